// Limits, drives and friction among all joints of an island: closed forms.
import { expect, test } from 'vitest';
import { BallJoint, type Body, HingeJoint, type Vec3 } from '../../bindings/index.ts';
import { addBox, fastest, GRAVITY, onEachDirect, run } from './direct-worlds.ts';

const Z: Vec3 = [0, 0, 1];
const BAR: Vec3 = [1, 0.1, 0.1];
/** About the end of a bar of 1 kg. */
const INERTIA = 1.01 / 12 + 0.25;

onEachDirect((create) => {
  test('a servo that bears half of the weight lets the other half fall, and says that it is saturated', async () => {
    const world = await create({ substeps: 10 });
    const b = addBox(world, 1, BAR, [0.5, 0, 0]);
    const joint = world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: Z, motor: { target: 0, maxTorque: GRAVITY / 4 } }));
    run(world, 0.1);
    const expected = ((GRAVITY / 4 / INERTIA) * 0.1 ** 2) / 2;
    expect(Math.abs(-joint.angle / expected - 1)).toBeLessThan(1e-2);
    expect(joint.coordinates.rotation.saturated).toBe(true);
    world.dispose();
  });

  test('friction of a hinge stops a bar in time, and it stays', async () => {
    const world = await create({ substeps: 10, gravity: [0, 0, 0] });
    const b = addBox(world, 1, BAR, [0.5, 0, 0], { linearVelocity: [0, 1.5, 0], angularVelocity: [0, 0, 3] });
    const joint = world.addJoint(new HingeJoint({ b, anchor: [0, 0, 0], axis: Z, friction: 2 }));
    let stops = 0;
    run(world, 1, (time) => {
      if (stops === 0 && fastest(world) < 1e-9) stops = time;
    });
    expect(stops).toBeCloseTo(Math.ceil(((3 * INERTIA) / 2) * 60) / 60, 6);
    expect(Math.abs(joint.angle / ((3 * 3 * INERTIA) / 4) - 1)).toBeLessThan(1e-2);
    world.dispose();
  });

  test.each([0, 20, 400])('an arm of five servos rests where each bears its load, damping %d', async (damping) => {
    const world = await create({ substeps: 10 });
    const bodies: Body[] = [];
    const joints = Array.from({ length: 5 }, (_, k) => {
      const b = addBox(world, 1, [0.4, 0.05, 0.05], [0.4 * k + 0.2, 0, 0]);
      bodies.push(b);
      const motor = { target: 0, stiffness: 2e4, damping };
      return world.addJoint(new HingeJoint({ a: bodies[k - 1] ?? null, b, anchor: [0.4 * k, 0, 0], axis: Z, motor }));
    });
    run(world, 3);
    joints.forEach((joint, k) => {
      const [at] = bodies[k].worldPoint([-0.2, 0, 0]);
      const torque = bodies.slice(k).reduce((sum, body) => sum - GRAVITY * (body.position[0] - at), 0);
      expect(Math.abs(joint.angle / (torque / 2e4) - 1)).toBeLessThan(0.01);
    });
    world.dispose();
  });

  test('five links flung into their limits stop there and keep together', async () => {
    const world = await create({ substeps: 20, gravity: [0, 0, 0] });
    let a: Body | null = null;
    const joints: HingeJoint[] = [];
    for (let k = 0; k < 5; k++) {
      const x = 0.4 * k + 0.2;
      const motion = { linearVelocity: [0, 10 * x, 0] as Vec3, angularVelocity: [0, 0, 10] as Vec3 };
      const b: Body = addBox(world, 1, [0.4, 0.1, 0.1], [x, 0, 0], motion);
      const limits = { lower: -0.5, upper: 0.5 };
      joints.push(world.addJoint(new HingeJoint({ a, b, anchor: [0.4 * k, 0, 0], axis: Z, limits })));
      a = b;
    }
    const start = world.totalEnergy;
    let [passed, gain, error] = [0, 0, 0];
    run(world, 2, () => {
      passed = Math.max(passed, ...joints.map((joint) => Math.abs(joint.angle) - 0.5));
      gain = Math.max(gain, world.totalEnergy / start - 1);
      error = Math.max(error, ...joints.map((joint) => joint.positionError));
    });
    expect(passed).toBeLessThan(1e-4);
    expect(gain).toBeLessThan(1e-3);
    expect(error).toBeLessThan(1e-3);
    world.dispose();
  });

  test('a joint that bears too much breaks, and the island goes on without it', async () => {
    const world = await create({ substeps: 4 });
    const [one, other] = [addBox(world, 1, BAR, [0, -0.5, 0]), addBox(world, 100, BAR, [0, -1.5, 0])];
    const upper = world.addJoint(new BallJoint({ b: one, anchor: [0, 0, 0], breakForce: 2000 }));
    const lower = world.addJoint(new BallJoint({ a: one, b: other, anchor: [0, -1, 0], breakForce: 900 }));
    run(world, 0.2);
    expect(lower.broken).toBe(true);
    expect(upper.broken).toBe(false);
    expect(Math.abs(upper.force[1] / GRAVITY - 1)).toBeLessThan(0.01);
    world.dispose();
  });
});
