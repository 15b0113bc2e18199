/** Convex hulls by testing every plane through three points: slow, for tests of the kernels. */
import { hullBlock } from '../../bindings/hull/index.ts';

export type Vector = [number, number, number];
/** Rows. */
export type Matrix = [Vector, Vector, Vector];

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const minus = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const plus = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const scaled = (s: number, a: Vector): Vector => [s * a[0], s * a[1], s * a[2]];
export const norm = (a: Vector): number => Math.sqrt(dot(a, a));
export const times = (m: Matrix, v: Vector): Vector => [dot(m[0], v), dot(m[1], v), dot(m[2], v)];

/** The rotation of a quaternion of any length. */
export function rotationOf([x, y, z, w]: [number, number, number, number]): Matrix {
  const s = 2 / (x * x + y * y + z * z + w * w);
  return [
    [1 - s * (y * y + z * z), s * (x * y - z * w), s * (x * z + y * w)],
    [s * (x * y + z * w), 1 - s * (x * x + z * z), s * (y * z - x * w)],
    [s * (x * z - y * w), s * (y * z + x * w), 1 - s * (x * x + y * y)],
  ];
}

export interface HullTopology {
  vertices: Vector[];
  planes: { normal: Vector; offset: number }[];
  /** Vertices around each face, counter-clockwise from outside. */
  faces: number[][];
}

const TOLERANCE = 1e-9;

function around(vertices: Vector[], members: number[], normal: Vector): number[] {
  const center = scaled(1 / members.length, members.map((i) => vertices[i]).reduce(plus));
  const first = minus(vertices[members[0]], center);
  const second = cross(normal, first);
  const angle = (i: number) => {
    const arm = minus(vertices[i], center);
    return Math.atan2(dot(arm, second) / norm(second), dot(arm, first) / norm(first));
  };
  return [...members].sort((i, j) => angle(i) - angle(j));
}

/** Faces of the hull of points that are all corners of it. */
export function topologyOf(vertices: Vector[]): HullTopology {
  const faces = new Map<string, { face: number[]; normal: Vector; offset: number }>();
  const count = vertices.length;
  for (let i = 0; i < count; i++) {
    for (let j = i + 1; j < count; j++) {
      for (let k = j + 1; k < count; k++) {
        const across = cross(minus(vertices[j], vertices[i]), minus(vertices[k], vertices[i]));
        if (norm(across) < TOLERANCE) continue;
        let normal = scaled(1 / norm(across), across);
        let heights = vertices.map((vertex) => dot(normal, minus(vertex, vertices[i])));
        if (heights.some((height) => height > TOLERANCE)) {
          normal = scaled(-1, normal);
          heights = heights.map((height) => -height);
        }
        if (heights.some((height) => height > TOLERANCE)) continue;
        const members = heights.flatMap((height, index) => (height > -TOLERANCE ? [index] : []));
        faces.set(members.join(), { face: around(vertices, members, normal), normal, offset: dot(normal, vertices[i]) });
      }
    }
  }
  const found = [...faces.values()];
  return { vertices, faces: found.map(({ face }) => face), planes: found.map(({ normal, offset }) => ({ normal, offset })) };
}

/** Points spread over a sphere of the given radius, which are all corners of their hull. */
export function spherePoints(count: number, radius: number, random: () => number): Vector[] {
  return Array.from({ length: count }, () => {
    const point: Vector = [random() - 0.5, random() - 0.5, random() - 0.5];
    return scaled(radius / Math.max(norm(point), 1e-3), point);
  });
}

/** A HullBlock. */
export function hullOf(points: Vector[]): ArrayBuffer {
  const { vertices, faces, planes } = topologyOf(points);
  const numbers = planes.flatMap(({ normal, offset }) => [...normal, offset]);
  const block = hullBlock({ vertices: Float64Array.from(vertices.flat()), faces, planes: Float64Array.from(numbers) });
  return block.buffer as ArrayBuffer;
}
