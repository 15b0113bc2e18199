// How far surfaces go towards each other in a step, and whether they can meet in it: convex shapes that are apart along some direction by more than they
// approach each other along it do not. Ericson, "Real-Time Collision Detection" (2005), section 5.5.
import { typeOf } from '../../body/activity';
import { pullOn } from '../../body/pull.kernel';
import { BodyFlag, BodyRecord, BodyType } from '../../body/record';
import { ShapeRecord } from '../shape/record';
import { WorldRecord } from '../../world';
import { leverOf } from './lever';
import { ManifoldRecord } from './manifold-record';
import { manifoldPoint } from './manifolds.kernel';

/** m/s: how fast the centres of mass of two bodies move against each other. */
export function speedOf(a: BodyRecord, b: BodyRecord): f64 {
  return length(vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ));
}

/** How fast the centres of mass of two bodies approach each other along a direction; times its length. */
export function approachAlong(world: WorldRecord, a: BodyRecord, b: BodyRecord, x: f64, y: f64, z: f64): f64 {
  // What is told where to go, or held by joints, may turn back in this step.
  if ((a.flags | b.flags) & BodyFlag.HasTarget || (world.jointLive && (a.jointCount || b.jointCount))) return speedOf(a, b) * length(vec3<f64>(x, y, z));
  return x * (a.velocityX - b.velocityX) + y * (a.velocityY - b.velocityY) + z * (a.velocityZ - b.velocityZ);
}

function falls(body: BodyRecord): bool {
  return typeOf(body) == BodyType.Dynamic;
}

/** m: how far gravity and forces move two bodies against each other in the next `dt` s, beyond half of the distance at which surfaces have points anyway. */
export function pulledBeyond(world: WorldRecord, a: BodyRecord, b: BodyRecord, breadth: f64, dt: f64): f64 {
  return world.onlyFall && falls(a) == falls(b) ? 0 : beyondMargin(world, a, b, breadth, dt);
}

function beyondMargin(world: WorldRecord, a: BodyRecord, b: BodyRecord, breadth: f64, dt: f64): f64 {
  return max(dt * dt * length(pullOn(world, b) - pullOn(world, a)) - 0.5 * marginOf(world, breadth, 0), 0.0);
}

/** m/s: how fast turning moves a surface outwards at most. */
export function turningSpeed(body: BodyRecord, lever: f64): f64 {
  const square = lengthSquared(vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ));
  return square > 0 && lever > 0 ? lever * sqrt(square) : 0;
}

/** Surfaces nearer than this have points. */
export function marginOf(world: WorldRecord, breadth: f64, way: f64): f64 {
  return min(world.contactMargin, 0.1 * breadth) + way;
}

/** Whether the points of two convex shapes, which bear nothing, stay farther apart than the margin in the next `dt` s as fast as the bodies are now. */
export function staysClear(world: WorldRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, manifold: ManifoldRecord, dt: f64): bool {
  const approach = max(approachAlong(world, a, b, manifold.normalX, manifold.normalY, manifold.normalZ), 0.0);
  const speed = approach + turningSpeed(a, leverOf(a, shapeA)) + turningSpeed(b, leverOf(b, shapeB));
  const breadth = min(shapeA.breadth, shapeB.breadth);
  const near = marginOf(world, breadth, dt * speed + pulledBeyond(world, a, b, breadth, dt));
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.impulse != 0 || point.separation <= near) return false;
  }
  return true;
}
