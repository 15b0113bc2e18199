/** Kernels of collision by themselves: an entry text that exports some of them, compiled in memory in double precision. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as asc from 'assemblyscript/asc';
import { formatAscDiagnostics, KernelProject } from '../../tools/kernel-language/index.mjs';
import { ScratchTransform } from '../../tools/scratch-transform.mjs';
import { instantiateAlone } from '../instantiate.ts';

const ASSEMBLY = fileURLToPath(new URL('../../assembly', import.meta.url));
const LIBRARY = path.join(ASSEMBLY, 'precision/double');
const FLAGS = ['--runtime', 'stub', '--importMemory', '--enable', 'simd', '--noColors'];
const OUTPUT = 'out.wasm';

/** Bytes of a Manifold (assembly/collision/shape/convex.kernel.ts) before its points. */
export const MANIFOLD_POINTS = 40;

/** The functions that the entry exports, pointers as numbers, and the memory. */
export type Kernels = Record<string, (...values: number[]) => number> & { memory: WebAssembly.Memory };

export interface CompileOptions {
  entry?: string;
  flags?: string[];
  /** Texts of files in assembly/ that are to be others than they are. */
  files?: Record<string, string>;
}

/** `text` is a file in assembly/, in the kernel language if its name says so. */
export async function compileModule(
  text: string,
  { entry = 'entry.ts', flags = ['-O1'], files = {} }: CompileOptions = {},
): Promise<WebAssembly.Module> {
  const read = (file: string): string | null => {
    if (file === entry) return text;
    if (file in files) return files[file];
    try {
      return readFileSync(path.join(ASSEMBLY, file), 'utf8');
    } catch {
      return null;
    }
  };
  const project = new KernelProject({ readFile: read });
  const maps = new Map<string, number[]>();
  let wasm: Uint8Array<ArrayBuffer> | null = null;
  // What an earlier compilation in this process knew as 'precision'.
  delete (asc.libraryFiles as Record<string, string>)['precision'];
  const { error, stderr } = await asc.main([entry, '--lib', LIBRARY, '--outFile', OUTPUT, ...FLAGS, ...flags], {
    transforms: [new ScratchTransform({ names: true }) as never],
    readFile(name) {
      const file = path.normalize(name).replaceAll(path.sep, '/');
      if (file.endsWith('precision.ts')) return readFileSync(path.join(LIBRARY, 'precision.ts'), 'utf8');
      if (!file.endsWith('.kernel.ts') || read(file) === null) return read(file);
      const { text: generated, map } = project.compile(file);
      maps.set(file, map);
      return generated;
    },
    writeFile(name, contents) {
      if (name === OUTPUT) wasm = contents as Uint8Array<ArrayBuffer>;
    },
    listFiles: (folder) => (folder.includes('precision') ? ['precision.ts'] : []),
  });
  if (error || !wasm) throw new Error(formatAscDiagnostics(stderr.toString(), maps) + error?.message);
  return WebAssembly.compile(wasm as Uint8Array<ArrayBuffer>);
}

export function instantiateKernels(module: WebAssembly.Module): Kernels {
  return instantiateAlone(module).exports as unknown as Kernels;
}

export async function compileKernels(text: string, options: CompileOptions = {}): Promise<Kernels> {
  return instantiateKernels(await compileModule(text, options));
}
