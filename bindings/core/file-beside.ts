import type { Precision } from './embedded.ts';

/** The way to the folder of the wasm files from the file that this becomes a part of: tools/build.mjs sets it; sources and entries of one file have none. */
declare const WASM_FOLDER: string | undefined;

interface Host {
  process?: { versions?: { node?: string; bun?: string }; getBuiltinModule?(name: string): typeof import('node:fs') | undefined };
  Deno?: unknown;
}

/** The kernels from the package's own file, in Node, where that takes less time than text. Null elsewhere, and where the package has been bundled. */
export function fileBeside(precision: Precision): Uint8Array<ArrayBuffer> | null {
  const { process, Deno } = globalThis as Host;
  if (typeof WASM_FOLDER === 'undefined' || !process?.versions?.node || process.versions.bun || Deno) return null;
  try {
    const here = import.meta.url; // bundlers look for it within new URL()
    return process.getBuiltinModule?.('node:fs')?.readFileSync(new URL(`${WASM_FOLDER}${precision}.wasm`, here)) ?? null;
  } catch {
    return null;
  }
}
