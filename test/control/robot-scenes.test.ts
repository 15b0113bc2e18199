// Scenes of robots do what they show.
import { expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';

const run = async (name: string, parameters: Record<string, number | string>, frames: number) =>
  (await runScene(findScene(name), { parameters, frames })).measures as Record<string, number>;

test.each([0, 5])('the arm follows a target at 0.5 m/s within 1 mm, with %d kg in its hand', async (payload) => {
  const measures = await run('urdf-arm', { payload }, 500);
  expect(measures.targetSpeed).toBeGreaterThan(0.4);
  expect(measures.largestGap).toBeLessThan(1e-3);
  expect(measures.limitPassed).toBeLessThanOrEqual(0);
  expect(measures.effortPassed).toBeLessThanOrEqual(0);
});

// The nearest that it comes, by a search over its joints from six starts.
test.each([
  [1, 0.42755],
  [2, 1.42242],
])('the arm stretches towards a target %d m away', async (far, nearest) => {
  const { gap } = await run('urdf-arm', { far }, 300);
  expect(Math.abs(gap - nearest) / nearest).toBeLessThan(0.01);
});

test('the quadruped trots, and stays upright', async () => {
  const { forward, largestTilt, lowest } = await run('quadruped', {}, 300);
  expect(forward).toBeGreaterThan(1.5);
  expect(largestTilt).toBeLessThan(0.2);
  expect(lowest).toBeGreaterThan(0.25);
});
