// A ray against the tube around a cubic segment: steps by the distance to the surface, longer where the way in between is known to be
// free (Keinert et al., "Enhanced Sphere Tracing", 2014), and Newton steps at the end.
import { CurvePoint, nearestOnCurve } from '../narrowphase/spline-pair.kernel';
import { writeAcross } from '../narrowphase/segments.kernel';
import { Point } from '../shape/convex.kernel';
import { SplineSegment } from '../shape/spline';
import { RayHit } from './ray-hit.kernel';

const NEAREST: usize = memory.data(48, 16);
const MOST_STEPS: i32 = 256;
const TOUCH: f64 = 1e-12;
/** Radii within which the tube is as good as its tangent plane. */
const FLAT: f64 = 1e-3;
const LONGEST_STEP: f64 = 4;
const VECTOR: usize = 24;

/** A ray with a unit direction and the tube of one segment, with half balls for ends. hit.part stays. */
export function raySpline(
  segment: SplineSegment, radius: f64, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const nearest = changetype<CurvePoint>(NEAREST);
  const o = vec3<f64>(ox, oy, oz);
  const d = vec3<f64>(dx, dy, dz);
  nearestOnCurve(segment, ox, oy, oz, dx, dy, dz, Infinity, nearest);
  if (nearest.distance > radius) return false;
  nearestOnCurve(segment, ox, oy, oz, 0, 0, 0, 0, nearest);
  const touch = TOUCH * (nearest.distance + radius);
  const leaving = dot(nearest.offset, d) <= 0;
  const start = nearest.distance - radius;
  if (start > -touch && start < touch && leaving) return false;
  const inside = (hollow ? touch : -touch) > start;
  hit.distance = 0;
  hit.normal = -d;
  if (inside && !hollow) return true;

  // No point of the curve is farther from its start than its control polygon is long.
  const base = changetype<usize>(segment);
  const m0 = changetype<Point>(base + 2 * VECTOR).position;
  const m1 = changetype<Point>(base + 3 * VECTOR).position;
  const p0 = changetype<Point>(base).position;
  const arm = p0 - o;
  const reach = length(changetype<Point>(base + VECTOR).position - p0) + length(m0) + length(m1) + radius;
  const along = dot(arm, d);
  const last = min(limit, along + reach);
  const sign: f64 = inside ? -1 : 1;
  let t = max(0, along - reach);
  let free: f64 = 0;
  let before = t;
  let jumped: f64 = 0;
  for (let i = 0; i < MOST_STEPS && t <= last; i++) {
    const p = o + t * d;
    nearestOnCurve(segment, p.x, p.y, p.z, 0, 0, 0, 0, nearest);
    const distance = sign * (nearest.distance - radius);
    // Where the empty balls of two places do not meet, something may be in between.
    if (jumped > 0 && distance + free < jumped) {
      t = before + free;
      jumped = 0;
      continue;
    }
    const rate = nearest.distance > 0 ? (-sign * dot(nearest.offset, d)) / nearest.distance : 0;
    const step = rate < 0 ? distance / -rate : Infinity;
    const flat = step <= FLAT * radius;
    if (flat) t += step;
    if (flat && step <= 1e-13 * (radius + reach)) {
      hit.distance = max(t, 0);
      if (nearest.distance > 0) hit.normal = (-1 / nearest.distance) * nearest.offset;
      else writeAcross(dx, dy, dz, changetype<usize>(hit) + offsetof<RayHit>('normalx'));
      return hit.distance <= limit;
    }
    jumped = 0;
    if (flat) continue;
    // Past the nearest place there is no surface ahead that the distance does not know of.
    free = max(distance, 1e-9 * radius);
    before = t;
    jumped = rate < 0 ? min(step, LONGEST_STEP * free) : free;
    t += jumped;
    if (jumped <= free) jumped = 0;
  }
  return false;
}
