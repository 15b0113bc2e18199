// Figures 4 to 6 of Müller et al. 2020: elongations, forces and torques are right whatever the split into substeps and iterations.
import { describe, expect, test } from 'vitest';
import { boxesOnSprings } from '../../scenes/boxes-on-springs.ts';
import { heldBar } from '../../scenes/held-bar.ts';
import { massRatio } from '../../scenes/mass-ratio.ts';
import { runScene } from '../../scenes/run.ts';
import { BACKENDS, KERNELS } from './backends.ts';

const SPLITS = [1, 5, 20, 40].flatMap((substeps) => [1, 2, 10].map((iterations) => ({ substeps, iterations })));

describe.each(KERNELS)('$label', ({ settings }) => {
  test.each(SPLITS)('boxes on springs, $substeps × $iterations: elongation = compliance × force, force = weight', async (split) => {
    const { measures } = await runScene(boxesOnSprings, { settings: { ...settings, ...split } });
    expect(measures.elongationError).toBeLessThan(1e-3);
    expect(measures.forceError).toBeLessThan(1e-3);
  });

  test.each(SPLITS)('held bar, $substeps × $iterations: torque = force × lever arm', async (split) => {
    const { measures } = await runScene(heldBar, { settings: { ...settings, ...split } });
    expect(measures.torqueError).toBeLessThan(5e-3);
    expect(measures.forceError).toBeLessThan(5e-3);
  });
});

describe.each(BACKENDS)('$label', ({ settings }) => {
  test.each([0.05, 0.1, 0.3])('a bar held against a force %f m from its axis', async (lever) => {
    const { measures } = await runScene(heldBar, { parameters: { lever, force: 3 }, settings });
    expect(measures.torqueError).toBeLessThan(5e-3);
    expect(Math.abs(measures.angle as number)).toBeLessThan(1e-3);
  });

  const disturbed = [20, 40].flatMap((substeps) => [0, 0.05].map((push) => ({ substeps, push })));
  test.each(disturbed)('one gram carries one kilogram, $substeps substeps, pushed at $push m/s', async ({ substeps, push }) => {
    const { measures } = await runScene(massRatio, { parameters: { push }, settings: { ...settings, substeps } });
    expect(measures.stable).toBe(1);
    expect(measures.elongationError).toBeLessThan(1e-3);
    // One sweep leaves the light cube where gravity and the load take it within a substep: h² (m + M) g / m.
    const left = (1.001 * 10) / 0.001 / (60 * substeps) ** 2;
    const rigid = (measures.upperElongation as number[])[2];
    expect(Math.abs(rigid)).toBeLessThan(left);
  });
});
