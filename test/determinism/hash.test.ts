// The same input gives the same bits: in every run, in both builds, and as pinned, which is to say on every machine.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as holonomic from '../../bindings/index.ts';
import { buildMixedScene, hashesOfMixedScene, PINNED, STEPS } from './mixed-scene.ts';

const { World } = holonomic;
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
    expect((await run({ precision })).at(-1), `the pinned hash, ${precision}: see mixed-scene.ts`).toBe(PINNED[precision]);
  });

  test('debug and release kernels give the same bits', async () => {
    const wasm = readFileSync(new URL(`../../build/holonomic.${precision}.debug.wasm`, import.meta.url));
    expect(await run({ precision, wasm })).toEqual(await run({ precision }));
  });

  test('worlds that step in turn do not touch each other', async () => {
    const [alone, ...together] = [await run({ precision }, 20), ...(await Promise.all([0, 1, 2].map(() => run({ precision }, 20))))];
    for (const hashes of together) expect(hashes).toEqual(alone);
  });
});

const OPTIONS: holonomic.WorldOptions[] = [
  { projection: 'scalar', gradient: 'current', gyroscopic: 'explicit' },
  { gradient: 'start', gyroscopic: 'none' },
  { substeps: 3, iterations: 4 },
  { backend: 'reference', substeps: 5 },
];
test.each(OPTIONS)('two runs are alike with %o', async (options) => {
  expect(await run(options, 40)).toEqual(await run(options, 40));
});
