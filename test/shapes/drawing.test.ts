// Triangles and wireframes of shapes lie on them, and those of solids enclose them.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { cross, dot, length, subtract } from '../../bindings/core/geometry.ts';
import { ConvexHull, HalfSpace, HeightField, type Shape, Spline, TriangleMesh, type Triangulation } from '../../bindings/shape/index.ts';
import { meshProperties } from '../../bindings/shape/mass-properties.ts';
import { boxMesh, sphereMesh } from './meshes.ts';
import { anyPlaced, anySolid, compoundOf, distanceTo, SOLIDS, type Solid } from './solids.ts';

const TETRAHEDRON = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
const CUBE = boxMesh([-1, -1, -1], [1, 1, 1]);
const RING = [3, 0, 0, 0, 1, 3, -3, 0, 0, 0, -1, -3];

const CLOSED: [string, Shape][] = [
  ...SOLIDS.map(({ name, shape }): [string, Shape] => [name, shape as unknown as Shape]),
  ['tetrahedron', new ConvexHull(TETRAHEDRON)],
  ['rounded tetrahedron', new ConvexHull(TETRAHEDRON, { rounding: 0.2 })],
  ['hull of a sphere', new ConvexHull(sphereMesh(1, 8).vertices, { rounding: 0.1 })],
  ['mesh', new TriangleMesh(CUBE.vertices, CUBE.indices)],
  ['open spline', new Spline([0, 0, 0, 1, 1, 0, 2, 0, 1, 5, 0, 0], { radius: 0.2 })],
  ['straight spline', new Spline([0, 0, 0, 0, 3, 0], { radius: 0.2 })],
  ['closed spline', new Spline(RING, { radius: 0.3, closed: true })],
];
const OPEN: [string, Shape][] = [
  ['half-space', new HalfSpace([1, 2, 3])],
  ['surface', new TriangleMesh(CUBE.vertices, CUBE.indices.slice(6), { solid: false })],
  ['height field', new HeightField({ heights: [0, 1, 0, 1, 2, -1], rows: 2, columns: 3, spacing: [1, 2] })],
];

const pointsOf = (list: ArrayLike<number>): Vec3[] =>
  Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);

/** Vertex numbers once those at one place are one. */
function merged({ positions, indices }: Triangulation): number[] {
  const numbers = new Map<string, number>();
  const number = pointsOf(positions).map((point) => {
    const key = point.map((value) => value + 0).join(' ');
    if (!numbers.has(key)) numbers.set(key, numbers.size);
    return numbers.get(key)!;
  });
  return Array.from(indices, (vertex) => number[vertex]);
}

function edgeCounts(corners: readonly number[]): Map<string, number> {
  const counts = new Map<string, number>();
  for (let k = 0; k < corners.length; k++) {
    const key = `${corners[k]} ${corners[k % 3 === 2 ? k - 2 : k + 1]}`;
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return counts;
}

function requireWatertight(triangulation: Triangulation): void {
  const corners = merged(triangulation);
  const edges = edgeCounts(corners);
  const wrong = [...edges].filter(([edge, count]) => {
    const [from, to] = edge.split(' ');
    return from === to || count !== 1 || edges.get(`${to} ${from}`) !== 1;
  });
  expect(wrong).toEqual([]);
}

function requireSound({ positions, normals, indices }: Triangulation): void {
  expect(positions.every(Number.isFinite)).toBe(true);
  expect(normals.length).toBe(positions.length);
  expect(Math.max(...indices)).toBeLessThan(positions.length / 3);
  const [points, directions] = [pointsOf(positions), pointsOf(normals)];
  expect(Math.max(...directions.map((direction) => Math.abs(length(direction) - 1)))).toBeLessThan(1e-6);
  let worst = 1;
  for (let k = 0; k < indices.length; k += 3) {
    const [a, b, c] = [0, 1, 2].map((corner) => points[indices[k + corner]]);
    const normal = cross(subtract(b, a), subtract(c, a));
    for (let corner = 0; corner < 3; corner++) worst = Math.min(worst, dot(normal, directions[indices[k + corner]]) / length(normal));
  }
  expect(worst).toBeGreaterThan(0.05); // also fails where a triangle has no area
}

function requireInBounds(shape: Shape, list: Float32Array): void {
  const { low, high, reach } = shape.geometry();
  const beyond = pointsOf(list).map((point) =>
    Math.max(length(point) - reach, ...point.map((value, axis) => Math.max(low[axis] - value, value - high[axis]))),
  );
  expect(Math.max(...beyond)).toBeLessThan(2e-6);
}

describe.each([...CLOSED, ...OPEN])('%s', (_, shape) => {
  test('has triangles that face as their normals do, within its bounds', () => {
    const triangulation = shape.triangulate();
    requireSound(triangulation);
    requireInBounds(shape, triangulation.positions);
  });

  test('has a wireframe within its bounds', () => {
    const wireframe = shape.wireframe();
    expect(wireframe.length).toBeGreaterThan(0);
    expect(wireframe.length % 6).toBe(0);
    expect(wireframe.every(Number.isFinite)).toBe(true);
    requireInBounds(shape, wireframe);
  });
});

describe.each(CLOSED)('%s', (_, shape) => {
  test('is closed, and nearly fills its bounds', () => {
    const triangulation = shape.triangulate();
    requireWatertight(triangulation);
    const { low, high } = shape.geometry();
    const points = pointsOf(triangulation.positions);
    for (let axis = 0; axis < 3; axis++) {
      const width = high[axis] - low[axis];
      expect(Math.min(...points.map((point) => point[axis]))).toBeLessThan(low[axis] + 0.05 * width);
      expect(Math.max(...points.map((point) => point[axis]))).toBeGreaterThan(high[axis] - 0.05 * width);
    }
    expect(Math.max(...points.map(length))).toBeGreaterThan(0.95 * shape.geometry().reach);
  });

  test('encloses nearly its volume', () => {
    const { positions, indices } = shape.triangulate();
    const { volume } = meshProperties(positions, indices);
    expect(volume).toBeGreaterThan(0);
    if (!shape.hasMass) return;
    expect(volume).toBeLessThan(shape.massProperties().volume * (1 + 1e-5));
    expect(volume).toBeGreaterThan(shape.massProperties().volume * 0.97);
  });
});

test('the hull of a cube has the volume of its triangles to round-off', () => {
  const hull = new ConvexHull([...CUBE.vertices, 0, 0, 0]);
  const { positions, indices } = hull.triangulate();
  expect(meshProperties(positions, indices).volume).toBeCloseTo(8, 12);
  expect(hull.vertices.length).toBe(24);
  expect(hull.wireframe().length).toBe(12 * 6);
});

function worstDistance({ distance }: Pick<Solid, 'distance'>, list: ArrayLike<number>): number {
  return Math.max(...pointsOf(list).map((point) => Math.abs(distance(point))));
}

test('the drawings of any solid lie on its surface, and are closed', () => {
  fc.assert(
    fc.property(anySolid, (solid) => {
      const triangulation = solid.shape.triangulate();
      expect(worstDistance(solid, triangulation.positions)).toBeLessThan(1e-6);
      requireSoundOutline(solid);
      requireClosedUnlessTiny(triangulation);
    }),
    { numRuns: 60 },
  );
});

/** Lines follow the surface: their ends lie on it, and their middles hardly inside. */
function requireSoundOutline(solid: Solid): void {
  const lines = solid.shape.wireframe();
  expect(worstDistance(solid, lines)).toBeLessThan(1e-6);
  const { reach } = solid.shape.geometry();
  const middles = Array.from({ length: lines.length / 6 }, (_, k) =>
    [0, 1, 2].map((axis) => (lines[6 * k + axis] + lines[6 * k + 3 + axis]) / 2),
  );
  expect(worstDistance(solid, middles.flat())).toBeLessThan(0.03 * reach);
}

/** Where a rounding is near the resolution of single precision, vertices come to lie together, but nothing comes apart. */
function requireClosedUnlessTiny(triangulation: Triangulation): void {
  const corners = merged(triangulation);
  const kept = corners.filter((_, k) => {
    const first = k - (k % 3);
    const [a, b, c] = corners.slice(first, first + 3);
    return a !== b && b !== c && c !== a;
  });
  const edges = edgeCounts(kept);
  expect([...edges].filter(([edge, count]) => edges.get(edge.split(' ').reverse().join(' ')) !== count)).toEqual([]);
}

test('a compound is drawn as its children at their places', () => {
  fc.assert(
    fc.property(fc.array(anyPlaced, { minLength: 1, maxLength: 3 }), (parts) => {
      const compound = compoundOf(parts);
      const { positions, indices } = compound.triangulate();
      const nearest = (point: Vec3) => Math.min(...parts.map((part) => Math.abs(distanceTo(part, point))));
      for (const list of [positions, compound.wireframe()]) {
        requireInBounds(compound, list);
        expect(Math.max(...pointsOf(list).map(nearest))).toBeLessThan(2e-6);
      }
      const { volume } = compound.massProperties();
      expect(meshProperties(positions, indices).volume / volume).toBeGreaterThan(0.9);
      expect(meshProperties(positions, indices).volume / volume).toBeLessThan(1 + 1e-4);
    }),
    { numRuns: 15 },
  );
});

test('a half-space is drawn as a square of twenty metres in its plane', () => {
  const normal = new HalfSpace([1, 2, 3]).normal;
  const { positions } = new HalfSpace([1, 2, 3]).triangulate();
  for (const point of pointsOf(positions)) {
    expect(dot(point, [...normal])).toBeCloseTo(0, 5);
    expect(length(point)).toBeCloseTo(10 * Math.SQRT2, 5);
  }
});
