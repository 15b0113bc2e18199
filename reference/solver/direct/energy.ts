// Joints that hold give a moving island no energy. Where bodies turn far in a substep, Newton's method may close the joints far from where the bodies
// were, though. Once the bodies have moved, their motion within the island is slowed to the energy that it had:
//
//     u = r + s (u - r),    s^2 = (E - E_r) / (E_u - E_r)
//
// with r the rigid motion of the island that has its momentum. No joint feels r, so that all stay as closed as they are.
import { BodyType } from '../../../bindings/core/layout.ts';
import type { Body } from '../../body/body.ts';
import { Vec3 } from '../../math/vector.ts';
import { type Motion, motionOf, rigidMotion } from './momentum.ts';
import type { Node } from './node.ts';
import type { JointIsland } from './plan.ts';
import { isLimit, SLACK } from './recovery.ts';
import type { DirectRow } from './row.ts';

/** Part of its kinetic energy that an island may gain in a substep by what holds. */
const GAIN = 0.02;

function kineticEnergy(motions: readonly Motion[]): number {
  return motions.reduce((sum, { angularVelocity: w, body, velocity }) => {
    return sum + 0.5 * (body.mass * velocity.squaredLength + body.worldInertia.between(w, w));
  }, 0);
}

/** Before a substep's first solve, of an island that has been solved; null where energy may come from outside. */
export function energyBefore({ bodies, joints }: JointIsland, nodes: ReadonlyMap<Body, Node>): number | null {
  const isDriven = joints.some((joint) => joint.bodies.some((body) => body.type === BodyType.Kinematic));
  if (isDriven || !bodies.every((body) => body.isFree)) return null;
  const motions = [...nodes.values()].map(({ angularVelocity, body, velocity }) => ({
    body,
    velocity: body.velocity.minus(velocity),
    angularVelocity: body.angularVelocity.minus(angularVelocity),
  }));
  return kineticEnergy(motions);
}

/**
 * J, at most: what a row has done. Springs, motors and friction along their way; what holds by closing what was open, as its own bodies alone would
 * need it. Limits and ropes do nothing: see recovery.ts.
 */
function workOf(row: DirectRow, h: number): number {
  const { impulse, inverseMass, isRigid, part, speed, start } = row;
  if (impulse === 0 || isLimit(row)) return 0;
  if (!isRigid || (part !== 'point' && part !== 'turn')) return Math.max(0, impulse * speed);
  const open = Math.abs(start);
  // Less was left by the last substep.
  return open <= SLACK ? 0 : (0.5 * (open / h) ** 2) / inverseMass;
}

/** To be called once the bodies have moved. `before`: what the island had when the substep began. */
export function stopGain({ bodies, free }: JointIsland, rows: readonly DirectRow[], before: number, h: number): void {
  const motions = bodies.map(motionOf);
  const energy = kineticEnergy(motions);
  const most = rows.reduce((sum, row) => sum + workOf(row, h), (1 + GAIN) * before);
  if (energy <= most) return;
  const rigid = free ? rigidMotion(motions) : bodies.map((body) => ({ body, velocity: Vec3.ZERO, angularVelocity: Vec3.ZERO }));
  const least = kineticEnergy(rigid);
  const part = Math.sqrt(Math.max(0, most - least) / (energy - least)) - 1;
  for (const { angularVelocity, body, velocity } of rigid) {
    body.velocity.assign(body.velocity.plusTimes(body.velocity.minus(velocity), part));
    body.angularVelocity.assign(body.angularVelocity.plusTimes(body.angularVelocity.minus(angularVelocity), part));
  }
}
