// What users give of particles, read once and checked.
import { describe, integer, nonNegative, nonNegativeOrInfinite, orDefault } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { copyNumbers, finiteEntry, listLength } from '../core/lists.ts';

export const MOST_PARTICLES = 1 << 22;

/** x y z of each particle: a flat list. */
export function readPoints(value: unknown, name: string): Float64Array {
  const length = listLength(value, name);
  if (length === undefined || length === 0 || length % 3 !== 0 || length > 3 * MOST_PARTICLES)
    throw new HolonomicError(
      'invalid-argument',
      `${name} must be a list of x, y and z of one to ${MOST_PARTICLES} particles, three numbers each, but is ${describe(value)}.`,
    );
  return copyNumbers(value, length, name, (entry, index) => finiteEntry(entry, name, index));
}

/** A number for each of `count` particles, from one for all or a list. */
export function readEach(value: unknown, count: number, name: string, read: (value: unknown, name: string) => number): Float64Array {
  if (typeof value === 'number') return new Float64Array(count).fill(read(value, name));
  if (listLength(value, name) !== count)
    throw new HolonomicError('invalid-argument', `${name} must be a number, or a list of ${count}, but is ${describe(value)}.`);
  return copyNumbers(value, count, name, (entry, index) => read(entry, `${name}[${index}]`));
}

/** Numbers of particles, `group` of them for each entry. */
export function readIndices(value: unknown, group: number, count: number, name: string): Uint32Array {
  const length = listLength(value, name);
  if (length === undefined || length % group !== 0)
    throw new HolonomicError(
      'invalid-argument',
      `${name} must be a flat list of numbers of particles${group > 1 ? `, ${group} for each` : ''}, but is ${describe(value)}.`,
    );
  return Uint32Array.from(copyNumbers(value, length, name, (entry, index) => integer(entry, `${name}[${index}]`, 0, count - 1)));
}

/** Refuses two equal numbers in a group. */
export function requireDistinct(indices: ArrayLike<number>, group: number, name: string): void {
  for (let k = 0; k < indices.length; k += group)
    for (let i = k; i < k + group; i++)
      for (let j = k; j < i; j++)
        if (indices[i] === indices[j])
          throw new HolonomicError(
            'invalid-argument',
            `${name} must name different particles, but names ${indices[i]} twice at ${j} and ${i}.`,
          );
}

/** Compliance and damping of a constraint between particles. */
export interface SoftOptions {
  /** Compliance: m/N of distances and lengths; rad/(N m) of bends; m³/Pa of volumes. 0 by default: rigid. */
  compliance?: number;
  /** Time constant of the damper beside a compliance: damping over stiffness, s; 0 by default. */
  damping?: number;
}

export interface Soft {
  compliance: number;
  /** Force over speed. */
  damping: number;
}

const LARGEST = 1e30;

export function compliance(value: unknown, name: string): number {
  const number = nonNegativeOrInfinite(orDefault(value, 0), name);
  if (number > LARGEST && number !== Infinity)
    throw new HolonomicError('invalid-argument', `${name} must be at most ${LARGEST}, or Infinity.`);
  return number;
}

/** Damping is a time: with a compliance α the damper is time / α. */
export function readSoft({ compliance: given, damping }: SoftOptions, name: string): Soft {
  const soft = compliance(given, `${name}.compliance`);
  const time = nonNegative(orDefault(damping, 0), `${name}.damping`);
  return { compliance: soft, damping: soft > 0 && soft < Infinity ? time / soft : 0 };
}
