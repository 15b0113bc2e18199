// Particles against rigid bodies and against each other.
import { describe, expect, test } from 'vitest';
import { Box, Capsule, Cone, ConvexHull, Cylinder, HalfSpace, type Shape, Sphere, TriangleMesh, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet } from '../../bindings/particle/index.ts';
import { BACKENDS } from '../bindings/backends.ts';

const H = 1 / 60;
const run = (world: World, steps: number) => {
  for (let k = 0; k < steps; k++) world.step(H);
};
const RADIUS = 0.02;
const one = (position: number[], more = {}) =>
  new ParticleSet({ positions: position, radii: RADIUS, masses: 0.1, canSleep: false, ...more });

const quad = () => new TriangleMesh([-1, 0.5, -1, 1, 0.5, -1, 1, 0.5, 1, -1, 0.5, 1], [0, 2, 1, 0, 3, 2], { solid: false });
/** Shapes with their highest point half a metre above their origin. */
const SHAPES: Record<string, () => Shape> = {
  Sphere: () => new Sphere(0.5),
  Box: () => new Box([0.4, 0.5, 0.3]),
  Capsule: () => new Capsule(0.3, 0.2),
  Cylinder: () => new Cylinder(0.3, 0.5),
  Cone: () => new Cone(0.4, 0.5),
  ConvexHull: () => new ConvexHull([-0.3, 0.5, -0.3, 0.3, 0.5, -0.3, 0.3, 0.5, 0.3, -0.3, 0.5, 0.3, 0, -0.5, 0]),
  Mesh: quad,
};

describe.each(BACKENDS)('$label', ({ label, settings }) => {
  const eps = label === 'wasm, single' ? 1e-6 : 1e-9;

  test.each(Object.entries(SHAPES))('rests on the top of a %s', async (_, shape) => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: shape(), position: [10, 2, -5] });
    const set = world.addParticles(one([10, 2.53, -5]));
    run(world, 60);
    expect(Math.abs(set.positions[1] - 2.5 - RADIUS)).toBeLessThan(20 * eps);
    expect(Math.hypot(set.positions[0] - 10, set.positions[2] + 5)).toBeLessThan(1e-6);
  });

  test.each(['static', 'kinematic', 'dynamic'] as const)('runs with a %s belt, as bodies do', async (type) => {
    const world = await World.create({ ...settings, sleep: false });
    const heavy = type === 'dynamic' ? { mass: 1e6, gravityScale: 0 } : {};
    const orientation = [0, Math.SQRT1_2, 0, Math.SQRT1_2] as const;
    const belt = { material: { surfaceVelocity: [1, 0, 0.5] } as const, orientation, ...heavy };
    world.addBody({ type, shape: new Box([20, 0.1, 20]), ...belt });
    const box = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 1, position: [2, 0.2, 0] });
    const particle = world.addParticles(one([0, 0.12, 0]));
    const cloth = world.addParticles(new Cloth({ columns: 4, rows: 4, size: [0.4, 0.4], position: [-2, 0.106, 0] }));
    run(world, 60);
    // The axes of the belt are turned by a quarter.
    for (const [x, , z] of [box.linearVelocity, particle.velocities, cloth.velocities]) {
      expect(x).toBeCloseTo(0.5, 3);
      expect(z).toBeCloseTo(-1, 3);
    }
  });

  test.each(['static', 'kinematic', 'dynamic'] as const)('passes a %s one-way body from below, and rests on it', async (type) => {
    const world = await World.create({ ...settings, sleep: false });
    const heavy = type === 'dynamic' ? { mass: 1e6, gravityScale: 0 } : {};
    const upside = { oneWay: [0, -1, 0], orientation: [1, 0, 0, 0] } as const;
    world.addBody({ type, shape: new Box([4, 0.1, 1]), position: [0, 1, 0], ...upside, ...heavy });
    const heights = [0, 2, 0.95, 2];
    const velocities = [0, 8, 0, 0, -8, 0, 0, 3, 0, 0, 0, 0];
    const set = world.addParticles(
      one(
        heights.flatMap((y, k) => [k, y, 0]),
        { velocities, radii: [RADIUS, RADIUS, RADIUS, 0] },
      ),
    );
    const cloth = world.addParticles(
      new Cloth({
        columns: 4,
        rows: 4,
        size: [0.4, 0.4],
        position: [-2, 0.5, 0],
        velocities: Array.from({ length: 48 }, (_, k) => (k % 3 === 1 ? 6 : 0)),
      }),
    );
    run(world, 180);
    for (let k = 0; k < 4; k++) expect(set.positions[3 * k + 1]).toBeCloseTo(k === 3 ? 1.1 : 1.1 + RADIUS, 4);
    for (let k = 1; k < 48; k += 3) expect(cloth.positions[k]).toBeGreaterThan(1.104);
  });

  test('nothing passes through a plate of 1 cm at 20 m/s', async () => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    world.addBody({ type: 'static', shape: new Box([1, 0.005, 1]) });
    world.addBody({ type: 'static', shape: quad(), position: [5, -0.5, 0] });
    const moving = world.addBody({ type: 'kinematic', shape: new Box([1, 0.005, 1]), position: [10, -1, 0], linearVelocity: [0, 20, 0] });
    const starts = Array.from({ length: 40 }, (_, k) => [(k % 3) * 5 + 0.01 * k, 0.3 + 0.013 * k, 0.3 - 0.01 * k]).flat();
    const velocities = Array.from({ length: 40 }, (_, k) => [1, k % 3 === 2 ? 0 : -20, 0.5]).flat();
    const set = world.addParticles(new ParticleSet({ positions: starts, velocities, radii: 0.001, masses: 0.01 }));
    run(world, 6);
    for (let k = 0; k < 40; k++) {
      const surface = k % 3 === 0 ? 0.005 : k % 3 === 1 ? 0 : moving.position[1] + 0.005;
      expect(set.positions[3 * k + 1]).toBeGreaterThan(surface - 1e-6);
    }
  });

  test('sticks below the angle of friction, and slides above it with g (sin a - mu cos a)', async () => {
    for (const [angle, mu] of [
      [0.4, 0.5],
      [0.6, 0.5],
    ]) {
      const world = await World.create({ ...settings, substeps: 20 });
      const normal = [Math.sin(angle), Math.cos(angle), 0];
      world.addBody({ type: 'static', shape: new HalfSpace(normal as never), friction: mu });
      const set = world.addParticles(
        one(
          normal.map((x) => x * RADIUS),
          { friction: mu },
        ),
      );
      run(world, 60);
      const down = set.positions[0] * Math.cos(angle) - set.positions[1] * Math.sin(angle);
      const a = 9.81 * (Math.sin(angle) - mu * Math.cos(angle));
      const way = a > 0 ? (a * (1 + H / 20)) / 2 : 0;
      expect(Math.abs(down - way)).toBeLessThan(a > 0 ? 2e-3 * way : 2e-6);
    }
  });

  test('bounces to the height that its restitution allows', async () => {
    const world = await World.create({ ...settings, substeps: 20 });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const set = world.addParticles(one([0, 1 + RADIUS, 0], { restitution: 0.8 }));
    let highest = 0;
    for (let k = 0; k < 70; k++) {
      world.step(H);
      if (k > 30) highest = Math.max(highest, set.positions[1] - RADIUS);
    }
    expect(highest).toBeCloseTo(0.64, 1);
  });

  test('gives a body what it loses', async () => {
    const world = await World.create({ ...settings, gravity: [0, 0, 0] });
    const body = world.addBody({ shape: new Box([0.2, 0.2, 0.2]), mass: 2, position: [1, 0, 0], friction: 0 });
    const set = world.addParticles(one([0, 0.1, 0.05], { velocities: [3, 0, 0], masses: 0.5, friction: 0.3 }));
    run(world, 60);
    const momentum = [0, 1, 2].map((axis) => 0.5 * set.velocities[axis] + 2 * body.linearVelocity[axis]);
    expect(Math.abs(momentum[0] - 1.5)).toBeLessThan(100 * eps);
    expect(Math.abs(momentum[1]) + Math.abs(momentum[2])).toBeLessThan(100 * eps);
    expect(body.linearVelocity[0]).toBeGreaterThan(0.1);
    const turning = (p: ArrayLike<number>, m: number, v: ArrayLike<number>) => [
      m * (p[1] * v[2] - p[2] * v[1]),
      m * (p[2] * v[0] - p[0] * v[2]),
      m * (p[0] * v[1] - p[1] * v[0]),
    ];
    const ofParticle = turning(set.positions, 0.5, set.velocities);
    const spin = world.angularMomentum;
    const before = [0, 0.5 * 0.05 * 3, -0.5 * 0.1 * 3];
    for (let axis = 0; axis < 3; axis++) expect(Math.abs(ofParticle[axis] + spin[axis] - before[axis])).toBeLessThan(2e-3);
  });

  test('a heap of particles stays apart and above the ground', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const positions = Array.from({ length: 60 }, (_, k) => [
      0.041 * (k % 3),
      0.05 + 0.042 * Math.floor(k / 6),
      0.041 * (Math.floor(k / 3) % 2),
    ]).flat();
    const set = world.addParticles(new ParticleSet({ positions, radii: RADIUS, masses: 0.1, selfCollision: true }));
    run(world, 120);
    const { positions: x } = set;
    for (let a = 0; a < 60; a++) {
      expect(x[3 * a + 1]).toBeGreaterThan(RADIUS - 1e-4);
      for (let b = 0; b < a; b++)
        expect(Math.hypot(x[3 * a] - x[3 * b], x[3 * a + 1] - x[3 * b + 1], x[3 * a + 2] - x[3 * b + 2])).toBeGreaterThan(
          2 * RADIUS - 2e-3,
        );
    }
  });

  test('groups that do not meet pass through', async () => {
    const world = await World.create(settings);
    world.addBody({ type: 'static', shape: new Box([1, 0.1, 1]), collisionGroup: 2, collisionMask: 2 });
    const set = world.addParticles(one([0, 0.3, 0]));
    run(world, 60);
    expect(set.positions[1]).toBeLessThan(-1);
  });
});

test.each(['wasm', 'reference'] as const)('a particle in a body comes out, and does not fly away (%s)', async (backend) => {
  const world = await World.create({ backend, precision: 'double', gravity: [0, 0, 0] });
  const body = world.addBody({ shape: new Box([0.5, 0.5, 0.5]), mass: 100, canSleep: false });
  const set = world.addParticles(new ParticleSet({ positions: [0, 0.52, 0], radii: 0.05, masses: 0.1, canSleep: false }));
  for (let step = 0; step < 60; step++) world.step(1 / 60);
  expect(set.positions[1] - body.position[1]).toBeCloseTo(0.55, 3);
  expect(Math.abs(set.velocities[1])).toBeLessThan(1e-9);
});
