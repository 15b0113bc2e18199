// Islands as the kernels see them: what touches or is joined.
import { describe, expect, test } from 'vitest';
import { islandsOf } from '../../bindings/debug/index.ts';
import { BallJoint, type Body, Box, GearJoint, HingeJoint, Sphere, World } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';
import { addStack, floored, run } from '../islands/worlds.ts';

const numbers = (world: World, bodies: Body[]) => {
  const islands = islandsOf(world);
  return bodies.map(({ index }) => islands[index]);
};

describe.each(BACKENDS)('$label', ({ settings }) => {
  test('Stacks on one floor are islands of their own, asleep or awake.', async () => {
    const { world, floor } = await floored(settings);
    const [left, right] = [addStack(world, 3), addStack(world, 2, 5)];
    world.step(1 / 60);
    const bodies = [floor, ...left, ...right];
    expect(numbers(world, bodies)).toEqual([0, 1, 1, 1, 2, 2]);
    run(world, 3);
    expect(left.every(({ isSleeping }) => isSleeping)).toBe(true);
    expect(numbers(world, bodies)).toEqual([0, 1, 1, 1, 2, 2]);
  });

  test('Joints unite while they are enabled, but not by way of what is not dynamic.', async () => {
    const world = await World.create(settings);
    const bodies = [0, 1, 2, 3, 4].map((x) => world.addBody({ mass: 1, position: [x, 0, 0] }));
    const driver = world.addBody({ type: 'kinematic', position: [9, 0, 0] });
    const join = (a: Body, b: Body) => world.addJoint(new BallJoint({ a, b, anchor: [0, 0, 0] }));
    join(bodies[4], bodies[1]);
    const joint = join(bodies[3], bodies[0]);
    join(driver, bodies[0]);
    join(driver, bodies[1]);
    expect(numbers(world, [...bodies, driver])).toEqual([1, 2, 3, 1, 2, 0]);
    joint.enabled = false;
    expect(numbers(world, bodies)).toEqual([1, 2, 3, 4, 2]);
  });
});

test('A gear unites the bodies of both its joints.', async () => {
  const world = await World.create();
  const wheels = [0, 1].map((x) => world.addBody({ mass: 1, position: [x, 0, 0] }));
  const hinges = wheels.map((b, x) => world.addJoint(new HingeJoint({ b, anchor: [x, 0, 0], axis: [0, 0, 1] })));
  expect(numbers(world, wheels)).toEqual([1, 2]);
  world.addJoint(new GearJoint({ first: hinges[0], second: hinges[1], ratio: -1 }));
  expect(numbers(world, wheels)).toEqual([1, 1]);
});

test('Sensors, near misses and removed bodies unite nothing.', async () => {
  const world = await World.create({ gravity: [0, 0, 0] });
  const shape = new Sphere(0.5);
  const bodies = [0, 1.005, 5, 5.5].map((x, k) => world.addBody({ shape, position: [x, 0, 0], sensor: k === 3 }));
  world.detectCollisions();
  expect(numbers(world, bodies)).toEqual([1, 2, 3, 4]);
  world.removeBody(bodies[1]);
  expect(numbers(world, bodies)).toEqual([1, 0, 2, 3]);
});

test('They are those that fall asleep together.', async () => {
  const { world } = await floored({});
  const stacks = [addStack(world, 2), addStack(world, 3, 4)];
  // What touches the second stack stays awake, and keeps that awake.
  const ball = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), position: [4, 3.2, 0], canSleep: false });
  run(world, 3);
  const islands = islandsOf(world);
  const asleep = [...stacks.flat(), ball].filter(({ isSleeping }) => isSleeping);
  expect(asleep).toEqual([...stacks.flat(), ball].filter(({ index }) => islands[index] === islands[stacks[0][0].index]));
  expect(asleep.length).toBe(2);
});

test('What becomes a sensor leaves its island at once.', async () => {
  const { world } = await floored({});
  const stack = addStack(world, 2);
  run(world, 0.5);
  expect(numbers(world, stack)).toEqual([1, 1]);
  stack[0].sensor = true;
  expect(numbers(world, stack)).toEqual([1, 2]);
});

test('An array that is long enough is filled and returned; another is replaced.', async () => {
  const world = await World.create();
  for (let k = 0; k < 3; k++) world.addBody({ mass: 1 });
  const out = new Uint32Array(6).fill(9);
  expect(islandsOf(world, out)).toBe(out);
  expect([...out]).toEqual([0, 1, 2, 3, 0, 0]);
  expect([...islandsOf(world, new Uint32Array(2))]).toEqual([0, 1, 2, 3]);
});

test('Bad input is refused.', async () => {
  const world = await World.create();
  expectRefusal(() => islandsOf({} as World), 'invalid-argument');
  expectRefusal(() => islandsOf(world, [] as never), 'invalid-argument');
  world.dispose();
  expectRefusal(() => islandsOf(world), 'disposed');
});
