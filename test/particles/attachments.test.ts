// Particles held at bodies: by kernels and in TypeScript.
import { describe, expect, test } from 'vitest';
import { type Body, Box, Sphere, World } from '../../bindings/index.ts';
import { ParticleSet } from '../../bindings/particle/index.ts';
import { randomNumbers } from '../../scenes/random.ts';

const H = 1 / 60;

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

/** Bodies that move and static ones, and particles that hang on them, hard and soft, damped or not; some particles hang on two. */
function build(world: World, seed: number): { set: ParticleSet; bodies: Body[] } {
  const random = randomNumbers(seed);
  const beside = (k: number) => [0.3 * (k % 4) + 0.2 * random() - 0.1, 2 + 0.2 * random() - 0.1, 0.2 * random() - 0.1];
  const bodies = Array.from({ length: 4 }, (_, k) =>
    world.addBody({
      type: k === 0 ? 'static' : 'dynamic',
      shape: k % 2 ? new Box([0.1, 0.05, 0.2]) : new Sphere(0.1),
      ...(k > 0 && { mass: 0.2 + 3 * random() }),
      position: [0.3 * k, 2, 0],
      orientation: [0.1 * k, 0, 0.2, 1],
      angularVelocity: [k > 0 ? 5 * random() : 0, k > 0 ? random() : 0, 0],
    }),
  );
  const count = 24;
  const attachments = Array.from({ length: 40 }, (_, k) => ({
    particle: k % count,
    body: bodies[(k < count ? k : k + 1) % 4],
    ...(random() < 0.1 && { point: [0.1 * random(), 0.1 * random(), 0] }),
    compliance: k < count && random() < 0.5 ? 0 : 1e-3 * random(),
    damping: random() < 0.5 ? 0 : 0.01 * random(),
    ...(k === 7 && { breakForce: 0.5 }),
  }));
  const set = world.addParticles(
    new ParticleSet({
      positions: Array.from({ length: count }, (_, k) => beside(k)).flat(),
      masses: Array.from({ length: count }, () => 0.01 + 0.2 * random()),
      radii: 0,
      pinned: [3],
      attachments,
      collisionMask: 0,
      canSleep: false,
    }),
  );
  return { set, bodies };
}

async function run(backend: 'wasm' | 'reference', precision: 'single' | 'double', seed: number, steps: number) {
  const world = await World.create({ backend, precision, substeps: 10 });
  const { bodies, set } = build(world, seed);
  for (let k = 0; k < steps; k++) world.step(H);
  expect(set.frozen).toBe(false);
  const forces = Array.from({ length: 40 }, (_, k) => [...set.attachmentForce(k)]).flat();
  const poses = bodies.flatMap((body) => [...body.position, ...body.orientation]);
  return { positions: Float64Array.from(set.positions), forces, poses, broken: set.brokenCount };
}

describe.each([1, 2, 3])('attachments %i', (seed) => {
  test('are the same by kernels of double precision and in TypeScript', async () => {
    const [kernels, plain] = await Promise.all([run('wasm', 'double', seed, 30), run('reference', 'double', seed, 30)]);
    expect(farthest(kernels.positions, plain.positions)).toBeLessThan(1e-9);
    expect(farthest(kernels.poses, plain.poses)).toBeLessThan(1e-9);
    expect(farthest(kernels.forces, plain.forces)).toBeLessThan(1e-4);
    expect(kernels.broken).toBe(plain.broken);
  });

  test('are near it in single precision', async () => {
    const [single, plain] = await Promise.all([run('wasm', 'single', seed, 5), run('reference', 'double', seed, 5)]);
    expect(farthest(single.positions, plain.positions)).toBeLessThan(1e-5);
    expect(farthest(single.poses, plain.poses)).toBeLessThan(1e-4);
  });
});

test.each(['single', 'double'] as const)('a body that hangs on an attached particle pulls it as it weighs (%s)', async (precision) => {
  const world = await World.create({ precision });
  const body = world.addBody({ shape: new Sphere(0.1), mass: 3, position: [0, 0, 0] });
  const positions = [0, 0.1, 0];
  const set = world.addParticles(
    new ParticleSet({ positions, masses: 0.01, radii: 0, pinned: [0], attachments: [{ particle: 0, body }], collisionMask: 0 }),
  );
  for (let k = 0; k < 60; k++) world.step(H);
  expect(set.attachmentForce(0)[1]).toBeCloseTo(-3 * 9.81, 1);
  expect(body.position[1]).toBeCloseTo(0, 3);
});

test.each(['static', 'dynamic'] as const)('an attached particle does not meet its own body, however deep in it (%s)', async (type) => {
  const world = await World.create({ precision: 'double', gravity: [0, 0, 0] });
  const body = world.addBody({ type, shape: new Box([0.5, 0.5, 0.5]), ...(type === 'dynamic' ? { mass: 1 } : {}) });
  const set = world.addParticles(
    new ParticleSet({
      positions: [0, 0.49, 0, 0, 0.6, 0],
      masses: 0.01,
      radii: 0.05,
      attachments: [{ particle: 0, body }],
      canSleep: false,
    }),
  );
  for (let k = 0; k < 30; k++) world.step(H);
  for (const speed of set.velocities) expect(Math.abs(speed)).toBeLessThan(1e-9);
  expect(set.positions[1]).toBeCloseTo(0.49, 9);
});
