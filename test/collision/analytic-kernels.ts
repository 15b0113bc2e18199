/** Compiles a file of exports of collision kernels, so that tests can call them without the engine around them. */
import { compileKernels as compile } from './compile-kernels.ts';

export interface Kernels {
  memory: WebAssembly.Memory;
  /** The functions that the text exports; pointers are numbers. */
  call: Record<string, (...values: number[]) => number>;
}

/** `text` is a kernel file in the folder assembly/. */
async function compileKernels(text: string): Promise<Kernels> {
  const call = await compile(text, { entry: 'entry.kernel.ts', flags: ['-O1', '--initialMemory', '16'] });
  return { memory: call.memory, call };
}

export type Vector = readonly [number, number, number];
export const plus = (a: Vector, b: Vector, scale = 1): Vector => [a[0] + scale * b[0], a[1] + scale * b[1], a[2] + scale * b[2]];
export const minus = (a: Vector, b: Vector): Vector => plus(a, b, -1);
export const dot = (a: Vector, b: Vector) => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const norm = (a: Vector) => Math.sqrt(dot(a, a));
export const times = (a: Vector, scale: number): Vector => [scale * a[0], scale * a[1], scale * a[2]];
export const unit = (a: Vector) => times(a, 1 / norm(a));
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];

/** Numbers in [0, 1) that are the same in every run. */
export function randomOf(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), 1 | state);
    t = (t + Math.imul(t ^ (t >>> 7), 61 | t)) ^ t;
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export const pointIn = (random: () => number, size: number): Vector => [
  size * (2 * random() - 1),
  size * (2 * random() - 1),
  size * (2 * random() - 1),
];

export function directionOf(random: () => number): Vector {
  for (;;) {
    const v = pointIn(random, 1);
    if (norm(v) > 0.1 && norm(v) < 1) return unit(v);
  }
}

export enum Type {
  Sphere,
  Capsule,
  Box,
  Cylinder,
  Cone,
  Hull,
  Triangle,
}

/** A convex shape as the kernels have it. */
export interface Shape {
  type: Type;
  size: Vector;
  radius: number;
  position: Vector;
  /** Columns of the rotation. */
  axes: readonly [Vector, Vector, Vector];
  corners?: readonly [Vector, Vector, Vector];
  /** Of a hull: corners and, counter-clockwise, the corners of each face. */
  vertices?: readonly Vector[];
  faces?: readonly (readonly number[])[];
}

export const UPRIGHT: Shape['axes'] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

export function axesOf(random: () => number): Shape['axes'] {
  const x = directionOf(random);
  const z = unit(cross(x, directionOf(random)));
  return [x, cross(z, x), z];
}

function toLocal(shape: Shape, p: Vector): Vector {
  const d = minus(p, shape.position);
  return [dot(d, shape.axes[0]), dot(d, shape.axes[1]), dot(d, shape.axes[2])];
}

function distanceToSegment(p: Vector, a: Vector, b: Vector): number {
  const d = minus(b, a);
  const t = Math.min(Math.max(dot(minus(p, a), d) / Math.max(dot(d, d), 1e-300), 0), 1);
  return norm(minus(p, plus(a, d, t)));
}

/** A polygon's plane: normal and offset. */
function planeOf(points: readonly Vector[]): [Vector, number] {
  const n = unit(cross(minus(points[1], points[0]), minus(points[2], points[0])));
  return [n, dot(n, points[0])];
}

function distanceToPolygon(p: Vector, points: readonly Vector[]): number {
  const [n, offset] = planeOf(points);
  const edges = points.map((point, i) => [point, points[(i + 1) % points.length]] as const);
  if (edges.every(([a, b]) => dot(cross(n, minus(b, a)), minus(p, a)) >= 0)) return Math.abs(dot(n, p) - offset);
  return Math.min(...edges.map(([a, b]) => distanceToSegment(p, a, b)));
}

/** Outline of a solid of revolution in (distance from the axis, height), from axis to axis, the outside on its right. */
function distanceToOutline(x: number, y: number, outline: readonly (readonly [number, number])[]): number {
  let nearest = Infinity;
  let outside = false;
  for (let i = 0; i + 1 < outline.length; i++) {
    const [ax, ay] = outline[i];
    const [bx, by] = outline[i + 1];
    nearest = Math.min(nearest, distanceToSegment([x, y, 0], [ax, ay, 0], [bx, by, 0]));
    if ((bx - ax) * (y - ay) - (by - ay) * (x - ax) < 0) outside = true;
  }
  return outside ? nearest : -nearest;
}

/** Signed distance to the solid with its rounding. */
export function signedDistance(shape: Shape, point: Vector): number {
  const p = toLocal(shape, point);
  const [sx, sy, sz] = shape.size;
  const across = Math.sqrt(p[0] * p[0] + p[2] * p[2]);
  switch (shape.type) {
    case Type.Sphere:
      return norm(p) - shape.radius;
    case Type.Capsule:
      return distanceToSegment(p, [0, -sy, 0], [0, sy, 0]) - shape.radius;
    case Type.Box: {
      const q: Vector = [Math.abs(p[0]) - sx, Math.abs(p[1]) - sy, Math.abs(p[2]) - sz];
      const beyond = norm([Math.max(q[0], 0), Math.max(q[1], 0), Math.max(q[2], 0)]);
      return beyond + Math.min(Math.max(...q), 0) - shape.radius;
    }
    case Type.Cylinder:
      return distanceToOutline(across, p[1], [[0, -sy], [sx, -sy], [sx, sy], [0, sy]]) - shape.radius; // biome-ignore format: points
    case Type.Cone:
      return distanceToOutline(across, p[1], [[0, -sy], [sx, -sy], [0, sy]]) - shape.radius; // biome-ignore format: points
    case Type.Hull: {
      const faces = shape.faces!.map((face) => face.map((i) => shape.vertices![i]));
      const levels = faces.map((face) => {
        const [n, offset] = planeOf(face);
        return dot(n, p) - offset;
      });
      const highest = Math.max(...levels);
      return (highest <= 0 ? highest : Math.min(...faces.map((face) => distanceToPolygon(p, face)))) - shape.radius;
    }
    case Type.Triangle:
      return distanceToPolygon(point, shape.corners!) - shape.radius;
  }
}

/** Corners of a hull: an octahedron with one end cut off. */
const HULL_VERTICES: readonly Vector[] = [
  [1, 0, 0],
  [0, 0, 1.2],
  [-1, 0, 0],
  [0, 0, -1.2],
  [0, -0.9, 0],
  [0.5, 0.4, 0],
  [0, 0.4, 0.6],
  [-0.5, 0.4, 0],
  [0, 0.4, -0.6],
];
const HULL_FACES: readonly (readonly number[])[] = [
  [4, 0, 1],
  [4, 1, 2],
  [4, 2, 3],
  [4, 3, 0],
  [5, 6, 1, 0],
  [6, 7, 2, 1],
  [7, 8, 3, 2],
  [8, 5, 0, 3],
  [8, 7, 6, 5],
];

/** A shape of some size at some pose. */
export function randomShape(random: () => number, type: Type, rounding = 0): Shape {
  const side = () => 0.2 + random();
  const position = pointIn(random, 2);
  const corner = () => plus(position, pointIn(random, 1));
  return {
    type,
    size: [side(), side(), side()],
    radius: type <= Type.Capsule ? side() : rounding,
    position: type === Type.Triangle ? [0, 0, 0] : position,
    axes: type === Type.Triangle ? UPRIGHT : axesOf(random),
    corners: [corner(), corner(), corner()],
    vertices: HULL_VERTICES,
    faces: HULL_FACES,
  };
}

/** A piece of the kernels' memory. */
export class Place {
  readonly address: number;
  private readonly view: DataView;

  constructor(memory: WebAssembly.Memory, address: number) {
    this.address = address;
    this.view = new DataView(memory.buffer, address);
  }

  number(at: number): number {
    return this.view.getFloat64(at, true);
  }

  integer(at: number): number {
    return this.view.getUint32(at, true);
  }

  vector(at: number): Vector {
    return [this.number(at), this.number(at + 8), this.number(at + 16)];
  }

  setNumbers(at: number, values: readonly number[]): void {
    for (const [i, value] of values.entries()) this.view.setFloat64(at + 8 * i, value, true);
  }

  setIntegers(at: number, values: readonly number[]): void {
    for (const [i, value] of values.entries()) this.view.setUint32(at + 4 * i, value, true);
  }
}

/** Where the tests put things: behind what the kernels keep for themselves. */
export const FREE = 512 * 1024;

/** The kernels that a text exports, with pieces of their memory at some addresses. */
export async function compileWithPlaces(text: string, ...addresses: number[]): Promise<{ kernels: Kernels; places: Place[] }> {
  const kernels = await compileKernels(text);
  return { kernels, places: addresses.map((address) => new Place(kernels.memory, address)) };
}

/** Half of the axis of a capsule. */
export const halfOf = (shape: Shape): Vector => times(shape.axes[1], shape.type === Type.Capsule ? shape.size[1] : 0);

/** Golden sections: where between two places a value is least that falls and then rises. */
export function bracketed(value: (place: number) => number, low: number, high: number, rounds: number): [number, number] {
  for (let k = 0; k < rounds; k++) {
    const [first, second] = [low + 0.382 * (high - low), low + 0.618 * (high - low)];
    if (value(first) < value(second)) high = second;
    else low = first;
  }
  return [low, high];
}

/** Writes a Convex and, behind it, a hull's block. */
export function writeShape(place: Place, shape: Shape): void {
  const [x, y, z] = shape.axes;
  const rotation = [x[0], y[0], z[0], x[1], y[1], z[1], x[2], y[2], z[2]];
  place.setNumbers(0, [...rotation, ...shape.position, ...shape.size, shape.radius, ...(shape.corners ?? []).flat()]);
  place.setIntegers(200, [shape.type, place.address + 256]);
  if (shape.type === Type.Hull) writeHull(place, 256, shape);
}

function writeHull(place: Place, at: number, shape: Shape): void {
  const vertices = shape.vertices!;
  const faces = shape.faces!;
  const lists = { vertices: 128, planes: 128 + 24 * vertices.length, faces: 0, corners: 0, starts: 0, neighbours: 0 };
  lists.faces = lists.planes + 32 * faces.length;
  lists.corners = lists.faces + 8 * faces.length;
  lists.starts = lists.corners + 4 * faces.flat().length;
  lists.neighbours = lists.starts + 4 * (vertices.length + 1);
  place.setNumbers(at, [0, 0, 0, 0]);
  place.setIntegers(at + 32, [vertices.length, faces.length, 0, 4]);
  place.setIntegers(at + 48, [lists.vertices, lists.planes, lists.faces, lists.corners, 0, lists.starts, lists.neighbours]);
  place.setNumbers(at + lists.vertices, vertices.flat());
  let corner = 0;
  for (const [i, face] of faces.entries()) {
    const [n, offset] = planeOf(face.map((vertex) => vertices[vertex]));
    place.setNumbers(at + lists.planes + 32 * i, [...n, offset]);
    place.setIntegers(at + lists.faces + 8 * i, [corner, face.length]);
    place.setIntegers(at + lists.corners + 4 * corner, face);
    corner += face.length;
  }
  let neighbour = 0;
  for (let vertex = 0; vertex < vertices.length; vertex++) {
    const around = faces.filter((face) => face.includes(vertex)).map((face) => face[(face.indexOf(vertex) + 1) % face.length]);
    place.setIntegers(at + lists.starts + 4 * vertex, [neighbour]);
    place.setIntegers(at + lists.neighbours + 4 * neighbour, around);
    neighbour += around.length;
  }
  place.setIntegers(at + lists.starts + 4 * vertices.length, [neighbour]);
}
