// Anchors, frames and axes of joints that are in force.
import { describe, expect, test } from 'vitest';
import { multiply } from '../../bindings/core/geometry.ts';
import { JointRecord } from '../../bindings/core/layout.ts';
import {
  BallJoint,
  Box,
  ConeJoint,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  HingeJoint,
  type Joint,
  MatrixSpringJoint,
  PathJoint,
  PlanarJoint,
  PrismaticJoint,
  PulleyJoint,
  type Quat,
  RevoluteSphericalJoint,
  ScrewJoint,
  SixDofJoint,
  SpringDamperJoint,
  UniversalJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal, expectVector } from '../bindings/backends.ts';
import { passOff } from '../hostile/stranger.ts';

const DT = 1 / 60;
const BOX = new Box([0.3, 0.2, 0.25]);
const open = (settings: WorldOptions) => World.create({ substeps: 6, ...settings });
const run = (world: World, steps: number) => {
  for (let step = 0; step < steps; step++) world.step(DT);
};
/** A rotation about z. */
const about = (angle: number): Quat => [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

type Given = { a: ReturnType<World['addBody']>; b: ReturnType<World['addBody']> };
/** Joints, each with two sets of anchors in the frames of its bodies. */
const JOINTS: Record<string, (bodies: Given, anchorA: Vec3, anchorB: Vec3) => Joint> = {
  BallJoint: (bodies, anchorA, anchorB) => new BallJoint({ ...bodies, anchorA, anchorB, axis: [0, 1, 0], swing: { y: 1, z: 1 } }),
  HingeJoint: (bodies, anchorA, anchorB) =>
    new HingeJoint({ ...bodies, anchorA, anchorB, axis: [0, 0, 1], limits: { lower: -1, upper: 1 } }),
  FixedJoint: (bodies, anchorA, anchorB) => new FixedJoint({ ...bodies, anchorA, anchorB }),
  PrismaticJoint: (bodies, anchorA, anchorB) => new PrismaticJoint({ ...bodies, anchorA, anchorB, axis: [1, 0, 0] }),
  UniversalJoint: (bodies, anchorA, anchorB) => new UniversalJoint({ ...bodies, anchorA, anchorB, axisA: [1, 0, 0], axisB: [0, 0, 1] }),
  PlanarJoint: (bodies, anchorA, anchorB) => new PlanarJoint({ ...bodies, anchorA, anchorB, normal: [0, 1, 0] }),
  SixDofJoint: (bodies, anchorA, anchorB) =>
    new SixDofJoint({ ...bodies, anchorA, anchorB, axis: [0, 1, 0], linear: { y: 'free' }, angular: { x: 'free' } }),
  DistanceJoint: (bodies, anchorA, anchorB) => new DistanceJoint({ ...bodies, anchorA, anchorB, length: 1 }),
  SpringDamperJoint: (bodies, anchorA, anchorB) => new SpringDamperJoint({ ...bodies, anchorA, anchorB, stiffness: 100, restLength: 0.5 }),
  MatrixSpringJoint: (bodies, anchorA, anchorB) => new MatrixSpringJoint({ ...bodies, anchorA, anchorB, stiffness: 100, damping: 1 }),
  PulleyJoint: (bodies, anchorA, anchorB) =>
    new PulleyJoint({ ...bodies, anchorA, anchorB, pointA: [0, 5, 0], pointB: [1, 5, 0], length: 8 }),
};

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const close = label === 'wasm, single' ? 2e-5 : 1e-9;

  test.each(Object.keys(JOINTS))('%s: anchors that were set are as those that it was made with', async (name) => {
    const outcome = async (made: [Vec3, Vec3], set?: [Vec3, Vec3]) => {
      const world = await open(settings);
      const a = world.addBody({ shape: BOX, centerOfMass: [0.1, 0.05, 0], linearVelocity: [0, 0, 0.3] });
      const b = world.addBody({ shape: BOX, position: [1, 0, 0], centerOfMass: [0, 0.1, 0] });
      const joint = world.addJoint(JOINTS[name]({ a, b }, ...made));
      if (set) [joint.anchorA, joint.anchorB] = set;
      expectVector(joint.anchorA, (set ?? made)[0], 1e-15);
      expectVector(joint.anchorB, (set ?? made)[1], 1e-15);
      const stranger = await open(settings);
      stranger.restore(passOff(world.snapshot()));
      run(world, 30);
      run(stranger, 30);
      expect(stranger.hash()).toBe(world.hash());
      const state = [...a.position, ...b.position, ...b.orientation];
      for (const each of [world, stranger]) each.dispose();
      return state;
    };
    const wanted: [Vec3, Vec3] = [
      [0.5, 0.1, 0],
      [-0.5, 0.1, 0],
    ];
    const other: [Vec3, Vec3] = [
      [0.4, 0.5, 0.1],
      [-0.5, 0.3, 0.3],
    ];
    const made = await outcome(wanted);
    expectVector(await outcome(other, wanted), made, close);
    expect(Math.max(...(await outcome(other)).map((value, k) => Math.abs(value - made[k])))).toBeGreaterThan(1e-3);
  });

  test('a hinge turns about the axes that were set, and goes to the anchors', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const base = world.addBody({ type: 'static', position: [1, 0, 0], orientation: about(Math.PI / 2) });
    const door = world.addBody({ shape: BOX, position: [1, 1, 0] });
    const hinge = world.addJoint(new HingeJoint({ a: base, b: door, anchor: [1, 0, 0], axis: [0, 0, 1] }));
    run(world, 90);
    expect(door.isSleeping).toBe(true);
    hinge.anchorA = [0.5, 0, 0];
    expect(door.isSleeping).toBe(false);
    expectVector(hinge.anchorWorldA, [1, 0.5, 0], 1e-12);
    run(world, 60);
    expect(hinge.positionError).toBeLessThan(1e-3);
    expectVector(door.position, [1, 1.5, 0], 1e-3);
    hinge.axisA = [0, 2, 0];
    hinge.axisB = [-1, 0, 0];
    expectVector(hinge.axisA, [0, 1, 0], 1e-15);
    expectVector(hinge.axisB, [-1, 0, 0], 1e-15);
    expectVector(hinge.axisWorld, [-1, 0, 0], 1e-12);
    expect(hinge.angularError).toBeLessThan(1e-3);
    door.applyAngularImpulse([-20, 0, 0]);
    run(world, 30);
    expectVector(hinge.axisWorld, [-1, 0, 0], 1e-12);
    expect(hinge.angularVelocity).toBeGreaterThan(0.1);
    expect(Math.abs(door.angularVelocity[2])).toBeLessThan(1e-3);
    world.dispose();
  });

  test('the loads that a step would start from are forgotten', async () => {
    const world = await open(settings);
    const body = world.addBody({ shape: BOX, mass: 2 });
    const soft = world.addJoint(new BallJoint({ b: body, anchor: [0, 0, 0], compliance: 1e-4 }));
    const spring = world.addJoint(
      new SpringDamperJoint({ b: world.addBody({ mass: 1 }), anchorA: [0, 1, 0], anchorB: [0, 0, 0], stiffness: 100, damping: 5 }),
    );
    run(world, 60);
    const load = (joint: Joint, first: number, count: number, base = joint.record()) => [
      ...joint.world!.memory.f64.subarray((base + first) >>> 3, ((base + first) >>> 3) + count),
    ];
    expect(Math.abs(load(soft, JointRecord.forceX, 7)[1])).toBeGreaterThan(10);
    const { anchorB } = soft;
    soft.anchorB = anchorB;
    expect(load(soft, JointRecord.forceX, 7)).toEqual([0, 0, 0, 0, 0, 0, 0]);
    const { tension } = spring;
    expect(Math.abs(tension)).toBeGreaterThan(5);
    spring.anchorA = [0, 1.1, 0];
    expect(spring.tension).toBe(tension); // that of the last step
    expect(spring.restLength).toBe(1);
    world.dispose();
  });

  test('turns, work, speed motors, threads and gears go on from where they are', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const [wheel, pinion, nut] = [0, 3, 6].map((x) => world.addBody({ shape: BOX, position: [x, 0, 0], canSleep: false }));
    const axis: Vec3 = [0, 0, 1];
    const first = world.addJoint(new HingeJoint({ b: wheel, anchor: [0, 0, 0], axis, motor: { velocity: 6, maxTorque: 1e4 } }));
    const second = world.addJoint(new HingeJoint({ b: pinion, anchor: [3, 0, 0], axis }));
    const gear = world.addJoint(new GearJoint({ first, second, ratio: -2 }));
    const screw = world.addJoint(
      new ScrewJoint({ b: nut, anchor: [6, 0, 0], axis, lead: 0.1, rotation: { motor: { velocity: 3, maxTorque: 1e4 } } }),
    );
    run(world, 180);
    const steady = { angle: first.angle, work: first.rotation.motorWork, speed: second.angularVelocity, nut: screw.angle };
    expect(steady.angle).toBeGreaterThan(17);
    // More than half a turn in all, so that each change counts from the one before it.
    for (let k = 0; k < 7; k++) for (const joint of [first, second, screw]) joint.frameA = multiply(about(1), [...joint.frameA]);
    screw.anchorB = [0, 0, 0.2];
    expect(first.angle).toBeCloseTo(steady.angle - 7, 6);
    expect(screw.angle).toBeCloseTo(steady.nut - 7, 6);
    expect(Math.abs(gear.error)).toBeLessThan(1e-3);
    expect(screw.positionError).toBeLessThan(1e-3);
    const from = screw.offset;
    run(world, 60);
    expect(first.angle).toBeCloseTo(steady.angle - 1, 2);
    expect(second.angularVelocity).toBeCloseTo(steady.speed, 3);
    expect(screw.offset - from).toBeCloseTo((3 * 0.1) / (2 * Math.PI), 3);
    expect(Math.abs(first.rotation.motorWork - steady.work)).toBeLessThan(0.05);
    world.dispose();
  });

  test('a path looks for its place anew', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    const body = world.addBody({ shape: BOX, position: [-4, 1, 0] });
    // A hairpin: what is near the end of it is also near a place between, from where Newton's method finds no way.
    const hairpin = [-4, 0, 4].map((x): Vec3 => [x, 1, 0]).concat([4, 0, -4].map((x): Vec3 => [x, 5, 0]));
    const path = world.addJoint(new PathJoint({ b: body, anchorB: [0, 0, 0], points: hairpin }));
    run(world, 2);
    expect(path.distance).toBeCloseTo(0, 6);
    path.anchorB = [0.5, 4, 0];
    expect(path.distance).toBeCloseTo(path.length - 0.5, 1);
    expect(path.positionError).toBeLessThan(0.5);
    run(world, 20);
    expect(path.distance).toBeCloseTo(path.length - 0.5, 1);
    expect(path.positionError).toBeLessThan(1e-3);
    expectRefusal(() => (path.anchorA = [0, 0, 0]), 'invalid-argument');
    world.dispose();
  });

  test('what a joint does not hold, and what is no place, is refused and changes nothing', async () => {
    const world = await open(settings);
    const [a, b] = [0, 1].map((x) => world.addBody({ shape: BOX, position: [x, 0, 0] }));
    const cone = world.addJoint(new ConeJoint({ a, b, axis: [0, 1, 0], angle: 1 }));
    const rod = world.addJoint(new DistanceJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
    const link = world.addJoint(new RevoluteSphericalJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0], axis: [0, 1, 0] }));
    const hinge = world.addJoint(new HingeJoint({ a, b, anchor: [0, 0, 0], axis: [0, 1, 0] }));
    world.step(DT);
    const before = world.memory.u8.slice();
    const refused: [joint: Joint, names: string[], value: unknown][] = [
      [cone, ['anchorA', 'anchorB'], [0, 0, 0]],
      [rod, ['axisA', 'axisB'], [0, 1, 0]],
      [rod, ['frameA', 'frameB'], [0, 0, 0, 1]],
      [link, ['frameB'], [0, 0, 0, 1]],
      [hinge, ['anchorA', 'anchorB', 'axisA', 'axisB', 'frameA', 'frameB'], [0, 1]],
      [hinge, ['axisA', 'axisB', 'frameA', 'frameB'], [0, 0, 0]],
      [hinge, ['anchorA', 'anchorB', 'axisA', 'frameA', 'anchor', 'axis'], null],
    ];
    for (const [joint, names, value] of refused)
      for (const name of names) expectRefusal(() => Reflect.set(joint, name, value), 'invalid-argument');
    expect(Buffer.compare(world.memory.u8.slice(), before)).toBe(0);
    link.axisA = [0, 1, 0.1];
    world.removeJoint(hinge);
    expectRefusal(() => (hinge.anchorA = [0, 0, 0]), 'removed-handle');
    expectRefusal(() => (new BallJoint({ b, anchor: [0, 0, 0] }).anchorA = [0, 0, 0]), 'removed-handle');
    expectRefusal(() => new BallJoint({ b, anchor: [0, 0, 0] }).anchorA, 'removed-handle');
    world.dispose();
  });
});
