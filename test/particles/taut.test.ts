// Light ropes under heavy loads: they keep their length, give no energy, and bear the weight.
import { describe, expect, test } from 'vitest';
import { type Body, Box, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { ParticleSet, Rope } from '../../bindings/particle/index.ts';

const G = 9.81;
const BACKENDS = [
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const;

const energyOf = (world: World, sets: readonly ParticleSet[], g: number): number => {
  let sum = world.kineticEnergy;
  for (const body of world.bodies) if (body.type === 'dynamic') sum += body.mass * g * body.position[1];
  for (const { masses, positions, velocities } of sets)
    masses.forEach((mass, k) => {
      sum +=
        0.5 * mass * (velocities[3 * k] ** 2 + velocities[3 * k + 1] ** 2 + velocities[3 * k + 2] ** 2) + mass * g * positions[3 * k + 1];
    });
  return sum;
};

const pathOf = ({ positions: p }: ParticleSet): number => {
  let sum = 0;
  for (let k = 3; k < p.length; k += 3) sum += Math.hypot(p[k] - p[k - 3], p[k + 1] - p[k - 2], p[k + 2] - p[k - 1]);
  return sum;
};

/** Steps, and expects at every step: no length beyond `length`, and no energy beyond that of the start. In m/s of a body of `mass`: what rounding gives. */
function expectCalm(
  world: World,
  sets: readonly ParticleSet[],
  { dt, seconds, length, mass, g = G }: { dt: number; seconds: number; length: number; mass: number; g?: number },
): void {
  const begun = energyOf(world, sets, g);
  for (let k = 0; k < seconds / dt; k++) {
    world.step(dt);
    for (const set of sets) expect(pathOf(set) / length).toBeLessThan(1.005);
    expect(energyOf(world, sets, g) - begun).toBeLessThan(0.5 * mass * 0.02 ** 2);
  }
}

describe.each(BACKENDS)('%s, %s', (precision, backend) => {
  test.each([0.01, 1, 50, 200, 2000])('a load of %d kg at a rope of 0.2 kg, at rest and pushed', async (mass) => {
    for (const dt of [1 / 30, 1 / 60, 1 / 240])
      for (const speed of [0.05, 2]) {
        const world = await World.create({ precision, backend, sleep: false });
        const load = world.addBody({ shape: new Sphere(0.1), mass, position: [0, -2.1, 0], linearVelocity: [speed, 0, 0] });
        const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: { body: load, point: [0, 0.1, 0] }, pinned: [0] }));
        expectCalm(world, [rope], { dt, seconds: 0.7, length: 2, mass });
        if (speed < 1) {
          expect(rope.meanTension / ((mass + 0.1) * G)).toBeCloseTo(1, 1);
          expect(rope.attachmentForce(0)[1] / (-mass * G)).toBeCloseTo(1, 1);
        }
        world.dispose();
      }
  });

  test('a long body that hangs by its corner, and is kicked and spins', async () => {
    for (const mass of [1, 50, 1000]) {
      const world = await World.create({ precision, backend, sleep: false });
      const load = world.addBody({
        shape: new Box([0.3, 0.1, 0.2]),
        mass,
        position: [0.3, -2.1, 0.2],
        linearVelocity: [3, 0, 1],
        angularVelocity: [3, 5, 2],
      });
      const rope = world.addParticles(
        new Rope({ from: [0, 0, 0], to: { body: load, point: [-0.3, 0.1, -0.2] }, pinned: [0], collisionMask: 0 }),
      );
      expectCalm(world, [rope], { dt: 1 / 60, seconds: 2, length: 2, mass });
      world.dispose();
    }
  });

  test('a load that hangs by its top, or by its middle, swings, turns over, and falls into its own rope', async () => {
    for (const [shape, top] of [[new Box([0.18, 0.18, 0.18]), 0.18] as const, [new Sphere(0.18), 0] as const])
      for (const start of ['dropped', 'kicked']) {
        const world = await World.create({ precision, backend, sleep: false });
        const position = start === 'dropped' ? ([0.2, -0.3 - top, 0] as const) : ([0, -1 - top, 0] as const);
        const load = world.addBody({ shape, mass: 50, position, linearVelocity: start === 'dropped' ? [0, 0, 0] : [8, 0, 2] });
        const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: { body: load, point: [0, top, 0] }, length: 1, pinned: [0] }));
        expectCalm(world, [rope], { dt: 1 / 60, seconds: 3, length: 1, mass: 50 });
        world.dispose();
      }
  });

  test('a rope meets the bodies that it does not end at, and a load that it is torn from', async () => {
    const world = await World.create({ precision, backend, sleep: false });
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    const load = world.addBody({ shape: new Box([1, 0.1, 1]), mass: 5, position: [0, 0.1, 0] });
    const post = world.addBody({ type: 'static', shape: new Box([1, 0.1, 1]), position: [5, 0.1, 0] });
    const [torn, tied] = [load, post].map((body) => {
      const x = body.position[0];
      return world.addParticles(new Rope({ from: [x - 0.4, 0.8, 0], to: { body, point: [0.4, 0.1, 0] } }));
    });
    torn.detach(0);
    for (let k = 0; k < 120; k++) world.step(1 / 60);
    for (const { positions } of [torn, tied]) for (let k = 1; k < positions.length; k += 3) expect(positions[k]).toBeGreaterThan(0.199);
  });

  test('a load falls into a slack rope', async () => {
    for (const dt of [1 / 30, 1 / 60, 1 / 240])
      for (const mass of [1, 50, 1000]) {
        const world = await World.create({ precision, backend, sleep: false });
        const load = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass, position: [0.5, -0.2, 0] });
        const end = { body: load, point: [0, 0.1, 0] } as const;
        const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: end, length: 2, pinned: [0], collisionMask: 0 }));
        expectCalm(world, [rope], { dt, seconds: 2, length: 2, mass });
        world.dispose();
      }
  });

  test('two bodies swing about each other: momentum stays', async () => {
    for (const [one, other] of [
      [50, 50],
      [1, 500],
      [0.01, 100],
    ]) {
      const world = await World.create({ precision, backend, sleep: false, gravity: [0, 0, 0] });
      const [a, b] = [
        world.addBody({ shape: new Sphere(0.1), mass: one, position: [-1.1, 0, 0], linearVelocity: [0, 2, 0] }),
        world.addBody({ shape: new Sphere(0.1), mass: other, position: [1.1, 0, 0], linearVelocity: [0, (-2 * one) / other, 0] }),
      ];
      const rope = world.addParticles(new Rope({ from: { body: a, point: [0.1, 0, 0] }, to: { body: b, point: [-0.1, 0, 0] } }));
      expectCalm(world, [rope], { dt: 1 / 60, seconds: 2, length: 2, mass: one, g: 0 });
      for (let axis = 0; axis < 3; axis++) {
        const ofRope = rope.masses.reduce((sum, mass, k) => sum + mass * rope.velocities[3 * k + axis], 0);
        const whole = one * a.linearVelocity[axis] + other * b.linearVelocity[axis] + ofRope;
        expect(Math.abs(whole)).toBeLessThan(precision === 'single' ? 1e-4 * one + 1e-5 : 1e-9);
      }
      world.dispose();
    }
  });

  test('a trailer in tow keeps its distance, and the rope bears its friction', async () => {
    for (const mass of [200, 2000]) {
      const world = await World.create({ precision, backend });
      world.addBody({ type: 'static', shape: new HalfSpace(), friction: 1 });
      const shape = new Box([1, 0.5, 0.5]);
      const truck = world.addBody({ type: 'kinematic', shape, position: [0, 0.5, 0], linearVelocity: [3, 0, 0] });
      const material = { friction: 0.3, frictionCombine: 'minimum' } as const;
      const trailer = world.addBody({ shape, mass, position: [-6, 0.5, 0], material });
      const rope = world.addParticles(
        new Rope({ from: { body: truck, point: [-1, 0, 0] }, to: { body: trailer, point: [1, 0, 0] }, length: 4.2 }),
      );
      let tension = 0;
      for (let k = 0; k < 300; k++) {
        world.step(1 / 60);
        expect(truck.position[0] - trailer.position[0]).toBeLessThan(2 + 4.2 * 1.001);
        if (k >= 180) tension += rope.meanTension / 120;
      }
      expect(trailer.linearVelocity[0]).toBeCloseTo(3, 1);
      expect(tension / (0.3 * mass * G)).toBeCloseTo(1, 1);
      // What the truck is pulled with.
      expect(rope.attachmentForce(0)[0] / (0.3 * mass * G)).toBeCloseTo(1, 0);
      world.dispose();
    }
  });

  test('one load at four ropes: together they bear it', async () => {
    const world = await World.create({ precision, backend, sleep: false });
    const load = world.addBody({ shape: new Box([0.5, 0.1, 0.5]), mass: 100, position: [0, -2.1, 0], linearVelocity: [0.3, 0, 0.1] });
    const corners = [-0.5, 0.5].flatMap((x) => [-0.5, 0.5].map((z) => [x, z]));
    const ropes = corners.map(([x, z]) =>
      world.addParticles(new Rope({ from: [x, 0, z], to: { body: load, point: [x, 0.1, z] }, pinned: [0] })),
    );
    expectCalm(world, ropes, { dt: 1 / 60, seconds: 3, length: 2, mass: 100 });
    let whole = 0;
    for (let k = 0; k < 120; k++) {
      world.step(1 / 60);
      whole += ropes.reduce((sum, rope) => sum + rope.meanTension, 0) / 120;
    }
    expect(whole / (100.4 * G)).toBeCloseTo(1, 1);
    world.dispose();
  });

  test('the compliance is that of one metre, and a rope breaks at its load', async () => {
    const hang = async (options: { compliance?: number; breakForce?: number }): Promise<[Body, World]> => {
      const world = await World.create({ precision, backend, sleep: false });
      const load = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 10, linearDamping: 2 });
      world.addParticles(new Rope({ from: [0, 2.1, 0], to: { body: load, point: [0, 0.1, 0] }, pinned: [0], ...options }));
      for (let k = 0; k < 300; k++) world.step(1 / 60);
      return [load, world];
    };
    const [soft, one] = await hang({ compliance: 1e-3 });
    expect(-soft.position[1] / (2 * 1e-3 * 10.1 * G)).toBeCloseTo(1, 1);
    const [fallen, two] = await hang({ breakForce: 90 });
    expect(fallen.position[1]).toBeLessThan(-1);
    const [held, three] = await hang({ breakForce: 110 });
    expect(Math.abs(held.position[1])).toBeLessThan(1e-3);
    for (const world of [one, two, three]) world.dispose();
  });

  test('a length through light particles, of a line that a heavy one ends', async () => {
    for (const mass of [50, 500]) {
      const world = await World.create({ precision, backend, sleep: false });
      const line = Array.from({ length: 21 }, (_, k) => k);
      const set = world.addParticles(
        new ParticleSet({
          positions: line.flatMap((k) => [0, -0.1 * k, 0]),
          velocities: line.flatMap((k) => [k === 20 ? 0.05 : 0, 0, 0]),
          masses: line.map((k) => (k === 20 ? mass : 0.01)),
          pinned: [0],
          distances: [{ line, compressCompliance: Infinity }],
          lengths: [{ points: line }],
        }),
      );
      expectCalm(world, [set], { dt: 1 / 60, seconds: 3, length: 2, mass });
      world.dispose();
    }
  });
});
