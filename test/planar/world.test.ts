// Bodies of the plane: closed forms, the contraption of Topotoy (a motor wheel, links, a spring, rack and pinion) under every solver, and that
// nothing leaves the plane.
import { describe, expect, test } from 'vitest';
import { Box, HingeJoint, World } from '../../bindings/index.ts';
import {
  type Body2D,
  Capsule2D,
  Circle,
  HalfPlane,
  Polygon,
  type Shape2D,
  type Vec2Like,
  World2D,
  type World2DOptions,
} from '../../bindings/planar/index.ts';
import { expectRefusal } from '../bindings/backends.ts';

const SOLVERS = ['xpbd', 'dbd', 'pgs', 'tgs', 'ode', 'force'] as const;
const H = 1 / 60;
const run = (world: World2D, steps: number) => {
  for (let k = 0; k < steps; k++) world.step(H);
};
const still = { linearDamping: 0, angularDamping: 0 };

describe('shapes', () => {
  test('have their area, centroid and moment', () => {
    expect(new Circle(2).area).toBeCloseTo(4 * Math.PI, 12);
    expect(new Circle(2).squaredRadius).toBeCloseTo(2, 12);
    const box = Polygon.box(1, 2);
    expect(box.area).toBeCloseTo(8, 12);
    expect(box.squaredRadius).toBeCloseTo((4 + 16) / 12, 12);
    const triangle = new Polygon([
      [0, 0],
      [0, 3],
      [6, 0],
    ]);
    expect(triangle.area).toBeCloseTo(9, 12);
    expect(triangle.centroid[0]).toBeCloseTo(2, 12);
    expect(triangle.centroid[1]).toBeCloseTo(1, 12);
    // (a² + b²) / 18 of a right triangle.
    expect(triangle.squaredRadius).toBeCloseTo((36 + 9) / 18, 12);
    // A capsule of many corners.
    const [r, l] = [0.5, 1];
    const corners = Array.from({ length: 4000 }, (_, k): Vec2Like => {
      const angle = (2 * Math.PI * (k + 0.5)) / 4000;
      return [r * Math.cos(angle), r * Math.sin(angle) + (Math.sin(angle) > 0 ? l : -l)];
    });
    const capsule = new Capsule2D(r, l);
    expect(new Capsule2D(r, l).area).toBeCloseTo(4 * l * r + Math.PI * r * r, 12);
    const sum = moment(corners as [number, number][]);
    expect(capsule.squaredRadius).toBeCloseTo(sum, 4);
  });

  test('that are none are refused', () => {
    for (const make of [
      () => new Circle(0),
      () =>
        new Polygon([
          [0, 0],
          [1, 0],
        ]),
      () =>
        new Polygon([
          [0, 0],
          [1, 1],
          [2, 2],
        ]),
      () =>
        new Polygon([
          [0, 0],
          [1, Number.NaN],
          [2, 0],
        ]),
      () => new Capsule2D(1, -1),
      () => new HalfPlane([0, 0]),
    ])
      expectRefusal(make, 'invalid-argument');
  });
});

function moment(corners: readonly [number, number][]): number {
  let [twice, polar] = [0, 0];
  corners.forEach(([px, py], k) => {
    const [qx, qy] = corners[(k + 1) % corners.length];
    const cross = px * qy - py * qx;
    twice += cross;
    polar += (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy) * cross;
  });
  return polar / (6 * twice);
}

test('bodies fall, turn and are pushed as those of the plane', async () => {
  const world = await World2D.create({ sleep: false });
  const body = world.addBody({
    shape: Polygon.box(0.5, 0.5),
    density: 2,
    position: [1, 10],
    angle: 0.3,
    angularVelocity: 2,
    linearVelocity: [1, 0],
    ...still,
  });
  expect(body.mass).toBeCloseTo(2, 12);
  expect(body.inertia).toBeCloseTo(2 / 6, 12);
  run(world, 60);
  expect(body.position[0]).toBeCloseTo(2, 5);
  expect(body.position[1]).toBeCloseTo(10 - 9.81 / 2, 1);
  expect(body.angle).toBeCloseTo(2.3, 5);
  expect(body.angularVelocity).toBeCloseTo(2, 6);
  body.linearVelocity = [0, 0];
  body.angularVelocity = 0;
  body.applyImpulse([2, 0], [body.position[0], body.position[1] + 1]);
  expect(body.linearVelocity[0]).toBeCloseTo(1, 6);
  expect(body.angularVelocity).toBeCloseTo(-2 / (2 / 6), 5);
});

test('a body of the plane moves as a body of space that is locked there', async () => {
  const flat = await World2D.create({ sleep: false, precision: 'double' });
  const space = await World.create({ sleep: false, precision: 'double' });
  const a = flat.addBody({ shape: Polygon.box(0.5, 0.25), mass: 2, position: [0, 1], angle: 0.4, ...still });
  flat.addHinge({ b: a, anchor: [0.5, 1] });
  const moment = a.inertia;
  const b = space.addBody({
    shape: new Box([0.5, 0.25, 0.5]),
    mass: 2,
    inertia: [moment, moment, moment],
    position: [0, 1, 0],
    orientation: [0, 0, Math.sin(0.2), Math.cos(0.2)],
    lockTranslation: [false, false, true],
    lockRotation: [true, true, false],
    ...still,
  });
  space.addJoint(new HingeJoint({ b, anchor: [0.5, 1, 0], axis: [0, 0, 1] }));
  for (let k = 0; k < 100; k++) {
    flat.step(H);
    space.step(H);
    expect(Math.hypot(a.position[0] - b.position[0], a.position[1] - b.position[1])).toBeLessThan(1e-9);
  }
});

test('a pile of polygons, circles and capsules rests in its box', async () => {
  const world = await World2D.create();
  world.addBody({ type: 'static', shape: new HalfPlane([0, 1]) });
  for (const side of [-1, 1]) world.addBody({ type: 'static', shape: new HalfPlane([-side, 0]), position: [2 * side, 0] });
  const bodies: Body2D[] = [];
  for (let k = 0; k < 30; k++) {
    const shape =
      k % 3 === 0
        ? new Circle(0.2)
        : k % 3 === 1
          ? new Polygon([
              [-0.3, -0.2],
              [0.3, -0.2],
              [0, 0.3],
            ])
          : new Capsule2D(0.12, 0.15);
    bodies.push(world.addBody({ shape, density: 10, position: [-1.5 + (k % 6) * 0.6, 0.5 + Math.floor(k / 6) * 0.7], angle: k }));
  }
  run(world, 600);
  for (const body of bodies) {
    expect(Math.abs(body.position[0])).toBeLessThan(2);
    expect(body.position[1]).toBeGreaterThan(0.1);
    expect(Math.hypot(...body.linearVelocity)).toBeLessThan(0.1);
    expect(Math.abs(body.body.position[2])).toBeLessThan(1e-6);
  }
});

describe.each(SOLVERS)('friction under %s', (solver) => {
  test('stops a box that slides after v² / 2 μ g', async () => {
    const world = await World2D.create({ solver, sleep: false });
    world.addBody({ type: 'static', shape: new HalfPlane([0, 1]), friction: 0.5 });
    const box = world.addBody({
      shape: Polygon.box(0.5, 0.1),
      mass: 1,
      position: [0, 0.1],
      linearVelocity: [2, 0],
      friction: 0.5,
      ...still,
    });
    run(world, 60);
    expect(Math.abs(box.linearVelocity[0])).toBeLessThan(1e-3);
    expect(box.position[0]).toBeCloseTo(4 / (2 * 0.5 * 9.81), 1);
  });
});

describe.each(SOLVERS)('the contraption of Topotoy under %s', (solver) => {
  test('its motor stretches the spring until it stalls', async () => {
    const options: World2DOptions = {
      solver,
      sleep: false,
      substeps: 20,
      iterations: 8,
      constraintStiffness: 2500,
      constraintDamping: 100,
    };
    const world = await World2D.create({ ...options, gravity: [0, 0] });
    const [radius, length, link, arm] = [0.1, 0.4, 0.4, 0.2];
    const level = -radius - 0.03;
    const part = (shape: Shape2D, mass: number, position: Vec2Like) => world.addBody({ shape, mass, position, collides: false });
    const pinion = part(new Circle(radius), 2, [0, 0]);
    const rack = part(Polygon.box(length, 0.03), 1, [0, level]);
    const rocker = part(Polygon.box(0.02, arm), 0.5, [-length - link, level - arm]);
    const block = part(Polygon.box(0.05, 0.05), 0.5, [-length, level - 2 * arm]);
    const axle = world.addHinge({ b: pinion, anchor: [0, 0], motor: { velocity: 2, maxTorque: 4 } });
    const rail = world.addPrismatic({ b: rack, anchor: [0, level], axis: [1, 0] });
    world.addRackAndPinion({ pinion: axle, rack: rail, radius });
    world.addHinge({ b: rocker, anchor: [-length - link, level - arm] });
    world.addPrismatic({ b: block, anchor: [-length, level - 2 * arm], axis: [1, 0] });
    const spring = world.addSpring({ a: rack, anchorA: [length, 0], anchorB: [1, level], stiffness: 400, damping: 80 });
    world.addDistance({ a: rack, b: rocker, anchorA: [-length, 0], anchorB: [0, arm] });
    world.addDistance({ a: rocker, b: block, anchorA: [0, -arm], anchorB: [0, 0] });
    run(world, 150);
    // 4 N m at 0.1 m are 40 N, which stretch 400 N/m by 0.1 m.
    expect(Math.abs(rack.position[0])).toBeCloseTo(0.1, 2);
    expect(Math.hypot(...spring.force)).toBeCloseTo(40, 0);
    expect(Math.abs(pinion.angularVelocity)).toBeLessThan(0.01);
    expect(Math.abs(block.position[1] - (level - 2 * arm))).toBeLessThan(1e-3);
    for (const body of world.bodies) expect(Math.abs(body.body.position[2])).toBeLessThan(1e-9);
  });
});
