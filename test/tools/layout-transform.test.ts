import asc from 'assemblyscript/asc';
import { describe, expect, it } from 'vitest';
import { fnv1a, LayoutTransform, SECTION, taggedDeclarations } from '../../tools/layout-transform.mjs';

const RECORDS = `
import { real } from 'precision';
/** State of a body. @layout */
// @ts-ignore: decorator
@unmanaged
export class Body {
  /** metres */
  x: f64;
  flags: u32;
  next: i32;
  owner: usize;
  pad: u32;
  length(): f64 { return this.x; }
}
/** Not for the bindings. */
export class Hidden { x: f64; }
/**
 * What a body is.
 * @layout
 */
export enum Kind { Static, Kinematic = 1 << 2, Dynamic, Either = Static | Kinematic, Less = -3 }
/** @layout */
export const NONE: u32 = 0xffff_ffff;
/** @layout */
export const TOLERANCE: f64 = 1e-9;
`;

/** Compiles the records with a small program and hands back what the transform found. */
async function compile(records: string, precision = 'single') {
  const sources: Record<string, string> = {
    'assembly/index.ts': `import { Hidden } from './records'; export function f(p: usize): f64 { return changetype<Hidden>(p).x; }`,
    'assembly/records.ts': records,
    'precision.ts': `export type real = ${precision === 'single' ? 'f32' : 'f64'};`,
  };
  const read = (path: string) => sources[path] ?? null;
  const transform = new LayoutTransform({ precision, prefix: 'assembly/', readSource: read });
  let wasm = new Uint8Array();
  const { error } = await asc.main(['assembly/index.ts', '--outFile', 'out.wasm', '--runtime', 'stub', '--lib', 'precision.ts'], {
    transforms: [transform as never],
    readFile: read,
    writeFile: (_name: string, contents: Uint8Array | string) => {
      wasm = contents as Uint8Array<ArrayBuffer>;
    },
    listFiles: () => [],
  });
  return { error, wasm, text: transform.text, hash: transform.hash };
}

describe('layout transform', () => {
  it('hashes as FNV-1a does', () => {
    expect(fnv1a('')).toBe(0x811c9dc5);
    expect(fnv1a('a')).toBe(0xe40c292c);
    expect(fnv1a('foobar')).toBe(0xbf9cf968);
  });

  it('finds what is tagged, whatever stands between comment and declaration', () => {
    expect(taggedDeclarations(RECORDS)).toEqual([
      { kind: 'class', name: 'Body', doc: 'State of a body.' },
      { kind: 'enum', name: 'Kind', doc: 'What a body is.' },
      { kind: 'const', name: 'NONE', doc: '' },
      { kind: 'const', name: 'TOLERANCE', doc: '' },
    ]);
  });

  it('emits offsets, enums and constants that nobody uses in the kernels, the same in both precisions', async () => {
    const { error, text } = await compile(RECORDS);
    expect(error).toBeNull();
    expect(text).toContain(
      'export const Body = {\n  size: 24,\n  x: 0, // f64\n  flags: 8, // u32\n  next: 12, // i32\n  owner: 16, // usize\n  pad: 20, // u32\n}',
    );
    expect(text).toContain('Static: 0,\n  Kinematic: 4,\n  Dynamic: 5,\n  Either: 4,\n  Less: -3,\n}');
    expect(text).toContain('export const NONE = 4294967295;');
    expect(text).toContain('export const TOLERANCE = 1e-9;');
    expect(text).not.toContain('Hidden');
    expect((await compile(RECORDS, 'double')).text).toBe(text);
  });

  it('writes precision and hash into the wasm', async () => {
    const { wasm, text, hash } = await compile(RECORDS, 'double');
    const [section] = WebAssembly.Module.customSections(new WebAssembly.Module(wasm as BufferSource), SECTION);
    expect(JSON.parse(new TextDecoder().decode(section))).toEqual({ precision: 'double', layout: hash });
    expect(text).toContain(`LAYOUT_HASH = 0x${hash.toString(16).padStart(8, '0')}`);
  });

  it.each([
    ['a generic class', '/** @layout */ export class Pair<T> { a: T; }', /records\.ts: class Pair .* generic/],
    ['a size that is no multiple of the alignment', '/** @layout */ @unmanaged export class Odd { a: f64; b: u32; }', /size, 12, .* 8/],
    ["a field named 'size'", '/** @layout */ @unmanaged export class Named { size: u32; }', /field named 'size'/],
    ['a field of lanes', '/** @layout */ @unmanaged export class Lanes { a: v128; }', /field 'a' has type v128/],
    ['a constant that has to be worked out', '/** @layout */ export const HALF: f64 = Math.sqrt(2);', /'Math\.sqrt\(2\)'/],
  ])('refuses %s', async (_what, declaration, message) => {
    const { error } = await compile(`export class Hidden { x: f64; }\n${declaration}`);
    expect(error?.message).toMatch(message);
  });
});
