// A scissor lift: redundant hinges, a servo that slides, and a plate that is a hundred times as heavy as a bar.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { scissorLift } from '../../scenes/scissor-lift.ts';
import { BACKENDS, KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

/** Frames until it stands still at the top. */
const RAISED = 290;

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a light plate on one stage goes where the bars take it, by the force of the closed form', async () => {
    const parameters = { stages: 1, load: 2 };
    const { measures } = await runScene(scissorLift, {
      parameters,
      settings: { ...settings, jointSolver: 'sweeps', substeps: 40 },
      frames: RAISED,
    });
    const { height, maxSag, tilt, force, expectedForce } = measures as Record<string, number>;
    expect(height).toBeGreaterThan(1);
    expect(maxSag).toBeLessThan(2e-3);
    expect(tilt).toBeLessThan(2e-3);
    expect(Math.abs(force / expectedForce - 1)).toBeLessThan(0.02);
  });
});

describe.each(KERNELS)('$label', ({ label, settings }) => {
  const isSingle = settings.precision === 'single';
  directBar('scissor-lift/follows', label, 'six stages lift a hundred times a bar’s mass as the closed form says', async () => {
    const { measures } = await runScene(scissorLift, { settings, frames: RAISED });
    const { maxSag, jointError, tilt, force, expectedForce } = measures as Record<string, number>;
    expect(maxSag).toBeLessThan(isSingle ? 1e-3 : 1e-5);
    expect(jointError).toBeLessThan(isSingle ? 1e-4 : 1e-6);
    expect(tilt).toBeLessThan(isSingle ? 1e-3 : 1e-5);
    expect(Math.abs(force / expectedForce - 1)).toBeLessThan(1e-3);
  });
});
