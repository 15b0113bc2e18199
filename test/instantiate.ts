/** Kernels that a test has compiled, by themselves: the loader of AssemblyScript tells where an assertion of theirs failed. */
import { instantiateSync } from '@assemblyscript/loader';
import { importsOf, staticsOf } from '../bindings/core/instance.ts';

const PAGE = 65536;
/** Pages below their scratch, which the test may use beyond the tables of constants. */
const PAGES = 1024;

/** What a module exports that imports its memory. */
export function instantiateAlone(module: WebAssembly.Module): { memory: WebAssembly.Memory; exports: WebAssembly.Exports } {
  const memory = new WebAssembly.Memory({ initial: PAGES + Math.ceil(staticsOf(module).bytes / PAGE) });
  const { imports } = importsOf(module, { memory, start: PAGES * PAGE }, {});
  return { memory, exports: instantiateSync(module, imports).instance.exports };
}
