import { describe, expect, test } from 'vitest';
import { BallJoint, Box, FixedJoint, HingeJoint, HolonomicError, World } from '../../bindings/index.ts';
import { expectRefusal } from '../bindings/backends.ts';
import { addBall, addStack, CRATE, DT, floored, PRECISIONS, run, runUntil } from './worlds.ts';

describe.each(PRECISIONS)('falling asleep, $label', ({ settings }) => {
  test('stacks fall asleep within 10 s, are exactly at rest, and stay', async () => {
    const { world } = await floored(settings);
    const bodies = [...addStack(world, 5), ...addStack(world, 1, 4), ...addStack(world, 3, 8)];
    expect(world.awakeCount).toBe(9);
    expect(runUntil(world, 10, () => world.sleepingCount === 9)).toBeLessThan(10);
    expect(world.awakeCount).toBe(0);
    const hash = world.hash();
    for (const body of bodies) {
      expect(body.isSleeping).toBe(true);
      expect([...body.linearVelocity, ...body.angularVelocity]).toEqual([0, 0, 0, 0, 0, 0]);
    }
    expect(Array.from(world.velocities).every((component) => component === 0)).toBe(true);
    run(world, 2);
    expect(world.hash()).toBe(hash);
    expect(world.sleepingCount).toBe(9);
  });

  test('not before the delay, and one body at a speed keeps its whole island awake', async () => {
    const { world } = await floored({ ...settings, sleep: { timeUntilSleep: 1, linearThreshold: 0.05 } });
    const [bottom, top] = addStack(world, 2);
    run(world, 0.9);
    expect(world.sleepingCount).toBe(0);
    const alone = addStack(world, 1, 5)[0];
    // Turning about the vertical, faster than the threshold, and held up by nobody but the box below.
    for (let k = 0; k < 120; k++) {
      top.angularVelocity = [0, 0.5, 0];
      world.step(DT);
    }
    expect([bottom.isSleeping, top.isSleeping, alone.isSleeping]).toEqual([false, false, true]);
    expect(runUntil(world, 5, () => top.isSleeping)).toBeLessThan(5);
    expect(bottom.isSleeping).toBe(true);
  });

  test.each([1, 2])('what turns %i times in a step goes on, although it is where it was', async (turns) => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    const spin = (2 * Math.PI * turns) / DT;
    const free = addBall(world, { angularVelocity: [0, spin, 0] });
    const wheel = addBall(world, { position: [2, 0, 0], angularVelocity: [0, spin, 0] });
    world.addJoint(new HingeJoint({ b: wheel, anchor: [2, 0, 0], axis: [0, 1, 0] }));
    run(world, 2);
    expect([free.isSleeping, wheel.isSleeping]).toEqual([false, false]);
    expect(Math.abs(free.angularVelocity[1] / spin - 1)).toBeLessThan(1e-4);
  });

  test('nobody sleeps where the world or the body forbids it', async () => {
    const { world } = await floored({ ...settings, sleep: false });
    addStack(world, 2);
    expect(world.sleep).toBe(false);
    run(world, 3);
    expect(world.sleepingCount).toBe(0);
    world.sleep = { timeUntilSleep: 0.2 };
    expect(world.sleep).toEqual({ linearThreshold: 0.08, angularThreshold: 0.3, timeUntilSleep: 0.2 });
    run(world, 2);
    expect(world.sleepingCount).toBe(2);
    world.sleep = false;
    expect(world.sleepingCount).toBe(0);

    const other = (await floored(settings)).world;
    const [bottom, top] = addStack(other, 2);
    const [far] = addStack(other, 1, 5);
    top.canSleep = false;
    run(other, 4);
    expect([bottom, top, far].map((body) => body.isSleeping)).toEqual([false, false, true]);
    top.canSleep = true;
    run(other, 4);
    expect(other.sleepingCount).toBe(3);
    expect(other.addBody({ canSleep: false }).canSleep).toBe(false);
  });

  test('what touches a moving kinematic body or a conveyor belt stays awake', async () => {
    const { world } = await floored(settings);
    const belt = world.addBody({
      type: 'static',
      shape: new Box([5, 0.5, 5]),
      position: [0, 2, 20],
      material: { surfaceVelocity: [0.01, 0, 0] },
    });
    const onBelt = world.addBody({ shape: CRATE, position: [0, 3, 20] });
    const lift = world.addBody({ type: 'kinematic', shape: new Box([1, 0.5, 1]), position: [0, 2, -20], linearVelocity: [0, 0.02, 0] });
    const onLift = world.addBody({ shape: CRATE, position: [0, 3, -20] });
    run(world, 3);
    expect([onBelt.isSleeping, onLift.isSleeping]).toEqual([false, false]);
    expect(belt.type).toBe('static');
    lift.linearVelocity = [0, 0, 0];
    run(world, 3);
    expect(onLift.isSleeping).toBe(true);
    const { position } = onLift;
    lift.linearVelocity = [0, 0.5, 0];
    run(world, 1);
    expect(onLift.position[1] - position[1]).toBeCloseTo(0.5, 2);
  });

  test('a kinematic body told to stay where it is lets others sleep; moved elsewhere, it wakes them', async () => {
    const { world } = await floored(settings);
    const lift = world.addBody({ type: 'kinematic', shape: new Box([1, 0.5, 1]), position: [0, 2, 0] });
    const crate = world.addBody({ shape: CRATE, position: [0, 3, 0] });
    for (let k = 0; k < 240; k++) {
      lift.moveTo([0, 2, 0]);
      world.step(DT);
    }
    expect(crate.isSleeping).toBe(true);
    for (let k = 1; k <= 60; k++) {
      lift.moveTo([0, 2 + k / 120, 0]);
      world.step(DT);
    }
    expect(crate.position[1]).toBeCloseTo(3.5, 2);
  });

  test('joined bodies sleep and wake together, and their loads can still be read', async () => {
    const { world } = await floored(settings);
    const [a] = addStack(world, 1);
    const [b] = addStack(world, 1, 1.5);
    const [c] = addStack(world, 1, 10);
    const ball = world.addJoint(new BallJoint({ a, b, anchor: [0.75, 0.5, 0] }));
    const hanging = addBall(world, { position: [20, 5, 0] });
    const fixed = world.addJoint(new FixedJoint({ b: hanging, anchor: [20, 5, 0] }));
    run(world, 4);
    expect([a, b, c, hanging].map((body) => body.isSleeping)).toEqual([true, true, true, true]);
    expect(fixed.force[1]).toBeCloseTo(hanging.mass * 9.81, 0);
    a.wake();
    expect([a, b, c, hanging].map((body) => body.isSleeping)).toEqual([false, false, true, true]);
    run(world, 2);
    expect(b.isSleeping).toBe(true);
    ball.enabled = false;
    expect([a.isSleeping, b.isSleeping]).toEqual([false, false]);
    run(world, 2);
    a.wake();
    world.removeJoint(fixed);
    expect(hanging.isSleeping).toBe(false);
    run(world, 1);
    expect(hanging.position[1]).toBeLessThan(3);
  });

  test('a body put to sleep takes what it touches along, once all are slow', async () => {
    const { world } = await floored({ ...settings, sleep: { timeUntilSleep: 1000 } });
    const stack = addStack(world, 3);
    const [far] = addStack(world, 1, 5);
    run(world, 1);
    stack[2].sleep();
    world.step(DT);
    expect([...stack, far].map((body) => body.isSleeping)).toEqual([true, true, true, false]);
    stack[0].wake();
    expect(stack.map((body) => body.isSleeping)).toEqual([false, false, false]);
    far.linearVelocity = [1, 0, 0];
    far.sleep();
    world.step(DT);
    expect(far.isSleeping).toBe(false);
  });

  test('a snapshot of a sleeping world goes on as the world does', async () => {
    const { world } = await floored(settings);
    const stack = addStack(world, 4);
    const [a] = addStack(world, 1, 5);
    const [b] = addStack(world, 1, 6.5);
    world.addJoint(new HingeJoint({ a, b, anchor: [5.75, 0.5, 0], axis: [0, 0, 1] }));
    run(world, 4);
    expect(world.sleepingCount).toBe(6);
    const bytes = world.snapshot();
    const go = (w: World) => {
      const ball = addBall(w, { position: [0.1, 8, 0], linearVelocity: [0, -4, 0] });
      let woken = 0;
      for (let k = 0; k < 120; k++) {
        w.step(DT);
        woken = Math.max(woken, w.awakeCount);
      }
      return { hash: w.hash(), ball: ball.position, woken };
    };
    const first = go(world);
    expect(first.woken).toBe(5);
    world.restore(bytes);
    expect(stack[0].isSleeping).toBe(true);
    expect(world.sleepingCount).toBe(6);
    const other = await World.create({ ...settings, substeps: 8 });
    other.restore(bytes);
    expect(go(world)).toEqual(first);
    expect(go(other)).toEqual(first);
  });
});

test('options of sleep are checked', async () => {
  for (const sleep of [1, 'no', null, { speed: -1 }, { turning: Number.NaN }, { delay: '1' }, { rest: 1 }]) {
    await expect(World.create({ sleep: sleep as never })).rejects.toThrow(HolonomicError);
    const world = await World.create();
    expectRefusal(() => {
      world.sleep = sleep as never;
    }, 'invalid-argument');
    expect(world.sleep).toEqual({ linearThreshold: 0.08, angularThreshold: 0.3, timeUntilSleep: 0.5 });
  }
  const world = await World.create({ contacts: 'position', contactFrequency: 30, contactDamping: 5, maxDepenetrationVelocity: 1 });
  expect([world.contactScheme, world.contactFrequency, world.contactDamping, world.maxDepenetrationVelocity]).toEqual([
    'position',
    30,
    5,
    1,
  ]);
  for (const [name, value] of [
    ['contactFrequency', 0],
    ['contactDamping', -1],
    ['maxDepenetrationVelocity', Number.POSITIVE_INFINITY],
  ] as const) {
    await expect(World.create({ [name]: value })).rejects.toThrow(HolonomicError);
    expectRefusal(() => {
      world[name] = value;
    }, 'invalid-argument');
  }
  await expect(World.create({ contacts: 'hard' as never })).rejects.toThrow(HolonomicError);
  const floor = world.addBody({ type: 'static' });
  expectRefusal(() => floor.sleep(), 'invalid-argument');
  expectRefusal(() => world.addBody({ canSleep: 1 as never }), 'invalid-argument');
});
