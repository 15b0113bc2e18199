// What lies on its stop gives way to what lifts it, and not to what presses it down. Closed forms of one impact.
import { describe, expect, test } from 'vitest';
import { Box, HingeJoint, type HingeJointOptions, Sphere, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';
import { DT, GRAVITY, settle } from './worlds.ts';

const SMOOTH = { friction: 0, restitution: 0.6 };
const [MASS, HALF, ARM, SPEED] = [2, 0.5, 0.8, 3];
/** Of a flap about its edge: that of a box, and from its middle to there. */
const INERTIA = (MASS * ((2 * HALF) ** 2 + 0.1 ** 2)) / 12 + MASS * HALF ** 2;

/** A flap from an edge at the origin along x, which may turn up. */
function addFlap(world: World, options: Partial<HingeJointOptions> = {}): HingeJoint {
  const body = world.addBody({ shape: new Box([HALF, 0.05, 0.5]), mass: MASS, position: [HALF, 0, 0], material: SMOOTH, canSleep: false });
  return world.addJoint(new HingeJoint({ b: body, anchor: [0, 0, 0], axis: [0, 0, 1], limits: { lower: 0, upper: 2 }, ...options }));
}

/** A ball that meets a flap from below (-1) or from above (1) in a moment. */
function addBall(world: World, side: number) {
  const position: Vec3 = [ARM, side * (0.15 + 2.5 * DT * SPEED), 0];
  return world.addBody({ shape: new Sphere(0.1), mass: 1, position, linearVelocity: [0, -side * SPEED, 0], material: SMOOTH });
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  const weightless = { ...settings, gravity: [0, 0, 0] as Vec3 };
  /** Of the flap after the impact: all of it turns. */
  const turning = ((1 + SMOOTH.restitution) * SPEED * ARM) / (INERTIA + ARM ** 2);

  test.each([
    ['a limit', {}],
    ['a motor that can do little', { limits: undefined, motor: { velocity: 0, maxTorque: 1e-3 } }],
    ['a stop and friction', { friction: 1e-3 }],
  ] as const)('a ball lifts a flap on %s', async (_name, options) => {
    const world = await World.create(weightless);
    const hinge = addFlap(world, options);
    const ball = addBall(world, -1);
    settle(world, 5);
    expect(hinge.b?.angularVelocity[2]).toBeCloseTo(turning, 2);
    expect(ball.linearVelocity[1]).toBeCloseTo(SPEED - (turning * INERTIA) / ARM, 2);
    world.dispose();
  });

  test('a ball bounces off a flap that it presses onto its stop', async () => {
    const world = await World.create(weightless);
    const hinge = addFlap(world);
    const ball = addBall(world, 1);
    settle(world, 5);
    expect(Math.abs(hinge.angle)).toBeLessThan(1e-5);
    expect(ball.linearVelocity[1]).toBeCloseTo(SMOOTH.restitution * SPEED, 1);
    world.dispose();
  });

  test('under gravity a flap that lies on its stop is lifted as it would be without one', async () => {
    const world = await World.create(settings);
    const hinge = addFlap(world);
    settle(world, 30);
    const ball = addBall(world, -1);
    const least = { angle: 0 };
    for (let frame = 0; frame < 5; frame++) {
      world.step(DT);
      least.angle = Math.min(least.angle, hinge.angle);
    }
    // It meets the ball after 2.5 frames, and falls again for as long.
    const fall = 2.5 * DT * GRAVITY;
    const speed = ((SPEED - fall) / SPEED) * turning;
    expect(hinge.b?.angularVelocity[2]).toBeCloseTo(speed - (fall * MASS * HALF) / INERTIA, 1);
    expect(ball.linearVelocity[1]).toBeCloseTo(SPEED - 2 * fall - (speed * INERTIA) / ARM, 1);
    expect(least.angle).toBeGreaterThan(-1e-4);
    world.dispose();
  });

  // At the end of a substep at the latest contacts see what has not met within it.
  test.each([0, 1e-7, 1e-3, 0.3])('a ball that meets a door of little friction %d substeps after one throws it open', async (phase) => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0], substeps: 10 });
    const door = world.addBody({ shape: new Box([0.4, 1, 0.02]), mass: 20, position: [0.4, 1, 0], canSleep: false });
    world.addJoint(new HingeJoint({ b: door, anchor: [0, 1, 0], axis: [0, 1, 0], friction: 0.5 }));
    const position: Vec3 = [0.7, 1, 0.12 + (6 / 600) * (40 + phase)];
    const ball = world.addBody({ shape: new Sphere(0.1), mass: 3, position, linearVelocity: [0, 0, -6], canSleep: false });
    settle(world, 10);
    const inertia = (20 * (0.8 ** 2 + 0.04 ** 2)) / 12 + 20 * 0.4 ** 2;
    const speed = (3 * 6 * 0.7) / (inertia + 3 * 0.7 ** 2);
    expect(door.angularVelocity[1]).toBeCloseTo(speed, 1);
    expect(ball.linearVelocity[2]).toBeCloseTo(-0.7 * speed, 1);
    world.dispose();
  });
});
