// The broad phase: every two bodies whose boxes overlap and that may collide are a pair, whatever was added, moved and removed before.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShape, isFixed, type Placed, solidOf } from './api.ts';
import { anyShape, pose, vector } from './arbitraries.ts';
import { box } from './oracles/solid.ts';
import type { Vector } from './oracles/vector.ts';
import { type Body, Box, PRECISIONS, REFERENCE, type World } from './package.ts';
import { emptyWorld } from './worlds.ts';

const WORLDS = [...PRECISIONS.map((each) => ({ ...each, runs: 30 })), { ...REFERENCE, runs: 8 }];
const body = fc.record({
  spec: anyShape,
  at: pose(4),
  velocity: vector(20),
  group: fc.constantFrom(1, 1, 1, 2, 6),
  mask: fc.constantFrom(0xffffffff, 0xffffffff, 1, 2),
  collides: fc.constantFrom(true, true, true, false),
});
type BodyInput = typeof body extends fc.Arbitrary<infer Input> ? Input : never;
const scene = fc.record({
  bodies: fc.array(body, { minLength: 5, maxLength: 25 }),
  removed: fc.array(fc.nat(24), { maxLength: 5 }),
  moved: fc.array(fc.tuple(fc.nat(24), vector(5)), { maxLength: 5 }),
});

const key = (a: Body, b: Body): string => (a.index < b.index ? `${a.index} ${b.index}` : `${b.index} ${a.index}`);

function overlapping(a: Placed, b: Placed, margin: number): boolean {
  const [one, other] = [a, b].map(({ spec, body: at }) => box(solidOf(spec, at)));
  return [0, 1, 2].every((i) => one.low[i] <= other.high[i] - margin && other.low[i] <= one.high[i] - margin);
}

function expectPairs(world: World, placed: readonly Placed[], inputs: ReadonlyMap<Placed, BodyInput>): void {
  world.detectCollisions();
  const pairs = world.collisionPairs().map(([a, b]) => key(a, b));
  expect(new Set(pairs).size, 'no pair twice').toBe(pairs.length);
  const found = new Set(pairs);
  for (const [i, a] of placed.entries())
    for (const b of placed.slice(i + 1)) {
      const [one, other] = [inputs.get(a)!, inputs.get(b)!];
      const masked = (one.group & other.mask) === 0 || (other.group & one.mask) === 0;
      const never = masked || !one.collides || !other.collides || (isFixed(a.spec) && isFixed(b.spec));
      if (never) expect(found.has(key(a.body, b.body)), 'a pair that may not collide').toBe(false);
      else if (overlapping(a, b, 1e-5)) expect(found.has(key(a.body, b.body)), `${a.spec.type} and ${b.spec.type}`).toBe(true);
    }
  const present = new Set(placed.map((each) => each.body.index));
  for (const [a, b] of world.collisionPairs()) expect([present.has(a.index), present.has(b.index)]).toEqual([true, true]);
  for (const { a, b } of world.contacts()) expect(found.has(key(a, b)), 'contacts of a pair').toBe(true);
}

describe.each(WORLDS)('$label', ({ settings, runs }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  test('random worlds that move and change', () => {
    const check = ({ bodies, removed, moved }: { bodies: BodyInput[]; removed: number[]; moved: [number, Vector][] }) => {
      const inputs = new Map<Placed, BodyInput>();
      let placed = bodies.map((input) => {
        const { spec, at, velocity, group, mask, collides } = input;
        const options = { collisionGroup: group, collisionMask: mask, collides, ...(isFixed(spec) ? {} : { linearVelocity: velocity }) };
        const each = addShape(world, spec, at, options);
        inputs.set(each, input);
        return each;
      });
      try {
        expectPairs(world, placed, inputs);
        for (const index of removed) {
          const each = placed[index];
          if (!each?.body.alive) continue;
          world.removeBody(each.body);
        }
        placed = placed.filter((each) => each.body.alive);
        expectPairs(world, placed, inputs);
        for (const [index, by] of moved) if (placed[index]) placed[index].body.position = by as [number, number, number];
        expectPairs(world, placed, inputs);
        for (let step = 0; step < 3; step++) {
          world.step(1 / 60);
          expectPairs(world, placed, inputs);
        }
      } finally {
        for (const each of placed) if (each.body.alive) world.removeBody(each.body);
      }
      expect(world.collisionPairs()).toEqual([]);
    };
    fc.assert(fc.property(scene, check), { seed: 50, numRuns: runs, endOnFailure: true });
  });

  test('ignored pairs are none until they are allowed again', () => {
    const shape = new Box([1, 1, 1]);
    const [a, b, c] = [0, 0.5, 1].map((x) => world.addBody({ shape, position: [x, 0, 0] }));
    const pairs = () => {
      world.detectCollisions();
      return world
        .collisionPairs()
        .map(([one, other]) => key(one, other))
        .sort();
    };
    const all = [key(a, b), key(a, c), key(b, c)].sort();
    expect(pairs()).toEqual(all);
    world.ignoreCollisions(c, a);
    expect(pairs()).toEqual([key(a, b), key(b, c)].sort());
    world.ignoreCollisions(a, c);
    world.allowCollisions(a, c);
    expect(pairs()).toEqual(all);
    world.ignoreCollisions(a, b);
    world.removeBody(b);
    const again = world.addBody({ shape, position: [0.2, 0, 0] });
    expect(pairs(), 'a new body in the slot of one that was ignored').toEqual([key(a, c), key(a, again), key(c, again)].sort());
    for (const each of [a, c, again]) world.removeBody(each);
  });
});
