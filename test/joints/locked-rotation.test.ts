// Joints whose frames are turned, on bodies that turn in one plane only: rounding in the frame is no motion that a row could act on.
import { describe, expect, test } from 'vitest';
import { type Body, Box, HingeJoint, type Vec3, World } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';

const DT = 1 / 60;
const LOCKS: [boolean, boolean, boolean][] = [
  [false, false, false],
  [true, false, false],
  [true, true, false],
];

for (const { label, settings } of BACKENDS) {
  describe(label, () => {
    const create = (gravity: Vec3 = [0, 0, 0]) => World.create({ ...settings, sleep: false, gravity });
    const addArm = (world: World, lockRotation: [boolean, boolean, boolean]): Body =>
      world.addBody({ shape: new Box([0.5, 0.05, 0.05]), mass: 4, position: [0.5, 0, 0], lockRotation });

    test.each(LOCKS)('a motor turns its arm, rotation about x locked: %s, y: %s', async (...lockRotation) => {
      const world = await create();
      const motor = { velocity: 1, maxTorque: 100 };
      const hinge = world.addJoint(new HingeJoint({ b: addArm(world, lockRotation), anchor: [0, 0, 0], axis: [0, 0, 1], motor }));
      let largest = 0;
      for (let k = 0; k < 60; k++) {
        world.step(DT);
        largest = Math.max(largest, Math.hypot(...hinge.torque));
      }
      expect(hinge.angle).toBeCloseTo(1, 1);
      expect(largest).toBeLessThan(101);
      world.dispose();
    });

    test('a weight under friction and under viscous damping falls', async () => {
      // 4 kg at 0.5 m: 19.6 N m.
      for (const drag of [{ friction: 5 }, { viscousDamping: 5 }]) {
        const world = await create([0, -9.81, 0]);
        const hinge = world.addJoint(
          new HingeJoint({ b: addArm(world, [true, true, false]), anchor: [0, 0, 0], axis: [0, 0, 1], ...drag }),
        );
        for (let k = 0; k < 30; k++) world.step(DT);
        expect(hinge.angle).toBeLessThan(-0.5);
        world.dispose();
      }
    });

    test('servos and limits by frequency know the inertia about the axis', async () => {
      const world = await create();
      const hinge = world.addJoint(
        new HingeJoint({
          b: addArm(world, [true, true, false]),
          anchor: [0, 0, 0],
          axis: [0, 0, 1],
          motor: { target: 1, frequency: 3, dampingRatio: 1 },
          limits: { lower: -2, upper: 2, frequency: 5 },
        }),
      );
      for (let k = 0; k < 90; k++) world.step(DT);
      expect(hinge.angle).toBeCloseTo(1, 3);
      world.dispose();
    });
  });
}
