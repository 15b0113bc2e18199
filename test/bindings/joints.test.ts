// Geometry, options and read-outs of the joints.
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
import { BACKENDS, cross, expectVector, norm, roundOff } from './backends.ts';

const DT = 1 / 60;
const shape = new Box([0.3, 0.2, 0.1]);
const half = (angle: number, [x, y, z]: Vec3): Quat =>
  [x, y, z, 0].map((c) => c * Math.sin(angle / 2)).with(3, Math.cos(angle / 2)) as Quat;
const number = (limit: number) => fc.double({ min: -limit, max: limit, noNaN: true });
const vec3 = (limit: number) => fc.tuple(number(limit), number(limit), number(limit)) as fc.Arbitrary<Vec3>;
const quat = fc.tuple(number(1), number(1), number(1), number(1)).filter((q) => norm(q) > 0.1) as unknown as fc.Arbitrary<Quat>;

type Ends = { a: Body | null; b: Body | null; enabled?: boolean };
const MAKERS: [name: string, make: (ends: Ends) => Joint][] = [
  ['Ball', (ends) => new BallJoint({ ...ends, anchor: [0.5, 0, 0] })],
  ['Hinge', (ends) => new HingeJoint({ ...ends, anchor: [0.5, 0, 0], axis: [0, 0, 1] })],
  ['Fixed', (ends) => new FixedJoint({ ...ends, anchor: [0.5, 0, 0] })],
  ['Prismatic', (ends) => new PrismaticJoint({ ...ends, anchor: [0.5, 0, 0], axis: [1, 1, 0] })],
  ['Distance', (ends) => new DistanceJoint({ ...ends, anchorA: [0.4, 0, 0], anchorB: [0.5, 0, 0], frame: 'world' })],
];

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const tolerance = roundOff(label);
  const create = (others: object = {}) => World.create({ ...settings, gravity: [0, 0, 0], ...others });
  const pair = async (others: object = {}) => {
    const world = await create(others);
    const [a, b] = [0, 1].map((x) => world.addBody({ shape, mass: 1, centerOfMass: [0.05, 0, 0.1], position: [x, 0, 0] }));
    return { world, a, b };
  };

  describe('read-outs', () => {
    test('the angle of a hinge is right-handed about its axis, from -pi to pi', async () => {
      const { world, a, b } = await pair();
      for (const axis of [
        [0, 0, 1],
        [-1, 0, 0],
        [1, 0, 0],
        [1, 2, -3],
      ] as Vec3[]) {
        a.orientation = [0, 0, 0, 1];
        b.orientation = [0, 0, 0, 1];
        const unit = axis.map((c) => c / norm(axis)) as Vec3;
        const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0.5, 0, 0], axis }));
        expect(Math.abs(hinge.angle)).toBeLessThan(1e-15);
        expectVector(hinge.axisWorld, unit, 1e-14);
        for (const angle of [-3.1, -2, -0.5, -1e-8, 1e-8, 0.7, 1.6, 3.1]) {
          b.orientation = half(angle, unit);
          expect(hinge.angle).toBeCloseTo(angle, 13);
          a.orientation = half(2, unit); // the angle of B against A
          b.orientation = half(2 + angle, unit);
          expect(hinge.angle).toBeCloseTo(angle, 13);
          expect(hinge.angularError).toBeLessThan(1e-7);
          a.orientation = [0, 0, 0, 1];
        }
        world.removeJoint(hinge);
      }
    });

    test('the angle of axes apart, and of a body turned against a fixed one', async () => {
      const { world, a, b } = await pair();
      const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0.5, 0, 0], axis: [0, 0, 1] }));
      const fixed = world.addJoint(new FixedJoint({ a, b, anchor: [0.5, 0, 0] }));
      const prismatic = world.addJoint(new PrismaticJoint({ a, b, anchor: [0.5, 0, 0], axis: [0, 0, 1] }));
      for (const angle of [0, 1e-6, 0.1, 1, 3]) {
        b.orientation = half(angle, [1, 0, 0]);
        for (const joint of [hinge, fixed, prismatic]) expect(joint.angularError).toBeCloseTo(angle, 13);
        b.orientation = half(angle, [0, 0, 1]);
        expect([hinge.angularError, fixed.angularError, prismatic.angularError].map((error) => error.toFixed(6))).toEqual(
          [0, angle, angle].map((error) => error.toFixed(6)),
        );
      }
    });

    test('offset, distance and position errors', async () => {
      const { world, a, b } = await pair();
      const slider = world.addJoint(new PrismaticJoint({ a, b, anchor: [0.5, 0, 0], axis: [0, 2, 0] }));
      const ball = world.addJoint(new BallJoint({ a, b, anchor: [0.5, 0, 0] }));
      const rod = world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], minLength: 0.5, maxLength: 1.5 }));
      b.position = [1.3, 0.4, 0];
      expect(slider.offset).toBeCloseTo(0.4, 14);
      expect(slider.positionError).toBeCloseTo(0.3, 14);
      expect(ball.positionError).toBeCloseTo(0.5, 14);
      expect(rod.distance).toBeCloseTo(Math.hypot(1.3, 0.4), 14);
      expect([rod.minLength, rod.maxLength, rod.positionError]).toEqual([0.5, 1.5, 0]);
      b.position = [2, 0, 0];
      expect(rod.positionError).toBeCloseTo(0.5, 14);
      b.position = [0, 0.1, 0];
      expect(rod.positionError).toBeCloseTo(0.4, 14);
      expectVector(ball.anchorWorldA, [0.5, 0, 0], 1e-14);
      expectVector(ball.anchorWorldB, [-0.5, 0.1, 0], 1e-14);
    });

    test('out parameters are written to', async () => {
      const { world, a, b } = await pair({ gravity: [0, -10, 0] });
      a.type = 'static';
      const joint = world.addJoint(new FixedJoint({ a, b, anchor: [0.5, 0, 0] }));
      world.step(DT);
      const [force, torque] = [new Float64Array(3), [0, 0, 0]];
      expect(joint.getForce(force)).toBe(force);
      expect(joint.getTorque(torque)).toBe(torque);
      expect([[...force], torque]).toEqual([joint.force, joint.torque]);
      expect(norm(torque)).toBeGreaterThan(1);
    });
  });

  describe('where it attaches', () => {
    test('an anchor in the world is the same as its points in the bodies', async () => {
      const { world, a, b } = await pair();
      fc.assert(
        fc.property(vec3(2), vec3(2), quat, quat, vec3(3), (positionA, positionB, orientationA, orientationB, anchor) => {
          Object.assign(a, { position: positionA, orientation: orientationA });
          Object.assign(b, { position: positionB, orientation: orientationB });
          const local = { anchorA: a.localPoint(anchor), anchorB: b.localPoint(anchor) };
          for (const Kind of [BallJoint, FixedJoint]) {
            const joints = [{ anchor }, local].map((place) => world.addJoint(new Kind({ a, b, ...place })));
            for (const joint of joints) {
              expectVector(joint.anchorWorldA, anchor, 1e-12);
              expectVector(joint.anchorWorldB, anchor, 1e-12);
              expect(joint.positionError).toBeLessThan(1e-12);
              world.removeJoint(joint);
            }
          }
        }),
        { numRuns: 50, seed: 1 },
      );
    });

    test('axes in the bodies are brought together by the joint', async () => {
      const { world, a, b } = await pair();
      a.type = 'static';
      a.orientation = half(0.4, [0, 1, 0]);
      const hinge = world.addJoint(
        new HingeJoint({ a, b, anchorA: [0.5, 0, 0], anchorB: [-0.5, 0, 0], axisA: [0, 0, 1], axisB: [0, 0.1, 1], angularCompliance: 0 }),
      );
      expectVector(hinge.axisWorld, [Math.sin(0.4), 0, Math.cos(0.4)], 1e-14);
      expect(hinge.angularError).toBeGreaterThan(0.3);
      for (let k = 0; k < 30; k++) world.step(DT);
      expect(hinge.angularError).toBeLessThan(1e-3);
      expect(hinge.positionError).toBeLessThan(1e-3);
    });

    test('for the world, local anchors and axes are those of the world', async () => {
      const { world, b } = await pair();
      const joint = world.addJoint(new HingeJoint({ b, anchorA: [3, 2, 1], anchorB: [0, 0, 0], axisA: [0, 1, 0], axisB: [0, 1, 0] }));
      expectVector(joint.anchorWorldA, [3, 2, 1], 0);
      expectVector(joint.axisWorld, [0, 1, 0], 1e-15);
      expect([joint.a, joint.b]).toEqual([null, b]);
    });

    test('a distance without length keeps what it finds', async () => {
      const { world, a, b } = await pair();
      b.position = [3, 4, 0];
      const local = world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
      expect([local.minLength, local.maxLength]).toEqual([5, 5]);
      const inWorld = world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 2], frame: 'world', maxLength: 9 }));
      expect([inWorld.distance, inWorld.minLength, inWorld.maxLength]).toEqual([2, 0, 9]);
      expect(world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], minLength: 1 })).maxLength).toBe(Infinity);
      local.length = 2;
      expect([local.minLength, local.maxLength]).toEqual([2, 2]);
    });
  });

  describe.each(MAKERS)('a %s', (_name, make) => {
    test('keeps its options', async () => {
      const { world, a, b } = await pair();
      const joint = world.addJoint(make({ a, b }));
      expect([joint.a, joint.b, joint.world, joint.alive, joint.index]).toEqual([a, b, world, true, 0]);
      expect([joint.compliance, joint.damping, joint.enabled, joint.collideConnected]).toEqual([0, { linear: 0, angular: 0 }, true, false]);
      expect([joint.force, joint.torque]).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      joint.compliance = 1e-3;
      joint.damping = { angular: 4 };
      joint.collideConnected = true;
      joint.enabled = false;
      joint.userData = joint;
      expect([joint.compliance, joint.damping, joint.enabled, joint.collideConnected]).toEqual([
        1e-3,
        { linear: 0, angular: 4 },
        false,
        true,
      ]);
      expect(joint.userData).toBe(joint);
      joint.collideConnected = false;
      expect([joint.collideConnected, joint.enabled]).toEqual([false, false]);
    });

    test('leaves the momentum of its bodies alone', async () => {
      const { world, a, b } = await pair({ timeStepping: 'first-order' });
      world.addJoint(make({ a, b }));
      a.linearVelocity = [1, 2, 3];
      b.angularVelocity = [3, 2, 1];
      const [linear, angular] = [world.linearMomentum, world.angularMomentum];
      for (let k = 0; k < 120; k++) world.step(DT);
      expectVector(world.linearMomentum, linear, 100 * tolerance);
      expectVector(world.angularMomentum, angular, 1000 * tolerance);
    });

    test('pulls at B with its force and torque, and at A with the opposite', async () => {
      const { world, a, b } = await pair({ gravity: [0, -10, 0], timeStepping: 'first-order' });
      const joint = world.addJoint(make({ a, b }));
      b.applyImpulse([0.3, 2, 1], [1, 1, 0]);
      for (let k = 0; k < 10; k++) world.step(DT);
      const before = [a, b].map((body) => ({ linear: body.linearMomentum, angular: body.angularMomentum, center: body.centerOfMass }));
      const { anchorWorldB: at } = joint;
      world.step(1e-4);
      for (const [k, sign] of [-1, 1].entries()) {
        const body = [a, b][k];
        const weight = [0, -10 * 1e-4, 0];
        const wanted = before[k].linear.map((c, axis) => c + weight[axis] + sign * joint.force[axis] * 1e-4);
        expectVector(body.linearMomentum, wanted, 10 * tolerance);
        // Distances hold two points; a torque there is the force's own.
        if (joint instanceof DistanceJoint && k === 0) continue;
        const arm = at.map((c, axis) => c - before[k].center[axis]) as Vec3;
        const moment = cross(arm, joint.force).map((c, axis) => c + joint.torque[axis]);
        const turned = before[k].angular.map((c, axis) => c + sign * moment[axis] * 1e-4);
        expectVector(body.angularMomentum, turned, 1e-5 * Math.max(1, norm(joint.force)));
      }
    });

    test('does nothing while it is disabled, and pulls back when it is enabled again', async () => {
      const { world, b } = await pair({ gravity: [0, -10, 0] });
      const joint = world.addJoint(make({ a: null, b }));
      for (let k = 0; k < 5; k++) world.step(DT);
      expect(norm(joint.force)).toBeGreaterThan(1);
      joint.enabled = false;
      b.linearVelocity = [0, 0, 0];
      b.angularVelocity = [0, 0, 0];
      for (let k = 0; k < 6; k++) world.step(DT);
      expectVector(b.linearVelocity, [0, -1, 0], 100 * tolerance);
      expectVector(b.angularVelocity, [0, 0, 0], tolerance);
      expect([joint.force, joint.torque]).toEqual([
        [0, 0, 0],
        [0, 0, 0],
      ]);
      const away = joint.positionError;
      joint.enabled = true;
      for (let k = 0; k < 5; k++) world.step(DT);
      expect(joint.positionError).toBeLessThan(0.2 * away);
    });

    test('does nothing when it is disabled from the start, or between bodies that cannot move', async () => {
      const { world, a, b } = await pair({ gravity: [0, -10, 0] });
      const joint = world.addJoint(make({ a, b, enabled: false }));
      world.step(DT);
      expect(joint.enabled).toBe(false);
      expectVector(b.linearVelocity, [0, -10 / 60, 0], 10 * tolerance);
      joint.enabled = true;
      a.type = 'static';
      b.type = 'kinematic';
      b.linearVelocity = [0, 1, 0];
      world.step(DT);
      expect([b.linearVelocity, b.frozen, a.frozen]).toEqual([[0, 1, 0], false, false]);
    });

    test('survives changes of its bodies’ types', async () => {
      const { world, a, b } = await pair({ gravity: [0, -10, 0] });
      const joint = world.addJoint(make({ a, b }));
      for (const [typeA, typeB] of [
        ['static', 'dynamic'],
        ['kinematic', 'dynamic'],
        ['dynamic', 'static'],
        ['static', 'static'],
      ] as const) {
        Object.assign(a, { type: typeA });
        Object.assign(b, { type: typeB });
        for (let k = 0; k < 10; k++) world.step(DT);
        expect([joint.alive, a.frozen, b.frozen]).toEqual([true, false, false]);
        expect(joint.positionError).toBeLessThan(0.02);
      }
    });

    test('with a very great compliance is as good as none, unless it is refused', async () => {
      const { world, b } = await pair({ gravity: [0, -10, 0] });
      const joint = world.addJoint(make({ a: null, b }));
      for (const compliance of [1e6, 1e12, 1e30, 1e300]) {
        try {
          joint.compliance = compliance;
          if (!(joint instanceof BallJoint || joint instanceof DistanceJoint)) (joint as FixedJoint).angularCompliance = compliance;
        } catch {
          continue;
        }
        Object.assign(b, { linearVelocity: [0, 0, 0], angularVelocity: [0, 0, 0] });
        world.step(DT);
        expect(b.frozen, `compliance ${compliance}`).toBe(false);
        expectVector(b.linearVelocity, [0, -10 / 60, 0], 1e-3);
      }
    });
  });
});
