// A winch: cables of capsules run onto a drum by contact, and carry a weight.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { winch } from '../../scenes/winch.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

describe.each(KERNELS)('$label', ({ label, settings }) => {
  test('short cables and a light weight: what is wound up is lifted, and work becomes energy', async () => {
    const parameters = { links: 24, ratio: 10, angle: 2 };
    const { measures } = await runScene(winch, { parameters, settings: { ...settings, jointSolver: 'sweeps', substeps: 40 }, frames: 300 });
    const { lift, wound, stretch, tilt, motorWork, energyGained } = measures as Record<string, number>;
    expect(wound).toBeGreaterThan(1.2);
    expect(Math.abs(lift / wound - 1)).toBeLessThan(0.01);
    expect(stretch).toBeLessThan(2e-3);
    expect(tilt).toBeLessThan(0.05);
    expect(Math.abs(motorWork / energyGained - 1)).toBeLessThan(0.02);
  });

  directBar('winch/stretch', label, 'three cables lift 300 capsules’ mass and stretch by less than a thousandth', async () => {
    const { measures } = await runScene(winch, { settings });
    const { lift, wound, stretch, motorWork, energyGained } = measures as Record<string, number>;
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(wound).toBeGreaterThan(3);
    expect(stretch).toBeLessThan(1e-3);
    expect(Math.abs(lift / wound - 1)).toBeLessThan(0.01);
    expect(Math.abs(motorWork / energyGained - 1)).toBeLessThan(0.01);
  });
});
