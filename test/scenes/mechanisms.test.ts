// Machines against closed forms of kinematics and statics.
import { describe, expect, test } from 'vitest';
import { fourBar } from '../../scenes/four-bar.ts';
import { gearTrain } from '../../scenes/gear-train.ts';
import { pulley } from '../../scenes/pulley.ts';
import { rackAndPinion } from '../../scenes/rack-and-pinion.ts';
import { runScene } from '../../scenes/run.ts';
import type { Measures, Scene } from '../../scenes/scene.ts';
import { screwJack } from '../../scenes/screw-jack.ts';
import { sliderCrank } from '../../scenes/slider-crank.ts';
import { BACKENDS } from './backends.ts';

/** Expects two of the measures, or one of them and a number, to differ by no more than a part. */
function expectRelative(actual: Measures[string], expected: Measures[string] | number, part: number): void {
  expect(Math.abs((actual as number) / (expected as number) - 1)).toBeLessThan(part);
}

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const exact = label === 'single precision' ? 1e-4 : 1e-9;
  const measure = async (scene: Scene, parameters = {}) => (await runScene(scene, { parameters, settings })).measures;

  const weights = [
    { left: 3, right: 2, ratio: 1 },
    { left: 1, right: 50, ratio: 1 },
    { left: 2, right: 3, ratio: 2 },
    { left: 1, right: 5, ratio: 3 },
  ];
  test.each(weights)('Atwood’s machine with $left kg and $right kg, ratio $ratio: acceleration and tension', async (parameters) => {
    const { left, right, ratio } = parameters;
    const measures = await measure(pulley, parameters);
    const acceleration = (9.81 * (left - right / ratio)) / (left + right / (ratio * ratio));
    expectRelative(measures.acceleration, acceleration, exact);
    expectRelative(measures.tension, left * (9.81 - acceleration), exact);
    expect(measures.tensionError).toBeLessThan(exact);
    expect(measures.stretch).toBeLessThan(1e-6);
  });

  const trains = [
    { first: 12, second: 30, third: 18, fourth: 48, torque: 10 },
    { first: 40, second: 20, third: 20, fourth: 10, torque: 100 },
  ];
  test.each(trains)('a train of wheels with $first, $second, $third and $fourth teeth', async (parameters) => {
    const { first, second, third, fourth } = parameters;
    const measures = await measure(gearTrain, { ...parameters, speed: 10, brake: 5 });
    expect(measures.ratioError).toBeLessThan(1e-3);
    const speeds = measures.speed as number[];
    const expected = [1, -first / second, first / third, -first / fourth].map((ratio) => 10 * ratio);
    for (const [index, speed] of speeds.entries()) expectRelative(speed, expected[index], 1e-3);
    expectRelative(measures.motorTorque, (5 * first) / fourth, 1e-3);
    expectRelative(measures.motorWork, (measures.brakeWork as number) + (measures.kineticEnergy as number), 0.01);
  });

  const drives = [{}, { torque: 2, stiffness: 1000 }];
  test.each(drives)('a rack is pushed against a spring until the motor stalls: %o', async (parameters) => {
    const { torque, stiffness } = { torque: 4, stiffness: 400, ...parameters };
    const measures = await measure(rackAndPinion, parameters);
    expectRelative(measures.motorTorque, torque, 1e-3);
    expectRelative(measures.springForce, torque / 0.1, 1e-3);
    expectRelative(measures.offset, torque / (0.1 * stiffness), 1e-3);
    expect(measures.meshError).toBeLessThan(1e-4);
    expect(measures.linkError).toBeLessThan(1e-4);
    expect(measures.rockerError).toBeLessThan(1e-3);
  });

  const jacks = [{}, { load: 20, lead: 0.02 }];
  describe.each(jacks)('a screw jack with %o', (parameters) => {
    test('the load rises by the lead a turn, and the motor carries weight × lead / 2π', async () => {
      const { lead } = { lead: 0.01, ...parameters };
      const measures = await measure(screwJack, parameters);
      expect(measures.leadError).toBeLessThan(0.02 * lead); // 2 kN on a spindle of 3 kg
      expect(measures.turns).toBeGreaterThan(3);
      expect(Math.abs((measures.lift as number) - lead * (measures.turns as number))).toBeLessThan((measures.sag as number) + 0.02 * lead);
      expectRelative(measures.motorTorque, measures.expectedTorque, 1e-3);
    });

    test('the motor keeps its speed, and its work is the energy gained', async () => {
      const measures = await measure(screwJack, parameters);
      expectRelative(measures.motorSpeed, 10, 0.01);
      expectRelative(measures.motorWork, measures.energyGained, 0.01);
    });
  });

  const cranks = [{}, { crank: 0.1, rod: 2, speed: -10 }];
  test.each(cranks)('a slider follows its crank: %o', async (parameters) => {
    const { crank, speed } = { crank: 0.3, speed: 6, ...parameters };
    const measures = await measure(sliderCrank, parameters);
    expect(measures.closureError).toBeLessThan(1e-3 * crank);
    expect(measures.positionError).toBeLessThan(1e-3 * crank);
    expectRelative(measures.angle, 5 * speed, 0.01);
  });

  test.each([6, -3])('a four-bar linkage at %s rad/s', async (speed) => {
    const measures = await measure(fourBar, { speed });
    expect(measures.closureError).toBeLessThan(3e-4); // a thousandth of the crank
    expect(measures.rockerError).toBeLessThan(1e-3);
    expect(measures.angularError).toBeLessThan(0.01 * 5 * Math.abs(speed));
  });
});
