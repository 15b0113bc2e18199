// Tubes around cubic Hermite segments against points, spheres and capsules. The parameter where a curve is nearest to a point is a root of a
// polynomial of degree five; its roots are told apart by the signs of its Bernstein coefficients and refined by safeguarded Newton
// steps: Schneider, "Solving the Nearest-Point-on-Curve Problem" (Graphics Gems, 1990). A line is a point to the curve's projection along it.
import { Convex, Manifold, Point } from '../shape/convex.kernel';
import { SplineSegment } from '../shape/spline';
import { halfAxis, SHORTEST, writeAcross } from './segments.kernel';
import { addContact } from './spheres.kernel';

/** A place on a curve that is near a segment, a line or a point. */
export class CurvePlace {
  /** From there to the curve. */
  offset: vec3<f64>;
  distance: f64;
  /** On the curve, 0 to 1. */
  parameter: f64;
  /** On the segment: its middle, which is the origin of the search, is 0, and its ends are -1 and 1. */
  place: f64;
}

const VECTOR: usize = 24;
/** Intervals of the parameter that one search looks at, at most; about as many places come out. */
const MOST_PIECES: i32 = 64;
const SHORTEST_PIECE: f64 = 1e-8;
/** Intervals that wait, at most: one for each halving down to the shortest, and a few. */
const MOST_WAITING: u32 = 32;
/** Numbers of an interval: six Bernstein coefficients, its start and its end. */
const PIECE: u32 = 8;
/** Places of three searches. */
export const MOST_PLACES: u32 = 3 * 80;
const MOST_STEPS: i32 = 60;

// The coefficients of the powers of the parameter: of the curve from the origin of the search, and of its projection along the axis.
const CURVE: usize = scratch<Point>(4);
const WORK: usize = scratch<Point>(4);
/** The axis: half of the segment. */
const AXIS: usize = scratch<Point>();
/** Position and derivative. */
const POSITION: usize = scratch<Point>();
export const VELOCITY: usize = scratch<Point>();
/** The coefficients of c·c'. */
const POWERS: usize = scratch<f64>(6);
/** The intervals that are still to be searched. */
const PIECES: usize = scratch<f64>(MOST_WAITING * PIECE);
/** 1 / (5 over k) */
const WEIGHTS: usize = memory.data<f64>([1, 0.2, 0.1, 0.1, 0.2, 1]);
/** How many places were found, and the address of the nearest. */
const COUNT: usize = scratch<u32>(2);
const PLACES: usize = scratch<CurvePlace>(MOST_PLACES);

/** Coincident points have no normal: nearer than this, m, it is one across. */
const NEAR: f64 = 1e-14;
/** Cosine above which two ways from a capsule's axis to a curve count as one normal. */
const ALIGNED: f64 = 0.98;
/** Part of a capsule's half axis between two contact points that are worth having. */
const LEAST_SPAN: f64 = 0.04;

function pointAt(place: usize): vec3<f64> {
  return changetype<Point>(place).position;
}

/** The parameter in [0, 1] of the curve's point nearest to (px, py, pz); writes the point, three numbers. */
export function closestOnSegment(segment: SplineSegment, px: f64, py: f64, pz: f64, out: usize): f64 {
  const nearest = nearestOnCurve(segment, px, py, pz);
  changetype<Point>(out).position = vec3<f64>(px, py, pz) + nearest.offset;
  return nearest.parameter;
}

export function nearestOnCurve(segment: SplineSegment, px: f64, py: f64, pz: f64): CurvePlace {
  startSearch(segment, px, py, pz, 0, 0, 0);
  searchCurve(0, 0);
  return nearestPlace();
}

export function nearestPlace(): CurvePlace {
  return changetype<CurvePlace>(<usize>load<u32>(COUNT, 4));
}

export function placeCount(): u32 {
  return load<u32>(COUNT);
}

export function placeAt(index: u32): CurvePlace {
  return changetype<CurvePlace>(PLACES + <usize>index * offsetof<CurvePlace>());
}

/** Begins to look where a curve is near the points p + place v. */
export function startSearch(segment: SplineSegment, px: f64, py: f64, pz: f64, vx: f64, vy: f64, vz: f64): void {
  const base = changetype<usize>(segment);
  const p0 = pointAt(base);
  const chord = pointAt(base + VECTOR) - p0;
  const m0 = pointAt(base + 2 * VECTOR);
  const m1 = pointAt(base + 3 * VECTOR);
  changetype<Point>(CURVE).position = p0 - vec3<f64>(px, py, pz);
  changetype<Point>(CURVE + VECTOR).position = m0;
  changetype<Point>(CURVE + 2 * VECTOR).position = 3 * chord - 2 * m0 - m1;
  changetype<Point>(CURVE + 3 * VECTOR).position = m0 + m1 - 2 * chord;
  changetype<Point>(AXIS).position = vec3<f64>(vx, vy, vz);
  store<u32>(COUNT, 0);
}

/** Writes the position and the derivative of the curve at u. */
export function evaluateCurve(u: f64): void {
  const c2 = pointAt(CURVE + 2 * VECTOR);
  const c3 = u * pointAt(CURVE + 3 * VECTOR);
  const c1 = pointAt(CURVE + VECTOR);
  changetype<Point>(POSITION).position = pointAt(CURVE) + u * (c1 + u * (c2 + c3));
  changetype<Point>(VELOCITY).position = c1 + u * (2 * c2 + 3 * c3);
}

/** Adds the place at u, whose own place is the nearest from low to high. */
function addPlace(u: f64, low: f64, high: f64): void {
  evaluateCurve(u);
  const count = load<u32>(COUNT);
  const found = placeAt(count);
  const c = pointAt(POSITION);
  const v = pointAt(AXIS);
  const place = clamp(dot(c, v) / max(lengthSquared(v), SHORTEST * SHORTEST), low, high);
  found.offset = c - place * v;
  found.distance = length(found.offset);
  found.parameter = u;
  found.place = place;
  if (count == 0 || found.distance < nearestPlace().distance) store<u32>(COUNT, <u32>changetype<usize>(found), 4);
  store<u32>(COUNT, count + 1);
}

/**
 * Adds the curve's ends and every place where the way to it from the axis, a point (low = high) or a line, has a least length. Between low
 * and high there may be other such places, which are as near to those points.
 */
export function searchCurve(low: f64, high: f64): void {
  addPlace(0, low, high);
  addPlace(1, low, high);
  const v = pointAt(AXIS);
  const square = max(lengthSquared(v), SHORTEST * SHORTEST);
  for (let i: usize = 0; i < 4 * VECTOR; i += VECTOR) {
    const c = pointAt(CURVE + i);
    const part: f64 = low < high ? dot(c, v) / square : i ? 0 : low;
    changetype<Point>(WORK + i).position = c - part * v;
  }
  memory.fill(POWERS, 0, 48);
  for (let i: usize = 0; i < 4; i++) {
    for (let j: usize = 1; j < 4; j++) {
      const power = POWERS + ((i + j - 1) << 3);
      store<f64>(power, load<f64>(power) + <f64>j * dot(pointAt(WORK + i * VECTOR), pointAt(WORK + j * VECTOR)));
    }
  }
  // To Bernstein coefficients.
  let nothing: f64 = 0;
  for (let k: usize = 0; k < 48; k += 8) {
    const power = load<f64>(POWERS + k);
    nothing += 1e-15 * abs(power);
    store<f64>(PIECES + k, power * load<f64>(WEIGHTS + k));
  }
  for (let i: usize = 0; i < 40; i += 8) {
    for (let k: usize = 40; k > i; k -= 8) store<f64>(PIECES + k, load<f64>(PIECES + k) + load<f64>(PIECES + k - 8));
  }
  store<f64>(PIECES, 0, 48);
  store<f64>(PIECES, 1, 56);

  let piece = PIECES;
  for (let i = 0; i < MOST_PIECES && piece >= PIECES; i++) {
    let changes = 0;
    let first: f64 = 0;
    let last: f64 = 0;
    for (let k: usize = 0; k < 48; k += 8) {
      const value = load<f64>(piece + k);
      if (abs(value) <= nothing) continue;
      if (first == 0) first = value;
      if (last * value < 0) changes++;
      last = value;
    }
    const start = load<f64>(piece, 48);
    const end = load<f64>(piece, 56);
    const middle = 0.5 * (start + end);
    if (changes == 1 && first < 0) addPlace(refine(start, end), low, high);
    if (changes > 1) addPlace(middle, low, high);
    const left = piece + 64;
    piece -= 64;
    if (changes <= 1 || end - start <= SHORTEST_PIECE) continue;
    // De Casteljau's halves: the left one goes on top.
    piece = left;
    for (let k: usize = 0; k < 48; k += 8) {
      store<f64>(left + k, load<f64>(left - 64));
      for (let j: usize = 0; j < 40 - k; j += 8) {
        const place = left - 64 + j;
        store<f64>(place, 0.5 * (load<f64>(place) + load<f64>(place, 8)));
      }
    }
    store<f64>(left, start, 48);
    store<f64>(left, middle, 56);
    store<f64>(left - 64, middle, 48);
  }
}

/** The one root between of what POWERS has, from below 0 to above. */
function refine(start: f64, end: f64): f64 {
  let low = start;
  let high = end;
  let u = 0.5 * (low + high);
  let change: f64 = 1;
  for (let i = 0; i < MOST_STEPS && abs(change) > 1e-15; i++) {
    let value: f64 = 0;
    let slope: f64 = 0;
    for (let k: i32 = 40; k >= 0; k -= 8) {
      slope = slope * u + value;
      value = value * u + load<f64>(POWERS + k);
    }
    if (value > 0) high = u;
    else low = u;
    let next = u - value / slope;
    if (!(next >= low && next <= high)) next = 0.5 * (low + high);
    change = next - u;
    u = next;
  }
  return u;
}

/** The tube of a segment (A) and a sphere or capsule in the spline's frame. The id of the first point is given, the second's is the next. */
function splineRound(segment: SplineSegment, b: Convex, radius: f64, margin: f64, id: u32, out: Manifold): void {
  const v = halfAxis(b);
  startSearch(segment, b.position.x, b.position.y, b.position.z, v.x, v.y, v.z);
  if (lengthSquared(v) > 0) {
    searchCurve(-1, -1);
    searchCurve(1, 1);
    searchCurve(-1, 1);
  } else {
    searchCurve(0, 0);
  }
  const nearest = nearestPlace();
  const sum = radius + b.radius;
  out.count = 0;
  out.corners = 0;
  if (!(nearest.distance - sum <= margin)) return;
  out.normal = -nearest.offset / nearest.distance;
  if (nearest.distance <= NEAR) {
    evaluateCurve(nearest.parameter);
    writeAcross(VELOCITY, AXIS, changetype<usize>(out));
  }
  // The farthest apart of the places where the capsule is as near, across the same normal.
  let low = nearest;
  let high = nearest;
  for (let i: u32 = 0; i < placeCount(); i++) {
    const found = placeAt(i);
    if (found.distance > sum + margin || !(-dot(found.offset, out.normal) > ALIGNED * found.distance)) continue;
    if (found.place < low.place) low = found;
    if (found.place > high.place) high = found;
  }
  const two = high.place - low.place > LEAST_SPAN && min(low.distance, high.distance) <= nearest.distance + 0.05 * sum;
  for (let i = u32(!two); i < 2; i++) {
    const point = two ? (i ? high : low) : nearest;
    const q = b.position + point.place * v;
    const p = q + point.offset;
    addContact(out, p.x, p.y, p.z, q.x, q.y, q.z, radius, b.radius, margin, id + out.count);
  }
}

/** The tube of a segment (A) and a sphere in the spline's frame. The id is that of the segment. */
export function splineSphere(segment: SplineSegment, sphere: Convex, radius: f64, margin: f64, id: u32, out: Manifold): void {
  splineRound(segment, sphere, radius, margin, id, out);
}

/** The tube of a segment (A) and a capsule: two points where they lie side by side, with the ids 2 id and 2 id + 1. */
export function splineCapsule(segment: SplineSegment, capsule: Convex, radius: f64, margin: f64, id: u32, out: Manifold): void {
  splineRound(segment, capsule, radius, margin, id << 1, out);
}
