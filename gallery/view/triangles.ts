// Triangles for drawing, besides those that shapes have themselves.

import { add, dot, normalized, rotate } from '../../bindings/core/geometry.ts';
import type { Quat, Vec3 } from '../../bindings/index.ts';
import { type Ring, TriangleList, type Triangulation } from '../../bindings/shape/triangle-list.ts';

/** Faces that meet at less than this are one smooth surface: cosine of 40°. */
const CREASE = Math.cos((40 * Math.PI) / 180);

/** Segments of the equator of each sphere where there are so many. */
export function sphereSegments(count: number): number {
  if (count > 4000) return 12;
  if (count > 1000) return 16;
  return count > 500 ? 24 : 48;
}

/** A sphere of radius 1. */
export function unitSphere(segments: number): Triangulation {
  const triangles = new TriangleList();
  const rings = segments / 2;
  const ringAt = (k: number): Ring => {
    const latitude = Math.PI * (k / rings - 0.5);
    const vertices = Array.from({ length: segments }, (_, column) => {
      const longitude = (2 * Math.PI * column) / segments;
      const radius = Math.cos(latitude);
      const point: Vec3 = [radius * Math.cos(longitude), Math.sin(latitude), radius * Math.sin(longitude)];
      return triangles.vertex(point, point);
    });
    return { vertices, pole: k === 0 || k === rings };
  };
  let lower = ringAt(0);
  for (let k = 1; k <= rings; k++) {
    const upper = ringAt(k);
    triangles.strip(lower, upper);
    lower = upper;
  }
  return triangles.finish();
}

/** The triangles at a pose. */
export function moved({ positions, normals, indices }: Triangulation, position: Vec3, orientation: Quat): Triangulation {
  const turned = (vectors: Float32Array, origin: Vec3) => {
    const result = new Float32Array(vectors.length);
    for (let k = 0; k < vectors.length; k += 3)
      result.set(add(origin, rotate(orientation, [vectors[k], vectors[k + 1], vectors[k + 2]])), k);
    return result;
  };
  return { positions: turned(positions, position), normals: turned(normals, [0, 0, 0]), indices };
}

/** A mesh whose faces have one normal each, with normals that follow the surface where it has no crease. */
export function smoothed({ positions, normals, indices }: Triangulation): Triangulation {
  const meetings = new Map<string, number[]>();
  const placeOf = (vertex: number) => positions.subarray(3 * vertex, 3 * vertex + 3).join();
  for (let vertex = 0; 3 * vertex < positions.length; vertex++) {
    const place = placeOf(vertex);
    const there = meetings.get(place);
    if (there) there.push(vertex);
    else meetings.set(place, [vertex]);
  }
  const normalOf = (vertex: number): Vec3 => [normals[3 * vertex], normals[3 * vertex + 1], normals[3 * vertex + 2]];
  const result = new Float32Array(normals.length);
  for (const there of meetings.values()) {
    for (const vertex of there) {
      const own = normalOf(vertex);
      const alike = there.map(normalOf).filter((normal) => dot(own, normal) >= CREASE);
      result.set(normalized(alike.reduce(add)), 3 * vertex);
    }
  }
  return { positions, normals: result, indices };
}
