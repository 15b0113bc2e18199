import { HolonomicError } from './errors.ts';

/** Three numbers: an array, a typed array, or anything with x, y and z (three.js and Babylon.js vectors). */
export type Vec3Like = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number };
/** Four numbers, x y z w. */
export type QuatLike = ArrayLike<number> | { readonly x: number; readonly y: number; readonly z: number; readonly w: number };
export type Vec3 = [x: number, y: number, z: number];
export type Quat = [x: number, y: number, z: number, w: number];
/** An array that a method writes its result to, instead of creating a new one. */
export type Out = { [index: number]: number; readonly length: number };

function invalid(message: string): never {
  throw new HolonomicError('invalid-argument', message);
}

/** What of a text, and of a list, an error quotes. */
const MOST_CHARACTERS = 80;
const MOST_ENTRIES = 9;

/** A text of the user's, cut so that it fits into an error. */
export function shortened(text: string): string {
  return text.length > MOST_CHARACTERS ? `${text.slice(0, MOST_CHARACTERS)}…` : text;
}

export function describe(value: unknown): string {
  if (typeof value === 'number' || value === null || value === undefined) return String(value);
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  try {
    if (Array.isArray(value) || typedArrayName(value)) return describeList(value as ArrayLike<unknown>);
  } catch {
    // Reported by its type.
  }
  return `a value of type ${typeof value}`;
}

function describeList(list: ArrayLike<unknown>): string {
  const { length } = list;
  const entries: string[] = [];
  for (let index = 0; index < length && index < MOST_ENTRIES; index++) entries.push(describeEntry(list[index]));
  if (length > MOST_ENTRIES) entries.push(`… ${length} in all`);
  return `[${entries.join(', ')}]`;
}

/** An entry of a list; also what cannot become text. */
function describeEntry(value: unknown): string {
  if (typeof value === 'string') return JSON.stringify(shortened(value));
  if (typeof value === 'symbol') return shortened(String(value));
  if (typeof value === 'number' || typeof value === 'boolean' || value === null || value === undefined) return String(value);
  return `a value of type ${typeof value}`;
}

const typedArrayTag = Object.getOwnPropertyDescriptor(Object.getPrototypeOf(Uint8Array.prototype), Symbol.toStringTag)!.get!;

/** The name of a typed array's class, whatever its prototype says; undefined for what is none, proxies of one too. */
export function typedArrayName(value: unknown): string | undefined {
  return typedArrayTag.call(value);
}

/** Rethrows what a getter or a proxy of the user's threw while an argument was read, as an error of ours; one of ours as it is. */
export function unreadable(name: string, cause: unknown): never {
  if (isOurs(cause)) throw cause;
  throw new HolonomicError('invalid-argument', `${name} cannot be read: ${messageOf(cause)}.`, { cause });
}

/** Does something with objects of other libraries: what they throw is an error of ours, which says what could not be used. */
export function using<Result>(name: string, use: () => Result): Result {
  try {
    return use();
  } catch (cause) {
    return unreadable(name, cause);
  }
}

function isOurs(error: unknown): boolean {
  try {
    return error instanceof HolonomicError;
  } catch {
    return false; // a proxy that has been revoked
  }
}

function messageOf(cause: unknown): string {
  try {
    if (cause instanceof Error) return shortened(String(cause.message));
  } catch {
    // Reported by its type.
  }
  return describe(cause);
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

/** The same, or infinite: a maximum load. */
export function nonNegativeOrInfinite(value: unknown, name: string): number {
  return value === Infinity ? Infinity : nonNegative(value, name);
}

/** A part of a whole, from 0 to 1. */
export function share(value: unknown, name: string): number {
  const part = finite(value, name);
  if (part < 0 || part > 1) invalid(`${name} must lie between 0 and 1, but is ${part}.`);
  return part;
}

/** A factor of over-relaxation, with which sweeps converge. */
export function relaxationFactor(value: unknown, name: string): number {
  const factor = finite(value, name);
  if (factor <= 0 || factor >= 2) invalid(`${name} must lie between 0 and 2, but is ${factor}.`);
  return factor;
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
  try {
    // The vectors of three.js have a method of that name.
    const length = (value as { length?: unknown }).length;
    const isList = length !== undefined ? typeof length !== 'function' : 'length' in value;
    if (isList && length !== keys.length) notComponents(name, keys, `has ${describe(length)}`);
    const found: number[] = [];
    for (let index = 0; index < keys.length; index++) {
      const component = (value as Record<string | number, unknown>)[isList ? index : keys[index]];
      if (typeof component !== 'number' || !Number.isFinite(component))
        notComponents(name, keys, `${keys[index]} is ${describe(component)}`);
      found.push(component);
    }
    return found;
  } catch (cause) {
    return unreadable(name, cause);
  }
}

export function vector(value: unknown, name: string): Vec3 {
  try {
    // The common cases at once: queries come here often.
    if (typeof value === 'object' && value !== null) {
      const { length } = value as ArrayLike<number>;
      if (length === 3) {
        const list = value as ArrayLike<number>;
        const x = list[0];
        const y = list[1];
        const z = list[2];
        if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) return [x, y, z];
      } else if (typeof length === 'function') {
        // A vector of three.js or cannon-es.
        const { x, y, z } = value as { x: number; y: number; z: number };
        if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z)) return [x, y, z];
      }
    }
  } catch {
    // What cannot be read is reported below.
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
  const q = quaternion(value, name);
  const scale = Math.max(Math.abs(q[0]), Math.abs(q[1]), Math.abs(q[2]), Math.abs(q[3]));
  if (scale < 1e-150) invalid(`${name} must not be the zero quaternion.`);
  const [x, y, z, w] = [q[0] / scale, q[1] / scale, q[2] / scale, q[3] / scale];
  const length = Math.sqrt(x * x + y * y + z * z + w * w) * scale;
  return [q[0] / length, q[1] / length, q[2] / length, q[3] / length];
}

function quaternion(value: unknown, name: string): Quat {
  try {
    // As for vectors.
    if (typeof value === 'object' && value !== null && (value as ArrayLike<unknown>).length === 4) {
      const list = value as ArrayLike<number>;
      const x = list[0];
      const y = list[1];
      const z = list[2];
      const w = list[3];
      if (Number.isFinite(x) && Number.isFinite(y) && Number.isFinite(z) && Number.isFinite(w)) return [x, y, z, w];
    }
  } catch {
    // What cannot be read is reported below.
  }
  return components(value, name, QUATERNION) as Quat;
}

/** Refuses what `count` numbers cannot be written to; whether it is frozen shows when it is written to. */
export function requireOutput(value: unknown, count: number): asserts value is Out {
  let length: number | undefined;
  try {
    if (Array.isArray(value)) return;
    if (value instanceof Float32Array || value instanceof Float64Array || isFloatArray(value)) length = value.length;
  } catch {
    // Only looks like an array.
  }
  if (length === undefined) invalid(`out must be an array, a Float32Array or a Float64Array, but is ${describe(value)}.`);
  if (length < count) invalid(`out must have room for ${count} numbers, but its length is ${length}.`);
}

/** Also those of other realms. */
function isFloatArray(value: unknown): value is Float64Array {
  const name = typedArrayName(value);
  return name === 'Float64Array' || name === 'Float32Array';
}

export function notWritable(cause: unknown): never {
  if (isOurs(cause)) throw cause;
  throw new HolonomicError('invalid-argument', `out cannot be written to: ${messageOf(cause)}. Pass an array that is not frozen.`, {
    cause,
  });
}

/** Three booleans. */
export function flags3(value: unknown, name: string): [boolean, boolean, boolean] {
  try {
    if (Array.isArray(value) && value.length === 3) {
      const [x, y, z] = [value[0], value[1], value[2]];
      if (typeof x === 'boolean' && typeof y === 'boolean' && typeof z === 'boolean') return [x, y, z];
    }
  } catch (cause) {
    unreadable(name, cause);
  }
  return invalid(`${name} must be three booleans [x, y, z], but is ${describe(value)}.`);
}

/** The names in an object of options. Refuses what is none, and names that are not known, so that a misspelt option does not go unnoticed. */
export function optionNames(value: unknown, name: string, known: readonly string[]): string[] {
  try {
    if (typeof value !== 'object' || value === null || Array.isArray(value) || ArrayBuffer.isView(value))
      invalid(`${name} must be an object, but is ${describe(value)}.`);
    const keys = Object.keys(value);
    for (const key of keys) {
      if (!known.includes(key)) invalid(`${name} has no option '${shortened(key)}'. Valid options are ${known.join(', ')}.`);
    }
    return keys;
  } catch (cause) {
    return unreadable(name, cause);
  }
}

/** A copy of an object of options: each is read once, so that what has been checked is what is used, whatever getters answer next. */
export function options<Options extends object>(value: unknown, name: string, known: readonly (keyof Options)[]): Options {
  const own = optionNames(value, name, known as readonly string[]) as (keyof Options)[];
  const copy: Partial<Options> = {};
  try {
    // Options may be inherited, where they are not a plain object's.
    for (const key of Object.getPrototypeOf(value) === Object.prototype ? own : known) {
      const option = (value as Options)[key];
      if (option !== undefined) copy[key] = option;
    }
  } catch (cause) {
    unreadable(name, cause);
  }
  return copy as Options;
}

/** All 32 groups of bodies. */
export const ALL_GROUPS = 0xffffffff;

/** 32 bits. */
export function bits(value: unknown, name: string, fallback: number): number {
  return integer(orDefault(value, fallback), name, 0, ALL_GROUPS);
}
