// When a moving shape first touches another, over their parts.
import { CastHit, castConvex } from './cast.kernel';
import { firstConvex, framePlace, secondConvex, shapePair, translationIn } from './shape-pair.kernel';
import { rotate } from '../../math/quat.kernel';
import { closestOnSegment } from './spline-pair.kernel';
import { Point, supportPoint } from '../shape/convex.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { SplineSegment } from '../shape/spline';
import { theAnswer, userPart } from './answer.kernel';
import { RayHit } from './ray-hit.kernel';
import { raySpline } from './ray-spline.kernel';

const HIT: usize = scratch<CastHit>();
const SUPPORT: usize = scratch<Point>();
const RAY_HIT: usize = scratch<RayHit>();
/** Of the coordinates: a gap or an overlap that counts as touching, as in castConvex. */
const TOUCHING: f64 = 3e-10;

/** Compares the fraction of the way at which two parts touch with the least so far. */
export function castParts(part: u32): void {
  const now = shapePair();
  const frame = changetype<ShapeRecord>(now.frame);
  const hit = changetype<CastHit>(HIT);
  const way = translationIn(now.framePlace);
  // No farther than to the best so far.
  const reached = min(theAnswer().best, 1);
  const x = reached * load<f64>(way);
  const y = reached * load<f64>(way, 8);
  const z = reached * load<f64>(way, 16);
  // The convex shape moves where the frame is the second shape's, and the frame's where it is the first's.
  const touches = now.flip
    ? frame.type == ShapeType.HalfSpace
      ? castOntoPlane(frame, x, y, z)
      : castConvex(secondConvex(), firstConvex(), x, y, z, 0, hit)
    : frame.type != ShapeType.HalfSpace && castConvex(firstConvex(), secondConvex(), x, y, z, 0, hit);
  hit.fraction *= reached;
  if (touches) keepHit(part);
}

/** Takes over HIT if nothing is met before it. */
function keepHit(part: u32): void {
  const now = shapePair();
  const answer = theAnswer();
  const hit = changetype<CastHit>(HIT);
  // What the shape is in at the start: the deepest counts.
  if (!(hit.fraction < answer.best) && !(answer.found && hit.fraction == 0 && hit.gap < answer.gap)) return;
  const place = framePlace();
  answer.best = hit.fraction;
  answer.gap = hit.gap;
  answer.normal = rotate(place.orientation, hit.normal);
  answer.pointB = rotate(place.orientation, hit.point) + place.position;
  answer.part = userPart(changetype<ShapeRecord>(now.frame), part);
  answer.child = now.key & 0xffff;
  answer.found = 1;
}

/** The second part moves by (x, y, z) and meets the plane of the frame's half-space. */
function castOntoPlane(frame: ShapeRecord, x: f64, y: f64, z: f64): bool {
  const hit = changetype<CastHit>(HIT);
  const n = vec3<f64>(frame.sizeX, frame.sizeY, frame.sizeZ);
  const second = secondConvex();
  supportPoint(second, -n.x, -n.y, -n.z, SUPPORT);
  const way = vec3<f64>(x, y, z);
  const lowest = vec3<f64>(load<f64>(SUPPORT), load<f64>(SUPPORT, 8), load<f64>(SUPPORT, 16)) - second.radius * n;
  const height = dot(n, lowest);
  const fall = -dot(n, way);
  const touching = TOUCHING * (length(lowest) + second.radius);
  if (height > -touching && !(fall >= max(height, touching))) return false;
  hit.fraction = height > 0 ? height / fall : 0;
  hit.gap = min(height, 0);
  hit.normal = -n;
  hit.point = lowest + hit.fraction * way;
  if (height < 0) hit.point -= height * n;
  return true;
}

/** The second part, a sphere, moves onto the tube around a segment of the frame's spline: its middle is a ray, the tube that much thicker. */
export function castOntoTube(segment: SplineSegment, radius: f64, number: u32): void {
  const second = secondConvex();
  const hit = changetype<CastHit>(HIT);
  const ray = changetype<RayHit>(RAY_HIT);
  const way = changetype<Point>(translationIn(shapePair().framePlace)).position;
  const size = length(way);
  const p = second.position;
  const reach = radius + second.radius;
  closestOnSegment(segment, p.x, p.y, p.z, SUPPORT);
  const offset = changetype<Point>(SUPPORT).position - p;
  const distance = length(offset);
  const d = (size > 0 ? 1 / size : 0) * way;
  ray.distance = 0;
  if (distance < reach - TOUCHING * (distance + reach)) {
    ray.normal = normalizeOr(-offset, normalizeOr(-way, vec3<f64>(0, 1, 0)));
    hit.point = changetype<Point>(SUPPORT).position + radius * ray.normal;
  } else {
    if (!(size > 0) || !raySpline(segment, reach, p.x, p.y, p.z, d.x, d.y, d.z, size, false, ray)) return;
    // As near as this, rounding tells inside from outside.
    if (ray.distance == 0) ray.normal = normalizeOr(-offset, -d);
    if (!(-dot(ray.normal, way) > 0)) return;
    hit.point = p + ray.distance * d - second.radius * ray.normal;
  }
  hit.fraction = size > 0 ? ray.distance / size : 0;
  hit.gap = min(distance - reach, 0);
  hit.normal = -ray.normal;
  keepHit(number);
}
