// Nearest points of segments and what is across them: Ericson, "Real-Time Collision Detection" (2005), section 5.1.9.
import { isSinglePrecision } from '../../math/lanes';
import { Convex, Point } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';

/** Lengths below this have no direction. Its square is still a normal number. */
export const SHORTEST: f64 = 1e-30;

/** Below it only zero is left: its inverse times zero is zero. */
function tiny<T>(): lane<T> {
  return isSinglePrecision<T>() ? splat<T>(1e-37) : splat<T>(1e-300);
}

/**
 * The places s and t in [-1, 1] where the segments s u and r + t v are nearest, r the way from the middle of the first to that of the
 * second and u, v half of their lengths. Either may be a point; of parallel ones the middles come first.
 */
export function nearestOnSegments<T>(r: vec3<T>, u: vec3<T>, v: vec3<T>): [lane<T>, lane<T>] {
  const a = max(lengthSquared(u), tiny<T>());
  const e = max(lengthSquared(v), tiny<T>());
  const b = dot(u, v);
  const p = dot(r, u);
  const q = dot(r, v);
  const determinant = a * e - b * b;
  const relative: lane<T> = isSinglePrecision<T>() ? splat<T>(1e-6) : splat<T>(1e-14);
  const parallel = determinant <= relative * (a * e);
  const guess = (parallel ? p : e * p - b * q) / (parallel ? a : determinant);
  const t = clamp((b * clamp(guess, -1, 1) - q) / e, -1, 1);
  const s = clamp((b * t + p) / a, -1, 1);
  return [s, t];
}

/** Half of the core of a sphere or capsule: from its middle to its upper end. */
export function halfAxis(c: Convex): vec3<f64> {
  const height: f64 = c.type == <u32>ShapeType.Capsule ? c.size.y : 0;
  return vec3<f64>(c.rotation.m01 * height, c.rotation.m11 * height, c.rotation.m21 * height);
}

/** Writes a unit vector across the vectors at u and v or, where these are parallel, across the longer of them; up across nothing. */
export function writeAcross(u: usize, v: usize, out: usize): void {
  const a = changetype<Point>(u).position;
  const b = changetype<Point>(v).position;
  const aa = lengthSquared(a);
  const bb = lengthSquared(b);
  let n = cross(a, b);
  if (lengthSquared(n) <= 1e-20 * aa * bb) {
    const w = aa > bb ? a : b;
    const aside = abs(w.x) > abs(w.z);
    n = vec3<f64>(aside ? -w.y : 0, aside ? w.x : -w.z, aside ? 0 : w.y);
  }
  changetype<Point>(out).position = normalizeOr(n, vec3<f64>(0, 1, 0));
}

/** Turns the vector at `vector` from the shared frame to that of the shape. */
export function turnIn(c: Convex, vector: usize): void {
  let sum = vec3<f64>(0, 0, 0);
  for (let i: usize = 0; i < 3; i++) {
    sum += load<f64>(vector + (i << 3)) * changetype<Point>(changetype<usize>(c) + i * offsetof<Point>()).position;
  }
  changetype<Point>(vector).position = sum;
}

/** Turns it back. */
export function turnOut(c: Convex, vector: usize): void {
  const v = changetype<Point>(vector).position;
  for (let i: usize = 0; i < 3; i++) {
    store<f64>(vector + (i << 3), dot(v, changetype<Point>(changetype<usize>(c) + i * offsetof<Point>()).position));
  }
}
