import bunny from 'bunny';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { HolonomicError } from '../../bindings/errors.ts';
import { Box, Capsule, Cylinder, Mesh, Sphere } from '../../bindings/shapes.ts';
import { boxMesh } from './meshes.ts';

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
  for (const size of [0, -1, Number.NaN, Number.POSITIVE_INFINITY, undefined, '1'] as number[]) {
    wrong.push(
      [`Sphere(${size})`, () => new Sphere(size)],
      [`Box([1, ${size}, 1])`, () => new Box([1, size, 1])],
      [`Capsule(${size}, 1)`, () => new Capsule(size, 1)],
      [`Capsule(1, ${size})`, () => new Capsule(1, size)],
      [`Cylinder(${size}, 1)`, () => new Cylinder(size, 1)],
      [`Cylinder(1, ${size})`, () => new Cylinder(1, size)],
    );
  }
  const { vertices, indices } = cube;
  wrong.push(
    ['a sphere too small', () => new Sphere(1e-100)],
    ['a box too large', () => new Box([1e100, 1e100, 1e100])],
    ['Box([1, 1])', () => new Box([1, 1])],
    ['Box(1)', () => new Box(1 as unknown as number[])],
    ['a mesh of nothing', () => new Mesh([], [])],
    ['a mesh without vertices', () => new Mesh(undefined as unknown as number[], indices)],
    ['a mesh of text', () => new Mesh('123' as unknown as number[], indices)],
    ['a mesh without triangles', () => new Mesh(vertices, [])],
    ['a mesh with NaN', () => new Mesh(vertices.with(4, Number.NaN), indices)],
    ['vertices of 23 numbers', () => new Mesh(vertices.slice(1), indices)],
    ['indices of 35 numbers', () => new Mesh(vertices, indices.slice(1))],
    ['an index too high', () => new Mesh(vertices, indices.with(7, 8))],
    ['a negative index', () => new Mesh(vertices, indices.with(7, -1))],
    ['half an index', () => new Mesh(vertices, indices.with(7, 0.5))],
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
    const mesh = new Mesh(given, Uint16Array.from(indices));
    given.fill(0);
    expect([...mesh.vertices]).toEqual(vertices);
    expect([...mesh.indices]).toEqual(indices);
    expect(mesh.massProperties().volume).toBe(8);
  });

  test('the Stanford bunny is closed', () => {
    expect(new Mesh(bunny.positions.flat(), bunny.cells.flat()).massProperties().volume).toBeGreaterThan(194);
  });

  test('may list a vertex once for each triangle, and may have triangles without area', () => {
    const graphics = unshared(cube);
    expect(new Mesh(graphics.vertices, graphics.indices).massProperties().volume).toBe(8);
    expect(new Mesh(vertices, [...indices, 3, 3, 5]).massProperties().volume).toBe(8);
  });

  test('any hole, any turned and any doubled triangle is found', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: bunny.cells.length - 1 }), (triangle) => {
        const cells = bunny.cells.map((cell) => [...cell]);
        const positions = bunny.positions.flat();
        const without = cells.toSpliced(triangle, 1).flat();
        const turned = cells.with(triangle, cells[triangle].toReversed()).flat();
        const doubled = [...cells, cells[triangle]].flat();
        for (const broken of [without, turned, doubled])
          expect(() => new Mesh(positions, broken)).toThrow(expect.objectContaining({ code: 'open-mesh' }));
      }),
      { numRuns: 10 },
    );
  });

  test('the message about a hole says where it is', () => {
    expect(() => new Mesh(vertices, indices.slice(3))).toThrow(/edge from \(-1, -1, -1\) to/);
  });

  test('a mesh inside out is refused', () => {
    const make = () => new Mesh(vertices, indices.toReversed());
    expect(make).toThrow(/inside out/);
    expect(make).toThrow(expect.objectContaining({ code: 'open-mesh' }));
  });

  test('a mesh that encloses nothing is refused', () => {
    const flat = boxMesh([-1, -1, 0.1], [1, 1, 0.1]);
    expect(() => new Mesh(flat.vertices, flat.indices)).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
    expect(() => new Mesh([0, 0, 0, 0, 0, 0, 0, 0, 0], [0, 1, 2])).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
  });

  test('a thin mesh is not taken for a flat one', () => {
    const sheet = boxMesh([-1, -1, 0], [1, 1, 1e-6]);
    expect(new Mesh(sheet.vertices, sheet.indices).massProperties().volume).toBeCloseTo(4e-6, 15);
  });

  test('a mesh whose parts outweigh it inside out is refused, though its volume is positive', () => {
    const body = boxMesh([-1, -1, -1], [1, 1, 1]);
    const minus = boxMesh([-9, -0.1, -0.1], [9, 0.1, 0.1]);
    const mesh = {
      vertices: [...body.vertices, ...minus.vertices],
      indices: [...body.indices, ...minus.indices.map((i) => i + 8).reverse()],
    };
    expect(() => new Mesh(mesh.vertices, mesh.indices)).toThrow(expect.objectContaining({ code: 'degenerate-mesh' }));
  });
});
