/** Convex cores of every type for tests: random ones, their records in memory, and their geometry by slow and obvious means. */
import type { Kernels } from './compile-kernels.ts';

export type Vector = [number, number, number];
export enum Type {
  Sphere,
  Capsule,
  Box,
  Cylinder,
  Cone,
  Hull,
  Triangle,
}
export interface Core {
  type: Type;
  /** Row major. */
  rotation: number[];
  position: Vector;
  size: Vector;
  radius: number;
  /** In the shape's frame: of polytopes; a triangle's in the shared frame. */
  vertices: Vector[];
  faces: number[][];
  data: number;
  extent: number;
}

export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const add = (a: Vector, b: Vector, s = 1): Vector => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const scaled = (a: Vector, s: number): Vector => [a[0] * s, a[1] * s, a[2] * s];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const norm = (a: Vector): number => Math.sqrt(dot(a, a));
export const unit = (a: Vector): Vector => scaled(a, 1 / norm(a));
export const turn = (m: number[], v: Vector): Vector => [
  dot(m.slice(0, 3) as Vector, v),
  dot(m.slice(3, 6) as Vector, v),
  dot(m.slice(6, 9) as Vector, v),
];
export const turnBack = (m: number[], v: Vector): Vector => [
  m[0] * v[0] + m[3] * v[1] + m[6] * v[2],
  m[1] * v[0] + m[4] * v[1] + m[7] * v[2],
  m[2] * v[0] + m[5] * v[1] + m[8] * v[2],
];

/** Mulberry32. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let t = Math.imul(state ^ (state >>> 15), state | 1);
    t ^= t + Math.imul(t ^ (t >>> 7), t | 61);
    return ((t ^ (t >>> 14)) >>> 0) / 4294967296;
  };
}

export function randomUnit(random: () => number): Vector {
  for (;;) {
    const v: Vector = [2 * random() - 1, 2 * random() - 1, 2 * random() - 1];
    const length = norm(v);
    if (length > 0.1 && length < 1) return scaled(v, 1 / length);
  }
}

export function randomRotation(random: () => number): number[] {
  const x = randomUnit(random);
  const y = unit(cross(x, randomUnit(random)));
  const z = cross(x, y);
  return [...x, ...y, ...z];
}

/** Faces, counter-clockwise from outside, of the hull of points in general position: every one is a corner. */
export function hullFaces(points: Vector[]): number[][] {
  let faces = [
    [0, 1, 2],
    [0, 2, 1],
  ];
  const outside = (face: number[], p: Vector): number => {
    const [a, b, c] = face.map((i) => points[i]);
    return dot(cross(add(b, a, -1), add(c, a, -1)), add(p, a, -1));
  };
  for (let i = 3; i < points.length; i++) {
    const seen = faces.filter((face) => outside(face, points[i]) > 0);
    const edges = new Set(seen.flatMap((f) => f.map((v, j) => `${v},${f[(j + 1) % 3]}`)));
    faces = faces.filter((face) => !seen.includes(face));
    for (const edge of edges) {
      const [p, q] = edge.split(',').map(Number);
      if (!edges.has(`${q},${p}`)) faces.push([p, q, i]);
    }
  }
  return faces;
}

/** A prism of n sides: plateaus, parallel faces. */
export function prism(n: number, radius: number, height: number): { vertices: Vector[]; faces: number[][] } {
  const vertices: Vector[] = [];
  for (const y of [-height, height])
    for (let i = 0; i < n; i++) vertices.push([radius * Math.cos((2 * Math.PI * i) / n), y, -radius * Math.sin((2 * Math.PI * i) / n)]);
  const ring = Array.from({ length: n }, (_, i) => i);
  const faces = [ring.map((i) => n - 1 - i), ring.map((i) => n + i)];
  for (const i of ring) faces.push([i, (i + 1) % n, n + ((i + 1) % n), n + i]);
  return { vertices, faces };
}

const BOX_FACES = [
  [0, 2, 3, 1],
  [4, 5, 7, 6],
  [0, 1, 5, 4],
  [2, 6, 7, 3],
  [0, 4, 6, 2],
  [1, 3, 7, 5],
];

/** Vertices, faces and edges of a core that is a polytope, in the shared frame; those of a capsule's segment, a sphere's point. */
export function polytope(c: Core): { vertices: Vector[]; normals: Vector[]; edges: Vector[] } | null {
  if (c.type === Type.Cylinder || c.type === Type.Cone) return null;
  let vertices = c.vertices;
  let faces = c.faces;
  const [x, y, z] = c.size;
  if (c.type === Type.Sphere) vertices = [[0, 0, 0]];
  if (c.type === Type.Capsule)
    vertices = [
      [0, -y, 0],
      [0, y, 0],
    ];
  if (c.type === Type.Box) {
    vertices = Array.from({ length: 8 }, (_, i) => [i & 1 ? x : -x, i & 2 ? y : -y, i & 4 ? z : -z]);
    faces = BOX_FACES;
  }
  if (c.type !== Type.Triangle) vertices = vertices.map((v) => add(c.position, turn(c.rotation, v)));
  const normals = faces.map((f) => unit(cross(add(vertices[f[1]], vertices[f[0]], -1), add(vertices[f[2]], vertices[f[1]], -1))));
  const edges: Vector[] = [];
  for (const f of faces)
    f.forEach((v, i) => {
      const w = f[(i + 1) % f.length];
      if (v < w) edges.push(add(vertices[w], vertices[v], -1));
    });
  if (c.type === Type.Capsule) edges.push(add(vertices[1], vertices[0], -1));
  if (c.type === Type.Triangle) edges.push(add(vertices[0], vertices[2], -1));
  return { vertices, normals, edges };
}

/** max of d·x over the core. */
export function reach(c: Core, d: Vector): number {
  if (c.type === Type.Triangle) return Math.max(...c.vertices.map((v) => dot(v, d)));
  const u = turnBack(c.rotation, d);
  const at = dot(c.position, d);
  const [x, y, z] = c.size;
  const across = Math.sqrt(u[0] * u[0] + u[2] * u[2]);
  switch (c.type) {
    case Type.Sphere:
      return at;
    case Type.Capsule:
      return at + y * Math.abs(u[1]);
    case Type.Box:
      return at + x * Math.abs(u[0]) + y * Math.abs(u[1]) + z * Math.abs(u[2]);
    case Type.Cylinder:
      return at + x * across + y * Math.abs(u[1]);
    case Type.Cone:
      return at + Math.max(y * u[1], x * across - y * u[1]);
    default: {
      let most = -Infinity;
      for (const v of c.vertices) most = Math.max(most, dot(v, u));
      return at + most;
    }
  }
}

/** How far outside a core a point is, at least roughly; 0 inside. */
export function outside(c: Core, p: Vector): number {
  if (c.type === Type.Triangle) {
    const [a, b, e] = c.vertices;
    const n = unit(cross(add(b, a, -1), add(e, a, -1)));
    let most = Math.abs(dot(n, add(p, a, -1)));
    for (const [s, t] of [
      [a, b],
      [b, e],
      [e, a],
    ])
      most = Math.max(most, dot(unit(cross(add(t, s, -1), n)), add(p, s, -1)));
    return most;
  }
  const u = turnBack(c.rotation, add(p, c.position, -1));
  const [x, y, z] = c.size;
  const across = Math.sqrt(u[0] * u[0] + u[2] * u[2]);
  switch (c.type) {
    case Type.Sphere:
      return norm(u);
    case Type.Capsule:
      return Math.max(Math.abs(u[1]) - y, across);
    case Type.Box:
      return Math.max(0, Math.abs(u[0]) - x, Math.abs(u[1]) - y, Math.abs(u[2]) - z);
    case Type.Cylinder:
      return Math.max(0, Math.abs(u[1]) - y, across - x);
    case Type.Cone:
      return Math.max(0, -u[1] - y, (2 * y * across + x * (u[1] - y)) / Math.sqrt(4 * y * y + x * x));
    default: {
      let most = 0;
      for (const f of c.faces) {
        const [a, b, e] = f.map((i) => c.vertices[i]);
        const n = cross(add(b, a, -1), add(e, b, -1));
        most = Math.max(most, dot(n, add(u, a, -1)) / norm(n));
      }
      return most;
    }
  }
}

const TRIANGLE_FACES = [[0, 1, 2]];
export const IDENTITY = [1, 0, 0, 0, 1, 0, 0, 0, 1];

/** A core of a type with dimensions up to `scale`, none below `scale / aspect`. */
export function randomCore(type: Type, random: () => number, scale: number, aspect: number): Core {
  const length = (): number => scale * aspect ** -random();
  const core: Core = {
    type,
    rotation: randomRotation(random),
    position: [0, 0, 0],
    size: [0, 0, 0],
    radius: 0,
    vertices: [],
    faces: [],
    data: 0,
    extent: scale,
  };
  if (type === Type.Capsule) core.size[1] = length();
  if (type >= Type.Box && type <= Type.Cone) core.size = [length(), length(), type === Type.Box ? length() : 0];
  if (type === Type.Hull && random() < 0.3) Object.assign(core, prism(3 + Math.floor(random() * 14), length(), length()));
  else if (type === Type.Hull) {
    const stretch = [length(), length(), length()];
    const count = random() < 0.8 ? 4 + Math.floor(random() * 12) : 30;
    core.vertices = Array.from({ length: count }, () => randomUnit(random).map((v, i) => v * stretch[i]) as Vector);
    core.faces = hullFaces(core.vertices);
  }
  if (type === Type.Triangle) {
    const a = randomUnit(random);
    const b = unit(cross(a, randomUnit(random)));
    const [l, m] = [length(), length()];
    core.vertices = [scaled(a, -0.5 * l), scaled(a, 0.5 * l), add(scaled(a, (random() - 0.5) * l), scaled(b, m))];
    core.faces = TRIANGLE_FACES;
  }
  if (type === Type.Sphere) core.extent = 0;
  return core;
}

export function moved(c: Core, d: Vector): Core {
  if (c.type === Type.Triangle) return { ...c, vertices: c.vertices.map((v) => add(v, d)) };
  return { ...c, position: add(c.position, d) };
}

/** Writes a hull's block where `at` says; returns where it ends. */
export function writeHull(memory: WebAssembly.Memory, at: number, vertices: Vector[], faces: number[][]): number {
  const view = new DataView(memory.buffer);
  const neighbours: Set<number>[] = vertices.map(() => new Set());
  const corners = faces.flat();
  for (const f of faces)
    f.forEach((v, i) => {
      const w = f[(i + 1) % f.length];
      neighbours[v].add(w);
      neighbours[w].add(v);
    });
  let end = 88;
  const place = (field: number, bytes: number): number => {
    const start = end;
    view.setUint32(at + field, start, true);
    end = (end + bytes + 7) & ~7;
    return at + start;
  };
  view.setUint32(at + 32, vertices.length, true);
  view.setUint32(at + 36, faces.length, true);
  view.setUint32(at + 40, 0, true);
  let p = place(48, vertices.length * 24);
  for (const v of vertices)
    for (const x of v) {
      view.setFloat64(p, x, true);
      p += 8;
    }
  p = place(52, faces.length * 32);
  for (const f of faces) {
    const [a, b, c] = f.map((i) => vertices[i]);
    const n = unit(cross(add(b, a, -1), add(c, b, -1)));
    for (const x of [...n, dot(n, a)]) {
      view.setFloat64(p, x, true);
      p += 8;
    }
  }
  p = place(56, faces.length * 8);
  let first = 0;
  for (const f of faces) {
    view.setUint32(p, first, true);
    view.setUint32(p + 4, f.length, true);
    first += f.length;
    p += 8;
  }
  const write = (field: number, list: number[]): void => {
    let q = place(field, list.length * 4);
    for (const i of list) {
      view.setUint32(q, i, true);
      q += 4;
    }
  };
  write(60, corners);
  const starts = [0];
  for (const set of neighbours) starts.push(starts[starts.length - 1] + set.size);
  write(68, starts);
  write(
    72,
    neighbours.flatMap((set) => [...set]),
  );
  return at + end;
}

/** Writes a Convex. */
export function writeCore(memory: WebAssembly.Memory, at: number, c: Core): void {
  const numbers = new Float64Array(memory.buffer, at, 25);
  numbers.set(c.rotation, 0);
  numbers.set(c.position, 9);
  numbers.set(c.size, 12);
  numbers[15] = c.radius;
  if (c.type === Type.Triangle) numbers.set(c.vertices.flat(), 16);
  new Uint32Array(memory.buffer, at + 200, 2).set([c.type, c.data]);
}

export interface Result {
  near: boolean;
  normal: Vector;
  pointA: Vector;
  pointB: Vector;
  distance: number;
}

/** Calls the kernels on cores. */
export class Bench {
  readonly a: number;
  readonly b: number;
  readonly out: number;
  readonly axis: number;
  private readonly hulls: number;

  constructor(readonly kernels: Kernels) {
    this.a = kernels['scratch']();
    this.b = this.a + 256;
    this.axis = this.a + 512;
    this.out = this.a + 1024;
    this.hulls = this.a + 65536;
  }

  write(a: Core, b: Core): void {
    let at = this.hulls;
    for (const core of [a, b]) {
      if (core.type !== Type.Hull) continue;
      core.data = at;
      at = writeHull(this.kernels.memory, at, core.vertices, core.faces);
    }
    writeCore(this.kernels.memory, this.a, a);
    writeCore(this.kernels.memory, this.b, b);
  }

  closest(a: Core, b: Core, limit = Infinity, axis: Vector = [0, 0, 0]): Result {
    this.write(a, b);
    new Float64Array(this.kernels.memory.buffer, this.axis, 3).set(axis);
    const near = this.kernels['closestPoints'](this.a, this.b, limit, this.axis, this.out) !== 0;
    const n = [...new Float64Array(this.kernels.memory.buffer, this.out, 10)];
    return { near, normal: n.slice(0, 3) as Vector, pointA: n.slice(3, 6) as Vector, pointB: n.slice(6, 9) as Vector, distance: n[9] };
  }

  cast(a: Core, b: Core, d: Vector, radius = 0): { hit: boolean; fraction: number; normal: Vector; point: Vector } {
    this.write(a, b);
    const hit = this.kernels['castConvex'](this.a, this.b, ...d, radius, this.out) !== 0;
    const n = [...new Float64Array(this.kernels.memory.buffer, this.out, 7)];
    return { hit, fraction: n[0], normal: n.slice(1, 4) as Vector, point: n.slice(4, 7) as Vector };
  }
}
