// Values that no argument of a kind may have, by that kind; and the form of a row of the tables of bad input.
import type { ErrorCode } from '../../bindings/index.ts';
import type { Subject } from './twin-worlds.ts';

export interface BadCall {
  /** The argument, or what is called; and what is bad about it. */
  what: string;
  name: string;
  code: ErrorCode;
  act: (subject: Subject) => unknown;
}

type Named = [name: string, value: unknown];

const { NaN: NAN, POSITIVE_INFINITY: INFINITY } = Number;

const NOT_NUMBERS: Named[] = [
  ['null', null],
  ['text', '1'],
  ['true', true],
  ['a bigint', 1n],
  ['an array of one', [1]],
  ['an object', {}],
  ['a function', () => 1],
  ['a symbol', Symbol('one')],
];
export const NOT_FINITE: Named[] = [['NaN', NAN], ['Infinity', INFINITY], ['-Infinity', -INFINITY], ...NOT_NUMBERS];
export const NEGATIVE: Named[] = [['-1', -1], ['a tiny negative', -Number.MIN_VALUE], ...NOT_FINITE];
export const NOT_POSITIVE: Named[] = [['0', 0], ['-0', -0], ...NEGATIVE];
export const NOT_COUNTS: Named[] = [['0', 0], ['-1', -1], ['1.5', 1.5], ['1e9', 1e9], ...NOT_FINITE];
export const NOT_BOOLEANS: Named[] = [
  ['0', 0],
  ['1', 1],
  ['null', null],
  ['text', 'true'],
  ['an object', {}],
];
export const NOT_OBJECTS: Named[] = [
  ['null', null],
  ['a number', 5],
  ['text', 'abc'],
  ['true', true],
  ['an array', []],
];

export const NOT_VECTORS: Named[] = [
  ['NaN in it', [0, NAN, 0]],
  ['Infinity in it', [INFINITY, 0, 0]],
  ['-Infinity in it', [0, 0, -INFINITY]],
  ['two numbers', [1, 2]],
  ['four numbers', [1, 2, 3, 4]],
  ['no numbers', []],
  ['holes', new Array(3)],
  ['text in it', [1, '2', 3]],
  ['null in it', [1, null, 3]],
  ['a typed array of two', new Float32Array(2)],
  ['NaN in a typed array', Float32Array.of(0, 0, NAN)],
  ['x and y alone', { x: 1, y: 2 }],
  ['NaN as z', { x: 1, y: 2, z: NAN }],
  ['an empty object', {}],
  ['null', null],
  ['a number', 5],
  ['text of three', '123'],
  ['true', true],
  ['a symbol in it', [1, Symbol('one'), 3]],
];
const ZERO_VECTORS: Named[] = [
  ['zero', [0, 0, 0]],
  ['zero as an object', { x: 0, y: 0, z: 0 }],
  ['minus zero', [-0, -0, -0]],
];
export const NOT_DIRECTIONS: Named[] = [...ZERO_VECTORS, ...NOT_VECTORS];

export const NOT_ROTATIONS: Named[] = [
  ['zero', [0, 0, 0, 0]],
  ['zero as an object', { x: 0, y: 0, z: 0, w: 0 }],
  ['three numbers', [0, 0, 1]],
  ['five numbers', [0, 0, 0, 1, 0]],
  ['NaN in it', [0, 0, NAN, 1]],
  ['Infinity in it', [0, 0, 0, INFINITY]],
  ['no w', { x: 0, y: 0, z: 0 }],
  ['null', null],
  ['a number', 1],
  ['text of four', '0001'],
];

export const NOT_LOCKS: Named[] = [
  ['two', [true, false]],
  ['four', [true, false, true, false]],
  ['numbers', [1, 0, 0]],
  ['null in it', [true, null, false]],
  ['one boolean', true],
  ['null', null],
  ['a symbol in it', [Symbol('one'), false, false]],
  ['an object without text in it', [Object.create(null), false, false]],
];

export const NOT_INERTIAS: Named[] = [
  ['NaN in it', [1, NAN, 1]],
  ['Infinity in it', [1, 1, INFINITY]],
  ['a zero moment', [1, 1, 0]],
  ['a negative moment', [1, -1, 1]],
  ['a moment above the sum of the others', [1, 1, 3]],
  ['two numbers', [1, 1]],
  ['six numbers', [1, 0, 0, 1, 0, 1]],
  ['no numbers', []],
  ['a tensor that is not symmetric', [2, 0.5, 0, 0, 2, 0, 0, 0, 2]],
  ['a tensor that is not positive', [1, 2, 0, 2, 1, 0, 0, 0, 1]],
  ['NaN in a tensor', [1, 0, 0, 0, NAN, 0, 0, 0, 1]],
  ['null', null],
  ['a number', 1],
  ['text of three', '111'],
  ['a symbol in it', [Symbol('one'), 1, 1]],
];

/** The two ends of limits that nothing can satisfy, or that are none. */
export const NOT_LIMITS: Named[] = [
  ['upside down', { lower: 1, upper: -1 }],
  ['NaN below', { lower: NAN, upper: 1 }],
  ['NaN above', { lower: 0, upper: NAN }],
  ['text', { lower: '0', upper: 1 }],
  ['null in it', { lower: null, upper: 1 }],
  ['nothing above -Infinity', { upper: -INFINITY }],
  ['nothing below Infinity', { lower: INFINITY }],
  ['a negative compliance', { lower: 0, upper: 1, compliance: -1 }],
  ['a compliance of NaN', { lower: 0, upper: 1, compliance: NAN }],
  ['a compliance of null', { lower: 0, upper: 1, compliance: null }],
  ['a misspelt name', { lower: 0, uper: 1 }],
  ['an array', [0, 1]],
  ['a number', 1],
  ['zero', 0],
  ['false', false],
  ['empty text', ''],
  ['text', 'abc'],
];

export const notTargets = (coordinate: string): Named[] => [
  ['NaN', { [coordinate]: NAN }],
  ['Infinity', { [coordinate]: INFINITY }],
  ['text', { [coordinate]: '1' }],
  ['nothing', {}],
  ['a negative compliance', { [coordinate]: 0, compliance: -1 }],
  ['a compliance of NaN', { [coordinate]: 0, compliance: NAN }],
  ['a misspelt name', { [coordinate]: 0, complience: 1 }],
  ['the bare number', 1],
  ['an array', [1]],
];

export const NOT_DAMPINGS: Named[] = [
  ['a negative rate', { linear: -1 }],
  ['a rate of NaN', { angular: NAN }],
  ['an infinite rate', { linear: INFINITY }],
  ['a rate of null', { linear: null }],
  ['a misspelt name', { linar: 1 }],
  ['a bare number', 1],
  ['null', null],
  ['an array', [1, 1]],
  ['text', 'abc'],
];

/** A row for each value: `use` hands it to what is under test. */
export function badCalls(what: string, values: readonly Named[], use: (subject: Subject, value: never) => unknown): BadCall[] {
  return values.map(([name, value]) => ({
    what,
    name,
    code: 'invalid-argument',
    act: (subject) => use(subject, value as never),
  }));
}

/** A row of its own, for codes other than `invalid-argument`. */
export function badCall(what: string, name: string, code: ErrorCode, act: BadCall['act']): BadCall {
  return { what, name, code, act };
}

/** The rows by what they call. */
export function byArgument(calls: readonly BadCall[]): [what: string, calls: BadCall[]][] {
  const groups = new Map<string, BadCall[]>();
  for (const call of calls) groups.set(call.what, [...(groups.get(call.what) ?? []), call]);
  return [...groups];
}
