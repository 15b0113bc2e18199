// When contact events come, and what they say.
import { describe, expect, test } from 'vitest';
import { BallJoint, type Body, Box, type World } from '../../bindings/index.ts';
import { addFloor, ball, box, DT, G, PRECISIONS, run, summary } from './worlds.ts';

describe.each(PRECISIONS)('$label', ({ create }) => {
  test('a ball that falls on the floor: when, where, how fast, how hard', async () => {
    const world = await create();
    const height = 10;
    const floor = addFloor(world);
    const body = world.addBody({ shape: ball(), position: [3, height + 0.5, -2] });
    const steps = run(world, 120);
    const events = steps.flat();
    expect(summary(events)).toEqual([`contact-begin ${floor.index} ${body.index}`]);
    const [{ type, a, b, joint, point, normal, impulse, approachSpeed }] = events;
    expect([type, a === floor, b === body, joint]).toEqual(['contact-begin', true, true, null]);
    const speed = Math.sqrt(2 * G * height);
    expect(steps.findIndex(({ length }) => length > 0)).toBe(Math.floor(speed / G / DT));
    expect(Math.abs(approachSpeed / speed - 1)).toBeLessThan(0.01);
    expect(Math.abs(impulse / (body.mass * speed) - 1)).toBeLessThan(0.02);
    expect(normal).toEqual([0, 1, 0]);
    // The surfaces are a step's way apart at most when the contact is found.
    expect(point[0]).toBeCloseTo(3, 6);
    expect(point[2]).toBeCloseTo(-2, 6);
    expect(Math.abs(point[1])).toBeLessThan((speed * DT) / 2);
  });

  test('the approach speed is that at the surface, not that of the start of the step', async () => {
    const world = await create();
    addFloor(world);
    for (const height of [0.013, 0.2, 0.3, 0.5, 0.81]) {
      const body = world.addBody({ shape: ball(), position: [0, height + 0.5, 0] });
      const [first] = run(world, 60).flat();
      expect(Math.abs(first.approachSpeed / Math.sqrt(2 * G * height) - 1), `from ${height} m`).toBeLessThan(0.03);
      world.removeBody(body);
      world.step(DT);
    }
  });

  test('a bounce is a begin and then an end, and the impulse is the momentum that the ball gains', async () => {
    const world = await create({ timeStepping: 'first-order' });
    addFloor(world);
    const body = world.addBody({ shape: ball(), position: [0, 5.5, 0], restitution: 1 });
    let expected = 'contact-begin';
    let bounces = 0;
    for (let k = 0; k < 80; k++) {
      const before = body.linearVelocity[1];
      world.step(DT);
      const gained = body.linearVelocity[1] - before + G * DT;
      for (const { type, impulse, approachSpeed } of world.events) {
        expect(type).toBe(expected);
        expected = type === 'contact-begin' ? 'contact-end' : 'contact-begin';
        if (type === 'contact-begin') expect(Math.abs(impulse / (body.mass * gained) - 1)).toBeLessThan(1e-4);
        else expect([impulse, approachSpeed]).toEqual([0, 0]);
        bounces++;
      }
    }
    expect(bounces).toBeGreaterThanOrEqual(2);
  });

  test("'all' tells each step that a contact lasts, 'none' nothing", async () => {
    const world = await create();
    const floor = addFloor(world);
    const body = world.addBody({ shape: ball(), position: [0, 0.5, 0], events: 'all' });
    world.addBody({ shape: ball(), position: [5, 0.5, 0], events: 'none' });
    const pair = `${floor.index} ${body.index}`;
    const [first, ...others] = run(world, 40);
    expect(summary(first)).toEqual([`contact-begin ${pair}`]);
    for (const events of others) expect(summary(events)).toEqual([`contact-persist ${pair}`]);
    const [last] = others[38];
    expect(Math.abs(last.impulse / (body.mass * G * DT) - 1)).toBeLessThan(1e-3);
    expect(last.approachSpeed).toBeLessThan(G * DT);
    body.events = 'changes';
    expect(run(world, 5).flat()).toEqual([]);
    body.events = 'none';
    expect(body.events).toBe('none');
    expect(run(world, 5).map(summary)).toEqual([[`contact-end ${pair}`], [], [], [], []]);
    body.events = 'all';
    expect(run(world, 2).map(summary)).toEqual([[`contact-begin ${pair}`], [`contact-persist ${pair}`]]);
  });

  test('a ball that rolls over two boxes', async () => {
    const world = await create();
    const first = world.addBody({ type: 'static', shape: new Box([2, 0.5, 1]), position: [-2, -0.5, 0] });
    const second = world.addBody({ type: 'static', shape: new Box([2, 0.5, 1]), position: [2, -0.5, 0] });
    const body = world.addBody({ shape: ball(), position: [-2, 0.5, 0], linearVelocity: [2, 0, 0], angularVelocity: [0, 0, -4] });
    const told = run(world, 240).flat();
    expect(summary(told.slice(0, 1))).toEqual([`contact-begin ${first.index} ${body.index}`]);
    const open = new Set<string>();
    for (const { type, a, b } of told) {
      const pair = `${a?.index} ${b?.index}`;
      expect(open.has(pair)).toBe(type === 'contact-end');
      if (type === 'contact-end') open.delete(pair);
      else open.add(pair);
    }
    expect(open.size, 'it has fallen off').toBe(0);
    const ends = told.filter(({ type }) => type === 'contact-end').map(({ a }) => a);
    expect(ends.indexOf(first)).toBeLessThan(ends.lastIndexOf(second));
    expect(body.position[1]).toBeLessThan(-1);
  });

  /** A ball at rest on a floor, whose begin has been read. */
  async function resting() {
    const world = await create();
    const floor = world.addBody({ type: 'static', shape: new Box([5, 0.5, 5]), position: [0, -0.5, 0] });
    const body = world.addBody({ shape: ball(), position: [0, 0.5, 0] });
    run(world, 10);
    expect(world.events.length).toBe(0);
    return { world, floor, body, end: [`contact-end ${floor.index} ${body.index}`], begin: [`contact-begin ${floor.index} ${body.index}`] };
  }

  test.each([0, 1])('removing either body is an end, at once and after the next step, with its handle (%i)', async (which) => {
    const { world, floor, body, end } = await resting();
    world.removeBody([floor, body][which]);
    const isIt = () => [...world.events].map(({ type, a, b }) => [type, a === floor, b === body, a?.alive, b?.alive]);
    const told = [['contact-end', true, true, which !== 0, which !== 1]];
    expect(isIt()).toEqual(told);
    world.step(DT);
    expect(isIt()).toEqual(told);
    expect(end.length).toBe(1);
    world.step(DT);
    expect(world.events.length).toBe(0);
  });

  test('a new body in the slot of a removed one is not taken for it', async () => {
    const { world, body } = await resting();
    world.removeBody(body);
    const next = world.addBody({ shape: ball(), position: [0, 0.5, 0] });
    expect(next.index).toBe(body.index);
    world.step(DT);
    expect([...world.events].map(({ type, b }) => [type, b === body, b === next])).toEqual([
      ['contact-end', true, false],
      ['contact-begin', false, true],
    ]);
    world.removeBody(next);
    expect([...world.events].slice(2).map(({ type, b }) => [type, b === next])).toEqual([['contact-end', true]]);
  });

  test.each<[string, (world: World, a: Body, b: Body) => void]>([
    ['a mask', (_, __, body) => Object.assign(body, { collisionMask: 0 })],
    ['a group', (_, floor) => Object.assign(floor, { collisionMask: 2 })],
    ['ignoreCollisions', (world, a, b) => world.ignoreCollisions(a, b)],
    ['collides', (_, __, body) => Object.assign(body, { collides: false })],
    ['a joint', (world, a, b) => void world.addJoint(new BallJoint({ a, b, anchorA: [0, 0.5, 0], anchorB: [0, -0.5, 0] }))],
    ['a static type', (_, __, body) => Object.assign(body, { type: 'static' })],
  ])('%s ends the contact once', async (_, change) => {
    const { world, floor, body, end } = await resting();
    change(world, floor, body);
    expect(summary(world.events)).toEqual(end);
    expect(run(world, 3).map(summary)).toEqual([end, [], []]);
  });

  test('a kinematic type ends the contact, a dynamic one begins it again', async () => {
    const { world, body, begin, end } = await resting();
    body.type = 'kinematic';
    expect(run(world, 2).map(summary)).toEqual([end, []]);
    body.type = 'dynamic';
    expect(run(world, 2).map(summary)).toEqual([begin, []]);
  });

  test('allowing a contact again begins it again', async () => {
    const { world, floor, body, begin, end } = await resting();
    world.ignoreCollisions(floor, body);
    body.gravityScale = 0;
    expect(run(world, 2).map(summary)).toEqual([end, []]);
    world.allowCollisions(floor, body);
    body.gravityScale = 1;
    expect(run(world, 2).map(summary)).toEqual([begin, []]);
  });

  test('teleporting away ends the contact in the next step', async () => {
    const { world, body, end } = await resting();
    body.position = [100, 10, 0];
    expect(run(world, 2).map(summary)).toEqual([end, []]);
  });

  test('detection between steps keeps the events of the step', async () => {
    const world = await create();
    const floor = addFloor(world);
    const body = world.addBody({ shape: box(), position: [0, 0.5, 0] });
    world.step(DT);
    const begin = `contact-begin ${floor.index} ${body.index}`;
    expect(summary(world.events)).toEqual([begin]);
    body.position = [0, 50, 0];
    world.detectCollisions();
    expect(summary(world.events)[0]).toBe(begin);
    world.step(DT);
    expect(summary(world.events)).toEqual([`contact-end ${floor.index} ${body.index}`]);
  });
});
