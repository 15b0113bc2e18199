// The same input gives the same bits: in every run, in both builds, and as pinned, which is to say on every machine.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as holonomic from '../../bindings/index.ts';
import { CONTACT_SCENES, CONTACT_STEPS, type ContactSceneName, contactWorld, hashesOfContactScene, stepToEnd } from './contact-scenes.ts';
import { buildMixedScene, hashesOfMixedScene, STEPS } from './mixed-scene.ts';
import { readPinned } from './pinned.ts';

const { World } = holonomic;
const PINNED = readPinned();
const debugBuild = (precision: string) => readFileSync(new URL(`../../build/holonomic.${precision}.debug.wasm`, import.meta.url));
const run = (options: holonomic.WorldOptions, steps?: number) => hashesOfMixedScene(holonomic, options, steps);

describe.each(['single', 'double'] as const)('%s', (precision) => {
  test('the scene does what it is for: everything moves, nothing is frozen or flies off', async () => {
    const world = await World.create({ precision });
    buildMixedScene(holonomic, world);
    const start = [...world.bodies].map(({ position }) => position);
    for (let k = 0; k < STEPS; k++) world.step(1 / 60);
    for (const [k, body] of [...world.bodies].entries()) {
      const moved = Math.hypot(...body.position.map((c, axis) => c - start[k][axis]));
      expect([body.frozen, moved > 1e-4, moved < 100]).toEqual([false, true, true]);
    }
    expect(new Set([...world.joints].map(({ type }) => type)).size).toBe(21);
  });

  test('two runs give the same hash after every step', async () => {
    const hashes = await run({ precision });
    expect(new Set(hashes).size).toBe(STEPS);
    expect(await run({ precision })).toEqual(hashes);
  });

  test('the hash is the pinned one', async () => {
    expect((await run({ precision })).at(-1), `the pinned hash, ${precision}: see pinned.ts`).toBe(PINNED.mixed[precision]);
  });

  test('debug and release kernels give the same bits', async () => {
    expect(await run({ precision, wasm: debugBuild(precision) })).toEqual(await run({ precision }));
  });

  test('worlds that step in turn do not touch each other', async () => {
    const [alone, ...together] = [await run({ precision }, 20), ...(await Promise.all([0, 1, 2].map(() => run({ precision }, 20))))];
    for (const hashes of together) expect(hashes).toEqual(alone);
  });
});

const CONTACTS = (Object.keys(CONTACT_SCENES) as ContactSceneName[]).flatMap((name) =>
  (['single', 'double'] as const).map((precision) => ({ name, precision })),
);
describe.each(CONTACTS)('$name, $precision', ({ name, precision }) => {
  test('the scene does what it is for: bodies pile up, and those that rest fall asleep', async () => {
    const world = await contactWorld(name, { precision });
    let most = 0;
    for (let k = 0; k < CONTACT_STEPS; k++) {
      world.step(1 / 60);
      most = Math.max(most, world.contacts().length);
    }
    const bodies = [...world.bodies].filter(({ type }) => type === 'dynamic');
    expect(bodies.every(({ frozen, position: [x, y, z] }) => !frozen && y > 0 && y < 6 && Math.abs(x) < 3.5 && Math.abs(z) < 3.5)).toBe(
      true,
    );
    expect(most).toBeGreaterThan(40);
    if (name === 'pile') expect(world.sleepingCount).toBeGreaterThan(0);
  });

  test('the hash is the pinned one, also of debug kernels', async () => {
    const hashes = await hashesOfContactScene(name, { precision });
    expect(hashes.at(-1), 'the pinned hash: see pinned.ts').toBe(PINNED[name][precision]);
    expect(await hashesOfContactScene(name, { precision, wasm: debugBuild(precision) })).toEqual(hashes);
  });

  test('a snapshot from the middle goes on to the same hash in another world', async () => {
    const world = await contactWorld(name, { precision });
    for (let k = 0; k < CONTACT_STEPS / 2; k++) world.step(1 / 60);
    const other = await World.create({ precision, substeps: 3 });
    other.addBody({ shape: new holonomic.Sphere(1) });
    other.step(1 / 60);
    other.restore(world.snapshot());
    expect(other.stepCount).toBe(CONTACT_STEPS / 2);
    expect(stepToEnd(other)).toEqual(stepToEnd(world));
    expect(other.hash()).toBe(PINNED[name][precision]);
  });
});

const OPTIONS: [options: holonomic.WorldOptions, steps: number][] = [
  [{ projection: 'scalar', gradient: 'current', gyroscopic: 'explicit' }, 40],
  [{ gradient: 'start', gyroscopic: 'none' }, 40],
  [{ substeps: 3, iterations: 4 }, 40],
  [{ backend: 'reference', substeps: 5 }, 15],
];
test.each(OPTIONS)('two runs are alike with %o', async (options, steps) => {
  expect(await run(options, steps)).toEqual(await run(options, steps));
});
