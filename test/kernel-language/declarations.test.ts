/** What becomes of functions, classes, modules and concrete scalars, seen in what the compiled code does. */
import { describe, expect, it } from 'vitest';
import { errorOf, instantiate, LaneRecord, rewrite, runMain } from './harness';

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
    expect(await runMain(text, [0, 0, 7], 2)).toEqual([7, 14]);
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
    expect(await runMain(text, [0, 1, 2, 3], 1)).toEqual([12]);
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
    expect(await runMain(text, [0, 1, 2, 2], 4)).toEqual([10, 3.5, 7, 7]);
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
    expect(await runMain(text, [1], 1)).toEqual([3]);
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
