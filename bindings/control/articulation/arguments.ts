import { options, orDefault, type Vec3, type Vec3Like, vector } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { copyNumbers, finiteEntry, listLength, readEntries } from '../../core/lists.ts';
import type { Body } from '../../index.ts';
import type { ExternalLoad } from './dynamics.ts';

/** An external load on a body. */
export interface LoadGiven {
  body: Body;
  /** Force in world axes, N. */
  force?: Vec3Like;
  /** Point of application in the body's frame; its origin by default. */
  point?: Vec3Like;
  /** Torque in world axes, N m. */
  torque?: Vec3Like;
}

/** A copy of a list of so many finite numbers. */
export function readNumbers(value: ArrayLike<number>, name: string, count: number): Float64Array {
  const length = listLength(value, name);
  if (length !== count) throw new HolonomicError('invalid-argument', `${name} must be a list of ${count} numbers, but has ${length}.`);
  return Float64Array.from(copyNumbers(value, count, name, (entry, k) => finiteEntry(entry, name, k)));
}

export function checkLoads(loads: readonly LoadGiven[], bodies: readonly Body[]): ExternalLoad[] {
  const needs = () => 'The loads must be a list of { body, force, point, torque }.';
  const optional = (value: unknown, name: string): Vec3 => vector(orDefault(value, [0, 0, 0]), name);
  return readEntries(loads, 'The list of loads', [0, Number.POSITIVE_INFINITY], needs, (given) => {
    const { body, force, point, torque } = options<LoadGiven>(given, 'A load', ['body', 'force', 'point', 'torque']);
    if (!bodies.includes(body)) throw new HolonomicError('invalid-argument', 'The body of a load must belong to the articulation.');
    return { body, force: optional(force, 'force'), point: optional(point, 'point'), torque: optional(torque, 'torque') };
  });
}
