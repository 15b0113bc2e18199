import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { Quat, Vec3 } from '../../bindings/core/arguments.ts';
import { buildHull, type Hull, hullBreadth } from '../../bindings/hull/index.ts';
import {
  blurred,
  box,
  clouds,
  cylinder,
  excess,
  expectSound,
  grid,
  moved,
  randomCloud,
  randomNumbers,
  refusal,
  rotations,
  SEED,
  spiral,
  TOLERANCE,
  vertexAt,
} from './hull-points.ts';

const hullOf = (points: readonly number[]): Hull => buildHull(Float64Array.from(points));
const counts = ({ vertices, faces }: Hull) => [vertices.length / 3, faces.length];
const TURN: Quat = [0.1, 0.3, -0.5, Math.sqrt(0.65)];
const bits = ({ vertices, faces, planes }: Hull) => JSON.stringify([[...vertices], faces, [...planes]]);

describe('bodies with known faces', () => {
  test('a cube has exact planes', () => {
    const cube = hullOf(box(0.5, 0.5, 0.5));
    expectSound(cube);
    expect(counts(cube)).toEqual([8, 6]);
    expect([...cube.vertices]).toEqual(box(0.5, 0.5, 0.5));
    const planes = cube.faces.map((_, face) => [...cube.planes.slice(4 * face, 4 * face + 4)]);
    for (const [axis, sign] of [0, 1, 2].flatMap((axis) => [
      [axis, 1],
      [axis, -1],
    ])) {
      const plane = [0, 0, 0, 0.5];
      plane[axis] = sign;
      expect(planes).toContainEqual(plane);
    }
  });

  const bodies: [string, readonly number[], number, number][] = [
    ['a tetrahedron', [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], 4, 4],
    ['a box', box(1, 2, 3), 8, 6],
    ['a box with the middles of its edges and faces', [...box(1, 2, 3), ...box(1, 2, 0), ...box(0, 2, 3), ...box(0, 2, 0)], 8, 6],
    ['a needle', box(1, 1e-3, 1e-3), 8, 6],
    ['a plate', box(1, 1e-3, 1), 8, 6],
    ['a thousand points of a cubic lattice', grid(10), 8, 6],
    ['a prism', cylinder(64, 2), 128, 66],
    ['points on a cylinder', cylinder(100, 40), 200, 102],
    ['a wedge', [0, 0, 0, 1, 0, 0, 0, 0, 1, 1, 0, 1, 1, 1e-3, 0, 1, 1e-3, 1], 6, 5],
    ['an octahedron', [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1], 6, 8],
  ];
  test.each(bodies)('%s, at any place, in any position and of any size', (_, points, vertices, faces) => {
    const run = { seed: SEED, numRuns: 10 };
    fc.assert(
      fc.property(rotations, fc.constantFrom(1e-3, 1, 1e3), fc.constantFrom(0, 1, 100), (q, size, distance) => {
        const hull = hullOf(moved(points, q, size, [distance * size, -distance * size, distance * size]));
        expectSound(hull);
        expect(counts(hull)).toEqual([vertices, faces]);
      }),
      run,
    );
  });

  test('single precision, as of graphics meshes, keeps faces flat', () => {
    fc.assert(
      fc.property(rotations, (q) => {
        const hull = hullOf(Array.from(Float32Array.from(moved(grid(6), q, 1, [3, -4, 5]))));
        expectSound(hull);
        expect(counts(hull)).toEqual([8, 6]);
      }),
      { seed: SEED, numRuns: 20 },
    );
  });

  test('a thousand kilometres from the origin, where doubles are a tenth of a nanometre apart', () => {
    for (const size of [1, 1e-2, 1e-3]) {
      const points = moved(box(1, 2, 3), TURN, size, [1e6, -1e6, 1e6]);
      const hull = hullOf(points);
      expect(counts(hull)).toEqual([8, 6]);
      expect(excess(hull, points)).toBeLessThan(1e-9 / size);
      expect(hullBreadth(hull)).toBeCloseTo(size, 8);
    }
  });

  test('256 points of a sphere all count', () => {
    const hull = hullOf(spiral(256));
    expectSound(hull);
    expect(counts(hull)[0]).toBe(256);
  });
});

describe('random clouds', () => {
  test('give a sound hull that holds all points and has points for vertices, in their order', () => {
    fc.assert(
      fc.property(clouds, fc.constantFrom(1e-3, 1, 1e3), (cloud, size) => {
        const points = cloud.map((value) => value * size);
        const hull = hullOf(points);
        expectSound(hull);
        expect(excess(hull, points)).toBeLessThan(3 * TOLERANCE);
        const places = Array.from({ length: points.length / 3 }, (_, k) => points.slice(3 * k, 3 * k + 3).join());
        let place = -1;
        for (let vertex = 0; vertex < hull.vertices.length / 3; vertex++) {
          place = places.indexOf(vertexAt(hull, vertex).join(), place + 1);
          expect(place).toBeGreaterThanOrEqual(0);
        }
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('the hull of a hull is that hull, to the bit', () => {
    fc.assert(
      fc.property(clouds, (points) => {
        const hull = hullOf(points);
        expect(bits(buildHull(hull.vertices))).toBe(bits(hull));
        expect(bits(hullOf(points))).toBe(bits(hull));
      }),
      { seed: SEED, numRuns: 60 },
    );
  });

  test('whole coordinates, with many points on common planes and lines', () => {
    const whole = fc.integer({ min: 0, max: 3 });
    const points = fc.array(fc.tuple(whole, whole, whole), { minLength: 60, maxLength: 100, size: 'max' }).map((list) => list.flat());
    fc.assert(
      fc.property(points, rotations, (list, q) => {
        const straight = hullOf(list);
        const turned = moved(list, q);
        const hull = hullOf(turned);
        expectSound(straight);
        expectSound(hull);
        expect(excess(hull, turned)).toBeLessThan(1e-14);
        const heights = straight.faces.map((corners) => corners.length).sort();
        expect(hull.faces.map((corners) => corners.length).sort()).toEqual(heights);
      }),
      { seed: SEED, numRuns: 40 },
    );
  });

  test('thousands of points', () => {
    const points = randomCloud(10_000, randomNumbers(1));
    const hull = hullOf(points);
    expectSound(hull);
    expect(excess(hull, points)).toBeLessThan(3 * TOLERANCE);
  });
});

describe('points that are nearly the same', () => {
  const solids: [string, readonly number[]][] = [
    ['box', box(0.5, 0.5, 0.5)],
    ['plate', box(0.5, 5e-4, 0.5)],
    ['lattice', grid(5)],
    ['prism', cylinder(20, 2)],
    ['sphere', spiral(40)],
    ['cloud', randomCloud(60, randomNumbers(2))],
  ];
  const sizes = [0, 1e-12, 1e-10, 1e-9, 1e-8, 1e-7, 3e-7, 1e-6, 3e-6, 1e-5, 1e-4, 1e-3];
  test.each(solids)('of a %s give a sound hull at every distance', (_, solid) => {
    const random = randomNumbers(3);
    for (const size of sizes) {
      for (let run = 0; run < 5; run++) {
        const points = moved(blurred(solid, size, 4, random), TURN);
        const hull = hullOf(points);
        expectSound(hull);
        expect(excess(hull, points)).toBeLessThan(5 * TOLERANCE);
        if (size <= 1e-7) expect(counts(hull)).toEqual(counts(hullOf(solid)));
        expect(bits(buildHull(hull.vertices))).toBe(bits(hull));
      }
    }
  });

  test('gentle domes, and sharp rims, whose faces are hardly at an angle', () => {
    const random = randomNumbers(4);
    for (const height of [1e-2, 1e-3, 1e-4, 3e-5, 1e-5, 3e-6]) {
      const flat = Array.from({ length: 150 }, () => [random() - 0.5, random() - 0.5]);
      const dome = flat.flatMap(([x, z]) => [x, -height * (x * x + z * z), z, x, -0.5, z]);
      const lens = flat.flatMap(([x, z]) => [x, height * (random() - 0.5), z]);
      for (const points of [dome, lens].map((list) => moved(list, TURN))) {
        const hull = hullOf(points);
        expectSound(hull);
        expect(excess(hull, points)).toBeLessThan(10 * TOLERANCE);
      }
    }
  });
});

describe('what has no hull', () => {
  const line = Array.from({ length: 20 }, (_, k) => [k * 0.1, k * 0.2, 1 - k * 0.3]).flat();
  const plane = Array.from({ length: 50 }, (_, k) => [k % 7, k % 5, 2 * (k % 7) - (k % 5)]).flat();
  const noisy = (points: number[], size: number) => blurred(points, size, 1, randomNumbers(5));
  const cases: [string, number[], RegExp][] = [
    ['no points', [], /at least 4 points.* has 0\. Pass more/],
    ['three points', [0, 0, 0, 1, 0, 0, 0, 1, 0], /at least 4 points.* has 3\. Pass more/],
    ['equal points', new Array(30).fill(0.1), /same place.*Sphere/],
    ['nearly equal points, far away', noisy(new Array(30).fill(1e6), 1e-10), /same place.*Sphere/],
    ['points on a line', line, /one line.*Capsule/],
    ['points nearly on a line', noisy(line, 1e-7), /one line.*Capsule/],
    ['four points in a plane', [0, 0, 0, 1, 0, 0, 0, 1, 0, 1, 1, 0], /one plane.*thickness.*Box.*solid: false/],
    ['points in a plane', plane, /one plane.*thickness/],
    ['points nearly in a plane', noisy(plane, 1e-6), /one plane.*thickness/],
    ['a box much thinner than a millionth of its length', box(1, 1e-7, 1), /one plane.*thickness/],
    ['a wire much thinner than a millionth of its length', box(1e-7, 1e-7, 1), /one line.*Capsule/],
  ];
  test.each(cases)('%s', (_, points, message) => {
    expect(refusal(() => hullOf(points), 'degenerate-hull')).toMatch(message);
    const turned = moved(points, TURN, 1, [1, 2, 3]);
    expect(refusal(() => hullOf(turned), 'degenerate-hull')).toMatch(message);
  });

  test('thin boxes end in a sound hull or in a refusal', () => {
    fc.assert(
      fc.property(fc.double({ min: 1e-7, max: 1e-5, noNaN: true }), rotations, (thickness, q) => {
        const points = Float64Array.from(moved(box(1, thickness, 1), q));
        if (thickness > 3e-6) {
          expectSound(buildHull(points));
          return;
        }
        try {
          expectSound(buildHull(points));
        } catch (error) {
          expect(error).toMatchObject({ code: 'degenerate-hull' });
        }
      }),
      { seed: SEED, numRuns: 100 },
    );
  });

  test('more than 256 vertices', () => {
    expect(refusal(() => hullOf(spiral(300)), 'invalid-argument')).toMatch(/300 vertices, but at most 256.*fewer points/);
    expect(refusal(() => hullOf(cylinder(129, 10)), 'invalid-argument')).toMatch(/258 vertices/);
  });

  test('numbers whose differences are none', () => {
    refusal(() => hullOf(box(1.7e308, 1.7e308, 1.7e308)), 'invalid-argument');
    refusal(() => hullOf(box(1e-200, 1e-200, 1e-200)), 'degenerate-hull');
  });
});

test('the breadth of a hull is half its least width along a face normal', () => {
  expect(hullBreadth(hullOf(moved(box(0.3, 0.2, 0.5), TURN, 1, [1, 2, 3] as Vec3)))).toBeCloseTo(0.2, 14);
  expect(hullBreadth(hullOf([0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1]))).toBeCloseTo(Math.sqrt(1 / 3) / 2, 14);
});

test('a hull keeps nothing of the array it is made from', () => {
  const points = Float64Array.from(box(1, 1, 1));
  const hull = buildHull(points);
  points.fill(0);
  expect([...hull.vertices]).toEqual(box(1, 1, 1));
});
