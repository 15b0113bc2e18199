/** Triangles for tests, and what is true of them, computed the plain way. */
import type { Vec3 } from '../../bindings/core/arguments.ts';
import type { Contact, Toucher } from './mesh-module.ts';

export interface Triangles {
  vertices: Float64Array;
  indices: Uint32Array;
}

/** Numbers from 0 to 1 that are the same in every run. */
export function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** A grid over x and z like that of a height field, from front to front upwards. */
export function grid(rows: number, columns: number, spacing: number, height: (x: number, z: number) => number): Triangles {
  const vertices = new Float64Array(rows * columns * 3);
  const indices: number[] = [];
  for (let row = 0; row < rows; row++)
    for (let column = 0; column < columns; column++) {
      const x = column * spacing - ((columns - 1) * spacing) / 2;
      const z = row * spacing - ((rows - 1) * spacing) / 2;
      vertices.set([x, height(x, z), z], 3 * (row * columns + column));
      const a = row * columns + column;
      if (row + 1 < rows && column + 1 < columns) indices.push(a, a + columns, a + 1, a + columns + 1, a + 1, a + columns);
    }
  return { vertices, indices: Uint32Array.from(indices) };
}

/** A closed surface around the origin, its vertices moved in and out. */
export function ball(rings: number, radius: (k: number) => number): Triangles {
  const around = 2 * rings;
  const vertices: number[] = [];
  const indices: number[] = [];
  for (let i = 0; i <= rings; i++)
    for (let j = 0; j < around; j++) {
      const pole = i === 0 || i === rings;
      const r = pole ? 1 : radius(i * around + j);
      const [t, p] = [(Math.PI * i) / rings, (Math.PI * j) / rings];
      vertices.push(
        pole ? 0 : r * Math.sin(t) * Math.cos(p),
        r * (i === rings ? -1 : Math.cos(t)),
        pole ? 0 : r * Math.sin(t) * Math.sin(p),
      );
    }
  for (let i = 0; i < rings; i++)
    for (let j = 0; j < around; j++) {
      const a = i * around + j;
      const b = i * around + ((j + 1) % around);
      if (i > 0) indices.push(a, b, a + around);
      if (i + 1 < rings) indices.push(b, b + around, a + around);
    }
  return { vertices: Float64Array.from(vertices), indices: Uint32Array.from(indices) };
}

export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const add = (a: Vec3, b: Vec3, s = 1): Vec3 => [a[0] + s * b[0], a[1] + s * b[1], a[2] + s * b[2]];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const scale = (a: Vec3, s: number): Vec3 => [a[0] * s, a[1] * s, a[2] * s];
export const size = (a: Vec3): number => Math.sqrt(dot(a, a));
export const unit = (a: Vec3): Vec3 => scale(a, 1 / size(a));

export function cornersOf({ vertices, indices }: Triangles, part: number): Vec3[] {
  return [0, 1, 2].map((k) => [...vertices.subarray(3 * indices[3 * part + k], 3 * indices[3 * part + k] + 3)] as Vec3);
}

/** Distance along a ray to a triangle (Möller and Trumbore); Infinity: none. */
export function rayTriangle(origin: Vec3, direction: Vec3, [a, b, c]: Vec3[]): number {
  const [u, v] = [subtract(b, a), subtract(c, a)];
  const p = cross(direction, v);
  const determinant = dot(u, p);
  const s = subtract(origin, a);
  const q = cross(s, u);
  const [x, y, t] = [dot(s, p) / determinant, dot(direction, q) / determinant, dot(v, q) / determinant];
  return x >= 0 && y >= 0 && x + y <= 1 && t >= 0 ? t : Infinity;
}

function nearestOnSegment(p: Vec3, a: Vec3, b: Vec3): Vec3 {
  const d = subtract(b, a);
  return add(a, d, Math.min(1, Math.max(0, dot(subtract(p, a), d) / dot(d, d))));
}

export function nearestOnTriangle(p: Vec3, [a, b, c]: Vec3[]): Vec3 {
  const n = unit(cross(subtract(b, a), subtract(c, a)));
  const projected = add(p, n, -dot(subtract(p, a), n));
  const inside = (u: Vec3, v: Vec3) => dot(cross(subtract(v, u), subtract(projected, u)), n) >= 0;
  if (inside(a, b) && inside(b, c) && inside(c, a)) return projected;
  const candidates = [nearestOnSegment(p, a, b), nearestOnSegment(p, b, c), nearestOnSegment(p, c, a)];
  return candidates.reduce((best, q) => (size(subtract(p, q)) < size(subtract(p, best)) ? q : best));
}

/** Where a sphere touches a triangle by itself, nothing around it. */
export function touchSphere({ position, radius }: Toucher, corners: Vec3[], margin: number): Contact | null {
  const q = nearestOnTriangle(position, corners);
  const d = subtract(position, q);
  const separation = size(d) - radius;
  if (separation > margin || size(d) === 0) return null;
  const normal = unit(d);
  return { normal, points: [{ position: add(q, normal, separation / 2), separation }] };
}

/** Where a box along the axes touches a triangle by itself: the axis of least overlap of all 13, and the box's deepest corner. */
export function touchBox({ position, half }: Toucher, corners: Vec3[], margin: number): Contact | null {
  const edges = [0, 1, 2].map((k) => subtract(corners[(k + 1) % 3], corners[k]));
  const face = cross(edges[0], edges[1]);
  const axes: Vec3[] = [
    [1, 0, 0],
    [0, 1, 0],
    [0, 0, 1],
  ];
  const candidates = [unit(face), ...axes, ...axes.flatMap((axis) => edges.map((edge) => cross(axis, edge)))].filter(
    (axis) => size(axis) > 1e-6,
  );
  let best: Contact | null = null;
  let greatest = -Infinity;
  for (const candidate of candidates)
    for (const sign of [1, -1]) {
      const n = scale(unit(candidate), sign);
      const corner = axes.reduce((p, axis, k) => add(p, axis, n[k] > 0 ? -half![k] : half![k]), position);
      const top = Math.max(...corners.map((c) => dot(n, c)));
      const separation = dot(n, corner) - top;
      if (separation <= greatest + 1e-9) continue;
      greatest = separation;
      best = { normal: n, points: [{ position: add(corner, n, -separation / 2), separation }] };
    }
  return greatest > margin ? null : best;
}
