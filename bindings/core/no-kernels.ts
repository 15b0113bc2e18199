import type { Precision } from './embedded.ts';
import { HolonomicError } from './errors.ts';

/** Throws `unsupported`: an entry with the kernels of one precision has been asked for those of another. */
export function noKernels(own: Precision, wanted: Precision): () => Promise<never> {
  const reference = wanted === 'double' ? ", which backend: 'reference' uses as well" : '';
  return async () => {
    throw new HolonomicError(
      'unsupported',
      `holonomic/${own} has no kernels of ${wanted} precision${reference}: import from 'holonomic' or 'holonomic/${wanted}', or give them as wasm.`,
    );
  };
}
