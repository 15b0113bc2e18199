// The least distance of a tube around a cubic segment and a convex solid. Along a line the distance to a convex solid is convex, and the
// pieces of the curve's polyline are nearly lines: in a piece where it falls first and then rises, the root of its slope is found by
// false position with the change of Dowell and Jarratt, "A modified regula falsi method for computing the root of an equation" (1971).
import { secondConvex } from './shape-pair.kernel';
import { closestOnSegment } from './spline-pair.kernel';
import { Closest, Point } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import { SplineSegment } from '../shape/spline';
import { theAnswer } from './answer.kernel';
import { keepDistance } from './distance-parts.kernel';
import { pointConvex } from './point-convex.kernel';

const CLOSEST: usize = scratch<Closest>();
const NEAREST: usize = scratch<Point>();
const VECTOR: usize = 24;
const MOST_STEPS: i32 = 48;
/** Of the parameter. */
const NARROW: f64 = 1e-12;

/** What the segment at hand is measured with; false from when the curve is found to be in the core: then its depth is another question. */
class Tube {
  radius: f64;
  number: u32;
  outside: u32;
}
const TUBE: usize = scratch<Tube>();

/** Compares the distance of the second part and the tube with the least so far; false where the curve itself is in the other's core. */
export function measureTube(segment: SplineSegment, radius: f64, number: u32): bool {
  const tube = changetype<Tube>(TUBE);
  const second = secondConvex();
  tube.radius = radius;
  tube.number = number;
  tube.outside = 1;
  if (second.type == <u32>ShapeType.Sphere) {
    const p = second.position;
    slopeAt(segment, closestOnSegment(segment, p.x, p.y, p.z, NEAREST));
    return true;
  }
  const closest = changetype<Closest>(CLOSEST);
  const count = segment.pieceCount;
  const size = 1 / <f64>count;
  let low: f64 = 0;
  let slope = slopeAt(segment, 0);
  for (let k: u32 = 1; k <= count && tube.outside; k++) {
    const high: f64 = size * <f64>k;
    const least = closest.distance + slope * size;
    const next = slopeAt(segment, high);
    if (slope < 0 && next > 0 && least - radius < theAnswer().best) refine(segment, low, slope, high, next);
    slope = next;
    low = high;
  }
  return tube.outside != 0;
}

/** Tries the places to which false position leads, between one where the distance falls and one where it rises. */
function refine(segment: SplineSegment, low: f64, slopeLow: f64, high: f64, slopeHigh: f64): void {
  let a = low;
  let b = high;
  let atA = slopeLow;
  let atB = slopeHigh;
  let side = 0;
  for (let i = 0; i < MOST_STEPS && b - a > NARROW; i++) {
    const u = clamp((a * atB - b * atA) / (atB - atA), a, b);
    const slope = slopeAt(segment, u);
    if (!(abs(slope) > 0)) return;
    if (slope < 0) {
      a = u;
      atA = slope;
      if (side < 0) atB *= 0.5;
      side = -1;
    } else {
      b = u;
      atB = slope;
      if (side > 0) atA *= 0.5;
      side = 1;
    }
  }
}

/** Compares the distance at a place of the curve with the least so far; returns how fast it grows there. */
function slopeAt(segment: SplineSegment, u: f64): f64 {
  const base = changetype<usize>(segment);
  const p0 = changetype<Point>(base).position;
  const m0 = changetype<Point>(base + 2 * VECTOR).position;
  const m1 = changetype<Point>(base + 3 * VECTOR).position;
  const chord = changetype<Point>(base + VECTOR).position - p0;
  const c2 = 3 * chord - 2 * m0 - m1;
  const c3 = m0 + m1 - 2 * chord;
  const p = p0 + u * (m0 + u * (c2 + u * c3));
  const tube = changetype<Tube>(TUBE);
  const closest = changetype<Closest>(CLOSEST);
  const second = secondConvex();
  pointConvex(second, p.x, p.y, p.z, closest);
  const slope = dot(closest.normal, m0 + u * (2 * c2 + 3 * u * c3));
  if (closest.distance + second.radius < 0) {
    tube.outside = 0;
    return slope;
  }
  // The curve comes first.
  const surface = closest.pointA;
  closest.pointA = p;
  closest.pointB = surface;
  closest.normal = -closest.normal;
  keepDistance(closest, tube.radius, 0, tube.number);
  return slope;
}
