// Figure 17 of Müller et al. 2020: an arm whose gripper is held to a target that leaves its reach.
import { describe, expect, test } from 'vitest';
import { robotArm } from '../../scenes/robot-arm.ts';
import { runScene } from '../../scenes/run.ts';
import { BACKENDS, KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('within its reach the gripper stays at the target, and the hinges within their limits', async () => {
    const { measures } = await runScene(robotArm, { parameters: { distance: 2.5 }, settings: { ...settings, substeps: 40 }, frames: 480 });
    expect(measures.leastGap).toBe(0);
    expect(measures.gapOverOptimum).toBeLessThan(1e-4);
    expect(measures.gapAfterReturn).toBeLessThan(1e-4);
    expect(measures.limitPassed).toBeLessThan(5e-3);
    expect(measures.jointError).toBeLessThan(5e-3);
  });
});

describe.each(KERNELS)('$label', ({ label, settings }) => {
  for (const path of ['smooth', 'jump'])
    directBar(
      `robot-arm/${path}`,
      label,
      `out of reach the arm stretches towards the target and rests, and comes back: ${path}`,
      async () => {
        const { measures } = await runScene(robotArm, { parameters: { path }, settings });
        expect(measures).not.toHaveProperty('frozenBodies');
        expect(measures.gapOverOptimum).toBeLessThan(0.01 * (measures.leastGap as number));
        expect(measures.restSpeed).toBeLessThan(1e-3);
        expect(measures.limitPassed).toBeLessThan(1e-2);
        expect(measures.gapAfterReturn).toBeLessThan(1e-3);
        expect(measures.gap).toBeLessThan(1e-3);
        if (path === 'smooth') expect(measures.speedOfReturn).toBeLessThan(1.5 * (measures.targetSpeed as number));
      },
    );

  directBar('robot-arm/soft grip', label, 'a grip that gives pulls by gap / compliance, however far the target is', async () => {
    const { measures } = await runScene(robotArm, { parameters: { compliance: 1e-3 }, settings });
    expect(measures.gapOverOptimum).toBeLessThan(0.01 * (measures.leastGap as number)); // 2 kN on an arm of 6 kg
    expect(measures.jointError).toBeLessThan(1e-4);
  });
});
