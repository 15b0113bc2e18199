// A force between two points and how it changes with their separation, as three rows along the principal axes of its stiffness: Waterson, section 8,
// eqs 105 to 107, one Newton step of an implicit force.
import { describe, nonNegative, options, orDefault, type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { cross, dot, length, rotate, scale, subtract } from '../core/geometry.ts';
import { copyNumbers, finiteEntry, listLength } from '../core/lists.ts';
import { diagonalize } from '../shape/mass-properties.ts';
import type { CustomRow } from './custom-row.ts';

export interface ForceLaw {
  /** Points of application on A and on B, in world coordinates. */
  pointA: Vec3Like;
  pointB: Vec3Like;
  /** Force on B, N. */
  force: Vec3Like;
  /**
   * Minus the derivative of the force with respect to pointB - pointA, N/m: nine numbers, symmetric. Directions with negative stiffness
   * count as 0.
   */
  stiffness: ArrayLike<number>;
  /** Damping in all directions, N s/m; 0 by default. */
  damping?: number;
}

interface CheckedLaw {
  pointA: Vec3;
  pointB: Vec3;
  force: Vec3;
  stiffness: readonly number[];
  damping: number;
}

/** Of its largest entry. */
const ASYMMETRY = 1e-9;
/** Of the largest stiffness, or of force per metre: softer directions count as that soft, and take the force as it is. */
const SOFTEST = 1e-9;

export function readForceLaw(given: unknown): CheckedLaw {
  const o = options<ForceLaw>(given, 'The force law', ['pointA', 'pointB', 'force', 'stiffness', 'damping']);
  const count = listLength(o.stiffness, 'stiffness') === 9 ? 9 : 0;
  const numbers = Array.from(copyNumbers(o.stiffness, count, 'stiffness', (entry, k) => finiteEntry(entry, 'stiffness', k)));
  const largest = Math.max(...numbers.map(Math.abs), 0);
  const isSymmetric = [1, 2, 5].every((k) => Math.abs(numbers[k] - numbers[3 * (k % 3) + Math.floor(k / 3)]) <= ASYMMETRY * largest);
  if (numbers.length !== 9 || !isSymmetric)
    throw new HolonomicError(
      'invalid-argument',
      `stiffness must be the nine numbers of a symmetric matrix, but is ${describe(o.stiffness)}. Use (K + transpose of K) / 2.`,
    );
  return {
    pointA: vector(o.pointA, 'pointA'),
    pointB: vector(o.pointB, 'pointB'),
    force: vector(o.force, 'force'),
    stiffness: numbers,
    damping: nonNegative(orDefault(o.damping, 0), 'damping'),
  };
}

export function rowsOfForce(law: CheckedLaw, centerA: Vec3, centerB: Vec3): CustomRow[] {
  const { damping, force, pointA, pointB, stiffness } = law;
  const { moments, rotation } = diagonalize(stiffness);
  const least = SOFTEST * Math.max(...moments, length(force), 1e-9);
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  return axes.map((axis, k) => {
    const along = rotate(rotation, axis);
    const stiff = Math.max(moments[k], least);
    return {
      linearA: scale(along, -1),
      angularA: scale(cross(subtract(pointA, centerA), along), -1),
      linearB: along,
      angularB: cross(subtract(pointB, centerB), along),
      error: -dot(force, along) / stiff,
      stiffness: stiff,
      damping,
    };
  });
}
