/** What the rules of docs/kernel-language.md promise, seen in what the compiled code does. */
import { describe, expect, it } from 'vitest';
import { errorOf, instantiate, LaneRecord, rewrite } from './harness';

/** Runs `main`, whose record starts at address 0, on four lanes of f32 and returns some slots of the record in lane 0. */
async function run(text: string, input: number[], count: number): Promise<number[]> {
  const module = await instantiate(text);
  const record = new LaneRecord(module.memory, 'v128', 'single');
  record.write([input]);
  module.exports['main'](0);
  return record.readAll(0, count, 0);
}

describe('order of evaluation', () => {
  it('reads the target of += before the value is computed', async () => {
    const text = `
      class Data<T> {
        sum: lane<T>;
        bump(): lane<T> { this.sum += 10; return this.sum; }
      }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.sum += data.bump(); }`;
    expect(await run(text, [1], 1)).toEqual([12]);
  });

  it('keeps an operand that a later call changes', async () => {
    const text = `
      class Data<T> {
        a: lane<T>; b: lane<T>; v: vec3<T>;
        change(): lane<T> { this.a = 100; this.v = vec3(7, 8, 9); return 1; }
      }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        const total = data.v * data.a * data.change();
        data.b = total.x + total.y + total.z;
      }`;
    expect(await run(text, [2, 0, 1, 2, 3], 2)).toEqual([100, 12]);
  });

  it('computes arguments once, from left to right', async () => {
    const text = `
      class Data<T> {
        count: lane<T>; result: lane<T>;
        next(): lane<T> { this.count += 1; return this.count; }
      }
      function join<T>(a: lane<T>, b: lane<T>): lane<T> { return 10 * a + b + a - a; }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.result = join(data.next(), data.next()); }`;
    expect(await run(text, [0, 0], 2)).toEqual([2, 12]);
  });

  it('leaves the right side of && alone when the left side decides', async () => {
    const text = `
      class Data<T> {
        count: lane<T>; result: lane<T>;
        touched(): bool { this.count += 1; return true; }
        positive(x: lane<T>): bool { this.count += 1; return any(x > 0); }
      }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        if (p > 0 && data.positive(data.count)) data.result = 1;
        if (p == 0 || data.positive(data.count)) data.result = 2;
      }`;
    expect(await run(text, [5, 0], 2)).toEqual([5, 2]);
  });
});

describe('assignment', () => {
  it('stores a permuted vector as it was', async () => {
    const text = `
      class Data<T> { v: vec3<T>; }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.v = vec3(data.v.z, data.v.x, data.v.y); }`;
    expect(await run(text, [1, 2, 3], 3)).toEqual([3, 1, 2]);
  });

  it('swaps variables through a tuple', async () => {
    const text = `
      class Data<T> { a: lane<T>; b: lane<T>; v: vec3<T>; }
      function swapped<T>(a: lane<T>, b: lane<T>): [lane<T>, lane<T>] { return [b, a]; }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        let x = data.a;
        let y = data.b;
        [x, y] = swapped(x, y);
        data.a = x;
        data.b = y;
        [data.v.x, data.v.y] = swapped(data.v.x, data.v.y);
      }`;
    expect(await run(text, [1, 2, 3, 4, 5], 5)).toEqual([2, 1, 4, 3, 5]);
  });

  it('changes components of variables, fields and rows', async () => {
    const text = `
      class Data<T> { v: vec3<T>; m: mat3<T>; }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        let v = data.v;
        v.x *= 2;
        v[1] -= v.x;
        data.v = v;
        data.m[1] = v;
        data.m[0][2] = 7;
        data.m.m22 += 1;
      }`;
    expect(await run(text, [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], 12)).toEqual([2, 0, 3, 0, 0, 7, 2, 0, 3, 0, 0, 1]);
  });

  it('gives a parameter that is assigned a copy of its own', async () => {
    const text = `
      class Data<T> { a: lane<T>; v: vec3<T>; }
      function halved<T>(v: vec3<T>, s: lane<T>): vec3<T> { s = 0.5 * s; v.y = 0; return s * v; }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        const w = data.v;
        data.v = halved(w, data.a) + w;
      }`;
    expect(await run(text, [2, 1, 2, 3], 4)).toEqual([2, 2, 2, 6]);
  });
});

describe('branches and loops', () => {
  it('chooses a tuple by a plain condition', async () => {
    const text = `
      class Data<T> { a: lane<T>; v: vec3<T>; }
      function pick<T>(flag: bool, v: vec3<T>, s: lane<T>): [vec3<T>, lane<T>] {
        if (flag) { const w = normalize(v); return [s * w, dot(w, v)]; } else return [v, s];
      }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        const [v, s] = pick(p == 0, data.v, data.a);
        const [, t] = pick(p != 0, v, s);
        data.v = v;
        data.a = t;
      }`;
    expect(await run(text, [10, 0, 3, 4], 4)).toEqual([5, 0, 6, 8].map((value) => expect.closeTo(value, 5)));
  });

  it('compiles only the branch of a static condition that is taken', async () => {
    const text = `
      import { LANES } from "precision";
      class Data<T> { a: lane<T>; b: lane<T>; }
      function interleave<T>(a: lane<T>, b: lane<T>): lane<T> {
        let mixed: lane<T>;
        if (LANES == 4) mixed = v128.shuffle<f32>(a, b, 0, 4, 1, 5);
        else mixed = v128.shuffle<f64>(a, b, 0, 2);
        return mixed;
      }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.a = interleave(data.a, data.b); }`;
    for (const precision of ['single', 'double'] as const) {
      const module = await instantiate(text, { precision });
      const record = new LaneRecord(module.memory, 'v128', precision);
      record.write(
        precision === 'single'
          ? [
              [1, 5],
              [2, 6],
              [3, 7],
              [4, 8],
            ]
          : [
              [1, 5],
              [2, 6],
            ],
      );
      module.exports['main'](0);
      const lanes = Array.from({ length: record.lanes }, (_, lane) => record.read(0, lane));
      expect(lanes).toEqual(precision === 'single' ? [1, 5, 2, 6] : [1, 5]);
    }
  });

  it('unrolls a loop over components, and leaves other loops', async () => {
    const text = `
      class Data<T> { a: lane<T>; v: vec3<T>; m: mat3<T>; }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        let total: lane<v128> = 0;
        for (let i = 0; i < 3; i++) for (let j = 0; j < 3; j++) total += data.m[i][j] * data.v[j];
        for (let n: i32 = 0; n < 10; n++) { if (n == 3) continue; if (n == 5) break; total += 1; }
        let rest: i32 = 4;
        while (rest > 0) { rest--; total += 100; }
        data.a = total;
      }`;
    expect(await run(text, [0, 1, 10, 100, 1, 0, 0, 0, 1, 0, 0, 0, 1], 1)).toEqual([515]);
    const generated = rewrite(text);
    expect(generated).toContain('for (let n: i32 = 0; n < 10; n++) {');
    expect(generated).not.toContain('for (let i');
  });

  it('repeats a condition that needs statements of its own', async () => {
    const text = `
      class Data<T> { a: lane<T>; v: vec3<T>; }
      function longerThan<T>(v: vec3<T>, limit: lane<T>): bool { const w = v * v; return any(w.x + w.y + w.z > limit * limit); }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        let v = data.v;
        while (longerThan(v, 1)) { v *= 0.5; data.a += 1; }
        data.v = v;
      }`;
    expect(await run(text, [0, 0, 0, 12], 4)).toEqual([4, 0, 0, 0.75]);
  });

  it('passes switch statements through', async () => {
    const text = `
      class Data<T> { a: lane<T>; }
      function valueOf<T>(which: i32): lane<T> {
        let value: lane<T> = 0;
        switch (which) { case 1: value = 10; break; case 2: { value = 20; break; } default: value = 30; }
        return value;
      }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        for (let i: i32 = 0; i < 3; i++) data.a += valueOf<v128>(i) * data.a;
      }`;
    expect(await run(text, [1], 1)).toEqual([31 * 11 * 21]);
  });
});

describe('masks', () => {
  it('decides lane by lane', async () => {
    const text = `
      class Data<T> { a: lane<T>; b: lane<T>; v: vec3<T>; m: mask<T>; }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        const positive = data.a > 0;
        const small = !(data.a >= 2) && data.b == data.b;
        data.v = positive && small ? vec3(1, 2, 3) : -data.v;
        data.m = positive != small || mask<v128>(p > 0);
        data.b = select(data.m, 5, data.b) + (any(positive) && !all(positive) ? 10 : 20);
      }`;
    const module = await instantiate(text);
    const record = new LaneRecord(module.memory, 'v128', 'single');
    record.write([
      [-1, 1, 4, 5, 6],
      [1, 2, 4, 5, 6],
      [3, 3, 4, 5, 6],
      [1, Number.NaN, 4, 5, 6],
    ]);
    module.exports['main'](0);
    const lanes = [0, 1, 2, 3].map((lane) => record.readAll(1, 4, lane));
    expect(lanes).toEqual([
      [15, -4, -5, -6],
      [12, 1, 2, 3],
      [15, -4, -5, -6],
      [15, -4, -5, -6],
    ]);
  });

  it('costs a scalar no more than a bool', async () => {
    const text = `
      function smaller<T>(a: lane<T>, b: lane<T>): lane<T> { return a < b && !(b > 8) ? a : b; }
      class Data<T> { a: lane<T>; b: lane<T>; }
      function choose<T>(data: Data<T>): void { data.a = smaller(data.a, data.b); }
      export function main(p: usize): void { choose<f64>(changetype<Data<f64>>(p)); }`;
    const module = await instantiate(text, { optimize: '-O3' });
    const record = new LaneRecord(module.memory, 'f64', 'single');
    const results = [
      [1, 2],
      [3, 2],
      [1, 9],
    ].map((pair) => {
      record.write([pair]);
      module.exports['main'](0);
      return record.read(0, 0);
    });
    expect(results).toEqual([1, 2, 9]);
  });
});

describe('functions, classes and modules', () => {
  it('inlines a polymorphic function with the class it is called with', async () => {
    const text = `
      class Sink<T> { total: lane<T>; add(v: vec3<T>): lane<T> { this.total += v.x; return this.total; } }
      class Doubling<T> extends Sink<T> { extra: lane<T>; add(v: vec3<T>): lane<T> { this.total += 2 * v.x; return this.total; } }
      class Source<T> { v: vec3<T>; rows<S extends Sink<T>>(sink: S): void { sink.add(this.v); } }
      export function main(p: usize): void {
        const source = changetype<Source<v128>>(p + 32);
        source.rows(changetype<Sink<v128>>(p));
        source.rows(changetype<Doubling<v128>>(p + 16));
      }`;
    expect(await run(text, [0, 0, 7], 2)).toEqual([7, 14]);
  });

  it.each([
    ['an interface', 'interface Sink<T> { add(v: vec3<T>): void; }', 'class Adder<T>'],
    ['an abstract class', 'abstract class Sink<T> { total: lane<T>; abstract add(v: vec3<T>): void; }', 'class Adder<T> extends Sink<T>'],
  ])('lets %s say what a sink has', async (_, declaration, head) => {
    const field = head.includes('extends') ? '' : 'total: lane<T>;';
    const text = `
      ${declaration}
      ${head} { ${field} add(v: vec3<T>): void { this.total += v.x + v.y + v.z; } }
      class Source<T> { v: vec3<T>; rows<S extends Sink<T>>(sink: S): void { sink.add(this.v); sink.add(this.v); } }
      export function main(p: usize): void { changetype<Source<v128>>(p + 16).rows(changetype<Adder<v128>>(p)); }`;
    expect(await run(text, [0, 1, 2, 3], 1)).toEqual([12]);
    expect(errorOf(text.replace('changetype<Adder<v128>>', 'changetype<Sink<v128>>'))).toContain("'add' has no body here");
  });

  it('passes declarations that hold no kernel value through', async () => {
    const text = `
      import { LANES, real } from "precision";
      export enum Kind { Ball = 3, Hinge }
      export const TABLE: i32 = 5, LIMIT: f64 = 0.5;
      let counter: i32 = 0;
      type Count = i32;
      @external("env", "abort") declare function abortWith(a: i32, b: i32, c: i32, d: i32): void;
      namespace helpers { export function two(): i32 { return 2; } }
      class Data<T> { a: lane<T>; }
      export function main(p: usize): i32 {
        const data = changetype<Data<v128>>(p);
        data.a = data.a / LANES + LIMIT * sqrt(<real>4) + <real>helpers.two();
        counter += Kind.Hinge;
        const total: Count = counter;
        if (total < 0) abortWith(0, 0, 0, 0);
        return total + TABLE;
      }`;
    const module = await instantiate(text);
    const record = new LaneRecord(module.memory, 'v128', 'single');
    record.write([[8]]);
    expect([module.exports['main'](0), module.exports['main'](0)]).toEqual([9, 13]);
    expect(record.read(0, 0)).toBe((8 / 4 + 3) / 4 + 3);
  });

  it('has getters, default parameters, static methods and inherited fields', async () => {
    const text = `
      class Base<T> { a: lane<T>; }
      class Data<T> extends Base<T> {
        v: vec3<T>;
        get squared(): lane<T> { return dot(this.v, this.v); }
        static scaled<U>(v: vec3<U>, s: lane<U> = 3): vec3<U> { return s * v; }
      }
      export function main(p: usize): void {
        const data = changetype<Data<v128>>(p);
        data.a = data.squared + 1;
        data.v = Data.scaled(data.v) + Data.scaled<v128>(data.v, 0.5);
      }`;
    expect(await run(text, [0, 1, 2, 2], 4)).toEqual([10, 3.5, 7, 7]);
  });

  it('imports what an inlined body mentions, under names that do not collide', async () => {
    const files = {
      'values.ts': 'export const SCALE: f64 = 3;\nexport class Counter { count: f32; next(): f32 { this.count += 1; return this.count; } }',
      'other/helper.kernel.ts': `
        import { SCALE as FACTOR, Counter } from '../values';
        import { real } from 'precision';
        const OFFSET: f64 = 0.25;
        export function scaled<T>(v: vec3<T>): vec3<T> { const add = FACTOR * v; return add + vec3(OFFSET, OFFSET, OFFSET); }
        export function counted<T>(counter: Counter): lane<T> { return splat<T>(<real>counter.next()); }`,
      'library.kernel.ts': `export * from './other/helper.kernel';`,
      'test.kernel.ts': `
        import { scaled, counted } from './library.kernel';
        import * as helper from './other/helper.kernel';
        import { Counter } from './values';
        const SCALE: f64 = 100;
        class Data<T> { v: vec3<T>; a: lane<T>; }
        export function main(p: usize): void {
          const data = changetype<Data<v128>>(p);
          const OFFSET = data.v.x * SCALE;
          data.v = helper.scaled(scaled(data.v)) + vec3(OFFSET, 0, 0);
          const counter = changetype<Counter>(p + 256);
          data.a = counted(counter) + counted(counter);
        }`,
    };
    const module = await instantiate(files);
    const record = new LaneRecord(module.memory, 'v128', 'single');
    record.write([[1, 2, 3, 0]]);
    module.exports['main'](0);
    expect(record.readAll(0, 4, 0)).toEqual([110, 19, 28, 3]);
  });

  it('calls functions with plain signatures, and passes type arguments on', async () => {
    const text = `
      class Data<T> { a: lane<T>; next: Data<T> | null; }
      function visit<T>(data: Data<T>, rounds: i32): i32 { if (rounds == 0) return 0; data.a += rounds; return 1 + visit(data, rounds - 1); }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.a *= visit(data, 3); }`;
    // Written as JavaScript would: the target is read before the call changes it.
    expect(await run(text, [1], 1)).toEqual([3]);
  });

  it('takes the first component for the offset of a vector', async () => {
    const text = `
      class Data<T> { a: lane<T>; v: vec3<T>; }
      export function main(p: usize): i32 { return <i32>(offsetof<Data<v128>>("v") * 100 + offsetof<Data<f64>>()); }`;
    const module = await instantiate(text);
    expect(module.exports['main'](0)).toBe(1632);
  });
});

describe('concrete scalars', () => {
  it('make vectors of the float type of their arguments', () => {
    const text = `
      import { real } from "precision";
      class Point { r: vec3<real>; size: real; }
      export function main(point: Point, step: f64, other: f32): void {
        point.r = vec3(point.size, 0, 1) * sqrt(point.size);
        const f64s = vec3(step, 2, 3);
        const f32s = normalizeOr(vec3(0, other, 0), vec3<f32>(0, 0, 1));
        point.size = length(point.r) + max(point.size, 1);
      }`;
    const generated = rewrite(text);
    expect(generated).toContain('const f64s$x = step, f64s$y: f64 = 2.0, f64s$z: f64 = 3.0;');
    expect(generated).toContain('f32s$x = select<f32>(');
    expect(generated).toContain('max<real>(point.size, <real>1.0)');
    expect(generated).toContain('import { real } from "precision";');
  });

  it('share records with generic code, masks included', async () => {
    const text = `
      class Data<T> { a: lane<T>; b: lane<T>; hit: mask<T>; }
      function mark<T>(data: Data<T>): void { data.hit = data.a > data.b; }
      export function main(p: usize): i32 {
        const data = changetype<Data<f64>>(p);
        mark<f64>(data);
        return data.hit ? 1 : 0;
      }`;
    const module = await instantiate(text);
    const record = new LaneRecord(module.memory, 'f64', 'single');
    record.write([[1, 2]]);
    expect(module.exports['main'](0)).toBe(0);
    record.write([[3, 2]]);
    expect(module.exports['main'](0)).toBe(1);
  });

  it('are plain numbers: comparisons branch, numbers take their type', async () => {
    const text = `
      import { real } from "precision";
      class Body { position: vec3<f64>; velocity: vec3<f32>; flags: u32; }
      export function main(p: usize): void {
        const body = changetype<Body>(p);
        const third = 1 / 3;
        if (body.position.y < 0 && body.flags == 0) body.position += 0.5 * vec3<f64>(body.velocity.x, body.velocity.y, body.velocity.z);
        body.velocity *= 0.1 + 0.2;
        body.position.z = third + length(body.position);
      }`;
    const module = await instantiate(text);
    const doubles = new Float64Array(module.memory.buffer);
    const floats = new Float32Array(module.memory.buffer, 24);
    doubles.set([3, -8, 0]);
    floats.set([0, 8, 10]);
    module.exports['main'](0);
    expect([...doubles.slice(0, 3)]).toEqual([3, -4, 1 / 3 + Math.sqrt(50)]);
    expect([...floats.slice(0, 3)]).toEqual([0, Math.fround(8 * Math.fround(0.1 + 0.2)), Math.fround(10 * Math.fround(0.1 + 0.2))]);
  });
});
