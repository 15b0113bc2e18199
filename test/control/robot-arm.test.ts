// A six-axis arm from a URDF: what its motors have to give, and how well it follows.
import { describe, expect, test } from 'vitest';
import { Robot, Z_UP } from '../../bindings/control/index.ts';
import { cross, dot, subtract } from '../../bindings/core/geometry.ts';
import { type HingeJoint, type Vec3, World } from '../../bindings/index.ts';
import { SIX_AXIS_ARM } from '../../scenes/robots/six-axis-arm.ts';

/** rad; turns of a low-discrepancy sequence. */
const POSES = Array.from({ length: 10 }, (_, k) =>
  [0.61803, 0.75488, 0.81917, 0.85667, 0.8814, 0.8987].map((step) => 5 * ((((k + 1) * step) % 1) - 0.5)),
);

const load = async (options = {}) => {
  const world = await World.create({ precision: 'double', ...options });
  return { world, robot: await Robot.load(world, SIX_AXIS_ARM, { orientation: Z_UP, fixedBase: true }) };
};

/** Torques of gravity on the hinges by their lever arms: of all bodies beyond each. */
function leverTorques({ bodies, movable, world }: Robot): number[] {
  return movable.map(({ joint }, k) => {
    const { anchorWorldA, axisWorld } = joint as HingeJoint;
    let sum = 0;
    for (const { centerOfMass, mass } of bodies.slice(k + 1)) {
      const weight = world.gravity.map((component) => component * mass) as Vec3;
      sum -= dot([...axisWorld], cross(subtract([...centerOfMass], [...anchorWorldA]), weight));
    }
    return sum;
  });
}

test('gravity torques at ten poses are those of the lever arms to 1e-9 N m, and the motors give them', async () => {
  const { world, robot } = await load();
  for (const pose of POSES) {
    robot.setPositions(pose);
    const efforts = robot.gravityEfforts();
    for (const [k, torque] of leverTorques(robot).entries()) expect(Math.abs(efforts[k] - torque)).toBeLessThan(1e-9);
    for (let k = 0; k < 30; k++) world.step(1 / 60);
    const { efforts: given, positions } = robot.state;
    for (const [k, torque] of robot.gravityEfforts().entries()) {
      expect(Math.abs(given[k] - torque)).toBeLessThan(1e-6);
      expect(Math.abs(positions[k] - pose[k])).toBeLessThan(1e-6);
    }
  }
  world.dispose();
});

test.each(['xpbd', 'force'] as const)('the engine accelerates as forward dynamics says, to 1e-6: %s', async (solver) => {
  // Of second order, velocities between steps are extrapolated, and differences of them say less.
  const { world, robot } = await load({ solver, substeps: 1, timeStepping: 'first-order' });
  const { articulation } = robot;
  for (const [n, pose] of POSES.entries()) {
    const velocities = pose.map((angle, k) => Math.sin(3 * angle + k));
    const efforts = pose.map((angle, k) => (k < 3 ? 60 : 5) * Math.cos(7 * angle + n));
    robot.setEfforts(efforts);
    // Of the second step: the first makes velocities those of the motion over a step, as the solver means them.
    const slope = (dt: number) => {
      articulation.setState({ positions: pose, velocities });
      let [before, after] = [articulation.velocities(), articulation.velocities()];
      for (let k = 0; k < 2; k++) {
        robot.update(dt);
        world.step(dt);
        [before, after] = [after, articulation.velocities()];
      }
      return after.map((speed, k) => (speed - before[k]) / dt);
    };
    // Steps of three lengths, so that the first two orders of their length go away.
    const h = 1e-5;
    const [long, middle, short] = [slope(4 * h), slope(2 * h), slope(h)];
    const expected = articulation.forwardDynamics(efforts, { positions: pose, velocities });
    const scale = Math.max(...expected.map(Math.abs));
    for (const [k, value] of expected.entries())
      expect(Math.abs((8 * short[k] - 6 * middle[k] + long[k]) / 3 - value) / scale).toBeLessThan(1e-6);
  }
  world.dispose();
});

describe('servos', () => {
  test('go no faster and push no harder than their joints may, and stay within limits', async () => {
    const { world, robot } = await load();
    robot.setTargets([20, -1, 0.5, 0.2, 0.3, 4]);
    let fastest = 0;
    for (let k = 0; k < 240; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
      const { efforts, positions } = robot.state;
      for (const { index, effortLimit, lower, upper } of robot.movable) {
        expect(Math.abs(efforts[index])).toBeLessThanOrEqual(effortLimit * (1 + 1e-9));
        expect(positions[index]).toBeGreaterThanOrEqual(lower - 1e-4);
        expect(positions[index]).toBeLessThanOrEqual(upper + 1e-4);
      }
      fastest = Math.max(fastest, Math.abs(robot.joint('wrist_3').velocity));
    }
    expect(fastest).toBeLessThan(robot.joint('wrist_3').velocityLimit * 1.002);
    expect(robot.joint('shoulder_pan').position).toBeCloseTo(6.2832, 4);
    world.dispose();
  });

  test('with an acceleration get there without overshoot', async () => {
    const world = await World.create();
    const robot = await Robot.load(world, SIX_AXIS_ARM, { orientation: Z_UP, fixedBase: true, servo: { acceleration: 6 } });
    const goals = [1, -1, 0.8, -0.4, 0.3, 2];
    robot.setTargets(goals);
    for (let k = 0; k < 150; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
      for (const [index, position] of robot.state.positions.entries())
        expect(Math.abs(position)).toBeLessThan(Math.abs(goals[index]) + 1e-3);
    }
    for (const [index, position] of robot.state.positions.entries()) expect(position).toBeCloseTo(goals[index], 4);
    world.dispose();
  });

  test('as springs sag by load over stiffness', async () => {
    const world = await World.create({ precision: 'double' });
    const servo = { stiffness: 2000, damping: 200 };
    const robot = await Robot.load(world, SIX_AXIS_ARM, { orientation: Z_UP, fixedBase: true, servo, joints: { shoulder_lift: 0 } });
    for (let k = 0; k < 400; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    for (const [k, load] of robot.gravityEfforts().entries()) expect(robot.state.positions[k]).toBeCloseTo(-load / 2000, 6);
    world.dispose();
  });

  test('of velocity keep it, and efforts of gravity hold the arm without servos', async () => {
    const { world, robot } = await load();
    robot.setVelocities([0.5, 0, 0, 0, 0, -9]);
    for (let k = 0; k < 60; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    expect(robot.joint('shoulder_pan').velocity).toBeCloseTo(0.5, 6);
    expect(robot.joint('wrist_3').velocity).toBeCloseTo(-robot.joint('wrist_3').velocityLimit, 6);
    robot.setPositions([0.3, -0.7, 1, 0.2, 0.4, 0]);
    for (let k = 0; k < 120; k++) {
      robot.setEfforts(robot.gravityEfforts());
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    for (const [k, angle] of [0.3, -0.7, 1, 0.2, 0.4, 0].entries()) expect(robot.state.positions[k]).toBeCloseTo(angle, 3);
    world.dispose();
  });
});

test.each(['setVelocities', 'setEfforts'] as const)('a teleport after %s is as good as one before', async (set) => {
  const pose = [0.9, -0.7, 1, 0.6, 0.4, -0.8];
  const given = [0.3, -0.2, 0.1, 0.2, -0.1, 0.4];
  const states: number[][] = [];
  for (const isFirst of [true, false]) {
    const { world, robot } = await load({ gravity: [0, 0, 0] });
    if (isFirst) robot.setPositions(pose);
    robot[set](given);
    if (!isFirst) robot.setPositions(pose);
    for (let k = 0; k < 6; k++) {
      robot.update(1 / 60);
      world.step(1 / 60);
    }
    const { positions, velocities } = robot.state;
    states.push([...positions, ...velocities]);
    world.dispose();
  }
  for (const [k, value] of states[0].entries()) expect(states[1][k]).toBeCloseTo(value, 9);
});

test('computed torques make the arm follow a path by loads alone', async () => {
  const { world, robot } = await load();
  const { articulation } = robot;
  const path = (t: number) => POSES[0].map((angle, k) => 0.4 * angle + 0.5 * Math.sin((1 + 0.2 * k) * t));
  const rate = (t: number) => POSES[0].map((_, k) => 0.5 * (1 + 0.2 * k) * Math.cos((1 + 0.2 * k) * t));
  const second = (t: number) => POSES[0].map((_, k) => -0.5 * (1 + 0.2 * k) ** 2 * Math.sin((1 + 0.2 * k) * t));
  const [stiffness, damping] = [100, 20];
  const dt = 1 / 240;
  articulation.setState({ positions: path(0), velocities: rate(0) });
  let worst = 0;
  for (let k = 0; k < 480; k++) {
    const [q, u, a] = [path(k * dt), rate(k * dt), second(k * dt)];
    const [positions, velocities] = [articulation.positions(), articulation.velocities()];
    const wanted = a.map((value, j) => value + stiffness * (q[j] - positions[j]) + damping * (u[j] - velocities[j]));
    robot.setEfforts(articulation.inverseDynamics(wanted));
    robot.update(dt);
    world.step(dt);
    worst = Math.max(worst, ...path((k + 1) * dt).map((angle, j) => Math.abs(angle - robot.state.positions[j])));
  }
  expect(worst).toBeLessThan(0.01);
  world.dispose();
});
