/** Functions marked @once: they do what they do inlined, and exist once for each lane type. */
import { describe, expect, it } from 'vitest';
import { errorOf, instantiate, LaneRecord, projectOf, rewrite } from './harness';

const LANES = ['v128', 'f32', 'f64'] as const;

/** A function with values of all kinds, and callers that use it in ways that disturb each other; marked, or not. */
const library = (mark: string) => `
export class Data<T> { a: lane<T>; v: vec3<T>; q: quat<T>; b: lane<T>; w: vec3<T>; }
${mark}
export function mix<T>(a: lane<T>, v: vec3<T>, count: u32, q: quat<T>): [vec3<T>, lane<T>, mask<T>, quat<T>] {
  const s = a * <real>count;
  v = s * v + q.xyz;
  return [v, dot(v, v) + s, s > v.x, quat(v, s)];
}
${mark}
export function twice<T>(a: lane<T>): lane<T> { return a + a; }
export function doubled<T>(data: Data<T>): void { data.b = twice(data.b); }
`;
const TEXT = `
import { Data, doubled, mix, twice } from './library.kernel';
function bumped<T>(data: Data<T>): u32 { doubled(data); return 3; }
function run<T>(data: Data<T>): void {
  const [v, a, m, q] = mix(data.a, data.v, 2, data.q);
  const [w, b, , r] = mix(twice(twice(a)), v + data.v, bumped(data), q);
  data.b += select(m, b, a) + twice(data.a) * twice(data.b) - twice(twice(q.w) - 1);
  data.w = w + r.xyz;
}
export function main(p: usize): void { run(changetype<Data<LANE>>(p)); }
`;

const VALUES = [0.5, 1, -2, 3, 0.25, 0.5, -0.125, 2, 7, 0, 0, 0];

async function run(mark: string, lane: (typeof LANES)[number]): Promise<number[][]> {
  const module = await instantiate({ 'library.kernel.ts': library(mark), 'test.kernel.ts': TEXT.replace('LANE', lane) });
  const record = new LaneRecord(module.memory, lane, 'single');
  const width = lane === 'v128' ? 4 : 1;
  record.write(VALUES.map((value) => Array.from({ length: width }, (_, k) => value * (k + 1))));
  module.exports['main'](0);
  return VALUES.map((_, field) => Array.from({ length: width }, (_unused, k) => record.read(field, k)));
}

describe('a function marked @once', () => {
  it.each(LANES)('gives what it gives inlined, %s', async (lane) => {
    const inlined = await run('', lane);
    expect(inlined.flat().every(Number.isFinite)).toBe(true);
    expect(await run('@once', lane)).toEqual(inlined);
  });

  it('exists once, with its plain parameters', () => {
    const project = projectOf({ 'library.kernel.ts': library('@once'), 'test.kernel.ts': TEXT.replace('LANE', 'v128') });
    const { text } = project.compile('library.kernel.ts');
    expect(text).toContain('export function mix<T>(count: u32): void {');
    // Eight components in, each with 16 bytes; three, one, one and four out.
    expect(text).toContain(`export const mix$area: usize = scratch<u8>(${16 * (8 + 9)});`);
    const user = project.compile('test.kernel.ts').text;
    expect(user).not.toContain('dot');
    expect(user.match(/\bmix<T>\(/g)?.length).toBe(2);
    expect(user).toContain('mix<T>(2);');
  });

  it('may call itself, and take and give numbers alone', async () => {
    const text = `
      // @ts-ignore: decorator
      @once
      function power(v: vec3<f64>, n: u32): f64 {
        let result: f64 = 1;
        if (n > 0) result = length(v) * power(v, n - 1);
        return result;
      }
      class Data { a: f64; b: f64; c: f64; d: f64; }
      @once
      function spread(from: f64, v: vec3<f64>): void { store<f64>(24, from + v.x); }
      export function main(p: usize): void {
        const data = changetype<Data>(p);
        const v = vec3<f64>(data.a, data.b, data.c);
        data.a = power(v, 3) + power(2 * v, 1) * power(v, 0);
        spread(power(v, 2), v);
      }`;
    const module = await instantiate(text);
    const numbers = new Float64Array(module.memory.buffer);
    numbers.set([1, 2, 2, 0]);
    module.exports['main'](0);
    expect([...numbers.subarray(0, 4)]).toEqual([27 + 6, 2, 2, 10]);
  });

  it.each([
    ['nothing to pass', '@once function f(a: u32): u32 { return a; }', /exists once without '@once'/],
    ['a method', 'class A<T> { x: lane<T>;\n@once\nf(): lane<T> { return this.x; } }', /'@once' is for functions/],
    ['a class that is not known', 'class S { } @once function f<T, U extends S>(a: lane<T>, s: U): lane<T> { return a; }', /forbids that/],
    ['a default', '@once function f<T>(a: lane<T> = 3): lane<T> { return a; }', /no default parameters/],
    ['an early return', '@once function f<T>(a: lane<T>, b: bool): lane<T> { if (b) return a; return a + a; }', /returns once/],
    [
      'a wrong argument',
      '@once function f<T>(a: lane<T>): lane<T> { return a; } export function g(v: vec3<f64>): f64 { return f(v); }',
      /is needed here/,
    ],
  ])('refuses %s', (_what, text, message) => {
    expect(errorOf(text)).toMatch(message);
  });

  it('reports an error in its body where it is written, called or not', () => {
    expect(errorOf('\n@once function f<T>(a: lane<T>): lane<T> { return a + missing; }')).toMatch(/test\.kernel\.ts:2:/);
    expect(rewrite('@once function f<T>(a: lane<T>): lane<T> { return a; }')).toContain('export function f<T>(): void {');
  });
});
