// Reading the triangles of a mesh, and finding those that are no use.
import type { Vec3 } from '../core/arguments.ts';
import { cross, dot, length, scale, subtract } from '../core/geometry.ts';
import { coordinates, invalid } from './arguments.ts';

export interface MeshTriangles {
  /** x y z of each vertex. */
  readonly vertices: Float64Array;
  /** Three vertices a triangle. */
  readonly indices: Uint32Array;
}

/** Beside the square of the longest side; the direction of a flatter triangle is mostly round-off. */
const NO_AREA = 1e-12;

/** Copies vertices and indices; throws `invalid-argument` if they are no mesh. */
export function readTriangles(vertices: unknown, indices: unknown): MeshTriangles {
  const points = coordinates(vertices, 'vertices', 'three coordinates a vertex');
  const corners = coordinates(indices, 'indices', 'three vertices a triangle');
  const count = points.length / 3;
  const wrong = corners.findIndex((index) => !Number.isInteger(index) || index < 0 || index >= count);
  if (wrong >= 0) invalid(`indices[${wrong}] must be a whole number from 0 to ${count - 1}, but is ${corners[wrong]}.`);
  return { vertices: points, indices: Uint32Array.from(corners) };
}

export function vertexAt(vertices: ArrayLike<number>, vertex: number): Vec3 {
  return [vertices[3 * vertex], vertices[3 * vertex + 1], vertices[3 * vertex + 2]];
}

/** The unit normal of a triangle, or none if it has no area. */
export function triangleNormal(a: Vec3, b: Vec3, c: Vec3): Vec3 | undefined {
  const [ab, ac, bc] = [subtract(b, a), subtract(c, a), subtract(c, b)];
  const longest = Math.max(dot(ab, ab), dot(ac, ac), dot(bc, bc));
  const normal = cross(ab, ac);
  const area = length(normal);
  return area > NO_AREA * longest ? scale(normal, 1 / area) : undefined;
}

/** Indices that name the first of all vertices at the same place. */
export function mergedIndices({ vertices, indices }: MeshTriangles): Uint32Array {
  const first = new Map<string, number>();
  const merged = new Uint32Array(vertices.length / 3);
  for (let vertex = 0; vertex < merged.length; vertex++) {
    const place = vertexAt(vertices, vertex).join(' ');
    if (!first.has(place)) first.set(place, vertex);
    merged[vertex] = first.get(place)!;
  }
  return indices.map((vertex) => merged[vertex]);
}

/** Those triangles that have an area. */
export function withArea({ vertices, indices }: MeshTriangles): Uint32Array {
  return selected(indices, (corner) => {
    const [a, b, c] = [0, 1, 2].map((k) => vertexAt(vertices, indices[corner + k]));
    return triangleNormal(a, b, c) !== undefined;
  });
}

/** The triangles without those that are at the place of one before. Where each has a front, two back to back differ. */
export function withoutDoubles(mesh: MeshTriangles, oneSided: boolean): Uint32Array {
  const merged = mergedIndices(mesh);
  const seen = new Set<string>();
  return selected(mesh.indices, (corner) => {
    const [a, b, c] = merged.subarray(corner, corner + 3);
    const lowest = Math.min(a, b, c);
    const key = oneSided ? rotated(a, b, c, lowest) : [a, b, c].sort((p, q) => p - q);
    const name = key.join(' ');
    if (seen.has(name)) return false;
    seen.add(name);
    return true;
  });
}

/** The same cycle, from its lowest vertex on. */
function rotated(a: number, b: number, c: number, lowest: number): number[] {
  if (a === lowest) return [a, b, c];
  return b === lowest ? [b, c, a] : [c, a, b];
}

function selected(indices: Uint32Array, keep: (corner: number) => boolean): Uint32Array {
  const kept: number[] = [];
  for (let corner = 0; corner < indices.length; corner += 3) {
    if (keep(corner)) kept.push(indices[corner], indices[corner + 1], indices[corner + 2]);
  }
  return Uint32Array.from(kept);
}
