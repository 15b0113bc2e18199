import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../bindings/core/arguments.ts';
import { add, cross, dot, rotate, subtract } from '../../bindings/core/geometry.ts';
import { buildHull, type Hull, hullProperties } from '../../bindings/hull/index.ts';
import { squaredDistance } from '../../bindings/hull/triangle-distance.ts';
import { boxProperties, diagonalize, type MassProperties, sphereProperties } from '../../bindings/shape/mass-properties.ts';
import { box, clouds, coordinate, cylinder, moved, randomCloud, randomNumbers, rotations, SEED, vertexAt } from './hull-points.ts';

const hullOf = (points: readonly number[]): Hull => buildHull(Float64Array.from(points));
const TURN: Quat = [0.1, 0.3, -0.5, Math.sqrt(0.65)];
const size = fc.double({ min: 0.01, max: 5, noNaN: true });

/** Largest relative difference of volume and inertia, and of the centre of mass in metres. */
function difference(actual: MassProperties, expected: MassProperties): number {
  const trace = expected.inertia[0] + expected.inertia[4] + expected.inertia[8];
  return Math.max(
    Math.abs(actual.volume / expected.volume - 1),
    ...actual.centerOfMass.map((value, axis) => Math.abs(value - expected.centerOfMass[axis])),
    ...actual.inertia.map((value, k) => Math.abs(value - expected.inertia[k]) / trace),
  );
}

/** A box of half extents (a, b, c) with a ball rolled around: ∫ x² dV, piece by piece. */
function roundedBoxMoment([a, b, c]: readonly number[], r: number): number {
  const faces = (8 / 3) * b * c * ((a + r) ** 3 - a ** 3) + (8 / 3) * a ** 3 * r * (b + c);
  const edgesAlong = (2 / 3) * Math.PI * r * r * a ** 3;
  const edgesAcross = 8 * (b + c) * ((a * a * Math.PI * r * r) / 4 + (2 / 3) * a * r ** 3 + (Math.PI * r ** 4) / 16);
  const corners = 8 * ((a * a * Math.PI * r ** 3) / 6 + (a * Math.PI * r ** 4) / 8 + (Math.PI * r ** 5) / 30);
  return (8 / 3) * a ** 3 * b * c + faces + edgesAlong + edgesAcross + corners;
}

function roundedBox([a, b, c]: Vec3, r: number): MassProperties {
  const [x, y, z] = [roundedBoxMoment([a, b, c], r), roundedBoxMoment([b, c, a], r), roundedBoxMoment([c, a, b], r)];
  return {
    volume: 8 * (a * b * c + r * (a * b + b * c + c * a)) + 2 * Math.PI * r * r * (a + b + c) + (4 / 3) * Math.PI * r ** 3,
    centerOfMass: [0, 0, 0],
    inertia: [y + z, 0, 0, 0, x + z, 0, 0, 0, x + y],
  };
}

/** By the divergence theorem: each face's integrals of x n_x, x² n_x, x³ n_x and so on, with a quadrature that is exact for cubics. */
function byDivergence(hull: Hull) {
  const rule: [number[], number][] = [
    [[1 / 3, 1 / 3, 1 / 3], -27 / 48],
    [[0.6, 0.2, 0.2], 25 / 48],
    [[0.2, 0.6, 0.2], 25 / 48],
    [[0.2, 0.2, 0.6], 25 / 48],
  ];
  const sums = { volume: 0, first: [0, 0, 0], squares: [0, 0, 0] };
  for (const corners of hull.faces) {
    for (let k = 2; k < corners.length; k++) {
      const [a, b, c] = [corners[0], corners[k - 1], corners[k]].map((corner) => vertexAt(hull, corner));
      const area = cross(subtract(b, a), subtract(c, a)).map((component) => component / 2);
      for (const [[u, v, w], weight] of rule) {
        const x = a.map((_, axis) => u * a[axis] + v * b[axis] + w * c[axis]);
        for (let axis = 0; axis < 3; axis++) {
          sums.volume += (weight * area[axis] * x[axis]) / 3;
          sums.first[axis] += (weight * area[axis] * x[axis] ** 2) / 2;
          sums.squares[axis] += (weight * area[axis] * x[axis] ** 3) / 3;
        }
      }
    }
  }
  return sums;
}

/** ∫ x² dV and so on, about the origin. */
function squaresOf({ volume, centerOfMass, inertia }: MassProperties): number[] {
  const half = (inertia[0] + inertia[4] + inertia[8]) / 2;
  return centerOfMass.map((value, axis) => half - inertia[4 * axis] + volume * value * value);
}

/** How far a point is above the plane that it is farthest above. */
function height({ planes }: Hull, [x, y, z]: readonly number[]): number {
  let most = -Infinity;
  for (let k = 0; k < planes.length; k += 4) most = Math.max(most, planes[k] * x + planes[k + 1] * y + planes[k + 2] * z - planes[k + 3]);
  return most;
}

/** By counting the middles of small cells that are within r of the hull. */
function byCounting(hull: Hull, r: number, cells: number): MassProperties {
  const triangles = hull.faces.flatMap((corners) => corners.slice(2).map((corner, k) => [corners[0], corners[k + 1], corner]));
  const list = Float64Array.from([...hull.vertices, 0, 0, 0]);
  const point = hull.vertices.length / 3;
  const bounds = [0, 1, 2].map((axis) => {
    const values = Array.from(hull.vertices).filter((_, k) => k % 3 === axis);
    return [Math.min(...values) - r, Math.max(...values) + r];
  });
  const steps = bounds.map(([low, high]) => (high - low) / cells);
  let count = 0;
  const first = [0, 0, 0];
  const second = [0, 0, 0, 0, 0, 0, 0, 0, 0];
  for (let cell = 0; cell < cells ** 3; cell++) {
    const place = [cell % cells, Math.floor(cell / cells) % cells, Math.floor(cell / cells / cells)];
    const x = place.map((k, axis) => bounds[axis][0] + (k + 0.5) * steps[axis]);
    list.set(x, 3 * point);
    const inside = height(hull, x) <= 0 || triangles.some((corners) => squaredDistance(list, corners, point) <= r * r);
    if (!inside) continue;
    count++;
    for (let i = 0; i < 3; i++) {
      first[i] += x[i];
      for (let j = 0; j < 3; j++) second[3 * i + j] += x[i] * x[j];
    }
  }
  const cellVolume = steps[0] * steps[1] * steps[2];
  const center = first.map((sum) => sum / count) as Vec3;
  const about = second.map((sum, k) => cellVolume * (sum - count * center[Math.floor(k / 3)] * center[k % 3]));
  const trace = about[0] + about[4] + about[8];
  return { volume: count * cellVolume, centerOfMass: center, inertia: about.map((value, k) => (k % 4 === 0 ? trace : 0) - value) };
}

describe('without rounding', () => {
  test('a box', () => {
    fc.assert(
      fc.property(size, size, size, (x, y, z) => {
        expect(difference(hullProperties(hullOf(box(x, y, z)), 0), boxProperties([x, y, z]))).toBeLessThan(1e-13);
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  test('clouds agree with the divergence theorem', () => {
    fc.assert(
      fc.property(clouds, (points) => {
        const hull = hullOf(points);
        const properties = hullProperties(hull, 0);
        const { volume, first, squares } = byDivergence(hull);
        expect(properties.volume).toBeCloseTo(volume, 13);
        for (let axis = 0; axis < 3; axis++) {
          expect(properties.volume * properties.centerOfMass[axis]).toBeCloseTo(first[axis], 13);
          expect(squaresOf(properties)[axis]).toBeCloseTo(squares[axis], 13);
        }
      }),
      { seed: SEED, numRuns: 40 },
    );
  });
});

describe('with rounding', () => {
  test('a box has its closed form, wherever it is', () => {
    fc.assert(
      fc.property(size, size, size, size, (x, y, z, r) => {
        expect(difference(hullProperties(hullOf(box(x, y, z)), r), roundedBox([x, y, z], r))).toBeLessThan(1e-12);
      }),
      { seed: SEED, numRuns: 50 },
    );
    const turned = hullProperties(hullOf(moved(box(0.3, 0.5, 0.9), TURN, 1, [7, 8, 9])), 0.2);
    const { volume, inertia } = roundedBox([0.3, 0.5, 0.9], 0.2);
    expect(turned.volume).toBeCloseTo(volume, 12);
    for (const [axis, value] of [7, 8, 9].entries()) expect(turned.centerOfMass[axis]).toBeCloseTo(value, 13);
    const moments = [...diagonalize(turned.inertia).moments].sort();
    for (const [k, moment] of [inertia[0], inertia[4], inertia[8]].sort().entries()) expect(moments[k]).toBeCloseTo(moment, 12);
  });

  test('the sectors at the vertices of any hull make one ball', () => {
    fc.assert(
      fc.property(clouds, (cloud) => {
        const hull = hullOf([...cloud, ...cloud.map((value) => -value)]); // its centre stays where it is
        const by = [0, 1, 2, 3, 4, 5].map((radius) => hullProperties(hull, radius));
        // The volume is a cubic of the radius and the inertia a quintic: what differences leave is the last coefficient.
        expect(by[3].volume - 3 * by[2].volume + 3 * by[1].volume - by[0].volume).toBeCloseTo(6 * sphereProperties(1).volume, 9);
        const weights = [-1, 5, -10, 10, -5, 1];
        for (let k = 0; k < 9; k++) {
          const coefficient = weights.reduce((sum, weight, radius) => sum + weight * by[radius].inertia[k], 0) / 120;
          expect(coefficient).toBeCloseTo(sphereProperties(1).inertia[k], 8);
        }
      }),
      { seed: SEED, numRuns: 30 },
    );
  });

  test('little rounding adds the surface times the radius', () => {
    const prism = hullOf(cylinder(6, 2));
    const surface = 6 + 3 * Math.sqrt(3);
    const added = (r: number) => (hullProperties(prism, r).volume - hullProperties(prism, 0).volume) / r;
    expect(2 * added(1e-5) - added(2e-5)).toBeCloseTo(surface, 8);
  });

  test('turns and moves with the hull', () => {
    const points = randomCloud(30, randomNumbers(8));
    const original = hullProperties(hullOf(points), 0.3);
    fc.assert(
      fc.property(rotations, coordinate, coordinate, coordinate, (q, x, y, z) => {
        const turned = hullProperties(hullOf(moved(points, q, 1, [x, y, z])), 0.3);
        const center = add(rotate(q, [...original.centerOfMass]), [x, y, z]);
        expect(turned.volume).toBeCloseTo(original.volume, 12);
        for (let axis = 0; axis < 3; axis++) expect(turned.centerOfMass[axis]).toBeCloseTo(center[axis], 12);
        const direction: Vec3 = [0.6, 0, 0.8];
        const along = (tensor: readonly number[], v: Vec3) =>
          dot(v, [0, 3, 6].map((row) => dot(tensor.slice(row, row + 3) as Vec3, v)) as Vec3);
        expect(along(turned.inertia, rotate(q, direction))).toBeCloseTo(along(original.inertia, direction), 12);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  test.each([
    ['tetrahedron', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 0.2],
    ['thin wedge', [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 0.2, 0, 1, 0.2, 1], 0.3],
    ['cloud', randomCloud(12, randomNumbers(9)), 0.15],
    ['cloud without rounding', randomCloud(12, randomNumbers(10)), 0],
  ])('counting the cells of a %s gives the same', (_, points, r) => {
    const hull = hullOf(moved(points, TURN));
    expect(difference(hullProperties(hull, r), byCounting(hull, r, 48))).toBeLessThan(4e-3);
  });

  test('far from the origin nothing is lost', () => {
    const points = randomCloud(30, randomNumbers(11)).map((value) => Math.round(value * 1024) / 1024);
    const near = hullProperties(hullOf(points), 0.1);
    const far = hullProperties(hullOf(points.map((value) => value + 2 ** 20)), 0.1);
    expect(difference({ ...far, centerOfMass: near.centerOfMass }, near)).toBeLessThan(1e-8);
  });
});
