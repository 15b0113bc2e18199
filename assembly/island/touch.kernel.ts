import { BodyFlag } from '../body/record';
import { PairRecord } from '../collision/broadphase/pair-record';
import { bodyAt } from '../memory/records';
import { manifoldAt, manifoldPoint } from '../collision/narrowphase/manifolds.kernel';
import { isMoving } from './awake';

/** Whether a pair has points of contact that push. */
export function isContact(pair: PairRecord): bool {
  return pair.firstManifold != 0 && !((bodyAt(pair.bodyA).flags | bodyAt(pair.bodyB).flags) & BodyFlag.Sensor);
}

/** Steps ahead that a body wakes what it comes to: what sleeps would stop it like a wall. */
const AHEAD: f64 = 2;

/** Whether a body that is awake touches the sleeping one of a pair, or is about to. */
export function disturbs(pair: PairRecord, awake: u32, dt: f64): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if (!isContact(pair) || !isMoving(awake)) return false;
  // A target may be anywhere.
  if (bodyAt(awake).flags & BodyFlag.HasTarget) return true;
  const v = vec3<f64>(a.velocityX - b.velocityX, a.velocityY - b.velocityY, a.velocityZ - b.velocityZ);
  const wA = vec3<f64>(a.angularVelocityX, a.angularVelocityY, a.angularVelocityZ);
  const wB = vec3<f64>(b.angularVelocityX, b.angularVelocityY, b.angularVelocityZ);
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      const turning = cross(wA, vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ)) - cross(wB, vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ));
      if (point.separation <= max(AHEAD * dt * dot(normal, v + turning), 0)) return true;
    }
  }
  return false;
}
