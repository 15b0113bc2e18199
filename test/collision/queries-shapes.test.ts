// Distances, nearest points, points inside, overlaps and shape casts in random scenes, against the oracles.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { asVector, makeShape, type Placed } from './api.ts';
import { convex, direction, pose, vector } from './arbitraries.ts';
import { place } from './oracles/convex.ts';
import { type Solid, separationOf, solid } from './oracles/solid.ts';
import type { ConvexSpec } from './oracles/spec.ts';
import { add, along, between, length, type Pose, scale, subtract, type Vector } from './oracles/vector.ts';
import { PRECISIONS, REFERENCE, type World } from './package.ts';
import { build, canCollide, clear, type SceneInput, scenes } from './scene.ts';
import { emptyWorld } from './worlds.ts';

/** m, in scenes of ten metres. */
const TOLERANCE = 2e-5;
const WORLDS = [...PRECISIONS.map((each) => ({ ...each, runs: 150 })), { ...REFERENCE, runs: 8 }];

/** Is the middle of a convex solid in the space that a mesh encloses? Then no triangle tells of the overlap. */
const swallowed = (target: Solid, middle: Vector): boolean =>
  target.surface.length > 0 && target.hasInside && target.signedDistance(middle) < 0;

describe.each(WORLDS)('$label', ({ settings, runs }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  function forScenes<Input>(
    seed: number,
    inputs: fc.Arbitrary<Input>,
    check: (placed: Placed[], input: Input) => void,
    numRuns = runs,
  ): void {
    const property = fc.property(scenes(), inputs, (input: SceneInput, more: Input) => {
      const placed = build(world, input);
      try {
        check(placed, more);
      } finally {
        clear(world, placed);
      }
    });
    fc.assert(property, { seed, numRuns, endOnFailure: true });
  }

  test('distanceBetween: the distance, points on the surfaces, the normal between them', () => {
    const check = (placed: Placed[]) => {
      for (const [i, a] of placed.entries())
        for (const b of placed.slice(i + 1)) {
          if (!canCollide(a, b) || !(a.solid.parts.length || b.solid.parts.length)) continue;
          const wanted = separationOf(a.solid, b.solid);
          const { distance, pointA, pointB, normal } = world.distanceBetween(a.body, b.body);
          const [onA, onB, n] = [pointA, pointB, normal].map(asVector);
          if (wanted.distance > 0) {
            expect(Math.abs(distance - wanted.distance)).toBeLessThan(TOLERANCE);
            expect(Math.abs(a.solid.signedDistance(onA))).toBeLessThan(2 * TOLERANCE);
            expect(Math.abs(b.solid.signedDistance(onB))).toBeLessThan(2 * TOLERANCE);
            expect(between(onB, along(onA, n, distance))).toBeLessThan(1e-3);
          } else expect(distance).toBeLessThanOrEqual(TOLERANCE);
          expect(length(n)).toBeCloseTo(1, 5);
          expect(world.distanceBetween(b.body, a.body).distance).toBeCloseTo(distance, 4);
        }
    };
    forScenes(40, fc.constant(null), check, Math.ceil(runs / 3));
  });

  test('closestPoint: the least signed distance of all bodies', () => {
    const check = (placed: Placed[], points: Vector[]) => {
      for (const point of points) {
        const distances = placed.map((each) => each.solid.signedDistance(point));
        const least = Math.min(...distances);
        const found = world.closestPoint(point)!;
        const compound = placed.some(({ spec, solid: target }) => spec.type === 'compound' && target.signedDistance(point) < 0);
        if (!compound) expect(Math.abs(found.distance - least)).toBeLessThan(TOLERANCE);
        const at = asVector(found.point);
        const owner = placed.find(({ body }) => body === found.body)!;
        expect(between(at, point)).toBeCloseTo(Math.abs(found.distance), 4);
        if (!compound) expect(Math.abs(owner.solid.signedDistance(at))).toBeLessThan(2 * TOLERANCE);
        expect(length(asVector(found.normal))).toBeCloseTo(1, 5);
        if (least > 0.1) {
          expect(world.closestPoint(point, { maxDistance: least - 0.01 })).toBeNull();
          expect(world.closestPoint(point, { maxDistance: least + 0.01 })?.body).toBe(found.body);
        }
      }
    };
    forScenes(41, fc.array(vector(5), { minLength: 5, maxLength: 5 }), check);
  });

  test('bodiesAt: those that the point is in', () => {
    let inside = 0;
    const check = (placed: Placed[], points: Vector[]) => {
      for (const point of points) {
        const found = new Set(world.bodiesAt(point));
        for (const { body, solid: target } of placed) {
          const distance = target.signedDistance(point);
          if (Math.abs(distance) < TOLERANCE) continue;
          expect(found.has(body)).toBe(distance < 0);
          if (distance < 0) inside++;
        }
      }
    };
    forScenes(42, fc.array(vector(4), { minLength: 20, maxLength: 20 }), check);
    expect(inside).toBeGreaterThan(runs);
  });

  test('overlap: those that the shape meets', () => {
    let hits = 0;
    const check = (placed: Placed[], [shape, at]: [ConvexSpec, Pose]) => {
      const target = solid(shape, at);
      const found = new Set(world.overlap(makeShape(shape), at));
      for (const each of placed) {
        const { distance } = separationOf(each.solid, target);
        if (Math.abs(distance) < TOLERANCE) continue;
        if (distance > 0 && swallowed(each.solid, place(shape, at).middle)) continue;
        expect(found.has(each.body)).toBe(distance < 0);
        if (distance < 0) hits++;
      }
      expect(new Set(world.overlap(makeShape(shape), { ...at, exclude: placed.map(({ body }) => body) })).size).toBe(0);
    };
    forScenes(43, fc.tuple(convex, pose(4)), check);
    expect(hits).toBeGreaterThan(runs / 4);
  });

  test('castShape: apart before its fraction, touching at it', () => {
    let hits = 0;
    const check = (placed: Placed[], [shape, at, way]: [ConvexSpec, Pose, Vector]) => {
      const start: Pose = { ...at, position: along(at.position, way, -8) };
      const translation = scale(way, 16);
      const nearest = (fraction: number): number => {
        const moved = solid(shape, { ...start, position: add(start.position, scale(translation, fraction)) });
        return Math.min(...placed.map((each) => separationOf(each.solid, moved).distance));
      };
      if (nearest(0) < 0.01 || placed.some((each) => swallowed(each.solid, start.position))) return;
      const hit = world.castShape(makeShape(shape), { ...start, translation });
      const end = hit?.fraction ?? 1;
      // steps as long as the distance allows, and so no overlap is stepped over
      for (let fraction = 0, step = 0; fraction < end - 1e-4 && step < 40; step++) {
        const distance = nearest(fraction);
        expect(distance, 'an overlap before the hit').toBeGreaterThan(-1e-4);
        fraction += Math.max(distance / 16, 2e-3);
      }
      if (!hit) return;
      hits++;
      expect(Math.abs(nearest(hit.fraction)), 'the distance at the hit').toBeLessThan(1e-4);
      const touched = placed.find(({ body }) => body === hit.body)!;
      expect(Math.abs(touched.solid.signedDistance(asVector(hit.point)))).toBeLessThan(1e-4);
      expect(length(asVector(hit.normal))).toBeCloseTo(1, 5);
      expect(world.castShape(makeShape(shape), { ...start, translation, exclude: hit.body })?.fraction ?? 1).toBeGreaterThanOrEqual(
        hit.fraction - 1e-6,
      );
    };
    forScenes(44, fc.tuple(convex, pose(3), direction), check, Math.ceil(runs / 3));
    expect(hits).toBeGreaterThan(runs / 12);
  });

  test('castShape that starts in an overlap: fraction zero', () => {
    const placed = build(world, [
      [
        { type: 'box', halfExtents: [1, 1, 1] },
        { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
      ],
    ]);
    const hit = world.castShape(makeShape({ type: 'sphere', radius: 0.5 }), { position: [0, 1.2, 0], translation: [0, 0, 5] });
    expect(hit?.fraction).toBe(0);
    expect(length(subtract(asVector(hit!.normal), [0, -1, 0])) < 1e-3 || length(subtract(asVector(hit!.normal), [0, 1, 0])) < 1e-3).toBe(
      true,
    );
    clear(world, placed);
  });
});
