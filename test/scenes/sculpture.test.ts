// A minute of the rolling-ball sculpture: balls go round, and none leaves the tracks.
import { describe, expect, test } from 'vitest';
import { openScene } from '../../scenes/open.ts';
import { sculpture } from '../../scenes/sculpture.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  test('no ball is lost in a minute', async () => {
    const opened = await openScene(sculpture, { parameters: { balls: 10 }, settings });
    for (let frame = 0; frame < 3600; frame++) opened.step();
    const { lost, raised, fewestRounds, tips, wheelTurns, jointError, liftWork, liftedEnergy, ...others } = opened.measures() as Record<
      string,
      number
    >;
    opened.dispose();
    expect(others).not.toHaveProperty('frozenBodies');
    expect(lost).toBe(0);
    // One in each of 12 cycles, and each passes two arms before it comes to the wheel.
    expect(raised).toBe(12);
    expect(fewestRounds).toBeGreaterThanOrEqual(1);
    expect(tips).toBeGreaterThanOrEqual(2 * (raised - 3));
    expect(wheelTurns).toBeGreaterThan(raised / 2);
    expect(jointError).toBeLessThan(2e-3);
    expect(liftWork).toBeGreaterThan(liftedEnergy);
    expect(liftWork).toBeLessThan(1.5 * liftedEnergy);
  });
});
