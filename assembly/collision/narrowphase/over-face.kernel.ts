// Where a sphere or capsule lies above a face of a box, what is nearest is known without a search: all of the box is below the plane of the face, and of
// the core's ends the lower one is as high above it as no other point of the core. Ericson, "Real-Time Collision Detection" (2005), section 5.1.
import { Closest, Convex } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import { halfAxis } from './segments.kernel';

/** The nearest points of a point or segment and a box, if they are an end of the one and a point of a face of the other; false if not. */
export function nearestOverFace(a: Convex, b: Convex, out: Closest): bool {
  const ofB = a.type <= <u32>ShapeType.Capsule;
  const round = ofB ? a : b;
  const box = ofB ? b : a;
  if (round.type > <u32>ShapeType.Capsule || box.type != <u32>ShapeType.Box) return false;
  const half = halfAxis(round);
  const inFrame = transpose(box.rotation);
  const u = inFrame * half;
  const m = inFrame * (round.position - box.position);
  const size = box.size;
  const heights = abs(m) - abs(u) - size;
  const height = max(heights.x, max(heights.y, heights.z));
  if (!(height > 0)) return false;
  const onX = heights.x == height;
  const onY = !onX && heights.y == height;
  const middle = onX ? m.x : onY ? m.y : m.z;
  const rise = onX ? u.x : onY ? u.y : u.z;
  const positive = middle >= 0;
  const end: f64 = rise > 0 == positive ? -1 : 1;
  const above = abs(m + end * u) - size;
  if (max(onX ? 0 : above.x, max(onY ? 0 : above.y, onX || onY ? above.z : 0)) > 0) return false;
  const x: f64 = onX ? 1 : 0;
  const y: f64 = onY ? 1 : 0;
  const outward = box.rotation * vec3<f64>(x, y, 1 - x - y);
  const normal: vec3<f64> = ofB == positive ? -outward : outward;
  out.normal = normal;
  out.distance = height;
  const lowest = round.position + end * half;
  out.pointA = ofB ? lowest : lowest - height * normal;
  out.pointB = out.pointA + height * normal;
  return true;
}
