// Kinematic bodies, locked axes, and how bodies of any size turn.
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PrismaticJoint,
  type Quat,
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRelative, expectVector, norm, roundOff } from './backends.ts';

const DT = 1 / 60;
const half = (angle: number, [x, y, z]: Vec3): Quat =>
  [x, y, z, 0].map((c) => c * Math.sin(angle / 2)).with(3, Math.cos(angle / 2)) as Quat;
/** Angle between two orientations. */
function between(a: Readonly<Quat>, b: Readonly<Quat>): number {
  const [difference, sum] = [norm(a.map((c, k) => c - b[k])), norm(a.map((c, k) => c + b[k]))];
  return 4 * Math.asin(Math.min(difference, sum, 2) / 2);
}
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const vec3 = (limit: number) => fc.tuple(number(limit), number(limit), number(limit)) as fc.Arbitrary<Vec3>;
const quat = fc.tuple(number(1), number(1), number(1), number(1)).filter((q) => norm(q) > 0.1) as unknown as fc.Arbitrary<Quat>;
const BRICK = { mass: 2, inertia: [0.5, 0.7, 0.9] };

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const tolerance = roundOff(label);
  const create = (others: object = {}) => World.create({ ...settings, gravity: [0, 0, 0], substeps: 20, sleep: false, ...others });

  describe('a kinematic body', () => {
    test('driven by a velocity, goes v t and turns w t, and nothing hinders it', async () => {
      const world = await create({ gravity: [0, -10, 0] });
      const body = world.addBody({ type: 'kinematic', linearVelocity: [1, -2, 3], angularVelocity: [0, 0, 2], linearDamping: 5 });
      const load = world.addBody({ mass: 1e6, position: [1, 0, 0] });
      world.addJoint(new BallJoint({ a: body, b: load, anchor: [0, 0, 0] }));
      for (let k = 0; k < 60; k++) world.step(DT);
      expectVector(body.position, [1, -2, 3], 60 * tolerance);
      expect(between(body.orientation, half(2, [0, 0, 1]))).toBeLessThan(200 * tolerance);
      expect([body.linearVelocity, body.angularVelocity]).toEqual([
        [1, -2, 3],
        [0, 0, 2],
      ]);
    });

    test('driven by poses, is exactly there after each step, and rests when there is none', async () => {
      const world = await create();
      const body = world.addBody({ type: 'kinematic', linearVelocity: [9, 9, 9], angularVelocity: [9, 9, 9] });
      fc.assert(
        fc.property(vec3(100), quat, (position, orientation) => {
          const wanted = orientation.map((c) => c / norm(orientation));
          body.moveTo(position, orientation);
          world.step(DT);
          for (let k = 0; k < 2; k++) {
            expectVector(body.position, position, 0);
            expectVector(body.orientation, wanted, 1e-15);
            expect([body.linearVelocity, body.angularVelocity]).toEqual([
              [0, 0, 0],
              [0, 0, 0],
            ]);
            world.step(DT);
          }
        }),
        { numRuns: 50, seed: 1 },
      );
    });

    test('keeps its orientation when only a position is given, and the last of two targets counts', async () => {
      const world = await create();
      const orientation: Quat = [0.6, 0, 0, 0.8];
      const body = world.addBody({ type: 'kinematic', orientation });
      body.moveTo([1, 0, 0], [0, 0, 0, 1]);
      body.moveTo({ x: 2, y: 3, z: 4 });
      expect(body.position).toEqual([0, 0, 0]);
      world.step(DT);
      expect([body.position, body.orientation]).toEqual([[2, 3, 4], orientation]);
    });

    test('moves its origin, not its centre of mass', async () => {
      const world = await create();
      const body = world.addBody({ type: 'kinematic', centerOfMass: [1, 2, 3] });
      body.moveTo([5, 6, 7], half(Math.PI / 2, [0, 0, 1]));
      world.step(DT);
      expectVector(body.position, [5, 6, 7], 1e-14);
      expectVector(body.centerOfMass, [3, 7, 10], 1e-14);
    });

    test('carries what is fixed to it along, over poses', async () => {
      const world = await create();
      const hand = world.addBody({ type: 'kinematic' });
      const tool = world.addBody({ ...BRICK, position: [1, 0, 0] });
      world.addJoint(new FixedJoint({ a: hand, b: tool, anchor: [0.5, 0, 0] }));
      for (let k = 1; k <= 60; k++) {
        hand.moveTo([0, k / 60, 0], half(k / 60, [0, 0, 1]));
        world.step(DT);
      }
      const error = 1e-3;
      expectVector(hand.position, [0, 1, 0], 0);
      expectVector(tool.position, [Math.cos(1), 1 + Math.sin(1), 0], error);
      expect(between(tool.orientation, half(1, [0, 0, 1]))).toBeLessThan(error);
      // While the hand moves, so does the tool: a metre and a radian a second.
      expectVector(tool.angularVelocity, [0, 0, 1], 0.02);
      expectVector(tool.linearVelocity, [-Math.sin(1), 1 + Math.cos(1), 0], 0.02);
    });

    test('turns what is hinged to it, by its velocity', async () => {
      const world = await create();
      const wheel = world.addBody({ type: 'kinematic', angularVelocity: [0, 3, 0] });
      const arm = world.addBody({ ...BRICK, position: [1, 0, 0] });
      const hinge = world.addJoint(new HingeJoint({ a: wheel, b: arm, anchor: [1, 0, 0], axis: [0, 1, 0], target: { angle: 0 } }));
      arm.linearVelocity = [0, 0, -3];
      arm.angularVelocity = [0, 3, 0];
      for (let k = 0; k < 60; k++) world.step(DT);
      expectVector(arm.position, [Math.cos(3), 0, -Math.sin(3)], 5e-3);
      expect(Math.abs(hinge.angle)).toBeLessThan(1e-3);
      // m w² r towards the axis, on the mean over the last step
      expectVector(hinge.force, [-18 * Math.cos(3 - 1.5 * DT), 0, 18 * Math.sin(3 - 1.5 * DT)], 0.1);
    });

    test('a target is forgotten when the type changes', async () => {
      const world = await create();
      const body = world.addBody({ type: 'kinematic' });
      body.moveTo([1, 1, 1]);
      body.type = 'dynamic';
      world.step(DT);
      expect(body.position).toEqual([0, 0, 0]);
      body.type = 'kinematic';
      world.step(DT);
      expect(body.position).toEqual([0, 0, 0]);
    });
  });

  describe('locked axes', () => {
    const PLANAR = { lockTranslation: [false, false, true], lockRotation: [true, true, false] } as const;
    const TENSOR = [0.5, 0.05, 0.04, 0.05, 0.6, 0.03, 0.04, 0.03, 0.7];

    test('a planar double pendulum stays in its plane, exactly', async () => {
      const world = await create({ gravity: [1, -10, 5] });
      const links = [1, 2].map((x) => world.addBody({ mass: 1, inertia: TENSOR, position: [x, 0, 0], ...PLANAR }));
      world.addJoint(new BallJoint({ b: links[0], anchor: [0.5, 0, 0.1] })); // out of the plane: without locks it would swing out
      world.addJoint(new HingeJoint({ a: links[0], b: links[1], anchor: [1.5, 0, -0.1], axis: [0, 0, 1] }));
      links[1].applyImpulse([0.1, 0, 3], [2, 0.3, 0]);
      for (let k = 0; k < 300; k++) {
        world.step(DT);
        links[0].applyForce([0, 0, 9], [1, 1, 1]);
        for (const { position, orientation, linearVelocity, angularVelocity } of links) {
          const out = [position[2], orientation[0], orientation[1], linearVelocity[2], angularVelocity[0], angularVelocity[1]];
          expect(out.map(Math.abs)).toEqual([0, 0, 0, 0, 0, 0]);
        }
      }
      expect(Math.abs(links[1].position[1])).toBeGreaterThan(0.1); // it swings
      for (const joint of world.joints) expect(joint.positionError).toBeLessThan(5e-3);
    });

    const HOLDERS: [string, (a: Body | null, b: Body, x: number) => Joint][] = [
      ['Ball', (a, b, x) => new BallJoint({ a, b, anchor: [x, 0, 0] })],
      ['Hinge', (a, b, x) => new HingeJoint({ a, b, anchor: [x, 0, 0], axis: [0, 0, 1] })],
      ['Fixed', (a, b, x) => new FixedJoint({ a, b, anchor: [x, 0, 0] })],
      ['Prismatic', (a, b, x) => new PrismaticJoint({ a, b, anchor: [x, 0, 0], axis: [1, 1, 0], target: { offset: 0 } })],
      ['Distance', (a, b, x) => new DistanceJoint({ a, b, anchorA: [x - 0.1, 0, 0], anchorB: [x, 0, 0], frame: 'world' })],
    ];
    test.each(HOLDERS)('a chain of planar bodies is held by a %s as well as one of free bodies', async (_, make) => {
      for (const inertia of [undefined, [0.5, 0.6, 0.7], TENSOR]) {
        const world = await create({ gravity: [1, -10, 0] });
        const links = [1, 2].map((x) => world.addBody({ mass: 1, inertia, position: [x, 0, 0], ...PLANAR }));
        const joints = [world.addJoint(make(null, links[0], 0.5)), world.addJoint(make(links[0], links[1], 1.5))];
        for (let k = 0; k < 120; k++) {
          world.step(DT);
          for (const joint of joints) expect(joint.positionError).toBeLessThan(3e-4);
        }
      }
    });

    test.each(['sweeps', 'auto'] as const)('a chain of planar bodies swings as one of free bodies does, by %s', async (jointSolver) => {
      const ends = await Promise.all(
        [PLANAR, {}].map(async (locks) => {
          const world = await create({ gravity: [1, -10, 0], jointSolver });
          const links = [1, 2, 3].map((x) => world.addBody({ mass: 1, inertia: [0.5, 0.6, 0.7], position: [x, 0, 0], ...locks }));
          links.forEach((b, k) => {
            world.addJoint(new HingeJoint({ a: links[k - 1] ?? null, b, anchor: [k + 0.5, 0, 0], axis: [0, 0, 1] }));
          });
          for (let k = 0; k < 60; k++) world.step(DT);
          return links.map(({ position }) => position);
        }),
      );
      expect(ends[1][2][1]).toBeLessThan(-1);
      for (const [k, position] of ends[0].entries()) expectVector(position, ends[1][k], 1e-3);
    });

    test('neither forces nor velocities act along them', async () => {
      const world = await create({ gravity: [0, -10, 0] });
      const body = world.addBody({ lockTranslation: [true, true, false], lockRotation: [false, true, true], linearVelocity: [1, 1, 1] });
      expect([body.linearVelocity, body.angularVelocity]).toEqual([
        [0, 0, 1],
        [0, 0, 0],
      ]);
      body.angularVelocity = [4, 5, 6];
      body.linearVelocity = [7, 8, 9];
      expect([body.linearVelocity, body.angularVelocity]).toEqual([
        [0, 0, 9],
        [4, 0, 0],
      ]);
      body.applyForce([60, 60, 60]);
      body.applyTorque([6, 6, 6]);
      body.applyImpulse([1, 1, 1]);
      world.step(DT);
      expectVector(body.linearVelocity, [0, 0, 11], 20 * tolerance);
      expectVector(body.angularVelocity, [5, 0, 0], 20 * tolerance);
      expect(body.position.slice(0, 2)).toEqual([0, 0]);
    });

    test('a body with all axes locked does not move at all', async () => {
      const world = await create({ gravity: [1, -10, 2] });
      const all = [true, true, true] as const;
      const body = world.addBody({ mass: 1, inertia: TENSOR, orientation: [1, 2, 3, 4], lockTranslation: all, lockRotation: all });
      const other = world.addBody({ position: [1, 0, 0] });
      world.addJoint(new FixedJoint({ a: body, b: other, anchor: [0.5, 0, 0] }));
      const { orientation } = body;
      body.applyTorque([5, 5, 5]);
      for (let k = 0; k < 60; k++) world.step(DT);
      expect(body.position).toEqual([0, 0, 0]);
      expectVector(body.orientation, orientation, 1e-15);
      expectVector(other.position, [1, 0, 0], 1e-3);
    });

    test('an angular impulse does the same as a torque for a short time', async () => {
      for (const lockRotation of [
        [true, false, false],
        [false, true, false],
        [true, false, true],
      ] as [boolean, boolean, boolean][]) {
        const world = await create();
        const [struck, turned] = [0, 1].map(() => world.addBody({ mass: 1, inertia: TENSOR, lockRotation }));
        struck.applyAngularImpulse([0.02, 0.03, 0.04]);
        turned.applyTorque([20, 30, 40]);
        world.step(0.001);
        expectVector(struck.angularVelocity, turned.angularVelocity, 1e-4);
      }
    });

    test('a spinning body with one locked axis keeps its energy, and its momentum about the free axes', async () => {
      const world = await create();
      const body = world.addBody({ mass: 1, inertia: [0.5, 0.7, 0.9], lockRotation: [true, false, false], angularVelocity: [0, 2, 3] });
      const [energy, momentum] = [body.kineticEnergy, body.angularMomentum];
      for (let k = 0; k < 300; k++) {
        world.step(DT);
        expect(body.angularVelocity[0]).toBe(0);
        expectVector(body.angularMomentum.slice(1), momentum.slice(1), 0.01);
        expectRelative(body.kineticEnergy, energy, 0.01);
      }
    });

    test('a body without locks beside it is not held', async () => {
      const world = await create();
      const bodies: Body[] = [];
      for (let k = 0; k < 8; k++) bodies.push(world.addBody({ ...BRICK, ...(k % 2 ? PLANAR : {}), angularVelocity: [1, 2, 3] }));
      world.step(DT);
      for (const [k, body] of bodies.entries()) expect(norm(body.angularVelocity)).toBeCloseTo(k % 2 ? 3 : Math.sqrt(14), 1);
    });
  });

  describe('size', () => {
    const SIZES = [1e-4, 1e-3, 1e-2, 1, 100, 1e4];

    test.each(SIZES)('a brick of %s m turns freely', async (size) => {
      const world = await create();
      const body = world.addBody({ shape: new Box([size / 2, size / 4, size / 3]), angularVelocity: [0.3, 0.1, 0.2] });
      const [energy, momentum] = [body.kineticEnergy, body.angularMomentum];
      for (let k = 0; k < 60; k++) world.step(DT);
      expectRelative(body.kineticEnergy, energy, 1e-4);
      expectVector(body.angularMomentum, momentum, 1e-4 * norm(momentum));
    });

    test.each(SIZES)('a torque turns a brick of %s m', async (size) => {
      const world = await create();
      const body = world.addBody({ shape: new Box([size / 2, size / 4, size / 3]) });
      const torque = body.inertia.map((moment) => 0.3 * moment) as Vec3;
      for (let k = 0; k < 60; k++) {
        body.applyTorque(torque);
        world.step(DT);
      }
      expectVector(body.angularMomentum, torque, 1e-4 * norm(torque));
    });
  });
});

test.each(BACKENDS)('a kinematic body with ccd gets where it is moved to: $label', async ({ settings }) => {
  const world = await World.create(settings);
  const body = world.addBody({ type: 'kinematic', shape: new Box([0.5, 0.5, 0.5]), ccd: true });
  const turned = half(0.3, [0, 0, 1]);
  body.moveTo([1, 2, 3], turned);
  world.step(DT);
  expectVector(body.position, [1, 2, 3], 1e-12);
  expectVector(body.orientation, turned, 1e-12);
});
