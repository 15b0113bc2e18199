// A rover on sprung wheels: it goes as fast and turns as sharply as its wheels say, and comes over bumps in one piece.
import { describe, expect, test } from 'vitest';
import { rover } from '../../scenes/rover.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  test.each([
    { speed: 2, steering: 15 },
    { speed: 2, steering: -15 },
    { speed: -1, steering: 10 },
    { speed: 3, steering: 0 },
  ])('on the level at $speed m/s, steered by $steering degrees', async ({ speed, steering }) => {
    const parameters = { speed, steering, bumps: 0, crates: 0 };
    const { measures } = await runScene(rover, { parameters, settings, frames: 300 });
    const { curvature, expectedCurvature, tilt, stretch } = measures as Record<string, number>;
    // In a curve the wheels go on circles of different radii at one speed, so that they slip a little.
    expect(Math.abs((measures.speed as number) / Math.abs(speed) - 1)).toBeLessThan(steering === 0 ? 0.01 : 0.1);
    if (steering === 0) expect(Math.abs(curvature)).toBeLessThan(1e-3);
    else expect(Math.abs(curvature / expectedCurvature - 1)).toBeLessThan(0.1);
    expect(tilt).toBeLessThan(0.1);
    expect(stretch).toBeLessThan(5e-3);
  });

  test('over bumps and crates it keeps going on its wheels, and its joints hold', async () => {
    const { measures } = await runScene(rover, { settings });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.distance).toBeGreaterThan(0.75 * 4 * 13);
    expect(measures.tilt).toBeLessThan(0.6);
    expect(measures.travel).toBeLessThan(0.21);
    expect(measures.stretch).toBeLessThan(0.015);
  });
});
