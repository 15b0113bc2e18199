// Joints and contacts at once: a ball on a chain falls as fast as its height says, and what it brings along knocks bricks down.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { wreckingBall } from '../../scenes/wrecking-ball.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  const run = async (parameters: Record<string, number>, frames?: number) =>
    (await runScene(wreckingBall, { parameters, settings, frames })).measures as Record<string, number>;

  test('a ball of 1500 kg on links of 5 kg knocks down a wall, and the chain holds', async () => {
    const { moved, bricks, impactSpeed, freeSpeed, stretch, energyGain, ...others } = await run({});
    expect(others).not.toHaveProperty('frozenBodies');
    expect(bricks).toBe(108);
    expect(moved).toBeGreaterThan(bricks / 4);
    expect(Math.abs(impactSpeed / freeSpeed - 1)).toBeLessThan(0.02);
    expect(stretch).toBeLessThan(0.02);
    expect(energyGain).toBeLessThan(1e-3);
  });

  test('hanging still it leaves the wall alone, and a small swing pushes it over', async () => {
    const { moved, farthest } = await run({ angle: 0 }, 240);
    expect(moved).toBe(0);
    expect(farthest).toBeLessThan(0.01);
    expect((await run({ angle: 15 }, 240)).moved).toBeGreaterThan(108 / 4);
  });
});
