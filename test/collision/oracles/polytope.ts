// Convex polyhedra by brute force: every plane through three points that has all others on one side is a face.
import { add, along, cross, dot, length, perpendicular, scale, subtract, unit, type Vector } from './vector.ts';

export interface Polygon {
  /** Unit, outward. */
  normal: Vector;
  /** Of the plane: normal·x. */
  offset: number;
  /** Counter-clockwise seen from outside. */
  corners: Vector[];
}

/** The faces of the hull of a few points in general or special position, and none if it is flat. */
export function hullFaces(points: readonly Vector[]): Polygon[] {
  const middle = scale(points.reduce(add), 1 / points.length);
  const size = Math.max(...points.map((point) => length(subtract(point, middle))));
  const tolerance = 1e-9 * size;
  const faces: Polygon[] = [];
  for (let i = 0; i < points.length; i++)
    for (let j = i + 1; j < points.length; j++)
      for (let k = j + 1; k < points.length; k++) {
        const face = faceThrough(points, [points[i], points[j], points[k]], size, tolerance);
        if (
          face &&
          !faces.some(({ normal, offset }) => dot(normal, face.normal) > 1 - 1e-12 && Math.abs(offset - face.offset) <= 2 * tolerance)
        )
          faces.push(face);
      }
  return faces;
}

function faceThrough(points: readonly Vector[], [a, b, c]: Vector[], size: number, tolerance: number): Polygon | null {
  const area = cross(subtract(b, a), subtract(c, a));
  if (!(length(area) > 1e-9 * size * size)) return null;
  let normal = unit(area);
  const heights = points.map((point) => dot(normal, subtract(point, a)));
  const [low, high] = [Math.min(...heights), Math.max(...heights)];
  if (low < -tolerance && high > tolerance) return null;
  if (high - low <= tolerance) return null; // flat
  if (high > tolerance) normal = scale(normal, -1);
  const on = points.filter((_, i) => Math.abs(heights[i]) <= tolerance);
  return { normal, offset: dot(normal, a), corners: around(on, normal, tolerance) };
}

/** The outline of points in a plane, counter-clockwise about its normal. */
function around(points: readonly Vector[], normal: Vector, tolerance: number): Vector[] {
  const x = perpendicular(normal);
  const y = cross(normal, x);
  const flat = points.map((point) => ({ point, u: dot(x, point), v: dot(y, point) }));
  const start = flat.reduce((least, each) => (each.u < least.u || (each.u === least.u && each.v < least.v) ? each : least));
  const outline = [start];
  // gift wrapping: the next corner has everything to its left
  for (let at = start; outline.length <= points.length; ) {
    let next = at;
    for (const each of flat) {
      const span = Math.hypot(each.u - at.u, each.v - at.v);
      if (span <= tolerance) continue;
      if (next === at) {
        next = each;
        continue;
      }
      const turn = (next.u - at.u) * (each.v - at.v) - (next.v - at.v) * (each.u - at.u);
      const reach = Math.hypot(next.u - at.u, next.v - at.v);
      if (turn < -tolerance * Math.max(span, reach) || (turn <= tolerance * Math.max(span, reach) && span > reach)) next = each;
    }
    if (next === at || Math.hypot(next.u - start.u, next.v - start.v) <= tolerance) break;
    outline.push(next);
    at = next;
  }
  return outline.map(({ point }) => point);
}

/** Directions of the edges, parallel ones once. */
export function edgeDirections(faces: readonly Polygon[]): Vector[] {
  const found: Vector[] = [];
  for (const { corners } of faces)
    for (const [i, corner] of corners.entries()) {
      const edge = unit(subtract(corners[(i + 1) % corners.length], corner));
      if (!found.some((other) => length(cross(other, edge)) < 1e-9)) found.push(edge);
    }
  return found;
}

export function distanceToSegment(point: Vector, a: Vector, b: Vector): number {
  const edge = subtract(b, a);
  const squared = dot(edge, edge);
  const t = squared > 0 ? Math.min(1, Math.max(0, dot(subtract(point, a), edge) / squared)) : 0;
  return length(subtract(point, along(a, edge, t)));
}

/** Unsigned distance of a flat convex polygon. */
export function distanceToPolygon(point: Vector, { normal, offset, corners }: Polygon): number {
  const inside = corners.every((corner, i) => {
    const edge = subtract(corners[(i + 1) % corners.length], corner);
    return dot(cross(normal, edge), subtract(point, corner)) >= 0;
  });
  if (inside) return Math.abs(dot(normal, point) - offset);
  return Math.min(...corners.map((corner, i) => distanceToSegment(point, corner, corners[(i + 1) % corners.length])));
}

/** Negative inside. */
export function signedDistanceToPolytope(point: Vector, faces: readonly Polygon[]): number {
  const deepest = Math.max(...faces.map(({ normal, offset }) => dot(normal, point) - offset));
  return deepest <= 0 ? deepest : Math.min(...faces.map((face) => distanceToPolygon(point, face)));
}

export function triangleFace(a: Vector, b: Vector, c: Vector): Polygon {
  const normal = unit(cross(subtract(b, a), subtract(c, a)));
  return { normal, offset: dot(normal, a), corners: [a, b, c] };
}
