// A hinge that rests on its limit: it stays there, and its load is what statics says, whatever the substeps and whoever solves it.
import { describe, expect, test } from 'vitest';
import { Box, HingeJoint } from '../../bindings/index.ts';
import { DT, onEachKernel } from '../contacts/worlds.ts';

const GRAVITY = 10;
const LIMIT = 0.3;

onEachKernel(({ create, isSingle }) => {
  describe.each(['auto', 'sweeps', 'direct'] as const)('joints solved by %s', (jointSolver) => {
    test.each(['auto', 1, 2, 4, 7, 10, 20] as const)('a trapdoor at %s substeps', async (substeps) => {
      const world = await create({ substeps, jointSolver, gravity: [0, -GRAVITY, 0] });
      const door = world.addBody({ shape: new Box([0.5, 0.5, 0.05]), mass: 10, position: [0.5, 0, 0] });
      const hinge = world.addJoint(
        new HingeJoint({ a: null, b: door, anchor: [0, 0, 0], axis: [0, 0, 1], limits: { lower: -LIMIT, upper: LIMIT } }),
      );
      const torque = 10 * GRAVITY * 0.5 * Math.cos(LIMIT);
      for (let k = 0; k < 600; k++) {
        world.step(DT);
        if (k < 300) continue;
        expect(hinge.getLoads().limit.torque[2] / torque).toBeCloseTo(1, isSingle ? 3 : 6);
        expect(hinge.getLoads({ at: 'end' }).limit.torque[2] / torque).toBeCloseTo(1, isSingle ? 3 : 6);
        expect(Math.hypot(...door.angularVelocity)).toBeLessThan(1e-4);
        expect(hinge.angle).toBeCloseTo(-LIMIT, 4);
      }
    });

    test('a door leaves its limit as freely as if there were none', async () => {
      const angles: number[] = [];
      for (const limits of [{ lower: 0, upper: 2 }, undefined]) {
        const world = await create({ substeps: 10, jointSolver, gravity: [0, 0, 0] });
        const door = world.addBody({ shape: new Box([0.5, 0.5, 0.05]), mass: 10, position: [0.5, 0, 0] });
        const hinge = world.addJoint(
          new HingeJoint({ a: null, b: door, anchor: [0, 0, 0], axis: [0, 0, 1], ...(limits ? { limits } : {}) }),
        );
        for (let k = 0; k < 30; k++) world.step(DT);
        door.applyImpulse([0, 5, 0]);
        for (let k = 0; k < 60; k++) world.step(DT);
        angles.push(hinge.angle);
      }
      expect(angles[0]).toBeGreaterThan(0.3);
      expect(angles[0]).toBeCloseTo(angles[1], 3);
    });
  });
});
