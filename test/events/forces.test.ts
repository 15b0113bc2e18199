// Forces of contacts: they carry what rests on them.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, type Vec3 } from '../../bindings/index.ts';
import { addFloor, ball, box, DT, G, PRECISIONS, run } from './worlds.ts';

describe.each(PRECISIONS)('$label', ({ create }) => {
  test('a box at rest: points, contacts and body say its weight', async () => {
    const world = await create();
    const floor = addFloor(world);
    const body = world.addBody({ shape: box(), position: [0, 0.5, 0] });
    run(world, 120);
    const weight = body.mass * G;
    const [{ points, normal, friction, a, b }] = world.contacts();
    expect([a === floor, b === body]).toEqual([true, true]);
    expect(normal).toEqual([0, 1, 0]);
    expect(points.length).toBe(4);
    const sum = points.reduce((total, { force }) => total + force, 0);
    expect(Math.abs(sum / weight - 1)).toBeLessThan(1e-3);
    for (const { force, impulse } of points) {
      expect(impulse).toBeCloseTo(force * DT, 9);
      expect(force).toBeGreaterThan(0.2 * weight);
    }
    expect(Math.hypot(...friction)).toBeLessThan(1e-3 * weight);
    expect(Math.abs(body.contactForce()[1] / weight - 1)).toBeLessThan(1e-3);
    expect(floor.contactForce().map((force) => -force)).toEqual(body.contactForce());
  });

  test('ten boxes: the floor bears all, and each box the weight of its own in sum', async () => {
    const world = await create();
    const floor = addFloor(world);
    const boxes = Array.from({ length: 10 }, (_, k) => world.addBody({ shape: box(), position: [0, 0.5 + k, 0] }));
    run(world, 300);
    const weight = boxes[0].mass * G;
    expect(Math.abs(-floor.contactForce()[1] / (10 * weight) - 1)).toBeLessThan(1e-3);
    for (const body of boxes) expect(Math.abs(body.contactForce()[1] / weight - 1)).toBeLessThan(1e-3);
  });

  test('a box on a slope: normal force and friction', async () => {
    const world = await create();
    const angle = 0.3;
    const normal: Vec3 = [-Math.sin(angle), Math.cos(angle), 0];
    const turned = [0, 0, Math.sin(angle / 2), Math.cos(angle / 2)] as const;
    const slope = world.addBody({ type: 'static', shape: new HalfSpace(), orientation: turned });
    const position = normal.map((component) => 0.5 * component) as Vec3;
    const body = world.addBody({ shape: box(), position, orientation: turned });
    run(world, 120);
    const weight = body.mass * G;
    const contact = world.contacts()[0];
    expect(contact.a === slope).toBe(true);
    const push = contact.points.reduce((total, { force }) => total + force, 0);
    expect(push / (weight * Math.cos(angle))).toBeCloseTo(1, 3);
    const friction = Math.hypot(...contact.friction);
    expect(friction / (weight * Math.sin(angle))).toBeCloseTo(1, 3);
    // Friction on the box points up the slope.
    expect(contact.friction[0] * Math.cos(angle) + contact.friction[1] * Math.sin(angle)).toBeGreaterThan(0.99 * friction);
    const [x, y, z] = body.contactForce().map((force) => force / weight);
    for (const [found, wanted] of [
      [x, 0],
      [y, 1],
      [z, 0],
    ])
      expect(Math.abs(found - wanted)).toBeLessThan(1e-3);
  });

  test('forces are means over the last step, whatever substeps are set to since, and are written to out', async () => {
    const world = await create();
    addFloor(world);
    const body = world.addBody({ shape: ball(), position: [0, 0.5, 0] });
    run(world, 10);
    const before = body.contactForce();
    world.substeps = 3;
    expect(body.contactForce()).toEqual(before);
    const out = new Float64Array(3);
    expect((body.contactForce(out) as unknown) === out).toBe(true);
    expect([...out]).toEqual(before);
    world.step(DT / 2);
    expect(Math.abs(body.contactForce()[1] / (body.mass * G) - 1)).toBeLessThan(1e-2);
    world.removeBody(body);
    expect(() => body.contactForce()).toThrow(/removed/);
  });

  test('forEachContact visits what contacts lists, with one object', async () => {
    const world = await create();
    addFloor(world);
    for (let k = 0; k < 5; k++) world.addBody({ shape: k % 2 ? ball() : new Box([0.5, 0.5, 0.4]), position: [0.9 * k, 0.49, 0] });
    run(world, 3);
    const list = world.contacts();
    expect(new Set(list.map(({ points }) => points.length)).size).toBeGreaterThan(1);
    const seen = new Set();
    let index = 0;
    world.forEachContact((contact) => {
      seen.add(contact);
      const wanted = list[index++];
      expect([contact.a === wanted.a, contact.b === wanted.b]).toEqual([true, true]);
      const { normal, points, friction } = contact;
      expect({ normal, points, friction }).toEqual({ normal: wanted.normal, points: wanted.points, friction: wanted.friction });
    });
    expect([seen.size, index]).toEqual([1, list.length]);
  });

  test('without a step there is no force', async () => {
    const world = await create();
    addFloor(world);
    const body = world.addBody({ shape: ball(), position: [0, 0.4, 0] });
    world.detectCollisions();
    expect(world.contacts()[0].points[0]).toMatchObject({ force: 0, impulse: 0 });
    expect(body.contactForce()).toEqual([0, 0, 0]);
    expect(world.events.length).toBe(0);
  });
});
