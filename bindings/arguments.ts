import { HolonomicError } from './errors.ts';

/** Three numbers: an array, a typed array, or anything with x, y and z (three.js and Babylon.js vectors). */
export type Vec3Like = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };
/** Four numbers, x y z w. */
export type QuatLike = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
export type Vec3 = [x: number, y: number, z: number];
export type Quat = [x: number, y: number, z: number, w: number];
/** Where a getter writes to when no new array is wanted. */
export type Out = { [index: number]: number; readonly length: number };

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

export function describe(value: unknown): string {
  if (typeof value === 'number' || value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(value);
  if (ArrayBuffer.isView(value) || Array.isArray(value)) return `[${Array.from(value as ArrayLike<unknown>, describeEntry).join(', ')}]`;
  return `a value of type ${typeof value}`;
}

/** An entry of a list; also what cannot become text. */
function describeEntry(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(value);
  if (typeof value === 'function' || (typeof value === 'object' && value !== null)) return `a value of type ${typeof value}`;
  return String(value);
}

/** What is not given has a default; null is given, and wrong. */
export function orDefault(value: unknown, fallback: unknown): unknown {
  return value === undefined ? fallback : value;
}

export function finite(value: unknown, name: string): number {
  if (typeof value !== 'number' || !Number.isFinite(value)) invalid(`${name} must be a finite number, but is ${describe(value)}.`);
  return value;
}

/** A number of at least zero. */
export function nonNegative(value: unknown, name: string): number {
  if (finite(value, name) < 0) invalid(`${name} must not be negative, but is ${describe(value)}.`);
  return value as number;
}

/** Above this, products with masses and step lengths leave the range of single precision. */
const LARGEST_COEFFICIENT = 1e30;

/** An optional compliance or damping rate; 0 if not given. */
export function coefficient(value: unknown, name: string): number {
  return requiredCoefficient(orDefault(value, 0), name);
}

/** A compliance or a damping rate: at least zero, and no larger than the kernels can compute with. */
export function requiredCoefficient(value: unknown, name: string): number {
  const number = nonNegative(value, name);
  if (number > LARGEST_COEFFICIENT) invalid(`${name} must not be above ${LARGEST_COEFFICIENT}, but is ${number}.`);
  return number;
}

/** A number above zero. */
export function positive(value: unknown, name: string): number {
  if (finite(value, name) <= 0) invalid(`${name} must be greater than zero, but is ${describe(value)}.`);
  return value as number;
}

/** A whole number from `lowest` to `highest`. */
export function integer(value: unknown, name: string, lowest: number, highest: number): number {
  if (!Number.isInteger(value) || (value as number) < lowest || (value as number) > highest)
    invalid(`${name} must be a whole number from ${lowest} to ${highest}, but is ${describe(value)}.`);
  return value as number;
}

export function boolean(value: unknown, name: string): boolean {
  if (typeof value !== 'boolean') invalid(`${name} must be true or false, but is ${describe(value)}.`);
  return value;
}

/** One of some words. */
export function choice<Choice extends string>(value: unknown, name: string, choices: readonly Choice[]): Choice {
  if (!choices.includes(value as Choice)) {
    const words = choices.map((word) => `'${word}'`).join(', ');
    invalid(`${name} must be one of ${words}, but is ${describe(value)}.`);
  }
  return value as Choice;
}

const VECTOR: readonly string[] = ['x', 'y', 'z'];
const QUATERNION: readonly string[] = ['x', 'y', 'z', 'w'];

/** Texts are made only where they are needed: setters and queries come here a great many times. */
function notComponents(name: string, keys: readonly string[], found: string): never {
  return invalid(`${name} must be ${keys.length} finite numbers ([${keys.join(', ')}] or { ${keys.join(', ')} }), but ${found}.`);
}

function components(value: unknown, name: string, keys: readonly string[]): number[] {
  if (typeof value !== 'object' || value === null) notComponents(name, keys, `is ${describe(value)}`);
  // The vectors of three.js have a method of that name.
  const list = 'length' in value && typeof value.length !== 'function' ? value : undefined;
  if (list && list.length !== keys.length) notComponents(name, keys, `has ${describe(list.length)}`);
  const found: number[] = [];
  for (let index = 0; index < keys.length; index++) {
    const component = (value as Record<string | number, unknown>)[list ? index : keys[index]];
    if (typeof component !== 'number' || !Number.isFinite(component)) notComponents(name, keys, `${keys[index]} is ${describe(component)}`);
    found.push(component);
  }
  return found;
}

export function vector(value: unknown, name: string): Vec3 {
  // The common case at once: queries come here often.
  if (typeof value === 'object' && value !== null && (value as ArrayLike<unknown>).length === 3) {
    const list = value as ArrayLike<number>;
    const x = list[0];
    const y = list[1];
    const z = list[2];
    if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) return [x, y, z];
  }
  return components(value, name, VECTOR) as Vec3;
}

/** Square root of the sum of squares. Unlike Math.hypot and powers, it is rounded alike by all engines. */
export function norm(values: readonly number[]): number {
  let sum = 0;
  for (const value of values) sum += value * value;
  return Math.sqrt(sum);
}

/** A vector's direction as a unit vector. */
export function direction(value: unknown, name: string): Vec3 {
  const [x, y, z] = vector(value, name);
  const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z));
  if (scale < 1e-150) invalid(`${name} must not be the zero vector.`);
  const [u, v, w] = [x / scale, y / scale, z / scale];
  const length = Math.sqrt(u * u + v * v + w * w) * scale;
  return [x / length, y / length, z / length];
}

/** A rotation as a unit quaternion; what is given need not be normalised, but must not be zero. */
export function rotation(value: unknown, name: string): Quat {
  const [x, y, z, w] = components(value, name, QUATERNION) as Quat;
  const scale = Math.max(Math.abs(x), Math.abs(y), Math.abs(z), Math.abs(w));
  if (scale < 1e-150) invalid(`${name} must not be the zero quaternion.`);
  const length = norm([x / scale, y / scale, z / scale, w / scale]) * scale;
  return [x / length, y / length, z / length, w / length];
}

/** Where to write a result; undefined if it is to be a new array. */
export function output(value: unknown): Out | undefined {
  if (value !== undefined && (typeof value !== 'object' || value === null)) invalid(`out must be an array, but is ${describe(value)}.`);
  return value as Out | undefined;
}

/** Three booleans. */
export function flags3(value: unknown, name: string): [boolean, boolean, boolean] {
  if (!Array.isArray(value) || value.length !== 3 || value.some((flag) => typeof flag !== 'boolean'))
    invalid(`${name} must be three booleans [x, y, z], but is ${describe(value)}.`);
  return value as [boolean, boolean, boolean];
}

/** An options object with no names but those known, so that a misspelt option does not go unnoticed. */
export function options<Options extends object>(value: unknown, name: string, known: readonly (keyof Options)[]): Options {
  if (typeof value !== 'object' || value === null || Array.isArray(value)) invalid(`${name} must be an object, but is ${describe(value)}.`);
  for (const key of Object.keys(value)) {
    if (!known.includes(key as keyof Options)) invalid(`${name} has no option '${key}'. It knows ${known.join(', ')}.`);
  }
  return value as Options;
}
