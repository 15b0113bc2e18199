// Snapshots that another process took: they are checked, new handles are made, and they go on with the same bits.
import { describe, expect, test } from 'vitest';
import { HolonomicError, World, type WorldOptions } from '../../bindings/index.ts';
import { scenes } from '../../scenes/index.ts';
import { openScene } from '../../scenes/open.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { passOff } from '../hostile/stranger.ts';
import { SMALL } from '../scenes/small.ts';
import { BACKENDS } from './backends.ts';

const STEPS = 5;

function hashes(world: World, dt: number): string[] {
  return Array.from({ length: STEPS }, () => {
    world.step(dt);
    return world.hash();
  });
}

/** Takes a world's snapshot to another world as a stranger's, and compares the steps that follow. */
async function expectSameBits(world: World, settings: WorldOptions, dt: number): Promise<void> {
  const saved = world.snapshot();
  const other = await World.create(settings);
  try {
    other.restore(passOff(saved));
  } catch (error) {
    throw error instanceof HolonomicError ? new Error(error.message) : error;
  }
  expect([...other.bodies].length).toBe([...world.bodies].length);
  expect(hashes(other, dt)).toEqual(hashes(world, dt));
  other.dispose();
}

const CASES = scenes.flatMap((scene) => BACKENDS.map(({ label, settings }) => ({ name: scene.name, scene, label, settings })));

test.each(CASES)('scene $name, $label', async ({ scene, settings }) => {
  const open = await openScene(scene, { parameters: SMALL[scene.name] ?? {}, settings });
  await expectSameBits(open.world, settings, scene.dt);
  for (let frame = 0; frame < 10; frame++) open.step();
  await expectSameBits(open.world, settings, scene.dt);
  open.dispose();
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each([...Object.entries(LINKS), ...Object.entries(BESIDE_A_BALL)])('%s', async (name, make) => {
    const world = await linked(make, settings, name in BESIDE_A_BALL);
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    await expectSameBits(world, settings, 1 / 60);
  });

  test.each(Object.entries(MECHANISMS))('%s', async (_, build) => {
    const world = await World.create(settings);
    build(world);
    for (let k = 0; k < 3; k++) world.step(1 / 60);
    await expectSameBits(world, settings, 1 / 60);
  });
});
