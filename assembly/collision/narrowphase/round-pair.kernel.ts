// Contacts of balls and of capsules with each other that are there already: their closed forms, written where the contacts are. This is as fast as
// moving points along, and exact wherever the bodies are. Ericson, "Real-Time Collision Detection" (2005), chapter 5.
import { BodyRecord } from '../../body/record';
import { rotate } from '../../math/quat.kernel';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { approachAlong } from './approach.kernel';
import { surfaceNear } from './point-convex.kernel';
import { Closest, contactAt, ContactPoint, Convex, Manifold, MOST_POINTS, placeConvex, Point } from '../shape/convex.kernel';
import { bodyPlace, Place } from '../shape/place.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { WorldRecord } from '../../world';
import { ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { placePoint } from './place-point.kernel';
import { SHORTEST } from './segments.kernel';
import { capsuleCapsule } from './spheres.kernel';

const PLACE: usize = scratch<Place>();
const FIRST: usize = scratch<Convex>();
const SECOND: usize = scratch<Convex>();
const CENTERS: usize = scratch<Point>(2);
const NEAREST: usize = scratch<Closest>();
const FOUND: usize = scratch<Manifold, ContactPoint>(2 * MOST_POINTS);

/** Whether contacts of two shapes have a closed form. */
export function hasClosedForm(a: ShapeRecord, b: ShapeRecord): bool {
  const low = min(a.type, b.type);
  const high = max(a.type, b.type);
  return low == <u32>ShapeType.Sphere ? high <= <u32>ShapeType.Cone : high == <u32>ShapeType.Capsule;
}

/** Brings the one manifold of such a pair up to date; false where its points are others now, or farther apart than `margin`. */
export function renewRound(pair: PairRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, margin: f64): bool {
  const manifold = manifoldAt(pair.firstManifold - 1);
  if (manifold.next) return false;
  const nearest = changetype<Closest>(NEAREST);
  const place = changetype<Place>(PLACE);
  const between = vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
  const ofB = shapeB.type == ShapeType.Sphere;
  if (shapeA.type == ShapeType.Sphere && ofB) return renewSpheres(pair, manifold, a, b, shapeA, shapeB, margin);
  if (!ofB && shapeA.type != ShapeType.Sphere) return renewCapsules(pair, manifold, a, b, shapeA, shapeB, margin);

  // The ball, and the surface of the other, both from A's centre of mass.
  bodyPlace(ofB ? b : a, a.positionX, a.positionY, a.positionZ, place);
  const center = place.position;
  const radius = ofB ? shapeB.radius : shapeA.radius;
  const other = changetype<Convex>(FIRST);
  const shape = ofB ? shapeA : shapeB;
  bodyPlace(ofB ? a : b, a.positionX, a.positionY, a.positionZ, place);
  const q = place.orientation;
  placeConvex(other, shape, place.position.x, place.position.y, place.position.z, q.x, q.y, q.z, q.w);
  surfaceNear(other, center.x, center.y, center.z, nearest);
  const separation = nearest.distance - radius;
  if (!(separation <= margin)) return false;
  const out = nearest.normal;
  const onBall = center - radius * out;
  const normal = ofB ? out : -out;
  const armA = ofB ? nearest.pointA : onBall;
  const armB = (ofB ? onBall : nearest.pointA) - between;
  writePoint(manifold, armA.x, armA.y, armA.z, armB.x, armB.y, armB.z, separation);
  finish(pair, manifold, a, normal.x, normal.y, normal.z, separation <= 0);
  return true;
}

function writePoint(manifold: ManifoldRecord, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, separation: f64): void {
  const point = manifoldPoint(manifold, 0);
  point.anchorAX = ax;
  point.anchorAY = ay;
  point.anchorAZ = az;
  point.anchorBX = bx;
  point.anchorBY = by;
  point.anchorBZ = bz;
  point.separation = separation;
  point.age++;
}

/** From a body's centre of mass to its shape's frame; most have both in one place. */
function writeCenter(body: BodyRecord, to: usize): void {
  const center = vec3<f64>(body.centerX, body.centerY, body.centerZ);
  changetype<Point>(to).position = vec3<f64>(0, 0, 0);
  if (center.x == 0 && center.y == 0 && center.z == 0) return;
  changetype<Point>(to).position = -rotate(quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW), center);
}

/** From the middle of one ball to that of another; leaves both as seen from the centres of mass. */
function wayOfSpheres(a: BodyRecord, b: BodyRecord): vec3<f64> {
  writeCenter(a, CENTERS);
  writeCenter(b, CENTERS + 24);
  const between = vec3<f64>(b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
  return between + changetype<Point>(CENTERS + 24).position - changetype<Point>(CENTERS).position;
}

/** Whether two balls stay farther apart than `margin` in the next `dt` s as fast as they are now. */
export function ballsStayClear(
  world: WorldRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, margin: f64, dt: f64,
): bool {
  const way = wayOfSpheres(a, b);
  const distance = length(way);
  const left = distance - shapeA.radius - shapeB.radius - margin;
  return left > 0 && left * distance > dt * approachAlong(world, a, b, way.x, way.y, way.z);
}

function renewSpheres(pair: PairRecord, manifold: ManifoldRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, margin: f64): bool {
  const way = wayOfSpheres(a, b);
  const distance = length(way);
  if (distance <= SHORTEST) return false;
  const normal = way / distance;
  const separation = distance - shapeA.radius - shapeB.radius;
  if (!(separation <= margin)) return false;
  const armA = changetype<Point>(CENTERS).position + shapeA.radius * normal;
  const armB = changetype<Point>(CENTERS + 24).position - shapeB.radius * normal;
  writePoint(manifold, armA.x, armA.y, armA.z, armB.x, armB.y, armB.z, separation);
  finish(pair, manifold, a, normal.x, normal.y, normal.z, separation <= 0);
  return true;
}

function renewCapsules(pair: PairRecord, manifold: ManifoldRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, margin: f64): bool {
  const found = changetype<Manifold>(FOUND);
  placeBody(a, a, shapeA, changetype<Convex>(FIRST));
  placeBody(b, a, shapeB, changetype<Convex>(SECOND));
  capsuleCapsule(changetype<Convex>(FIRST), changetype<Convex>(SECOND), margin, found);
  if (found.count != manifold.count) return false;
  for (let k: u32 = 0; k < found.count; k++) if (contactAt(found, k).id != manifoldPoint(manifold, k).id) return false;
  let touches = false;
  for (let k: u32 = 0; k < found.count; k++) {
    const point = manifoldPoint(manifold, k);
    placePoint(point, found, k, b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ);
    point.age++;
    if (point.separation <= 0) touches = true;
  }
  const normal = found.normal;
  finish(pair, manifold, a, normal.x, normal.y, normal.z, touches);
  return true;
}

function placeBody(body: BodyRecord, from: BodyRecord, shape: ShapeRecord, out: Convex): void {
  const place = changetype<Place>(PLACE);
  bodyPlace(body, from.positionX, from.positionY, from.positionZ, place);
  const q = place.orientation;
  placeConvex(out, shape, place.position.x, place.position.y, place.position.z, q.x, q.y, q.z, q.w);
}

function finish(pair: PairRecord, manifold: ManifoldRecord, a: BodyRecord, nx: f64, ny: f64, nz: f64, touches: bool): void {
  manifold.normalX = nx;
  manifold.normalY = ny;
  manifold.normalZ = nz;
  manifold.originX = a.positionX;
  manifold.originY = a.positionY;
  manifold.originZ = a.positionZ;
  const rest = pair.flags & ~(<u32>PairFlag.Touching);
  pair.flags = touches ? rest | PairFlag.Touching : rest;
}
