// What stays in a plane has no contact points behind each other, and turns about its axis only.
import { describe, expect, test } from 'vitest';
import { type Body, type BodyOptions, Box, Capsule, HalfSpace, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { Capsule2D, Circle, HalfPlane, Polygon, World2D } from '../../bindings/planar/index.ts';

const BACKENDS: WorldOptions[] = [{ precision: 'single' }, { precision: 'double' }, { backend: 'reference' }];
const H = 1 / 60;
const AXES = [0, 1, 2] as const;
/** Locks of a body that stays across an axis. */
const across = (axis: number) => ({
  lockTranslation: AXES.map((k) => k === axis) as [boolean, boolean, boolean],
  lockRotation: AXES.map((k) => k !== axis) as [boolean, boolean, boolean],
});
const FREE = {};
const regular = (corners: number, radius: number) =>
  new Polygon(
    Array.from({ length: corners }, (_, k) => [
      radius * Math.cos((2 * Math.PI * k) / corners),
      radius * Math.sin((2 * Math.PI * k) / corners),
    ]),
  );

function pointsBetween(world: World, a: Body, b: Body): { position: Readonly<Vec3>; force: number }[] {
  return [...world.contacts()].filter((one) => [a, b].includes(one.a) && [a, b].includes(one.b)).flatMap(({ points }) => [...points]);
}

describe.each(BACKENDS)('%o', (backend) => {
  test.each([20, 25])('a tower of %s stands at the defaults: two points of a plane carry what more do elsewhere', async (boxes) => {
    const world = await World2D.create({ ...backend, sleep: false });
    world.addBody({ type: 'static', shape: new HalfPlane([0, 1]) });
    const tower = Array.from({ length: boxes }, (_, k) => world.addBody({ shape: Polygon.box(0.5, 0.5), mass: 1, position: [0, 0.5 + k] }));
    for (let k = 0; k < (backend.backend ? 300 : 1200); k++) world.step(H);
    expect(Math.abs(tower[boxes - 1].position[0])).toBeLessThan(0.02);
    expect(tower[boxes - 1].position[1]).toBeGreaterThan(boxes - 0.55);
    world.dispose();
  });

  test('a polygon rests on two points of the plane, which share its weight; a capsule that lies too', async () => {
    const world = await World2D.create({ ...backend, sleep: false });
    const floor = world.addBody({ type: 'static', shape: new HalfPlane([0, 1]) });
    const box = world.addBody({ shape: Polygon.box(0.5, 0.3), mass: 2, position: [0, 0.3] });
    const capsule = world.addBody({ shape: new Capsule2D(0.2, 0.4), mass: 1, position: [3, 0.2], angle: Math.PI / 2 });
    const top = world.addBody({ shape: Polygon.box(0.3, 0.2), mass: 1, position: [0.1, 0.8] });
    for (let k = 0; k < 60; k++) world.step(H);
    for (const [below, body, load] of [
      [floor, box, 3],
      [floor, capsule, 1],
      [box, top, 1],
    ] as const) {
      const points = pointsBetween(world.world, below.body, body.body);
      expect(points).toHaveLength(2);
      for (const { position } of points) expect(position[2]).toBeCloseTo(0, 9);
      expect(points.reduce((sum, { force }) => sum + force, 0) / (load * 9.81)).toBeCloseTo(1, 3);
    }
  });

  test('polygons that overlap come out of each other in the plane, however deep they are in', async () => {
    const shapes = [
      regular(3, 0.5),
      regular(6, 0.5),
      regular(16, 0.5),
      Polygon.box(0.5, 0.45),
      Polygon.box(2, 0.1),
      new Circle(0.2),
      new Capsule2D(0.2, 0.3),
    ];
    for (const shape of shapes) {
      for (const x of [0, 0.02, 0.1]) {
        const world = await World2D.create({ ...backend, gravity: [0, 0], sleep: false });
        const a = world.addBody({ shape: regular(6, 0.5), position: [0, 0] });
        const b = world.addBody({ shape, position: [x, 0.4 * x], angle: 0.1 });
        for (let k = 0; k < 90; k++) {
          world.step(H);
          for (const { normal } of world.world.contacts()) expect(normal[2]).toBeCloseTo(0, 6);
        }
        expect(world.world.distanceBetween(a.body, b.body).distance).toBeGreaterThan(-1e-3);
        world.dispose();
      }
    }
  });

  test('what is nearest to a point in a polygon is in the plane', async () => {
    const world = await World2D.create({ ...backend, gravity: [0, 0] });
    world.addBody({ shape: regular(16, 0.5), position: [0, 0] });
    expect(world.world.closestPoint([0.01, 0, 0])?.point[2]).toBeCloseTo(0, 9);
    world.dispose();
  });

  const box = (world: World, options: BodyOptions, x = 0) => {
    const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 1, position: [x, 0.5, 0], ...options });
    return { body, points: (floor: Body) => pointsBetween(world, floor, body).length };
  };

  test.each([
    ['free', FREE, 4],
    ['across x', across(0), 2],
    ['across y', across(1), 4],
    ['across z', across(2), 2],
    ['that only falls', { lockTranslation: [true, false, true], lockRotation: [true, true, true] }, 1],
    ['that does not turn', { lockRotation: [true, true, true] }, 4],
    ['that turns about z, and goes anywhere', { lockRotation: [true, true, false] }, 4],
  ] as [string, BodyOptions, number][])('a box %s has the points that it needs', async (_, locks, count) => {
    const world = await World.create({ ...backend, sleep: false });
    const floor = world.addBody({ type: 'static', shape: new HalfSpace() });
    const { body, points } = box(world, locks);
    for (let k = 0; k < 30; k++) world.step(H);
    expect(points(floor)).toBe(count);
    expect(body.position[1]).toBeCloseTo(0.5, 3);
    if (count > 1 && locks.lockTranslation?.[1] !== true) expect(body.contactForce()[1] / 9.81).toBeCloseTo(1, 3);
  });

  test('between a body of a plane and one of space, or of another plane, there are all', async () => {
    for (const other of [FREE, across(0)]) {
      const world = await World.create({ ...backend, sleep: false });
      world.addBody({ type: 'static', shape: new HalfSpace() });
      const lower = box(world, other).body;
      const upper = world.addBody({ shape: new Box([0.4, 0.4, 0.4]), mass: 1, position: [0, 1.4, 0], ...across(2) });
      for (let k = 0; k < 20; k++) world.step(H);
      expect(pointsBetween(world, lower, upper)).toHaveLength(4);
    }
  });

  test('on what is moved out of the plane by hand there are all, else those of the plane', async () => {
    for (const [angularVelocity, count] of [
      [[0.05, 0, 0], 4],
      [[0, 0, 0.05], 2],
    ] as [Vec3, number][]) {
      const world = await World.create({ ...backend, sleep: false });
      const table = world.addBody({ type: 'kinematic', shape: new Box([2, 0.1, 2]), angularVelocity });
      const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 1, position: [0, 0.6, 0], ...across(2), friction: 1 });
      world.step(H);
      expect(pointsBetween(world, table, body)).toHaveLength(count);
    }
  });

  test('friction about the normal is there where the normal leaves the plane', async () => {
    const world = await World.create({ ...backend, gravity: [0, 0, 0], sleep: false });
    // Pressed to a wall beside it by hand: a box across y turns on its face.
    const wall = world.addBody({ type: 'kinematic', shape: new Box([2, 0.5, 2]), position: [0, -1, 0], linearVelocity: [0, 0, 0] });
    const lid = world.addBody({
      shape: new Box([0.5, 0.5, 0.5]),
      mass: 1,
      position: [0, 0, 0],
      friction: 1,
      angularVelocity: [0, 3, 0],
      lockRotation: [true, false, true],
    });
    for (let k = 0; k < 30; k++) {
      lid.applyForce([0, -50, 0]);
      world.step(H);
    }
    expect(pointsBetween(world, wall, lid)).toHaveLength(4);
    expect(Math.abs(lid.angularVelocity[1])).toBeLessThan(1e-3);
  });

  test.each([
    [
      [false, false, false],
      [1, 2, 3],
    ],
    [
      [true, true, false],
      [0, 0, 3],
    ],
    [
      [false, true, false],
      [1, 0, 3],
    ],
    [
      [true, true, true],
      [0, 0, 0],
    ],
  ] as [[boolean, boolean, boolean], Vec3][])(
    'a ball turns by its torque about the axes that are left: locks %o',
    async (lockRotation, turns) => {
      const world = await World.create({ ...backend, gravity: [0, 0, 0] });
      const ball = world.addBody({ mass: 1, inertia: [0.5, 0.5, 0.5], lockRotation, linearDamping: 0, angularDamping: 0 });
      ball.angularVelocity = [0.1, 0.2, 0.3];
      // Another in its bundle has no locks.
      const free = world.addBody({
        mass: 1,
        inertia: [0.5, 0.5, 0.5],
        position: [5, 0, 0],
        angularVelocity: [0, 0, 1],
        linearDamping: 0,
        angularDamping: 0,
      });
      for (let k = 0; k < 60; k++) {
        ball.applyTorque([0.5, 1, 1.5]);
        world.step(H);
      }
      for (const axis of AXES) expect(ball.angularVelocity[axis]).toBeCloseTo(lockRotation[axis] ? 0 : 1.1 * turns[axis], 4);
      expect(free.angularVelocity[2]).toBeCloseTo(1, 6);
      expect(2 * Math.atan2(free.orientation[2], free.orientation[3])).toBeCloseTo(1, 4);
    },
  );
});

test('a capsule across the plane that it stays in has one point', async () => {
  const world = await World.create({ sleep: false });
  const floor = world.addBody({ type: 'static', shape: new HalfSpace() });
  const orientation: [number, number, number, number] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  const log = world.addBody({ shape: new Capsule(0.2, 0.5), mass: 1, position: [0, 0.2, 0], orientation, ...across(2) });
  for (let k = 0; k < 20; k++) world.step(H);
  expect(pointsBetween(world, floor, log)).toHaveLength(1);
  expect(log.contactForce()[1] / 9.81).toBeCloseTo(1, 3);
});
