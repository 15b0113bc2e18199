// Half a million bodies and shapes come and go in random order: no memory is lost.
import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { makeShape } from './api.ts';
import { noise, resized } from './arbitraries.ts';
import type { ConvexSpec, ShapeSpec } from './oracles/spec.ts';
import type { Pose } from './oracles/vector.ts';
import { type Body, PRECISIONS, type World } from './package.ts';
import { emptyWorld } from './worlds.ts';

const OPERATIONS = 500_000;
const MOST_ALIVE = 2000;
const ROUNDS = 8;
/** Bytes that memory grows by at least. */
const PAGE = 65536;

const BOX: ConvexSpec = { type: 'box', halfExtents: [0.5, 0.4, 0.3] };
const SPHERE: ConvexSpec = { type: 'sphere', radius: 0.4 };
const at = (x: number): Pose => ({ position: [x, 0, 0], orientation: [0, 0, 0, 1] });

const SPECS: ShapeSpec[] = [
  SPHERE,
  BOX,
  { type: 'capsule', radius: 0.2, halfHeight: 0.4 },
  { type: 'cylinder', radius: 0.3, halfHeight: 0.4, rounding: 0.05 },
  { type: 'cone', radius: 0.4, halfHeight: 0.5 },
  { type: 'convexHull', points: [1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1, 0, 0, 0, 1, 0, 0, -1] },
  {
    type: 'compound',
    children: [
      { shape: SPHERE, ...at(-0.5) },
      { shape: BOX, ...at(0.5) },
    ],
  },
  { type: 'halfSpace', normal: [0, 1, 0] },
  { type: 'mesh', vertices: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], indices: [0, 2, 1, 0, 1, 3, 0, 3, 2, 1, 2, 3], solid: true },
  { type: 'heightField', heights: [0, 0.1, 0, 0.2, 0.1, 0, 0, 0, 0.1], rows: 3, columns: 3, spacing: [1, 1] },
  { type: 'spline', points: [0, 0, 0, 1, 0, 0, 2, 1, 0], tangents: [1, 0, 0, 1, 0.5, 0, 1, 1, 0], radius: 0.1, closed: false },
];
const FIXED = SPECS.findIndex(({ type }) => type === 'halfSpace');

/** Adds and removes bodies at random, and detects now and then; a part of the bodies have shapes of their own. */
function churn(world: World, operations: number, seed: number): void {
  const next = noise(seed);
  const any = (count: number) => Math.floor(((next() + 1) / 2) * count);
  const shared = SPECS.map(makeShape);
  const bodies: Body[] = [];
  const far = () => next() * 1000;
  for (let operation = 0; operation < operations; operation++) {
    const adding = bodies.length === 0 || (bodies.length < MOST_ALIVE && any(2) === 0);
    if (adding) {
      const kind = any(SPECS.length);
      const own = any(4) === 0;
      const shape = own ? makeShape(resized(SPECS[kind], 1 + 0.5 * next())) : shared[kind];
      const type = kind >= FIXED ? 'static' : 'dynamic';
      bodies.push(world.addBody({ type, shape, position: [far(), far(), far()], collides: shape.type !== 'half-space' }));
    } else {
      const index = any(bodies.length);
      world.removeBody(bodies[index]);
      bodies[index] = bodies[bodies.length - 1];
      bodies.pop();
    }
    if (operation % 20_000 === 0) world.detectCollisions();
  }
  for (const body of bodies) world.removeBody(body);
  world.detectCollisions();
}

describe.each(PRECISIONS)('$label', ({ settings }) => {
  test('memory stays at its high-water mark', { timeout: 120_000 }, async () => {
    const world = await emptyWorld(settings);
    const marks: number[] = [];
    for (let round = 0; round < ROUNDS; round++) {
      churn(world, OPERATIONS / ROUNDS / PRECISIONS.length, 70);
      expect(world.bodyCount).toBe(0);
      marks.push(world.memoryBytes);
    }
    // the same operations again and again: what they need is there after the first round
    expect(new Set(marks.slice(1)).size, marks.join()).toBe(1);
    expect(marks[ROUNDS - 1]).toBeLessThanOrEqual(marks[0]);
    let most = marks[0];
    for (let round = 0; round < 2; round++) {
      churn(world, OPERATIONS / ROUNDS / PRECISIONS.length, 71 + round);
      // Some orders need more than others, whatever was there before.
      const fresh = await emptyWorld(settings);
      churn(fresh, OPERATIONS / ROUNDS / PRECISIONS.length, 71 + round);
      most = Math.max(most, fresh.memoryBytes);
      fresh.dispose();
    }
    expect(world.memoryBytes, 'other orders of the same kind').toBeLessThanOrEqual(1.5 * most);
    world.dispose();
  });

  test('memory reaches beyond what is used by a part in 32 at most', async () => {
    const world = await emptyWorld(settings);
    const shape = makeShape(SPHERE);
    world.addBody({ type: 'static', shape: makeShape({ type: 'halfSpace', normal: [0, 1, 0] }) });
    for (let k = 0; k < 4000; k++) {
      world.addBody({ shape, position: [0.81 * (k % 20), 0.4 + 0.81 * Math.floor(k / 400), 0.81 * (Math.floor(k / 20) % 20)] });
      if (k % 1000 === 999) world.step(1 / 60);
      const { u32, world: place } = world.live.memory;
      expect(world.memoryBytes).toBeLessThanOrEqual((33 / 32) * (u32[(place + WorldRecord.arenaTop) >>> 2] + PAGE));
    }
    world.dispose();
  });

  test('an empty world again takes the memory of a world whose bodies all came at once', async () => {
    const world = await emptyWorld(settings);
    const fill = () => {
      const bodies = SPECS.flatMap((spec, kind) =>
        Array.from({ length: 100 }, (_, i) =>
          world.addBody({ type: kind >= FIXED ? 'static' : 'dynamic', shape: makeShape(spec), position: [20 * i, 0, 20 * kind] }),
        ),
      );
      world.detectCollisions();
      return bodies;
    };
    const first = fill();
    const mark = world.memoryBytes;
    for (const body of first) world.removeBody(body);
    for (let round = 0; round < 5; round++) for (const body of fill().reverse()) world.removeBody(body);
    expect(world.memoryBytes).toBe(mark);
    world.dispose();
  });
});
