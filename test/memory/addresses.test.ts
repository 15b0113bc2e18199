// Worlds wherever their memory lies: above 2 GiB, where addresses are no longer positive as signed numbers, and up to the end at 4 GiB.
import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import * as holonomic from '../../bindings/index.ts';
import { CONTACT_SCENES, stepToEnd } from '../determinism/contact-scenes.ts';
import { hashesOfMixedScene } from '../determinism/mixed-scene.ts';
import { readPinned } from '../determinism/pinned.ts';
import { inside, raiseArena, worldField } from './state.ts';

const { Box, HalfSpace, HeightField, Sphere, World } = holonomic;
const GIB = 2 ** 30;
const PINNED = readPinned();

/** An empty world whose blocks, but for those of its first 64 bodies, lie at an address and beyond. */
async function worldAt(address: number, options: holonomic.WorldOptions): Promise<holonomic.World> {
  const world = await World.create(options);
  raiseArena(world, address);
  const { live } = inside(world);
  live.reserveBodies(200);
  live.reserveJoints(200);
  live.reserveCoordinates(200);
  return world;
}

describe.each(['single', 'double'] as const)('%s', (precision) => {
  test('a world above 2 GiB gives the pinned hashes', async () => {
    const high = { ...holonomic, World: { create: (options: holonomic.WorldOptions) => worldAt(2.5 * GIB, options) } };
    const hashes = await hashesOfMixedScene(high as unknown as typeof holonomic, { precision });
    expect(hashes.at(-1)).toBe(PINNED.mixed[precision]);

    const pile = await worldAt(2 * GIB - 65536, { precision, substeps: 8 });
    CONTACT_SCENES.pile(pile);
    expect(worldField(pile, WorldRecord.bodyBase)).toBeGreaterThanOrEqual(2 * GIB - 65536);
    const piled = stepToEnd(pile);
    expect(worldField(pile, WorldRecord.contactBundles)).toBeGreaterThan(2 * GIB);
    expect(piled.at(-1)).toBe(PINNED.pile[precision]);
    pile.dispose();
  });

  test('queries are answered there as below', async () => {
    const answers: unknown[] = [];
    for (const address of [0, 3 * GIB]) {
      const world = address ? await worldAt(address, { precision }) : await World.create({ precision });
      world.addBody({ type: 'static', shape: new HeightField({ heights: new Array(81).fill(0.5), rows: 9, columns: 9, spacing: 1 }) });
      for (let k = 0; k < 20; k++) world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [0.2 * k, 1 + k, 0] });
      world.step(1 / 60);
      const rays = Array.from({ length: 600 }, (_, k) => (k % 6 === 4 ? -1 : k % 6 === 1 ? 30 : (k % 13) / 13));
      const { distances, bodies, normals } = world.castRays(rays);
      const hit = world.castRay([0.1, 9, 0.1], [0, -1, 0]);
      const cast = world.castShape(new Sphere(0.5), { position: [1, 40, 0], translation: [0, -50, 0] });
      answers.push([
        [...distances, ...bodies, ...normals],
        [hit?.distance, hit?.body.index],
        [cast?.fraction, cast?.body.index],
        world.overlap(new Sphere(3)).map(({ index }) => index),
        [...world.transforms, ...world.velocities],
      ]);
      world.dispose();
    }
    expect(answers[1]).toEqual(answers[0]);
  });
});

test('the reference steps above 2 GiB as below', async () => {
  const hashes: string[] = [];
  for (const address of [0, 3 * GIB]) {
    const options = { backend: 'reference' } as const;
    const world = address ? await worldAt(address, options) : await World.create(options);
    CONTACT_SCENES.ragdolls(world);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    hashes.push(world.hash());
    world.dispose();
  }
  expect(hashes[1]).toBe(hashes[0]);
});

test('a world fills its memory to the end at 4 GiB, and goes on', async () => {
  const world = await worldAt(4 * GIB - 12 * 2 ** 20, {});
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const shape = new Box([0.4, 0.4, 0.4]);
  const add = () => {
    const k = world.bodyCount;
    world.addBody({ shape, position: [k % 40, 0.4 + 0.8 * Math.floor(k / 1600), Math.floor(k / 40) % 40] });
  };
  const fill = () => {
    for (;;) add();
  };
  expect(fill).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
  expect(world.memoryBytes).toBeGreaterThan(4 * GIB - 2 ** 20);
  const count = world.bodyCount;
  expect(count).toBeGreaterThan(5000);
  expect(add).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
  expect(world.bodyCount).toBe(count);
  expect(() => world.step(1 / 60)).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
  expect([world.lacksMemory, world.stepCount]).toEqual([true, 1]);
  world.step(1 / 60);
  for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
  for (const body of [...world.bodies].slice(100)) world.removeBody(body);
  world.step(1 / 60);
  world.step(1 / 60);
  expect([world.lacksMemory, world.bodyCount]).toEqual([false, 100]);
  world.dispose();
});
