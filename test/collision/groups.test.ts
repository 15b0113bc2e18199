// The world's table of groups, besides the groups and masks of bodies; and pairs that are ignored.
import { describe, expect, test } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import { Box, Compound, Sphere, World } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';
import { HEADER_BYTES, laidOpen, passOff } from '../hostile/stranger.ts';

const DT = 1 / 60;
const group = (n: number) => (1 << n) >>> 0;

describe.each(BACKENDS)('$label', ({ settings }) => {
  const open = () => World.create({ ...settings });

  test('two groups that are kept apart pass through each other, until they are not', async () => {
    const world = await open();
    const floor = world.addBody({ type: 'static', shape: new Box([20, 1, 5]), position: [0, -1, 0], collisionGroup: group(3) });
    const kinds = [group(0), group(5), group(31), group(5) | group(0), 0];
    const bodies = kinds.map((collisionGroup, k) => world.addBody({ shape: new Sphere(0.5), position: [3 * k, 0.5, 0], collisionGroup }));
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(bodies.map(({ isSleeping }) => isSleeping)).toEqual([true, true, true, true, false]);
    expect(world.groupsCollide(5, 3)).toBe(true);
    world.setGroupsCollide(5, 3, false);
    expect([world.groupsCollide(5, 3), world.groupsCollide(3, 5), world.groupsCollide(5, 5), world.groupsCollide(31, 3)]).toEqual([
      false,
      false,
      true,
      true,
    ]);
    // Only the pair that the table parts has ended.
    const ended = [...world.events].filter(({ type }) => type === 'contact-end').map(({ b }) => b);
    expect(ended).toEqual([bodies[1]]);
    const stranger = await open();
    stranger.restore(passOff(world.snapshot()));
    expect(stranger.groupsCollide(3, 5)).toBe(false);
    for (let step = 0; step < 60; step++) for (const each of [world, stranger]) each.step(DT);
    expect(stranger.hash()).toBe(world.hash());
    // What is in a group beside those still lies on the floor.
    expect(bodies.map(({ position }) => position[1] > 0)).toEqual([true, false, true, true, false]);
    bodies[1].position = [3, 0.5, 0];
    bodies[1].linearVelocity = [0, 0, 0];
    world.setGroupsCollide(3, 5, true);
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(bodies[1].position[1]).toBeCloseTo(0.5, 2);
    world.setGroupsCollide(31, 31, false);
    world.setGroupsCollide(31, 3, false);
    expect(floor.collisionGroup).toBe(group(3));
    world.step(DT);
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(bodies[2].position[1]).toBeLessThan(0);
    for (const each of [world, stranger]) each.dispose();
  });

  test('children of a compound are asked for their own groups', async () => {
    const world = await open();
    const shape = new Compound([
      { shape: new Box([1, 0.1, 1]), collisionGroup: group(4) },
      { shape: new Box([1, 0.1, 1]), position: [2, 0, 0], collisionGroup: group(7) },
    ]);
    world.addBody({ type: 'static', shape });
    world.setGroupsCollide(7, 9, false);
    const bodies = [0, 2].map((x) => world.addBody({ shape: new Sphere(0.2), position: [x, 0.3, 0], collisionGroup: group(9) }));
    for (let step = 0; step < 40; step++) world.step(DT);
    expect(bodies.map(({ position }) => position[1] > 0)).toEqual([true, false]);
    world.dispose();
  });

  test('refuses what is no group, and changes nothing', async () => {
    const world = await open();
    for (const n of [-1, 32, 0.5, NaN, '1', undefined, null]) {
      expectRefusal(() => world.setGroupsCollide(n as number, 0, false), 'invalid-argument');
      expectRefusal(() => world.setGroupsCollide(0, n as number, false), 'invalid-argument');
      expectRefusal(() => world.groupsCollide(n as number, 0), 'invalid-argument');
    }
    expectRefusal(() => world.setGroupsCollide(0, 0, 1 as never), 'invalid-argument');
    expect(world.groupsCollide(0, 0)).toBe(true);
    world.dispose();
  });

  test('a forged table is refused', async () => {
    const world = await open();
    world.setGroupsCollide(1, 2, false);
    const { memory } = world;
    const table = memory.u32[(memory.world + WorldRecord.groupTable) >>> 2];
    const forge = (change: (view: DataView, at: number) => void) => {
      const bytes = laidOpen(world.snapshot());
      change(new DataView(bytes.buffer, bytes.byteOffset), HEADER_BYTES - memory.world);
      return passOff(bytes);
    };
    const stranger = await open();
    expectRefusal(() => stranger.restore(forge((view, at) => view.setUint32(at + table + 4, 0xffffffff, true))), 'bad-snapshot');
    for (const place of [table + 4, 64, memory.world])
      expectRefusal(
        () => stranger.restore(forge((view, at) => view.setUint32(at + memory.world + WorldRecord.groupTable, place, true))),
        'bad-snapshot',
      );
    stranger.restore(forge(() => undefined));
    for (const each of [world, stranger]) each.dispose();
  });

  test('whether a pair is ignored can be asked', async () => {
    const world = await open();
    const [a, b] = [world.addBody({ shape: new Sphere(1) }), world.addBody({ shape: new Sphere(1) })];
    expect(world.ignoresCollisions(a, b)).toBe(false);
    world.ignoreCollisions(a, b);
    expect([world.ignoresCollisions(a, b), world.ignoresCollisions(b, a)]).toEqual([true, true]);
    world.allowCollisions(b, a);
    expect(world.ignoresCollisions(a, b)).toBe(false);
    expectRefusal(() => world.ignoresCollisions(a, a), 'invalid-argument');
    world.dispose();
  });
});
