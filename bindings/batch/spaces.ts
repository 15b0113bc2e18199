// Points of parameter spaces. Each follows from its number alone, so that any part of them can be had without the others.
import { describe, finite, integer } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';

export type PointValue = number | string;
export type Point = Record<string, PointValue>;

/** From `min` to `max`, both included. */
export interface Range {
  min: number;
  max: number;
  /** Whole numbers alone. */
  integer?: boolean;
  /** Evenly on a logarithmic scale; both ends have to be positive. */
  logarithmic?: boolean;
}
/** Values to choose among, or a range of numbers. */
export type Dimension = readonly PointValue[] | Range;

const MOST_POINTS = 0x10000000000;

/** Every combination of the values, the last name fastest. */
export function* grid(values: Readonly<Record<string, readonly PointValue[]>>): Generator<Point, void> {
  const names = Object.keys(values);
  for (const name of names) requireValues(values[name], name);
  const count = names.reduce((product, name) => product * values[name].length, 1);
  for (let k = 0; k < count; k++) {
    const point: Point = {};
    let rest = k;
    for (const name of [...names].reverse()) {
      point[name] = values[name][rest % values[name].length];
      rest = Math.floor(rest / values[name].length);
    }
    yield Object.fromEntries(names.map((name) => [name, point[name]]));
  }
}

/** Numbers from `first` to `last`, both included, `step` apart. */
export function range(first: number, last: number, step = 1): number[] {
  const count = Math.floor((finite(last, 'last') - finite(first, 'first')) / finite(step, 'step') + 1e-9) + 1;
  if (!(step !== 0 && count > 0 && count < 1e7)) throw bad(`There is no range from ${first} to ${last} in steps of ${step}.`);
  return Array.from({ length: count }, (_, k) => Number((first + k * step).toPrecision(12)));
}

/** Points at random, the same for the same seed: the value of a point follows from its number, not from the points before. */
export function* random(
  space: Readonly<Record<string, Dimension>>,
  count: number,
  { seed = 0, from = 0 }: { seed?: number; from?: number } = {},
): Generator<Point, void> {
  integer(seed, 'seed', 0, 0xffffffff);
  yield* pointsOf(space, count, from, (k, dimension) => uniform(seed, k, dimension));
}

/** Points of the Halton sequence, which fill a space more evenly than points at random; `from`: the number of the first. */
export function* halton(
  space: Readonly<Record<string, Dimension>>,
  count: number,
  { from = 0 }: { from?: number } = {},
): Generator<Point, void> {
  const bases = primes(Object.keys(space).length);
  yield* pointsOf(space, count, from, (k, dimension) => radicalInverse(k + 1, bases[dimension]));
}

function* pointsOf(
  space: Readonly<Record<string, Dimension>>,
  count: number,
  from: number,
  coordinate: (k: number, dimension: number) => number,
): Generator<Point, void> {
  const dimensions = Object.entries(space).map(([name, dimension]) => [name, valueReader(dimension, name)] as const);
  integer(count, 'count', 0, MOST_POINTS);
  integer(from, 'from', 0, MOST_POINTS);
  for (let k = from; k < from + count; k++)
    yield Object.fromEntries(dimensions.map(([name, valueAt], index) => [name, valueAt(coordinate(k, index))]));
}

/** The value of a dimension for a coordinate from 0 up to 1. */
function valueReader(dimension: Dimension, name: string): (u: number) => PointValue {
  if (Array.isArray(dimension)) {
    requireValues(dimension, name);
    return (u) => dimension[Math.min(dimension.length - 1, Math.floor(u * dimension.length))];
  }
  const { integer: whole = false, logarithmic = false, max, min } = dimension as Range;
  finite(min, `${name}.min`);
  finite(max, `${name}.max`);
  if (min > max) throw bad(`${name}.min must be at most ${name}.max, but they are ${min} and ${max}.`);
  if (logarithmic && min <= 0) throw bad(`A logarithmic range must begin above 0, but ${name} begins at ${min}.`);
  if (whole && !(Number.isInteger(min) && Number.isInteger(max))) throw bad(`${name} is of whole numbers, but ends at ${min} and ${max}.`);
  if (whole && logarithmic) return (u) => Math.min(max, Math.floor(between(min, max + 1, u, true)));
  if (whole) return (u) => Math.min(max, min + Math.floor(u * (max - min + 1)));
  return (u) => between(min, max, u, logarithmic);
}

function between(min: number, max: number, u: number, logarithmic: boolean): number {
  // Parameters are given to jobs as numbers: a last bit that engines differ by would be another job. Twelve digits are the same everywhere.
  return logarithmic ? Number((min * powerOf(max / min, u)).toPrecision(12)) : min + u * (max - min);
}

/** base to the power of u. */
function powerOf(base: number, u: number): number {
  let result = 1;
  let root = base;
  let rest = u;
  for (let k = 0; k < 60 && rest > 0; k++) {
    root = Math.sqrt(root);
    rest *= 2;
    if (rest < 1) continue;
    rest -= 1;
    result *= root;
  }
  return result;
}

/** 53 bits from a seed, the number of a point and a dimension: a generator by a counter. */
function uniform(seed: number, k: number, dimension: number): number {
  const high = mix(seed ^ 0x9e3779b9, k, dimension, 0x85ebca6b);
  const low = mix(high, k, dimension, 0xc2b2ae35);
  return ((high >>> 5) * 0x4000000 + (low >>> 6)) / 0x20000000000000;
}

function mix(seed: number, k: number, dimension: number, salt: number): number {
  let state = seed | 0;
  for (const word of [k >>> 0, Math.floor(k / 0x100000000), dimension, salt]) {
    state = Math.imul(state ^ word, 0x7feb352d);
    state = Math.imul(state ^ (state >>> 15), 0x846ca68b);
    state ^= state >>> 16;
  }
  return state >>> 0;
}

function radicalInverse(k: number, base: number): number {
  let [digits, scale, rest] = [0, 1, k];
  while (rest > 0) {
    digits = digits * base + (rest % base);
    scale *= base;
    rest = Math.floor(rest / base);
  }
  return digits / scale;
}

function primes(count: number): number[] {
  const found: number[] = [];
  for (let candidate = 2; found.length < count; candidate++) if (found.every((prime) => candidate % prime !== 0)) found.push(candidate);
  return found;
}

function requireValues(values: unknown, name: string): void {
  if (!Array.isArray(values) || values.length === 0) throw bad(`${name} must be a list of values, but is ${describe(values)}.`);
}

function bad(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
