// How far round surfaces in contact go along each other in a step.
import { isDynamic } from '../../body/activity';
import { LASTING } from '../../bearing';
import { BodyRecord } from '../../body/record';
import { ShapeRecord, ShapeType } from '../shape/record';
import { turningSpeed } from './approach.kernel';
import { radiusAround } from './lever';
import { ManifoldRecord } from './manifold-record';
import { manifoldPoint } from './manifolds.kernel';

/** Of the breadth: how far round surfaces go along each other in a step, and edges round, before their contacts are found anew in its substeps. */
const SLIDES: f64 = 0.15;
/** The same of a body on one that stays, and on nothing else: it goes round it on a circle, not along the planes of the steps, and leaves it where it has to. */
const LONE_SLIDES: f64 = 1e-3;
/** The same of what bounces: the direction in which it flies off is that of the normal. */
const BOUNCING_SLIDES: f64 = 0.01;
const TURNS: f64 = 0.03;

/**
 * m/s: by how much the speed of a point may be wrong at the end of a step whose bodies have turned its arms. What rolls about one end would gain energy otherwise, and what is
 * carried around by another would be driven outwards: friction stops what it sees to slip.
 */
const CARRIED: f64 = 5e-4;

export const enum Turning {
  No,
  /** If the body that moves has contacts with nothing else. */
  Alone,
  Fast,
}

/** Whether it is a body of revolution with edges. */
export function isTurned(shape: ShapeRecord): bool {
  return shape.type == ShapeType.Cylinder || shape.type == ShapeType.Cone;
}

/** Whether normals follow how one shape goes along the other: a sphere or capsule along another and along wires, and what rolls on its edge. */
function curves(a: ShapeRecord, b: ShapeRecord): bool {
  if (isTurned(a)) return true;
  return a.type <= <u32>ShapeType.Capsule && (b.type <= <u32>ShapeType.Capsule || b.type == ShapeType.Spline);
}

/** m/s at which the edge of a cylinder or cone goes round. */
function rim(body: BodyRecord, shape: ShapeRecord): f64 {
  return isTurned(shape) ? turningSpeed(body, shape.sizeX) : 0;
}

/** Whether round surfaces in contact go so far along each other in `dt` s that normals or places change. What goes nowhere is recognized first: most contacts do. */
export function turningOf(a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, manifold: ManifoldRecord, dt: f64): Turning {
  const breadth = min(shapeA.breadth, shapeB.breadth);
  if (dt * (rim(a, shapeA) + rim(b, shapeB)) > TURNS * breadth) return Turning.Fast;
  const n = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  const along = v - dot(v, n) * n;
  const least = LONE_SLIDES * breadth;
  if (dt * dt * lengthSquared(along) <= least * least) return Turning.No;
  if (!curves(shapeA, shapeB) && !curves(shapeB, shapeA)) return Turning.No;
  const way = dt * length(along);
  if (way > BOUNCING_SLIDES * breadth && (way > SLIDES * breadth || max(a.restitution, b.restitution) > 0)) return Turning.Fast;
  return isDynamic(a) != isDynamic(b) ? Turning.Alone : Turning.No;
}

function spinOf(body: BodyRecord): vec3<f64> {
  return vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ);
}

/** Whether the points of contacts that have borne something for a while have to go along with their bodies in the next `dt` s, as these turn. */
export function goesAlong(a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, manifold: ManifoldRecord, dt: f64): bool {
  // Cylinders and cones have a rule of their own, above.
  if (isTurned(shapeA) || isTurned(shapeB)) return false;
  const point = manifoldPoint(manifold, 0);
  return point.age >= LASTING && point.force > 0 && goesAround(a, b, shapeA, shapeB, manifold, dt);
}

/** Whether a point that belongs to the body with the shorter arm goes around with that, or past the other one. */
function goesAround(a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, manifold: ManifoldRecord, dt: f64): bool {
  const spinA = spinOf(a);
  const spinB = spinOf(b);
  const point = manifoldPoint(manifold, 0);
  const n = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const armA = vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ) - radiusAround(shapeA) * n;
  const armB = vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ) + radiusAround(shapeB) * n;
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  const isOfA = lengthSquared(armA) < lengthSquared(armB);
  const own = isOfA ? lengthSquared(spinA) * lengthSquared(cross(spinA, armA)) : lengthSquared(spinB) * lengthSquared(cross(spinB, armB));
  const carried = isOfA ? lengthSquared(cross(spinB, v)) : lengthSquared(cross(spinA, v));
  const least = CARRIED / dt;
  return max(own, carried) > least * least;
}
