// Shape matching: by kernels and in TypeScript, and what it has to keep.
import { describe, expect, test } from 'vitest';
import { HalfSpace, World } from '../../bindings/index.ts';
import { ParticleSet, SoftBody } from '../../bindings/particle/index.ts';
import { ballMesh } from '../../scenes/meshes.ts';
import { randomNumbers } from '../../scenes/random.ts';

const H = 1 / 60;
const BUILDS = ['single', 'double'] as const;

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

/** Clusters of two to so many particles, which share some; a few particles are pinned. */
function randomClusters(seed: number, most: number): ParticleSet {
  const random = randomNumbers(seed);
  const count = 60;
  const pick = () => Math.floor(random() * count);
  const clusters = Array.from({ length: 25 }, () => {
    const size = 2 + Math.floor(random() * (most - 1));
    const particles = new Set<number>();
    while (particles.size < size) particles.add(pick());
    return { particles: [...particles], compliance: random() < 0.3 ? 0 : 1e-3 * random() };
  });
  return new ParticleSet({
    positions: Array.from({ length: 3 * count }, () => 0.5 * random()),
    velocities: Array.from({ length: 3 * count }, () => random() - 0.5),
    masses: Array.from({ length: count }, () => 0.05 + random()),
    radii: 0.01,
    pinned: [pick(), pick()],
    clusters,
    canSleep: false,
  });
}

/** A deformable ball that spins and hits the ground. */
function ball(): ParticleSet {
  return new SoftBody({ mesh: ballMesh(0.3, 5), resolution: 5, compliance: 1e-5, position: [0, 0.5, 0], canSleep: false });
}

async function run(backend: 'wasm' | 'reference', precision: 'single' | 'double', make: () => ParticleSet, steps: number) {
  const world = await World.create({ backend, precision, substeps: 5 });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), position: [0, -0.5, 0] });
  const set = world.addParticles(make());
  for (let k = 0; k < steps; k++) world.step(H);
  expect(set.frozen).toBe(false);
  return Float64Array.from(set.positions);
}

const SCENES: [string, () => ParticleSet, number][] = [
  ...[1, 2, 3, 4].map((seed): [string, () => ParticleSet, number] => [`random clusters ${seed}`, () => randomClusters(seed, 12), 12]),
  ['pairs and threes', () => randomClusters(5, 3), 12],
  ['a ball', ball, 40],
];

describe.each(SCENES)('%s', (_, make, steps) => {
  test('is the same by kernels of double precision and in TypeScript', async () => {
    const [kernels, plain] = await Promise.all([run('wasm', 'double', make, steps), run('reference', 'double', make, steps)]);
    expect(farthest(kernels, plain)).toBeLessThan(1e-8);
  });

  test('is near it in single precision', async () => {
    const few = 5;
    const [single, plain] = await Promise.all([run('wasm', 'single', make, few), run('reference', 'double', make, few)]);
    expect(farthest(single, plain)).toBeLessThan(1e-5);
  });
});

/** A cube of eight particles of which one cluster keeps the shape. */
function cell(): ParticleSet {
  const positions = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((k) => [k & 1, (k >> 1) & 1, k >> 2].map((bit) => 0.02 * (bit - 0.5)));
  return new ParticleSet({ positions, masses: 0.01, radii: 0, clusters: [{ particles: [0, 1, 2, 3, 4, 5, 6, 7] }], canSleep: false });
}

describe.each(BUILDS)('%s precision', (precision) => {
  const edges = (x: ArrayLike<number>) => [1, 2, 4].map((k) => Math.hypot(x[3 * k] - x[0], x[3 * k + 1] - x[1], x[3 * k + 2] - x[2]));

  test.each([
    ['turned by 179°', (x: number, y: number, z: number) => [-0.99985 * x - 0.01745 * z, y, 0.01745 * x - 0.99985 * z]],
    ['inverted', (x: number, y: number, z: number) => [-x, y, z]],
    ['flat', (x: number, y: number) => [x, y, 0]],
    ['sheared', (x: number, y: number, z: number) => [x + 0.9 * y, y + 0.3 * z, z - 0.6 * x]],
  ])('a cell that was %s is a cube again', async (_, change) => {
    const world = await World.create({ precision, gravity: [0, 0, 0] });
    const cube = world.addParticles(cell());
    const x = cube.positions;
    for (let k = 0; k < 24; k += 3) x.set(change(x[k], x[k + 1], x[k + 2]), k);
    for (let k = 0; k < 30; k++) world.step(H);
    expect(cube.frozen).toBe(false);
    for (const edge of edges(cube.positions)) expect(edge).toBeCloseTo(0.02, 6);
  });

  test('clusters leave the centre of mass of a spinning ball alone', async () => {
    const world = await World.create({ precision, gravity: [0, 0, 0], substeps: 20 });
    const body = world.addParticles(ball());
    const { masses, positions, velocities: v } = body;
    for (let k = 0; k < v.length; k += 3) [v[k], v[k + 1]] = [-20 * (positions[k + 1] - 0.5), 20 * positions[k]];
    for (let k = 0; k < 120; k++) world.step(H);
    const mass = masses.reduce((sum, one) => sum + one, 0);
    for (let axis = 0; axis < 3; axis++) {
      const momentum = masses.reduce((sum, one, k) => sum + one * body.velocities[3 * k + axis], 0);
      expect(Math.abs(momentum / mass)).toBeLessThan(precision === 'single' ? 3e-5 : 1e-11);
    }
  });

  test('what is at rest stays there, though particles are pinned', async () => {
    const world = await World.create({ precision, gravity: [0, 0, 0] });
    const mesh = ballMesh(0.3, 5);
    const body = world.addParticles(new SoftBody({ mesh, resolution: 5, compliance: 1e-5, position: [0, 5, 0], pinned: [0, 1, 40] }));
    const before = Float64Array.from(body.positions);
    for (let k = 0; k < 30; k++) world.step(H);
    expect(farthest(body.positions, before)).toBeLessThan(precision === 'single' ? 1e-6 : 1e-12);
  });
});
