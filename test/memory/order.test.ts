// Pairs and manifolds lie in memory in the order of their bodies, however often these meet and part.
import { describe, expect, test } from 'vitest';
import {
  BroadPhaseRecord,
  MANIFOLD_BYTES,
  ManifoldRecord,
  NarrowphaseRecord,
  PairFlag,
  PairRecord,
  WorldRecord,
} from '../../bindings/core/layout.ts';
import { Box, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { inside, worldField } from './state.ts';

const BALLS = 600;
/** As in assembly/collision/broadphase. */
const LEAST = 1024;
const NEAR = 64;

/** Balls in a box, stirred by a bar, so that neighbours part and others meet. */
async function stirred(settings: WorldOptions): Promise<World> {
  const world = await World.create({ substeps: 2, sleep: false, ...settings });
  for (const axis of [0, 1, 2]) {
    for (const side of [-1, 1]) {
      const position = [0, 0, 0];
      position[axis] = side * 3.5;
      world.addBody({ type: 'static', shape: new Box([axis === 0 ? 1 : 5, axis === 1 ? 1 : 5, axis === 2 ? 1 : 5]), position });
    }
  }
  world.addBody({ type: 'kinematic', shape: new Box([2.3, 0.15, 0.15]), position: [0, -1.8, 0], angularVelocity: [0, 6, 0] });
  const shape = new Sphere(0.24);
  for (let k = 0; k < BALLS; k++) {
    const layer = Math.floor(k / 81);
    world.addBody({ shape, position: [(k % 9) * 0.52 - 2.08, layer * 0.52 - 1.4, (Math.floor(k / 9) % 9) * 0.52 - 2.08], friction: 0.2 });
  }
  return world;
}

function broad(world: World, field: number): number {
  return inside(world).memory.u32[(worldField(world, WorldRecord.broadphase) + field) >>> 2];
}

function narrow(world: World, field: number): number {
  return inside(world).memory.u32[(worldField(world, WorldRecord.narrowphase) + field) >>> 2];
}

/** Slots of the bodies of all pairs, in the order of memory. */
function pairsOf(world: World): [number, number][] {
  const { u32 } = inside(world).memory;
  const first = broad(world, BroadPhaseRecord.pairBase);
  const records = Array.from({ length: broad(world, BroadPhaseRecord.pairRoom) }, (_, k) => first + k * PairRecord.size);
  return records
    .filter((record) => u32[(record + PairRecord.flags) >>> 2] & PairFlag.Alive)
    .map((record) => [u32[(record + PairRecord.bodyA) >>> 2], u32[(record + PairRecord.bodyB) >>> 2]]);
}

/** Numbers of the pairs of all manifolds, in the order of memory. */
function manifoldPairs(world: World): number[] {
  const { u32 } = inside(world).memory;
  const first = narrow(world, NarrowphaseRecord.manifoldBase);
  const records = Array.from({ length: narrow(world, NarrowphaseRecord.manifoldCount) }, (_, k) => first + k * MANIFOLD_BYTES);
  return records.filter((record) => u32[(record + ManifoldRecord.count) >>> 2]).map((record) => u32[(record + ManifoldRecord.pair) >>> 2]);
}

/** Part of the numbers in a row that are nearer than `most` to the one before. */
function nearPart(numbers: readonly number[], most: number): number {
  let near = 0;
  for (let k = 1; k < numbers.length; k++) if (Math.abs(numbers[k] - numbers[k - 1]) <= most) near++;
  return near / (numbers.length - 1);
}

const SETTINGS: { precision: WorldOptions['precision'] }[] = [{ precision: 'single' }, { precision: 'double' }];

describe.each(SETTINGS)('$precision', (settings) => {
  test('pairs of bodies near each other stay near each other', { timeout: 60_000 }, async () => {
    const world = await stirred(settings);
    let sorts = 0;
    let most = 0;
    for (let k = 0, scattered = 0; k < 240; k++) {
      world.step(1 / 60);
      const now = broad(world, BroadPhaseRecord.scattered);
      most = Math.max(most, broad(world, BroadPhaseRecord.pairCount));
      if (now < scattered) {
        sorts++;
        // Pairs are sorted before contacts are found, so that only manifolds may be new since.
        const pairs = pairsOf(world);
        const keys = pairs.map(([a, b]) => a * 10_000 + b);
        expect(keys).toEqual([...keys].sort((a, b) => a - b));
        expect(nearPart(manifoldPairs(world), NEAR)).toBeGreaterThan(0.8);
      }
      scattered = now;
    }
    expect(most).toBeGreaterThan(LEAST);
    expect(sorts).toBeGreaterThan(0);
    expect(
      nearPart(
        pairsOf(world).map(([a]) => a),
        NEAR,
      ),
    ).toBeGreaterThan(0.7);
    expect(broad(world, BroadPhaseRecord.pairRoom)).toBeLessThan(1.5 * most);
    world.dispose();
  });

  test('a world that was restored after pairs were sorted goes on as the other', { timeout: 60_000 }, async () => {
    const world = await stirred(settings);
    for (let k = 0; k < 100; k++) world.step(1 / 60);
    const twin = await World.create(settings);
    twin.restore(world.snapshot());
    for (let k = 0; k < 60; k++) {
      world.step(1 / 60);
      twin.step(1 / 60);
    }
    expect(twin.hash()).toBe(world.hash());
    world.dispose();
    twin.dispose();
  });
});
