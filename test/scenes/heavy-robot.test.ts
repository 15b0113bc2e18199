// A robot on light legs: joints and contacts at once, at ten thousand to one.
import { describe, expect, test } from 'vitest';
import { heavyRobot } from '../../scenes/heavy-robot.ts';
import { runScene } from '../../scenes/run.ts';
import { BACKENDS, KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

const sum = (values: number[]) => values.reduce((total, value) => total + value, 0);

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('a light body stands, and its feet share the weight', async () => {
    const parameters = { ratio: 10 };
    const { measures } = await runScene(heavyRobot, {
      parameters,
      settings: { ...settings, jointSolver: 'sweeps', substeps: 40 },
      frames: 300,
    });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.tilt).toBeLessThan(0.01);
    expect(measures.slip).toBeLessThan(1e-3);
    expect(Math.abs(sum(measures.footLoad as number[]) - 1)).toBeLessThan(0.01);
  });
});

describe.each(KERNELS)('$label', ({ label, settings }) => {
  directBar('heavy-robot/stands', label, 'at 10 000:1 it stands a minute where it landed', async () => {
    const { measures } = await runScene(heavyRobot, { settings, frames: 3600 });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.slip).toBeLessThan(1e-3);
    expect(measures.lean).toBeLessThan(1e-3);
    expect(measures.tilt).toBeLessThan(0.01);
    expect(measures.restSpeed).toBeLessThan(1e-3);
    expect(measures.servoError).toBeLessThan(1e-3);
    expect(measures.footDepth).toBeLessThan(5e-3);
    const loads = measures.footLoad as number[];
    expect(Math.abs(sum(loads) - 1)).toBeLessThan(0.01);
    for (const load of loads) expect(Math.abs(load - 0.25)).toBeLessThan(0.1);
  });
});
