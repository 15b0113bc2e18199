// Rays through random scenes of all shapes against sphere tracing of their signed distances.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asVector, type Placed } from './api.ts';
import { direction, pose, SHAPES, vector } from './arbitraries.ts';
import { ALL_TYPES } from './oracles/spec.ts';
import { along, dot, length, ORIGIN, scale, subtract, UPRIGHT, type Vector } from './oracles/vector.ts';
import { PRECISIONS, type RayHit, REFERENCE, type World } from './package.ts';
import { build, clear, rayBounds, SKIN, scenes } from './scene.ts';
import { emptyWorld } from './worlds.ts';

const FAR = 40;
type Ray = [aim: Vector, way: Vector];
const rays = fc.array(fc.tuple(vector(3), direction), { minLength: 4, maxLength: 4 }) as fc.Arbitrary<Ray[]>;
const outside = (placed: readonly Placed[], origin: Vector): boolean => placed.every(({ solid }) => solid.signedDistance(origin) > 1e-3);

/** The hit lies on the surface of its body, and its normal is that of the surface. */
function expectOnSurface(hit: RayHit, placed: readonly Placed[], origin: Vector, way: Vector): void {
  const { solid } = placed.find(({ body }) => body === hit.body)!;
  const [point, normal] = [asVector(hit.point), asVector(hit.normal)];
  expect(length(subtract(point, along(origin, way, hit.distance)))).toBeLessThan(SKIN);
  expect(Math.abs(solid.signedDistance(point))).toBeLessThan(SKIN);
  expect(length(normal)).toBeCloseTo(1, 5);
  expect(dot(normal, way)).toBeLessThanOrEqual(1e-5);
  const height = 1e-3;
  const slope = (solid.signedDistance(along(point, normal, height)) - solid.signedDistance(point)) / height;
  expect(slope, 'the normal leads away from the surface').toBeGreaterThan(0.95);
}

function check(world: World, placed: readonly Placed[], [aim, way]: Ray): void {
  const origin = along(aim, way, -12);
  if (!outside(placed, origin)) return;
  const bounds = placed.map((each) => rayBounds(each, origin, way, FAR));
  const [first, last] = [Math.min(...bounds.map((each) => each.first)), Math.min(...bounds.map((each) => each.last))];
  const options = { maxDistance: FAR };
  const hit = world.castRay(origin, scale(way, 3), options);
  const distance = hit?.distance ?? Infinity;
  expect(distance).toBeGreaterThanOrEqual(first - SKIN);
  expect(distance).toBeLessThanOrEqual(last + SKIN);
  if (hit) expectOnSurface(hit, placed, origin, way);

  const all = world.castRayAll(origin, way, options);
  expect(all.map((each) => each.distance)).toEqual(all.map((each) => each.distance).sort((a, b) => a - b));
  expect(all[0]?.distance ?? Infinity).toBeCloseTo(distance, 6);
  for (const each of all) expectOnSurface(each, placed, origin, way);
  for (const [i, { body }] of placed.entries()) {
    const own = all.filter((each) => each.body === body);
    const nearest = own[0]?.distance ?? Infinity;
    expect(nearest).toBeGreaterThanOrEqual(bounds[i].first - SKIN);
    expect(nearest).toBeLessThanOrEqual(bounds[i].last + SKIN);
    const mask = 1 << (i % 31);
    expect(world.castRay(origin, way, { ...options, mask })?.distance ?? Infinity).toBeCloseTo(nearest, 6);
    expect(world.castRay(origin, way, { ...options, filter: (other) => other === body })?.distance ?? Infinity).toBeCloseTo(nearest, 6);
    expect(world.castRayAny(origin, way, { ...options, mask })).toBe(nearest < Infinity);
  }
  if (hit) {
    expect(world.castRayAny(origin, way, { maxDistance: distance + 1e-3 })).toBe(true);
    expect(world.castRayAny(origin, way, { maxDistance: distance - 1e-3 })).toBe(false);
    expect(world.castRay(origin, way, { maxDistance: distance - 1e-3 })).toBeNull();
    const others = world.castRayAll(origin, way, { ...options, exclude: hit.body });
    expect(others).toEqual(all.filter(({ body }) => body !== hit.body));
    expect(world.castRay(origin, way, { ...options, exclude: [hit.body] })).toEqual(others[0] ?? null);
  }
}

/** Without a limit a ray meets what it meets within one, and then only what is farther. */
function checkUnlimited(world: World, origin: Vector, way: Vector, hollow: boolean): number {
  const near = world.castRayAll(origin, way, { maxDistance: FAR, hollow });
  const all = world.castRayAll(origin, way, { hollow });
  expect(all.slice(0, near.length)).toEqual(near);
  for (const { distance, point, normal } of all) {
    expect([distance, ...asVector(point), ...asVector(normal)].every(Number.isFinite)).toBe(true);
    if (near.every((each) => each.distance !== distance)) expect(distance).toBeGreaterThan(FAR);
  }
  const first = all[0] ?? null;
  expect(world.castRay(origin, way, { hollow })).toEqual(first);
  expect(world.castRay(origin, way, { maxDistance: Infinity, hollow })).toEqual(first);
  expect(world.castRayAny(origin, way, { hollow })).toBe(first !== null);
  if (hollow) return all.length;
  const batch = world.castRays([...origin, ...way]);
  expect([batch.distances[0], batch.bodies[0]]).toEqual(first ? [first.distance, first.body.index] : [Infinity, -1]);
  expect([...batch.normals]).toEqual(first ? [...asVector(first.normal)] : [0, 0, 0]);
  return all.length;
}

function checkBatch(world: World, list: readonly Ray[]): void {
  const flat = Float64Array.from(list.flatMap(([aim, way]) => [...along(aim, way, -12), ...way]));
  for (const given of [flat, Float32Array.from(flat)]) {
    const batch = world.castRays(given, { maxDistance: FAR });
    for (let i = 0; i < list.length; i++) {
      const hit = world.castRay(given.subarray(6 * i, 6 * i + 3), given.subarray(6 * i + 3, 6 * i + 6), { maxDistance: FAR });
      expect(batch.distances[i]).toBe(hit?.distance ?? Infinity);
      expect(batch.bodies[i]).toBe(hit?.body.index ?? -1);
      if (hit) expect([...batch.normals.subarray(3 * i, 3 * i + 3)]).toEqual([...asVector(hit.normal)]);
    }
    const again = world.castRays(given, { maxDistance: FAR, out: batch });
    expect(again).toBe(batch);
  }
}

/** Whether a ray gets into the cube of that half width about the origin. */
function passesBox(origin: Vector, way: Vector, half: number): boolean {
  let [enters, leaves] = [0, Infinity];
  for (let k = 0; k < 3; k++) {
    const ends = [-half, half].map((side) => (side - origin[k]) / way[k]);
    if (way[k] === 0 && Math.abs(origin[k]) >= half) return false;
    if (way[k] === 0) continue;
    enters = Math.max(enters, Math.min(...ends));
    leaves = Math.min(leaves, Math.max(...ends));
  }
  return enters < leaves;
}

const WORLDS = [...PRECISIONS.map((each) => ({ ...each, runs: 120 })), { ...REFERENCE, runs: 10 }];

describe.each(WORLDS)('$label', ({ settings, runs }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  test('closest, all, any and batches in random scenes', () => {
    fc.assert(
      fc.property(scenes(), rays, (input, list) => {
        const placed = build(world, input);
        try {
          for (const ray of list) check(world, placed, ray);
          checkBatch(world, list);
        } finally {
          clear(world, placed);
        }
      }),
      { seed: 30, numRuns: runs, endOnFailure: true },
    );
  });

  test.each(ALL_TYPES)('%s alone', (type) => {
    // Distances to curves take longest.
    const some = type === 'spline' ? Math.ceil(runs / 4) : runs;
    let hits = 0;
    fc.assert(
      fc.property(SHAPES[type], rays, (spec, list) => {
        const placed = build(world, [[spec, UPRIGHT]]);
        try {
          for (const [aim, way] of list) {
            const ray: Ray = [scale(aim, 0.2), way];
            if (world.castRayAny(along(ray[0], way, -12), way)) hits++;
            check(world, placed, ray);
          }
        } finally {
          clear(world, placed);
        }
      }),
      { seed: 31, numRuns: some, endOnFailure: true },
    );
    expect(hits).toBeGreaterThan(some / 2);
  });

  test.each(ALL_TYPES)('%s alone, without a limit', (type) => {
    let [hits, misses] = [0, 0];
    const property = fc.property(SHAPES[type], pose(0.2), rays, (spec, at, list) => {
      const placed = build(world, [[spec, at]]);
      try {
        for (const [aim, way] of list)
          for (const origin of [along(scale(aim, 0.2), way, -12), scale(aim, 0.2)])
            for (const hollow of [false, true]) {
              const found = checkUnlimited(world, origin, way, hollow);
              if (found) hits++;
              else misses++;
            }
      } finally {
        clear(world, placed);
      }
    });
    fc.assert(property, { seed: 32, numRuns: runs, endOnFailure: true });
    expect(hits).toBeGreaterThan(runs / 2);
    expect(misses).toBeGreaterThan(runs / 2);
  });

  test('a sphere that a ray passes by is not hit, however far the ray goes', () => {
    const placed = build(world, [[{ type: 'sphere', radius: 0.4 }, UPRIGHT]]);
    for (let y = 0.41; y < 3; y += 0.01) expect(checkUnlimited(world, [-3, 0.8 * y, 0.6 * y], [1, 0, 0], false)).toBe(0);
    expect(checkUnlimited(world, [-3, 0.38, 0.25], [1, 0, 0], false)).toBe(0);
    clear(world, placed);
  });

  test('along axes, edges and faces of a box', () => {
    const ends = [-1, -0.5, 0, 0.5, 1];
    let [hits, misses] = [0, 0];
    const box = build(world, [[{ type: 'box', halfExtents: [0.5, 0.5, 0.5] }, UPRIGHT]]);
    for (const x of ends)
      for (const y of ends)
        for (const z of ends)
          for (const way of [
            [1, 0, 0],
            [0, -1, 0],
            [1, 1, 0],
            [1, 1, 1],
          ] as Vector[]) {
            const hit = world.castRay([x, y, z], way, { maxDistance: 9 });
            // Through the inside it has to hit, without touching it must not, and along the surface it may.
            const inside = passesBox([x, y, z], way, 0.5 - 1e-9);
            const touches = passesBox([x, y, z], way, 0.5 + 1e-9);
            if (inside || !touches) expect(hit !== null, `from ${[x, y, z]} along ${way}`).toBe(inside);
            if (!hit) {
              misses++;
              continue;
            }
            hits++;
            expect([hit.distance, ...asVector(hit.normal), ...asVector(hit.point)].every(Number.isFinite)).toBe(true);
            expect(length(asVector(hit.normal))).toBeCloseTo(1, 6);
            expect(Math.max(...asVector(hit.point).map(Math.abs))).toBeLessThan(0.5 + 1e-6);
          }
    expect(hits).toBeGreaterThan(60);
    expect(misses).toBeGreaterThan(200);
    clear(world, box);
  });

  test('from inside: at once, or hollow, where the ray leaves', () => {
    const [sphere] = build(world, [[{ type: 'sphere', radius: 2 }, UPRIGHT]]);
    expect(world.castRay(ORIGIN, [0, 0, 1])).toMatchObject({ distance: 0 });
    const hit = world.castRay([0, 0, 1], [0, 0, 5], { hollow: true });
    expect(hit?.distance).toBeCloseTo(1, 6);
    clear(world, [sphere]);
  });
});
