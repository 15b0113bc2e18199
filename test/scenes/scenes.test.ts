import { describe, expect, test } from 'vitest';
import type { WorldOptions } from '../../bindings/index.ts';
import { findScene, scenes } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';
import { FEATURES } from '../../scenes/scene.ts';
import { BACKENDS } from './backends.ts';
import { directBar } from './direct-bar.ts';
import { SMALL } from './small.ts';

const FRAMES = 8;

const run = (name: string, settings: WorldOptions) => runScene(findScene(name), { parameters: SMALL[name], settings, frames: FRAMES });

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const runs = async (name: string) => {
    const { measures, msPerFrame, hash, frames } = await run(name, settings);
    expect(frames).toBe(FRAMES);
    expect(hash).toMatch(/^[0-9a-f]+$/);
    expect(msPerFrame.p99).toBeGreaterThanOrEqual(msPerFrame.median);
    expect(Object.keys(measures).length).toBeGreaterThan(0);
    expect(measures).not.toHaveProperty('frozenBodies');
    for (const [measure, value] of Object.entries(measures)) {
      for (const number of [value].flat()) expect(number, measure).toSatisfy(Number.isFinite);
    }
  };
  const title = 'runs and measures finite numbers';
  for (const scene of scenes)
    if (scene.settings?.jointSolver) directBar(`${scene.name}/start`, label, title, () => runs(scene.name));
    else test(`${scene.name} ${title}`, () => runs(scene.name));
});

test('a scene gives the same bits every time', async () => {
  const [first, second] = await Promise.all([run('heavy-chain', {}), run('heavy-chain', {})]);
  expect(second.hash).toBe(first.hash);
  expect(second.measures).toEqual(first.measures);
});

test('settings reach the world, and a scene’s own give way to them', async () => {
  const scene = findScene('triple-pendulum');
  const own = { ...scene, settings: { substeps: 7, iterations: 2 } };
  const { settings } = await runScene(own, {
    settings: { substeps: 3, projection: 'scalar', gradient: 'current', gyroscopic: 'none' },
    frames: 1,
  });
  expect(settings).toMatchObject({
    solver: 'xpbd',
    substeps: 3,
    iterations: 2,
    backend: 'wasm',
    projection: 'scalar',
    gradient: 'current',
    gyroscopic: 'none',
  });
});

test('frames are told one by one', async () => {
  const done: number[] = [];
  await runScene(findScene('held-bar'), { frames: 3, onFrame: (frame) => done.push(frame) });
  expect(done).toEqual([1, 2, 3]);
});

test('a scene that explodes is not taken for one that rests', async () => {
  const { measures } = await runScene(findScene('held-bar'), {
    parameters: { force: 1e5 },
    settings: { gravity: [1e300, 0, 0] },
    frames: 4,
  });
  expect(measures.frozenBodies).toBe(1);
});

describe('every scene', () => {
  test.each(scenes)('$name says in one sentence what it shows', ({ description, name, frames, dt }) => {
    expect(description).toMatch(/^[A-Z].*[^.]\.$/);
    expect(name).toMatch(/^[a-z]+(-[a-z]+)*$/);
    expect(frames).toBeGreaterThan(0);
    expect(dt).toBeCloseTo(1 / 60, 10);
  });

  test('stands beside those of its feature, in the order of the features', () => {
    const places = scenes.map(({ feature }) => FEATURES.indexOf(feature));
    expect(places).toEqual(places.toSorted((a, b) => a - b));
    expect(new Set(places).size).toBe(FEATURES.length);
  });

  test('has a name of its own', () => {
    expect(new Set(scenes.map(({ name }) => name)).size).toBe(scenes.length);
  });
});
