// Triangle meshes by looking at every triangle.
import { distanceToPolygon, type Polygon, triangleFace } from './polytope.ts';
import { along, cross, dot, length, subtract, type Vector, vectors } from './vector.ts';

export type Triangle = [Vector, Vector, Vector];

export function triangles(vertices: ArrayLike<number>, indices: ArrayLike<number>): Triangle[] {
  const points = vectors(vertices);
  const list: Triangle[] = [];
  for (let i = 0; i < indices.length; i += 3) list.push([points[indices[i]], points[indices[i + 1]], points[indices[i + 2]]]);
  return list;
}

export const hasArea = ([a, b, c]: Triangle): boolean => length(cross(subtract(b, a), subtract(c, a))) > 0;
export const faces = (list: readonly Triangle[]): Polygon[] => list.filter(hasArea).map(([a, b, c]) => triangleFace(a, b, c));
export const distanceToSurface = (list: readonly Polygon[], point: Vector): number =>
  Math.min(...list.map((face) => distanceToPolygon(point, face)));

/** How often the surface winds around a point: 1 inside a closed mesh and 0 outside (van Oosterom and Strackee 1983). */
export function windingNumber(list: readonly Triangle[], point: Vector): number {
  let solidAngle = 0;
  for (const triangle of list) {
    const [a, b, c] = triangle.map((corner) => subtract(corner, point)) as Triangle;
    const [la, lb, lc] = [length(a), length(b), length(c)];
    const volume = dot(a, cross(b, c));
    solidAngle += 2 * Math.atan2(volume, la * lb * lc + dot(a, b) * lc + dot(b, c) * la + dot(c, a) * lb);
  }
  return solidAngle / (4 * Math.PI);
}

export interface SurfaceHit {
  distance: number;
  /** Of the triangle that is hit, in the list. */
  triangle: number;
}

/** Nearest hit of a ray with a unit direction; `margin` takes that much off the triangles' rims, m. */
export function raySurface(list: readonly Triangle[], origin: Vector, direction: Vector, margin = 0): SurfaceHit | null {
  let best: SurfaceHit | null = null;
  for (const [triangle, [a, b, c]] of list.entries()) {
    const normal = cross(subtract(b, a), subtract(c, a));
    const rate = dot(normal, direction);
    if (rate === 0) continue;
    const distance = dot(normal, subtract(a, origin)) / rate;
    if (!(distance >= 0) || (best && distance >= best.distance)) continue;
    const point = along(origin, direction, distance);
    const corners = [a, b, c];
    const inside = corners.every((corner, i) => {
      const edge = subtract(corners[(i + 1) % 3], corner);
      const inward = cross(normal, edge);
      return dot(inward, subtract(point, corner)) >= margin * length(inward);
    });
    if (inside) best = { distance, triangle };
  }
  return best;
}
