// Distances, angles and volumes between particles as they are; m. What is given are numbers of particles.
import { norm } from '../core/arguments.ts';
import { angleOfPoint } from '../core/trigonometry.ts';

export function distanceOf(x: ArrayLike<number>, a: number, b: number): number {
  return norm([x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2]]);
}

type Way = readonly [number, number, number];
const way = (x: ArrayLike<number>, from: number, to: number): Way => [
  x[3 * to] - x[3 * from],
  x[3 * to + 1] - x[3 * from + 1],
  x[3 * to + 2] - x[3 * from + 2],
];
const cross = (a: Way, b: Way): Way => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
const dot = (a: Way, b: Way): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];

/** rad: the angle between the triangles a b c and b a d, 0 where they are flat. */
export function bendAngle(x: ArrayLike<number>, [a, b, c, d]: readonly number[]): number {
  const edge = way(x, a, b);
  const left = way(x, a, c);
  const right = way(x, a, d);
  const m = cross(edge, left);
  const n = cross(right, edge);
  return angleOfPoint(dot(m, right) * Math.sqrt(dot(edge, edge)), dot(m, n));
}

/** m²: of the triangles around each particle a third. */
export function areasOf(x: ArrayLike<number>, triangles: ArrayLike<number>): Float64Array {
  const areas = new Float64Array(x.length / 3);
  for (let k = 0; k < triangles.length; k += 3) {
    const [a, b, c] = [triangles[k], triangles[k + 1], triangles[k + 2]];
    const area = norm(cross(way(x, a, b), way(x, a, c))) / 2;
    for (const corner of [a, b, c]) areas[corner] += area / 3;
  }
  return areas;
}

/** m³: six times the signed volume of a tetrahedron. */
export function sixVolumes(x: ArrayLike<number>, [o, a, b, c]: readonly number[]): number {
  return dot(way(x, o, a), cross(way(x, o, b), way(x, o, c)));
}

/** m³: what a closed surface encloses; three particles for each triangle. */
export function surfaceVolume(x: ArrayLike<number>, triangles: ArrayLike<number>): number {
  let six = 0;
  for (let k = 0; k < triangles.length; k += 3) six += sixVolumes(x, [triangles[0], triangles[k], triangles[k + 1], triangles[k + 2]]);
  return six / 6;
}

/** The corners of the box around particles of these radii. */
export function boundsOf(positions: Float64Array, radii: Float64Array): [low: number[], high: number[]] {
  const [low, high] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
  for (const [k, x] of positions.entries()) {
    const radius = radii[Math.floor(k / 3)];
    low[k % 3] = Math.min(low[k % 3], x - radius);
    high[k % 3] = Math.max(high[k % 3], x + radius);
  }
  return [low, high];
}
