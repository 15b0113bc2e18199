// Figures 1 and 16 of Müller et al. 2020: a car on soft tyres, steered by a light servo arm, at 20 substeps of one iteration.
import { describe, expect, test } from 'vitest';
import { car } from '../../scenes/car.ts';
import { runScene } from '../../scenes/run.ts';
import { KERNELS } from './backends.ts';

describe.each(KERNELS)('$label', ({ settings }) => {
  test('drives its course over bumps, its wheels with the servo, on tyres of 1100 cells each', async () => {
    const { measures, settings: used } = await runScene(car, { settings, frames: 360 });
    expect([used.substeps, used.iterations]).toEqual([20, 1]);
    expect(measures).not.toHaveProperty('frozenBodies');
    // Half a second after the start it is at its speed; tyres that are loaded roll on a smaller radius.
    expect(measures.distance).toBeGreaterThan(0.8 * 2 * 5);
    expect(measures.speed).toBeLessThan(2);
    expect(measures.off).toBeLessThan(0.03);
    // It steers; bumps move the struts and tilt the car; and the tyres let nothing through.
    expect(measures.steering).toBeGreaterThan(0.3);
    expect(measures.travel).toBeGreaterThan(3e-3);
    expect(measures.tilt).toBeLessThan(0.15);
    expect(measures.deepest).toBeLessThan(1e-3);
    expect(measures.lagOfTread).toBeLessThan(1e-3);
    expect(measures.stretch).toBeLessThan(1e-5);
  });

  test('a tyre gives under the weight of the car, and carries it', async () => {
    const parameters = { speed: 0, bumps: 0 };
    const { measures } = await runScene(car, { settings, parameters, frames: 60 });
    expect(measures.sag).toBeGreaterThan(0.003);
    expect(measures.sag).toBeLessThan(0.015);
    expect(measures.deepest).toBeLessThan(1e-5);
  });
});

test('a servo that is too weak does not turn the wheels', async () => {
  const run = (servoTorque: number) => runScene(car, { parameters: { servoTorque, around: 24, across: 3 }, frames: 240 });
  const [weak, strong] = [await run(0.02), await run(20)];
  expect(weak.measures.off).toBeGreaterThan(3 * (strong.measures.off as number));
});
