// Loads at the end of a step, against those of a step of one substep, and against closed forms.
import { describe, expect, test } from 'vitest';
import { BallJoint, CustomJoint, HingeJoint, type Joint, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import type { Load } from '../../bindings/joint/loads.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';

const BACKENDS = ['wasm', 'reference'] as const;
const STEPPINGS = ['first-order', 'second-order'] as const;
const PARTS = ['total', 'constraint', 'limit', 'motor', 'friction'] as const;

const numbers = ({ force, torque }: Load) => [...force, ...torque];
const size = (load: Load) => Math.hypot(...numbers(load));
const apart = (a: Load, b: Load) => Math.hypot(...numbers(a).map((x, k) => x - numbers(b)[k]));

/** Largest difference of the loads at the end from the means, on either body, in parts of the whole. */
function difference(joint: Joint): number {
  const differences = (['a', 'b'] as const).flatMap((on) => {
    const [mean, end] = [joint.getLoads({ on }), joint.getLoads({ on, at: 'end' })];
    return PARTS.map((part) => apart(mean[part], end[part]) / (size(mean.total) + 1e-6));
  });
  return Math.max(...differences);
}

describe.each(BACKENDS)('%s: the last substep of one is the whole step', (backend) => {
  const options: WorldOptions = { backend, precision: 'double', substeps: 1 };
  const makers: [string, () => Promise<World>][] = [
    ...Object.entries(LINKS).map(([name, make]): [string, () => Promise<World>] => [name, () => linked(make, options)]),
    ...Object.entries(BESIDE_A_BALL).map(([name, make]): [string, () => Promise<World>] => [name, () => linked(make, options, true)]),
    ...Object.entries(MECHANISMS).map(([name, build]): [string, () => Promise<World>] => [
      name,
      async () => {
        const world = await World.create(options);
        build(world);
        return world;
      },
    ]),
  ];

  test.each(makers)('%s', async (_, make) => {
    const world = await make();
    for (let k = 0; k < 240; k++) world.step(1 / 2400);
    // Directions of the loads at the end are those to which the bodies have turned in the step.
    const joints = [...world.joints];
    for (const joint of joints) expect(difference(joint), joint.constructor.name).toBeLessThan(3e-3);
    expect(Math.max(...joints.map((joint) => size(joint.getLoads().total)))).toBeGreaterThan(1e-3);
    world.dispose();
  });

  test('rows of a user', async () => {
    await World.load({ ...options, solver: 'dbd' });
    const world = await World.create({ ...options, gravity: [0, -10, 0] });
    const body = world.addBody({ mass: 2, inertia: [1, 1, 1] });
    const rows = [0, 1, 2].map((axis) => ({ linearB: [0, 1, 2].map((k) => (k === axis ? 2 : 0)), stiffness: Infinity }));
    const joint = world.addJoint(new CustomJoint({ b: body, rows }));
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    expect(joint.getLoads({ at: 'end' }).total.force[1]).toBeCloseTo(20, 9);
    expect(joint.force[1]).toBeCloseTo(20, 9);
    world.dispose();
  });

  test('coordinates have their part of it', async () => {
    const world = await World.create({ ...options, substeps: 8, gravity: [0, -10, 0] });
    const b = world.addBody({ mass: 2, inertia: [1, 1, 1], position: [0.5, 0, 0] });
    const motor = { target: 0, stiffness: 200, damping: 5 };
    const joint = world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], motor, friction: 1, limits: { lower: -0.02 } }));
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const { motor: torque, friction, limit } = joint.rotation.getLoads({ at: 'end' });
    const loads = joint.getLoads({ at: 'end' });
    expect([torque, friction, limit].map((load) => load !== 0)).toEqual([true, true, true]);
    for (const [load, whole] of [
      [torque, loads.motor],
      [friction, loads.friction],
      [limit, loads.limit],
    ] as const)
      expect(load).toBeCloseTo(whole.torque[2], 9);
    expect(joint.rotation.getLoads()).toEqual(joint.rotation.loads);
    expect(() => joint.rotation.getLoads({ at: 'start' as never })).toThrow(/at must be/);
    world.dispose();
  });
});

const MASS = 2;
const ARM = 0.7;
const INERTIA = 0.1;
const GRAVITY = 9.81;

/** Angle from below and speed of a pendulum after some time: Runge-Kutta, in steps far below what is measured. */
function swung(angle: number, speed: number, time: number): [number, number] {
  const about = INERTIA + MASS * ARM * ARM;
  const turn = (at: number) => (-MASS * GRAVITY * ARM * Math.sin(at)) / about;
  const count = 20_000;
  const h = time / count;
  for (let k = 0; k < count; k++) {
    const [a1, b1] = [speed, turn(angle)];
    const [a2, b2] = [speed + (h / 2) * b1, turn(angle + (h / 2) * a1)];
    const [a3, b3] = [speed + (h / 2) * b2, turn(angle + (h / 2) * a2)];
    const [a4, b4] = [speed + h * b3, turn(angle + h * a3)];
    angle += (h / 6) * (a1 + 2 * a2 + 2 * a3 + a4);
    speed += (h / 6) * (b1 + 2 * b2 + 2 * b3 + b4);
  }
  return [angle, speed];
}

/** Force on the pendulum at its pivot: m (a − g). */
function pull(angle: number, speed: number): Vec3 {
  const turning = (-MASS * GRAVITY * ARM * Math.sin(angle)) / (INERTIA + MASS * ARM * ARM);
  const [sine, cosine] = [Math.sin(angle), Math.cos(angle)];
  const acceleration = [ARM * (turning * cosine - speed * speed * sine), ARM * (turning * sine + speed * speed * cosine)];
  return [MASS * acceleration[0], MASS * (acceleration[1] + GRAVITY), 0];
}

/** How far the mean and the load at the end are from the force after half a second, in parts of the weight. */
async function errors(dt: number, speed: number, settings: WorldOptions, ball: boolean): Promise<{ mean: number; end: number }> {
  const world = await World.create({ substeps: 10, precision: 'double', gravity: [0, -GRAVITY, 0], ...settings });
  const [angle, angularVelocity] = [1.2, [0, 0, speed]];
  const position = [ARM * Math.sin(angle), -ARM * Math.cos(angle), 0];
  const orientation = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];
  const linearVelocity = [speed * ARM * Math.cos(angle), speed * ARM * Math.sin(angle), 0];
  const inertia = [INERTIA, INERTIA, INERTIA];
  const b = world.addBody({ mass: MASS, inertia, position, orientation, linearVelocity, angularVelocity });
  const anchor = [0, 0, 0];
  const joint = world.addJoint(ball ? new BallJoint({ b, anchor }) : new HingeJoint({ b, anchor, axis: [0, 0, 1] }));
  const time = 0.5;
  for (let k = 0; k < Math.round(time / dt); k++) world.step(dt);
  const wanted = pull(...swung(angle, speed, time));
  const off = (found: Readonly<Vec3>) => Math.hypot(...wanted.map((x, k) => x - found[k])) / (MASS * GRAVITY);
  const found = { mean: off(joint.force), end: off(joint.getLoads({ at: 'end' }).total.force) };
  world.dispose();
  return found;
}

describe.each(STEPPINGS)('a pendulum, %s', (timeStepping) => {
  test.each([
    ['hinge', 'wasm', 0],
    ['hinge', 'reference', 0],
    ['ball joint', 'wasm', 0],
    ['hinge', 'wasm', 3],
  ] as const)('on a %s, %s, that starts at %d rad/s', async (type, backend, speed) => {
    const [long, short] = [
      await errors(1 / 60, speed, { timeStepping, backend }, type === 'ball joint'),
      await errors(1 / 240, speed, { timeStepping, backend }, type === 'ball joint'),
    ];
    // First order is of second order from rest alone.
    const isSecond = timeStepping === 'second-order' || speed === 0;
    expect(long.end).toBeLessThan(isSecond ? 1e-3 : 2.5e-3);
    expect(Math.log(long.end / short.end) / Math.log(4)).toBeGreaterThan(isSecond ? 1.9 : 0.9);
    expect(long.end).toBeLessThan(0.05 * long.mean);
  });
});
