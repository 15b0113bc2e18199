/** Tubes around cubic segments: nearest points, contacts of spheres and capsules, and rays, against dense samples of the curve. */

import { beforeAll, describe, expect, it } from 'vitest';
import {
  bracketed,
  compileWithPlaces,
  directionOf,
  dot,
  FREE,
  type Kernels,
  minus,
  norm,
  type Place,
  plus,
  pointIn,
  randomOf,
  randomShape,
  type Shape,
  Type,
  times,
  unit,
  type Vector,
  writeShape,
} from './analytic-kernels.ts';
import { MANIFOLD_POINTS } from './compile-kernels.ts';

const ENTRY = `
export { closestOnSegment, splineCapsule, splineSphere } from './collision/narrowphase/spline-pair.kernel';
export { raySpline } from './collision/narrowphase/ray-spline.kernel';
`;

/** p0, p1, m0, m1 */
type Hermite = readonly [Vector, Vector, Vector, Vector];

let kernels: Kernels;
let curve: Place;
let convex: Place;
let out: Place;

beforeAll(async () => {
  let places: Place[];
  ({ kernels, places } = await compileWithPlaces(ENTRY, FREE, FREE + 4096, FREE + 8192));
  [out, curve, convex] = places;
});

function pointAt([p0, p1, m0, m1]: Hermite, u: number): Vector {
  const [u2, u3] = [u * u, u * u * u];
  const ends = plus(times(p0, 2 * u3 - 3 * u2 + 1), p1, 3 * u2 - 2 * u3);
  return plus(plus(ends, m0, u3 - 2 * u2 + u), m1, u3 - u2);
}

/** The least value over [0, 1]: dense samples, then golden sections around the best ones. */
function least(value: (u: number) => number, samples = 300): [number, number] {
  const values = Array.from({ length: samples + 1 }, (_, i) => value(i / samples));
  let best: [number, number] = [Infinity, 0];
  const lowest = Math.min(...values);
  for (let i = 0; i <= samples; i++) {
    if (values[i] > lowest + 0.02 || values[i] > Math.min(values[i - 1] ?? Infinity, values[i + 1] ?? Infinity)) continue;
    const [low, high] = bracketed(value, Math.max(i - 1, 0) / samples, Math.min(i + 1, samples) / samples, 60);
    for (const u of [low, high, 0, 1]) if (value(u) < best[0]) best = [value(u), u];
  }
  return best;
}

const distanceTo = (segment: Hermite, p: Vector, samples?: number) => least((u) => norm(minus(pointAt(segment, u), p)), samples)[0];

function randomCurve(random: () => number, kind: number): Hermite {
  const wild = kind % 4 === 0 ? 6 : 1.5;
  const p0 = pointIn(random, 1);
  const p1 = pointIn(random, 1);
  const chord = minus(p1, p0);
  if (kind % 7 === 1) return [p0, p1, chord, chord]; // a line at constant speed
  if (kind % 7 === 2) return [p0, p1, [0, 0, 0], [0, 0, 0]];
  if (kind % 7 === 3) return [p0, p1, times(chord, -3), times(chord, -3)]; // a line there and back
  return [p0, p1, pointIn(random, wild), pointIn(random, wild)];
}

const write = (segment: Hermite) => curve.setNumbers(0, segment.flat());

function contactsOf(name: string, shape: Shape, radius: number, margin = 10, id = 5) {
  writeShape(convex, shape);
  kernels.call[name](curve.address, convex.address, radius, margin, id, out.address);
  const points = Array.from({ length: out.integer(24) }, (_, i) => {
    const at = MANIFOLD_POINTS + 40 * i;
    return { position: out.vector(at), separation: out.number(at + 24), id: out.integer(at + 32) };
  });
  return { normal: out.vector(0), points };
}

describe('the nearest point of a cubic segment', () => {
  it('is the global one', () => {
    const random = randomOf(1);
    for (let i = 0; i < 1200; i++) {
      const segment = randomCurve(random, i);
      const p = pointIn(random, 1.5);
      write(segment);
      const u = kernels.call['closestOnSegment'](curve.address, ...p, out.address);
      const found = norm(minus(out.vector(0), p));
      expect(u).toBeGreaterThanOrEqual(0);
      expect(u).toBeLessThanOrEqual(1);
      expect(norm(minus(out.vector(0), pointAt(segment, u)))).toBeLessThan(1e-12);
      expect(Math.abs(found - distanceTo(segment, p))).toBeLessThan(1e-9);
    }
  });

  it('has a parameter of full precision', () => {
    const random = randomOf(2);
    for (let i = 0; i < 500; i++) {
      const p0 = pointIn(random, 1);
      const segment: Hermite = [p0, plus(p0, [2, 0, 0]), plus([2, 0, 0], pointIn(random, 0.5)), plus([2, 0, 0], pointIn(random, 0.5))];
      const exact = 0.1 + 0.8 * random();
      const c = pointAt(segment, exact);
      const tangent = unit(minus(pointAt(segment, exact + 1e-5), pointAt(segment, exact - 1e-5)));
      // A point across the curve, up to the error of the difference: then the exact one by bisection of the slope.
      const side = directionOf(random);
      const p = plus(c, minus(side, times(tangent, dot(side, tangent))), 0.2);
      write(segment);
      const u = kernels.call['closestOnSegment'](curve.address, ...p, out.address);
      const slope = (at: number) => {
        const [p0, p1, m0, m1] = segment;
        const velocity = plus(plus(times(minus(p1, p0), 6 * at - 6 * at * at), m0, 3 * at * at - 4 * at + 1), m1, 3 * at * at - 2 * at);
        return dot(minus(pointAt(segment, at), p), velocity);
      };
      let [low, high] = [u - 1e-3, u + 1e-3];
      for (let k = 0; k < 60; k++) {
        const middle = (low + high) / 2;
        if (slope(middle) > 0) high = middle;
        else low = middle;
      }
      expect(Math.abs(u - low)).toBeLessThan(1e-12);
      expect(Math.abs(u - exact)).toBeLessThan(1e-8);
    }
  });

  it('is found where every point is as near, and where there is only one', () => {
    write([[1, 2, 3], [1, 2, 3], [0, 0, 0], [0, 0, 0]]); // biome-ignore format: points
    kernels.call['closestOnSegment'](curve.address, 0, 0, 0, out.address);
    expect(out.vector(0)).toEqual([1, 2, 3]);
    // Nearly a quarter of a circle, seen from its middle.
    const k = (4 / 3) * (Math.SQRT2 - 1) * 3;
    write([[1, 0, 0], [0, 1, 0], [0, k, 0], [-k, 0, 0]]); // biome-ignore format: points
    kernels.call['closestOnSegment'](curve.address, 0, 0, 0, out.address);
    expect(norm(out.vector(0))).toBeCloseTo(1, 12);
    kernels.call['closestOnSegment'](curve.address, 1e6, 1e6, 0, out.address);
    expect(out.number(0)).toBeCloseTo(Math.SQRT1_2, 2);
  });
});

describe('tubes', () => {
  it('and spheres meet at the nearest point', () => {
    const random = randomOf(3);
    for (let i = 0; i < 500; i++) {
      const segment = randomCurve(random, i);
      const ball = { ...randomShape(random, Type.Sphere), position: pointIn(random, 1.5) };
      write(segment);
      const { normal, points } = contactsOf('splineSphere', ball, 0.2);
      expect(points.length).toBe(1);
      const [{ position, separation, id }] = points;
      expect(id).toBe(5);
      expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(separation - (distanceTo(segment, ball.position) - 0.2 - ball.radius))).toBeLessThan(1e-9);
      expect(norm(minus(plus(position, normal, separation / 2 + ball.radius), ball.position))).toBeLessThan(1e-9);
      expect(contactsOf('splineSphere', ball, 0.2, separation - 1e-6).points.length).toBe(0);
    }
  });

  it('push a sphere on their curve to the side', () => {
    write([[0, 0, 0], [1, 0, 0], [1, 0, 0], [1, 0, 0]]); // biome-ignore format: points
    const ball = { ...randomShape(randomOf(1), Type.Sphere), position: [0.5, 0, 0] as Vector, radius: 0.25 };
    const { normal, points } = contactsOf('splineSphere', ball, 0.5);
    expect(Math.abs(normal[0])).toBe(0);
    expect(norm(normal)).toBe(1);
    expect(points[0].separation).toBe(-0.75);
  });

  it('and capsules meet at the nearest points', () => {
    const random = randomOf(4);
    for (let i = 0; i < 700; i++) {
      const segment = randomCurve(random, i);
      const capsule = { ...randomShape(random, Type.Capsule), position: pointIn(random, 1.5) };
      write(segment);
      const axis = times(capsule.axes[1], capsule.size[1]);
      const toAxis = (u: number) => {
        const d = minus(pointAt(segment, u), capsule.position);
        const t = Math.min(Math.max(dot(d, axis) / dot(axis, axis), -1), 1);
        return norm(minus(d, times(axis, t)));
      };
      const [distance] = least(toAxis);
      const { normal, points } = contactsOf('splineCapsule', capsule, 0.2);
      expect(points.length).toBeGreaterThan(0);
      const nearest = Math.min(...points.map((point) => point.separation));
      const expected = distance - 0.2 - capsule.radius;
      if (points.length === 1) expect(Math.abs(nearest - expected)).toBeLessThan(1e-8);
      else expect(Math.abs(nearest - expected)).toBeLessThan(0.08 * (distance + 0.2 + capsule.radius));
      expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-12);
    }
  });

  it('carry a capsule beside them on two points', () => {
    write([[-3, 0, 0], [3, 0, 0], [6, 0, 0], [6, 0, 0]]); // biome-ignore format: points
    const lying = [[0, -1, 0], [1, 0, 0], [0, 0, 1]] as const; // biome-ignore format: axes
    const capsule: Shape = { ...randomShape(randomOf(1), Type.Capsule), position: [0, 0.7, 0], radius: 0.5, size: [0, 1, 0], axes: lying };
    const { normal, points } = contactsOf('splineCapsule', capsule, 0.25, 0.1);
    expect(norm(minus(normal, [0, 1, 0]))).toBeLessThan(1e-9);
    expect(points.map((point) => point.id)).toEqual([10, 11]);
    expect(points.map((point) => point.position[0])).toEqual([-1, 1]);
    for (const { separation } of points) expect(separation).toBeCloseTo(-0.05, 9);
    // Longer than the tube: the ends of the tube count.
    const long = contactsOf('splineCapsule', { ...capsule, size: [0, 5, 0] }, 0.25, 0.1);
    expect(long.points.map((point) => point.position[0])).toEqual([-3, 3]);
    // Across the tube there is one.
    const across = contactsOf('splineCapsule', { ...capsule, axes: [[1, 0, 0], [0, 0, 1], [0, -1, 0]] }, 0.25, 0.1); // biome-ignore format: axes
    expect(across.points.length).toBe(1);
  });
});

describe('rays', () => {
  const cast = (radius: number, origin: Vector, direction: Vector, limit = 1e30, hollow = false) =>
    kernels.call['raySpline'](curve.address, radius, ...origin, ...direction, limit, Number(hollow), out.address)
      ? { distance: out.number(0), normal: out.vector(8) }
      : null;

  it('meet tubes where they are', () => {
    const random = randomOf(6);
    let hits = 0;
    for (let i = 0; i < 400; i++) {
      const segment = randomCurve(random, i);
      const radius = 0.05 + 0.3 * random();
      const origin = times(directionOf(random), i % 9 ? 4 : 400);
      const direction = unit(minus(plus(pointAt(segment, random()), pointIn(random, 0.4)), origin));
      write(segment);
      if (distanceTo(segment, origin) < radius) continue;
      const hit = cast(radius, origin, direction);
      // Brute force: the first of the balls along the curve.
      let first = Infinity;
      for (let k = 0; k <= 4000; k++) {
        const d = minus(pointAt(segment, k / 4000), origin);
        const along = dot(d, direction);
        const square = radius * radius - dot(minus(d, times(direction, along)), minus(d, times(direction, along)));
        if (square >= 0) first = Math.min(first, along - Math.sqrt(square));
      }
      if (!hit) {
        expect(first).toBe(Infinity);
        continue;
      }
      hits++;
      const p = plus(origin, direction, hit.distance);
      expect(Math.abs(distanceTo(segment, p) - radius)).toBeLessThan(1e-9);
      if (first < Infinity) expect(Math.abs(hit.distance - first)).toBeLessThan(2e-2);
      expect(hit.distance).toBeLessThan(first + 1e-6);
      expect(Math.abs(distanceTo(segment, plus(p, hit.normal, -radius)))).toBeLessThan(1e-7);
      expect(cast(radius, origin, direction, hit.distance * 0.9999)).toBeNull();
    }
    expect(hits).toBeGreaterThan(150);
  });

  it('from inside hit at once, or leave what is hollow', () => {
    const random = randomOf(7);
    for (let i = 0; i < 200; i++) {
      const segment = randomCurve(random, i);
      const origin = plus(pointAt(segment, random()), directionOf(random), 0.2 * random());
      const direction = directionOf(random);
      write(segment);
      expect(cast(0.25, origin, direction)).toEqual({ distance: 0, normal: times(direction, -1) });
      const exit = cast(0.25, origin, direction, 1e30, true)!;
      const p = plus(origin, direction, exit.distance);
      expect(Math.abs(distanceTo(segment, p) - 0.25)).toBeLessThan(1e-9);
      expect(dot(exit.normal, direction)).toBeGreaterThanOrEqual(-1e-6);
    }
  });

  it('graze straight tubes as they graze capsules', () => {
    write([[-1, 0, 0], [1, 0, 0], [2, 0, 0], [2, 0, 0]]); // biome-ignore format: points
    for (const height of [0.25 - 1e-3, 0.25 - 1e-6, 0.25 - 1e-9, 0.25, 0.25 + 1e-9, 0.25 + 1e-6]) {
      const hit = cast(0.25, [0.3, height, 5], [0, 0, -1]);
      if (height > 0.25) expect(hit).toBeNull();
      else expect(Math.abs(hit!.distance - (5 - Math.sqrt(Math.max(0.0625 - height * height, 0))))).toBeLessThan(1e-5);
    }
    // Along the tube, through an end.
    expect(cast(0.25, [-5, 0, 0], [1, 0, 0])!.distance).toBeCloseTo(3.75, 9);
    expect(cast(0.25, [-5, 0.15, 0], [1, 0, 0])!.distance).toBeCloseTo(3.8, 9);
    expect(cast(0.25, [0, 0, 0], [1, 0, 0], 10, true)!.distance).toBeCloseTo(1.25, 9);
    expect(cast(0.25, [0, 0.25, 0], [0, 1, 0])).toBeNull();
    expect(cast(0.25, [0, 0.25, 0], [0, -1, 0])!.distance).toBeCloseTo(0, 9);
  });
});
