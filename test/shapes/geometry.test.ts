// What the kernels are told of a shape.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { dot, length, normalized, subtract } from '../../bindings/core/geometry.ts';
import { ShapeFlag, ShapeType } from '../../bindings/core/layout.ts';
import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
} from '../../bindings/shape/index.ts';
import { boxMesh } from './meshes.ts';
import { anyPlaced, anySolid, anyVector, compoundOf, coneCore, inscribed } from './solids.ts';

const cube = boxMesh([-1, -1, -1], [1, 1, 1]);
const pointsOf = (list: ArrayLike<number>): Vec3[] =>
  Array.from({ length: list.length / 3 }, (_, k) => [list[3 * k], list[3 * k + 1], list[3 * k + 2]]);

function requireNear(actual: readonly number[], expected: readonly number[], digits = 12): void {
  expect(actual.length).toBe(expected.length);
  for (const [k, value] of expected.entries()) expect(actual[k]).toBeCloseTo(value, digits);
}

describe('records', () => {
  const { radius: coreRadius, base, tip } = coneCore(1.5, 2, 0.5);
  const cases: [string, Shape, ShapeType, Vec3, number, number, Vec3, Vec3, number][] = [
    ['sphere', new Sphere(2), ShapeType.Sphere, [0, 0, 0], 2, 2, [-2, -2, -2], [2, 2, 2], 2],
    ['capsule', new Capsule(1, 2), ShapeType.Capsule, [0, 2, 0], 1, 1, [-1, -3, -1], [1, 3, 1], 3],
    ['box', new Box([1, 2, 3]), ShapeType.Box, [1, 2, 3], 0, 1, [-1, -2, -3], [1, 2, 3], Math.sqrt(14)],
    ['rounded box', new Box([2, 3, 3], { rounding: 1 }), ShapeType.Box, [1, 2, 2], 1, 2, [-2, -3, -3], [2, 3, 3], 4],
    ['cylinder', new Cylinder(3, 4), ShapeType.Cylinder, [3, 4, 0], 0, 3, [-3, -4, -3], [3, 4, 3], 5],
    ['rounded cylinder', new Cylinder(4, 5, { rounding: 1 }), ShapeType.Cylinder, [3, 4, 0], 1, 4, [-4, -5, -4], [4, 5, 4], 6],
    ['cone', new Cone(1.5, 2), ShapeType.Cone, [1.5, 2, 0], 0, inscribed(1.5, 2), [-1.5, -2, -1.5], [1.5, 2, 1.5], 2.5],
    [
      'rounded cone',
      new Cone(1.5, 2, { rounding: 0.5 }),
      ShapeType.Cone,
      [coreRadius, (tip - base) / 2, (tip + base) / 2],
      0.5,
      inscribed(1.5, 2),
      [-coreRadius - 0.5, -2, -coreRadius - 0.5],
      [coreRadius + 0.5, tip + 0.5, coreRadius + 0.5],
      Math.hypot(coreRadius, base) + 0.5,
    ],
    [
      'hull',
      new ConvexHull(boxMesh([0, 0, 0], [1, 2, 2]).vertices, { rounding: 1 }),
      ShapeType.Hull,
      [0, 0, 0],
      1,
      1.5,
      [-1, -1, -1],
      [2, 3, 3],
      4,
    ],
    [
      'spline',
      new Spline([0, 0, 0, 3, 4, 0], { radius: 0.5 }),
      ShapeType.Spline,
      [0, 0, 0],
      0.5,
      0.5,
      [-0.5, -0.5, -0.5],
      [3.5, 4.5, 0.5],
      5.5,
    ],
    ['mesh', new TriangleMesh(cube.vertices, cube.indices), ShapeType.Mesh, [0, 0, 0], 0, Infinity, [-1, -1, -1], [1, 1, 1], Math.sqrt(3)],
    [
      'height field',
      new HeightField({ heights: [0, 1, 2, 3, 4, 5], rows: 2, columns: 3, spacing: [2, 4] }),
      ShapeType.HeightField,
      [0, 0, 0],
      0,
      Infinity,
      [-2, 0, -2],
      [2, 5, 2],
      Math.sqrt(33),
    ],
    [
      'compound',
      new Compound([{ shape: new Sphere(1), position: [0, 3, 0] }, { shape: new Box([4, 2, 2]) }]),
      ShapeType.Compound,
      [0, 0, 0],
      0,
      1,
      [-4, -2, -2],
      [4, 4, 2],
      Math.sqrt(24),
    ],
  ];
  test.each(cases)('%s', (_, shape, type, size, radius, breadth, low, high, reach) => {
    const geometry = shape.geometry();
    expect(geometry.type).toBe(type);
    expect(geometry.flags).toBe(type === ShapeType.Mesh ? ShapeFlag.Solid : 0);
    requireNear(geometry.size, size);
    requireNear([geometry.radius, geometry.reach], [radius, reach]);
    if (breadth === Infinity) expect(geometry.breadth).toBe(Infinity);
    else expect(geometry.breadth).toBeCloseTo(breadth, 12);
    requireNear(geometry.low, low);
    requireNear(geometry.high, high);
    expect(shape.geometry()).toBe(geometry);
  });

  test('half-space', () => {
    const { type, size, reach, breadth } = new HalfSpace([0, 0, -5]).geometry();
    expect([type, reach, breadth]).toEqual([ShapeType.HalfSpace, Infinity, Infinity]);
    expect(size.map((value) => value + 0)).toEqual([0, 0, -1]);
    expect(new HalfSpace().normal).toEqual([0, 1, 0]);
  });

  test('one-sided meshes and height fields say so', () => {
    expect(new TriangleMesh(cube.vertices, cube.indices, { oneSided: true }).geometry().flags).toBe(ShapeFlag.OneSided | ShapeFlag.Solid);
    const field = new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: 1, oneSided: true });
    expect(field.geometry().flags).toBe(ShapeFlag.OneSided);
    expect(field.spacing).toEqual([1, 1]);
  });
});

describe('kinds', () => {
  const surface = new TriangleMesh(cube.vertices, cube.indices.slice(3), { solid: false });
  const field = new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: 1 });
  const spline = new Spline([0, 0, 0, 1, 0, 0], { radius: 1 });
  test('convex shapes and compounds may move', () => {
    for (const shape of [
      new Sphere(1),
      new Capsule(1, 1),
      new Box([1, 1, 1]),
      new Cylinder(1, 1),
      new Cone(1, 1),
      new ConvexHull(cube.vertices),
    ])
      expect([shape.isConvex, shape.mayMove, shape.hasMass]).toEqual([true, true, true]);
    const compound = new Compound([{ shape: new Sphere(1) }]);
    expect([compound.isConvex, compound.mayMove, compound.hasMass]).toEqual([false, true, true]);
    const solid = new TriangleMesh(cube.vertices, cube.indices);
    expect([solid.isConvex, solid.mayMove, solid.hasMass]).toEqual([false, false, true]);
  });

  test.each([new HalfSpace(), surface, field, spline])('$type without volume has no mass', (shape) => {
    expect([shape.isConvex, shape.mayMove, shape.hasMass]).toEqual([false, false, false]);
    expect(() => shape.massProperties()).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
    expect(() => shape.massProperties()).toThrow(/no volume/);
  });
});

test('support and reach are those of the farthest points of the surface', () => {
  fc.assert(
    fc.property(anySolid, anyVector, ({ shape }, from) => {
      fc.pre(length(from) > 0.1);
      const normal = normalized(from);
      const points = pointsOf(shape.triangulate().positions);
      const { reach } = shape.geometry();
      const gap = shape.support(normal) - Math.max(...points.map((point) => dot(point, normal)));
      expect(gap).toBeGreaterThan(-1e-6);
      expect(gap).toBeLessThan(0.03 * reach);
      const far = shape.reachFrom(from) - Math.max(...points.map((point) => length(subtract(point, from))));
      expect(far).toBeGreaterThan(-1e-6);
      expect(far).toBeLessThan(0.03 * (reach + length(from)));
      const { low, high, breadth } = shape.geometry();
      for (let axis = 0; axis < 3; axis++) expect(high[axis] - low[axis]).toBeGreaterThan(2 * breadth * (1 - 1e-12));
    }),
  );
});

describe('compounds', () => {
  test('have the box and the reach of their children', () => {
    fc.assert(
      fc.property(fc.array(anyPlaced, { minLength: 1, maxLength: 3 }), (parts) => {
        const compound = compoundOf(parts);
        const { low, high, reach } = compound.geometry();
        const points = pointsOf(compound.triangulate().positions);
        for (let axis = 0; axis < 3; axis++) {
          expect(Math.min(...points.map((point) => point[axis])) - low[axis]).toBeLessThan(0.03 * reach);
          expect(high[axis] - Math.max(...points.map((point) => point[axis]))).toBeLessThan(0.03 * reach);
        }
        expect(Math.max(...points.map(length))).toBeGreaterThan(0.97 * reach);
      }),
      { numRuns: 20 },
    );
  });

  test('of one child are that child moved', () => {
    const box = new Box([1, 2, 3]);
    const quarter: [number, number, number, number] = [0, 0, Math.SQRT1_2, Math.SQRT1_2];
    const { volume, centerOfMass, inertia } = new Compound([{ shape: box, position: [5, 6, 7], orientation: quarter }]).massProperties();
    const own = box.massProperties().inertia;
    expect(volume).toBeCloseTo(48, 12);
    requireNear(centerOfMass, [5, 6, 7]);
    requireNear(inertia, [own[4], 0, 0, 0, own[0], 0, 0, 0, own[8]], 10);
  });

  test('of two halves are the whole', () => {
    const half = new Box([1, 1, 1]);
    const whole = new Box([2, 1, 1]).massProperties();
    const compound = new Compound([
      { shape: half, position: [-1, 0, 0] },
      { shape: half, position: [1, 0, 0] },
    ]).massProperties();
    expect(compound.volume).toBe(whole.volume);
    requireNear(compound.centerOfMass, [0, 0, 0]);
    requireNear(compound.inertia, whole.inertia);
  });

  test('in compounds give up their children in their order', () => {
    const inner = new Compound([{ shape: new Sphere(1), position: [1, 0, 0] }, { shape: new Sphere(2) }]);
    const turn: [number, number, number, number] = [0, 0, 1, 0]; // half a turn about z
    const outer = new Compound([{ shape: new Box([1, 1, 1]) }, { shape: inner, position: [10, 0, 0], orientation: turn }]);
    expect(outer.children.map(({ shape }) => shape.type)).toEqual(['box', 'sphere', 'sphere']);
    expect(outer.children.map(({ position }) => position)).toEqual([
      [0, 0, 0],
      [9, 0, 0],
      [10, 0, 0],
    ]);
    expect(outer.geometry().children?.length).toBe(3);
    expect(Object.isFrozen(outer.children)).toBe(true);
  });
});

describe('surfaces', () => {
  test('may have a border, and leave out what has no area or is there twice', () => {
    const { vertices, indices } = cube;
    const open = indices.slice(6);
    const again = [open[1], open[2], open[0]];
    const back = [open[0], open[2], open[1]];
    const flat = [0, 0, 1, 0, 1, 1];
    const mesh = new TriangleMesh(vertices, [...open, ...again, ...back, ...flat], { solid: false });
    expect([...mesh.indices]).toEqual(open);
    expect(mesh.ignoredTriangles).toBe(4);
    expect(mesh.solid).toBe(false);
    const oneSided = new TriangleMesh(vertices, [...open, ...again, ...back], { solid: false, oneSided: true });
    expect([...oneSided.indices]).toEqual([...open, ...back]);
    expect(oneSided.ignoredTriangles).toBe(1);
  });

  test('count vertices at one place as one', () => {
    const vertices = [0, 0, 0, 1, 0, 0, 0, 1, 0];
    const mesh = new TriangleMesh([...vertices, ...vertices], [0, 1, 2, 3, 4, 5, 2, 0, 4], { solid: false });
    expect([...mesh.indices]).toEqual([0, 1, 2]);
    expect(mesh.ignoredTriangles).toBe(2);
  });

  test('without any area are refused', () => {
    expect(() => new TriangleMesh([0, 0, 0, 1, 1, 1, 3, 3, 3], [0, 1, 2], { solid: false })).toThrow(
      expect.objectContaining({ code: 'degenerate-mesh' }),
    );
  });

  test('solid meshes leave out triangles without area too, and do not reach for vertices without triangles', () => {
    const mesh = new TriangleMesh([...cube.vertices, 9, 9, 9], [...cube.indices, 3, 3, 5]);
    expect([...mesh.indices]).toEqual(cube.indices);
    expect([mesh.ignoredTriangles, mesh.geometry().high]).toEqual([1, [1, 1, 1]]);
  });

  test('a hole and a turned triangle have messages of their own', () => {
    const { vertices, indices } = cube;
    const turned = [...indices];
    [turned[0], turned[1]] = [turned[1], turned[0]];
    expect(() => new TriangleMesh(vertices, indices.slice(3))).toThrow(/hole/);
    expect(() => new TriangleMesh(vertices, turned)).toThrow(/is flipped/);
    expect(() => new TriangleMesh(vertices, [...indices, ...indices.slice(0, 3)])).toThrow(/There are 3 triangles/);
    expect(() => new TriangleMesh(vertices, indices.toReversed())).toThrow(/inside out/);
  });
});

describe('splines', () => {
  test('have the tangents of Catmull and Rom unless they are given', () => {
    const points = [0, 0, 0, 1, 2, 0, 4, 0, 0];
    expect([...new Spline(points, { radius: 1 }).tangents]).toEqual([1, 2, 0, 2, 0, 0, 3, -2, 0]);
    expect([...new Spline(points, { radius: 1, closed: true }).tangents]).toEqual([-1.5, 1, 0, 2, 0, 0, -0.5, -1, 0]);
    const tangents = [1, 1, 1, 2, 2, 2, 3, 3, 3];
    expect([...new Spline(points, { radius: 1, tangents }).tangents]).toEqual(tangents);
  });

  test('have the exact box of their curve', () => {
    const coordinate = fc.double({ min: -5, max: 5, noNaN: true });
    fc.assert(
      fc.property(fc.array(coordinate, { minLength: 12, maxLength: 12 }), fc.boolean(), ([...list], closed) => {
        const [points, tangents] = [list.slice(0, 6), list.slice(6)];
        fc.pre(length(subtract(points.slice(0, 3) as Vec3, points.slice(3) as Vec3)) > 0.01);
        const spline = closed ? new Spline([...points, 6, 6, 6], { radius: 0.25, closed }) : new Spline(points, { radius: 0.25, tangents });
        const { low, high, reach } = spline.geometry();
        const count = closed ? 3 : 1;
        const samples = Array.from({ length: count * 200 + 1 }, (_, k) => hermite(spline, Math.min(k / 200, count)));
        for (let axis = 0; axis < 3; axis++) {
          const values = samples.map((point) => point[axis]);
          expect(Math.min(...values) - 0.25 - low[axis]).toBeGreaterThan(-1e-12);
          expect(Math.min(...values) - 0.25 - low[axis]).toBeLessThan(1e-3);
          expect(high[axis] - 0.25 - Math.max(...values)).toBeGreaterThan(-1e-12);
          expect(high[axis] - 0.25 - Math.max(...values)).toBeLessThan(1e-3);
        }
        const farthest = Math.max(...samples.map(length)) + 0.25;
        expect(reach).toBeGreaterThan(farthest - 1e-9);
        expect(reach).toBeLessThan(farthest * 1.02 + 0.02);
      }),
    );
  });
});

/** By the basis of Hermite's polynomials. */
function hermite({ points, tangents }: Spline, at: number): Vec3 {
  const count = points.length / 3;
  const first = Math.floor(at) % count;
  const next = (first + 1) % count;
  const t = at - Math.floor(at);
  const weights = [2 * t ** 3 - 3 * t ** 2 + 1, t ** 3 - 2 * t ** 2 + t, -2 * t ** 3 + 3 * t ** 2, t ** 3 - t ** 2];
  return [0, 1, 2].map(
    (axis) =>
      weights[0] * points[3 * first + axis] +
      weights[1] * tangents[3 * first + axis] +
      weights[2] * points[3 * next + axis] +
      weights[3] * tangents[3 * next + axis],
  ) as Vec3;
}
