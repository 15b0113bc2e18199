// Joints of islands with loops give: redundant ones share their load, those that cannot all be met are a stretch. A rigid row becomes
//
//     J du + s dp = e,    s = max(s₀ w, |C| / (h P)),    |C| <= u h,
//
// w the inverse mass of its bodies alone, the same along all axes of a joint so that no force is turned aside, C the error of its point, or
// of its angles, when the substep began, of which u h comes back at most, along the line of the error. A regularisation that grows with the
// error is that of Levenberg and Marquardt (Fan and Yuan, "On the quadratic convergence of the Levenberg-Marquardt method without
// nonsingularity assumption", 2005): where the error goes to zero so does it, and what is never met bears an impulse of P in the end.
import type { Body } from '../../body/body.ts';
import type { Joint } from '../../joint/joint.ts';
import { Vec3 } from '../../math/vector.ts';
import { RECOVERY, type Substep } from '../substep.ts';
import type { DirectRow, Part } from './row.ts';
import type { Parts } from './stiffness.ts';

/** s₀ over w. */
const LEAST = 1e-7;
/** m/s, of the mass of all bodies together: P of joints that close loops; and how many times as strong the others are, so that those give. */
const STRENGTH = 100;
const FIRMER = 100;

const sum = (numbers: number[]) => numbers.reduce((total, number) => total + number, 0);

/** Half the trace of the inertia of all bodies about their centre. */
function momentOf(bodies: readonly Body[], mass: number): number {
  const center = Vec3.zero();
  for (const { position, reciprocalMass } of bodies) center.assign(center.plusTimes(position, 1 / (mass * reciprocalMass)));
  return sum(
    bodies.map(({ inverseInertia, position, reciprocalMass }) => {
      const { trace } = inverseInertia;
      return position.minus(center).squaredLength / reciprocalMass + (trace > 0 ? 4.5 / trace : 0);
    }),
  );
}

/** Softens the rigid rows of an island with loops. Whether some joint bears all that it bears at most. */
export function easeLoops(
  joints: readonly { joint: Joint; parts: Parts }[],
  bodies: readonly Body[],
  closing: Set<Joint>,
  { duration: h }: Substep,
): boolean {
  const mass = sum(bodies.map(({ reciprocalMass }) => 1 / reciprocalMass));
  const linear = STRENGTH * mass;
  const angular = STRENGTH * Math.sqrt(mass * momentOf(bodies, mass));
  let strained = false;
  for (const { joint, parts } of joints) {
    const firm = closing.has(joint) ? 1 : FIRMER;
    const strengths: [Part, number][] = [
      ['point', firm * linear],
      ['turn', firm * angular],
      ['other', Number.POSITIVE_INFINITY],
    ];
    for (const [part, strength] of strengths) {
      const rows = parts.rows.filter((row) => row.isRigid && row.part === part);
      if (ease(rows, h, strength)) strained = true;
    }
  }
  return strained;
}

/** Softens the rows of a part of a joint, which bear at most so much together. */
function ease(rows: DirectRow[], h: number, strength: number): boolean {
  const off = Number.isFinite(strength) ? Math.hypot(...rows.map(({ start }) => start)) : 0;
  const reach = h * RECOVERY;
  const rest = off > reach ? (1 - reach / off) / h : 0;
  const more = Math.min(off, reach) / (h * strength);
  let strained = false;
  for (const row of rows) {
    const least = LEAST * ownInverseMass(row);
    if (more > least) strained = true;
    row.softness = Math.max(least, more);
    row.residual += rest * row.start - row.softness * row.impulse;
  }
  return strained;
}

/** Of its bodies alone, and the same along all axes, or softness would turn a force. */
function ownInverseMass({ ends }: DirectRow): number {
  return sum(
    ends.map(({ body, force, torque }) => {
      const linear = force.squaredLength;
      if (!body.isDynamic) return 0;
      return linear > 0 ? linear * body.reciprocalMass : (torque.squaredLength * body.inverseInertia.trace) / 3;
    }),
  );
}
