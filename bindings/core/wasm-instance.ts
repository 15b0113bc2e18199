// An instance of the kernels for a world, and what may go wrong with it.
import { HolonomicError } from './errors.ts';
import { ownRegion, type Region, startKernels } from './instance.ts';
import type { KernelExports } from './load.ts';

/** Throws `out-of-memory` and `bad-module`. */
export function instantiate(
  module: WebAssembly.Module,
  imports: WebAssembly.Imports,
  given: Region | null,
  maxMemory: number,
): { region: Region; exports: KernelExports } {
  try {
    const region = given ?? ownRegion(module, maxMemory);
    return { region, exports: startKernels(module, region, imports).exports as unknown as KernelExports };
  } catch (cause) {
    if (cause instanceof RangeError) throw outOfMemory();
    throw new HolonomicError('bad-module', `The WebAssembly module cannot be started: ${(cause as Error).message}.`);
  }
}

export function outOfMemory(): HolonomicError {
  return new HolonomicError(
    'out-of-memory',
    'The world needs more memory than its `maxMemory` or the engine allows; use fewer bodies and joints.',
  );
}

export function brokenWorld(cause?: unknown): HolonomicError {
  const error = new HolonomicError(
    'broken-world',
    'A kernel of this world failed, and its state is unreliable; dispose of it, and restore a snapshot into a new world. Please report what led to this.',
  );
  if (cause !== undefined) error.cause = cause;
  return error;
}
