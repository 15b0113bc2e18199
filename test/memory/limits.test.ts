// What a world does when its memory ends, in a heap of bodies in one place, and after a kernel has failed.
import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { BallJoint, Box, HalfSpace, Sphere, World, type WorldOptions } from '../../bindings/index.ts';
import { setWorldField, worldField } from './state.ts';

const MIB = 2 ** 20;
const outOfMemory = expect.objectContaining({ code: 'out-of-memory' });
const KINDS: { label: string; options: WorldOptions }[] = [
  { label: 'single', options: { precision: 'single' } },
  { label: 'double', options: { precision: 'double' } },
  { label: 'reference', options: { backend: 'reference' } },
];

describe.each(KINDS)('$label', ({ options }) => {
  test('maxMemory bounds a world: what does not fit throws at the call and leaves nothing behind', async () => {
    const world = await World.create({ ...options, maxMemory: 5 * MIB });
    const shape = new Box([0.5, 0.5, 0.5]);
    const add = () => world.addBody({ shape, position: [3 * world.bodyCount, 0, 0] });
    const fill = () => {
      for (;;) add();
    };
    expect(fill).toThrow(outOfMemory);
    expect(world.bodyCount).toBeGreaterThan(1000);
    // Blocks that grew for the one that did not fit may have left room for others.
    let count = 0;
    while (count < world.bodyCount) {
      count = world.bodyCount;
      expect(fill).toThrow(outOfMemory);
    }
    expect(world.memoryBytes).toBeLessThanOrEqual(5 * MIB);
    for (let k = 0; k < 3; k++) expect(add).toThrow(outOfMemory);
    expect([world.bodyCount, [...world.bodies].length]).toEqual([count, count]);
    for (const { position, mass } of world.bodies) expect([...position, mass].every(Number.isFinite)).toBe(true);
    world.step(1 / 60);
    expect(world.frozenCount).toBe(0);
    world.removeBody([...world.bodies][7]);
    expect(add().position[0]).toBe(3 * (count - 1));
    world.dispose();
  });

  test('a step without memory for its contacts says so once, and the world goes on', async () => {
    const world = await World.create({ ...options, substeps: 4 });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    const shape = new Sphere(0.5);
    for (let k = 0; k < 400; k++)
      world.addBody({ shape, position: [(k % 20) * 0.9, 0.45 + 0.9 * Math.floor(k / 200), (Math.floor(k / 20) % 10) * 0.9] });
    setWorldField(world, WorldRecord.memoryLimit, worldField(world, WorldRecord.arenaTop) + 180_000);
    expect(() => world.step(1 / 60)).toThrow(outOfMemory);
    expect([world.stepCount, world.lacksMemory]).toEqual([1, true]);
    const some = world.contacts().length;
    expect(some).toBeGreaterThan(50);
    world.step(1 / 60);
    expect([world.stepCount, world.lacksMemory]).toEqual([2, true]);
    expect(() => world.detectCollisions()).toThrow(outOfMemory);
    setWorldField(world, WorldRecord.memoryLimit, 2 ** 31);
    world.step(1 / 60);
    expect(world.lacksMemory).toBe(false);
    expect(world.contacts().length).toBeGreaterThan(2 * some);
    setWorldField(world, WorldRecord.memoryLimit, 1);
    for (const body of [...world.bodies].slice(1, 10)) world.removeBody(body);
    for (let k = 0; k < 5; k++) world.step(1 / 60);
    for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
    world.dispose();
  });
});

test.each(['wasm', 'reference'] as const)('a step without memory for the order of joints moves nothing: %s', async (backend) => {
  const world = await World.create({ backend });
  const bodies = Array.from({ length: 60 }, (_, k) => world.addBody({ position: [k, 0, 0], shape: new Sphere(0.1) }));
  for (let k = 1; k < 60; k++) world.addJoint(new BallJoint({ a: bodies[k - 1], b: bodies[k], anchor: [k, 0, 0] }));
  setWorldField(world, WorldRecord.memoryLimit, 1);
  const hash = world.hash();
  for (let k = 0; k < 3; k++) expect(() => world.step(1 / 60)).toThrow(outOfMemory);
  expect([world.hash(), world.time]).toEqual([hash, 0]);
  setWorldField(world, WorldRecord.memoryLimit, 2 ** 31);
  world.step(1 / 60);
  expect(world.hash()).not.toBe(hash);
  world.dispose();
});

test('2000 spheres in one point take bounded memory, and the world goes on', async () => {
  const world = await World.create({ substeps: 2, maxMemory: 600 * MIB });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const shape = new Sphere(0.5);
  for (let k = 0; k < 2000; k++) world.addBody({ shape, position: [0, 2, 0] });
  for (let k = 0; k < 3; k++) world.step(1 / 60);
  expect(world.lacksMemory).toBe(false);
  for (const { position } of world.bodies) expect(position.every(Number.isFinite)).toBe(true);
  world.dispose();
});

test('both backends keep the same contacts of a heap in one place', async () => {
  const [worlds, contacts, places]: [World[], unknown[], number[][]] = [[], [], []];
  for (const options of [{ precision: 'double' }, { backend: 'reference' }] as const) {
    const world = await World.create({ ...options, substeps: 2 });
    world.addBody({ type: 'static', shape: new HalfSpace() });
    for (let k = 0; k < 200; k++)
      world.addBody({ shape: new Sphere(0.5), position: [0.01 * Math.sin(k), 2 + 0.01 * Math.cos(3 * k), 0.01 * Math.sin(7 * k)] });
    world.step(1 / 60);
    contacts.push(world.contacts().map(({ a, b }) => [a.index, b.index]));
    places.push([...world.bodies].flatMap(({ position }) => position));
    worlds.push(world);
  }
  expect(contacts[1]).toEqual(contacts[0]);
  // 199 others, 64 of which a body may have that count as its own.
  expect((contacts[0] as unknown[]).length).toBeLessThan(64 * 200);
  expect((contacts[0] as unknown[]).length).toBeGreaterThan(64 * 100);
  for (const [k, place] of places[0].entries()) expect(Math.abs(place - places[1][k])).toBeLessThan(1e-9);
  for (const world of worlds) world.dispose();
});

test('a large body meets any number of small ones, and each of these the ground', async () => {
  const world = await World.create({ substeps: 2 });
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const raft = world.addBody({ shape: new Box([30, 0.5, 30]), position: [0, 0.5, 0] });
  const barge = world.addBody({ shape: new Box([31, 0.5, 31]), position: [0, 1.5, 0] });
  for (let k = 0; k < 900; k++) world.addBody({ shape: new Sphere(0.4), position: [(k % 30) - 14.5, 2.4, Math.floor(k / 30) - 14.5] });
  world.step(1 / 60);
  const pairs = world.collisionPairs().filter(([a, b]) => a === barge || b === barge);
  expect(pairs.length).toBeGreaterThanOrEqual(901);
  expect(world.contacts().some(({ a, b }) => a === raft && b === barge)).toBe(true);
  expect(world.contacts().filter(({ a, b }) => a === barge || b === barge).length).toBe(901);
  world.dispose();
});

describe('a kernel that traps', () => {
  test.each(['wasm', 'reference'] as const)('leaves a world that refuses all but dispose: %s', async (backend) => {
    const world = await World.create({ backend });
    const body = world.addBody({ shape: new Sphere(1) });
    const other = world.addBody({ shape: new Sphere(1), position: [1, 0, 0] });
    const snapshot = world.snapshot();
    world.step(1 / 60);
    setWorldField(world, WorldRecord.narrowphase, 0xfffffff0);
    const broken = expect.objectContaining({ code: 'broken-world', name: 'HolonomicError' });
    expect(() => world.step(1 / 60)).toThrow(broken);
    const uses = [
      () => world.step(1 / 60),
      () => world.addBody(),
      () => world.removeBody(body),
      () => world.addJoint(new BallJoint({ a: body, b: other, anchor: [0, 0, 0] })),
      () => world.snapshot(),
      () => world.restore(snapshot),
      () => world.hash(),
      () => world.contacts(),
      () => world.castRay([0, 5, 0], [0, -1, 0]),
      () => world.detectCollisions(),
      () => world.transforms,
      () => world.time,
      () => world.events.length,
      () => body.position,
      () => {
        body.position = [0, 0, 0];
      },
    ];
    for (const use of uses) expect(use).toThrow(broken);
    world.dispose();
    expect(() => world.step(1 / 60)).toThrow(expect.objectContaining({ code: 'disposed' }));
    const next = await World.create({ backend });
    next.restore(snapshot);
    next.step(1 / 60);
    next.dispose();
  });
});
