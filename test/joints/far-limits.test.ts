// Limits and ropes that nothing comes near: bodies move as if they were not there, to second order. And where something meets them, also at once, they hold.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  RopeJoint,
  SixDofJoint,
  type Vec3,
  type World,
} from '../../bindings/index.ts';
import { addUnit, expectVector, onEachBackend, settle } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Z: Vec3 = [0, 0, 1];
const FAR = { lower: -2.5, upper: 2.5 };
const STEPS = 300;
/** What hangs starts at an angle of 1 rad. */
const START: Vec3 = [Math.sin(1), -Math.cos(1), 0];
/** rad/s: by so much a body's angular velocity, at 10 substeps, is above the speed at which it turns. */
const excess = (speed: number) => (speed * (speed / 600) ** 2) / 12;

type Make = (b: Body) => Joint;

/** A joint without limits, and with. */
const CASES: [string, Make, Make][] = [
  [
    'Hinge',
    (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z }),
    (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, limits: { lower: -3, upper: 1 } }),
  ],
  [
    'Hinge as rows',
    (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z }),
    (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, limits: { lower: -3, upper: 1, restitution: 0.5 } }),
  ],
  [
    'Ball',
    (b) => new BallJoint({ b, anchor: ORIGIN, axis: [0, -1, 0] }),
    (b) => new BallJoint({ b, anchor: ORIGIN, axis: [0, -1, 0], swing: { y: 2.5, z: 2.8 }, twist: FAR }),
  ],
  [
    'Prismatic',
    (b) => new PrismaticJoint({ b, anchor: START, axis: [0.8, 0.6, 0] }),
    (b) => new PrismaticJoint({ b, anchor: START, axis: [0.8, 0.6, 0], limits: { lower: -200, upper: 50 } }),
  ],
  [
    'SixDof',
    (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, angular: { x: 'free', z: 'free' } }),
    (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, angular: { x: { limits: FAR }, z: { limits: FAR } } }),
  ],
];

onEachBackend(({ create, within }) => {
  /** Where a body is after some seconds, and the largest change of the energy on the way. */
  async function swing(make: Make): Promise<{ body: Body; change: number }> {
    const world = await create({ gravity: [0, -10, 0], substeps: 10 });
    const body = addUnit(world, { position: START });
    world.addJoint(make(body));
    const { totalEnergy } = world;
    let change = 0;
    for (let step = 0; step < STEPS; step++) {
      world.step(1 / 60);
      change = Math.max(change, Math.abs(world.totalEnergy - totalEnergy));
    }
    return { body, change };
  }

  test.each(CASES)('a %s moves as without', async (_, free, limited) => {
    const [wanted, actual] = [await swing(free), await swing(limited)];
    expectVector(actual.body.position, wanted.body.position, within(2e-6, 2e-3) * Math.max(1, Math.hypot(...wanted.body.position)));
    expect(actual.change).toBeLessThan(Math.max(1.5 * wanted.change, within(1e-6, 1e-2)));
  });

  test('a rope that is slack leaves a body to fall', async () => {
    const world = await create({ gravity: [0, -10, 0], substeps: 4 });
    const body = addUnit(world, { position: ORIGIN });
    world.addJoint(new RopeJoint({ b: body, anchorA: ORIGIN, anchorB: ORIGIN, length: 40 }));
    settle(world, 120);
    expect(Math.abs(body.position[1] + 20)).toBeLessThan(within(1e-9, 1e-4));
  });

  describe('an end that was far', () => {
    const swingTo = (world: World, speed: number, restitution: number) => {
      const body = addUnit(world, { position: X });
      const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, limits: { lower: -1, upper: 1, restitution } }));
      // A body about a hinge: both have to move together.
      body.angularVelocity = [0, 0, speed];
      body.linearVelocity = [0, speed, 0];
      return { body, joint };
    };

    test.each([0.3, 3, 30, 150])('is met at %d rad/s', async (speed) => {
      const world = await create({ substeps: 10 });
      const { body, joint } = swingTo(world, speed, 0);
      let most = 0;
      for (let step = 0; step < 10 + 120 / speed; step++) {
        world.step(1 / 60);
        most = Math.max(most, Math.abs(joint.angle));
      }
      expect(most).toBeLessThan(1 + within(1e-6, 1e-4));
      settle(world, 200);
      expect(Math.abs(body.angularVelocity[2])).toBeLessThan(within(1e-6, 1e-4) + 1.1 * excess(speed));
    });

    // Each time it is the faster by twice the excess above.
    test('throws back what it is told, over and over', async () => {
      const world = await create({ substeps: 10 });
      const { body } = swingTo(world, 3, 1);
      for (let step = 0; step < 600; step++) {
        world.step(1 / 60);
        expect(Math.abs(Math.abs(body.angularVelocity[2]) - 3)).toBeLessThan(3e-4);
      }
    });

    test('stops a motor that reaches it within a step', async () => {
      const world = await create({ substeps: 10 });
      const body = addUnit(world, { position: X });
      const motor = { velocity: 300, maxTorque: 1e5 };
      const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, limits: { lower: -1, upper: 1 }, motor }));
      for (let step = 0; step < 30; step++) {
        world.step(1 / 60);
        expect(joint.angle).toBeLessThan(1 + within(1e-4, 1e-3));
      }
      expect(joint.angle).toBeGreaterThan(0.999);
    });

    test('that is set nearer holds in the next step', async () => {
      const world = await create({ substeps: 10 });
      const { joint } = swingTo(world, 3, 0);
      settle(world, 6);
      joint.limits = { lower: -1, upper: joint.angle + 1e-3 };
      const { upper } = joint.limits!;
      settle(world, 60);
      expect(joint.angle).toBeLessThan(upper + within(1e-6, 1e-4));
    });

    test('that is pressed on bears the same in each step, though nothing falls', async () => {
      const world = await create({ substeps: 10 });
      const body = addUnit(world);
      const joint = world.addJoint(new PrismaticJoint({ b: body, anchor: ORIGIN, axis: X, limits: { lower: -1, upper: 0.5 } }));
      for (let step = 0; step < 300; step++) {
        body.applyForce([20, 0, 0]);
        world.step(1 / 60);
        if (step < 60) continue;
        expect(Math.abs(joint.offset - 0.5)).toBeLessThan(within(1e-9, 1e-5));
        expect(Math.abs(joint.translation.loads.limit + 20)).toBeLessThan(within(1e-6, 1e-2));
      }
    });

    test('of a rope is met when what it hangs on is told to go away', async () => {
      const world = await create({ substeps: 10 });
      const hook = world.addBody({ type: 'kinematic', position: ORIGIN });
      const body = addUnit(world, { position: [1, 0, 0] });
      const rope = world.addJoint(new RopeJoint({ a: hook, b: body, anchorA: ORIGIN, anchorB: X, length: 1.5 }));
      settle(world, 5);
      for (let step = 1; step <= 10; step++) {
        hook.moveTo([-step, 0, 0]);
        world.step(1 / 60);
        expect(rope.distance).toBeLessThan(1.5 + within(1e-6, 1e-3));
      }
      expect(body.position[0]).toBeLessThan(-8);
    });
  });
});
