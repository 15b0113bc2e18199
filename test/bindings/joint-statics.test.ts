// Loads and deflections of the joints at rest, and their damping, against closed forms.
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
  type Vec3,
  World,
} from '../../bindings/index.ts';
import { BACKENDS, expectRelative, expectVector } from './backends.ts';

const DT = 1 / 60;
const GRAVITY = 10;
/** A body without much turning about, so that it comes to rest. */
const LOAD = { mass: 3, linearDamping: 2, angularDamping: 2 };
const WEIGHT = 3 * GRAVITY;

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const exact = label === 'wasm, single' ? 1e-4 : 1e-9;
  const create = (others: object = {}) => World.create({ ...settings, gravity: [0, -GRAVITY, 0], substeps: 20, sleep: false, ...others });
  const settle = (world: World, steps = 120) => {
    for (let k = 0; k < steps; k++) world.step(DT);
  };

  describe('a hanging body', () => {
    const HANGERS: [string, (b: Body) => Joint][] = [
      ['Ball', (b) => new BallJoint({ b, anchor: [0, 1, 0] })],
      ['Hinge', (b) => new HingeJoint({ b, anchor: [0, 1, 0], axis: [0, 0, 1] })],
      ['Fixed', (b) => new FixedJoint({ b, anchor: [0, 1, 0] })],
      ['Prismatic across', (b) => new PrismaticJoint({ b, anchor: [0, 1, 0], axis: [1, 0, 0] })],
      ['Prismatic with a target', (b) => new PrismaticJoint({ b, anchor: [0, 1, 0], axis: [0, 1, 0], target: { offset: 0 } })],
      ['Prismatic at its limit', (b) => new PrismaticJoint({ b, anchor: [0, 1, 0], axis: [0, 1, 0], limits: { lower: 0, upper: 1 } })],
      ['Distance', (b) => new DistanceJoint({ b, anchorA: [0, 3, 0], anchorB: [0, 1, 0] })],
      ['Distance at its greatest', (b) => new DistanceJoint({ b, anchorA: [0, 3, 0], anchorB: [0, 1, 0], maxLength: 2 })],
      ['Distance at its least', (b) => new DistanceJoint({ b, anchorA: [0, -3, 0], anchorB: [0, -1, 0], minLength: 2, maxLength: 5 })],
    ];

    test.each(HANGERS)('at a %s: force = weight, at once and for ever', async (_, make) => {
      const world = await create();
      const body = world.addBody(LOAD);
      const joint = world.addJoint(make(body));
      for (const steps of [1, 10, 110]) {
        settle(world, steps);
        expectVector(joint.force, [0, WEIGHT, 0], WEIGHT * exact);
        expectVector(joint.torque, [0, 0, 0], WEIGHT * exact);
      }
      expectVector(body.position, [0, 0, 0], 1e-4);
      expect(joint.positionError).toBeLessThan(1e-5);
    });

    test.each([1, 5, 40])('whatever the substeps: %s', async (substeps) => {
      for (const iterations of [1, 2, 10]) {
        const world = await create({ substeps, iterations });
        const joint = world.addJoint(new BallJoint({ b: world.addBody(LOAD), anchor: [0, 1, 0] }));
        settle(world, 60);
        expectVector(joint.force, [0, WEIGHT, 0], WEIGHT * 1e-3);
        world.dispose();
      }
    });

    test('as body A pulls B down', async () => {
      const world = await create();
      const body = world.addBody(LOAD);
      const joint = world.addJoint(new BallJoint({ a: body, anchor: [0, 0.5, 0] }));
      settle(world);
      expectVector(joint.force, [0, -WEIGHT, 0], WEIGHT * exact);
    });

    test('in a chain: each joint carries what hangs below it', async () => {
      const world = await create();
      const joints: Joint[] = [];
      let above: Body | null = null;
      for (let k = 0; k < 5; k++) {
        const link: Body = world.addBody({ ...LOAD, position: [0, -k, 0] });
        joints.push(world.addJoint(new BallJoint({ a: above, b: link, anchor: [0, 0.5 - k, 0] })));
        above = link;
      }
      settle(world, 240);
      for (const [k, joint] of joints.entries()) expectVector(joint.force, [0, (5 - k) * WEIGHT, 0], 5 * WEIGHT * 2e-3);
    });
  });

  describe('a cantilever', () => {
    const ARM = 2;
    const KINDS: [string, (b: Body) => Joint][] = [
      ['Fixed', (b) => new FixedJoint({ b, anchor: [0, 0, 0] })],
      ['Hinge across', (b) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [1, 0, 0] })],
      ['Hinge with a target', (b) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], target: { angle: 0 } })],
      ['Hinge with a target, turned over', (b) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, -1], target: { angle: 0 } })],
      ['Hinge at its limit', (b) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], limits: { lower: 0, upper: 1 } })],
      ['Prismatic', (b) => new PrismaticJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1] })],
    ];

    test.each(KINDS)('held by a %s: torque = m g l', async (_, make) => {
      const world = await create();
      const body = world.addBody({ ...LOAD, position: [ARM, 0, 0] });
      const joint = world.addJoint(make(body));
      settle(world);
      expectVector(joint.force, [0, WEIGHT, 0], WEIGHT * 2e-3);
      expectVector(joint.torque, [0, 0, WEIGHT * ARM], WEIGHT * ARM * 2e-3);
      expectVector(body.position, [ARM, 0, 0], 1e-3);
    });

    test('between two bodies: the torque at B’s anchor', async () => {
      const world = await create();
      const wall = world.addBody({ type: 'static' });
      const body = world.addBody({ ...LOAD, position: [ARM, 0, 0] });
      const joint = world.addJoint(new FixedJoint({ a: wall, b: body, anchor: [ARM / 2, 0, 0] }));
      settle(world);
      expectVector(joint.torque, [0, 0, (WEIGHT * ARM) / 2], WEIGHT * ARM * 1e-3);
    });
  });

  describe('compliance', () => {
    const C = 2e-3;
    const SPRINGS: [string, (b: Body) => Joint][] = [
      ['Ball', (b) => new BallJoint({ b, anchor: [0, 0, 0], compliance: C })],
      ['Hinge', (b) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [1, 2, 0], compliance: C })],
      ['Fixed', (b) => new FixedJoint({ b, anchor: [0, 0, 0], compliance: C })],
      ['Prismatic across', (b) => new PrismaticJoint({ b, anchor: [0, 0, 0], axis: [1, 0, 0], compliance: C })],
      ['Prismatic along', (b) => new PrismaticJoint({ b, anchor: [0, 0, 0], axis: [0, 1, 0], target: { offset: 0, compliance: C } })],
      [
        'Prismatic at a soft limit',
        (b) => new PrismaticJoint({ b, anchor: [0, 0, 0], axis: [0, 1, 0], limits: { lower: 0, compliance: C } }),
      ],
      ['Distance', (b) => new DistanceJoint({ b, anchorA: [0, 1, 0], anchorB: [0, 0, 0], compliance: C })],
    ];
    test.each(SPRINGS)('a %s is stretched by compliance times force', async (_, make) => {
      const world = await create();
      const body = world.addBody({ ...LOAD, linearDamping: 20, angularDamping: 20 });
      const joint = world.addJoint(make(body));
      settle(world, 300);
      expectVector(body.position, [0, -C * WEIGHT, 0], C * WEIGHT * 1e-3);
      expectVector(joint.force, [0, WEIGHT, 0], WEIGHT * 1e-3);
      if (!(joint instanceof PrismaticJoint)) joint.compliance = C / 2;
      else if (Math.abs(joint.axisWorld[0]) > 0.5) joint.compliance = C / 2;
      else joint.target = { offset: 0, compliance: C / 2 };
      settle(world, 300);
      expectVector(body.position, [0, (-C / 2) * WEIGHT, 0], C * WEIGHT * 1e-3);
    });

    const TWISTS: [string, (b: Body, angularCompliance: number) => Joint][] = [
      ['Hinge across its axis', (b, angularCompliance) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [1, 0, 0], angularCompliance })],
      ['Hinge’s target', (b, compliance) => new HingeJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], target: { angle: 0, compliance } })],
      ['Fixed', (b, angularCompliance) => new FixedJoint({ b, anchor: [0, 0, 0], angularCompliance })],
      ['Prismatic', (b, angularCompliance) => new PrismaticJoint({ b, anchor: [0, 0, 0], axis: [0, 0, 1], angularCompliance })],
    ];
    test.each(TWISTS)('a %s is turned by compliance times torque', async (name, make) => {
      const world = await create({ gravity: [0, 0, 0] });
      const body = world.addBody({ ...LOAD, angularDamping: 20 });
      const joint = world.addJoint(make(body, 0.01));
      for (let k = 0; k < 300; k++) {
        body.applyTorque([0, 0, 5]);
        world.step(DT);
      }
      const angle = 2 * Math.asin(body.orientation[2]);
      // The error that is held is the angle itself, and its sine across a hinge, whose energy sin² / (2 c) asks for that torque.
      expectRelative(angle, name === 'Hinge across its axis' ? Math.asin(0.1) / 2 : 0.05, 1e-3);
      expectVector(joint.torque, [0, 0, -5], 5e-3);
    });
  });

  describe('targets and limits', () => {
    const open: Vec3 = [0, 0, 0];
    test('a target moves the joint, and null lets it go', async () => {
      const world = await create({ gravity: [0, 0, 0] });
      const [door, drawer] = [world.addBody(LOAD), world.addBody(LOAD)];
      const hinge = world.addJoint(new HingeJoint({ b: door, anchor: open, axis: [0, 1, 0] }));
      const slider = world.addJoint(new PrismaticJoint({ b: drawer, anchor: open, axis: [0, 0, 2] }));
      for (const value of [0.3, -0.2]) {
        hinge.target = { angle: value, compliance: 1e-4 };
        slider.target = { offset: value, compliance: 1e-4 };
        settle(world, 240);
        expect(hinge.angle).toBeCloseTo(value, 3);
        expect(slider.offset).toBeCloseTo(value, 3);
      }
      hinge.target = null;
      slider.target = null;
      door.angularVelocity = [0, 1, 0];
      drawer.linearVelocity = [0, 0, 1];
      settle(world, 1);
      expectVector(door.angularVelocity, [0, (1 + DT / 10) ** -20, 0], 1e-5);
      expectVector(drawer.linearVelocity, [0, 0, (1 + DT / 10) ** -20], 1e-5);
      // The drawer's axis, a unit vector in the precision of the solver, may be off by half a digit: that part of a momentum of 1 kg m/s, each substep.
      const rounding = world.precision === 'single' ? 2 ** -24 / (DT / world.lastSubsteps) : 1e-5;
      expectVector([...hinge.torque, ...slider.force], [0, 0, 0, 0, 0, 0], rounding);
    });

    test('between its limits a joint is free, at them it stops', async () => {
      const world = await create({ gravity: [0, 0, 0] });
      const [door, drawer, dog] = [0, 1, 2].map(() => world.addBody({ mass: 1 }));
      const hinge = world.addJoint(new HingeJoint({ b: door, anchor: open, axis: [0, 1, 0], limits: { lower: -0.5, upper: 0.25 } }));
      const slider = world.addJoint(new PrismaticJoint({ b: drawer, anchor: open, axis: [1, 0, 0], limits: { upper: 0.25 } }));
      const leash = world.addJoint(new DistanceJoint({ b: dog, anchorA: open, anchorB: open, maxLength: 0.25 }));
      door.angularVelocity = [0, 1, 0];
      drawer.linearVelocity = [1, 0, 0];
      dog.linearVelocity = [0.6, 0, 0.8];
      settle(world, 12); // 0.2 s
      for (const value of [hinge.angle, slider.offset, leash.distance]) expect(value).toBeCloseTo(0.2, 5);
      for (const load of [hinge.torque, slider.force, leash.force]) expectVector(load, [0, 0, 0], 1e-5);
      settle(world, 12);
      for (const value of [hinge.angle, slider.offset, leash.distance]) expect(value).toBeLessThan(0.2501);
      for (const joint of [hinge, slider, leash]) expect(joint.positionError).toBeLessThan(1e-4);
      hinge.limits = null;
      door.angularVelocity = [0, 1, 0];
      settle(world, 30);
      expect(hinge.angle).toBeGreaterThan(0.6);
    });
  });

  describe('damping', () => {
    const [LINEAR, ANGULAR] = [3, 5];
    const keep = (rate: number, substeps: number) => (1 - (DT / 8) * rate) ** substeps;
    test('takes the part d h of the relative velocity in every substep', async () => {
      const world = await create({ gravity: [0, 0, 0], substeps: 8, timeStepping: 'first-order' });
      const damping = { linear: LINEAR, angular: ANGULAR };
      const [slide, turn, tumble] = [0, 1, 2].map(() => world.addBody({ mass: 2 }));
      world.addJoint(new PrismaticJoint({ b: slide, anchor: [0, 0, 0], axis: [1, 2, 2], damping }));
      world.addJoint(new HingeJoint({ b: turn, anchor: [0, 0, 0], axis: [0, 1, 0], damping }));
      world.addJoint(new BallJoint({ b: tumble, anchor: [0, 0, 0], damping }));
      slide.linearVelocity = [1, 2, 2];
      turn.angularVelocity = [0, 2, 0];
      tumble.angularVelocity = [0.3, 0.2, 0.1];
      settle(world, 10);
      const tolerance = label === 'wasm, single' ? 3e-5 : 1e-9;
      expectVector(
        slide.linearVelocity,
        [1, 2, 2].map((c) => c * keep(LINEAR, 80)),
        tolerance,
      );
      expectVector(turn.angularVelocity, [0, 2 * keep(ANGULAR, 80), 0], tolerance);
      expectVector(
        tumble.angularVelocity,
        [0.3, 0.2, 0.1].map((c) => c * keep(ANGULAR, 80)),
        tolerance,
      );
    });

    test('of any strength takes no more than all of it', async () => {
      const world = await create({ gravity: [0, 0, 0] });
      const [a, b] = [0, 1].map((x) => world.addBody({ mass: 1 + x, position: [x, 0, 0], angularVelocity: [0, 0, x] }));
      world.addJoint(
        new FixedJoint({ a, b, anchor: [0.5, 0, 0], compliance: 1, angularCompliance: 1, damping: { linear: 1e9, angular: 1e9 } }),
      );
      settle(world, 10);
      expectVector(a.angularVelocity, b.angularVelocity, 1e-3);
      expect(b.angularVelocity[2]).toBeGreaterThan(0);
    });
  });

  test.each([1e-3, 0.02, 1, 50, 200, 1000])('the same holds for bodies of %s m', async (size) => {
    // Lengths with the size, times with its root: the motion is the same, so that every joint carries the same part of the weight.
    const world = await create();
    const step = DT * Math.sqrt(size);
    const shape = new Box([size / 2, size / 2, size / 2]);
    const at = (x: number, y: number) => world.addBody({ shape, position: [x * size, y * size, 0], collides: false });
    const origin: Vec3 = [0, 0, 0];
    const [swing, arm, shelf, pan, lift] = [at(0, -1), at(1, 0), at(1, 0), at(0, -1), at(0, -1)];
    const ball = world.addJoint(new BallJoint({ b: swing, anchor: origin }));
    const hinge = world.addJoint(new HingeJoint({ b: arm, anchor: origin, axis: [0, 0, 1], target: { angle: 0 } }));
    const fixed = world.addJoint(new FixedJoint({ b: shelf, anchor: origin }));
    const distance = world.addJoint(new DistanceJoint({ b: pan, anchorA: origin, anchorB: [0, size / 2, 0] }));
    const prismatic = world.addJoint(new PrismaticJoint({ b: lift, anchor: origin, axis: [0, 1, 0], target: { offset: 0 } }));
    for (let k = 0; k < 60; k++) world.step(step);
    const weight = swing.mass * GRAVITY;
    const parts = [ball, hinge, fixed, distance, prismatic].map(({ force }) => force[1] / weight);
    expectVector(parts, [1, 1, 1, 1, 1], 2e-3);
    expectVector(
      [hinge, fixed].map(({ torque }) => torque[2] / (weight * size)),
      [1, 1],
      2e-3,
    );
    expect([swing, arm, shelf, pan, lift].some(({ frozen }) => frozen)).toBe(false);
  });
});
