// How far the loads of a joint swing its bodies: assembly/solver/direct/expect.kernel.ts has the same.
import type { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';
import type { DirectRow } from './row.ts';
import type { Parts } from './stiffness.ts';

/** How fast a unit impulse at an arm makes a body swing about the other end of the arm: trace(-[r]× M [r]×) / (2 |r|). */
function swing(inverseInertia: SymmetricMatrix, arm: Vec3): number {
  const length = arm.length;
  return length > 0 ? (arm.squaredLength * inverseInertia.trace - inverseInertia.between(arm, arm)) / (2 * length) : 0;
}

/** How fast what locked rows did in the last substep swings the bodies, rad/s times rad. */
export function swingOf({ links, rows }: Parts): number {
  const held = rows.filter(({ part }) => part === 'point' || part === 'turn');
  if (held.length === 0) return 0;
  const points = held.filter(({ part }) => part === 'point');
  const turns = held.filter(({ part }) => part === 'turn');
  const speeds = held[0].ends.map(({ body }, side) => {
    const force = sumOf(points, (row) => row.ends[side].force.times(row.last));
    const torque = sumOf(turns, (row) => row.ends[side].torque.times(row.last));
    const arm = points[0]?.ends[side].arm ?? Vec3.ZERO;
    return Math.max(force.length * swing(body.inverseInertia, arm), 0.5 * torque.length * body.inverseInertia.trace);
  });
  const lines = links.flatMap((link) =>
    link.rows.filter((row) => row.part === 'point').map((row) => (Math.abs(row.last) * row.inverseMass) / link.length),
  );
  return Math.max(...speeds, ...lines);
}

function sumOf(rows: readonly DirectRow[], of: (row: DirectRow) => Vec3): Vec3 {
  return rows.reduce((sum, row) => sum.plus(of(row)), Vec3.zero());
}
