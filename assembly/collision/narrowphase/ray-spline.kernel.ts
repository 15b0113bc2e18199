// A ray against the tube around a cubic segment. Where the line and the curve are nearer than the radius, the line is in the tube: from every
// place where their distance is least it is followed back to where it comes in, by steps to cylinders around the curve's tangents, a
// Newton method of second order that goes hardly farther than the surface is. Every way in is found so, and the first one counts.
import {
  evaluateCurve, MOST_PLACES, nearestOnCurve, nearestPlace, placeAt, placeCount, searchCurve, startSearch, VELOCITY,
} from './spline-pair.kernel';
import { Point } from '../shape/convex.kernel';
import { SplineSegment } from '../shape/spline';
import { RayHit } from './ray-hit.kernel';

/** Places on the line. */
const STARTS: usize = scratch<f64>(MOST_PLACES);
const RAY: usize = scratch<Point>(2);
const TOUCH: f64 = 1e-12;
const MOST_STEPS: i32 = 256;
const SURE_STEPS: i32 = 48;

/** A ray with a unit direction and the tube of one segment, with half balls for ends. hit.part stays. */
export function raySpline(
  segment: SplineSegment, radius: f64, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const d = vec3<f64>(dx, dy, dz);
  changetype<Point>(RAY).position = vec3<f64>(ox, oy, oz);
  changetype<Point>(RAY + 24).position = d;
  startSearch(segment, ox, oy, oz, dx, dy, dz);
  searchCurve(-Infinity, Infinity);
  if (!(nearestPlace().distance <= radius)) return false;
  let count: usize = 0;
  for (let i: u32 = 0; i < placeCount(); i++) {
    const found = placeAt(i);
    if (found.distance > radius || found.place < 0) continue;
    store<f64>(STARTS + (count << 3), found.place);
    count++;
  }
  const origin = nearestOnCurve(segment, ox, oy, oz);
  const touch = TOUCH * (origin.distance + radius);
  const start = origin.distance - radius;
  hit.distance = 0;
  hit.normal = -d;
  if (start > -touch && start < touch && dot(origin.offset, d) <= 0) return false;
  if ((hollow ? touch : -touch) > start) {
    if (!hollow) return true;
    hit.distance = settle(segment, radius, 0, 1);
  } else {
    hit.distance = Infinity;
    for (let i: usize = 0; i < count; i++) hit.distance = min(hit.distance, settle(segment, radius, load<f64>(STARTS + (i << 3)), -1));
    hit.distance = max(hit.distance, 0);
  }
  if (!(hit.distance <= limit) || hit.distance == Infinity) return false;
  const p = vec3<f64>(ox, oy, oz) + hit.distance * d;
  const end = nearestOnCurve(segment, p.x, p.y, p.z);
  hit.normal = -end.offset / end.distance;
  return true;
}

/** The place where the ray enters (sign -1) or leaves (1) the tube from a place in it; infinite where it comes to none. */
function settle(segment: SplineSegment, radius: f64, start: f64, sign: f64): f64 {
  const d = changetype<Point>(RAY + 24).position;
  let t = start;
  let off = radius;
  let least = 0.25 * radius;
  for (let i = 0; i < MOST_STEPS; i++) {
    const p = changetype<Point>(RAY).position + t * d;
    const nearest = nearestOnCurve(segment, p.x, p.y, p.z);
    evaluateCurve(nearest.parameter);
    const tangent = changetype<Point>(VELOCITY).position;
    const w = nearest.offset;
    const speed = lengthSquared(tangent);
    const past = dot(w, tangent);
    off = radius - nearest.distance;
    // The surface is round about the tangent, and in every direction at an end.
    const lean: f64 = past * past > 1e-16 * speed * lengthSquared(w) ? 0 : dot(d, tangent);
    const A = 1 - (lean * lean) / max(speed, 1e-300);
    const B = -dot(w, d);
    const C = lengthSquared(w) - radius * radius;
    const root = sign * sqrt(max(B * B - A * C, 0));
    // The root on this side, as a quotient that does not cancel.
    let step = sign * Infinity;
    if (sign * B > 0 && root != 0) step = -C / (B + root);
    else if (A > 1e-12) step = (root - B) / A;
    const longest = max(off, least);
    step = clamp(step, -longest, longest);
    t += step;
    if (abs(step) <= 1e-14 * (radius + abs(t))) break;
    if (i > SURE_STEPS) least *= 1.1;
  }
  return abs(off) <= 1e-9 * radius ? t : Infinity;
}
