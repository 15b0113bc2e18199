// Curves of cubic Hermite segments: each runs from a point to the next with the tangents there. Without tangents they are those of Catmull and
// Rom (1974), half the way between the neighbours on both sides.
import type { Vec3 } from '../core/arguments.ts';
import { add, length, scale, subtract } from '../core/geometry.ts';
import { vertexAt } from './mesh-triangles.ts';

export interface SplineCurve {
  /** x y z of each point. */
  readonly points: Float64Array;
  /** Of the same points: derivative by the parameter, which grows by one from point to point. */
  readonly tangents: Float64Array;
  /** Whether the last point is followed by the first. */
  readonly closed: boolean;
}

/** Parts of a segment whose control points bound how far it reaches. */
const REACH_PARTS = 16;

export function segmentCount({ points, closed }: SplineCurve): number {
  return points.length / 3 - (closed ? 0 : 1);
}

export function catmullRomTangents(points: Float64Array, closed: boolean): Float64Array {
  const count = points.length / 3;
  const neighbour = (k: number) => (closed ? (k + count) % count : Math.min(Math.max(k, 0), count - 1));
  return Float64Array.from(
    Array.from({ length: count }, (_, k) => {
      const [before, after] = [neighbour(k - 1), neighbour(k + 1)];
      const halves = closed || after - before === 2 ? 0.5 : 1; // at an open end there is one neighbour
      return scale(subtract(vertexAt(points, after), vertexAt(points, before)), halves);
    }).flat(),
  );
}

/** Ends and tangents of a segment. */
function segmentOf({ points, tangents }: SplineCurve, segment: number): [Vec3, Vec3, Vec3, Vec3] {
  const next = (segment + 1) % (points.length / 3);
  return [vertexAt(points, segment), vertexAt(points, next), vertexAt(tangents, segment), vertexAt(tangents, next)];
}

/** The point of a segment at t from 0 to 1; at both ends exactly the curve's point. */
export function pointOn(curve: SplineCurve, segment: number, t: number): Vec3 {
  const [p, q, u, v] = segmentOf(curve, segment);
  if (t === 1) return q;
  const s = 1 - t;
  const along = add(scale(p, s * s * (1 + 2 * t)), scale(q, t * t * (1 + 2 * s)));
  return add(along, add(scale(u, s * s * t), scale(v, -t * t * s)));
}

/** The derivative there by t. */
export function derivativeOn(curve: SplineCurve, segment: number, t: number): Vec3 {
  const [p, q, u, v] = segmentOf(curve, segment);
  const s = 1 - t;
  return add(scale(subtract(q, p), 6 * t * s), add(scale(u, s * (1 - 3 * t)), scale(v, t * (3 * t - 2))));
}

/** The box around the curve, exact but for round-off: its extremes are ends of segments and places without slope. */
export function curveBounds(curve: SplineCurve): { low: Vec3; high: Vec3 } {
  const low: Vec3 = [Infinity, Infinity, Infinity];
  const high: Vec3 = [-Infinity, -Infinity, -Infinity];
  const include = (axis: number, value: number) => {
    low[axis] = Math.min(low[axis], value);
    high[axis] = Math.max(high[axis], value);
  };
  for (let segment = 0; segment < segmentCount(curve); segment++) {
    const [p, q, u, v] = segmentOf(curve, segment);
    for (let axis = 0; axis < 3; axis++) {
      include(axis, p[axis]);
      include(axis, q[axis]);
      const way = q[axis] - p[axis];
      for (const t of levelPlaces(way, u[axis], v[axis])) include(axis, pointOn(curve, segment, t)[axis]);
    }
  }
  return { low, high };
}

/** Where in (0, 1) the derivative 3 (u + v - 2 w) t² + 2 (3 w - 2 u - v) t + u is zero. */
function levelPlaces(way: number, u: number, v: number): number[] {
  const a = 3 * (u + v - 2 * way);
  const half = 3 * way - 2 * u - v;
  const discriminant = half * half - a * u;
  if (!(discriminant >= 0)) return [];
  const sum = -(half + (half < 0 ? -1 : 1) * Math.sqrt(discriminant)); // where nothing cancels
  return [sum / a, u / sum].filter((t) => t > 0 && t < 1);
}

/** How far from the origin the curve reaches at most: the control points of its parts are hardly farther away than it is. */
export function curveReach(curve: SplineCurve): number {
  let reach = 0;
  for (let segment = 0; segment < segmentCount(curve); segment++) {
    for (let part = 0; part < REACH_PARTS; part++) {
      const [from, to] = [part / REACH_PARTS, (part + 1) / REACH_PARTS];
      const [p, q] = [from, to].map((t) => pointOn(curve, segment, t));
      const [u, v] = [from, to].map((t) => scale(derivativeOn(curve, segment, t), 1 / (3 * REACH_PARTS)));
      reach = Math.max(reach, length(p), length(q), length(add(p, u)), length(subtract(q, v)));
    }
  }
  return reach;
}
