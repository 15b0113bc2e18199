// Figure 18 of Müller et al. 2020: twist and swing of a rope of capsules have stiffnesses of their own.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { twistedRope } from '../../scenes/twisted-rope.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  const ropes = [
    { links: 100, turns: 2, twistStiffness: 0.02 },
    { links: 40, turns: -1, twistStiffness: 0.005 },
  ];
  test.each(ropes)('$links links let go after $turns turns swing about their axis like a rod', async (parameters) => {
    const { measures } = await runScene(twistedRope, { parameters: { ...parameters, start: 'hanging' }, settings });
    const { period, expectedPeriod, rodPeriod, greatestTwist } = measures as Record<string, number>;
    expect(Math.abs(period / rodPeriod - 1)).toBeLessThan(0.03);
    expect(Math.abs(period / expectedPeriod - 1)).toBeLessThan(0.002);
    // It still swings by most of what it was twisted by, and by no more.
    const start = 2 * Math.PI * Math.abs(parameters.turns);
    expect(greatestTwist).toBeGreaterThan(0.7 * start);
    expect(greatestTwist).toBeLessThan(1.01 * start);
    expect(measures.anchorError).toBeLessThan(0.005);
  });

  test('twist does not depend on the stiffness of the swing', async () => {
    const periods = await Promise.all(
      [0.001, 0.01].map(async (swingStiffness) => {
        const parameters = { links: 40, turns: 1, start: 'hanging', swingStiffness };
        return (await runScene(twistedRope, { parameters, settings })).measures.period as number;
      }),
    );
    expect(Math.abs(periods[0] / periods[1] - 1)).toBeLessThan(1e-3);
  });

  test('slung between two hands it holds together and keeps its twist', async () => {
    const { measures } = await runScene(twistedRope, { parameters: { damping: 1e-5 }, settings });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.anchorError).toBeLessThan(0.005);
    expect(measures.twist).toBeGreaterThan(0.5 * 2 * Math.PI * 12);
  });
});
