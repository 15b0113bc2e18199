// Parts of one assembly that overlap when it is made, and that joints do not let apart: they lie there like others. Contacts and limits that contradict each other used to
// throw such an assembly about, at up to 27 m/s.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  type BodyOptions,
  Box,
  FixedJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  type Quat,
  Sphere,
  type Vec3,
} from '../../bindings/index.ts';
import { addFloor, DT, onEachKernel } from '../contacts/worlds.ts';

const LIMITS = { swing: { y: 0.4, z: 0.3 }, twist: { lower: -0.3, upper: 0.3 } };
const NEAR: Vec3 = [0.11, 0.6, 0];
const FAR: Vec3 = [0.2, 0.6, 0.06];
const ALONG: Vec3 = [0, 0, 1];
const UP: Vec3 = [0, 1, 0];

const neck = (a: Body, b: Body): Joint => new BallJoint({ a, b, anchor: NEAR, axis: [1, 0, 0], ...LIMITS });
const ASSEMBLIES: [string, (a: Body, b: Body, c: Body) => Joint[]][] = [
  [
    'a slider',
    (a, b, c) => [neck(a, b), new PrismaticJoint({ a: b, b: c, anchor: FAR, axis: ALONG, limits: { lower: -0.05, upper: 0.05 } })],
  ],
  ['a hinge', (a, b, c) => [neck(a, b), new HingeJoint({ a: b, b: c, anchor: FAR, axis: UP, limits: { lower: -0.2, upper: 0.2 } })]],
  ['a ball', (a, b, c) => [neck(a, b), new BallJoint({ a: b, b: c, anchor: FAR, axis: ALONG, ...LIMITS })]],
  ['a fixed joint', (a, b, c) => [neck(a, b), new FixedJoint({ a: b, b: c, anchor: FAR })]],
];

onEachKernel(({ create }) => {
  /** Two boxes that overlap by a third of their breadth, and a ball between them. */
  const build = async (jointSolver: 'auto' | 'sweeps', turn: number) => {
    const world = await create({ jointSolver });
    addFloor(world, { friction: 0.5 });
    const orientation: Quat = [0, Math.sin(turn / 2), 0, Math.cos(turn / 2)];
    const a = world.addBody({ shape: new Box([0.15, 0.15, 0.15]), mass: 5, position: [0, 0.6, 0] });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 2, position: [0.22, 0.6, 0] });
    const c = world.addBody({ shape: new Box([0.12, 0.1, 0.1]), mass: 3, position: [0.15, 0.6, 0.12], orientation });
    return { world, bodies: [a, b, c] };
  };

  describe.each(['auto', 'sweeps'] as const)('joints solved by %s', (jointSolver) => {
    test.each(ASSEMBLIES)('on a ball and %s they come to rest', async (_, join) => {
      for (const turn of [0, 0.3, 0.6, 0.9]) {
        const { bodies, world } = await build(jointSolver, turn);
        for (const joint of join(bodies[0], bodies[1], bodies[2])) world.addJoint(joint);
        let fastest = 0;
        for (let k = 0; k < 480; k++) {
          world.step(DT);
          if (k > 240) fastest = Math.max(fastest, ...bodies.map(({ linearVelocity }) => Math.hypot(...linearVelocity)));
        }
        expect(fastest).toBeLessThan(0.1);
        world.dispose();
      }
    });

    test('what has parted bears loads like anything else', async () => {
      const world = await create({ jointSolver });
      addFloor(world);
      const upright: BodyOptions = { lockRotation: [true, true, true], lockTranslation: [true, false, true] };
      const [low, high] = [0, 0.3].map((y) =>
        world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 1, position: [0, 0.2 + y, 0], ...upright }),
      );
      const link = world.addBody({ shape: new Sphere(0.05), mass: 1, position: [0.5, 0.35, 0] });
      world.addJoint(new BallJoint({ a: low, b: link, anchor: [0.5, 0.2, 0] }));
      world.addJoint(new PrismaticJoint({ a: link, b: high, anchor: [0.5, 0.5, 0], axis: UP }));
      for (let k = 0; k < 240; k++) world.step(DT);
      const before = high.position[1];
      expect(before).toBeGreaterThan(0.58);
      for (let k = 0; k < 120; k++) {
        high.applyForce([0, -2000, 0]);
        world.step(DT);
      }
      expect(high.position[1]).toBeGreaterThan(before - 0.01);
      world.dispose();
    });

    test('where joints let them they part', async () => {
      const { bodies, world } = await build(jointSolver, 0);
      const [a, b, c] = bodies;
      world.addJoint(new BallJoint({ a, b, anchor: NEAR }));
      world.addJoint(new BallJoint({ a: b, b: c, anchor: FAR }));
      for (let k = 0; k < 240; k++) world.step(DT);
      const depths = [...world.contacts()].flatMap(({ points }) => points.map(({ separation }) => -separation));
      expect(Math.max(...depths)).toBeLessThan(5e-3);
      world.dispose();
    });
  });
});
