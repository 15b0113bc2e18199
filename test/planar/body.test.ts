// What a body of the plane can be asked and told: type, shape, mass and locks, and that none of it leads out of the plane.
import { describe, expect, test } from 'vitest';
import { Sphere } from '../../bindings/index.ts';
import { type Body2D, Circle, HalfPlane, Polygon, World2D } from '../../bindings/planar/index.ts';
import { expectRefusal } from '../bindings/backends.ts';

const H = 1 / 60;
const corners = [
  [0, 0],
  [3, 0],
  [0, 1.2],
] as [number, number][];

describe.each(['single', 'double'] as const)('the type of a body of the plane, %s', (precision) => {
  test.each(['static', 'kinematic'] as const)('a %s one has its mass, and stays in the plane when it becomes dynamic', async (type) => {
    const world = await World2D.create({ precision });
    const shape = new Polygon(corners);
    const body = world.addBody({ type, shape, density: 5, position: [0, 3], angle: 0.4 });
    world.addBody({ type: 'static', shape: Polygon.box(0.2, 0.2), position: [0.2, 1], angle: 0.7 });
    expect(body.type).toBe(type);
    expect(body.mass).toBeCloseTo(5 * 1.8, 12);
    expect(body.inertia).toBeCloseTo(5 * 1.8 * shape.squaredRadius, 12);
    const center = body.centerOfMass;
    expect(body.worldPoint(shape.centroid)[0]).toBeCloseTo(center[0], 12);
    body.type = 'dynamic';
    expect([body.type, body.position, body.centerOfMass]).toEqual(['dynamic', [0, 3], center]);
    body.body.applyImpulse([0, 0, 1]);
    body.body.applyAngularImpulse([1, 1, 0]);
    for (let k = 0; k < 120; k++) world.step(H);
    expect(body.position[1]).toBeLessThan(2);
    expect(body.body.position[2]).toBe(0);
    expect([body.body.orientation[0], body.body.orientation[1]]).toEqual([0, 0]);
    body.type = 'static';
    const { position } = body;
    for (let k = 0; k < 10; k++) world.step(H);
    expect(body.position).toEqual(position);
  });
});

test('half planes may be moved by hand, but have no mass', async () => {
  const world = await World2D.create();
  const floor = world.addBody({ type: 'kinematic', shape: new HalfPlane([0, 2]) });
  expect((floor.shape as HalfPlane).normal).toEqual([0, 1]);
  const ball = world.addBody({ shape: new Circle(0.5), position: [0, 0.5], canSleep: false });
  for (let k = 1; k <= 60; k++) {
    floor.moveTo([0, k / 60]);
    world.step(H);
  }
  expect(floor.position[1]).toBeCloseTo(1, 12);
  expect(ball.position[1]).toBeCloseTo(1.5, 3);
  expectRefusal(() => world.addBody({ shape: new HalfPlane([0, 1]) }), 'invalid-argument');
  expectRefusal(() => world.addBody({ type: 'static', shape: new HalfPlane([0, 1]), density: 2 }), 'invalid-argument');
  expectRefusal(() => (floor.type = 'dynamic'), 'unsupported-shape');
});

test('mass, inertia and shape are those of the plane when they change', async () => {
  const world = await World2D.create({ gravity: [0, 0] });
  const body = world.addBody({ shape: new Circle(0.25), mass: 2 });
  body.mass = 4;
  expect(body.inertia).toBeCloseTo(4 * (0.0625 / 2), 12);
  const box = Polygon.box(1, 0.5);
  body.shape = box;
  expect([body.shape, body.mass]).toEqual([box, 4]);
  body.setMassProperties({ density: 3 });
  expect(body.mass).toBeCloseTo(6, 12);
  expect(body.inertia).toBeCloseTo((6 * (4 + 1)) / 12, 12);
  body.setMassProperties({ mass: 2, centerOfMass: [0.5, 0] });
  expect(body.inertia).toBeCloseTo((2 * 5) / 12, 12);
  expect([body.position, body.centerOfMass]).toEqual([
    [0, 0],
    [0.5, 0],
  ]);
  body.inertia = 0.5;
  body.applyAngularImpulse(1);
  expect(body.angularVelocity).toBeCloseTo(2, 12);
  // v = ω × r.
  expect(body.velocityAt([0.5, 1])[0]).toBeCloseTo(-2, 12);
  expect(body.localPoint([1, 2])).toEqual([1, 2]);
  body.shape = null;
  expect(body.shape).toBeNull();
  expectRefusal(() => body.setMassProperties({ density: 1 }), 'invalid-argument');
  const wheel = world.addBody({ mass: 2, inertia: 3, centerOfMass: [0, 1], angle: Math.PI / 2 });
  expect([wheel.mass, wheel.inertia]).toEqual([2, 3]);
  expect(wheel.centerOfMass[0]).toBeCloseTo(-1, 12);
});

test('the moment of a polygon far from its origin is that about its centroid', () => {
  const far = new Polygon(corners.map(([x, y]): [number, number] => [x + 2 ** 27, y]));
  expect(far.squaredRadius).toBeCloseTo((9 + 1.44) / 18, 6);
});

test('what may not turn slides without turning', async () => {
  const world = await World2D.create();
  world.addBody({ type: 'static', shape: new HalfPlane([1, 1]), friction: 1 });
  const free = world.addBody({ shape: new Circle(0.2), position: [0, 3], friction: 1 });
  const locked = world.addBody({ shape: new Circle(0.2), position: [-3, 6], friction: 0.2, lockRotation: true });
  for (let k = 0; k < 120; k++) world.step(H);
  expect(Math.abs(free.angularVelocity)).toBeGreaterThan(1);
  expect([locked.lockRotation, locked.angle, locked.angularVelocity]).toEqual([true, 0, 0]);
  expect(locked.position[1]).toBeLessThan(4);
  free.lockRotation = true;
  expect([free.angularVelocity, free.body.lockRotation]).toEqual([0, [true, true, true]]);
  free.lockRotation = false;
  expect(free.body.lockRotation).toEqual([true, true, false]);
});

test('one-way bodies let others through from below', async () => {
  const world = await World2D.create();
  world.addBody({ type: 'static', shape: Polygon.box(2, 0.1), oneWay: [0, 1] });
  const up = world.addBody({ shape: new Circle(0.2), position: [0, -1], linearVelocity: [0, 8] });
  for (let k = 0; k < 180; k++) world.step(H);
  expect(up.position[1]).toBeCloseTo(0.3, 2);
});

test('gravity can be changed', async () => {
  const world = await World2D.create();
  expect(world.gravity).toEqual([0, -9.81]);
  world.gravity = { x: 2, y: 0 };
  const body = world.addBody({ linearDamping: 0 });
  for (let k = 0; k < 60; k++) world.step(H);
  expect(body.linearVelocity[0]).toBeCloseTo(2, 5);
});

test('what is of space, unknown or removed is refused', async () => {
  const world = await World2D.create();
  const body = world.addBody({ shape: new Circle(1) });
  const loose = world as unknown as { addBody(given: unknown): Body2D; removeBody(body: unknown): void; substeps: number };
  for (const given of [null, { shape: new Sphere(1) }, { orientation: [0, 0, 0, 1] }, { lockTranslation: [true, true, true] }])
    expectRefusal(() => loose.addBody(given), 'invalid-argument');
  expectRefusal(() => loose.addBody({ lockRotation: [true, true, true] }), 'invalid-argument');
  for (const given of [null, undefined, body.body]) expectRefusal(() => loose.removeBody(given), 'invalid-argument');
  expectRefusal(() => ((body as unknown as { friction: number }).friction = 1), 'invalid-argument');
  expectRefusal(() => (body.shape = new Sphere(1) as never), 'invalid-argument');
  expectRefusal(() => (loose.substeps = 3), 'invalid-argument');
  expectRefusal(() => (body.inertia = -1), 'invalid-argument');
  expectRefusal(() => body.setMassProperties({ mass: 1, density: 1 }), 'invalid-argument');
  expect(JSON.parse(JSON.stringify(body))).toMatchObject({ type: 'dynamic', position: [0, 0], angle: 0 });
  world.removeBody(body);
  expect(body.alive).toBe(false);
  expectRefusal(() => body.type, 'removed-handle');
  expectRefusal(() => body.shape, 'removed-handle');
  expect([...world.bodies]).toEqual([]);
});
