// The oracles against closed forms and against each other: what the rest of the tests trusts.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { anyShape, convex, direction, between as inRange, pose, SHAPES, vector } from '../arbitraries.ts';
import { axes, clipFaces, type ExactBox, exactVector, fraction, toNumber } from './clip-boxes.ts';
import { type Convex, extent, moved, place, signedDistance, support } from './convex.ts';
import { distanceToCurve, hermiteCurve } from './curve.ts';
import { hullFaces } from './polytope.ts';
import { overlapAlong, separation } from './separation.ts';
import { separationOf, solid, traceRay } from './solid.ts';
import { ALL_TYPES, CONVEX_TYPES } from './spec.ts';
import { along, between, directions, dot, length, rotate, scale, UPRIGHT, type Vector } from './vector.ts';

const SEED = { seed: 4, numRuns: 100, endOnFailure: true };
const TURNED = { position: [1, 2, 3] as Vector, orientation: [0, 0, Math.SQRT1_2, Math.SQRT1_2] as const };

describe('closed forms', () => {
  const cases: [string, Parameters<typeof place>[0], Vector, number][] = [
    ['a sphere', { type: 'sphere', radius: 2 }, [3, 4, 0], 3],
    ['a sphere from inside', { type: 'sphere', radius: 2 }, [0, 0.5, 0], -1.5],
    ['a capsule at its cap', { type: 'capsule', radius: 1, halfHeight: 2 }, [0, 5, 0], 2],
    ['a capsule at its side', { type: 'capsule', radius: 1, halfHeight: 2 }, [3, 1, 4], 4],
    ['a box at a corner', { type: 'box', halfExtents: [1, 2, 3] }, [2, 4, 5], 3],
    ['a box from inside', { type: 'box', halfExtents: [1, 2, 3] }, [0.7, 0, 0], -0.3],
    ['a rounded box at a corner', { type: 'box', halfExtents: [1, 2, 3], rounding: 0.5 }, [2.5, 3.5, 2.5], Math.sqrt(8) - 0.5],
    ['a cylinder at its rim', { type: 'cylinder', radius: 1, halfHeight: 1 }, [4, 5, 0], 5],
    ['a cylinder from inside', { type: 'cylinder', radius: 1, halfHeight: 1 }, [0.5, 0.8, 0], -0.2],
    ['a cone at its tip', { type: 'cone', radius: 1, halfHeight: 1 }, [0, 3, 0], 2],
    ['a cone at its rim', { type: 'cone', radius: 1, halfHeight: 1 }, [4, -5, 0], 5],
    ['a cone at its side', { type: 'cone', radius: 3, halfHeight: 2 }, [1.5 + 0.8, 0.6, 0], 1],
    ['a rounded cone at its side', { type: 'cone', radius: 3, halfHeight: 2, rounding: 0.5 }, [1.5 + 0.8, 0.6, 0], 1],
    ['a rounded cone below', { type: 'cone', radius: 3, halfHeight: 2, rounding: 0.5 }, [0, -4, 0], 2],
  ];
  test.each(cases)('%s', (_, shape, point, wanted) => {
    expect(signedDistance(place(shape), point)).toBeCloseTo(wanted, 12);
    expect(signedDistance(place(shape, TURNED), [1 - point[1], 2 + point[0], 3 + point[2]])).toBeCloseTo(wanted, 12);
  });

  test('hulls of a cube, a tetrahedron and points on a face', () => {
    const cube = [0, 1, 2, 3, 4, 5, 6, 7].map((i): Vector => [i & 1 ? 1 : -1, i & 2 ? 1 : -1, i & 4 ? 1 : -1]);
    const faces = hullFaces([...cube, [0.2, 1, 0.3], [0, 0, 0], [1, 1, 0]]);
    expect(faces.map(({ corners }) => corners.length)).toEqual([4, 4, 4, 4, 4, 4]);
    expect(hullFaces(cube.filter((_, i) => [0, 3, 5, 6].includes(i))).length).toBe(4);
    expect(hullFaces(cube.slice(0, 4))).toEqual([]);
  });

  test('distances of curves', () => {
    const line = hermiteCurve([0, 0, 0, 1, 0, 0, 2, 0, 0], [1, 0, 0, 1, 0, 0, 1, 0, 0], false);
    expect(distanceToCurve(line, [1.3, 3, 4])).toBeCloseTo(5, 9);
    expect(distanceToCurve(line, [-3, 0, 4])).toBeCloseTo(5, 9);
    const ring = hermiteCurve([1, 0, 0, 0, 0, 1, -1, 0, 0, 0, 0, -1], [0, 0, 1.65, -1.65, 0, 0, 0, 0, -1.65, 1.65, 0, 0], true);
    expect(distanceToCurve(ring, [0, 0, 0])).toBeCloseTo(1, 2);
    expect(distanceToCurve(ring, [0.6, 0.5, -0.8])).toBeCloseTo(0.5, 2);
  });

  test('overlaps of spheres and boxes', () => {
    const [a, b] = [place({ type: 'sphere', radius: 1 }), place({ type: 'sphere', radius: 2 }, { ...UPRIGHT, position: [0, 2, 0] })];
    expect(separation(a, b)).toMatchObject({ distance: expect.closeTo(-1, 12), normal: [0, 1, 0] });
    const [c, d] = [{ ...UPRIGHT, position: [0, 0, 1.75] as Vector }, UPRIGHT].map((at) =>
      place({ type: 'box', halfExtents: [1, 1, 1] }, at),
    );
    expect(separation(d, c)).toMatchObject({ distance: expect.closeTo(-0.25, 12), normal: [0, 0, 1] });
    expect(separation(moved(d, [-3, -4, 0]), c).distance).toBeCloseTo(Math.hypot(1, 2), 12);
  });
});

describe.each(CONVEX_TYPES)('%s', (type) => {
  const placed = fc.tuple(SHAPES[type], pose(2)).map(([shape, at]) => place(shape as Parameters<typeof place>[0], at));

  test('support points lie on the surface, and no point of the surface is farther', () => {
    const check = (shape: Convex, d: Vector, point: Vector) => {
      const far = support(shape, d);
      expect(Math.abs(signedDistance(shape, far))).toBeLessThan(1e-9);
      const distance = signedDistance(shape, point);
      const bound = Math.max(...directions(200).map((n) => dot(n, point) - extent(shape, n)));
      expect(bound).toBeLessThanOrEqual(distance + 1e-9); // the distance is the greatest of the heights over supporting planes
      if (distance > 0) expect(bound).toBeGreaterThan(0.8 * distance - 0.05);
    };
    fc.assert(fc.property(placed, direction, vector(4), check), SEED);
  });

  test('signed distances change by no more than the way, and by all of it away from the solid', () => {
    const check = (shape: Convex, from: Vector, to: Vector) => {
      const [a, b] = [signedDistance(shape, from), signedDistance(shape, to)];
      expect(Math.abs(a - b)).toBeLessThanOrEqual(between(from, to) + 1e-9);
      const nearest = directions(300).reduce((best, n) => Math.min(best, signedDistance(shape, along(from, n, Math.abs(a)))), Infinity);
      if (a > 0) expect(nearest).toBeLessThan(0.2 * a);
    };
    fc.assert(fc.property(placed, vector(4), vector(4), check), SEED);
  });
});

describe('separations', () => {
  const pair = fc.tuple(convex, pose(1.5), convex, pose(1.5)).map(([a, atA, b, atB]): [Convex, Convex] => [place(a, atA), place(b, atB)]);
  const seen = { apart: 0, overlapping: 0, gap: 0 };

  test('no direction separates better than the normal, and moving along it separates', () => {
    const check = ([a, b]: [Convex, Convex]) => {
      const { distance, normal, gap } = separation(a, b);
      seen[distance > 0 ? 'apart' : 'overlapping']++;
      seen.gap = Math.max(seen.gap, gap);
      expect(length(normal)).toBeCloseTo(1, 9);
      expect(overlapAlong(a, b, normal)).toBeLessThanOrEqual(-distance + 1e-8);
      for (const n of directions(500)) expect(overlapAlong(a, b, n)).toBeGreaterThan(-distance - 1e-7);
      expect(separation(a, moved(b, scale(normal, 0.01 - distance))).distance).toBeCloseTo(0.01, 7);
      const swapped = separation(b, a);
      expect(swapped.distance).toBeCloseTo(distance, distance > 0 ? 8 : 6);
    };
    fc.assert(fc.property(pair, check), { seed: 5, numRuns: 400, endOnFailure: true });
    expect(Math.min(seen.apart, seen.overlapping)).toBeGreaterThan(50);
    expect(seen.gap).toBeLessThan(1e-8);
  });

  test('from a sphere they are the signed distance of its middle', () => {
    const check = (shape: Convex, at: Vector, radius: number) => {
      const ball = place({ type: 'sphere', radius }, { ...UPRIGHT, position: at });
      expect(separation(shape, ball).distance).toBeCloseTo(signedDistance(shape, at) - radius, 6);
    };
    const placed = fc.tuple(convex, pose(1)).map(([shape, at]) => place(shape, at));
    fc.assert(fc.property(placed, vector(2), inRange(0.01, 1), check), {
      seed: 6,
      numRuns: 300,
      endOnFailure: true,
    });
  });

  test.each(ALL_TYPES)('of a small ball and a %s: the signed distance outside', (type) => {
    const placed = fc.tuple(SHAPES[type], pose(1)).map(([shape, at]) => solid(shape, at));
    const check = (target: ReturnType<typeof solid>, at: Vector) => {
      const ball = solid({ type: 'sphere', radius: 0.01 }, { ...UPRIGHT, position: at });
      const distance = target.signedDistance(at);
      if (distance > 0.011) expect(separationOf(target, ball).distance).toBeCloseTo(distance - 0.01, 6);
      if (distance > 0.011) expect(separationOf(ball, target).distance).toBeCloseTo(distance - 0.01, 6);
    };
    fc.assert(fc.property(placed, vector(2), check), { seed: 7, numRuns: 60, endOnFailure: true });
  });
});

test('a ray enters a solid where its surface is, and a swollen solid sooner', () => {
  const check = (target: ReturnType<typeof solid>, d: Vector, aim: Vector) => {
    const origin = along(aim, d, -6);
    if (target.signedDistance(origin) < 0.1) return;
    const [larger, hit, smaller] = [1e-6, 0, -1e-6].map((swell) => traceRay(target, origin, d, 20, swell));
    expect(larger?.distance ?? Infinity).toBeLessThanOrEqual((hit?.distance ?? Infinity) + 1e-9);
    expect(hit?.distance ?? Infinity).toBeLessThanOrEqual((smaller?.distance ?? Infinity) + 1e-9);
    if (!hit) return;
    expect(Math.abs(target.signedDistance(along(origin, d, hit.distance)))).toBeLessThan(1e-9);
    expect(dot(hit.normal, d)).toBeLessThan(1e-3);
  };
  const placed = fc.tuple(anyShape, pose(1)).map(([shape, at]) => solid(shape, at));
  fc.assert(fc.property(placed, direction, vector(1.5), check), { seed: 8, numRuns: 300, endOnFailure: true });
});

test('exact clipping of boxes agrees with the polytopes', () => {
  const whole = fc.integer({ min: -4, max: 4 }).map(BigInt);
  const quaternion = fc.tuple(whole, whole, whole, whole).filter((q) => q.some((each) => each !== 0n));
  const half = fc.integer({ min: 1, max: 9 }).map((n) => fraction(n, 4n));
  const offset = fc.tuple(...[0, 1, 2].map(() => fc.integer({ min: -5, max: 5 }).map((n) => fraction(n, 3n))));
  const box = fc.tuple(half, half, half, quaternion).map(
    ([x, y, z, q]): ExactBox => ({
      halfExtents: [x, y, z],
      position: exactVector(fraction(0n), fraction(0n), fraction(0n)),
      quaternion: q,
    }),
  );
  let points = 0;
  const check = (a: ExactBox, b: ExactBox, position: ReturnType<typeof fraction>[]) => {
    const other: ExactBox = { ...b, position: [position[0], position[1], position[2]] };
    const frame = axes(a).map((axis) => axis.map(toNumber) as unknown as Vector);
    expect(dot(frame[0], frame[1])).toBeCloseTo(0, 12);
    const [x, y, z, w] = a.quaternion.map(Number);
    const size = Math.hypot(x, y, z, w);
    expect(between(rotate([x / size, y / size, z / size, w / size], [0, 1, 0]), frame[1])).toBeLessThan(1e-12);
    const boxes = [a, other].map((each) => {
      const turn = each.quaternion.map(Number);
      const norm = Math.hypot(...turn);
      const [p, q, r, s] = turn.map((part) => part / norm);
      const halfExtents = each.halfExtents.map(toNumber) as [number, number, number];
      return place({ type: 'box', halfExtents }, { position: each.position.map(toNumber) as unknown as Vector, orientation: [p, q, r, s] });
    });
    for (const contact of clipFaces(a, 1, 1, other, fraction(0n))) {
      points++;
      const [at, depth] = [contact.position.map(toNumber) as unknown as Vector, -toNumber(contact.separation)];
      expect(Math.abs(signedDistance(boxes[1], along(at, frame[1], -depth / 2)))).toBeLessThan(1e-9);
      const height = dot(frame[1], along(at, frame[1], depth / 2)); // on the plane of the reference face
      expect(height).toBeCloseTo(toNumber(a.halfExtents[1]), 9);
    }
  };
  fc.assert(fc.property(box, box, offset, check), { seed: 9, numRuns: 200, endOnFailure: true });
  expect(points).toBeGreaterThan(100);
});

test('exact clipping of a cube turned by an eighth on a cube: eight corners', () => {
  const unitBox = { halfExtents: [fraction(1n), fraction(1n), fraction(1n)] as ExactBox['halfExtents'] };
  const below: ExactBox = { ...unitBox, position: [fraction(0n), fraction(0n), fraction(0n)], quaternion: [0n, 0n, 0n, 1n] };
  const above: ExactBox = { ...unitBox, position: [fraction(0n), fraction(15n, 8n), fraction(0n)], quaternion: [0n, 2n, 0n, 5n] };
  const contacts = clipFaces(below, 1, 1, above, fraction(0n));
  expect(contacts.length).toBe(8);
  for (const { separation: depth, position } of contacts) expect([toNumber(depth), toNumber(position[1])]).toEqual([-0.125, 0.9375]);
});
