// Geometric stiffness in part brakes what turns together, where joints act inside an island only and cannot change its angular momentum. What is
// lost is given back as a rotation of the whole island, which no joint feels.
import { SymmetricMatrix } from '../../math/matrix.ts';
import { Vec3 } from '../../math/vector.ts';
import type { Node } from './node.ts';

export function restoreMomentum(nodes: readonly Node[]): void {
  if (!nodes.every(({ body }) => body.isFree)) return;
  let mass = 0;
  const center = Vec3.zero();
  for (const { body } of nodes) {
    mass += body.mass;
    center.assign(center.plusTimes(body.position, body.mass));
  }
  center.assign(center.times(1 / mass));
  const lost = Vec3.zero();
  const inertia = SymmetricMatrix.zero();
  for (const { angularVelocity, body, force, torque, velocity } of nodes) {
    const arm = body.position.minus(center);
    lost.assign(lost.plusTimes(arm.cross(velocity), -body.mass).minus(body.worldInertia.times(angularVelocity)));
    // What contacts push by is no loss.
    lost.assign(lost.plus(arm.cross(force)).plus(torque));
    const ofPoint = SymmetricMatrix.square(arm, -body.mass).plusDiagonal(...all(body.mass * arm.squaredLength));
    inertia.assign(inertia.plus(body.worldInertia).plus(ofPoint));
  }
  const turn = inertia.inverse().times(lost);
  for (const { angularVelocity, body, velocity } of nodes) {
    velocity.assign(velocity.plus(turn.cross(body.position.minus(center))));
    angularVelocity.assign(angularVelocity.plus(turn));
  }
}

const all = (value: number): [number, number, number] => [value, value, value];
