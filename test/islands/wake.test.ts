import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, type Body, Box, FixedJoint, type World } from '../../bindings/index.ts';
import { addBall, addStack, CRATE, DT, floored, PRECISIONS, run } from './worlds.ts';

const asleep = (bodies: Body[]) => bodies.map((body) => body.isSleeping);

async function sleeping(settings: object) {
  const { world, floor } = await floored(settings);
  const stack = addStack(world, 3);
  const far = addStack(world, 2, 10);
  run(world, 4);
  expect(world.sleepingCount).toBe(5);
  return { world, floor, stack, far };
}

describe.each(PRECISIONS)('waking, $label', ({ settings }) => {
  const changes: [string, (stack: Body[], world: World) => void][] = [
    [
      'position',
      ([, , top]) => {
        top.position = [0, 2.6, 0];
      },
    ],
    [
      'orientation',
      ([, , top]) => {
        top.orientation = [0, 0.1, 0, 1];
      },
    ],
    [
      'linearVelocity',
      ([, middle]) => {
        middle.linearVelocity = [0, 0, 0.2];
      },
    ],
    [
      'angularVelocity',
      ([bottom]) => {
        bottom.angularVelocity = [0, 1, 0];
      },
    ],
    ['applyForce', ([bottom]) => bottom.applyForce([1, 0, 0])],
    ['applyTorque', ([, middle]) => middle.applyTorque([0, 1, 0])],
    ['applyImpulse', ([, , top]) => top.applyImpulse([1, 0, 0])],
    ['applyAngularImpulse', ([, , top]) => top.applyAngularImpulse([0, 1, 0])],
    [
      'gravityScale',
      ([, , top]) => {
        top.gravityScale = 2;
      },
    ],
    [
      'type',
      ([bottom]) => {
        bottom.type = 'static';
      },
    ],
    [
      'collisionMask',
      ([bottom]) => {
        bottom.collisionMask = 2;
      },
    ],
    [
      'collides',
      ([, middle]) => {
        middle.collides = false;
      },
    ],
    [
      'canSleep',
      ([, middle]) => {
        middle.canSleep = false;
      },
    ],
    ['wake', ([, middle]) => middle.wake()],
    ['removal', ([, middle], world) => world.removeBody(middle)],
    ['addJoint', ([bottom], world) => void world.addJoint(new FixedJoint({ b: bottom, anchor: [0, 0, 0] }))],
    ['ignoreCollisions', ([bottom, middle], world) => world.ignoreCollisions(bottom, middle)],
  ];
  test.each(changes)('by %s: the whole island, and no other', async (_, change) => {
    const { world, stack, far } = await sleeping(settings);
    change(stack, world);
    const [bottom, middle, top] = stack;
    for (const body of [bottom, middle, top]) if (body.alive) expect(body.isSleeping).toBe(false);
    expect(asleep(far)).toEqual([true, true]);
    world.step(DT);
    expect(asleep(far)).toEqual([true, true]);
  });

  test('by gravity: everybody', async () => {
    const { world } = await sleeping(settings);
    world.gravity = [0, -9.81, 0];
    expect(world.sleepingCount).toBe(5);
    world.gravity = [0, 0, 1];
    expect(world.sleepingCount).toBe(0);
    run(world, 0.5);
    expect([...world.bodies].filter((body) => body.type === 'dynamic').every((body) => body.position[2] > 0.1)).toBe(true);
  });

  test('by a touch, in the step in which it happens and with all of its momentum', async () => {
    const { world } = await floored({ ...settings, gravity: [0, 0, 0] });
    const target = world.addBody({ shape: CRATE, position: [0, 5, 0], friction: 0 });
    const behind = world.addBody({ shape: CRATE, position: [1, 5, 0], friction: 0 });
    run(world, 1);
    expect(asleep([target, behind])).toEqual([true, true]);
    const bullet = world.addBody({ shape: CRATE, position: [-3, 5, 0], linearVelocity: [20, 0, 0], friction: 0 });
    run(world, 0.3);
    expect(world.sleepingCount).toBe(0);
    const momentum = [target, behind, bullet].reduce((sum, body) => sum + body.linearMomentum[0], 0);
    expect(momentum / (20 * bullet.mass)).toBeCloseTo(1, 5);
    expect(behind.linearVelocity[0]).toBeGreaterThan(1);
  });

  test('not by what only passes near', async () => {
    const { world, stack } = await sleeping(settings);
    const ball = addBall(world, { position: [-3, 2.5, 0.75], linearVelocity: [6, 0, 0], gravityScale: 0 });
    run(world, 1);
    expect(ball.position[0]).toBeCloseTo(3, 3);
    expect(asleep(stack)).toEqual([true, true, true]);
  });

  test('by removal, moving and another filter of the support', async () => {
    for (const act of ['remove', 'move', 'filter', 'type'] as const) {
      const { world, floor, stack } = await sleeping(settings);
      const before = stack[0].position[1];
      if (act === 'remove') world.removeBody(floor);
      if (act === 'move') floor.position = [0, -5, 0];
      if (act === 'filter') floor.collisionGroup = 0;
      if (act === 'type') floor.collides = false;
      expect(world.sleepingCount, act).toBe(0);
      run(world, 0.5);
      expect(before - stack[0].position[1], act).toBeGreaterThan(1);
    }
  });

  test('by a static or kinematic body that appears in it or is set against it', async () => {
    for (const type of ['static', 'kinematic'] as const) {
      const { world, stack } = await sleeping(settings);
      const wall = world.addBody({ type, shape: CRATE, position: [-5, 0.5, 0] });
      world.step(DT);
      expect(asleep(stack)).toEqual([true, true, true]);
      wall.position = [-0.95, 0.5, 0];
      world.step(DT);
      expect(asleep(stack), type).toEqual([false, false, false]);
      run(world, 4);
      expect(asleep(stack), type).toEqual([true, true, true]);
      world.addBody({ type, shape: CRATE, position: [0, 0.5, 0.9] });
      world.step(DT);
      expect(asleep(stack), type).toEqual([false, false, false]);
    }
  });

  test('by a body that is set near it, whoever else has woken, moved or gone before', async () => {
    const { world, stack, far } = await sleeping(settings);
    const platform = world.addBody({ type: 'kinematic', shape: CRATE, position: [5, 0.5, 0] });
    const mover = addBall(world, { position: [-3, 5, 0], gravityScale: 0, canSleep: false });
    run(world, 0.5);
    world.removeBody(far[1]);
    far[0].wake();
    platform.type = 'dynamic';
    platform.type = 'kinematic';
    run(world, 0.2);
    // Near the crate, not in touch with it: the boxes overlap after a step, and then each new place wakes it.
    mover.position = [-0.75, 0.5, 0];
    world.step(DT);
    run(world, 3);
    expect(asleep(stack)).toEqual([true, true, true]);
    mover.position = [-0.76, 0.5, 0];
    expect(asleep(stack)).toEqual([false, false, false]);
  });

  test('of a kinematic body at rest: steps look at it again', async () => {
    const { world } = await floored(settings);
    const platform = world.addBody({ type: 'kinematic', shape: CRATE, position: [0, 3, 0] });
    const crate = world.addBody({ shape: CRATE, position: [0, 4, 0], canSleep: false });
    run(world, 0.5);
    const isLookedAt = () => {
      const { u32, world: record } = world.memory;
      return ((u32[u32[(record + WorldRecord.awake) >> 2] >> 2] >> platform.index) & 1) === 1;
    };
    expect(isLookedAt()).toBe(false);
    crate.position = [0, 4.001, 0];
    expect(isLookedAt()).toBe(true);
    run(world, 0.5);
    expect(isLookedAt()).toBe(false);
    crate.friction = 0.1;
    expect(isLookedAt()).toBe(true);
  });

  test('by a kinematic body that pulls at a joint', async () => {
    const { world } = await floored(settings);
    const hand = world.addBody({ type: 'kinematic', position: [0, 5, 0] });
    const weight = addBall(world, { position: [0, 4, 0] });
    world.addJoint(new BallJoint({ a: hand, b: weight, anchor: [0, 5, 0] }));
    run(world, 3);
    expect(weight.isSleeping).toBe(true);
    hand.linearVelocity = [0, 1, 0];
    run(world, 1);
    expect(weight.position[1]).toBeCloseTo(5, 1);
  });

  test('one touch wakes a row of islands, one after the other', async () => {
    const { world } = await floored({ ...settings, gravity: [0, 0, 0] });
    const row = Array.from({ length: 6 }, (_, k) => world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [k * 1.5, 3, 0] }));
    run(world, 1);
    expect(world.sleepingCount).toBe(6);
    row[0].linearVelocity = [5, 0, 0];
    expect(asleep(row)).toEqual([false, true, true, true, true, true]);
    run(world, 3);
    expect(row[5].position[0]).toBeGreaterThan(7.6);
  });
});
