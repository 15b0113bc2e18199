// Figure 16 of Müller et al. 2020: a light servo arm steers heavy wheels.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { steering } from '../../scenes/steering.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  describe.each(['distances', 'bodies'])('tie rods as %s', (rods) => {
    test.each([1, 5, 10, 20])('the linkage stretches by less than 0.1 mm when the servo turns at %s rad/s', async (speed) => {
      const { measures } = await runScene(steering, { parameters: { speed, torque: 20, rods }, settings });
      expect(measures).not.toHaveProperty('frozenBodies');
      expect(measures.reversals).toBeGreaterThan(1);
      expect(measures.stretch).toBeLessThan(1e-4);
    });
  });
});
