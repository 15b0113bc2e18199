/** Convex hulls by testing every plane through three points: slow, for tests of the kernels. */
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
  const sides = faces.flatMap((face, index) => face.map((start, k) => ({ start, end: face[(k + 1) % face.length], face: index })));
  const edges = sides
    .filter(({ start, end }) => start < end)
    .map((side) => [side.start, side.end, side.face, sides.find(({ start, end }) => start === side.end && end === side.start)!.face]);
  const neighbours = vertices.map((_, i) => edges.flatMap(([start, end]) => (start === i ? [end] : end === i ? [start] : [])));
  const starts = [0];
  for (const list of neighbours) starts.push(starts[starts.length - 1] + list.length);
  const firsts = faces.map((_, index) => faces.slice(0, index).reduce((sum, face) => sum + face.length, 0));

  const numbers = [...vertices.flat(), ...planes.flatMap(({ normal, offset }) => [...normal, offset])];
  const lists = [faces.flatMap((face, index) => [firsts[index], face.length]), faces.flat(), edges.flat(), starts, neighbours.flat()];
  const head = 72;
  const words = head + 8 * numbers.length;
  const buffer = new ArrayBuffer(words + 4 * lists.flat().length);
  const view = new DataView(buffer);
  const center = scaled(1 / vertices.length, vertices.reduce(plus));
  for (const [index, value] of center.entries()) view.setFloat64(8 * index, value, true);
  for (const [index, value] of numbers.entries()) view.setFloat64(head + 8 * index, value, true);
  const places = lists.map((_, index) => words + 4 * lists.slice(0, index).flat().length);
  for (const [index, value] of lists.flat().entries()) view.setUint32(words + 4 * index, value, true);
  const largest = Math.max(...faces.map((face) => face.length));
  const fields = [vertices.length, faces.length, edges.length, largest, head, head + 24 * vertices.length, ...places];
  for (const [index, value] of fields.entries()) view.setUint32(24 + 4 * index, value, true);
  return buffer;
}
