// What is conserved without external forces.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { freeBodies } from '../../scenes/free-bodies.ts';
import { runScene } from '../../scenes/run.ts';
import { BACKENDS } from './backends.ts';

const FLIP_TIMES = [2.6331, 7.8991, 13.1652];
const relativeError = (actual: number, exact: number) => Math.abs(actual / exact - 1);

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  test('free tops keep their momentum, and the one about its middle axis flips over', async () => {
    const { measures } = await runScene(freeBodies, { settings: { ...settings, substeps: 20 } });
    const flips = measures.flipTimes as number[];
    // The exact motion is a part in a million of its energy away from one that never flips. Round-off of single precision,
    // ten times that, moves the later flips; the first one tells whether the torque is right.
    const certain = label === 'single precision' ? 1 : FLIP_TIMES.length;
    for (const [index, time] of FLIP_TIMES.slice(0, certain).entries()) expect(relativeError(flips[index], time)).toBeLessThan(0.01);
    expect(flips.length).toBeGreaterThanOrEqual(FLIP_TIMES.length);
    expect(measures.momentumDrift).toBeLessThan(1e-3);
    expect(measures.energyDeviation).toBeLessThan(1e-3);
    expect(measures.stableTilt).toBeLessThan(0.01);
  });
});

const double = BACKENDS.filter(({ label }) => label !== 'single precision');

describe.each(double)('$label', ({ settings }) => {
  // Velocities between steps of second order are extrapolated: their angular momentum is that of the motion within the steps to second order.
  test.each([
    ['first-order', 1e-12],
    ['auto', 1e-5],
  ] as const)('a jointed system free of external forces keeps both momenta, %s', async (timeStepping, kept) => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0], timeStepping });
    const shape = new Box([0.4, 0.2, 0.1]);
    const bodies = Array.from({ length: 6 }, (_, k) =>
      world.addBody({
        shape,
        collides: false, // only the joints act
        density: 100 * (k + 1),
        position: [k, 0.3 * Math.sin(k), 0.2 * Math.cos(k)],
        linearVelocity: [Math.sin(3 * k), Math.cos(2 * k), Math.sin(k + 1)],
        angularVelocity: [Math.cos(k), 2 * Math.sin(k), Math.cos(5 * k)],
      }),
    );
    const between = (k: number) => ({ a: bodies[k], b: bodies[k + 1], anchor: [k + 0.5, 0, 0], damping: { linear: 0.1, angular: 0.1 } });
    const joints: Joint[] = [
      new BallJoint(between(0)),
      new HingeJoint({ ...between(1), axis: [0, 1, 0.2] }),
      new FixedJoint(between(2)),
      new PrismaticJoint({ ...between(3), axis: [1, 0.3, 0] }),
      new DistanceJoint({ a: bodies[4], b: bodies[5], anchorA: [0.4, 0.1, 0], anchorB: [-0.4, 0, 0.1], compliance: 1e-4 }),
    ];
    for (const joint of joints) world.addJoint(joint);
    const [linear, angular] = [world.linearMomentum, world.angularMomentum];
    for (let frame = 0; frame < 300; frame++) world.step(1 / 60);
    const change = (now: Readonly<Vec3>, start: Readonly<Vec3>) =>
      Math.hypot(...now.map((component, axis) => component - start[axis])) / Math.hypot(...start);
    expect(change(world.linearMomentum, linear)).toBeLessThan(1e-12);
    expect(change(world.angularMomentum, angular)).toBeLessThan(kept);
    world.dispose();
  });
});
