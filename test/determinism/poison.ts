// Worlds whose kernels find something else in their scratch at every call: nothing may be read there before the same call wrote it.
// Debug builds have a few bytes between areas of scratch that belong to none: who writes there has left its area.

import { staticsOf } from '../../bindings/core/instance.ts';
import { DIGEST_CHUNK, DIGEST_KEY, PACKING_DATA, PACKING_MAP, PACKING_WINDOW } from '../../bindings/core/layout.ts';

const SCRATCH = 'scratch';
/** At least so many bytes between two areas are there to be guarded. */
const GUARD = 64;
const UNTOUCHED = 0xa5;

export interface Area {
  name: string;
  start: number;
  end: number;
}

/** A module's scratch, from where it begins: each area by its name in a debug build, all as one in a release. */
export function scratchOf(module: WebAssembly.Module): Area[] {
  const areas = areasOf(module);
  return areas.length ? areas : [{ name: 'scratch', start: 0, end: staticsOf(module).bytes }];
}

/** The areas of a debug build. */
function areasOf(module: WebAssembly.Module): Area[] {
  const { areas = {} } = staticsOf(module) as { areas?: Record<string, [number, number]> };
  return Object.entries(areas).map(([name, [start, end]]) => ({ name, start, end }));
}

/** Address of an instance's scratch. */
function startOf(imports: WebAssembly.Imports): number {
  const [[name, address]] = Object.entries(imports[SCRATCH]);
  return (address as number) - 16 * Number.parseInt(name, 36);
}

const movedBy = (way: number, areas: Area[]): Area[] => areas.map(({ name, start, end }) => ({ name, start: start + way, end: end + way }));

/** What scratch is filled with before a call; `call` counts the calls of an instance. */
export const PATTERNS = {
  ones: (bytes) => bytes.fill(0xff),
  bytes: (bytes) => bytes.fill(0x01),
  zeros: (bytes) => bytes.fill(0),
  NaN: (bytes) => fillNumbers(bytes, Number.NaN),
  large: (bytes) => fillNumbers(bytes, 1e300),
  infinite: (bytes) => fillNumbers(bytes, -Infinity),
  other: (bytes, call) => {
    const first = 4 * ((Math.imul(call, 0x85ebca6b) >>> 0) % SHIFTS);
    bytes.set(numbers(first + bytes.byteLength).subarray(first, first + bytes.byteLength));
  },
} satisfies Record<string, (bytes: Uint8Array, call: number) => void>;
export type Pattern = keyof typeof PATTERNS;

/** In so many places a call may begin among the numbers. */
const SHIFTS = 4093;
let known = new Uint8Array(0);

/** Numbers that have nothing in common, so many bytes of them and more. */
function numbers(bytes: number): Uint8Array {
  if (known.byteLength >= bytes) return known;
  const words = Uint32Array.from({ length: (bytes >>> 2) + SHIFTS }, (_, k) => Math.imul(k + 1, 0x9e3779b1) ^ (k >>> 3));
  known = new Uint8Array(words.buffer);
  return known;
}

function fillNumbers(bytes: Uint8Array, value: number): void {
  new Float64Array(bytes.buffer, bytes.byteOffset, bytes.byteLength >>> 3).fill(value);
}

type Exports = Record<string, unknown>;
type Call = (...values: unknown[]) => unknown;

/** Runs `act` with `change` applied to the exports of all instances that it makes. */
async function withExports<Result>(
  change: (exports: Exports, module: WebAssembly.Module, scratch: number) => Exports,
  act: () => Promise<Result>,
): Promise<Result> {
  const { Instance } = WebAssembly;
  WebAssembly.Instance = class {
    readonly exports: Exports;

    constructor(module: WebAssembly.Module, imports: WebAssembly.Imports) {
      const exports = { ...new Instance(module, imports).exports };
      // Those of particles may have no scratch.
      this.exports = Object.keys(imports[SCRATCH]).length > 0 ? change(exports, module, startOf(imports)) : exports;
    }
  } as unknown as typeof Instance;
  try {
    return await act();
  } finally {
    WebAssembly.Instance = Instance;
  }
}

/** Exports whose calls are made by `wrap`. */
function wrapCalls(exports: Exports, wrap: (name: string, call: Call) => Call): Exports {
  return Object.fromEntries(
    Object.entries(exports).map(([name, value]) => [name, typeof value === 'function' ? wrap(name, value as Call) : value]),
  );
}

/** Runs `act`; the instances that it makes have their scratch filled before each call. */
export function withPoison<Result>(pattern: Pattern, act: () => Promise<Result>): Promise<Result> {
  return withExports((exports, module, scratch) => {
    const memory = exports['memory'] as WebAssembly.Memory;
    const end = Math.max(...scratchOf(module).map((area) => area.end));
    const image = new Uint8Array(8 * Math.ceil(end / 8));
    let calls = 0;
    // The arguments of what hashes and packs lie in scratch; the kernels of 'pgs' and 'tgs' have none.
    const at = (name: string) => (exports[name] as (() => number) | undefined)?.() ?? scratch;
    const [digest, packing] = [at('digestBuffer'), at('packingBuffer')];
    const given = new Map([['digestBlocks', [digest, digest + 2 * DIGEST_KEY + DIGEST_CHUNK]]]);
    for (const name of ['packChunks', 'expandChunks', 'writeDifference', 'applyDifference'])
      given.set(name, [packing, packing + PACKING_MAP + PACKING_DATA + 2 * PACKING_WINDOW]);
    return wrapCalls(exports, (name, call) => (...values) => {
      if (calls === 0 || pattern === 'other') PATTERNS[pattern](image, calls);
      calls++;
      const bytes = new Uint8Array(memory.buffer);
      const [first, last] = given.get(name) ?? [scratch, scratch];
      const kept = bytes.slice(first, last);
      bytes.set(image.subarray(0, end), scratch);
      bytes.set(kept, first);
      return call(...values);
    });
  }, act);
}

/** Runs `act` with debug kernels; a call throws that writes behind an area of scratch. */
export function withGuards<Result>(act: () => Promise<Result>): Promise<Result> {
  return withExports((exports, module, scratch) => {
    const guards = movedBy(scratch, guardsOf(module));
    const memory = exports['memory'] as WebAssembly.Memory;
    return wrapCalls(exports, (name, call) => (...values) => {
      // Before each call: the kernels of 'pgs' and 'tgs' have other areas in the same scratch.
      for (const { start, end } of guards) new Uint8Array(memory.buffer).fill(UNTOUCHED, start, end);
      const result = call(...values);
      const bytes = new Uint8Array(memory.buffer);
      for (const guard of guards)
        if (bytes.subarray(guard.start, guard.end).some((byte) => byte !== UNTOUCHED))
          throw new Error(`${name} writes behind ${guard.name}.`);
      return result;
    });
  }, act);
}

/** The bytes behind each area of a debug build; there are none in a release. */
export function guardsOf(module: WebAssembly.Module): Area[] {
  return areasOf(module).map(({ name, end }) => ({ name, start: end, end: end + GUARD }));
}
