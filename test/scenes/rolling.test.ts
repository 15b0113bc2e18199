// Friction turns what rolls, under every solver: round contacts are found anew in substeps.
import { describe, expect, test } from 'vitest';
import { findScene } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';
import { SOLVERS } from '../../scenes/settings.ts';

/** In parts of the pull of gravity down the slope. */
const LARGEST_ERROR = 0.01;

describe.each(SOLVERS)('%s', (solver) => {
  test('a ball and a cylinder roll down a slope, and boxes slide, as the closed forms say', async () => {
    const { measures } = await runScene(findScene('incline'), { settings: { solver }, frames: 60 });
    expect(measures.rollingError).toBeLessThan(LARGEST_ERROR);
    expect(measures.slidingError).toBeLessThan(LARGEST_ERROR);
  });
});
