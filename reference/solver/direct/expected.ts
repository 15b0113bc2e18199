// How much of the last loads of a joint is expected in a substep: assembly/solver/direct/expect.kernel.ts has the same.
import { Ball } from '../../joint/ball.ts';
import type { Joint } from '../../joint/joint.ts';
import type { SymmetricMatrix } from '../../math/matrix.ts';
import { clamp } from '../../math/scalar.ts';
import { Vec3 } from '../../math/vector.ts';
import type { DirectRow } from './row.ts';
import type { Parts } from './stiffness.ts';

/** rad: of bodies that turn farther in a substep the load of the last one says less, and then nothing; for a force it counts how far its lever turns, up to much faster spins. */
const TURN = { least: 0.25, most: 0.4 };
const SPIN = { least: 1, most: 1.5 };
/** The same of loads, by the square of the angle that they would swing a body through in a substep; torques count twice, as they make loads jitter. */
const LOAD = { least: 0.02, most: 0.08 };
/** m */
const LEAST_LEVER = 1e-9;

const fading = (x: number, { least, most }: { least: number; most: number }) => clamp((most - x) / (most - least), 0, 1);

/** Part of the last impulses of locked rows that a substep of `h` seconds starts from; 1: the joint has no such rows. */
export function shareOf(joint: Joint, parts: Parts, h: number): number {
  if (!parts.rows.some(isHeld)) return 1;
  const spin = Math.max(...joint.bodies.map(({ angularVelocity }) => angularVelocity.length));
  const turning = joint instanceof Ball ? Math.max(...parts.rows[0].ends.map(({ arm, body }) => tilt(body.angularVelocity, arm))) : spin;
  return fading(h * turning, TURN) * fading(h * spin, SPIN) * fading(h * swingOf(parts), LOAD);
}

/** How fast a lever turns with its body; of none how fast the body does. */
function tilt(angularVelocity: Vec3, arm: Vec3 | null): number {
  const length = arm ? arm.length : 0;
  return arm && length > LEAST_LEVER ? angularVelocity.cross(arm).length / length : angularVelocity.length;
}

/** How fast a unit impulse at an arm makes a body swing about the other end of the arm: trace(-[r]× M [r]×) / (2 |r|). */
function swing(inverseInertia: SymmetricMatrix, arm: Vec3): number {
  const length = arm.length;
  return length > 0 ? (arm.squaredLength * inverseInertia.trace - inverseInertia.between(arm, arm)) / (2 * length) : 0;
}

/** Whether the row is one of those whose last load is expected. */
export const isHeld = ({ part }: DirectRow): boolean => part === 'point' || part === 'turn';

/** How fast what locked rows did in the last substep swings the bodies, rad/s times rad. */
function swingOf({ links, rows }: Parts): number {
  const held = rows.filter(isHeld);
  const points = held.filter(({ part }) => part === 'point');
  const turns = held.filter(({ part }) => part === 'turn');
  const speeds = held[0].ends.map(({ body }, side) => {
    const force = sumOf(points, (row) => row.ends[side].force.times(row.last));
    const torque = sumOf(turns, (row) => row.ends[side].torque.times(row.last));
    const arm = points[0]?.ends[side].arm ?? Vec3.ZERO;
    return Math.max(force.length * swing(body.inverseInertia, arm), torque.length * body.inverseInertia.trace);
  });
  const lines = links.flatMap((link) =>
    link.rows.filter((row) => row.part === 'point').map((row) => (Math.abs(row.last) * row.inverseMass) / link.length),
  );
  return Math.max(...speeds, ...lines);
}

function sumOf(rows: readonly DirectRow[], of: (row: DirectRow) => Vec3): Vec3 {
  return rows.reduce((sum, row) => sum.plus(of(row)), Vec3.zero());
}
