/** Rays and point queries against every convex shape, compared with signed distance functions: these are convex along a ray. */
import { beforeAll, describe, expect, it } from 'vitest';
import {
  bracketed,
  compileWithPlaces,
  directionOf,
  dot,
  FREE,
  type Kernels,
  norm,
  type Place,
  plus,
  pointIn,
  randomOf,
  randomShape,
  type Shape,
  signedDistance,
  Type,
  times,
  UPRIGHT,
  unit,
  type Vector,
  writeShape,
} from './analytic-kernels.ts';

const ENTRY = `
export { pointConvex } from './collision/narrowphase/point-convex.kernel';
export { rayConvex } from './collision/narrowphase/ray-convex.kernel';
export { rayHalfSpace } from './collision/narrowphase/ray-plane.kernel';
`;

const CASES: [string, Type, number][] = [
  ['sphere', Type.Sphere, 0],
  ['capsule', Type.Capsule, 0],
  ['box', Type.Box, 0],
  ['rounded box', Type.Box, 0.15],
  ['cylinder', Type.Cylinder, 0],
  ['rounded cylinder', Type.Cylinder, 0.15],
  ['cone', Type.Cone, 0],
  ['rounded cone', Type.Cone, 0.15],
  ['hull', Type.Hull, 0],
  ['rounded hull', Type.Hull, 0.15],
  ['triangle', Type.Triangle, 0],
  ['rounded triangle', Type.Triangle, 0.15],
];

let kernels: Kernels;
let convex: Place;
let out: Place;

beforeAll(async () => {
  let places: Place[];
  ({ kernels, places } = await compileWithPlaces(ENTRY, FREE, FREE + 256));
  [out, convex] = places;
});

interface Hit {
  distance: number;
  normal: Vector;
  part: number;
}

function castRay(shape: Shape, origin: Vector, direction: Vector, limit = 1e30, hollow = false): Hit | null {
  writeShape(convex, shape);
  out.setIntegers(32, [77]);
  const hits = kernels.call['rayConvex'](convex.address, ...origin, ...direction, limit, Number(hollow), out.address);
  return hits ? { distance: out.number(0), normal: out.vector(8), part: out.integer(32) } : null;
}

/** Least signed distance along a ray, by golden sections: it is convex, except inside of what is not rounded. */
function leastAlong(shape: Shape, origin: Vector, direction: Vector, length: number): number {
  const at = (t: number) => signedDistance(shape, plus(origin, direction, t));
  const [low, high] = bracketed(at, 0, length, 50);
  return at(0.5 * (low + high));
}

describe.each(CASES)('%s', (_, type, rounding) => {
  it('is hit where its distance becomes zero, and only then', () => {
    const random = randomOf(100 + type);
    let hits = 0;
    for (let i = 0; i < 1500; i++) {
      const shape = randomShape(random, type, rounding);
      const [a, b, c] = shape.corners!;
      const target = type === Type.Triangle ? times(plus(plus(a, b), c), 1 / 3) : shape.position;
      const origin = plus(target, pointIn(random, 3));
      const far = i % 10 === 0 ? 1000 : 1;
      const aim = plus(plus(target, pointIn(random, type === Type.Triangle ? 0.3 : 1)), origin, -1);
      const direction = i % 3 ? unit(aim) : directionOf(random);
      const start = plus(origin, direction, far === 1 ? 0 : -far);
      if (signedDistance(shape, start) < 0) continue;
      const hit = castRay(shape, start, direction);
      expect(castRay(shape, start, direction, Infinity)).toEqual(hit);
      if (!hit) {
        expect(leastAlong(shape, start, direction, 10 + far)).toBeGreaterThan(-1e-9 * far);
        continue;
      }
      hits++;
      const p = plus(start, direction, hit.distance);
      const tolerance = 1e-9 * (far === 1 ? 1 : 3);
      expect(Math.abs(signedDistance(shape, p))).toBeLessThan(tolerance);
      expect(Math.abs(norm(hit.normal) - 1)).toBeLessThan(1e-12);
      expect(dot(hit.normal, direction)).toBeLessThanOrEqual(0);
      // Along the outward normal of a convex solid the distance grows as fast as the way.
      expect(Math.abs(signedDistance(shape, plus(p, hit.normal, 0.1)) - 0.1)).toBeLessThan(1e-6);
      expect(signedDistance(shape, plus(p, direction, -Math.min(1e-3, hit.distance)))).toBeGreaterThan(-tolerance);
      expect(castRay(shape, start, direction, hit.distance * 1.0001)).not.toBeNull();
      expect(castRay(shape, start, direction, hit.distance * 0.9999)).toBeNull();
    }
    expect(hits).toBeGreaterThan(300);
  });

  it('is hit at once from inside, and where the ray leaves if it is hollow', () => {
    const random = randomOf(200 + type);
    let tried = 0;
    for (let i = 0; i < 3000 && tried < 300; i++) {
      const shape = randomShape(random, type, rounding);
      const origin = plus(type === Type.Triangle ? shape.corners![0] : shape.position, pointIn(random, 0.7));
      if (signedDistance(shape, origin) > -1e-6) continue;
      tried++;
      const direction = directionOf(random);
      const hit = castRay(shape, origin, direction)!;
      expect(hit.distance).toBe(0);
      expect(hit.normal).toEqual(times(direction, -1));
      const exit = castRay(shape, origin, direction, 1e30, true)!;
      expect(castRay(shape, origin, direction, Infinity, true)).toEqual(exit);
      const p = plus(origin, direction, exit.distance);
      expect(Math.abs(signedDistance(shape, p))).toBeLessThan(1e-9);
      expect(dot(exit.normal, direction)).toBeGreaterThanOrEqual(0);
      expect(Math.abs(signedDistance(shape, plus(p, exit.normal, 0.1)) - 0.1)).toBeLessThan(1e-6);
      expect(castRay(shape, origin, direction, exit.distance * 0.999, true)).toBeNull();
    }
    if (type !== Type.Triangle || rounding) expect(tried).toBeGreaterThan(100);
  });

  it('has no surprises for rays along axes, through edges and from the surface', () => {
    const random = randomOf(300 + type);
    const shape: Shape = {
      ...randomShape(random, type, rounding),
      position: [0, 0, 0],
      axes: UPRIGHT,
      size: [1, 1, 1],
      corners: [
        [1, 0, 1],
        [0, 0, -1],
        [-1, 0, 1],
      ],
    };
    const places = type === Type.Hull ? [-2, -0.5, 0, 1] : [-2, -1.15, -1, -0.5, 0, 1, 1.15];
    for (const x of places) {
      for (const y of places) {
        for (const z of places) {
          for (const [dx, dy, dz] of [
            [1, 0, 0],
            [0, -1, 0],
            [0, 1, 0],
            [0, 0, 1],
            [1, 1, 0],
            [1, -2, 0],
            [0, 2, 1],
            [-1, -1, 1],
          ] as Vector[]) {
            for (const hollow of [false, true]) {
              const direction = unit([dx, dy, dz]);
              const hit = castRay(shape, [x, y, z], direction, 1e30, hollow);
              const start = signedDistance(shape, [x, y, z]);
              if (!hit) {
                // Rays along the surface may miss, as they may where it bends away.
                if (start > 1e-9) expect(leastAlong(shape, [x, y, z], direction, 10)).toBeGreaterThan(-1e-9);
                if (start < -1e-9) throw new Error(`${[x, y, z]} ${direction} leaves nowhere`);
                continue;
              }
              expect(hit.distance).toBeGreaterThanOrEqual(0);
              expect(Math.abs(norm(hit.normal) - 1)).toBeLessThan(1e-12);
              if (start > -1e-9 || hollow) {
                expect(Math.abs(signedDistance(shape, plus([x, y, z], direction, hit.distance)))).toBeLessThan(1e-7);
              }
            }
          }
        }
      }
    }
  });

  it('knows the signed distance, the nearest place and the normal of a point', () => {
    const random = randomOf(400 + type);
    for (let i = 0; i < 1500; i++) {
      const shape = randomShape(random, type, rounding);
      const p = plus(type === Type.Triangle ? shape.corners![0] : shape.position, pointIn(random, i % 2 ? 2 : 0.6));
      writeShape(convex, shape);
      const distance = kernels.call['pointConvex'](convex.address, ...p, out.address);
      expect(Math.abs(distance - signedDistance(shape, p))).toBeLessThan(1e-9);
      const normal = out.vector(0);
      const surface = out.vector(24);
      expect(out.vector(48)).toEqual(p);
      expect(out.number(72)).toBe(distance);
      expect(Math.abs(norm(normal) - 1)).toBeLessThan(1e-12);
      expect(Math.abs(signedDistance(shape, surface))).toBeLessThan(1e-9);
      expect(norm(plus(plus(surface, normal, distance), p, -1))).toBeLessThan(1e-12);
      expect(Math.abs(signedDistance(shape, plus(surface, normal, 0.1)) - 0.1)).toBeLessThan(1e-6);
    }
  });

  it('gives the middle, the axis and the corners a normal', () => {
    const shape = { ...randomShape(randomOf(1), type, rounding), position: [0, 0, 0] as const, axes: UPRIGHT, size: [1, 1, 1] as const };
    const heights = [-1, 0, 0.5, 1, 1.5];
    const points = [...(shape.corners ?? []), ...heights.flatMap((y) => [-1, 0, 1].map((x): Vector => [x, y, x]))];
    for (const p of points) {
      writeShape(convex, shape);
      const distance = kernels.call['pointConvex'](convex.address, ...p, out.address);
      expect(Math.abs(distance - signedDistance(shape, p))).toBeLessThan(1e-9);
      expect(Math.abs(norm(out.vector(0)) - 1)).toBeLessThan(1e-12);
    }
  });
});

describe('details', () => {
  it('says the face of a hull; shapes without parts have part 0', () => {
    const hull: Shape = { ...randomShape(randomOf(5), Type.Hull), position: [0, 0, 0], axes: UPRIGHT };
    expect(castRay(hull, [0, 3, 0], [0, -1, 0])!.part).toBe(8);
    expect(castRay(hull, [0, 0, 0], [0, 1, 0], 10, true)!.part).toBe(8);
    const box: Shape = { ...hull, type: Type.Box, size: [1, 2, 3] };
    expect(castRay(box, [0, 3, 0], [0, -1, 0])).toEqual({ distance: 1, normal: [0, 1, 0], part: 0 });
  });

  it('lets no ray through between two triangles', () => {
    const random = randomOf(9);
    for (let i = 0; i < 2000; i++) {
      const [a, b] = [pointIn(random, 1), pointIn(random, 1)];
      const [left, right] = [plus(a, [-2, -1, -2]), plus(b, [2, 1, 2])];
      const one: Shape = { ...randomShape(random, Type.Triangle), corners: [a, b, left] };
      const two: Shape = { ...one, corners: [b, a, right] };
      const target = plus(a, plus(b, a, -1), 0.1 + 0.8 * random());
      const origin = plus(target, directionOf(random), 3);
      const direction = unit(plus(target, origin, -1));
      expect(castRay(one, origin, direction) ?? castRay(two, origin, direction)).not.toBeNull();
    }
  });

  it('meets half-spaces', () => {
    const cast = (y: number, dx: number, dy: number, limit = 100, hollow = false) =>
      kernels.call['rayHalfSpace'](0, 1, 0, 0.5, 0, y, 0, dx, dy, 0, limit, Number(hollow), out.address)
        ? [out.number(0), out.vector(8)]
        : null;
    expect(cast(2, 0, -1)).toEqual([1.5, [0, 1, 0]]);
    expect(cast(2, 0.6, -0.8)![0]).toBeCloseTo(1.875, 12);
    expect(cast(2, 0, -1, 1.4)).toBeNull();
    expect(cast(2, 0, 1)).toBeNull();
    expect(cast(2, 1, 0)).toBeNull();
    expect(cast(2, 1, -1e-320, Infinity)).toBeNull();
    expect(cast(0, 1, 0)).toEqual([0, [-1, -0, -0]]);
    expect(cast(0, 1, 0, 100, true)).toBeNull();
    expect(cast(0, 0, 1, 100, true)).toEqual([0.5, [0, 1, 0]]);
    expect(cast(0.5, 0, -1)).toEqual([0, [0, 1, 0]]);
    expect(cast(0.5, 0, 1)).toBeNull();
  });
});
