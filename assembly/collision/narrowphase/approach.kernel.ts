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

function falls(body: BodyRecord): f64 {
  return typeOf(body) == BodyType.Dynamic ? 1 : 0;
}

/** m/s: how fast the centre of mass of B moves against that of A at the end of the next `dt` s, unless joints or contacts change that. */
function closingOf(world: WorldRecord, a: BodyRecord, b: BodyRecord, dt: f64): vec3<f64> {
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  let pull: vec3<f64>;
  // Mostly, what forces do to bodies is known from what these are.
  if (world.onlyFall) pull = (falls(b) - falls(a)) * vec3<f64>(world.gravityX, world.gravityY, world.gravityZ);
  else pull = pullOn(world, b) - pullOn(world, a);
  return v + dt * pull;
}

/** m/s: the size of that. */
export function speedOf(world: WorldRecord, a: BodyRecord, b: BodyRecord, dt: f64): f64 {
  return length(closingOf(world, a, b, dt));
}

/** How fast the centres of mass of two bodies approach each other along a direction; times its length. */
export function approachAlong(world: WorldRecord, a: BodyRecord, b: BodyRecord, dt: f64, x: f64, y: f64, z: f64): f64 {
  const v = closingOf(world, a, b, dt);
  const axis = vec3<f64>(x, y, z);
  // What is told where to go, or held by joints, may turn back in this step.
  const mayTurn = (a.flags | b.flags) & BodyFlag.HasTarget || (world.jointLive && (a.jointCount || b.jointCount));
  return mayTurn ? length(v) * length(axis) : -dot(axis, v);
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

/** Whether the points of two convex shapes, which bear nothing, stay farther apart than the margin in the next `dt` s as fast as the bodies go then. */
export function staysClear(world: WorldRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, manifold: ManifoldRecord, dt: f64): bool {
  const approach = max(approachAlong(world, a, b, dt, manifold.normalX, manifold.normalY, manifold.normalZ), 0.0);
  const speed = approach + turningSpeed(a, leverOf(a, shapeA)) + turningSpeed(b, leverOf(b, shapeB));
  const near = marginOf(world, min(shapeA.breadth, shapeB.breadth), dt * speed);
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.impulse != 0 || point.separation <= near) return false;
  }
  return true;
}
