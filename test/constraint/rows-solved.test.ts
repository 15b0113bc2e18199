// Rows solved to convergence by a plain Gauss-Seidel give the motion of the fused kernels, the nearer the shorter the substep.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  DistanceJoint,
  FixedJoint,
  GearJoint,
  HalfSpace,
  HingeJoint,
  PrismaticJoint,
  PulleyJoint,
  Sphere,
  SpringDamperJoint,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { stepByRows } from './gauss-seidel.ts';

type Build = (world: World) => void;

/** A body whose moments are equal, so that it needs no gyroscopic torque. */
const ball = (world: World, position: Vec3, options: object = {}): Body =>
  world.addBody({ mass: 2, inertia: [0.3, 0.3, 0.3], position, linearDamping: 0, angularDamping: 0, ...options });

const SCENES: Record<string, Build> = {
  'a chain of balls and a hinge': (world) => {
    const [a, b, c] = [ball(world, [0.5, 0, 0]), ball(world, [1.5, 0, 0.2]), ball(world, [2.5, 0.1, 0.2])];
    world.addJoint(new BallJoint({ b: a, anchor: [0, 0, 0] }));
    world.addJoint(new HingeJoint({ a, b, anchor: [1, 0, 0.1], axis: [0, 0.2, 1], limits: { lower: -0.2, upper: 0.2 } }));
    world.addJoint(new BallJoint({ a: b, b: c, anchor: [2, 0, 0.2], axis: [1, 0, 0], swing: { y: 0.2, z: 0.3 } }));
  },
  'a slider on a spring, and a motor': (world) => {
    const [a, b] = [ball(world, [0, 0, 0]), ball(world, [0, -1, 0.3])];
    world.addJoint(new PrismaticJoint({ b: a, anchor: [0, 0, 0], axis: [0, 1, 0], motor: { target: 0.2, stiffness: 200, damping: 10 } }));
    world.addJoint(new HingeJoint({ a, b, anchor: [0, -1, 0], axis: [0, 1, 0], motor: { velocity: 2, maxTorque: 1 } }));
  },
  'links and springs': (world) => {
    const [a, b] = [ball(world, [0.6, 0.1, 0]), ball(world, [1.2, 0, 0.1])];
    world.addJoint(new DistanceJoint({ b: a, anchorA: [0, 0, 0], anchorB: [0.5, 0, 0], frame: 'world' }));
    const ends = { a, b, anchorA: [0.7, 0.1, 0] as Vec3, anchorB: [1.1, 0, 0.1] as Vec3, frame: 'world' as const };
    world.addJoint(new SpringDamperJoint({ ...ends, stiffness: 300, damping: 5 }));
  },
  'a gear and a pulley': (world) => {
    const [a, b, c] = [ball(world, [0, 0, 0], { angularVelocity: [0, 0, 2] }), ball(world, [1, 0, 0]), ball(world, [3, -1, 0])];
    const first = world.addJoint(new HingeJoint({ b: a, anchor: [0, 0, 0], axis: [0, 0, 1] }));
    const second = world.addJoint(new HingeJoint({ b, anchor: [1, 0, 0], axis: [0, 0, 1] }));
    world.addJoint(new GearJoint({ first, second, ratio: -1.5 }));
    const d = ball(world, [5, -1, 0], { mass: 3 });
    world.addJoint(new PulleyJoint({ a: c, b: d, anchorA: [0, 0.2, 0], anchorB: [0, 0.2, 0], pointA: [3, 1, 0], pointB: [5, 1, 0] }));
  },
  'a soft weld': (world) => {
    const a = ball(world, [0.5, 0, 0]);
    world.addJoint(new FixedJoint({ b: a, anchor: [0, 0, 0], compliance: 1e-4, angularCompliance: 1e-3 }));
  },
  'a ball that slides until it rolls': (world) => {
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), friction: 0.3 });
    world.addBody({
      mass: 1,
      inertia: [0.1, 0.1, 0.1],
      shape: new Sphere(0.5),
      position: [0, 0.5, 0],
      linearVelocity: [2, 0, 0],
      friction: 0.3,
    });
  },
  'a box on a slope': (world) => {
    const tilt = 0.3;
    world.addBody({ type: 'static', shape: new HalfSpace([-Math.sin(tilt), Math.cos(tilt), 0]), friction: 0.2 });
    const [s, c] = [Math.sin(tilt / 2), Math.cos(tilt / 2)];
    const up: Vec3 = [-0.5 * Math.sin(tilt), 0.5 * Math.cos(tilt), 0];
    const still = { linearDamping: 0, angularDamping: 0, orientation: [0, 0, s, c] as [number, number, number, number] };
    world.addBody({ mass: 1, inertia: [0.2, 0.2, 0.2], shape: new Box([0.5, 0.5, 0.5]), position: up, friction: 0.2, ...still });
  },
};

async function made(build: Build, options: WorldOptions): Promise<World> {
  const world = await World.create({ precision: 'double', sleep: false, ...options });
  build(world);
  return world;
}

const SECONDS = 0.25;

/** Greatest distance between the bodies of two worlds. */
function apart(one: World, other: World): number {
  const others = [...other.bodies];
  return Math.max(...[...one.bodies].map(({ position }, k) => Math.hypot(...position.map((x, axis) => x - others[k].position[axis]))));
}

describe.each(Object.entries(SCENES))('%s', (_, build) => {
  test('the motions come together as the substep shrinks', async () => {
    const errors: number[] = [];
    for (const steps of [50, 100, 200]) {
      const h = SECONDS / steps;
      const [rows, fused] = [await made(build, { substeps: 1 }), await made(build, { substeps: 1, iterations: 50 })];
      for (let k = 0; k < steps; k++) {
        stepByRows(rows, h);
        fused.step(h);
      }
      errors.push(apart(rows, fused));
    }
    expect(errors[2]).toBeLessThan(Math.max(0.65 * errors[0], 1e-9));
    expect(errors[2]).toBeLessThan(2e-3);
  });
});

test('impulses of rows come to the loads of joints and contacts by the same way', async () => {
  const world = await made((made) => {
    const [a, b] = [ball(made, [0, -1, 0]), ball(made, [0, -2, 0])];
    made.addJoint(new BallJoint({ b: a, anchor: [0, 0, 0] }));
    made.addJoint(new HingeJoint({ a, b, anchor: [0, -1.5, 0], axis: [0, 0, 1] }));
    made.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), position: [0, -10, 0] });
    made.addBody({ mass: 3, inertia: [0.1, 0.1, 0.1], shape: new Sphere(0.5), position: [5, -9.5, 0] });
  }, {});
  for (let k = 0; k < 3; k++) stepByRows(world, 1 / 600);
  const [first, second] = [...world.joints];
  expect(first.force[1]).toBeCloseTo(4 * 9.81, 6);
  expect(second.force[1]).toBeCloseTo(2 * 9.81, 6);
  const [contact] = world.contacts();
  expect(contact.points.reduce((sum, { force }) => sum + force, 0)).toBeCloseTo(3 * 9.81, 4);
});
