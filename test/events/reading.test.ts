// How events are read: without allocation, by index, one by one; and what becomes of them in snapshots.
import { spawnSync } from 'node:child_process';
import path from 'node:path';
import { describe, expect, test } from 'vitest';
import { BallJoint, FixedJoint, type WorldEvent } from '../../bindings/index.ts';
import { addFloor, ball, DT, PRECISIONS, run, summary } from './worlds.ts';

const PROJECT = path.resolve(import.meta.dirname, '../..');
/** Bytes of an event or contact: rounding errors of the measurement, and less than the least object. */
const NOTHING = 2;

describe.each(PRECISIONS)('$label', ({ label, create }) => {
  /** Two balls that touched the floor in the last step, and one more that was removed since. */
  async function begun() {
    const world = await create();
    const floor = addFloor(world);
    const balls = [0, 2, 4].map((x) => world.addBody({ shape: ball(), position: [x, 0.5, 0] }));
    world.step(DT);
    world.removeBody(balls[2]);
    return { world, floor, balls };
  }

  test('forEach gives one object with other contents, the iterator one each', async () => {
    const { world, balls } = await begun();
    const seen = new Set<WorldEvent>();
    const found: unknown[] = [];
    const visit = (event: WorldEvent, index: number) => {
      seen.add(event);
      found.push([index, event.type, balls.indexOf(event.b!)]);
    };
    world.events.forEach(visit);
    expect(seen.size).toBe(1);
    expect(found).toEqual([
      [0, 'contact-begin', 0],
      [1, 'contact-begin', 1],
      [2, 'contact-begin', 2],
      [3, 'contact-end', 2],
    ]);
    const list = [...world.events];
    expect(new Set(list).size).toBe(4);
    expect(new Set(list.flatMap(({ point, normal }) => [point, normal])).size).toBe(8);
  });

  test('at gives a new object, or writes to one', async () => {
    const { world, floor } = await begun();
    const first = world.events.at(0);
    const second = world.events.at(1);
    expect(first === second).toBe(false);
    expect(first.point).toEqual([0, expect.any(Number), 0]);
    const { point } = first;
    const written = world.events.at(1, first);
    expect([written === first, first.point === point, first.a === floor]).toEqual([true, true, true]);
    expect(point[0]).toBe(2);
    expect(written).toEqual(second);
  });

  test('events that a callback causes are not visited before they are complete', async () => {
    const { world, balls } = await begun();
    const told: string[] = [];
    const visit = (event: WorldEvent) => {
      told.push(event.type);
      if (event.b?.alive) world.removeBody(event.b);
    };
    world.events.forEach(visit);
    expect(told).toEqual(['contact-begin', 'contact-begin', 'contact-begin', 'contact-end']);
    world.step(DT);
    expect([...world.events].map(({ type, b }) => [type, balls.indexOf(b!)])).toEqual([
      ['contact-end', 2],
      ['contact-end', 0],
      ['contact-end', 1],
    ]);
  });

  test('bad input is refused', async () => {
    const { world } = await begun();
    for (const index of [-1, 4, 0.5, Number.NaN, '0'])
      expect(() => world.events.at(index as number)).toThrow(/index must be a whole number from 0 to 3/);
    expect(() => world.events.at(0, {} as WorldEvent)).toThrow(/out must be an event/);
    expect(() => world.events.forEach(undefined as never)).toThrow(/takes a function/);
    expect(() => world.forEachContact(3 as never)).toThrow(/takes a function/);
    expect(() => world.addBody({ events: 'some' as never })).toThrow(/events must be one of 'changes', 'all', 'none'/);
    expect(() => world.addBody({ sensor: 'yes' as never })).toThrow(/sensor must be true or false/);
    run(world, 3);
    expect(() => world.events.at(0)).toThrow(/There are no events/);
    world.dispose();
    expect(() => world.events.length).toThrow(/disposed/);
  });

  test('a joint that breaks tells so, with its bodies', async () => {
    const world = await create();
    const body = world.addBody({ shape: ball() });
    const other = world.addBody({ shape: ball(), position: [0, -2, 0] });
    const strong = world.addJoint(new BallJoint({ a: null, b: body, anchor: [0, 0, 0] }));
    const weak = world.addJoint(new FixedJoint({ a: body, b: other, anchor: [0, -1, 0], breakForce: 1 }));
    const [events, none] = run(world, 2);
    expect(events.map(({ type, joint, a, b }) => [type, joint === weak, a === body, b === other])).toEqual([
      ['joint-break', true, true, true],
    ]);
    expect(none).toEqual([]);
    expect(strong.alive).toBe(true);
    const twin = world.addJoint(new FixedJoint({ a: body, b: other, anchor: [0, -1, 0], breakForce: 1 }));
    world.step(DT);
    world.removeJoint(twin);
    expect([...world.events].map(({ joint }) => joint === twin)).toEqual([true]);
  });

  test('a body that freezes tells so', async () => {
    const world = await create();
    const body = world.addBody({ shape: ball(), position: [0, 5, 0] });
    body.angularVelocity = [1e308, 1e308, 0];
    const events = run(world, 30).flat();
    expect(body.frozen).toBe(true);
    expect(events.map(({ type, a, b }) => [type, a === body, b])).toEqual([['frozen', true, null]]);
  });

  test('a snapshot has its events, and bodies removed before it keep their names', async () => {
    const { world, balls } = await begun();
    const before = summary(world.events);
    const bytes = world.snapshot();
    run(world, 2);
    for (const body of balls.slice(0, 2)) world.removeBody(body);
    world.restore(bytes);
    expect(summary(world.events)).toEqual(before);
    expect([...world.events].map(({ b }) => balls.indexOf(b!))).toEqual([0, 1, 2, 2]);
    expect(summary(run(world, 1)[0])).toEqual([before[3]]);
  });

  test('a snapshot of another world names bodies of its own, and nobody for those removed before it', async () => {
    const { world, floor, balls } = await begun();
    const bytes = world.snapshot();
    const other = await create();
    const stranger = other.addBody({ shape: ball() });
    for (let k = 0; k < 5; k++) other.removeBody(other.addBody({ shape: ball() }));
    other.restore(bytes);
    expect(stranger.alive).toBe(false);
    const [own] = [...other.bodies];
    expect([...other.events].map(({ type, a, b }) => [type, a === own, b?.index ?? null])).toEqual([
      ['contact-begin', true, balls[0].index],
      ['contact-begin', true, balls[1].index],
      ['contact-begin', true, null],
      ['contact-end', true, null],
    ]);
    expect(floor.index).toBe(own.index);
    const others = [...other.bodies].slice(1);
    for (const body of others) other.removeBody(body);
    expect([...other.events].slice(4).map(({ type, b }) => [type, others.indexOf(b!)])).toEqual([
      ['contact-end', 0],
      ['contact-end', 1],
    ]);
  });

  test('the buffer grows, and stays as large', async () => {
    const world = await create({ gravity: [0, 0, 0] });
    const fill = () => Array.from({ length: 500 }, (_, k) => world.addBody({ shape: ball(), position: [0.7 * k, 0, 0] }));
    const marks = [0, 1, 2, 3].map(() => {
      const bodies = fill();
      world.step(DT);
      expect(world.events.length).toBe(499);
      for (const body of bodies) world.removeBody(body);
      expect(world.events.length).toBe(998);
      world.step(DT);
      expect(world.events.length).toBe(499);
      world.step(DT);
      expect(world.events.length).toBe(0);
      return world.memoryBytes;
    });
    expect(new Set(marks.slice(1)).size).toBe(1);
  });

  test('reading allocates nothing', () => {
    const room = '--max-semi-space-size=256';
    // Code that is compiled beside the program would be ready sooner or later, as the machine has time.
    const flags = ['--expose-gc', '--no-concurrent-recompilation', room, room.replace('max', 'min')];
    const args = [...flags, 'tools/run-ts.mjs', 'test/events/allocation.ts', label];
    const { stdout, stderr, status } = spawnSync(process.execPath, args, { cwd: PROJECT, encoding: 'utf8' });
    expect(status, stderr).toBe(0);
    const { bytes, events, finite } = JSON.parse(stdout);
    expect([events, finite]).toEqual([220, true]);
    expect(bytes.allocating, 'it would be seen').toBeGreaterThan(50);
    for (const reader of ['forEach', 'at', 'forEachContact', 'contactForce']) expect(bytes[reader], reader).toBeLessThan(NOTHING);
  });
});
