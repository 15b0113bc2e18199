// Scenes of ropes, cloth and soft bodies show what they say.
import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';

const measuresOf = async (name: string, parameters: Record<string, number | string>, frames: number) =>
  (await runScene(findScene(name), { parameters, frames, settings: { precision: 'double' } })).measures as Record<string, number>;

test('rope-three has the heights of Fig. 6', async () => {
  const { iterations, totalHeight, pairwiseHeight } = (await measuresOf('rope-three', {}, 1)) as unknown as Record<string, number[]>;
  const at = (heights: number[], count: number) => heights[iterations.indexOf(count)];
  for (const [k, height] of [-0.3145, -0.2188, -0.1999, -0.199].entries()) expect(at(totalHeight, k + 1)).toBeCloseTo(height, 4);
  for (const [k, height] of [-0.427, -0.341, -0.299].entries()) expect(at(pairwiseHeight, k + 1)).toBeCloseTo(height, 3);
  expect(Math.abs(at(pairwiseHeight, 28) + Math.sqrt(1 - 0.98 ** 2))).toBeLessThan(1e-3);
});

test('total lengths halve the stretch of the cloth', async () => {
  const stretch = async (lengths: string) => (await measuresOf('cloth', { lengths }, 300)).meanStretch;
  const [without, withLengths] = [await stretch('off'), await stretch('on')];
  expect(without).toBeCloseTo(0.433, 1);
  expect(withLengths / without).toBeLessThan(0.55);
});

test('the bar of tetrahedra keeps its volume while it is twisted, and comes back', async () => {
  const twisted = await measuresOf('tetra-bar', { resolution: 10, turns: 0.5 }, 299);
  expect(twisted.volume).toBeGreaterThan(0.9);
  expect(twisted.endDistance).toBeGreaterThan(0.35);
  expect((await measuresOf('tetra-bar', { resolution: 10, turns: 0.5 }, 480)).endDistance).toBeLessThan(0.1);
});

test('the trampoline throws dolls up again, and lets none through', async () => {
  const { fallen, thrown } = await measuresOf('trampoline', { dolls: 1 }, 150);
  expect(thrown).toBeGreaterThan(0.3);
  expect(fallen).toBe(0);
});

test('balls stay in the net', async () => {
  const { farthestBehind } = await measuresOf('ball-and-net', { balls: 3 }, 240);
  expect(farthestBehind).toBeGreaterThan(0.3);
  expect(farthestBehind).toBeLessThan(1.5);
});
