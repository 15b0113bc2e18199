// Time stepping by need: second order for what moves freely or on joints, first order for what has contacts or meets ends, and nothing gained or lost in between.
import { describe, expect, test } from 'vitest';
import {
  BallJoint,
  type Body,
  Box,
  HalfSpace,
  HingeJoint,
  PrismaticJoint,
  RopeJoint,
  Sphere,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { distance, measureConvergence, measureDrift } from '../validation/convergence.ts';
import { addSpring, G, heavyTop, LASTING, SMOOTH } from '../validation/motions.ts';

const DT = 1 / 60;

describe.each([
  ['wasm, double', { precision: 'double' }],
  ['wasm, single', { precision: 'single' }],
  ['reference', { backend: 'reference' }],
] as [string, WorldOptions][])('%s', (label, settings) => {
  const isSingle = label === 'wasm, single';
  const create = (options: WorldOptions = {}) =>
    World.create({ gravity: [0, -G, 0], sleep: false, timeStepping: 'auto', ...settings, ...options });

  test('free fall is exact, beside a pile as well', async () => {
    const world = await create();
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), position: [0, -20, 0] });
    for (let k = 0; k < 3; k++) world.addBody({ shape: new Box([0.25, 0.25, 0.25]), mass: 1, position: [5, -19.75 + 0.5 * k, 0] });
    const body = world.addBody({ shape: new Sphere(0.1), mass: 2 });
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(Math.abs(body.position[1] + G / 2)).toBeLessThan(isSingle ? 5e-5 : 1e-12);
    world.dispose();
  });

  test('an undamped spring keeps its amplitude for 28 s', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, -1.1, 0] });
    addSpring(world, null, b, 100);
    for (let step = 0; step < (label === 'reference' ? 4 : 28) * 60; step++) world.step(DT);
    expect(Math.hypot(b.position[1] + 1, b.linearVelocity[1] / 10)).toBeGreaterThan(0.099);
    world.dispose();
  });

  test('a chain let go at a slant is of second order from the start, however much its tension swings light links', async () => {
    const run = async (substeps: number) => {
      const world = await create({ substeps });
      const [x, y] = [Math.cos(1.3), -Math.sin(1.3)];
      const bodies: Body[] = [];
      for (let k = 0; k < 40; k++) {
        const at = 0.3 * (k + 0.5);
        const position: [number, number, number] = [at * x, at * y, 0];
        const orientation: [number, number, number, number] = [0, 0, -Math.sin(0.65), Math.cos(0.65)];
        const b = world.addBody({ shape: new Box([0.15, 0.03, 0.03]), mass: 1, position, orientation });
        world.addJoint(new BallJoint({ a: bodies.at(-1) ?? null, b, anchor: [0.3 * k * x, 0.3 * k * y, 0] }));
        bodies.push(b);
      }
      for (let step = 0; step < 20; step++) world.step(DT);
      const ends = bodies.map(({ position }) => [...position]);
      world.dispose();
      return ends;
    };
    const [coarse, fine, exact] = [await run(4), await run(8), await run(64)];
    const error = (ends: number[][]) => Math.max(...ends.map((end, k) => distance(end, exact[k])));
    expect(error(coarse)).toBeLessThan(2e-5);
    if (!isSingle) expect(error(fine)).toBeLessThan(error(coarse) / 3.5);
  });

  test.each([1, 4, 10])('a ball that bounces without loss returns to its height at %i substeps', async (substeps) => {
    const world = await create({ substeps });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), restitution: 1 });
    const ball = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, 1.1, 0], restitution: 1 });
    let bounces = 0;
    for (let step = 0; step < 300; step++) {
      const falls = ball.linearVelocity[1] < 0;
      world.step(DT);
      const [height, speed] = [ball.position[1] - 0.1, ball.linearVelocity[1]];
      if (falls && speed > 0) bounces++;
      // High above the ground, where the velocity is that of the pose.
      if (height > 0.4) expect(Math.abs(height + speed ** 2 / (2 * G) - 1)).toBeLessThan(isSingle ? 1e-4 : 1e-6);
    }
    expect(bounces).toBeGreaterThan(3);
    world.dispose();
  });

  test('what has contacts from the beginning is of first order, to the bit', async () => {
    const ends = [];
    for (const timeStepping of ['first-order', 'auto'] as const) {
      const world = await create({ timeStepping });
      world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
      const boxes = [0, 1, 2].map((k) =>
        world.addBody({ shape: new Box([0.25, 0.25, 0.25]), mass: 1, position: [0.05 * k, 0.25 + 0.5 * k, 0] }),
      );
      for (let step = 0; step < 60; step++) world.step(DT);
      ends.push(boxes.flatMap(({ linearVelocity, orientation, position }) => [...position, ...orientation, ...linearVelocity]));
      world.dispose();
    }
    expect(ends[1]).toEqual(ends[0]);
  });

  test.each([
    ['a body that is damped', { linearDamping: 2 }, false],
    ['a rope', {}, true],
  ] as const)('%s on joints is of first order, with all that joints connect with it', async (_, damping, ropes) => {
    const ends = [];
    for (const timeStepping of ['first-order', 'auto'] as const) {
      const world = await create({ timeStepping, jointSolver: 'direct' });
      const a = world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [1, 0, 0] });
      const b = world.addBody({ mass: 3, inertia: [0.1, 0.1, 0.1], position: [2, 0, 0], ...damping });
      world.addJoint(new HingeJoint({ a: null, b: a, anchor: [0, 0, 0], axis: [0, 0, 1] }));
      if (ropes) world.addJoint(new RopeJoint({ a, b, anchorA: [0, 0, 0], anchorB: [0, 0, 0] }));
      else world.addJoint(new BallJoint({ a, b, anchor: [1, 0, 0] }));
      for (let step = 0; step < 60; step++) world.step(DT);
      ends.push([a, b].flatMap(({ linearVelocity, position }) => [...position, ...linearVelocity]));
      world.dispose();
    }
    expect(ends[1]).toEqual(ends[0]);
  });

  test('forces that change from step to step are those of their step', async () => {
    const world = await create({ gravity: [0, 0, 0], substeps: 1 });
    const body = world.addBody({ shape: new Sphere(0.1), mass: 2 });
    let speed = 0;
    for (let step = 0; step < 20; step++) {
      const force = step % 3 === 0 ? 30 : -7;
      body.applyForce([force, 0, 0]);
      world.step(DT);
      speed += (force / 2) * DT;
      expect(Math.abs(body.linearVelocity[0] - speed)).toBeLessThan(isSingle ? 1e-5 : 1e-12);
    }
    world.dispose();
  });

  // Different parts of loads that balance each other would throw bodies about, and the loads with them.
  test('the loads of sliders on sliders change as little as their motion does', async () => {
    const world = await create({ substeps: 10, jointSolver: 'direct' });
    let a: Body | null = null;
    const joints = Array.from({ length: 8 }, (_, k) => {
      const b = world.addBody({ shape: new Box([0.2, 0.4, 0.15]), position: [0.8 * k + 0.4, 0, 0], collides: false });
      const joint = world.addJoint(new PrismaticJoint({ a, b, anchor: [0.8 * k, 0, 0], axis: [1, k % 2 ? -0.3 : 0.3, 0.2] }));
      a = b;
      return joint;
    });
    const loads = () => joints.flatMap(({ torque }) => [...torque]);
    for (let step = 0; step < 5; step++) world.step(DT);
    let before = loads();
    for (let step = 0; step < 120; step++) {
      world.step(DT);
      const now = loads();
      // A whole one is some 10 kN m.
      expect(distance(before, now)).toBeLessThan(0.05 * Math.hypot(...now));
      before = now;
    }
    world.dispose();
  });

  test('a snapshot taken in flight, at rest or in between goes on with the same bits', async () => {
    const world = await create();
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const a = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, 0.8, 0], restitution: 0.6 });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0.4, 1, 0], restitution: 0.6 });
    world.addJoint(new BallJoint({ a, b, anchor: [0.2, 0.9, 0] }));
    for (let step = 0; step < 90; step++) {
      world.step(DT);
      if (step % 10) continue;
      const state = world.snapshot();
      for (let k = 0; k < 5; k++) world.step(DT);
      const hash = world.hash();
      world.restore(state);
      for (let k = 0; k < 5; k++) world.step(DT);
      expect(world.hash()).toBe(hash);
      world.restore(state);
    }
    world.dispose();
  });
});

test('kernels and reference agree on a pair that lands, tumbles and lifts off', async () => {
  const ends = [];
  for (const settings of [{ precision: 'double' }, { backend: 'reference' }] as const) {
    const world = await World.create({ gravity: [0, -G, 0], sleep: false, timeStepping: 'auto', ...settings });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), restitution: 0.8 });
    const a = world.addBody({ shape: new Sphere(0.1), mass: 1, position: [0, 0.5, 0], restitution: 0.8 });
    const b = world.addBody({ shape: new Sphere(0.1), mass: 2, position: [0.4, 0.7, 0], restitution: 0.8 });
    world.addJoint(new BallJoint({ a, b, anchor: [0.2, 0.6, 0] }));
    for (let step = 0; step < 45; step++) world.step(DT);
    ends.push([a, b].flatMap(({ linearVelocity, position }) => [...position, ...linearVelocity]));
    world.dispose();
  }
  expect(distance(ends[0], ends[1])).toBeLessThan(1e-9);
});

test.each(['a double pendulum', 'a heavy top', 'a four-bar linkage'])('%s is of second order', async (name) => {
  const { orders } = await measureConvergence(SMOOTH[name], { timeStepping: 'auto' });
  for (const order of orders) expect(order).toBeGreaterThan(1.9);
});

// At the defaults; docs/validation.md has a hundred seconds.
test.each([
  ['a heavy top at 30 rad/s', 2e-4],
  ['a heavy top at 150 rad/s', 2e-4],
  ['a triple pendulum of hinges', 1e-3],
] as const)('%s keeps its energy for 20 s', async (name, bound) => {
  const { largest } = await measureDrift(LASTING[name], 20, 'auto');
  expect(largest).toBeLessThan(bound);
});

// Faster than the usual substeps resolve: it takes more of them.
test('so does a top at 300 rad/s', async () => {
  const { largest } = await measureDrift(heavyTop(300), 20, 'auto');
  expect(largest).toBeLessThan(2e-4);
});
