// Contacts of round bodies that are found anew in substeps, and what contacts report and slide by, where formulations differ.
import { describe, expect, test } from 'vitest';
import { Box, Cone, Cylinder, HalfSpace, type Shape, Sphere, type Vec3, World, type WorldOptions } from '../../bindings/index.ts';
import { BACKENDS } from '../scenes/backends.ts';
import { length } from './vectors.ts';
import { createWorld, GRAVITY, run } from './worlds.ts';

const ROUND: [string, Shape][] = [
  ['a disc', new Cylinder(0.5, 0.05)],
  ['a cylinder', new Cylinder(0.2, 0.3)],
  ['a cone', new Cone(0.3, 0.3)],
];

describe("'dbd'", () => {
  test.each(ROUND)('%s that is thrown gains no energy', async (_, shape) => {
    for (const [restitution, friction] of [
      [0, 0],
      [0, 0.5],
      [0.5, 0.5],
    ]) {
      const world = await createWorld({ solver: 'dbd', iterations: 4 });
      world.addBody({ type: 'static', shape: new HalfSpace(), friction });
      const body = world.addBody({
        shape,
        position: [0, 1.5, 0],
        orientation: [0.2, 0.1, 0.1, 0.97],
        restitution,
        friction,
        density: 100,
        linearVelocity: [1, 0, 0],
        angularVelocity: [1, 2, -1],
      });
      const energy = () => world.kineticEnergy + body.mass * GRAVITY * body.centerOfMass[1];
      const before = energy();
      for (let k = 0; k < 240; k++) {
        world.step(1 / 60);
        expect(energy()).toBeLessThan(1.0001 * before);
      }
      expect(energy()).toBeLessThan(0.5 * before);
    }
  });
  test.each([
    ['a cylinder', new Cylinder(0.2, 0.3), 0.3],
    ['a disc', new Cylinder(0.5, 0.05), 0.05],
    ['a box', new Box([0.2, 0.2, 0.2]), 0.2],
  ] as [string, Shape, number][])('%s that falls flat bounces to e² of its height, on all of its points', async (_, shape, low) => {
    for (const iterations of [1, 4]) {
      for (const restitution of [0.5, 0.8, 1]) {
        const world = await createWorld({ solver: 'dbd', iterations });
        world.addBody({ type: 'static', shape: new HalfSpace() });
        const body = world.addBody({ shape, position: [0, 1 + low, 0], restitution, friction: 0, density: 100 });
        let [highest, rises] = [0, false];
        for (let k = 0; k < 60; k++) {
          world.step(1 / 60);
          rises ||= body.linearVelocity[1] > 0;
          if (rises) highest = Math.max(highest, body.position[1] - low);
        }
        expect(Math.abs(highest - restitution ** 2)).toBeLessThan(0.006);
      }
    }
  });
});

/** N s that contacts and gravity have given a body that fell and bounced, and by how much its momentum has changed. */
async function told(options: WorldOptions): Promise<{ wanted: Vec3; forces: Vec3; points: number }> {
  const world = await createWorld(options);
  world.addBody({ type: 'static', shape: new HalfSpace() });
  const body = world.addBody({
    shape: new Box([0.2, 0.3, 0.2]),
    mass: 3,
    position: [0, 1, 0],
    orientation: [0.1, 0.2, 0.1, 0.968],
    linearVelocity: [1, -2, 0.5],
    restitution: 0.7,
  });
  const before = [...body.linearVelocity];
  const forces: Vec3 = [0, 0, 0];
  let points = 0;
  for (let k = 0; k < 60; k++) {
    world.step(1 / 60);
    body.contactForce().forEach((force, axis) => {
      forces[axis] += force / 60;
    });
    for (const contact of world.contacts()) for (const { impulse } of contact.points) points += impulse;
  }
  const wanted = body.linearVelocity.map((v, axis) => 3 * (v - before[axis] + (axis === 1 ? GRAVITY : 0))) as Vec3;
  return { wanted, forces, points };
}

test.each([
  ['dbd', { solver: 'dbd' }],
  ['dbd, 4 iterations', { solver: 'dbd', iterations: 4 }],
  ['tgs', { solver: 'tgs', iterations: 4 }],
  ['force', { solver: 'force' }],
] as [string, WorldOptions][])('%s: what contacts tell is what they gave, bounces too', async (_, options) => {
  const { wanted, forces, points } = await told(options);
  expect(length(wanted)).toBeGreaterThan(20);
  expect(length(forces.map((force, axis) => force - wanted[axis]) as Vec3)).toBeLessThan(2e-4 * length(wanted));
  expect(points / wanted[1]).toBeCloseTo(1, 4);
});

describe.each(BACKENDS)("'tgs', $label", ({ settings }) => {
  const across: [number, number, number, number] = [Math.SQRT1_2, 0, 0, Math.SQRT1_2];
  test.each([
    ['a ball', new Sphere(0.2)],
    ['a cylinder', new Cylinder(0.2, 0.3)],
    ['a coin', new Cylinder(0.2, 0.02)],
  ])('%s rolls on as fast, whatever the iterations', async (_, shape) => {
    for (const iterations of [4, 16]) {
      const world = await World.create({ sleep: false, ...settings, solver: 'tgs', iterations });
      world.addBody({ type: 'static', shape: new HalfSpace() });
      const rolling = { linearVelocity: [2, 0, 0], angularVelocity: [0, 0, -10] } as { linearVelocity: Vec3; angularVelocity: Vec3 };
      const body = world.addBody({ shape, mass: 10, position: [0, 0.2, 0], orientation: across, ...rolling });
      run(world, 90);
      expect(Math.abs(body.linearVelocity[0] / 2 - 1)).toBeLessThan(0.002);
      world.dispose();
    }
  });
});

test.each([
  ['ode', { solver: 'ode' }],
  ['ode by sweeps', { solver: 'ode', linear: 'quickstep', iterations: 20 }],
  ['force', { solver: 'force' }],
  ['force of order four', { solver: 'force', integrator: 'rk4' }],
] as [string, WorldOptions][])('%s: what slides is slowed by dynamic friction, and what rests is held by static', async (_, options) => {
  const material = { staticFriction: 0.9, dynamicFriction: 0.2 };
  const world = await createWorld(options);
  const tilt = 0.6;
  world.addBody({ type: 'static', shape: new HalfSpace(), material });
  const sled = world.addBody({ shape: new Box([0.5, 0.1, 0.5]), position: [0, 0.1, 0], linearVelocity: [4, 0, 0], material });
  run(world, 30);
  expect(sled.linearVelocity[0]).toBeCloseTo(4 - 0.2 * GRAVITY * 0.5, 2);
  const slope = await createWorld({ ...options, gravity: [GRAVITY * Math.sin(tilt), -GRAVITY * Math.cos(tilt), 0] });
  slope.addBody({ type: 'static', shape: new HalfSpace(), material });
  const box = slope.addBody({ shape: new Box([0.5, 0.1, 0.5]), position: [0, 0.1, 0], material });
  run(slope, 60);
  expect(box.linearVelocity[0]).toBeCloseTo(0, 2);
});
