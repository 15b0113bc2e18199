// Point clouds for tests of convex hulls, and what a hull must be.
import fc from 'fast-check';
import { expect } from 'vitest';
import { cross, dot, length, rotate, subtract } from '../../bindings/core/geometry.ts';
import type { Hull } from '../../bindings/hull/index.ts';
import { HolonomicError, type Quat, type Vec3 } from '../../bindings/index.ts';

export const SEED = 20260;

/** What counts as flat, in parts of the extent. */
export const TOLERANCE = 1e-6;

export function box(x: number, y: number, z: number): number[] {
  return [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => [corner & 1 ? x : -x, corner & 2 ? y : -y, corner & 4 ? z : -z]);
}

/** n x n x n points in a cube of length one. */
export function grid(n: number): number[] {
  const points: number[] = [];
  for (let k = 0; k < n * n * n; k++) points.push((k % n) / (n - 1), (Math.floor(k / n) % n) / (n - 1), Math.floor(k / n / n) / (n - 1));
  return points;
}

/** Points all over the unit sphere, none close to another. */
export function spiral(n: number): number[] {
  return Array.from({ length: n }, (_, k) => {
    const y = 1 - (2 * k + 1) / n;
    const radius = Math.sqrt(1 - y * y);
    return [radius * Math.cos(2.399963229728653 * k), y, radius * Math.sin(2.399963229728653 * k)];
  }).flat();
}

/** Points on the side of a cylinder of radius one and height one. */
export function cylinder(segments: number, rings: number): number[] {
  return Array.from({ length: segments * rings }, (_, k) => {
    const angle = (2 * Math.PI * (k % segments)) / segments;
    return [Math.cos(angle), Math.floor(k / segments) / (rings - 1) - 0.5, Math.sin(angle)];
  }).flat();
}

export function moved(points: readonly number[], q: Quat, factor = 1, offset: Vec3 = [0, 0, 0]): number[] {
  const turned: number[] = [];
  for (let k = 0; k < points.length; k += 3) turned.push(...rotate(q, points.slice(k, k + 3) as Vec3));
  return turned.map((coordinate, k) => coordinate * factor + offset[k % 3]);
}

/** A generator of numbers from 0 to 1. */
export function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

export const randomCloud = (count: number, random: () => number): number[] => Array.from({ length: 3 * count }, () => random() - 0.5);

/** The points, and copies of them moved by up to `size` along each axis. */
export function blurred(points: readonly number[], size: number, copies: number, random: () => number): number[] {
  return [...points, ...Array.from({ length: copies }, () => points.map((value) => value + size * (2 * random() - 1))).flat()];
}

export const rotations = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((component) => component / Math.hypot(...q)) as Quat);

export const coordinate = fc.double({ min: -1, max: 1, noNaN: true });
/** Points in a cube, never all in one plane. */
export const clouds = fc
  .array(fc.tuple(coordinate, coordinate, coordinate), { minLength: 4, maxLength: 120, size: 'max' })
  .map((points) => [...points.flat(), 0, 0, 0, 0.5, 0, 0, 0, 0.5, 0, 0, 0, 0.5]);

export const vertexAt = ({ vertices }: Hull, vertex: number) => Array.from(vertices.slice(3 * vertex, 3 * vertex + 3)) as Vec3;
export const normalAt = ({ planes }: Hull, face: number) => Array.from(planes.slice(4 * face, 4 * face + 3)) as Vec3;

export function extentOf(points: ArrayLike<number>): number {
  return Math.max(
    ...[0, 1, 2].map((axis) => {
      const values = Array.from(points).filter((_, k) => k % 3 === axis);
      return Math.max(...values) - Math.min(...values);
    }),
  );
}

/** How far the farthest point is outside of a hull's planes, in parts of its extent. */
export function excess(hull: Hull, points: ArrayLike<number>): number {
  let most = -Infinity;
  for (let face = 0; face < hull.faces.length; face++) {
    const [x, y, z] = normalAt(hull, face);
    for (let k = 0; k < points.length; k += 3)
      most = Math.max(most, x * points[k] + y * points[k + 1] + z * points[k + 2] - hull.planes[4 * face + 3]);
  }
  return most / extentOf(points);
}

/** Closed, convex, with flat and strictly convex faces, no two neighbours in one plane. */
export function expectSound(hull: Hull): void {
  const extent = extentOf(hull.vertices);
  const near = 4 * TOLERANCE * extent;
  const sides = new Map<string, number>();
  const facesAt = new Array(hull.vertices.length / 3).fill(0);
  const problems: string[] = [];
  for (const [face, corners] of hull.faces.entries()) {
    const normal = normalAt(hull, face);
    if (Math.abs(length(normal) - 1) > 1e-12) problems.push(`normal ${face}`);
    if (new Set(corners).size !== corners.length || corners.length < 3) problems.push(`corners ${face}`);
    const places = corners.map((corner) => vertexAt(hull, corner));
    for (const [k, corner] of corners.entries()) {
      const next = (k + 1) % corners.length;
      sides.set(`${corner} ${corners[next]}`, face);
      facesAt[corner]++;
      if (Math.abs(dot(normal, places[k]) - hull.planes[4 * face + 3]) > near) problems.push(`flatness of face ${face}`);
      const [edge, following] = [subtract(places[next], places[k]), subtract(places[(k + 2) % corners.length], places[next])];
      if (!(dot(cross(edge, following), normal) > 0)) problems.push(`convexity of face ${face}`);
    }
  }
  const edges = sides.size / 2;
  if (sides.size !== hull.faces.flat().length) problems.push('a side of two faces');
  for (const [side, face] of sides) {
    const twin = sides.get(side.split(' ').reverse().join(' '));
    if (twin === undefined) problems.push(`open side ${side}`);
    else if (
      hull.faces[twin].every(
        (corner) => Math.abs(dot(normalAt(hull, face), vertexAt(hull, corner)) - hull.planes[4 * face + 3]) < near / 16,
      )
    )
      problems.push(`coplanar faces ${face} and ${twin}`);
  }
  if (facesAt.some((count) => count < 3)) problems.push('a vertex of less than three faces');
  if (facesAt.length - edges + hull.faces.length !== 2) problems.push("Euler's formula");
  if (excess(hull, hull.vertices) > 1e-15 * (1 + Math.max(...hull.vertices.map(Math.abs)) / extent)) problems.push('convexity');
  expect(problems).toEqual([]);
}

/** Runs something that must be refused; returns the message. */
export function refusal(act: () => unknown, code: string): string {
  try {
    act();
  } catch (error) {
    expect(error).toBeInstanceOf(HolonomicError);
    expect((error as HolonomicError).code).toBe(code);
    return (error as HolonomicError).message;
  }
  throw new Error(`Not refused: ${code}`);
}
