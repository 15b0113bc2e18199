// Geometric stiffness in part brakes what turns together, where joints act inside an island only and cannot change its angular momentum. What is
// lost is given back as a rotation of the whole island, which no joint feels.
import type { Body } from '../../body/body.ts';
import { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Node } from './node.ts';

export interface Motion {
  body: Body;
  velocity: Vec3;
  angularVelocity: Vec3;
}

export const motionOf = (body: Body): Motion => ({ body, velocity: body.velocity, angularVelocity: body.angularVelocity });

const massOf = (motions: readonly Motion[]) => motions.reduce((sum, { body }) => sum + body.mass, 0);

function centerOf(motions: readonly Motion[]): Vec3 {
  return motions.reduce((sum, { body }) => sum.plusTimes(body.position, body.mass), Vec3.zero()).times(1 / massOf(motions));
}

/** How a rigid island with an angular momentum would turn. */
function turningOf(motions: readonly Motion[], momentum: Vec3): Vec3 {
  const center = centerOf(motions);
  const inertia = SymmetricMatrix.zero();
  for (const { body } of motions) {
    const arm = body.position.minus(center);
    const ofPoint = SymmetricMatrix.square(arm, -body.mass).plusDiagonal(...all(body.mass * arm.squaredLength));
    inertia.assign(inertia.plus(body.worldInertia).plus(ofPoint));
  }
  return inertia.inverse().times(momentum);
}

/** About the centre of the island. */
function momentumOf(motions: readonly Motion[]): Vec3 {
  const center = centerOf(motions);
  return motions.reduce((sum, { angularVelocity, body, velocity }) => {
    const arm = body.position.minus(center);
    return sum.plusTimes(arm.cross(velocity), body.mass).plus(body.worldInertia.times(angularVelocity));
  }, Vec3.zero());
}

export function restoreMomentum(nodes: readonly Node[]): void {
  if (!nodes.every(({ body }) => body.isFree)) return;
  const center = centerOf(nodes);
  // What contacts push by is no loss.
  const pushed = nodes.reduce(
    (sum, { body, force, torque }) => sum.plus(body.position.minus(center).cross(force)).plus(torque),
    Vec3.zero(),
  );
  const turn = turningOf(nodes, pushed.minus(momentumOf(nodes)));
  for (const { angularVelocity, body, velocity } of nodes) {
    velocity.assign(velocity.plus(turn.cross(body.position.minus(center))));
    angularVelocity.assign(angularVelocity.plus(turn));
  }
}

/** The motion of the rigid island with the same momentum. */
export function rigidMotion(motions: readonly Motion[]): Motion[] {
  const center = centerOf(motions);
  const mass = massOf(motions);
  const mean = motions.reduce((sum, { body, velocity }) => sum.plusTimes(velocity, body.mass / mass), Vec3.zero());
  const turn = turningOf(motions, momentumOf(motions));
  return motions.map(({ body }) => ({ body, velocity: mean.plus(turn.cross(body.position.minus(center))), angularVelocity: turn }));
}

const all = (value: number): [number, number, number] => [value, value, value];
