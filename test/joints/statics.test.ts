// What every joint carries at rest: the weight of a body, and the torque of its lever, on B and on A.
import { describe, expect, test } from 'vitest';
import {
  AxleJoint,
  type Body,
  ConeJoint,
  CylindricalJoint,
  FixedJoint,
  GearJoint,
  GrabJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  RackAndPinionJoint,
  RevoluteSphericalJoint,
  RopeJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
} from '../../bindings/index.ts';
import { addUnit, coordinateOf, expectRelative, expectVector, GRAVITY, LOAD_ROUNDING, onEachBackend, settle, stepWith } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const MASS = 3;
const WEIGHT = MASS * GRAVITY;
const ARM = 2;
const LEVER = WEIGHT * ARM;
const LOAD = { mass: MASS, inertia: [1, 1.5, 2], linearDamping: 2, angularDamping: 2 };

/** Joints at the origin that hold a mass at the end of an arm along x. */
const CANTILEVERS: [string, (b: Body) => Joint][] = [
  ['SixDof', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X })],
  ['SixDof about another axis', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: [1, 2, 3] })],
  ['SixDof with a free twist', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, angular: { x: 'free' } })],
  ['Hinge with a motor', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, motor: { target: 0 } })],
  ['Hinge with friction', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, friction: LEVER + 1 })],
  ['Prismatic with a motor', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: Y, motor: { target: 0 } })],
  ['Cylindrical', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: X })],
  ['Cylindrical with a motor', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: Z, rotation: { motor: { target: 0 } } })],
  ['Universal', (b) => new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Y })],
  ['Universal with a motor', (b) => new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Z, second: { motor: { target: 0 } } })],
  ['Planar', (b) => new PlanarJoint({ b, anchor: ORIGIN, normal: Y })],
  ['Screw', (b) => new ScrewJoint({ b, anchor: ORIGIN, axis: X, lead: 0.1 })],
  ['Path that is followed', (b) => new PathJoint({ b, anchor: ORIGIN, points: [[0, 0, -1], ORIGIN, Z], orientation: 'follow' })],
];

onEachBackend(({ create, within }) => {
  const withGravity = () => create({ gravity: [0, -GRAVITY, 0] });

  describe('a cantilever', () => {
    test.each(CANTILEVERS)('held by a %s: force = weight, torque = weight times lever', async (_, make) => {
      const world = await withGravity();
      const body = world.addBody({ ...LOAD, position: [ARM, 0, 0] });
      const joint = world.addJoint(make(body));
      settle(world, 120);
      const { total } = joint.getLoads({ on: 'a' });
      for (const [force, torque, sign] of [
        [joint.force, joint.torque, 1],
        [total.force, total.torque, -1],
      ] as const) {
        expectVector(force, [0, sign * WEIGHT, 0], within(1e-6 * WEIGHT, LOAD_ROUNDING * MASS));
        expectVector(torque, [0, 0, sign * LEVER], within(1e-6 * LEVER, LOAD_ROUNDING * MASS * ARM * ARM));
      }
      expectVector(body.position, [ARM, 0, 0], within(1e-6, 1e-4));
    });
  });

  describe('parts of the load', () => {
    test('a motor’s is told apart from what the joint holds', async () => {
      const world = await withGravity();
      const body = world.addBody({ ...LOAD, position: [ARM, 0, 0] });
      const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, motor: { target: 0 } }));
      settle(world, 120);
      const { constraint, motor, limit, friction } = joint.getLoads();
      expectVector(motor.torque, [0, 0, LEVER], within(1e-6 * LEVER, LOAD_ROUNDING * MASS * ARM * ARM));
      expectVector(constraint.torque, ORIGIN, within(1e-6 * LEVER, LOAD_ROUNDING * MASS * ARM * ARM));
      expectVector(constraint.force, [0, WEIGHT, 0], within(1e-6 * WEIGHT, LOAD_ROUNDING * MASS));
      for (const load of [limit, friction, { force: motor.force, torque: ORIGIN }]) {
        expectVector(load.force, ORIGIN, 1e-9);
        expectVector(load.torque, ORIGIN, 1e-9);
      }
    });

    test('in the joint’s frame the axis is x', async () => {
      const world = await withGravity();
      const body = world.addBody({ ...LOAD, position: [ARM, 0, 0] });
      const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, motor: { target: 0 } }));
      settle(world, 120);
      const { total } = joint.getLoads({ frame: 'joint' });
      expectVector(total.torque, [LEVER, 0, 0], within(1e-6 * LEVER, LOAD_ROUNDING * MASS * ARM * ARM));
      expect(Math.abs(Math.hypot(total.force[1], total.force[2]) - WEIGHT)).toBeLessThan(within(1e-6 * WEIGHT, LOAD_ROUNDING * MASS));
    });
  });

  describe('a hanging body', () => {
    const HANGERS: [string, (b: Body) => Joint][] = [
      ['RevoluteSpherical', (b) => new RevoluteSphericalJoint({ b, anchorA: [0, 1, 0], axis: Z, anchorB: ORIGIN })],
      ['Rope', (b) => new RopeJoint({ b, anchorA: [0, 1, 0], anchorB: ORIGIN, length: 1 })],
      ['Path', (b) => new PathJoint({ b, anchor: ORIGIN, points: [[-1, 0, 0], ORIGIN, X] })],
      ['SixDof with free rotations', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, angular: { x: 'free', y: 'free', z: 'free' } })],
    ];
    test.each(HANGERS)('at a %s: force = weight', async (_, make) => {
      const world = await withGravity();
      const body = world.addBody(LOAD);
      const joint = world.addJoint(make(body));
      settle(world, 120);
      expectVector(joint.force, [0, WEIGHT, 0], within(1e-9 * WEIGHT, LOAD_ROUNDING * MASS));
      expectVector(joint.torque, ORIGIN, within(1e-9 * WEIGHT, LOAD_ROUNDING * MASS));
      expectVector(body.position, ORIGIN, 1e-5);
    });

    test('a RevoluteSpherical keeps its link in the plane', async () => {
      const world = await withGravity();
      const body = world.addBody(LOAD);
      const joint = world.addJoint(new RevoluteSphericalJoint({ b: body, anchorA: [0, 1, 0], axis: Z, anchorB: ORIGIN }));
      stepWith(world, 120, () => body.applyForce([0, 0, 7]));
      expectVector(joint.force, [0, WEIGHT, -7], within(1e-9 * WEIGHT, LOAD_ROUNDING * MASS));
      // Held at A: the force across the plane has a lever.
      expectVector(joint.getLoads({ on: 'a' }).total.torque, [-7, 0, 0], within(1e-6, LOAD_ROUNDING * MASS));
    });

    const SPRINGS: [string, (b: Body) => Joint][] = [
      ['SpringDamper', (b) => new SpringDamperJoint({ b, anchorA: [0, 1, 0], anchorB: ORIGIN, stiffness: 500, damping: 20 })],
      ['MatrixSpring', (b) => new MatrixSpringJoint({ b, anchor: ORIGIN, stiffness: 500, damping: 20 })],
      ['Grab', (b) => new GrabJoint({ b, anchor: ORIGIN, stiffness: 500, damping: 20 })],
    ];
    test.each(SPRINGS)('at a %s: stretched by weight over stiffness', async (_, make) => {
      const world = await withGravity();
      const body = world.addBody(LOAD);
      const joint = world.addJoint(make(body));
      settle(world, 400);
      expectVector(body.position, [0, -WEIGHT / 500, 0], 1e-4);
      expectVector(joint.force, [0, WEIGHT, 0], within(1e-6 * WEIGHT, LOAD_ROUNDING * MASS));
    });
  });

  describe('torque that is held', () => {
    test('by an Axle: all of it but that about the axis', async () => {
      const world = await create();
      const body = addUnit(world);
      const axle = world.addJoint(new AxleJoint({ b: body, axis: Z }));
      stepWith(world, 60, () => body.applyTorque([3, -4, 0]));
      expectVector(axle.torque, [-3, 4, 0], within(1e-9, LOAD_ROUNDING));
      expectVector(axle.force, ORIGIN, 1e-12);
      expectVector(body.orientation, [0, 0, 0, 1], within(1e-6, 1e-5));
      stepWith(world, 60, () => body.applyTorque([0, 0, 2]));
      expectRelative(body.angularVelocity[2], 2, within(1e-9, 1e-4));
    });

    test('by a Cone at its limit', async () => {
      const world = await create();
      const body = addUnit(world, { angularDamping: 10 });
      const cone = world.addJoint(new ConeJoint({ b: body, axis: X, angle: 0.5 }));
      stepWith(world, 240, () => body.applyTorque([0, 4, 0]));
      expectVector(cone.torque, [0, -4, 0], within(1e-6, LOAD_ROUNDING));
      expectVector(cone.force, ORIGIN, 1e-12);
      expect(Math.abs(2 * Math.asin(body.orientation[1]) - 0.5)).toBeLessThan(1e-4);
    });

    test('by a Gear: the motor of the second holds the first', async () => {
      const world = await create();
      const [one, other] = [addUnit(world), addUnit(world, { position: [3, 0, 0] })];
      const first = world.addJoint(new HingeJoint({ b: one, anchor: ORIGIN, axis: Z }));
      const second = world.addJoint(new HingeJoint({ b: other, anchor: [3, 0, 0], axis: Z, motor: { target: 0 } }));
      const gear = world.addJoint(new GearJoint({ first, second, ratio: -2 }));
      stepWith(world, 120, () => one.applyTorque([0, 0, 6]));
      // Turning the first by 1 turns the second by -2: the torque on the second is half as great.
      expectVector(gear.torque, [0, 0, -3], within(1e-4, 1e-2));
      expectVector(gear.getLoads({ on: 'a' }).total.torque, [0, 0, -6], within(1e-4, 1e-2));
      expectRelative(coordinateOf(second, 'rotation').loads.motor, 3, within(1e-4, 1e-2));
    });

    test('by a RackAndPinion: the weight of the rack times the radius', async () => {
      const world = await withGravity();
      const [wheel, bar] = [addUnit(world), world.addBody({ ...LOAD, position: [0.5, 0, 0] })];
      const pinion = world.addJoint(new HingeJoint({ b: wheel, anchor: ORIGIN, axis: Z, motor: { target: 0 } }));
      const rack = world.addJoint(new PrismaticJoint({ b: bar, anchor: [0.5, 0, 0], axis: Y }));
      const joint = world.addJoint(new RackAndPinionJoint({ pinion, rack, radius: 0.5 }));
      settle(world, 240);
      expectVector(joint.force, [0, WEIGHT, 0], WEIGHT * within(1e-4, 1e-2));
      expectRelative(coordinateOf(pinion, 'rotation').loads.motor, WEIGHT / 2, within(1e-4, 1e-2));
    });

    test('by a Pulley of ratio 2: half the weight', async () => {
      const world = await withGravity();
      const [light, heavy] = [
        world.addBody({ ...LOAD, mass: 1, position: [-1, -1, 0] }),
        world.addBody({ ...LOAD, mass: 2, position: [1, -1, 0] }),
      ];
      const pulley = world.addJoint(
        new PulleyJoint({ a: light, b: heavy, anchorA: ORIGIN, anchorB: ORIGIN, pointA: [-1, 1, 0], pointB: [1, 1, 0], ratio: 2 }),
      );
      settle(world, 120);
      expectVector(pulley.force, [0, 2 * GRAVITY, 0], within(1e-9, 1e-3));
      expectVector(pulley.getLoads({ on: 'a' }).total.force, [0, GRAVITY, 0], within(1e-9, 1e-3));
      expectVector(heavy.position, [1, -1, 0], 1e-5);
    });
  });

  test('a SixDof with everything locked is a Fixed', async () => {
    const make = async (joint: (a: Body, b: Body) => Joint) => {
      const world = await withGravity();
      let a = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4] });
      const joints = [world.addJoint(new HingeJoint({ b: a, anchor: [-0.5, 0, 0], axis: Z }))];
      for (let k = 1; k < 4; k++) {
        const b = world.addBody({ mass: 2, inertia: [0.2, 0.3, 0.4], position: [k, 0, 0] });
        joints.push(world.addJoint(joint(a, b)) as HingeJoint);
        a = b;
      }
      settle(world, 60);
      return { end: a.position, loads: joints.slice(1).flatMap((each) => [...each.force, ...each.torque]) };
    };
    const anchor = (a: Body) => [a.position[0] + 0.5, 0, 0];
    const fixed = await make((a, b) => new FixedJoint({ a, b, anchor: anchor(a) }));
    const locked = await make((a, b) => new SixDofJoint({ a, b, anchor: anchor(a), axis: X }));
    expectVector(locked.end, fixed.end, 1e-3);
    expectVector(locked.loads, fixed.loads, 0.01 * Math.max(...fixed.loads.map(Math.abs)));
  });
});
