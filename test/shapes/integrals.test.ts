// The mass properties of shapes against integration by other means.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Vec3 } from '../../bindings/core/arguments.ts';
import { Box, Capsule, Cone, Cylinder, Sphere } from '../../bindings/shape/index.ts';
import type { MassProperties } from '../../bindings/shape/mass-properties.ts';
import { deviations } from './counting.ts';
import { anyPlaced, anySolid, box, compoundOf, cone, coneCore, cylinder, distanceTo, inscribed, type Solid } from './solids.ts';

const trace = (inertia: readonly number[]) => inertia[0] + inertia[4] + inertia[8];

/** Largest relative difference. */
function difference(actual: MassProperties, expected: MassProperties, size: number): number {
  return Math.max(
    Math.abs(actual.volume / expected.volume - 1),
    ...actual.centerOfMass.map((value, axis) => Math.abs(value - expected.centerOfMass[axis]) / size),
    ...actual.inertia.map((value, k) => Math.abs(value - expected.inertia[k]) / trace(expected.inertia)),
  );
}

/** ∫ f over an interval, where f may start and end like a square root: the tanh-sinh rule (Takahasi & Mori 1974). */
function integral(low: number, high: number, f: (y: number) => number[], step = 1 / 16): number[] {
  const sums: number[] = [];
  for (let u = -3.2; u <= 3.2; u += step) {
    const inner = (Math.PI / 2) * Math.sinh(u);
    const weight = (((high - low) / 2) * step * (Math.PI / 2) * Math.cosh(u)) / Math.cosh(inner) ** 2;
    for (const [entry, value] of f((low + high) / 2 + ((high - low) / 2) * Math.tanh(inner)).entries())
      sums[entry] = (sums[entry] ?? 0) + weight * value;
  }
  return sums;
}

/** By slices across y, whose radii are found by halving an interval; `levels` are the heights where the section's border is not smooth. */
function bySlices(solid: Solid, outer: number, levels: number[]): MassProperties {
  const radiusAt = (y: number) => {
    let [low, high] = [0, outer];
    for (let k = 0; k < 60; k++) {
      const middle = (low + high) / 2;
      if (solid.distance([middle, y, 0]) <= 0) low = middle;
      else high = middle;
    }
    return low;
  };
  const sums = [0, 0, 0, 0];
  for (const [k, level] of levels.slice(1).entries()) {
    const part = integral(levels[k], level, (y) => {
      const square = radiusAt(y) ** 2;
      return [square, square * y, square * y * y, square * square].map((value) => Math.PI * value);
    });
    for (const [entry, value] of part.entries()) sums[entry] += value;
  }
  const [volume, first, second, radial] = sums;
  const center = first / volume;
  const across = radial / 4 + second - first * center;
  return { volume, centerOfMass: [0, center, 0], inertia: [across, 0, 0, 0, radial / 2, 0, 0, 0, across] };
}

/** A rounded box by slices across x, which are rounded rectangles. */
function roundedBoxBySlices([x, y, z]: Vec3, rounding: number): MassProperties {
  const [a, b, c] = [x - rounding, y - rounding, z - rounding];
  const area = (s: number) => 4 * b * c + 4 * (b + c) * s + Math.PI * s * s;
  const second = (along: number, other: number, s: number) =>
    (4 / 3) * other * (along + s) ** 3 +
    (4 / 3) * s * along ** 3 +
    Math.PI * s * s * along ** 2 +
    (8 / 3) * along * s ** 3 +
    (Math.PI * s ** 4) / 4;
  const slice = (at: number) => {
    const beyond = Math.max(Math.abs(at) - a, 0);
    const s = Math.sqrt(Math.max(rounding * rounding - beyond * beyond, 0));
    return [area(s), at * at * area(s), second(b, c, s), second(c, b, s)];
  };
  const parts = [integral(-x, -a, slice), integral(-a, a, slice), integral(a, x, slice)];
  const [volume, xx, yy, zz] = parts[0].map((_, entry) => parts.reduce((sum, part) => sum + part[entry], 0));
  return { volume, centerOfMass: [0, 0, 0], inertia: [yy + zz, 0, 0, 0, xx + zz, 0, 0, 0, xx + yy] };
}

const length = fc.double({ min: 0.05, max: 5, noNaN: true });
const share = fc.double({ min: 0.01, max: 0.99, noNaN: true });

describe('fine numeric integration', () => {
  test('of rounded boxes', () => {
    fc.assert(
      fc.property(length, length, length, share, (x, y, z, part) => {
        const rounding = part * Math.min(x, y, z);
        const actual = new Box([x, y, z], { rounding }).massProperties();
        expect(difference(actual, roundedBoxBySlices([x, y, z], rounding), Math.hypot(x, y, z))).toBeLessThan(1e-10);
      }),
    );
  });

  test('of cylinders, rounded and sharp', () => {
    fc.assert(
      fc.property(length, length, fc.oneof(share, fc.constant(0)), (radius, halfHeight, part) => {
        const rounding = part * Math.min(radius, halfHeight);
        const solid = cylinder(radius, halfHeight, rounding);
        const level = halfHeight - rounding;
        const expected = bySlices(solid, 2 * radius, [-halfHeight, -level, level, halfHeight]);
        expect(difference(solid.shape.massProperties(), expected, radius + halfHeight)).toBeLessThan(1e-10);
      }),
    );
  });

  test('of cones, rounded and sharp', () => {
    fc.assert(
      fc.property(length, length, fc.oneof(share, fc.constant(0)), (radius, halfHeight, part) => {
        const rounding = part * inscribed(radius, halfHeight);
        const solid = cone(radius, halfHeight, rounding);
        const { base, tip, slant } = coneCore(radius, halfHeight, rounding);
        const lean = (rounding * radius) / slant;
        const expected = bySlices(solid, 2 * radius, [-halfHeight, base + lean, tip + lean, tip + rounding]);
        expect(difference(solid.shape.massProperties(), expected, radius + halfHeight)).toBeLessThan(1e-10);
      }),
    );
  });
});

describe('closed forms', () => {
  test('of a cone', () => {
    const { volume, centerOfMass, inertia } = new Cone(1.5, 2).massProperties();
    expect(volume).toBeCloseTo((Math.PI * 1.5 ** 2 * 4) / 3, 12);
    expect(centerOfMass).toEqual([0, -1, 0]);
    expect(inertia[4] / volume).toBeCloseTo(0.3 * 1.5 ** 2, 12);
    expect(inertia[0] / volume).toBeCloseTo(0.15 * 1.5 ** 2 + 0.0375 * 4 ** 2, 12);
  });

  test('a rounding of nearly nothing changes nearly nothing', () => {
    for (const [sharp, rounded] of [
      [new Box([1, 2, 3]), new Box([1, 2, 3], { rounding: 1e-9 })],
      [new Cylinder(1, 2), new Cylinder(1, 2, { rounding: 1e-9 })],
      [new Cone(1, 2), new Cone(1, 2, { rounding: 1e-9 })],
    ])
      expect(difference(rounded.massProperties(), sharp.massProperties(), 1)).toBeLessThan(1e-12);
  });

  test('a rounding of nearly all leaves a ball, or a capsule', () => {
    const nearly = 1 - 1e-12;
    const ball = new Sphere(1).massProperties();
    expect(difference(new Box([1, 1, 1], { rounding: nearly }).massProperties(), ball, 1)).toBeLessThan(1e-11);
    expect(difference(new Cylinder(1, 1, { rounding: nearly }).massProperties(), ball, 1)).toBeLessThan(1e-11);
    const capsule = new Capsule(1, 2).massProperties();
    expect(difference(new Box([1, 3, 1], { rounding: nearly }).massProperties(), capsule, 1)).toBeLessThan(1e-11);
    expect(difference(new Cylinder(1, 3, { rounding: nearly }).massProperties(), capsule, 1)).toBeLessThan(1e-11);
    const inner = inscribed(1, 2);
    const inBall = { ...new Sphere(inner).massProperties(), centerOfMass: [0, inner - 2, 0] as Vec3 };
    expect(difference(new Cone(1, 2, { rounding: nearly * inner }).massProperties(), inBall, 1)).toBeLessThan(1e-10);
  });

  test('sizes far from one keep their accuracy', () => {
    for (const scale of [1e-12, 1e12]) {
      const [small, unit] = [scale, 1].map((s) => new Cone(0.3 * s, 2 * s, { rounding: 0.1 * s }).massProperties());
      expect(small.volume / scale ** 3 / unit.volume).toBeCloseTo(1, 12);
      expect(small.inertia[0] / scale ** 5 / unit.inertia[0]).toBeCloseTo(1, 12);
    }
  });
});

describe('a count of random points', () => {
  test('agrees with the mass properties of every solid', () => {
    fc.assert(
      fc.property(anySolid, ({ shape, distance }) => {
        const { low, high } = shape.geometry();
        expect(deviations(shape.massProperties(), (point) => (distance(point) <= 0 ? 1 : 0), low, high)).toBeLessThan(5);
      }),
      { numRuns: 40, seed: 11 },
    );
  });

  test('agrees with compounds, in which what overlaps counts twice', () => {
    fc.assert(
      fc.property(fc.array(anyPlaced, { minLength: 1, maxLength: 4 }), (parts) => {
        const compound = compoundOf(parts);
        const { low, high } = compound.geometry();
        const density = (point: Vec3) => parts.filter((part) => distanceTo(part, point) <= 0).length;
        expect(deviations(compound.massProperties(), density, low, high)).toBeLessThan(5);
      }),
      { numRuns: 10, seed: 12 },
    );
  });

  test('finds a mistake of two parts in a hundred', () => {
    const { shape, distance } = box([1, 1, 1]);
    const properties = shape.massProperties();
    const wrong = { ...properties, inertia: properties.inertia.map((entry) => 1.02 * entry) };
    expect(deviations(wrong, (point) => (distance(point) <= 0 ? 1 : 0), [-1.5, -1.5, -1.5], [1.5, 1.5, 1.5], 100_000)).toBeGreaterThan(2);
  });
});
