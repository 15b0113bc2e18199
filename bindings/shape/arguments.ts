// Sizes and lists of numbers that shapes are given.
import { finite, nonNegative, options, orDefault, positive, type Vec3, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { copyNumbers, finiteEntry, listLength } from '../core/lists.ts';

/** Of any coordinate of a shape, m: squares of it are still numbers in single precision, in which trees of boxes are kept. */
export const LARGEST_COORDINATE = 1e18;

export function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

/** A number no farther from zero than shapes may reach. */
export function coordinate(value: unknown, name: string): number {
  const number = finite(value, name);
  if (Math.abs(number) > LARGEST_COORDINATE) invalid(`${name} must be at most ${LARGEST_COORDINATE} m away from 0, but is ${number}.`);
  return number;
}

/** A length above zero. */
export function size(value: unknown, name: string): number {
  return coordinate(positive(value, name), name);
}

export interface RoundingOptions {
  /** Radius of the edges and corners, m. 0, sharp, by default. */
  rounding?: number;
}

/** The rounding in the options of a shape. */
export function readRounding(given: unknown, name: string): number {
  const { rounding } = options<RoundingOptions>(orDefault(given, {}), `The options of ${name}`, ['rounding']);
  return coordinate(nonNegative(orDefault(rounding, 0), 'rounding'), 'rounding');
}

/** A rounding that takes from the shape's own size: it has to leave some of it. */
export function innerRounding(given: unknown, name: string, limit: number, meaning: string): number {
  const rounding = readRounding(given, name);
  if (!(rounding < limit)) invalid(`rounding must be less than ${meaning}, ${limit}, so that a core is left, but is ${rounding}.`);
  return rounding;
}

/** Copies a list of coordinates; `meaning` says what it holds, `group` how many numbers belong together. */
export function coordinates(list: unknown, name: string, meaning: string, group = 3): Float64Array {
  const length = listLength(list, name);
  if (length === undefined) invalid(`${name} must be a list of numbers, ${meaning}.`);
  if (length === 0 || length % group !== 0) invalid(`${name} must hold ${meaning}, but its length is ${length}.`);
  return copyNumbers(list, length, name, (value, k) => {
    const number = finiteEntry(value, name, k);
    if (Math.abs(number) > LARGEST_COORDINATE) coordinate(number, `${name}[${k}]`);
    return number;
  });
}

/** A point no farther away than shapes may reach. */
export function coordinateVector(value: unknown, name: string): Vec3 {
  const point = vector(value, name);
  for (const [axis, component] of point.entries()) coordinate(component, `${name}.${'xyz'[axis]}`);
  return point;
}
