import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../bindings/core/arguments.ts';
import { HolonomicError } from '../../bindings/core/errors.ts';
import { rotate, unrotate } from '../../bindings/core/geometry.ts';
import {
  boxProperties,
  capsuleProperties,
  cylinderProperties,
  diagonalize,
  type MassProperties,
  meshProperties,
  sphereProperties,
  type Tensor,
  validTensor,
} from '../../bindings/shape/mass-properties.ts';
import { createBunny } from '../../scenes/bunny.ts';
import { boxMesh, capsuleMesh, cylinderMesh, sphereMesh, type TriangleMesh, transformed } from './meshes.ts';

const bunny = createBunny(10).mesh;

const AXES: Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

const trace = (tensor: Tensor) => tensor[0] + tensor[4] + tensor[8];
const propertiesOf = ({ vertices, indices }: TriangleMesh) => meshProperties(vertices, indices);

const length = fc.double({ min: 0.01, max: 10, noNaN: true });
const offset = fc.tuple(...AXES.map(() => fc.double({ min: -20, max: 20, noNaN: true }))) as fc.Arbitrary<Vec3>;
const rotation = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((component) => component / Math.hypot(...q)) as Quat);

/** R T Rᵀ. */
function turnedTensor(tensor: Tensor, q: Quat): Tensor {
  const columns = AXES.map((axis) => {
    const local = unrotate(q, axis);
    return rotate(q, AXES.map((_, row) => AXES.reduce((sum, __, k) => sum + tensor[3 * row + k] * local[k], 0)) as Vec3);
  });
  return AXES.flatMap((_, row) => columns.map((column) => column[row]));
}

/** Largest relative difference of volume and inertia, and of the centre of mass in parts of `size`. */
function difference(actual: MassProperties, expected: MassProperties, size = 1): number {
  return Math.max(
    Math.abs(actual.volume / expected.volume - 1),
    ...actual.centerOfMass.map((value, axis) => Math.abs(value - expected.centerOfMass[axis]) / size),
    ...actual.inertia.map((value, k) => Math.abs(value - expected.inertia[k]) / trace(expected.inertia)),
  );
}

describe('mesh integrals', () => {
  test('a box mesh has the properties of the box, to round-off', () => {
    fc.assert(
      fc.property(length, length, length, offset, (x, y, z, [dx, dy, dz]) => {
        const mesh = boxMesh([dx - x, dy - y, dz - z], [dx + x, dy + y, dz + z]);
        const expected = { ...boxProperties([x, y, z]), centerOfMass: [dx, dy, dz] as Vec3 };
        const roundedSizes = (4e-16 * Math.hypot(dx, dy, dz)) / Math.min(x, y, z); // of the vertices, before any integral
        expect(difference(propertiesOf(mesh), expected, Math.hypot(x, y, z))).toBeLessThan(1e-12 + 10 * roundedSizes);
      }),
    );
  });

  const curved: [string, (segments: number) => TriangleMesh, MassProperties][] = [
    ['sphere', (segments) => sphereMesh(0.7, segments), sphereProperties(0.7)],
    ['capsule', (segments) => capsuleMesh(0.4, 1.3, segments), capsuleProperties(0.4, 1.3)],
    ['cylinder', (segments) => cylinderMesh(0.6, 0.9, segments), cylinderProperties(0.6, 0.9)],
  ];
  test.each(curved)('meshes of a %s converge to its closed form with the square of their edge length', (_, mesh, closedForm) => {
    const [coarse, fine] = [64, 128].map((segments) => propertiesOf(mesh(segments)));
    const [coarseError, fineError] = [coarse, fine].map((properties) => difference(properties, closedForm));
    expect(fineError).toBeLessThan(2e-3);
    expect(coarseError / fineError).toBeGreaterThan(3.98);
    expect(coarseError / fineError).toBeLessThan(4.02);
    const extrapolate = (a: number, b: number) => (4 * b - a) / 3;
    const limit = {
      volume: extrapolate(coarse.volume, fine.volume),
      centerOfMass: fine.centerOfMass,
      inertia: fine.inertia.map((value, k) => extrapolate(coarse.inertia[k], value)),
    };
    expect(difference(limit, closedForm)).toBeLessThan(1e-5);
  });

  test('turn and shift with the mesh', () => {
    const mesh = { vertices: [...bunny.vertices], indices: [...bunny.indices] };
    const original = propertiesOf(mesh);
    fc.assert(
      fc.property(rotation, offset, (q, [dx, dy, dz]) => {
        const move = (point: Vec3): Vec3 => {
          const [x, y, z] = rotate(q, point);
          return [x + dx, y + dy, z + dz];
        };
        const moved = propertiesOf(transformed(mesh, (point) => move(point as Vec3)));
        const expected = { ...original, centerOfMass: move([...original.centerOfMass]), inertia: turnedTensor(original.inertia, q) };
        expect(difference(moved, expected, 10)).toBeLessThan(1e-12);
      }),
      { numRuns: 20 },
    );
  });

  test('keep their accuracy far from the origin', () => {
    const distance = 2 ** 20; // the coordinates below are exact in binary there
    const near = propertiesOf(boxMesh([0, 0, 0], [1, 0.5, 0.25]));
    const far = propertiesOf(boxMesh([distance, -distance, distance], [distance + 1, 0.5 - distance, distance + 0.25]));
    expect(difference({ ...far, centerOfMass: near.centerOfMass }, near)).toBeLessThan(1e-15);
    expect(far.centerOfMass).toEqual([distance + 0.5, 0.25 - distance, distance + 0.125]);
  });

  test('count a cavity, whose triangles face inward, as empty', () => {
    const outer = boxMesh([-1, -1, -1], [1, 1, 1]);
    const inner = boxMesh([-0.5, -0.5, -0.5], [0.5, 0.5, 0.5]);
    const hollow = {
      vertices: [...outer.vertices, ...inner.vertices],
      indices: [...outer.indices, ...inner.indices.map((index) => index + 8).reverse()],
    };
    const { volume, inertia } = propertiesOf(hollow);
    expect(volume).toBeCloseTo(7, 12);
    expect(inertia[0]).toBeCloseTo(boxProperties([1, 1, 1]).inertia[0] - boxProperties([0.5, 0.5, 0.5]).inertia[0], 12);
  });
});

/** Numbers in [0, 1) that are the same on every run. */
function randomNumbers(seed: number): () => number {
  let state = seed;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 2 ** 32;
  };
}

/** Whether a line straight up from the point crosses the mesh an odd number of times. */
function isInside(vertices: number[], indices: number[], [x, y, z]: number[]): boolean {
  let inside = false;
  for (let corner = 0; corner < indices.length; corner += 3) {
    const [a, b, c] = [3 * indices[corner], 3 * indices[corner + 1], 3 * indices[corner + 2]];
    const side = (p: number, q: number) =>
      (vertices[q] - vertices[p]) * (z - vertices[p + 2]) - (vertices[q + 2] - vertices[p + 2]) * (x - vertices[p]);
    const [u, v, w] = [side(b, c), side(c, a), side(a, b)];
    if (u > 0 !== v > 0 || v > 0 !== w > 0) continue;
    if ((u * vertices[a + 1] + v * vertices[b + 1] + w * vertices[c + 1]) / (u + v + w) > y) inside = !inside;
  }
  return inside;
}

test('the integrals over the bunny agree with a count of random points', () => {
  const vertices = [...bunny.vertices];
  const indices = [...bunny.indices];
  const properties = meshProperties(vertices, indices);
  const random = randomNumbers(2);
  const samples = 10_000;
  const [low, high] = [
    [-4.5, -0.1, -2.7],
    [5, 10, 2.7],
  ];
  const box = low.reduce((volume, bound, axis) => volume * (high[axis] - bound), 1);
  const inside: number[][] = [];
  for (let k = 0; k < samples; k++) {
    const point = low.map((bound, axis) => bound + (high[axis] - bound) * random());
    if (isInside(vertices, indices, point)) inside.push(point);
  }
  /** Compares ∫ f with its estimate, within four standard deviations. */
  const compare = (exact: number, f: (arm: number[]) => number) => {
    const values = inside.map((point) => f(point.map((coordinate, axis) => coordinate - properties.centerOfMass[axis])));
    const mean = values.reduce((sum, value) => sum + value, 0) / samples;
    const square = values.reduce((sum, value) => sum + value * value, 0) / samples;
    const deviation = Math.sqrt((square - mean * mean) / samples);
    expect(Math.abs(box * mean - exact)).toBeLessThan(4 * box * deviation);
  };
  compare(properties.volume, () => 1);
  for (let i = 0; i < 3; i++) {
    compare(0, (arm) => arm[i]);
    for (let j = 0; j < 3; j++) {
      compare(properties.inertia[3 * i + j], (arm) => (i === j ? arm.reduce((sum, a) => sum + a * a, 0) : 0) - arm[i] * arm[j]);
    }
  }
});

test('the properties of the bunny stay what they are', () => {
  const { volume, centerOfMass, inertia } = meshProperties([...bunny.vertices], [...bunny.indices]);
  expect(volume).toBeCloseTo(137.544314538, 7);
  expect(centerOfMass.map((value) => Number(value.toFixed(6)))).toEqual([0.289702, 3.174844, expect.closeTo(0, 6)]);
  expect(diagonalize(inertia).moments.map((value) => Number(value.toFixed(3)))).toEqual([501.432, 869.137, 1008.06]);
});

describe('diagonalize', () => {
  const moment = fc.double({ min: 1e-6, max: 1e6, noNaN: true });

  test('gives back the tensor, with a unit quaternion', () => {
    fc.assert(
      fc.property(moment, moment, moment, rotation, (a, b, c, q) => {
        const tensor = turnedTensor([a, 0, 0, 0, b, 0, 0, 0, c], q);
        const symmetric = tensor.map((entry, k) => (entry + tensor[3 * (k % 3) + Math.floor(k / 3)]) / 2);
        const principal = diagonalize(symmetric);
        const [x, y, z] = principal.moments;
        expect(Math.hypot(...principal.rotation)).toBeCloseTo(1, 14);
        expect(principal.rotation[3]).toBeGreaterThanOrEqual(0);
        const again = turnedTensor([x, 0, 0, 0, y, 0, 0, 0, z], principal.rotation);
        for (const [k, entry] of again.entries()) expect(Math.abs(entry - symmetric[k])).toBeLessThan(4e-14 * trace(symmetric));
        const sorted = (list: number[]) => [...list].sort((p, q) => p - q);
        for (const [k, value] of sorted(principal.moments).entries())
          expect(Math.abs(value - sorted([a, b, c])[k])).toBeLessThan(4e-14 * trace(symmetric));
      }),
      { numRuns: 1000 },
    );
  });

  test('leaves a diagonal tensor its axes, in any order of its moments and where they are equal', () => {
    for (const moments of [
      [1, 2, 3],
      [3, 2, 1],
      [2, 3, 1],
      [1, 1, 1],
      [2, 1, 2],
      [1, 1, 1 + 1e-15],
    ])
      expect(diagonalize([moments[0], 0, 0, 0, moments[1], 0, 0, 0, moments[2]])).toEqual({ moments, rotation: [0, 0, 0, 1] });
  });

  test('takes round-off beside a diagonal of equal moments for what it is', () => {
    const { rotation } = diagonalize([1, 1e-17, -2e-17, 1e-17, 1, 3e-17, -2e-17, 3e-17, 1]);
    expect(rotation).toEqual([0, 0, 0, 1]);
  });

  test('keeps the order of the axes under a small turn', () => {
    const tilt: Quat = [0.1, -0.05, 0.08, Math.sqrt(1 - 0.0189)];
    const { moments, rotation } = diagonalize(turnedTensor([3, 0, 0, 0, 1, 0, 0, 0, 2], tilt));
    expect(moments.map((value) => Number(value.toFixed(12)))).toEqual([3, 1, 2]);
    for (const [k, component] of tilt.entries()) expect(rotation[k]).toBeCloseTo(component, 12);
  });
});

describe('validTensor', () => {
  const cases: [string, number[], RegExp][] = [
    ['six numbers', [1, 2, 3, 0, 0, 0], /nine numbers/],
    ['NaN', [1, 0, 0, 0, Number.NaN, 0, 0, 0, 1], /finite/],
    ['infinity', [1, 0, 0, 0, Number.POSITIVE_INFINITY, 0, 0, 0, 1], /finite/],
    ['asymmetry', [2, 0.1, 0, 0, 2, 0, 0, 0, 2], /symmetric/],
    ['zero', [0, 0, 0, 0, 0, 0, 0, 0, 0], /positive definite/],
    ['a zero moment', [1, 0, 0, 0, 1, 0, 0, 0, 0], /positive definite/],
    ['a negative moment', [1, 0, 0, 0, 1, 0, 0, 0, -1], /positive definite/],
    ['off-diagonal entries too large', [1, 2, 0, 2, 1, 0, 0, 0, 1], /positive definite/],
    ['a moment no matter can have', [1, 0, 0, 0, 1, 0, 0, 0, 2.1], /sum of the other two/],
  ];
  test.each(cases)('refuses %s', (_, tensor, message) => {
    expect(() => validTensor(tensor, 'inertia')).toThrow(message);
    expect(() => validTensor(tensor, 'inertia')).toThrow(HolonomicError);
    expect(() => validTensor(tensor, 'inertia')).toThrow(expect.objectContaining({ code: 'invalid-argument' }));
  });

  test('accepts what is rounded, and returns it symmetric', () => {
    expect(validTensor([0.083, 0, 0, 0, 0.083, 0, 0, 0, 0.1661], 'inertia')).toEqual([0.083, 0, 0, 0, 0.083, 0, 0, 0, 0.1661]);
    const given = [2, 0.1, 0, 0.1 + 1e-8, 3, 0, 0, 0, 4];
    const tensor = validTensor(given, 'inertia');
    expect(tensor[1]).toBe(tensor[3]);
  });

  test('accepts every tensor of a mesh', () => {
    const { inertia } = meshProperties([...bunny.vertices], [...bunny.indices]);
    expect(validTensor(inertia, 'inertia')).toEqual(inertia);
  });
});
