// Limits hold, motors give what they are asked for and no more than they may, joints break at their loads: under every formulation, on both
// backends.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  CylindricalJoint,
  FixedJoint,
  HingeJoint,
  type Joint,
  PlanarJoint,
  PrismaticJoint,
  SixDofJoint,
  UniversalJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { BESIDE_A_BALL, LINKS, linked, MECHANISMS } from '../agreement/all-joints.ts';
import { largestDifference } from '../agreement/joints.ts';
import { addFree, allFinite, createWorld, FLOATING, GRAVITY, run, SOLVERS } from './worlds.ts';

const ORIGIN: Vec3 = [0, 0, 0];
const X: Vec3 = [1, 0, 0];
const Y: Vec3 = [0, 1, 0];
const Z: Vec3 = [0, 0, 1];
const UNIT = { mass: 1, inertia: [1, 1, 1] };
const between = { limits: { lower: -0.2, upper: 0.3 } };

/** Coordinates that are pushed from one limit to the other. */
const LIMITED: [string, (b: Body) => Joint, string, 'force' | 'torque', Vec3][] = [
  ['Hinge', (b) => new HingeJoint({ b, anchor: ORIGIN, axis: Z, ...between }), 'rotation', 'torque', Z],
  ['Prismatic', (b) => new PrismaticJoint({ b, anchor: ORIGIN, axis: X, ...between }), 'translation', 'force', X],
  ['Cylindrical, along', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: X, translation: between }), 'translation', 'force', X],
  ['Cylindrical, about', (b) => new CylindricalJoint({ b, anchor: ORIGIN, axis: X, rotation: between }), 'rotation', 'torque', X],
  ['Universal', (b) => new UniversalJoint({ b, anchor: ORIGIN, axisA: X, axisB: Y, first: between }), 'first', 'torque', X],
  ['Planar', (b) => new PlanarJoint({ b, anchor: ORIGIN, normal: Z, rotation: between }), 'rotation', 'torque', Z],
  ['SixDof', (b) => new SixDofJoint({ b, anchor: ORIGIN, axis: X, linear: { y: between }, angular: { x: 'free' } }), 'y', 'force', Y],
];

describe.each(SOLVERS)('%s', (solver) => {
  const settings: WorldOptions = { ...FLOATING, solver, substeps: 4, iterations: 8 };

  test.each(LIMITED)('limits of a %s hold, and bear what pushes', async (_, make, name, kind, along) => {
    const world = await createWorld(settings);
    const body = addFree(world, UNIT);
    const joint = world.addJoint(make(body));
    const coordinate = joint.coordinates[name];
    expect(coordinate, Object.keys(joint.coordinates).join(' ')).toBeDefined();
    for (const [way, bound] of [
      [1, 0.3],
      [-1, -0.2],
    ]) {
      let worst = 0;
      for (let k = 0; k < 60; k++) {
        const load = along.map((axis) => 5 * way * axis) as Vec3;
        if (kind === 'force') body.applyForce(load);
        else body.applyTorque(load);
        world.step(1 / 60);
        worst = Math.max(worst, way * (coordinate.value - bound));
      }
      // What meets a limit between two substeps is beyond it by a part of the way of one, 3 m/s for 1/240 s.
      expect(worst).toBeLessThan(solver === 'force' || solver === 'ode' ? 0.013 : 2e-3);
      expect(coordinate.value).toBeCloseTo(bound, 3);
      expect(coordinate.loads.limit).toBeCloseTo(-5 * way, 3);
    }
  });

  test('a limit with restitution throws back', async () => {
    const world = await createWorld(settings);
    const body = addFree(world, { ...UNIT, linearVelocity: [2, 0, 0] });
    world.addJoint(new PrismaticJoint({ b: body, anchor: ORIGIN, axis: X, limits: { upper: 0.3, restitution: 0.5 } }));
    run(world, 30);
    expect(body.linearVelocity[0]).toBeCloseTo(-1, 2);
  });

  test('a ball’s cone and twist', async () => {
    const world = await createWorld(settings);
    const body = world.addBody({ ...UNIT, angularDamping: 1 });
    world.addJoint(
      new BallJoint({ b: body, anchor: ORIGIN, axis: X, normal: Y, swing: { y: 0.3, z: 0.5 }, twist: { lower: -0.1, upper: 0.1 } }),
    );
    for (let k = 0; k < 90; k++) {
      body.applyTorque(k < 45 ? [0, 4, 0] : [4, 0, 0]);
      world.step(1 / 60);
      if (k === 44) expect(2 * Math.asin(body.orientation[1])).toBeCloseTo(0.3, 2);
    }
    const [x, , , w] = body.orientation;
    expect(Math.abs(2 * Math.atan2(x, w))).toBeCloseTo(0.1, 2);
  });

  test('a speed motor reaches its speed with the torque that it may', async () => {
    const world = await createWorld(settings);
    const body = addFree(world, UNIT);
    const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, motor: { velocity: 2, maxTorque: 4 } }));
    run(world, 15);
    expect(body.angularVelocity[2]).toBeCloseTo(1, 6);
    expect(joint.coordinates.rotation.loads.motor).toBeCloseTo(4, 6);
    run(world, 30);
    expect(body.angularVelocity[2]).toBeCloseTo(2, 4);
    expect(joint.coordinates.rotation.loads.motor).toBeCloseTo(0, 3);
    expect(joint.coordinates.rotation.motorWork).toBeCloseTo(2, 1);
  });

  test('a servo lifts an arm to its target, and holds m g l cos φ', async () => {
    const world = await createWorld({ ...settings, gravity: [0, -GRAVITY, 0] });
    const body = world.addBody({ ...UNIT, position: [0.5, 0, 0], angularDamping: 0.5 });
    const motor = { target: 0.6, stiffness: 400, damping: 40 };
    const joint = world.addJoint(new HingeJoint({ b: body, anchor: ORIGIN, axis: Z, motor }));
    run(world, 120);
    const angle = joint.coordinates.rotation.value;
    expect(400 * (0.6 - angle)).toBeCloseTo(GRAVITY * 0.5 * Math.cos(angle), 2);
    expect(joint.coordinates.rotation.loads.motor).toBeCloseTo(GRAVITY * 0.5 * Math.cos(angle), 2);
  });

  test('a rigid servo follows its target', async () => {
    const world = await createWorld(settings);
    const body = addFree(world, UNIT);
    const joint = world.addJoint(new PrismaticJoint({ b: body, anchor: ORIGIN, axis: X, motor: { target: 0, velocity: 0.5 } }));
    run(world, 60);
    expect(joint.coordinates.translation.value).toBeCloseTo(0.5, solver === 'force' ? 1 : 6);
    expect(body.linearVelocity[0]).toBeCloseTo(0.5, 2);
  });

  test.each(['semi-implicit-euler', 'rk4'] as const)('a strong motor holds a weight where it is, by %s', async (integrator) => {
    const world = await createWorld({ ...settings, gravity: [0, -GRAVITY, 0], integrator });
    for (const maxForce of [Infinity, 100]) {
      const body = addFree(world, UNIT);
      world.addJoint(new PrismaticJoint({ b: body, anchor: ORIGIN, axis: Y, motor: { velocity: 0, maxForce } }));
    }
    run(world, 60);
    for (const { position } of world.bodies) expect(Math.abs(position[1])).toBeLessThan(1e-5);
  });

  test('friction of a joint holds what is below it, and slows what is above by as much', async () => {
    const world = await createWorld(settings);
    const [held, slides] = [0, 1].map(() => addFree(world, UNIT));
    for (const b of [held, slides]) world.addJoint(new PrismaticJoint({ b, anchor: ORIGIN, axis: X, friction: 2 }));
    for (let k = 0; k < 60; k++) {
      held.applyForce([1.9, 0, 0]);
      slides.applyForce([3, 0, 0]);
      world.step(1 / 60);
    }
    expect(Math.abs(held.position[0])).toBeLessThan(1e-4);
    expect(slides.linearVelocity[0]).toBeCloseTo(1, 4);
  });

  test('viscous damping and linear damping slow as they should', async () => {
    const world = await createWorld(settings);
    const body = addFree(world, { ...UNIT, linearVelocity: [1, 0, 0] });
    world.addJoint(new PrismaticJoint({ b: body, anchor: ORIGIN, axis: X, viscousDamping: 2 }));
    run(world, 30);
    expect(body.linearVelocity[0]).toBeCloseTo(Math.exp(-1), 1);
  });

  test('joints break at their loads', async () => {
    const world = await createWorld({ ...settings, gravity: [0, -GRAVITY, 0] });
    const [weak, strong, twisted] = [0, 3, 6].map((x) => world.addBody({ mass: 2, inertia: [1, 1, 1], position: [x, 0, 0] }));
    const at = (x: number) => [x, 0, 0] as Vec3;
    const hung = world.addJoint(new BallJoint({ b: weak, anchor: at(0), breakForce: 1.9 * GRAVITY }));
    const kept = world.addJoint(new BallJoint({ b: strong, anchor: at(3), breakForce: 2.1 * GRAVITY }));
    const torn = world.addJoint(new FixedJoint({ b: twisted, anchor: at(5), breakTorque: 1.9 * GRAVITY }));
    run(world, 5);
    expect([hung.enabled, kept.enabled, torn.enabled]).toEqual([false, true, false]);
    expect(weak.linearVelocity[1]).toBeLessThan(-0.5);
  });
});

/** Those of TypeScript step all worlds; 'pgs' and 'tgs' have kernels: see kernels.test.ts. */
const WITHOUT_KERNELS = SOLVERS.filter((solver) => !['xpbd', 'pgs', 'tgs'].includes(solver));
describe.each(WITHOUT_KERNELS)('%s: backends agree to the bit', (solver) => {
  const makes: [string, (settings: WorldOptions) => Promise<World>][] = [
    ...Object.entries({ ...LINKS }).map(([name, make]): (typeof makes)[0] => [name, (settings) => linked(make, settings)]),
    ...Object.entries(BESIDE_A_BALL).map(([name, make]): (typeof makes)[0] => [name, (settings) => linked(make, settings, true)]),
    ...Object.entries(MECHANISMS).map(([name, build]): (typeof makes)[0] => [
      name,
      async (settings) => {
        const world = await World.create(settings);
        build(world);
        return world;
      },
    ]),
  ];
  test.each(makes)('%s', async (_, make) => {
    const settings: WorldOptions = { solver, substeps: 2, iterations: 4, sleep: false };
    const worlds: World[] = [];
    for (const backend of [{ backend: 'reference' }, { precision: 'double' }, { precision: 'single' }] as WorldOptions[])
      worlds.push(await make({ ...settings, ...backend }));
    for (const world of worlds) run(world, 4);
    expect(worlds.every(allFinite)).toBe(true);
    expect(largestDifference(worlds[0], worlds[1])).toBe(0);
    expect(largestDifference(worlds[0], worlds[2])).toBe(0);
  });
});
