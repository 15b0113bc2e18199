/** Order of evaluation, assignment, branches, loops and masks, seen in what the compiled code does. */
import { describe, expect, it } from 'vitest';
import { instantiate, LaneRecord, rewrite, runMain } from './harness';

describe('order of evaluation', () => {
  it('reads the target of += before the value is computed', async () => {
    const text = `
      class Data<T> {
        sum: lane<T>;
        bump(): lane<T> { this.sum += 10; return this.sum; }
      }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.sum += data.bump(); }`;
    expect(await runMain(text, [1], 1)).toEqual([12]);
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
    expect(await runMain(text, [2, 0, 1, 2, 3], 2)).toEqual([100, 12]);
  });

  it('computes arguments once, from left to right', async () => {
    const text = `
      class Data<T> {
        count: lane<T>; result: lane<T>;
        next(): lane<T> { this.count += 1; return this.count; }
      }
      function join<T>(a: lane<T>, b: lane<T>): lane<T> { return 10 * a + b + a - a; }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.result = join(data.next(), data.next()); }`;
    expect(await runMain(text, [0, 0], 2)).toEqual([2, 12]);
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
    expect(await runMain(text, [5, 0], 2)).toEqual([5, 2]);
  });
});

describe('assignment', () => {
  it('stores a permuted vector as it was', async () => {
    const text = `
      class Data<T> { v: vec3<T>; }
      export function main(p: usize): void { const data = changetype<Data<v128>>(p); data.v = vec3(data.v.z, data.v.x, data.v.y); }`;
    expect(await runMain(text, [1, 2, 3], 3)).toEqual([3, 1, 2]);
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
    expect(await runMain(text, [1, 2, 3, 4, 5], 5)).toEqual([2, 1, 4, 3, 5]);
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
    expect(await runMain(text, [1, 2, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0], 12)).toEqual([2, 0, 3, 0, 0, 7, 2, 0, 3, 0, 0, 1]);
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
    expect(await runMain(text, [2, 1, 2, 3], 4)).toEqual([2, 2, 2, 6]);
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
    expect(await runMain(text, [10, 0, 3, 4], 4)).toEqual([5, 0, 6, 8].map((value) => expect.closeTo(value, 5)));
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
    expect(await runMain(text, [0, 1, 10, 100, 1, 0, 0, 0, 1, 0, 0, 0, 1], 1)).toEqual([515]);
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
    expect(await runMain(text, [0, 0, 0, 12], 4)).toEqual([4, 0, 0, 0.75]);
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
    expect(await runMain(text, [1], 1)).toEqual([31 * 11 * 21]);
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
