// Figure 18 of Müller et al. 2020: the limits of twist and of swing of a rope of capsules have compliances of their own.
import { describe, expect, test } from 'vitest';
import { runScene } from '../../scenes/run.ts';
import { twistedRope } from '../../scenes/twisted-rope.ts';
import { KERNELS } from './backends.ts';
import { directBar } from './direct-bar.ts';

/** Held by the twist from the first bit on, so that the closed form holds. */
const HANGING = { start: 'hanging', twistLimit: 0, twistCompliance: 50, damping: 0 };

describe.each(KERNELS)('$label', ({ label, settings }) => {
  const ropes = [
    { links: 100, turns: 2, twistCompliance: 50 },
    { links: 40, turns: -1, twistCompliance: 200 },
  ];
  test.each(ropes)('$links links let go after $turns turns swing about their axis like a rod', async (parameters) => {
    const { measures } = await runScene(twistedRope, { parameters: { ...HANGING, ...parameters }, settings });
    const { period, expectedPeriod, rodPeriod, greatestTwist } = measures as Record<string, number>;
    expect(Math.abs(period / rodPeriod - 1)).toBeLessThan(0.03);
    expect(Math.abs(period / expectedPeriod - 1)).toBeLessThan(0.002);
    // It still swings by most of what it was twisted by, and by no more.
    const start = 2 * Math.PI * Math.abs(parameters.turns);
    expect(greatestTwist).toBeGreaterThan(0.7 * start);
    expect(greatestTwist).toBeLessThan(1.01 * start);
    expect(measures.anchorError).toBeLessThan(0.005);
  });

  test('twist does not depend on the compliance of the swing', async () => {
    const periods = await Promise.all(
      [1000, 100].map(async (swingCompliance) => {
        const parameters = { ...HANGING, links: 40, turns: 1, swingCompliance };
        return (await runScene(twistedRope, { parameters, settings })).measures.period as number;
      }),
    );
    expect(Math.abs(periods[0] / periods[1] - 1)).toBeLessThan(1e-3);
  });

  test('a twist within its limit is free: it goes on until it is beyond', async () => {
    const parameters = { links: 40, turns: 0.5, start: 'hanging', twistLimit: 0.2 };
    const { measures } = await runScene(twistedRope, { parameters, settings });
    expect(measures.period).toBe(0);
    expect(Math.abs((measures.twist as number) - Math.PI)).toBeLessThan(1e-3);
  });

  test('slung between two hands it holds together, and coils: bends take over from the twist', async () => {
    const { measures } = await runScene(twistedRope, { settings });
    expect(measures).not.toHaveProperty('frozenBodies');
    expect(measures.anchorError).toBeLessThan(0.005);
    const start = 2 * Math.PI * 12;
    expect(measures.twist).toBeGreaterThan(0.3 * start);
    expect(measures.twist).toBeLessThan(0.8 * start);
    const without = await runScene(twistedRope, { parameters: { twistCompliance: 100 }, settings });
    expect(without.measures.twist).toBeGreaterThan(0.9 * start);
  });

  directBar('twisted-rope/hanging', label, 'a hundred links that swing about their axis do not stretch', async () => {
    const { measures } = await runScene(twistedRope, { parameters: { turns: 2, ...HANGING }, settings });
    expect(measures.anchorError).toBeLessThan(settings.precision === 'single' ? 2e-5 : 1e-6);
    expect(Math.abs((measures.period as number) / (measures.expectedPeriod as number) - 1)).toBeLessThan(1e-3);
  });
});
