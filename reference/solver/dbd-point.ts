// Points that are held together along their separation, as one row: |δp| of Waterson, eqs 61 to 67. Its direction is that of where the bodies
// are; the three rows keep the impulse.
import { RowKind } from '../../bindings/core/layout.ts';
import { Vec3 } from '../math/vector.ts';
import type { Line } from './row/line.ts';

/** m; a separation below this has no direction. */
const LEAST_SEPARATION = 1e-12;
/** By how much a product of unit vectors that stand across each other may differ from nothing. */
const SQUARE = 1e-6;

/** The first three lines, where they hold a point in all directions. */
export function pointOf<Kind extends Line>(lines: readonly Kind[]): Kind[] {
  const three = lines.slice(0, 3);
  const [x, y, z] = three.map(({ row }) => row.push);
  const holds = three.length === 3 && three.every((line) => line.isBilateral && line.isRigid && line.isPositional && isBound(line));
  const isSquare = holds && [x.dot(y), y.dot(z), z.dot(x)].every((cosine) => Math.abs(cosine) < SQUARE);
  return isSquare && [x, y, z].every((force) => Math.abs(force.squaredLength - 1) < SQUARE) ? three : [];
}

const isBound = ({ row }: Line): boolean => row.kind === RowKind.Bound && row.turn.squaredLength === 0;

/** The changes of the three impulses: -ξ (δp / h + α p) / (n · K n + α) with n along δp; their values have just been read. */
export function pointChanges(lines: readonly Line[], h: number, relaxation: number, regularization: number): number[] {
  const distance = Math.hypot(...lines.map(({ value }) => value));
  if (distance <= LEAST_SEPARATION) return [0, 0, 0];
  const parts = lines.map(({ value }) => value / distance);
  let inverseMass = regularization;
  lines[0].ends.forEach((_, end) => {
    const [force, torque, linear, angular] = (['force', 'torque', 'linear', 'angular'] as const).map((what) =>
      lines.reduce((sum: Vec3, line, k) => sum.plusTimes(line.ends[end][what], parts[k]), Vec3.zero()),
    );
    inverseMass += force.dot(linear) + torque.dot(angular);
  });
  if (!(inverseMass > 0)) return [0, 0, 0];
  return lines.map(({ impulse, value }) => (-relaxation * (value / h + regularization * impulse)) / inverseMass);
}
