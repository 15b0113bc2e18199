import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HolonomicError } from '../../bindings/core/errors.ts';
import {
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  Cylinder,
  HalfSpace,
  HeightField,
  Sphere,
  Spline,
  TriangleMesh,
} from '../../bindings/shape/index.ts';
import { createBunny } from '../../scenes/bunny.ts';
import { boxMesh } from './meshes.ts';

const bunny = createBunny(10).mesh;

const cube = boxMesh([-1, -1, -1], [1, 1, 1]);

/** Every corner of every triangle as a vertex of its own, as graphics meshes have it. */
function unshared({ vertices, indices }: { vertices: number[]; indices: number[] }) {
  return { vertices: indices.flatMap((index) => vertices.slice(3 * index, 3 * index + 3)), indices: indices.map((_, corner) => corner) };
}

describe('closed forms', () => {
  test('sphere', () => {
    const { volume, centerOfMass, inertia } = new Sphere(2).massProperties();
    expect(volume).toBeCloseTo((32 / 3) * Math.PI, 12);
    expect(centerOfMass).toEqual([0, 0, 0]);
    expect(inertia[0] / volume).toBeCloseTo(1.6, 12);
  });

  test('box', () => {
    const { volume, inertia } = new Box([0.5, 1, 1.5]).massProperties();
    expect(volume).toBe(6);
    expect([inertia[0], inertia[4], inertia[8]].map((moment) => (12 * moment) / volume)).toEqual([4 + 9, 1 + 9, 1 + 4]);
  });

  test('cylinder, along y', () => {
    const { volume, inertia } = new Cylinder(1, 3).massProperties();
    expect(volume).toBeCloseTo(6 * Math.PI, 12);
    expect(inertia[4] / volume).toBeCloseTo(1 / 2, 12);
    expect(inertia[0] / volume).toBeCloseTo((3 + 36) / 12, 12);
    expect(inertia[8]).toBe(inertia[0]);
  });

  test('a capsule lies between the cylinders of its inner and its outer length, and is nearly a sphere when it is short', () => {
    const size = fc.double({ min: 0.01, max: 10, noNaN: true });
    fc.assert(
      fc.property(size, size, (radius, halfHeight) => {
        const [inner, capsule, outer] = [
          new Cylinder(radius, halfHeight),
          new Capsule(radius, halfHeight),
          new Cylinder(radius, halfHeight + radius),
        ].map((shape) => shape.massProperties());
        expect(capsule.volume).toBeGreaterThan(inner.volume);
        expect(capsule.volume).toBeLessThan(outer.volume);
        for (const k of [0, 4, 8]) {
          expect(capsule.inertia[k]).toBeGreaterThan(inner.inertia[k]);
          expect(capsule.inertia[k]).toBeLessThan(outer.inertia[k]);
        }
      }),
    );
    const [short, sphere] = [new Capsule(1, 1e-9), new Sphere(1)].map((shape) => shape.massProperties());
    expect(short.inertia[0]).toBeCloseTo(sphere.inertia[0], 7);
  });
});

describe('arguments', () => {
  const wrong: [string, () => unknown][] = [];
  for (const size of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, 1e19, undefined, '1', null] as number[]) {
    wrong.push(
      [`Sphere(${size})`, () => new Sphere(size)],
      [`Box([1, ${size}, 1])`, () => new Box([1, size, 1])],
      [`Capsule(${size}, 1)`, () => new Capsule(size, 1)],
      [`Capsule(1, ${size})`, () => new Capsule(1, size)],
      [`Cylinder(${size}, 1)`, () => new Cylinder(size, 1)],
      [`Cylinder(1, ${size})`, () => new Cylinder(1, size)],
      [`Cone(${size}, 1)`, () => new Cone(size, 1)],
      [`Cone(1, ${size})`, () => new Cone(1, size)],
      [`a spline of radius ${size}`, () => new Spline([0, 0, 0, 1, 0, 0], { radius: size })],
      [`a height field of spacing ${size}`, () => new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: size })],
      [`a height field of spacing [1, ${size}]`, () => new HeightField({ heights: [0, 0, 0, 0], rows: 2, columns: 2, spacing: [1, size] })],
    );
  }
  for (const rounding of [-0.1, 1, 2, 1e19, Number.NaN, Number.POSITIVE_INFINITY, '0', null] as number[]) {
    wrong.push(
      [`a box rounded by ${rounding}`, () => new Box([1, 2, 3], { rounding })],
      [`a cylinder rounded by ${rounding}`, () => new Cylinder(1, 2, { rounding })],
      [`a flat cylinder rounded by ${rounding}`, () => new Cylinder(2, 1, { rounding })],
      [`a cone rounded by ${rounding}`, () => new Cone(2, 1.333, { rounding })], // its inscribed ball has a radius of nearly one
    );
    if (!(rounding > 0 && rounding < 1e18))
      wrong.push([`a hull rounded by ${rounding}`, () => new ConvexHull(cube.vertices, { rounding })]);
  }
  for (const options of [null, 1, 'rounding', { radius: 1 }, []] as object[]) {
    wrong.push(
      [`a box with options ${JSON.stringify(options)}`, () => new Box([1, 1, 1], options)],
      [`a hull with options ${JSON.stringify(options)}`, () => new ConvexHull(cube.vertices, options)],
      [`a mesh with options ${JSON.stringify(options)}`, () => new TriangleMesh(cube.vertices, cube.indices, options)],
    );
  }
  const field = { heights: [0, 1, 2, 3, 4, 5], rows: 2, columns: 3, spacing: 1 };
  const part = { shape: new Sphere(1) };
  wrong.push(
    ['the zero vector as a normal', () => new HalfSpace([0, 0, 0])],
    ['a normal of NaN', () => new HalfSpace([0, Number.NaN, 0])],
    ['a normal of two numbers', () => new HalfSpace([0, 1])],
    ['a hull of text', () => new ConvexHull('points' as unknown as number[])],
    ['a hull of nothing', () => new ConvexHull([])],
    ['a hull with NaN', () => new ConvexHull(cube.vertices.with(3, Number.NaN))],
    ['a hull of eleven numbers', () => new ConvexHull(cube.vertices.slice(0, 11))],
    ['a hull too far away', () => new ConvexHull(cube.vertices.with(3, 2e18))],
    ['a hull whose rounding is too far away', () => new ConvexHull(cube.vertices.with(3, 5e17), { rounding: 9e17 })],
    ['a mesh too far away', () => new TriangleMesh(cube.vertices.with(3, 2e18), cube.indices)],
    ['a mesh whose solid is no boolean', () => new TriangleMesh(cube.vertices, cube.indices, { solid: 1 as unknown as boolean })],
    ['a mesh whose oneSided is no boolean', () => new TriangleMesh(cube.vertices, cube.indices, { oneSided: null as unknown as boolean })],
    ['a surface with NaN', () => new TriangleMesh(cube.vertices.with(4, Number.NaN), cube.indices, { solid: false })],
    ['a surface with an index too high', () => new TriangleMesh(cube.vertices, [0, 1, 8], { solid: false })],
    ['a height field of nothing', () => new HeightField(undefined as unknown as typeof field)],
    ['a height field of one row', () => new HeightField({ ...field, rows: 1, columns: 6 })],
    ['a height field of one column', () => new HeightField({ ...field, rows: 6, columns: 1 })],
    ['a height field of half a row', () => new HeightField({ ...field, rows: 2.5 })],
    ['a height field of too few heights', () => new HeightField({ ...field, rows: 3 })],
    ['a height field of too many heights', () => new HeightField({ ...field, columns: 2 })],
    ['a height field with NaN', () => new HeightField({ ...field, heights: field.heights.with(2, Number.NaN) })],
    ['a height field with three spacings', () => new HeightField({ ...field, spacing: [1, 1, 1] as unknown as [number, number] })],
    ['a height field without spacing', () => new HeightField({ ...field, spacing: undefined as unknown as number })],
    ['a height field too wide', () => new HeightField({ heights: new Array(10).fill(0), rows: 2, columns: 5, spacing: 9e17 })],
    ['a height field of an unknown option', () => new HeightField({ ...field, width: 1 } as typeof field)],
    ['a spline without options', () => new Spline([0, 0, 0, 1, 0, 0], undefined as unknown as { radius: number })],
    ['a spline of one point', () => new Spline([0, 0, 0], { radius: 1 })],
    ['a closed spline of two points', () => new Spline([0, 0, 0, 1, 0, 0], { radius: 1, closed: true })],
    ['a spline of five numbers', () => new Spline([0, 0, 0, 1, 0], { radius: 1 })],
    ['a spline with NaN', () => new Spline([0, 0, 0, 1, 0, Number.NaN], { radius: 1 })],
    ['a spline that stands still', () => new Spline([0, 0, 0, 1, 0, 0, 1, 0, 0], { radius: 1 })],
    ['a closed spline that ends where it starts', () => new Spline([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0], { radius: 1, closed: true })],
    ['a spline with too few tangents', () => new Spline([0, 0, 0, 1, 0, 0], { radius: 1, tangents: [1, 0, 0] })],
    ['a spline with a tangent of NaN', () => new Spline([0, 0, 0, 1, 0, 0], { radius: 1, tangents: [1, 0, 0, 1, Number.NaN, 0] })],
    ['a spline too far away', () => new Spline([0, 0, 0, 1e18, 0, 0], { radius: 1e17 })],
    ['a spline whose curve goes too far', () => new Spline([0, 0, 0, 9.9e17, 0, 0], { radius: 1, tangents: [0, 0, 0, -1e18, 0, 0] })],
    ['a compound of nothing', () => new Compound([])],
    ['a compound of no list', () => new Compound(part as unknown as [])],
    ['a compound with a hole', () => new Compound(new Array(2))],
    ['a compound of shapes without places', () => new Compound([new Sphere(1)] as unknown as [])],
    ['a compound of an unknown option', () => new Compound([{ ...part, mass: 1 } as typeof part])],
    ['a compound with a place of NaN', () => new Compound([{ ...part, position: [0, Number.NaN, 0] }])],
    ['a compound with a place too far', () => new Compound([{ ...part, position: [0, 0, 2e18] }])],
    ['a compound with no turn', () => new Compound([{ ...part, orientation: [0, 0, 0, 0] }])],
    ['a compound of a mesh', () => new Compound([{ shape: new TriangleMesh(cube.vertices, cube.indices) as never }])],
    ['a compound of a half-space', () => new Compound([part, { shape: new HalfSpace() as never }])],
    ['a compound without a shape', () => new Compound([{ position: [0, 0, 0] } as never])],
    ['a compound of too many', () => new Compound(new Array(65536).fill(part))],
    ['a compound that reaches too far', () => new Compound([{ shape: new Sphere(6e17), position: [9e17, 0, 0] }])],
  );
  const { vertices, indices } = cube;
  wrong.push(
    ['a sphere too small', () => new Sphere(1e-100)],
    ['a box too large', () => new Box([1e100, 1e100, 1e100])],
    ['Box([1, 1])', () => new Box([1, 1])],
    ['Box(1)', () => new Box(1 as unknown as number[])],
    ['a mesh of nothing', () => new TriangleMesh([], [])],
    ['a mesh without vertices', () => new TriangleMesh(undefined as unknown as number[], indices)],
    ['a mesh of text', () => new TriangleMesh('123' as unknown as number[], indices)],
    ['a mesh without triangles', () => new TriangleMesh(vertices, [])],
    ['a mesh with NaN', () => new TriangleMesh(vertices.with(4, Number.NaN), indices)],
    ['vertices of 23 numbers', () => new TriangleMesh(vertices.slice(1), indices)],
    ['indices of 35 numbers', () => new TriangleMesh(vertices, indices.slice(1))],
    ['an index too high', () => new TriangleMesh(vertices, indices.with(7, 8))],
    ['a negative index', () => new TriangleMesh(vertices, indices.with(7, -1))],
    ['half an index', () => new TriangleMesh(vertices, indices.with(7, 0.5))],
  );
  test.each(wrong)('%s is refused', (_, make) => {
    expect(make).toThrow(HolonomicError);
    expect(make).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });

  test('a box takes an object with x, y and z, and keeps a copy of an array', () => {
    expect(new Box({ x: 1, y: 2, z: 3 }).halfExtents).toEqual([1, 2, 3]);
    const extents = [1, 2, 3];
    const box = new Box(extents);
    extents[0] = 9;
    expect(box.halfExtents).toEqual([1, 2, 3]);
  });
});

describe('meshes', () => {
  const { vertices, indices } = cube;

  test('copies typed arrays too', () => {
    const given = Float32Array.from(vertices);
    const mesh = new TriangleMesh(given, Uint16Array.from(indices));
    given.fill(0);
    expect([...mesh.vertices]).toEqual(vertices);
    expect([...mesh.indices]).toEqual(indices);
    expect(mesh.massProperties().volume).toBe(8);
  });

  test('the bunny is closed, in one piece without handles, and the same on both sides', () => {
    const { centerOfMass } = bunny.massProperties();
    expect(bunny.vertices.length / 3 - bunny.indices.length / 6).toBe(2); // Euler's formula
    expect(Math.abs(centerOfMass[2])).toBeLessThan(1e-6);
  });

  test('may list a vertex once for each triangle, and may have triangles without area', () => {
    const graphics = unshared(cube);
    expect(new TriangleMesh(graphics.vertices, graphics.indices).massProperties().volume).toBe(8);
    expect(new TriangleMesh(vertices, [...indices, 3, 3, 5]).massProperties().volume).toBe(8);
  });

  test('any hole, any turned and any doubled triangle is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bunny.indices.length / 3 - 1 }), (triangle) => {
        const cells = Array.from({ length: bunny.indices.length / 3 }, (_, k) => [...bunny.indices.slice(3 * k, 3 * k + 3)]);
        const positions = bunny.vertices;
        const without = cells.toSpliced(triangle, 1).flat();
        const turned = cells.with(triangle, cells[triangle].toReversed()).flat();
        const doubled = [...cells, cells[triangle]].flat();
        for (const broken of [without, turned, doubled])
          expect(() => new TriangleMesh(positions, broken)).toThrow(expect.objectContaining({ code: 'open-mesh' }));
      }),
      { numRuns: 10 },
    );
  });

  test('the message about a hole says where it is', () => {
    expect(() => new TriangleMesh(vertices, indices.slice(3))).toThrow(/edge from \(-1, -1, -1\) to/);
  });

  test('a mesh inside out is refused', () => {
    const make = () => new TriangleMesh(vertices, indices.toReversed());
    expect(make).toThrow(/inside out/);
    expect(make).toThrow(expect.objectContaining({ code: 'open-mesh' }));
  });

  test('a mesh that encloses nothing is refused', () => {
    const flat = boxMesh([-1, -1, 0.1], [1, 1, 0.1]);
    expect(() => new TriangleMesh(flat.vertices, flat.indices)).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
    expect(() => new TriangleMesh([0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2])).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
  });

  test('a thin mesh is not taken for a flat one', () => {
    const sheet = boxMesh([-1, -1, 0], [1, 1, 1e-6]);
    expect(new TriangleMesh(sheet.vertices, sheet.indices).massProperties().volume).toBeCloseTo(4e-6, 15);
  });

  test('a mesh whose parts outweigh it inside out is refused, though its volume is positive', () => {
    const body = boxMesh([-1, -1, -1], [1, 1, 1]);
    const minus = boxMesh([-9, -0.1, -0.1], [9, 0.1, 0.1]);
    const mesh = {
      vertices: [...body.vertices, ...minus.vertices],
      indices: [...body.indices, ...minus.indices.map((i) => i + 8).reverse()],
    };
    expect(() => new TriangleMesh(mesh.vertices, mesh.indices)).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
  });
});
