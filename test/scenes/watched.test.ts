// Scenes as a page shows them: asked for their measures at any time, taken back to an earlier state, and bundled for browsers.
import { fileURLToPath } from 'node:url';
import { build } from 'esbuild';
import { describe, expect, test } from 'vitest';
import { findScene, scenes } from '../../scenes/index.ts';
import { type OpenScene, openScene } from '../../scenes/open.ts';
import { BACKENDS } from './backends.ts';
import { SMALL } from './small.ts';

function run(opened: OpenScene, frames: number): void {
  for (let k = 0; k < frames; k++) opened.step();
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  describe.each(scenes.map(({ name }) => name))('%s', (name) => {
    const open = () => openScene(findScene(name), { parameters: SMALL[name], settings });

    test('tells finite measures at any time, goes on as if it had not been asked, and the same way again from a restored state', async () => {
      const [asked, left] = await Promise.all([open(), open()]);
      for (const frames of [0, 1, 4]) {
        run(asked, frames);
        const measures = Object.values(asked.measures()).flat();
        expect(measures.filter((value) => !Number.isFinite(value))).toEqual([]);
      }
      run(asked, 4);
      run(left, 4);
      const snapshot = left.world.snapshot();
      run(left, 5);
      expect(asked.frame).toBe(9);
      const hash = left.world.hash();
      expect(asked.world.hash(), 'asked').toBe(hash);
      expect(asked.measures()).toEqual(left.measures());
      left.world.restore(snapshot);
      left.frame = 4;
      run(left, 5);
      expect(left.world.hash(), 'restored').toBe(hash);
      expect(left.measures()).toBeTruthy();
      for (const opened of [asked, left]) opened.dispose();
    });
  });

  test.each(['pile', 'ragdoll-pile', 'spheres'])('%s goes on as if its overlaps had not been looked at, once bodies lie', async (name) => {
    const open = () => openScene(findScene(name), { parameters: { count: 10 }, settings: { ...settings, substeps: 2 } });
    const [asked, left] = await Promise.all([open(), open()]);
    for (let frame = 1; frame <= 40; frame++) {
      for (const opened of [asked, left]) opened.step();
      if (frame % 3 === 0) asked.measures();
      if (frame % 6 === 0) asked.measures();
    }
    expect([...left.world.contacts()].length).toBeGreaterThan(5);
    expect(asked.world.hash()).toBe(left.world.hash());
    for (const opened of [asked, left]) opened.dispose();
  });
});

test('a broken bridge is whole again where an earlier state is restored, and breaks in the same way', async () => {
  const opened = await openScene(findScene('breaking-bridge'), { parameters: { planks: 20, load: 400, breakForce: 300 } });
  run(opened, 100);
  const snapshot = opened.world.snapshot();
  while (opened.measures().broken === 0 && opened.frame < 1380) run(opened, 1);
  run(opened, 10);
  const [frame, hash, measures] = [opened.frame, opened.world.hash(), opened.measures()];
  expect(measures.broken).toBeGreaterThan(0);
  opened.world.restore(snapshot);
  opened.frame = 100;
  run(opened, 1);
  expect(opened.measures()).toMatchObject({ broken: 0, firstBroken: -1 });
  run(opened, frame - 101);
  expect(opened.world.hash()).toBe(hash);
  expect(opened.measures()).toEqual(measures);
  opened.dispose();
});

test('all of them can be bundled for browsers', async () => {
  const { outputFiles, warnings, metafile } = await build({
    entryPoints: [fileURLToPath(new URL('../../scenes/index.ts', import.meta.url))],
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    platform: 'browser', // modules of Node are errors there
    logLevel: 'silent',
  });
  expect(warnings).toEqual([]);
  expect(outputFiles).toHaveLength(1);
  expect(Object.keys(metafile.inputs)).toContain('scenes/pile.ts');
});
