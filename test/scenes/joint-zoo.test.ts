// Figure 7 of Müller et al. 2020 and more: limits hold, springs give by load / stiffness, threads and gears keep their proportion.
import { describe, expect, test } from 'vitest';
import { jointZoo } from '../../scenes/joint-zoo.ts';
import { runScene } from '../../scenes/run.ts';
import { BACKENDS } from './backends.ts';

/** kg, m/s² and m: a bar of the zoo, and the lever of its weight about its end. */
const [MASS, GRAVITY, LEVER] = [2, 9.81, 0.25];

describe.each(BACKENDS)('$label', ({ settings }) => {
  // The reference takes ten times as long.
  const isReference = settings.backend === 'reference';

  test.each(isReference ? [1] : [0, 1, 5])('all joints hold when the bodies start at %s m/s', async (push) => {
    const { measures } = await runScene(jointZoo, { parameters: { push }, settings });
    expect(measures.joints).toBeGreaterThanOrEqual(12);
    expect(measures.anchorError).toBeLessThan(1e-4);
    expect(measures.limitViolation).toBeLessThan(1e-4);
    expect(measures.proportionError).toBeLessThan(1e-5);
  });

  test.each(isReference ? [200] : [50, 200])('springs of %s give as statics says', async (stiffness) => {
    // What swings slowly about its equilibrium may fall asleep beside it.
    const { measures } = await runScene(jointZoo, { parameters: { stiffness, push: 0 }, settings: { ...settings, sleep: false } });
    const [slide, hinge, ball] = measures.deflection as number[];
    expect(slide).toBeCloseTo((MASS * GRAVITY) / stiffness, 5);
    // The bar stands at target - deflection to the horizontal, where its weight has a lever of LEVER cos.
    expect(hinge * stiffness).toBeCloseTo(MASS * GRAVITY * LEVER * Math.cos(0.5 - hinge), 3);
    expect(ball * stiffness).toBeCloseTo(MASS * GRAVITY * LEVER * Math.cos(0.4 - ball), 3);
    expect(measures.springError).toBeLessThan(1e-5);
  });
});
