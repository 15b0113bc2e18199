// What a world reports of how its joints are solved.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

const DT = 1 / 60;

/** A chain of so many bodies that hangs on the world, or on nothing. */
function addChain(world: World, count: number, z: number, hangs = true): { bodies: Body[]; joints: BallJoint[] } {
  const bodies = Array.from({ length: count }, (_, k) => world.addBody({ mass: 1, inertia: [0.1, 0.1, 0.1], position: [k + 0.5, 0, z] }));
  const from = hangs ? 0 : 1;
  const joints = bodies.slice(from).map((b, k) => {
    const anchor = [k + from, 0, z] as const;
    return world.addJoint(new BallJoint({ a: bodies[k + from - 1] ?? null, b, anchor }));
  });
  return { bodies, joints };
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  const create = (options: WorldOptions = {}) => World.create({ sleep: false, ...settings, ...options });
  const islands = (world: World) => {
    world.step(DT);
    const { direct, swept, failures } = world.jointIslands;
    return [direct, swept, failures];
  };

  test('counts the islands that go either way, from step to step', async () => {
    const world = await create({ timeStepping: 'first-order' });
    expect(world.jointIslands).toEqual({ direct: 0, swept: 0, failures: 0 });
    expect(islands(world)).toEqual([0, 0, 0]);
    addChain(world, 1, 0);
    addChain(world, 5, 2);
    const { bodies, joints } = addChain(world, 6, 4, false);
    expect(islands(world)).toEqual([3, 0, 0]);
    // Both halves have two joints; a pair has one.
    world.removeJoint(joints[2]);
    expect(islands(world)).toEqual([4, 0, 0]);
    joints[0].enabled = false;
    expect(islands(world)).toEqual([4, 0, 0]);
    // Its joints go with it.
    world.removeBody(bodies[4]);
    expect(islands(world)).toEqual([3, 0, 0]);
    world.dispose();
  });

  test('solves joints of single bodies and of pairs directly, whether they meet something or not', async () => {
    const world = await create({ gravity: [0, 0, 0], timeStepping: 'first-order' });
    const { bodies } = addChain(world, 1, 0);
    expect(islands(world)).toEqual([1, 0, 0]);
    bodies[0].shape = new Sphere(0.1);
    expect(islands(world)).toEqual([1, 0, 0]);
    addChain(world, 2, 2, false);
    expect(islands(world)).toEqual([2, 0, 0]);
    world.dispose();
  });

  test('sweeps crowds of free trees of like masses, unless they are small or it is asked not to', async () => {
    // 51 trees of ten joints are two joints short of a crowd.
    const fill = async (count: number, options: WorldOptions = {}) => {
      const world = await create({ gravity: [0, 0, 0], ...options });
      for (let k = 0; k < count; k++) addChain(world, 11, 2 * k, false);
      return world;
    };
    const few = await fill(51);
    expect(islands(few)).toEqual([51, 0, 0]);
    addChain(few, 3, -2, false);
    expect(islands(few)).toEqual([1, 51, 0]);
    few.dispose();
    const asked = await fill(52, { jointSolver: 'direct' });
    expect(islands(asked)).toEqual([52, 0, 0]);
    asked.dispose();
    const mixed = await fill(52);
    addChain(mixed, 11, -2);
    addChain(mixed, 33, -4, false);
    const unlike = addChain(mixed, 9, -6, false);
    unlike.bodies[1].mass = 70;
    const bouncing = addChain(mixed, 9, -8, false);
    bouncing.bodies[0].shape = new Sphere(0.1);
    bouncing.bodies[0].restitution = 0.5;
    // Held, long, of unlike masses, and one that bounces.
    expect(islands(mixed)).toEqual([4, 52, 0]);
    unlike.bodies[1].mass = 60;
    expect(islands(mixed)).toEqual([3, 53, 0]);
    bouncing.bodies[0].restitution = 0;
    expect(islands(mixed)).toEqual([2, 54, 0]);
    bouncing.bodies[1].restitution = 0.5;
    expect(islands(mixed)).toEqual([2, 54, 0]);
    bouncing.bodies[1].shape = new Sphere(0.1);
    expect(islands(mixed)).toEqual([3, 53, 0]);
    mixed.dispose();
  });

  test('a joint that breaks parts an island', async () => {
    const world = await create();
    const { joints } = addChain(world, 5, 0);
    expect(islands(world)).toEqual([1, 0, 0]);
    joints[2].breakForce = 1e-3;
    while (joints[2].enabled) world.step(DT);
    // Two links hang, and three fall.
    expect(islands(world)).toEqual([2, 0, 0]);
    world.dispose();
  });

  test('islands that sleep are not solved', async () => {
    const world = await create({ sleep: true, gravity: [0, 0, 0] });
    const { bodies } = addChain(world, 3, 0);
    addChain(world, 4, 2);
    expect(islands(world)).toEqual([2, 0, 0]);
    for (let k = 0; k < 60; k++) world.step(DT);
    expect(world.sleepingCount).toBe(7);
    expect(islands(world)).toEqual([0, 0, 0]);
    bodies[1].linearVelocity = [0, 1, 0];
    expect(islands(world)).toEqual([1, 0, 0]);
    world.dispose();
  });

  test('without a choice there are none', async () => {
    for (const options of [{ jointSolver: 'sweeps' }, { projection: 'scalar' }, { gradient: 'start' }] as const) {
      const world = await create(options);
      addChain(world, 3, 0);
      expect(islands(world)).toEqual([0, 0, 0]);
      world.dispose();
    }
  });

  test('a snapshot has them, and they cannot be changed', async () => {
    const [world, twin] = [await create(), await create()];
    addChain(world, 3, 0);
    world.step(DT);
    twin.restore(world.snapshot());
    expect(twin.jointIslands).toEqual({ direct: 1, swept: 0, failures: 0 });
    expect(Object.isFrozen(twin.jointIslands)).toBe(true);
    for (const each of [world, twin]) each.dispose();
  });
});
