// What joints of every type tell of their loads at rest: weights and their levers, under every formulation.
import { describe, expect, test } from 'vitest';
import {
  AxleJoint,
  BallJoint,
  type Body,
  ConeJoint,
  CylindricalJoint,
  DistanceJoint,
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
  WheelJoint,
  type WorldOptions,
} from '../../bindings/index.ts';
import { length, subtract } from './vectors.ts';
import { createWorld, GRAVITY, run, SOLVERS } from './worlds.ts';

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
  ['Fixed', (b) => new FixedJoint({ b, anchor: ORIGIN })],
  ['SixDof', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X })],
  ['SixDof with a free twist', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, angular: { x: 'free' } })],
  ['Hinge across', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: X })],
  ['Hinge with a servo', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, motor: { target: 0 } })],
  ['Hinge with a speed motor', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, motor: { velocity: 0 } })],
  ['Hinge at its limit', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, limits: { lower: 0 } })],
  ['Hinge with friction', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, friction: LEVER + 1 })],
  ['Prismatic with a servo', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: Y, motor: { target: 0 } })],
  ['Prismatic at its limit', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: Y, limits: { lower: 0 } })],
  ['Cylindrical', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: X })],
  ['Cylindrical with a servo', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: Z, rotation: { motor: { target: 0 } } })],
  ['Universal', (b) => new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Y })],
  ['Universal with a servo', (b) => new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Z, second: { motor: { target: 0 } } })],
  ['Planar', (b) => new PlanarJoint({ b, anchor: ORIGIN, normal: Y })],
  ['Screw', (b) => new ScrewJoint({ b, anchor: ORIGIN, axis: X, lead: 0.1 })],
  ['Path that is followed', (b) => new PathJoint({ b, anchor: ORIGIN, points: [[0, 0, -1], ORIGIN, Z], orientation: 'follow' })],
  [
    'Wheel whose axle is across',
    (b) => new WheelJoint({ b, anchor: ORIGIN, axis: X, suspensionAxis: Y, suspension: { limits: { lower: 0 } } }),
  ],
];

const HANGERS: [string, (b: Body) => Joint][] = [
  ['Ball', (b) => new BallJoint({ b, anchor: ORIGIN })],
  ['Distance', (b) => new DistanceJoint({ b, anchorA: Y, anchorB: ORIGIN })],
  ['RevoluteSpherical', (b) => new RevoluteSphericalJoint({ b, anchorA: Y, axis: Z, anchorB: ORIGIN })],
  ['Rope', (b) => new RopeJoint({ b, anchorA: Y, anchorB: ORIGIN, length: 1 })],
  ['Path', (b) => new PathJoint({ b, anchor: ORIGIN, points: [[-1, 0, 0], ORIGIN, X] })],
];

const SPRINGS: [string, (b: Body) => Joint][] = [
  ['SpringDamper', (b) => new SpringDamperJoint({ b, anchorA: Y, anchorB: ORIGIN, stiffness: 500, damping: 60 })],
  ['MatrixSpring', (b) => new MatrixSpringJoint({ b, anchor: ORIGIN, stiffness: 500, damping: 60 })],
  ['Grab', (b) => new GrabJoint({ b, anchor: ORIGIN, stiffness: 500, damping: 60 })],
  [
    'Fixed with compliance',
    (b) => new FixedJoint({ b, anchor: ORIGIN, compliance: 1 / 500, angularCompliance: 1e-3, damping: { linear: 20, angular: 20 } }),
  ],
  ['Prismatic with a spring', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: Y, motor: { target: 0, stiffness: 500, damping: 60 } })],
];

const within = (found: Readonly<Vec3>, wanted: Vec3, tolerance: number, what: string) => {
  const off = length(subtract(found, wanted));
  expect(off, `${what} ${[...found].join(', ')} of ${wanted.join(', ')}`).toBeLessThan(tolerance);
};

describe.each(SOLVERS)('%s', (solver) => {
  // Enough sweeps for what an arm couples: a force and its torque.
  const settings: WorldOptions = { solver, substeps: 2, iterations: 30 };

  async function held(make: (b: Body) => Joint, position: Vec3, steps: number) {
    const world = await createWorld(settings);
    const body = world.addBody({ ...LOAD, position });
    const joint = world.addJoint(make(body));
    run(world, steps);
    return { body, joint };
  }

  test.each(CANTILEVERS)('%s: force = weight, torque = weight times lever, on B and on A', async (_, make) => {
    const { body, joint } = await held(make, [ARM, 0, 0], 30);
    const { total } = joint.getLoads({ on: 'a' });
    within(joint.force, [0, WEIGHT, 0], 1e-4 * WEIGHT, 'force');
    within(joint.torque, [0, 0, LEVER], 1e-4 * LEVER, 'torque');
    within(total.force, [0, -WEIGHT, 0], 1e-4 * WEIGHT, 'force on A');
    within(total.torque, [0, 0, -LEVER], 1e-4 * LEVER, 'torque on A');
    within(body.position, [ARM, 0, 0], 1e-4, 'place');
  });

  test.each(HANGERS)('%s: force = weight', async (_, make) => {
    const { body, joint } = await held(make, ORIGIN, 20);
    within(joint.force, [0, WEIGHT, 0], 1e-6 * WEIGHT, 'force');
    within(joint.torque, ORIGIN, 1e-6 * WEIGHT, 'torque');
    within(body.position, ORIGIN, 1e-4, 'place');
  });

  test.each(SPRINGS)('%s: stretched by weight over stiffness', async (_, make) => {
    const { body, joint } = await held(make, ORIGIN, 120);
    within(joint.force, [0, WEIGHT, 0], 1e-3 * WEIGHT, 'force');
    within(body.position, [0, -WEIGHT / 500, 0], 1e-4, 'place');
  });

  test('parts of a load: a motor’s is told apart from what is held', async () => {
    const { joint } = await held(CANTILEVERS[4][1], [ARM, 0, 0], 30);
    const { constraint, friction, limit, motor } = joint.getLoads();
    within(motor.torque, [0, 0, LEVER], 1e-4 * LEVER, 'motor');
    within(constraint.force, [0, WEIGHT, 0], 1e-4 * WEIGHT, 'constraint');
    within(constraint.torque, ORIGIN, 1e-4 * LEVER, 'constraint');
    for (const { force, torque } of [limit, friction]) expect(length(force) + length(torque)).toBeLessThan(1e-9);
  });

  test('Axle and Cone: the torque that turns against them', async () => {
    const world = await createWorld({ ...settings, gravity: ORIGIN });
    const [one, other] = [0, 3].map((x) => world.addBody({ ...LOAD, position: [x, 0, 0], angularDamping: 10 }));
    const axle = world.addJoint(new AxleJoint({ b: one, axis: Z }));
    const cone = world.addJoint(new ConeJoint({ b: other, axis: X, angle: 0.2 }));
    for (let k = 0; k < 120; k++) {
      one.applyTorque([3, -4, 0]);
      other.applyTorque([0, 8, 0]);
      world.step(1 / 60);
    }
    within(axle.torque, [-3, 4, 0], 1e-3, 'axle');
    within(cone.torque, [0, -8, 0], 1e-2, 'cone');
    expect(Math.abs(2 * Math.asin(other.orientation[1]) - 0.2)).toBeLessThan(1e-3);
  });

  test('Gear, RackAndPinion, Pulley: loads by their ratios', async () => {
    const world = await createWorld({ ...settings, iterations: 30 });
    const [one, two, wheel] = [0, 3, 6].map((x) => world.addBody({ ...LOAD, position: [x, 0, 0] }));
    const bar = world.addBody({ ...LOAD, position: [6.5, 0, 0] });
    const hinge = (b: Body, x: number, options: object = {}) =>
      world.addJoint(new HingeJoint({ b, anchor: [x, 0, 0], axis: Z, ...options }));
    const first = hinge(one, 0);
    const second = hinge(two, 3, { motor: { target: 0 } });
    const gear = world.addJoint(new GearJoint({ first, second, ratio: -2 }));
    const pinion = hinge(wheel, 6, { motor: { target: 0 } });
    const slider = world.addJoint(new PrismaticJoint({ b: bar, anchor: [6.5, 0, 0], axis: Y }));
    const rack = world.addJoint(new RackAndPinionJoint({ pinion, rack: slider, radius: 0.5 }));
    const [light, heavy] = [1, 2].map((mass) => world.addBody({ ...LOAD, mass, position: [8 + 2 * mass, -1, 0] }));
    const rope = { anchorA: ORIGIN, anchorB: ORIGIN, pointA: [10, 1, 0], pointB: [12, 1, 0], ratio: 2 };
    const pulley = world.addJoint(new PulleyJoint({ a: light, b: heavy, ...rope }));
    for (let k = 0; k < 90; k++) {
      one.applyTorque([0, 0, 6]);
      world.step(1 / 60);
    }
    within(gear.torque, [0, 0, -3], 1e-2, 'gear');
    within(gear.getLoads({ on: 'a' }).total.torque, [0, 0, -6], 2e-2, 'gear on A');
    within(rack.force, [0, WEIGHT, 0], 1e-2 * WEIGHT, 'rack');
    expect(Math.abs(pinion.coordinates.rotation.loads.motor / (WEIGHT / 2) - 1)).toBeLessThan(1e-2);
    within(pulley.force, [0, 2 * GRAVITY, 0], 1e-3, 'pulley');
    within(pulley.getLoads({ on: 'a' }).total.force, [0, GRAVITY, 0], 1e-3, 'pulley on A');
    within(heavy.position, [12, -1, 0], 1e-4, 'place');
  });
});
