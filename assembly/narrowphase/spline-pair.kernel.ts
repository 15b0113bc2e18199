// Tubes around cubic Hermite segments against points, spheres and capsules. The parameter where a curve is nearest to a point is a root of a
// polynomial of degree five; its roots are told apart by the signs of its Bernstein coefficients and refined by safeguarded Newton
// steps: Schneider, "Solving the Nearest-Point-on-Curve Problem" (Graphics Gems, 1990). A line is a point to the curve's projection along it.
import { Convex, Manifold, Point } from '../shape/convex.kernel';
import { SplineSegment } from '../shape/spline';
import { halfAxis, SHORTEST, writeAcross } from './segments.kernel';
import { addContact } from './spheres.kernel';

/** Where a curve and a segment (a point, a line) are nearest. */
export class CurvePoint {
  /** From the segment to the curve. */
  offset: vec3<f64>;
  distance: f64;
  /** On the curve, and where on the segment: -1 to 1. */
  parameter: f64;
  place: f64;
}

/** Coefficients of the powers of the parameter. */
class Cubic {
  c0: vec3<f64>;
  c1: vec3<f64>;
  c2: vec3<f64>;
  c3: vec3<f64>;
}

/** An interval of the parameter that is still to be searched: six Bernstein coefficients, and its ends. */
const PIECE: usize = 8 * 8;
const SHORTEST_PIECE: f64 = 1e-8;
const MOST_PIECES: i32 = 160;
const MOST_STEPS: i32 = 60;
const VECTOR: usize = 24;

/** Curve from the middle of the segment, and its projection along the segment. */
const CURVE: usize = memory.data(96, 16);
const WORK: usize = memory.data(96, 16);
const AXIS: usize = memory.data(32, 16);
const BEZIER: usize = memory.data(96, 16);
const PIECES: usize = memory.data(32 * 64, 16);
const CANDIDATES: usize = memory.data(5 * 48, 16);
/** Binomial coefficients that weigh the products of a cubic's and a quadratic's Bernstein coefficients; 1 / (5 over k). */
const CUBIC_WEIGHTS: usize = memory.data<f64>([1, 3, 3, 1]);
const QUADRATIC_WEIGHTS: usize = memory.data<f64>([1, 2, 1]);
const QUINTIC_WEIGHTS: usize = memory.data<f64>([1, 0.2, 0.1, 0.1, 0.2, 1]);

/** Coincident points have no normal: nearer than this, in m, one across the curve takes its place. */
const NEAR: f64 = 1e-14;
/** Cosine above which two ways from a capsule's axis to a curve count as one normal. */
const ALIGNED: f64 = 0.98;
/** Part of a capsule's half axis between two contact points that are worth having. */
const LEAST_SPAN: f64 = 0.04;

function pieceAt(index: i32): usize {
  return PIECES + <usize>index * PIECE;
}

function candidateAt(index: i32): CurvePoint {
  return changetype<CurvePoint>(CANDIDATES + <usize>index * offsetof<CurvePoint>());
}

/** The parameter in [0, 1] of the curve's point nearest to (px, py, pz); writes the point, three numbers. */
export function closestOnSegment(segment: SplineSegment, px: f64, py: f64, pz: f64, out: usize): f64 {
  const best = candidateAt(0);
  nearestOnCurve(segment, px, py, pz, 0, 0, 0, 0, best);
  changetype<Point>(out).position = vec3<f64>(px, py, pz) + best.offset;
  return best.parameter;
}

/**
 * Where the curve is nearest to the segment from p - reach v to p + reach v: a point where v is zero, a line where the reach is infinite. Of a
 * segment, only the nearest point beside it is sure to be found: look from its ends too.
 */
export function nearestOnCurve(
  segment: SplineSegment, px: f64, py: f64, pz: f64, vx: f64, vy: f64, vz: f64, reach: f64, best: CurvePoint,
): void {
  const base = changetype<usize>(segment);
  const curve = changetype<Cubic>(CURVE);
  const p0 = changetype<Point>(base).position;
  const p1 = changetype<Point>(base + VECTOR).position;
  const m0 = changetype<Point>(base + 2 * VECTOR).position;
  const m1 = changetype<Point>(base + 3 * VECTOR).position;
  const chord = p1 - p0;
  curve.c0 = p0 - vec3<f64>(px, py, pz);
  curve.c1 = m0;
  curve.c2 = 3 * chord - 2 * m0 - m1;
  curve.c3 = m0 + m1 - 2 * chord;
  const v = vec3<f64>(vx, vy, vz);
  const axis = changetype<Point>(AXIS);
  axis.position = v;
  store<f64>(AXIS, reach, VECTOR);
  const square = max(lengthSquared(v), SHORTEST * SHORTEST);
  for (let i: usize = 0; i < 4; i++) {
    const c = changetype<Point>(CURVE + i * VECTOR).position;
    changetype<Point>(WORK + i * VECTOR).position = c - (dot(c, v) / square) * v;
  }
  best.distance = Infinity;
  judge(0, best);
  judge(1, best);
  search(best);
}

/** Keeps the curve's point at u if it is the nearest so far. */
function judge(u: f64, best: CurvePoint): void {
  const curve = changetype<Cubic>(CURVE);
  const c = curve.c0 + u * (curve.c1 + u * (curve.c2 + u * curve.c3));
  const v = changetype<Point>(AXIS).position;
  const reach = load<f64>(AXIS, VECTOR);
  const place = clamp(dot(c, v) / max(lengthSquared(v), SHORTEST * SHORTEST), -reach, reach);
  const offset = c - place * v;
  const distance = length(offset);
  if (!(distance < best.distance)) return;
  best.offset = offset;
  best.distance = distance;
  best.parameter = u;
  best.place = place;
}

/** Judges every place inside where the distance of the projected curve from the origin is least. */
function search(best: CurvePoint): void {
  const work = changetype<Cubic>(WORK);
  const third: f64 = 1.0 / 3.0;
  changetype<Point>(BEZIER).position = work.c0;
  changetype<Point>(BEZIER + VECTOR).position = work.c0 + third * work.c1;
  changetype<Point>(BEZIER + 2 * VECTOR).position = work.c0 + third * (2 * work.c1 + work.c2);
  changetype<Point>(BEZIER + 3 * VECTOR).position = work.c0 + work.c1 + work.c2 + work.c3;
  // c·c', up to a factor of 3.
  memory.fill(PIECES, 0, PIECE);
  store<f64>(PIECES, 1, 56);
  let size: f64 = 0;
  for (let i: usize = 0; i < 4; i++) {
    const c = changetype<Point>(BEZIER + i * VECTOR).position;
    const weight = load<f64>(CUBIC_WEIGHTS + (i << 3));
    for (let j: usize = 0; j < 3; j++) {
      const step = changetype<Point>(BEZIER + (j + 1) * VECTOR).position - changetype<Point>(BEZIER + j * VECTOR).position;
      const place = (i + j) << 3;
      const share = weight * load<f64>(QUADRATIC_WEIGHTS + (j << 3)) * load<f64>(QUINTIC_WEIGHTS + place);
      store<f64>(PIECES + place, load<f64>(PIECES + place) + share * dot(c, step));
      size = max(size, lengthSquared(step) + abs(dot(c, step)));
    }
  }
  const nothing = 1e-15 * size;
  let top = 0;
  for (let i = 0; i < MOST_PIECES && top >= 0; i++) {
    const piece = pieceAt(top--);
    let changes = 0;
    let first: f64 = 0;
    let last: f64 = 0;
    for (let k: usize = 0; k < 6; k++) {
      const value = load<f64>(piece + (k << 3));
      if (abs(value) <= nothing) continue;
      if (first == 0) first = value;
      if (last * value < 0) changes++;
      last = value;
    }
    if (changes == 0) continue;
    const low = load<f64>(piece, 48);
    const high = load<f64>(piece, 56);
    if (changes == 1) {
      if (first < 0) judge(refine(low, high), best);
      continue;
    }
    const middle = 0.5 * (low + high);
    judge(middle, best);
    if (high - low <= SHORTEST_PIECE) continue;
    // De Casteljau's: the left half goes above, the right half stays.
    const left = piece + PIECE;
    for (let k: usize = 0; k < 6; k++) {
      store<f64>(left + (k << 3), load<f64>(piece));
      for (let j: usize = 0; j < 5 - k; j++) {
        const place = piece + (j << 3);
        store<f64>(place, 0.5 * (load<f64>(place) + load<f64>(place, 8)));
      }
    }
    store<f64>(left, low, 48);
    store<f64>(left, middle, 56);
    store<f64>(piece, middle, 48);
    top += 2;
  }
}

/** The one root of c·c' between, from below 0 to above. */
function refine(from: f64, to: f64): f64 {
  const work = changetype<Cubic>(WORK);
  let low = from;
  let high = to;
  let u = 0.5 * (low + high);
  for (let i = 0; i < MOST_STEPS; i++) {
    const c = work.c0 + u * (work.c1 + u * (work.c2 + u * work.c3));
    const velocity = work.c1 + u * (2 * work.c2 + 3 * u * work.c3);
    const value = dot(c, velocity);
    const slope = lengthSquared(velocity) + dot(c, 2 * work.c2 + 6 * u * work.c3);
    if (value > 0) high = u;
    else low = u;
    let next = u - value / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    const change = abs(next - u);
    u = next;
    if (change <= 1e-15) break;
  }
  return u;
}

/** Writes the unit vector from the curve to the segment. */
function writeNormal(segment: SplineSegment, nearest: CurvePoint, out: usize): void {
  if (nearest.distance > NEAR) {
    changetype<Point>(out).position = (-1 / nearest.distance) * nearest.offset;
    return;
  }
  const curve = changetype<Cubic>(CURVE);
  const u = nearest.parameter;
  const tangent = curve.c1 + u * (2 * curve.c2 + 3 * u * curve.c3);
  const v = changetype<Point>(AXIS).position;
  // Across both, where they cross.
  const both = cross(tangent, v);
  if (lengthSquared(both) > 1e-12 * lengthSquared(tangent) * lengthSquared(v)) changetype<Point>(out).position = both / length(both);
  else writeAcross(tangent.x, tangent.y, tangent.z, out);
}

/** The tube of a segment (A) and a sphere in the spline's frame. The id is that of the segment. */
export function splineSphere(segment: SplineSegment, sphere: Convex, radius: f64, margin: f64, id: u32, out: Manifold): void {
  splineRound(segment, sphere, radius, margin, id, out, false);
}

/** The tube of a segment (A) and a capsule: two points where they lie side by side, with the ids 2 id and 2 id + 1. */
export function splineCapsule(segment: SplineSegment, capsule: Convex, radius: f64, margin: f64, id: u32, out: Manifold): void {
  splineRound(segment, capsule, radius, margin, id << 1, out, true);
}

function splineRound(segment: SplineSegment, b: Convex, radius: f64, margin: f64, id: u32, out: Manifold, isCapsule: bool): void {
  const v = halfAxis(b);
  let nearest = candidateAt(0);
  let count = 1;
  if (isCapsule) {
    // From both ends, which leave the curve from the middle for last.
    for (let i = 1; i < 3; i++) {
      const sign: f64 = i == 1 ? -1 : 1;
      const end = b.position + sign * v;
      const candidate = candidateAt(i);
      nearestOnCurve(segment, end.x, end.y, end.z, 0, 0, 0, 0, candidate);
      candidate.place = sign;
    }
    count = 5;
  }
  nearestOnCurve(segment, b.position.x, b.position.y, b.position.z, v.x, v.y, v.z, isCapsule ? 1 : 0, nearest);
  for (let i = 3; i < count; i++) {
    const candidate = candidateAt(i);
    candidate.distance = Infinity;
    judge(i - 3, candidate);
  }
  for (let i = 1; i < count; i++) {
    if (candidateAt(i).distance < nearest.distance) nearest = candidateAt(i);
  }
  const sum = radius + b.radius;
  out.count = 0;
  if (!(nearest.distance - sum <= margin)) return;
  writeNormal(segment, nearest, changetype<usize>(out));
  const n = out.normal;
  // The farthest apart of the places where the capsule is as near, across the same normal.
  let low = nearest;
  let high = nearest;
  for (let i = 1; i < count; i++) {
    const candidate = candidateAt(i);
    const along = -dot(candidate.offset, n);
    if (along < ALIGNED * candidate.distance || candidate.distance - sum > margin || candidate.distance <= NEAR) continue;
    if (candidate.place < low.place) low = candidate;
    if (candidate.place > high.place) high = candidate;
  }
  const two = high.place - low.place > LEAST_SPAN && min(low.distance, high.distance) <= nearest.distance + 0.05 * sum;
  const contacts = two ? 2 : 1;
  for (let i = 0; i < contacts; i++) {
    const point = two ? (i ? high : low) : nearest;
    const surface = b.position + point.place * v + point.offset;
    addContact(out, surface.x, surface.y, surface.z, radius, -dot(point.offset, n) - sum, id + i);
  }
}
