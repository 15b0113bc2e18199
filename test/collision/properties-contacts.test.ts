// Contacts of six thousand random pairs of all combinations of shapes, a millimetre to a kilometre large and up to a thousand
// kilometres from the origin, against the oracles; in both precisions, and some in the reference.
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import { addShape } from './api.ts';
import { size } from './arbitraries.ts';
import { detect, expectSame, expectTrue, roundOff } from './contact-properties.ts';
import { sizeOf, solid } from './oracles/solid.ts';
import { ALL_TYPES, MOVABLE_TYPES, type ShapeTypeName } from './oracles/spec.ts';
import { PRECISIONS, REFERENCE, type World } from './package.ts';
import { type PairInput, pairs } from './pairs.ts';
import { emptyWorld, withBodies } from './worlds.ts';

/** Each unordered combination once, the movable shape first. */
const COMBINATIONS = MOVABLE_TYPES.flatMap((first, i) =>
  ALL_TYPES.filter((_, j) => j >= i).map((second): [ShapeTypeName, ShapeTypeName] => [first, second]),
);
/** The two precisions share the pairs. */
const RUNS = Math.ceil(6_000 / COMBINATIONS.length / PRECISIONS.length);

function check(world: World, { a, b, poseA, poseB }: PairInput, single: boolean, seen: { overlaps: number }): void {
  const [found, tolerance] = withBodies(world, (keep) => {
    const [first, second] = [keep(addShape(world, a, poseA)), keep(addShape(world, b, poseB))];
    const contacts = detect(world, first, second);
    const { distance } = expectTrue(contacts, first, second, single);
    if (distance < 0) seen.overlaps++;
    return [contacts, 1e-4 * Math.min(sizeOf(first.solid), sizeOf(second.solid)) + roundOff(first, second, single)];
  });
  withBodies(world, (keep) => {
    const second = keep(addShape(world, b, poseB));
    const first = keep(addShape(world, a, poseA));
    expectSame(found, detect(world, first, second), tolerance);
  });
}

describe.each(PRECISIONS)('$label', ({ settings, single }) => {
  let world: World;
  beforeAll(async () => {
    world = await emptyWorld(settings);
  });
  afterAll(() => world.dispose());

  test.each(COMBINATIONS)('%s and %s', (first, second) => {
    const seen = { overlaps: 0 };
    const near = pairs(first, second, fc.constant(1), 3);
    fc.assert(
      fc.property(near, (input) => check(world, input, single, seen)),
      { seed: single ? 20 : 23, numRuns: RUNS, endOnFailure: true },
    );
    expect(seen.overlaps, 'pairs that overlap').toBeGreaterThan(RUNS / 20);
    expect(world.bodyCount).toBe(0);
  });

  test.each(COMBINATIONS)('%s and %s of any size, far away', (first, second) => {
    const anywhere = pairs(first, second, size, 1e6);
    fc.assert(
      fc.property(anywhere, (input) => {
        // where positions are stored more coarsely than the shapes are large there is nothing to compare
        if (single && Math.max(...input.poseA.position.map(Math.abs)) * 1e-7 > 0.01 * sizeOf(solid(input.a))) return;
        check(world, input, single, { overlaps: 0 });
      }),
      { seed: single ? 21 : 24, numRuns: Math.ceil(RUNS / 4), endOnFailure: true },
    );
  });
});

describe('reference', () => {
  test.each(COMBINATIONS)('%s and %s', async (first, second) => {
    const world = await emptyWorld(REFERENCE.settings);
    fc.assert(
      fc.property(pairs(first, second, fc.constant(1), 3), (input) => check(world, input, false, { overlaps: 0 })),
      { seed: 22, numRuns: 10, endOnFailure: true },
    );
    world.dispose();
  });
});
