// Drives that turn a body to an orientation: backward Euler, a bound of the vector, loads at rest, momentum.
import { describe, expect, test } from 'vitest';
import { AngularDriveJoint, BallJoint, Box, HingeJoint, type Quat, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { expectRelative, expectVector, onEachBackend, settle } from './worlds.ts';

const STEP = 1 / 240;
const ABOUT: Vec3 = [0.6, 0, 0.8];
const turned = (angle: number): Quat => [...ABOUT.map((x) => x * Math.sin(angle / 2)), Math.cos(angle / 2)] as Quat;

describe('an AngularDrive', () => {
  onEachBackend(({ create, within }) => {
    test('is backward Euler about any axis, and bodies of equal inertia turn about one', async () => {
      const world = await create({ substeps: 1, timeStepping: 'first-order' });
      const inertia: Vec3 = [0.3, 0.3, 0.3];
      const b = world.addBody({ mass: 1, inertia, orientation: turned(0.8) });
      const drive = world.addJoint(new AngularDriveJoint({ b, target: [0, 0, 0, 1], stiffness: 12, damping: 0.7 }));
      let [angle, speed] = [0.8, 0];
      for (let k = 0; k < 240; k++) {
        world.step(STEP);
        // The Cayley map turns by 2 atan(h w / 2), not by h w.
        let next = speed;
        for (let iteration = 0; iteration < 50; iteration++)
          next = (0.3 * speed - STEP * 12 * (angle + 2 * Math.atan((STEP * next) / 2))) / (0.3 + STEP * 0.7);
        speed = next;
        angle += 2 * Math.atan((STEP * speed) / 2);
        expectVector(
          b.angularVelocity,
          ABOUT.map((x) => x * speed),
          within(1e-3, 1e-3),
        );
        expect(Math.abs(drive.angularError - Math.abs(angle))).toBeLessThan(within(1e-3, 1e-3));
      }
    });

    test('bounds the size of its torque, whatever its direction', async () => {
      const world = await create();
      const b = world.addBody({ mass: 1, inertia: [0.4, 0.4, 0.4] });
      const drive = world.addJoint(new AngularDriveJoint({ b, target: turned(3), stiffness: 1e4, maxTorque: 2 }));
      for (let k = 0; k < 20; k++) {
        world.step(1 / 60);
        expect(drive.saturated).toBe(true);
        if (k > 0)
          expectVector(
            drive.torque,
            ABOUT.map((x) => 2 * x),
            within(1e-6, 1e-4),
          );
      }
      expectVector(
        b.angularVelocity,
        ABOUT.map((x) => (x * 2 * 20) / 60 / 0.4),
        within(1e-6, 1e-4),
      );
      expect(drive.getLoads().motor.torque).toEqual([...drive.torque]);
    });

    test.each(['auto', 'sweeps'] as const)(
      'bears a load by its angle, and gives just its greatest torque where that is less (%s)',
      async (jointSolver) => {
        const world = await create({ gravity: [0, -10, 0], jointSolver, sleep: false } as WorldOptions);
        const b = world.addBody({ shape: new Box([0.5, 0.1, 0.1]), mass: 4, position: [0.5, 0, 0] });
        world.addJoint(new BallJoint({ b, anchor: [0, 0, 0] }));
        const drive = world.addJoint(new AngularDriveJoint({ b, target: [0, 0, 0, 1], stiffness: 100, damping: 20 }));
        settle(world, 300);
        // 40 N at half a metre: k a = m g l cos a
        const angle = drive.angularError;
        expectRelative(100 * angle, 20 * Math.cos(angle), within(1e-4, 1e-4));
        expectRelative(Math.hypot(...drive.torque), 100 * angle, within(1e-4, 1e-4));
        expect(drive.saturated).toBe(false);
        drive.maxTorque = 12;
        b.linearDamping = 5;
        settle(world, 600);
        expectRelative(Math.hypot(...drive.torque), 12, within(1e-9, 1e-5));
        expectRelative(drive.angularError, Math.acos(12 / 20), within(1e-4, 1e-3));
      },
    );

    test('between free bodies leaves momentum and angular momentum as they are', async () => {
      const world = await create();
      const a = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4] });
      const b = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.15], position: [1, 0, 0], angularVelocity: [1, -2, 3] });
      const drive = world.addJoint(
        new AngularDriveJoint({ a, b, target: turned(2), targetVelocity: [0, 1, 0], stiffness: 5, damping: 0.1 }),
      );
      const before = b.angularMomentum;
      settle(world, 120);
      const after = [0, 1, 2].map((k) => a.angularMomentum[k] + b.angularMomentum[k]);
      expectVector(after, [...before], within(1e-12, 1e-5));
      expectVector([...a.linearVelocity, ...b.linearVelocity], [0, 0, 0, 0, 0, 0], 1e-12);
      expect(drive.positionError).toBe(0);
    });

    test('closes no loop beside a joint that holds a point', async () => {
      const world = await create({ gravity: [0, -10, 0] });
      const links = [0, 1, 2].map((k) => world.addBody({ shape: new Box([0.4, 0.1, 0.1]), mass: 1, position: [k, 0, 0] }));
      for (const [k, b] of links.entries()) {
        const a = links[k - 1] ?? null;
        world.addJoint(new AngularDriveJoint({ a, b, stiffness: 50, damping: 5 }));
        world.addJoint(new HingeJoint({ a, b, anchor: [k - 0.5, 0, 0], axis: [0, 0, 1] }));
      }
      settle(world, 10);
      expect(world.jointIslands).toEqual({ direct: 1, swept: 0, failures: 0 });
      const flags = [...world.joints].map((joint) => joint.positionError);
      for (const error of flags) expect(error).toBeLessThan(1e-4);
    });
  });

  test('refuses what it cannot do', async () => {
    const world = await World.create();
    const b = world.addBody({ mass: 1 });
    const make = (options: object) => () => new AngularDriveJoint({ b, ...options });
    expect(make({ stiffness: -1 })).toThrow(/stiffness/);
    expect(make({})).toThrow(/needs a stiffness, a damping or a frequency/);
    expect(make({ frequency: 3, stiffness: 2 })).toThrow(/not both/);
    expect(make({ stiffness: 1, maxTorque: Number.NaN })).toThrow(/maxTorque/);
    expect(make({ stiffness: 1, target: [0, 0, 0, 0] })).toThrow(/target/);
  });
});
