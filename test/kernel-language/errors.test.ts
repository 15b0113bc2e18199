/** Every error says where it is and what to do. */
import { describe, expect, it } from 'vitest';
import { KernelError } from '../../tools/kernel-language/index.mjs';
import { errorOf, projectOf } from './harness';

/** A function body over some values of every kind; the statement under test is on line 3. */
function body(statement: string): string {
  return `class Data<T> { a: lane<T>; v: vec3<T>; q: quat<T>; m: mat3<T>; k: sym3<T>; count: i32; double: f64; }
export function main<T>(data: Data<T>, flag: bool): void {
${statement}
}`;
}

const STATEMENTS: [statement: string, column: number, message: RegExp][] = [
  ['data.v = data.v + data.a;', 10, /no '\+' of vec3<T> and lane<T>: write vec3\(s, s, s\)/],
  ['data.v = data.a / data.v;', 10, /no '\/' of lane<T> and vec3<T>/],
  ['data.q = data.q * data.q;', 10, /write qmul\(a, b\)/],
  ['data.v = data.q * data.v;', 10, /write rotate\(q, v\)/],
  ['data.v = data.v * data.m;', 10, /write transpose\(M\) \* v/],
  ['data.a = data.v;', 1, /a lane<T> is needed here, not vec3<T>/],
  ['data.v = data.a;', 1, /a vec3<T> is needed here, not lane<T>/],
  ['data.count = data.a;', 1, /a i32 is needed here, not lane<T>/],
  ['const x: f64 = data.a;', 7, /a f64 is needed here, not lane<T>/],
  ['data.a = data.v.w;', 17, /vec3<T> has no component 'w': it has x y z/],
  ['data.a = data.a.x;', 17, /lane<T> has no component 'x'/],
  ['data.a = data.b;', 15, /class Data<T> has no field 'b'/],
  ['data.turn(data.a);', 6, /class Data<T> has no method 'turn'/],
  ['data.a = data.v[3];', 17, /vec3<T> has elements 0 to 2, not 3/],
  ['data.a = data.v[data.count];', 17, /index into vec3<T> must be known/],
  [
    'if (data.a > 0) data.a = 1;',
    5,
    /'if' needs one answer, and a mask has one a lane: use select\(mask, a, b\).*any\(mask\) or all\(mask\)/,
  ],
  ['while (data.a > 0) data.a -= 1;', 8, /'while' needs one answer/],
  ['if (data.v) data.a = 1;', 5, /'if' needs a plain condition, not vec3<T>/],
  ['data.a = flag && data.a > 0 ? 1 : 0;', 10, /make a mask of the bool with mask<T>/],
  ['data.a = select(flag, data.a, 0);', 17, /for a plain condition write 'condition \? a : b'/],
  ['data.a = select(data.a, 1, 0);', 17, /takes a mask first, not lane<T>/],
  ['data.a = data.a % 2;', 10, /no '%' of lane<T> and number/],
  ['data.a = dot(data.v, data.a);', 22, /'dot' takes a vec3 here, not lane<T>/],
  ['data.v = cross(data.v);', 10, /'cross' takes 2 arguments, not 1/],
  ['data.v = vec3(data.a, data.a);', 10, /'vec3' takes 3 numbers or lanes: vec3\(x, y, z\)/],
  ['data.q = quat(data.a);', 10, /or quat\(vec3, lane\)/],
  ['data.v = normalize(data.m);', 20, /'normalize' takes a vec3 or a quat here, not mat3<T>/],
  ['const v = data.v; v.x = 1;', 19, /'v' is a constant: declare it with 'let'/],
  ['1 = data.a;', 1, /cannot be assigned to/],
  ['let x;', 6, /Type expected/],
  ['let x: vec3 = data.v;', 8, /'vec3' needs the type of its lanes: write vec3<T>/],
  ['let x: vec3<i32> = data.v;', 8, /'vec3' holds lanes: its argument is T, v128, f32, f64 or real/],
  ['const x = changetype<vec3<T>>(data);', 11, /'changetype' handles one lane at a time/],
  ['store<T>(0, data.v);', 13, /a lane<T> is needed here, not a vec3<T>|a lane<T> is needed here, not vec3<T>/],
  ['external(data.v);', 10, /takes plain values and lanes, not vec3<T>: pass the components/],
  ['data.a = data.a + external();', 10, /the type of 'external\(\)' is not known here: give it one first/],
  ['data.a = data.v.dot(data.v);', 10, /vec3<T> has no methods: write dot\(value, \.\.\.\)/],
  ['const [a, b] = data.v;', 16, /only a tuple can be taken apart, not vec3<T>/],
  ['data.a++;', 1, /write x \+= 1/],
  ['data.count = (data.count = 1) + 1;', 15, /an assignment is a statement of its own/],
  ['const f = (x: i32): i32 => x;', 11, /not part of the kernel language/],
  ['throw new Error("no");', 1, /this statement is not part of the kernel language/],
  ['const a$b = 1;', 7, /names with '\$' are kept for generated code/],
  ['for (let i = 0; i < 3; i++) { if (flag) break; data.v[i] = 0; }', 41, /is unrolled and cannot be left/],
  ['const other: vec3<f64> = vec3<f64>(0, 0, 1); data.v = data.v + other;', 55, /lanes of different types, T and f64/],
];

describe('statements', () => {
  it.each(STATEMENTS)('%s', (statement, column, message) => {
    const error = errorOf(body(statement));
    expect(error).toMatch(message);
    expect(error).toContain(`assembly/test.kernel.ts:3:${column}: `);
  });
});

const FILES: [name: string, text: string, position: string, message: RegExp][] = [
  ['syntax', 'export function main(): void {\n  let = ;\n}', '2:3', /Identifier expected/],
  ['missing return', 'export function f<T>(x: lane<T>): lane<T> {\n  const y = x;\n}', '2:3', /'f' must end with a return on every path/],
  [
    'early return',
    'export function f<T>(x: lane<T>, n: i32): lane<T> {\n  if (n > 0) return x;\n  return -x;\n}',
    '2:14',
    /returns once, in its last statement/,
  ],
  [
    'return of the wrong kind',
    'export function f<T>(x: lane<T>): vec3<T> {\n  return x;\n}',
    '2:10',
    /a vec3<T> is needed here, not lane<T>/,
  ],
  [
    'recursion',
    'export function f<T>(x: lane<T>): lane<T> {\n  return g(x);\n}\nfunction g<T>(x: lane<T>): lane<T> { return f(x); }',
    '4:45',
    /f calls g calls f/,
  ],
  [
    'wrong arity',
    'function f<T>(x: lane<T>, y: lane<T> = 0): lane<T> { return x + y; }\nexport function g<T>(x: lane<T>): lane<T> { return f(); }',
    '2:52',
    /'f' takes 1 to 2 arguments, not 0/,
  ],
  ['fields that collide', 'class Data<T> {\n  r: vec3<T>;\n  rx: lane<T>;\n}', '3:3', /would both be stored as 'rx'/],
  ['a tuple as field', 'type Pair<T> = [lane<T>, lane<T>];\nclass Data<T> {\n  r: Pair<T>;\n}', '3:3', /a field cannot be a tuple/],
  ['a global vector', 'let up: vec3<f64>;', '1:5', /cannot live outside functions/],
  ['a field with a value', 'class Data<T> {\n  a: lane<T> = 0;\n}', '2:3', /cannot have an initial value/],
];

describe('files', () => {
  it.each(FILES)('%s', (_, text, position, message) => {
    const error = errorOf(text);
    expect(error).toMatch(message);
    expect(error).toContain(`assembly/test.kernel.ts:${position}: `);
  });

  it('are named where the error is, with the call that led there', () => {
    const library = 'export function scaled<S>(x: lane<S>, n: i32): lane<S> {\n  const big = n > 3;\n  return x * big;\n}';
    const text = `import { scaled } from './library.kernel';\nexport function main<T>(p: usize): void {\n  const x: lane<T> = load<T>(p);\n  store<T>(p, scaled(x, 2));\n}`;
    const error = errorOf(text, { 'library.kernel.ts': library });
    expect(error).toContain('assembly/library.kernel.ts:3:10: ');
    expect(error).toContain('(inlined at assembly/test.kernel.ts:4:15)');
  });

  it('that do not exist', () => {
    expect(() => projectOf({}).compile('no.kernel.ts')).toThrow(KernelError);
  });

  it('are checked where they are written, called or not', () => {
    const text = 'class Data<T> {\n  v: vec3<T>;\n  wrong(): lane<T> { return this.v; }\n}';
    expect(errorOf(text)).toContain('assembly/test.kernel.ts:3:29: ');
  });
});

describe('KernelError', () => {
  it('has the parts of its position', () => {
    try {
      projectOf({ 'joint/ball.kernel.ts': '\n  class Data { r: vec3; }' }).compile('joint/ball.kernel.ts');
    } catch (error) {
      expect(error).toBeInstanceOf(KernelError);
      expect(error).toMatchObject({ file: 'joint/ball.kernel.ts', line: 2, column: 19 });
      return;
    }
    throw new Error('no error');
  });
});
