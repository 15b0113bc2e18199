// The kernels of particles against the same in TypeScript.
import { describe, expect, test } from 'vitest';
import { Box, HalfSpace, Sphere, World } from '../../bindings/index.ts';
import { Cloth, ParticleSet, Rope } from '../../bindings/particle/index.ts';

const H = 1 / 60;

/** Numbers from 0 to 1, always the same. */
function randomNumbers(seed: number): () => number {
  let state = seed >>> 0;
  return () => {
    state = (Math.imul(state, 1664525) + 1013904223) >>> 0;
    return state / 4294967296;
  };
}

/** A block of particles with all kinds of constraints. */
function block(seed: number): ParticleSet {
  const random = randomNumbers(seed);
  const n = 4;
  const at = (x: number, y: number, z: number) => (z * n + y) * n + x;
  const positions: number[] = [];
  const pairs: number[] = [];
  const corners: number[] = [];
  const edges: number[] = [];
  const cells: number[][] = [];
  for (let z = 0; z < n; z++)
    for (let y = 0; y < n; y++)
      for (let x = 0; x < n; x++) {
        positions.push(0.1 * x + 0.02 * random(), 1 + 0.1 * y + 0.02 * random(), 0.1 * z + 0.02 * random());
        if (x + 1 < n) pairs.push(at(x, y, z), at(x + 1, y, z));
        if (y + 1 < n) pairs.push(at(x, y, z), at(x, y + 1, z));
        if (x + 1 === n || y + 1 === n || z + 1 === n) continue;
        corners.push(at(x, y, z), at(x + 1, y, z), at(x, y + 1, z), at(x, y, z + 1));
        edges.push(at(x, y, z), at(x + 1, y, z), at(x, y + 1, z), at(x, y, z + 1));
        cells.push([0, 1, 2, 3, 4, 5, 6, 7].map((k) => at(x + (k & 1), y + ((k >> 1) & 1), z + (k >> 2))));
      }
  return new ParticleSet({
    positions,
    masses: Array.from({ length: n ** 3 }, () => 0.05 + 0.1 * random()),
    radii: 0.02,
    distances: [
      { pairs, compliance: 1e-5, damping: 0.001, compressCompliance: 1e-4, maxStrain: 0.1 },
      { line: [at(0, 0, 3), at(1, 1, 3), at(2, 2, 3), at(3, 3, 3)], compliance: 1e-6 },
    ],
    bends: [{ edges, compliance: 0.1, damping: 0.001 }],
    tetrahedra: [{ corners, compliance: 1e-9, damping: 0.001 }],
    clusters: cells.slice(0, 5).map((particles) => ({ particles, compliance: 1e-4 })),
    restitution: 0.3,
    canSleep: false,
  });
}

async function run(backend: 'wasm' | 'reference', precision: 'single' | 'double', make: (world: World) => ParticleSet, steps: number) {
  const world = await World.create({ backend, precision, substeps: 8 });
  world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]), friction: 0.4 });
  world.addBody({ type: 'static', shape: new Sphere(0.25), position: [0.2, 0.3, 0.1] });
  const set = world.addParticles(make(world));
  const tensions: number[] = [];
  for (let k = 0; k < steps; k++) world.step(H);
  for (let k = 0; k < 3; k++) tensions.push(set.tension(k));
  return { positions: Float64Array.from(set.positions), tensions };
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

const SCENES: Record<string, { make: (world: World) => ParticleSet; steps: number }> = {
  'a block with all kinds of constraints': { make: () => block(7), steps: 40 },
  'cloth by lines': {
    make: () => new Cloth({ columns: 13, rows: 9, position: [0.2, 0.8, 0.1], orientation: [0.1, 0, 0, 1], canSleep: false }),
    steps: 30,
  },
  'cloth by lines with dampers, pinned': {
    make: () =>
      new Cloth({
        columns: 9,
        rows: 11,
        position: [0, 1.2, 0],
        pinned: [0, 8],
        stiffnessDamping: 1e-3,
        bendCompliance: 10,
        canSleep: false,
      }),
    steps: 30,
  },
  'lines that bend, each in its own way, one held at both ends': {
    make: () => {
      const lines = [0, 1, 2, 3, 4].map((z) => [0, 1, 2, 3, 4, 5].map((x) => 6 * z + x));
      return new ParticleSet({
        positions: lines.flatMap((line, z) => line.flatMap((_, x) => [0.1 * x, 1 + 0.02 * Math.sin(3 * x + z), 0.2 * z])),
        masses: lines.flatMap((line, z) => line.map((_, x) => 0.02 + 0.01 * ((x + z) % 3))),
        pinned: [0, 1, 6, 11, 12],
        distances: lines.map((line, z) => ({
          line,
          compliance: 1e-5,
          damping: 1e-3,
          ...(z === 3 ? {} : { bendCompliance: [0.1, 1, 0, Infinity, 10][z] }),
          ...(z === 4 ? { breakForce: 0.05 } : {}),
        })),
        canSleep: false,
      });
    },
    steps: 30,
  },
  'cloth by pairs, pinned': {
    make: () =>
      new Cloth({ columns: 8, rows: 11, position: [0, 1.5, 0], pinned: [0, 7], lines: false, stiffnessDamping: 1e-4, canSleep: false }),
    steps: 30,
  },
  'a rope at a body': {
    make: (world) => {
      const body = world.addBody({ shape: new Box([0.1, 0.1, 0.1]), mass: 3, position: [2, 1, 0] });
      const rope = new Rope({ from: [1, 2, 0], to: { body, point: [0.1, 0.1, 0] }, segments: 12, pinned: [0], canSleep: false });
      return rope;
    },
    steps: 40,
  },
};

describe.each(Object.entries(SCENES))('%s', (_, { make, steps }) => {
  test('is the same by kernels of double precision and in TypeScript', async () => {
    const [kernels, plain] = await Promise.all([run('wasm', 'double', make, steps), run('reference', 'double', make, steps)]);
    expect(farthest(kernels.positions, plain.positions)).toBeLessThan(1e-8);
    expect(farthest(kernels.tensions, plain.tensions)).toBeLessThan(1e-4);
  });

  test('is near it in single precision', async () => {
    const few = 10;
    const [single, plain] = await Promise.all([run('wasm', 'single', make, few), run('reference', 'double', make, few)]);
    expect(farthest(single.positions, plain.positions)).toBeLessThan(2e-4);
  });
});

test.each(['single', 'double'] as const)('a straight line that is held at both ends sags a little (%s)', async (precision) => {
  const world = await World.create({ precision });
  const positions = [0, 1, 2, 3].flatMap((x) => [x, 2, 0]);
  const set = world.addParticles(new ParticleSet({ positions, pinned: [0, 3], distances: [{ line: [0, 1, 2, 3] }] }));
  for (let k = 0; k < 60; k++) world.step(H);
  expect(set.frozen).toBe(false);
  for (const k of [1, 2]) {
    expect(set.positions[3 * k + 1]).toBeLessThan(2);
    expect(set.positions[3 * k + 1]).toBeGreaterThan(1.9);
  }
});
