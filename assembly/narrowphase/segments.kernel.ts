// Nearest points of segments, points and triangles: Ericson, "Real-Time Collision Detection" (2005), sections 5.1.5 and 5.1.9.
import { isSinglePrecision } from '../math/lanes';
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
  const a = lengthSquared(u);
  const e = lengthSquared(v);
  const b = dot(u, v);
  const p = dot(r, u);
  const q = dot(r, v);
  const determinant = a * e - b * b;
  const relative: lane<T> = isSinglePrecision<T>() ? splat<T>(1e-6) : splat<T>(1e-14);
  const parallel = determinant <= relative * (a * e);
  const guess = (parallel ? p : e * p - b * q) / (parallel ? max(a, tiny<T>()) : determinant);
  const t = clamp((b * clamp(guess, -1, 1) - q) / max(e, tiny<T>()), -1, 1);
  const s = clamp((b * t + p) / max(a, tiny<T>()), -1, 1);
  return [s, t];
}

/** Half of the core of a sphere or capsule: from its middle to its upper end. */
export function halfAxis(c: Convex): vec3<f64> {
  const height: f64 = c.type == <u32>ShapeType.Capsule ? c.size.y : 0;
  return vec3<f64>(c.rotation.m01 * height, c.rotation.m11 * height, c.rotation.m21 * height);
}

/** A unit vector across (x, y, z), the same for its opposite; up across nothing. */
export function writeAcross(x: f64, y: f64, z: f64, out: usize): void {
  const v = vec3<f64>(x, y, z);
  const s = abs(v);
  const across: vec3<f64> = s.y <= s.x && s.y <= s.z ? vec3<f64>(0, 1, 0) : s.x <= s.z ? vec3<f64>(1, 0, 0) : vec3<f64>(0, 0, 1);
  const size = lengthSquared(v);
  const rest = size > SHORTEST ? across - (dot(across, v) / size) * v : vec3<f64>(0, 1, 0);
  changetype<Point>(out).position = rest / length(rest);
}

/** Writes the point of a triangle nearest to (x, y, z); returns 0 for its face, 1 to 3 for the edges AB, BC, CA, 4 to 6 for the corners. */
export function nearestOnTriangle(c: Convex, x: f64, y: f64, z: f64, out: usize): u32 {
  const point = changetype<Point>(out);
  const p = vec3<f64>(x, y, z);
  const corners = changetype<usize>(c) + offsetof<Convex>('cornerA');
  const n = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
  let nearest: f64 = Infinity;
  let region: u32 = 0;
  let from: u32 = 2;
  // The nearest point of the nearest edge whose outer side p is on; a sliver has no side that counts.
  for (let to: u32 = 0; to < 3; to++) {
    const start = changetype<Point>(corners + <usize>from * offsetof<Point>()).position;
    const edge = changetype<Point>(corners + <usize>to * offsetof<Point>()).position - start;
    const arm = p - start;
    const flat = lengthSquared(edge);
    if (dot(cross(edge, arm), n) <= 0) {
      const along = dot(arm, edge);
      const t = clamp(along / max(flat, SHORTEST * SHORTEST), 0, 1);
      const candidate = start + t * edge;
      const distance = lengthSquared(p - candidate);
      if (distance < nearest) {
        nearest = distance;
        point.position = candidate;
        region = along <= 0 ? 4 + from : along >= flat ? 4 + to : 1 + from;
      }
    }
    from = to;
  }
  if (nearest == Infinity) point.position = p - (dot(p - c.cornerA, n) / lengthSquared(n)) * n;
  return region;
}
