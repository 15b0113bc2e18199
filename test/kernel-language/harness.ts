/** Kernel files given as text, rewritten and compiled to WebAssembly in memory. */
import { readFileSync } from 'node:fs';
import path from 'node:path';
import { fileURLToPath } from 'node:url';
import * as asc from 'assemblyscript/asc';
import { formatAscDiagnostics, KernelProject } from '../../tools/kernel-language/index.mjs';
import { ScratchTransform } from '../../tools/scratch-transform.mjs';
import { instantiateAlone } from '../instantiate.ts';
import type { Rounding } from './expression-model.ts';

export type Precision = 'single' | 'double';
export type Files = Record<string, string>;
/** What T stands for in a test. */
export type Lane = 'v128' | 'f32' | 'f64';

const ASSEMBLY = fileURLToPath(new URL('../../assembly', import.meta.url));

/** The files of a test, and those of the package behind them. */
export function readerOf(files: Files): (file: string) => string | null {
  return (file) => {
    if (file in files) return files[file];
    if (!file.startsWith('math/')) return null;
    try {
      return readFileSync(path.join(ASSEMBLY, file), 'utf8');
    } catch {
      return null;
    }
  };
}

export function projectOf(files: Files): KernelProject {
  return new KernelProject({ readFile: readerOf(files) });
}

/** The generated text of `test.kernel.ts` with the given content. */
export function rewrite(text: string, others: Files = {}): string {
  return projectOf({ ...others, 'test.kernel.ts': text }).compile('test.kernel.ts').text;
}

/** The message, with position, of the error that a kernel file has; 'no error' where it has none. */
export function errorOf(text: string, others: Files = {}): string {
  try {
    rewrite(text, others);
    return 'no error';
  } catch (error) {
    return String(error);
  }
}

export interface CompileOptions {
  precision?: Precision;
  optimize?: string;
}

/** Compiles `test.kernel.ts`; throws with asc's diagnostics, rewritten to kernel lines. */
export async function compileWasm(
  files: Files,
  { precision = 'single', optimize = '-O1' }: CompileOptions = {},
): Promise<Uint8Array<ArrayBuffer>> {
  const project = projectOf(files);
  const read = readerOf(files);
  const maps = new Map<string, number[]>();
  let wasm: Uint8Array<ArrayBuffer> | null = null;
  // asc keeps the files of --lib for the next run in the same process.
  delete (asc.libraryFiles as Record<string, string>)['precision'];
  const lib = path.join(ASSEMBLY, 'precision', precision);
  const { error, stderr } = await asc.main(
    [
      'test.kernel.ts',
      '--lib',
      lib,
      '--outFile',
      'test.wasm',
      optimize,
      '--runtime',
      'stub',
      '--enable',
      'simd',
      '--importMemory',
      '--noColors',
    ],
    {
      transforms: [new ScratchTransform({ names: true }) as never],
      readFile(name) {
        const file = path.normalize(name).replaceAll(path.sep, '/');
        if (file.endsWith('precision.ts')) return readFileSync(path.join(lib, 'precision.ts'), 'utf8');
        if (!file.endsWith('.kernel.ts') || read(file) === null) return read(file);
        const { text, map } = project.compile(file);
        maps.set(file, map);
        return text;
      },
      writeFile(name, contents) {
        if (name === 'test.wasm') wasm = contents as Uint8Array<ArrayBuffer>;
      },
      listFiles: (folder) => (folder.includes('precision') ? ['precision.ts'] : []),
    },
  );
  if (error) throw new Error(formatAscDiagnostics(stderr.toString(), maps) + error.message);
  if (!wasm) throw new Error('asc wrote no file');
  return wasm;
}

export interface TestModule {
  memory: WebAssembly.Memory;
  exports: Record<string, (...values: number[]) => number>;
}

export async function instantiate(text: string | Files, options: CompileOptions = {}): Promise<TestModule> {
  const files = typeof text === 'string' ? { 'test.kernel.ts': text } : text;
  const wasm = await compileWasm(files, options);
  const { memory, exports } = instantiateAlone(await WebAssembly.compile(wasm));
  return { memory, exports: exports as TestModule['exports'] };
}

/** How many numbers one lane value holds. */
export function laneCount(lane: Lane, precision: Precision): number {
  if (lane !== 'v128') return 1;
  return precision === 'single' ? 4 : 2;
}

export function isSingle(lane: Lane, precision: Precision): boolean {
  return lane === 'f32' || (lane === 'v128' && precision === 'single');
}

/** Rounding to the numbers a lane can hold. */
export function roundingOf(lane: Lane, precision: Precision): Rounding {
  const round = isSingle(lane, precision) ? (value: number) => Math.fround(value) : (value: number) => value;
  return Object.assign(round, { isSingle: isSingle(lane, precision) });
}

/** A record of lane values in the memory of a module: slot `index`, one number a lane. */
export class LaneRecord {
  private readonly numbers: Float32Array | Float64Array;
  readonly lanes: number;

  constructor(memory: WebAssembly.Memory, lane: Lane, precision: Precision) {
    this.numbers = isSingle(lane, precision) ? new Float32Array(memory.buffer) : new Float64Array(memory.buffer);
    this.lanes = laneCount(lane, precision);
  }

  /** Writes slots in order; `values[lane][slot]`. */
  write(values: readonly (readonly number[])[], firstSlot = 0): void {
    for (let lane = 0; lane < this.lanes; lane++) {
      for (const [slot, value] of values[lane % values.length].entries()) this.numbers[(firstSlot + slot) * this.lanes + lane] = value;
    }
  }

  read(slot: number, lane: number): number {
    return this.numbers[slot * this.lanes + lane];
  }

  readAll(firstSlot: number, count: number, lane: number): number[] {
    return Array.from({ length: count }, (_, index) => this.read(firstSlot + index, lane));
  }
}

/** Every meaning of T that is tested. */
export const INSTANTIATIONS: readonly [Lane, Precision][] = [
  ['v128', 'single'],
  ['v128', 'double'],
  ['f32', 'single'],
  ['f64', 'double'],
];

/** Runs `main`, whose record starts at address 0, on four lanes of f32 and returns some slots of the record in lane 0. */
export async function runMain(text: string, input: number[], count: number): Promise<number[]> {
  const module = await instantiate(text);
  const record = new LaneRecord(module.memory, 'v128', 'single');
  record.write([input]);
  module.exports['main'](0);
  return record.readAll(0, count, 0);
}
