// Torques of figures that are driven as was recorded.
import { expect, test } from 'vitest';
import { articulation, DrivenFigure, MarkerSkeleton, type SegmentPose, TrackedMotion } from '../../bindings/control/index.ts';
import { multiply } from '../../bindings/core/geometry.ts';
import { Box, type Quat, type Vec3, World } from '../../bindings/index.ts';

const about = (axis: 0 | 2, angle: number): Quat =>
  axis === 0 ? [Math.sin(angle / 2), 0, 0, Math.cos(angle / 2)] : [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)];

/** Two links of 0.5 m that hang on a base that is held, with turns about z, and about x on the second. */
const CHAIN = new MarkerSkeleton([
  { name: 'base', markers: ['a'] },
  { name: 'upper', parent: 'base', markers: ['b'], joint: [0, 0, 0] },
  { name: 'lower', parent: 'upper', markers: ['c'], joint: [0, -0.5, 0] },
]);
const FIT = {
  offsets: [],
  anchors: [
    { onParent: [0, 0, 0], onSegment: [0, 0, 0] },
    { onParent: [0, 0, 0], onSegment: [0, 0.25, 0] },
    { onParent: [0, -0.25, 0], onSegment: [0, 0.25, 0] },
  ] as { onParent: Vec3; onSegment: Vec3 }[],
};
const TURNS = {
  first: (t: number) => 0.8 * Math.sin(2 * t),
  second: (t: number) => 0.5 * Math.sin(3 * t + 1),
  tilt: (t: number) => 0.4 * Math.sin(2.5 * t),
};

function chainPoses(t: number): SegmentPose[] {
  const upper = about(2, TURNS.first(t));
  const lower = multiply(upper, multiply(about(2, TURNS.second(t)), about(0, TURNS.tilt(t))));
  const down = (q: Quat, from: Vec3): Vec3 => {
    const [x, y, z, w] = q;
    const axis: Vec3 = [2 * (x * y - w * z), 1 - 2 * (x * x + z * z), 2 * (y * z + w * x)];
    return from.map((component, k) => component - 0.25 * axis[k]) as Vec3;
  };
  const middle = down(upper, [0, 0, 0]);
  const knee = down(upper, middle);
  return [
    { position: [0, 0, 0], orientation: [0, 0, 0, 1] },
    { position: middle, orientation: upper },
    { position: down(lower, knee), orientation: lower },
  ];
}

const LINK = { shape: new Box([0.03, 0.25, 0.05]), collides: false };
const CHAIN_BODIES = {
  base: { mass: 1, collides: false },
  upper: { ...LINK, mass: 2 },
  lower: { ...LINK, mass: 1.5 },
};

/** Largest difference of the motors' torques from recursive Newton-Euler with the analytic motion, at the middle of the steps, N m. */
async function torqueError(rate: number): Promise<{ worst: number; largest: number }> {
  const world = await World.create({ precision: 'double' });
  const frames = Array.from({ length: rate }, (_, k) => chainPoses(k / rate));
  const figure = new DrivenFigure(world, new TrackedMotion(CHAIN, FIT, rate, frames), { bodies: CHAIN_BODIES });
  const [root] = figure.joints;
  const tree = articulation(world, figure.bodies[0], { ignore: [root!] });
  const stateAt = (t: number) => {
    const poses = chainPoses(t);
    const relative = (a: Quat, b: Quat) => multiply([-a[0], -a[1], -a[2], a[3]], b);
    return [
      ...poses[0].position,
      ...poses[0].orientation,
      ...poses[1].orientation,
      ...relative(poses[1].orientation, poses[2].orientation),
    ];
  };
  const spin = (t: number): number[] => {
    // Angular velocities in the frames of the segments, by differences.
    const e = 1e-5;
    const [before, after] = [stateAt(t - e), stateAt(t + e)];
    return [7, 11].flatMap((start) => {
      const [p, q] = [before, after].map((state) => state.slice(start, start + 4) as Quat);
      const [x, y, z, w] = multiply([-p[0], -p[1], -p[2], p[3]], q);
      const sign = w < 0 ? -1 : 1;
      return [x, y, z].map((part) => (sign * part) / e);
    });
  };
  let [worst, largest] = [0, 0];
  for (let frame = 0; frame < rate - 1; frame++) {
    figure.drive(frame);
    world.step(1 / rate);
    if (frame < rate / 4) continue;
    const t = (frame + 0.5) / rate;
    const [before, now, after] = [spin(t - 1e-4), spin(t), spin(t + 1e-4)];
    const accelerations = [0, 0, 0, 0, 0, 0, ...now.map((_, k) => (after[k] - before[k]) / 2e-4)];
    const positions = stateAt(t);
    const loads = tree.inverseDynamics(accelerations, { positions, velocities: [0, 0, 0, 0, 0, 0, ...now] });
    const orientation = chainPoses(t)[1].orientation;
    // Of the first joint, in the upper link's frame.
    const torque = figure.torque('upper');
    const [x, y, z] = [0, 1, 2].map((k) => loads[6 + k]);
    const [a, b, c] = multiply(multiply(orientation, [x, y, z, 0]), [-orientation[0], -orientation[1], -orientation[2], orientation[3]]);
    worst = Math.max(worst, Math.hypot(torque[0] - a, torque[1] - b, torque[2] - c));
    largest = Math.max(largest, Math.hypot(a, b, c));
  }
  world.dispose();
  return { worst, largest };
}

test('torques of a driven double pendulum have an error that falls with the step', async () => {
  const errors = [];
  for (const rate of [60, 120, 240]) errors.push(await torqueError(rate));
  const [coarse, middle, fine] = errors.map(({ worst }) => worst);
  expect(errors[2].largest).toBeGreaterThan(5);
  expect(fine).toBeLessThan(0.01 * errors[2].largest);
  expect(middle).toBeLessThan(0.6 * coarse);
  expect(fine).toBeLessThan(0.6 * middle);
});

/** A trunk on two legs of one segment each, with feet that are boxes. */
function standing(residual: object | null) {
  const foot = { shape: new Box([0.12, 0.04, 0.06]), mass: 3 };
  const skeleton = new MarkerSkeleton([
    { name: 'trunk', markers: ['a'] },
    { name: 'left', parent: 'trunk', markers: ['b'], joint: [0, 0.9, 0.15] },
    { name: 'right', parent: 'trunk', markers: ['c'], joint: [0, 0.9, -0.15] },
  ]);
  const fit = {
    offsets: [],
    anchors: [
      { onParent: [0, 0, 0], onSegment: [0, 0, 0] },
      { onParent: [0, -0.3, 0.15], onSegment: [0, 0.86, 0] },
      { onParent: [0, -0.3, -0.15], onSegment: [0, 0.86, 0] },
    ] as { onParent: Vec3; onSegment: Vec3 }[],
  };
  const pose = (y: number, z: number): SegmentPose => ({ position: [0, y, z], orientation: [0, 0, 0, 1] });
  const motion = new TrackedMotion(skeleton, fit, 60, [[pose(1.2, 0), pose(0.04, 0.15), pose(0.04, -0.15)]]);
  const bodies = { trunk: { shape: new Box([0.1, 0.3, 0.15]), mass: 50, collides: false }, left: foot, right: foot };
  return { motion, bodies, residual };
}

test.each([
  ['ode', null],
  ['xpbd', null],
  ['ode', { maxForce: 0, maxTorque: 0 }],
] as const)('contact forces of one who stands sum to the weight and are shared by both feet: %s, residual %j', async (solver, residual) => {
  const world = await World.create({ precision: 'double', solver, ...(solver === 'ode' ? { linear: 'dantzig', cfm: 1e-9 } : {}) });
  const ground = world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
  const { motion, bodies } = standing(residual);
  const figure = new DrivenFigure(world, motion, { bodies, residual });
  for (let k = 0; k < 240; k++) {
    figure.drive(0);
    world.step(1 / 60);
  }
  const forces = new Map<number, number>();
  for (const { a, b, points, normal, friction } of world.contacts()) {
    const [foot, up] = a === ground ? [b, 1] : [a, -1];
    const push = points.reduce((sum, { force }) => sum + force, 0);
    forces.set(foot.index, (forces.get(foot.index) ?? 0) + up * (normal[1] * push + friction[1]));
  }
  const weight = 56 * 9.81;
  const [left, right] = [...forces.values()];
  expect(forces.size).toBe(2);
  expect(Math.abs(left + right - weight) / weight).toBeLessThan(1e-6);
  expect(Math.abs(left - right) / weight).toBeLessThan(solver === 'ode' ? 1e-6 : 1e-4);
  expect(Math.hypot(...figure.residual.force)).toBe(0);
  world.dispose();
});
