// Figure 16 of Müller et al. 2020: a light servo arm steers heavy wheels.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { steering } from '../../scenes/steering.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

/** The linkage goes to and fro nine times and more. */
const FRAMES = 90;

describe.each(KERNELS)('$label', ({ label, settings }) => {
  describe.each(['distances', 'bodies'])('tie rods as %s', (rods) => {
    test.each([5, 20])('sweeps stretch the linkage by less than 0.1 mm in 1500 substeps at %s rad/s', async (speed) => {
      const sweeps = { ...settings, jointSolver: 'sweeps', substeps: 1500 } as const;
      const { measures } = await runScene(steering, { parameters: { speed, torque: 20, rods }, settings: sweeps, frames: FRAMES });
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.reversals).toBeGreaterThan(5);
      expect(measures.stretch).toBeLessThan(1e-4);
    });

    for (const speed of [1, 5])
      directBar(`steering/${rods} at ${speed} rad/s`, label, `the wheels follow the servo within a millimetre at 20 substeps`, async () => {
        const { measures } = await runScene(steering, { parameters: { speed, rods }, settings });
        expect(measures).not.toHaveProperty('frozenBodies');
        expect(measures.reversals).toBeGreaterThan(1);
        expect(measures.lagOfRim).toBeLessThan(1e-3);
        expect(measures.stretch).toBeLessThan(1e-4);
      });
  });
});
