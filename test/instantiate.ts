/** Kernels that a test has compiled, by themselves. */
import { startKernels, staticsOf } from '../bindings/core/instance.ts';

const PAGE = 65536;
/** Pages below their scratch, which the test may use beyond the tables of constants. */
const PAGES = 1024;

/** What a module exports that imports its memory. */
export function instantiateAlone(module: WebAssembly.Module): { memory: WebAssembly.Memory; exports: WebAssembly.Exports } {
  const memory = new WebAssembly.Memory({ initial: PAGES + Math.ceil(staticsOf(module).bytes / PAGE) });
  const abort = (): never => {
    throw new Error('The kernels stopped at an assertion.');
  };
  return { memory, exports: startKernels(module, { memory, start: PAGES * PAGE }, { env: { abort } }).exports };
}
