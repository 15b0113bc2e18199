// Rays against whole shapes: the place where queries of rays tell kinds of shapes apart.
import { BodyRecord } from '../../body/record';
import { rotate, unrotate } from '../../math/quat.kernel';
import { shapeAt } from '../../memory/records';
import { isQueried } from './part-filter.kernel';
import { childOf } from '../shape/compound';
import { Convex, placeConvex } from '../shape/convex.kernel';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { segmentAt } from '../shape/spline';
import { visitRay } from '../shape/tree.kernel';
import { rayConvex } from './ray-convex.kernel';
import { RayHit } from './ray-hit.kernel';
import { rayHeightField, rayMesh } from './ray-mesh.kernel';
import { rayHalfSpace } from './ray-plane.kernel';
import { raySpline } from './ray-spline.kernel';

/** A ray in a shape's frame, the direction a unit vector, and what it hits; visitors of trees reach it here. */
export class ShapeRay {
  origin: vec3<f64>;
  direction: vec3<f64>;
  shape: usize;
  /** Child of a compound plus one; 0 without. */
  child: u32;
  hollow: u32;
  found: u32;
  /** Groups that are looked at, whether sensors are, and the body whose children are asked for that one by one; 0: none need be. */
  mask: u32;
  sensors: u32;
  body: usize;
}

const RAY: usize = scratch<ShapeRay>();
const HIT: usize = scratch<RayHit>();
const TRIAL: usize = scratch<RayHit>();
const CONVEX: usize = scratch<Convex>();

export function shapeRay(): ShapeRay {
  return changetype<ShapeRay>(RAY);
}

/** What the last ray hit, in the shape's frame. */
export function shapeHit(): RayHit {
  return changetype<RayHit>(HIT);
}

/** Shoots the ray in shapeRay(), its `shape`, origin, direction and `hollow` set, not farther than `limit`. */
export function rayShape(limit: f64): bool {
  const ray = shapeRay();
  const shape = changetype<ShapeRecord>(ray.shape);
  const o = ray.origin;
  const d = ray.direction;
  ray.child = 0;
  ray.found = 0;
  if (shape.type == ShapeType.Compound) visitRay(shape.data, o.x, o.y, o.z, d.x, d.y, d.z, limit, 0, 0, 0, hitChild);
  else if (shape.type == ShapeType.Spline) visitRay(shape.data, o.x, o.y, o.z, d.x, d.y, d.z, limit, 0, 0, 0, hitSegment);
  else if (shape.type == ShapeType.Mesh) return hitMesh(shape, limit);
  else if (shape.type == ShapeType.HeightField) return rayHeightField(shape, o.x, o.y, o.z, d.x, d.y, d.z, limit, shapeHit());
  else if (shape.type == ShapeType.HalfSpace)
    return rayHalfSpace(shape.sizeX, shape.sizeY, shape.sizeZ, 0, o.x, o.y, o.z, d.x, d.y, d.z, limit, ray.hollow != 0, shapeHit());
  else {
    placeConvex(changetype<Convex>(CONVEX), shape, 0, 0, 0, 0, 0, 0, 1);
    return rayConvex(changetype<Convex>(CONVEX), o.x, o.y, o.z, d.x, d.y, d.z, limit, ray.hollow != 0, shapeHit());
  }
  return ray.found != 0;
}

/** From inside a closed mesh a ray meets a face from behind first: it starts in the solid then, even if the face is beyond the limit. */
function hitMesh(shape: ShapeRecord, limit: f64): bool {
  const ray = shapeRay();
  const hit = shapeHit();
  const o = ray.origin;
  const d = ray.direction;
  const within =
    (shape.flags & ShapeFlag.Solid) != 0 &&
    !ray.hollow &&
    min(o.x - shape.lowX, shape.highX - o.x) > 0 &&
    min(o.y - shape.lowY, shape.highY - o.y) > 0 &&
    min(o.z - shape.lowZ, shape.highZ - o.z) > 0;
  if (!rayMesh(shape, o.x, o.y, o.z, d.x, d.y, d.z, within ? Infinity : limit, hit)) return false;
  if (within && hit.behind) {
    hit.distance = 0;
    hit.normal = -d;
  }
  return hit.distance <= limit;
}

/** Keeps what the trial hit, as the nearest so far. */
function keep(): f64 {
  memory.copy(HIT, TRIAL, offsetof<RayHit>());
  shapeRay().found = 1;
  return shapeHit().distance;
}

function hitChild(number: u32, limit: f64): f64 {
  const ray = shapeRay();
  if (ray.body && !isQueried(changetype<BodyRecord>(ray.body), number + 1, ray.mask, ray.sensors)) return limit;
  const child = childOf(changetype<ShapeRecord>(ray.shape), number);
  const q = quat<f64>(child.orientationX, child.orientationY, child.orientationZ, child.orientationW);
  const o = unrotate(q, ray.origin - vec3<f64>(child.positionX, child.positionY, child.positionZ));
  const d = unrotate(q, ray.direction);
  const trial = changetype<RayHit>(TRIAL);
  placeConvex(changetype<Convex>(CONVEX), shapeAt(child.shape), 0, 0, 0, 0, 0, 0, 1);
  if (!rayConvex(changetype<Convex>(CONVEX), o.x, o.y, o.z, d.x, d.y, d.z, limit, ray.hollow != 0, trial)) return limit;
  trial.normal = rotate(q, trial.normal);
  ray.child = number + 1;
  return keep();
}

function hitSegment(number: u32, limit: f64): f64 {
  const ray = shapeRay();
  const shape = changetype<ShapeRecord>(ray.shape);
  const segment = segmentAt(shape, number);
  const o = ray.origin;
  const d = ray.direction;
  const trial = changetype<RayHit>(TRIAL);
  if (!raySpline(segment, shape.radius, o.x, o.y, o.z, d.x, d.y, d.z, limit, ray.hollow != 0, trial)) return limit;
  trial.part = number;
  return keep();
}
