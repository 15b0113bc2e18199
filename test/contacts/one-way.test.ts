// Surfaces that are solid from one side only.
import { describe, expect, test } from 'vitest';
import {
  type Body,
  Box,
  Capsule,
  Compound,
  ConvexHull,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  TriangleMesh,
  type Vec3,
  World,
  type WorldOptions,
} from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from '../bindings/backends.ts';
import { passOff } from '../hostile/stranger.ts';

const DT = 1 / 60;
const UP: Vec3 = [0, 1, 0];
const open = (settings: WorldOptions) => World.create(settings);

/** A slab from -0.1 to 0.1, as a closed mesh. */
function slab(): TriangleMesh {
  const corners: Vec3[] = [0, 1, 2, 3, 4, 5, 6, 7].map((k) => [k & 1 ? 2 : -2, k & 2 ? 0.1 : -0.1, k & 4 ? 2 : -2]);
  const quads = [
    [0, 2, 3, 1],
    [4, 5, 7, 6],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 4, 6, 2],
    [1, 3, 7, 5],
  ];
  return new TriangleMesh(
    corners.flat(),
    quads.flatMap(([a, b, c, d]) => [a, b, c, a, c, d]),
  );
}

const box = () => new Box([2, 0.1, 2]);
/** Platforms whose top is at 0.1. */
const PLATFORMS: [string, () => Shape][] = [
  ['box', box],
  ['hull', () => new ConvexHull([0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1 ? 2 : -2, k & 2 ? 0.1 : -0.1, k & 4 ? 2 : -2]))],
  ['mesh', slab],
  ['height field', () => new HeightField({ heights: new Array(25).fill(0.1), rows: 5, columns: 5, spacing: 1 })],
  [
    'compound',
    () =>
      new Compound([
        { shape: new Box([1, 0.1, 2]), position: [-1, 0, 0] },
        { shape: new Box([1, 0.1, 2]), position: [1, 0, 0] },
      ]),
  ],
];
const JUMPERS: [string, number, () => Shape][] = [
  ['box', 0.3, () => new Box([0.3, 0.3, 0.3])],
  ['ball', 0.05, () => new Sphere(0.05)],
  ['capsule', 0.6, () => new Capsule(0.2, 0.4)],
];

/** Steps until something holds. */
function until(world: World, holds: () => boolean, most = 200): void {
  for (let step = 0; step < most && !holds(); step++) world.step(DT);
  expect(holds()).toBe(true);
}

test('the side is a direction', async () => {
  const world = await World.create();
  for (const oneWay of [0, 'up', [0, 1], [0, 0, 0], [0, NaN, 1], {}, true])
    expectRefusal(() => world.addBody({ type: 'static', oneWay: oneWay as never }), 'invalid-argument');
  const body = world.addBody({ type: 'static', shape: box(), oneWay: [0, 2, 0] });
  expect(body.oneWay).toEqual(UP);
  expect(world.addBody().oneWay).toBeNull();
  body.oneWay = null;
  expect(body.oneWay).toBeNull();
  expectRefusal(() => (body.oneWay = [0, 0, 0]), 'invalid-argument');
  world.dispose();
});

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const platforms = label === 'reference' ? PLATFORMS.slice(0, 1) : PLATFORMS;
  const cases = platforms.flatMap(([name, shape]) => JUMPERS.map(([who, half, jumper]) => ({ name, shape, who, half, jumper })));

  test.each(cases)('a $who jumps up through a $name, lands on it and stands', async ({ shape, half, jumper }) => {
    const world = await open(settings);
    world.addBody({ type: 'static', shape: shape(), oneWay: UP });
    // Its lowest point rises to 1.1 m above the top.
    const speed = Math.sqrt(2 * 9.81 * (2.4 + 2 * half));
    const body = world.addBody({
      shape: jumper(),
      position: [0.3, -1.2 - half, 0.2],
      linearVelocity: [0, speed, 0],
      lockRotation: [true, true, true],
    });
    const told: string[] = [];
    const step = () => {
      world.step(DT);
      for (const { type, b } of world.events) if (b) told.push(type);
    };
    while (body.position[1] < 0) step();
    expect(body.linearVelocity[1]).toBeCloseTo(speed - 9.81 * world.time, 4);
    expect(world.contacts()).toEqual([]);
    // In the middle of the passage a stranger goes on the same.
    const twin = await open(settings);
    twin.restore(passOff(world.snapshot()));
    for (let k = 0; k < 90; k++) {
      step();
      twin.step(DT);
    }
    expect(twin.hash()).toBe(world.hash());
    expect(told).toEqual(['contact-begin']);
    for (let k = 0; k < 510; k++) step();
    expect(body.position[1]).toBeGreaterThan(0.1 + half - 0.003);
    expect(body.position[1]).toBeLessThan(0.1 + half + 1e-3);
    expect(body.isSleeping).toBe(true);
    expect(told).toEqual(['contact-begin']);
    for (const each of [world, twin]) each.dispose();
  });

  test('what turns back within falls out again', async () => {
    const world = await open(settings);
    world.addBody({ type: 'static', shape: box(), oneWay: UP });
    const body = world.addBody({
      shape: new Box([0.3, 0.3, 0.3]),
      position: [0, -1, 0],
      linearVelocity: [0, Math.sqrt(2 * 9.81 * 1.2), 0],
    });
    until(world, () => body.position[1] > 0.1 && body.linearVelocity[1] < 0);
    until(world, () => body.position[1] < -2);
    // As if nothing had been there: v² = 2 g h.
    expect(body.linearVelocity[1] ** 2 / (2 * 9.81 * (0.2 - body.position[1]))).toBeCloseTo(1, 1);
    world.dispose();
  });

  test('a body that stands on it holds what is heavy, and goes through from the side', async () => {
    const world = await open(settings);
    world.addBody({ type: 'static', shape: new HalfSpace(), position: [0, -5, 0] });
    world.addBody({ type: 'static', shape: box(), oneWay: UP });
    const stack = Array.from({ length: 5 }, (_, k) =>
      world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [-1, 0.4 + 0.6 * k, 0], density: k === 4 ? 3000 : 1000 }),
    );
    const slider = world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [3, 0, 0], gravityScale: 0, linearVelocity: [-2, 0, 0] });
    const free = slider.linearVelocity[0];
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(slider.linearVelocity[0]).toBeCloseTo(free, 5);
    expect(slider.position[0]).toBeCloseTo(1, 4);
    for (let step = 0; step < 540; step++) world.step(DT);
    for (const [k, { position }] of stack.entries()) expect(Math.abs(position[1] - 0.4 - 0.6 * k)).toBeLessThan(0.01);
    world.dispose();
  });

  test('what lies on it when it is switched keeps lying; switched off it is solid', async () => {
    const world = await open(settings);
    const platform = world.addBody({ type: 'static', shape: box() });
    const body = world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [0, 0.4, 0] });
    for (let step = 0; step < 60; step++) world.step(DT);
    platform.oneWay = UP;
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(body.position[1]).toBeCloseTo(0.4, 2);
    platform.oneWay = [0, -1, 0];
    until(world, () => body.position[1] < -3);
    world.dispose();
  });

  test('a platform that turns and one that rises take their side along', async () => {
    const world = await open(settings);
    const lift = world.addBody({ type: 'kinematic', shape: box(), oneWay: UP, linearVelocity: [0, 1, 0] });
    const rider = world.addBody({ shape: new Box([0.3, 0.3, 0.3]), position: [0, 0.4, 0] });
    const above = world.addBody({ shape: new Sphere(0.2), position: [1, 1, 0], gravityScale: 0 });
    const turned = world.addBody({ type: 'static', shape: box(), oneWay: UP, position: [20, 0, 0], orientation: [1, 0, 0, 0] });
    const falls = world.addBody({ shape: new Sphere(0.2), position: [20, 1, 0] });
    until(world, () => lift.position[1] > 2);
    expect(rider.position[1] - lift.position[1]).toBeCloseTo(0.4, 2);
    expect(above.position[1]).toBeGreaterThan(lift.position[1]);
    expect(falls.position[1]).toBeLessThan(turned.position[1] - 2);
    world.dispose();
  });

  test('children have sides of their own', async () => {
    const world = await open(settings);
    const child = (x: number, oneWay?: Vec3 | null) => ({ shape: new Box([0.9, 0.1, 1]), position: [x, 0, 0] as Vec3, oneWay });
    const shape = new Compound([child(0, UP), child(2, [0, -1, 0]), child(4), child(6, null)]);
    const [plain, lower] = [0, 10].map((z) => world.addBody({ type: 'static', shape, position: [0, 0, z], oneWay: z ? [0, -1, 0] : null }));
    expect([plain.oneWay, lower.oneWay]).toEqual([null, [0, -1, 0]]);
    const drop = (z: number): Body[] => [0, 2, 4, 6].map((x) => world.addBody({ shape: new Sphere(0.2), position: [x, 0.5, z] }));
    const bodies = [...drop(0), ...drop(10)];
    for (let step = 0; step < 60; step++) world.step(DT);
    expect(bodies.map(({ position }) => position[1] > 0)).toEqual([true, false, true, true, true, false, false, true]);
    world.dispose();
  });

  test('a swept ball is stopped on its side, and passes from the other at any speed', async () => {
    const world = await open({ ...settings, gravity: [0, 0, 0] });
    world.addBody({ type: 'static', shape: new Box([2, 0.02, 2]), oneWay: UP });
    const sides = new Compound([{ shape: new Box([2, 0.02, 2]), oneWay: UP }]);
    world.addBody({ type: 'static', shape: sides, position: [10, 0, 0] });
    const shoot = (x: number, y: number, speed: number) =>
      world.addBody({ shape: new Sphere(0.05), position: [x, y, 0], linearVelocity: [0, speed, 0], ccd: true });
    for (const speed of [50, 500, 5000]) {
      const bodies = [0, 10].flatMap((x) => [shoot(x, -3, speed), shoot(x + 0.5, 3, -speed)]);
      for (let step = 0; step < 12; step++) world.step(DT);
      for (const [k, { position, linearVelocity }] of bodies.entries()) {
        if (k % 2) expect(position[1]).toBeGreaterThan(0);
        else expect([position[1] > 3, linearVelocity[1]]).toEqual([true, speed]);
      }
      for (const body of bodies) world.removeBody(body);
    }
    world.dispose();
  });
});
