// Light links between ropes that pull taut: an iteration can overshoot, and a rope that still pulls though it is slack is energy from nowhere.
import { expect, test } from 'vitest';
import { fallingTree } from '../hostile/random-trees.ts';

test.each([1504, 9305])('tree %i, of ropes to 1:50 000 and 1:100 000, gains no energy at 20 substeps', async (seed) => {
  const { finite, gain } = await fallingTree(seed, 20);
  expect(finite).toBe(true);
  expect(gain).toBeLessThan(0.1);
});
