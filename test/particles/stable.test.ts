// What is free and begins in its shape gains no energy, however stiff it is and however long it goes.
import { expect, test } from 'vitest';
import { Box, World } from '../../bindings/index.ts';
import { Cloth, type ClothOptions, ParticleSet, Rope } from '../../bindings/particle/index.ts';
import { randomNumbers } from '../../scenes/random.ts';

const FREE = { collisionMask: 0, canSleep: false } as const;
const CLOTHS: [string, ClothOptions][] = [
  ['rigid bends', { columns: 5, rows: 6, size: [2.7, 2.6], density: 1, bendCompliance: 0 }],
  ['rigid bends by pairs', { columns: 6, rows: 7, size: [0.43, 0.38], density: 8.7, bendCompliance: 0, lines: false }],
  [
    'stiff bends in a stretchy cloth',
    { columns: 5, rows: 6, size: [2.7, 2.6], density: 1, stretchCompliance: 7e-3, bendCompliance: 4.5e-6 },
  ],
];

/** Sets the particles moving at random, and steps: at no step have they more energy than at first. Disposes of the world. */
function expectNoGain(
  world: World,
  set: ParticleSet,
  { speed, steps, rounding }: { speed: number; steps: number; rounding: number },
): void {
  const random = randomNumbers(7);
  set.velocities.forEach((_, k, all) => {
    all[k] = speed * (random() - 0.5);
  });
  const energy = () => set.velocities.reduce((sum, v, k) => sum + set.masses[Math.floor(k / 3)] * v * v, 0);
  const begun = energy();
  for (let step = 0; step < steps; step++) {
    world.step(1 / 60);
    expect(energy() / begun).toBeLessThan(1 + rounding);
  }
  world.dispose();
}

test.each(CLOTHS.flatMap(([name, options]) => (['wasm', 'reference'] as const).map((backend) => [name, backend, options] as const)))(
  'a cloth with %s (%s)',
  async (_, backend, options) => {
    for (const speed of [1e-6, 0.1]) {
      const world = await World.create({ backend, precision: 'double', gravity: [0, 0, 0] });
      const cloth = world.addParticles(new Cloth({ ...options, ...FREE }));
      expectNoGain(world, cloth, { speed, steps: 300, rounding: 1e-9 });
    }
  },
);

test.each([
  ['single', 'wasm', true],
  ['double', 'wasm', true],
  ['double', 'wasm', false],
  ['double', 'reference', true],
  ['double', 'reference', false],
] as const)('a rigid cloth of long cells, in one sweep a substep (%s, %s, lines: %s)', async (precision, backend, lines) => {
  for (const size of [
    [0.33, 1.49],
    [1.49, 0.33],
  ] as const) {
    const world = await World.create({ backend, precision, substeps: 14, gravity: [0, 0, 0] });
    const rigid = { stretchCompliance: 0, compressCompliance: 0, shearCompliance: 0, bendCompliance: Number.POSITIVE_INFINITY };
    const cloth = world.addParticles(new Cloth({ columns: 9, rows: 9, size, lines, ...rigid, ...FREE }));
    expectNoGain(world, cloth, { speed: 0.2, steps: 120, rounding: 1e-3 });
  }
});

test.each([
  ['single', 'wasm', false],
  ['single', 'wasm', true],
  ['double', 'wasm', false],
  ['double', 'reference', false],
  ['double', 'reference', true],
] as const)('a cloth with rigid shear and strong dampers (%s, %s, lines: %s)', async (precision, backend, lines) => {
  for (const [stretchCompliance, bendCompliance, stiffnessDamping] of [
    [2e-3, 8e-4, 0.4],
    [1e-5, 9e-5, 0.25],
    [1e-4, Number.POSITIVE_INFINITY, 0.05],
    [0, 1e-3, 0.1],
  ]) {
    const world = await World.create({ backend, precision, gravity: [0, 0, 0] });
    const options = { columns: 5, rows: 6, size: [1.8, 1] as const, density: 0.05, lines, shearCompliance: 0 };
    const cloth = world.addParticles(new Cloth({ ...options, stretchCompliance, bendCompliance, stiffnessDamping, ...FREE }));
    expectNoGain(world, cloth, { speed: 0.2, steps: 300, rounding: 1e-6 });
  }
});

test.each([
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const)('a straight rope, whose pieces only pull (%s, %s)', async (precision, backend) => {
  const world = await World.create({ backend, precision, gravity: [0, 0, 0] });
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [2, 0, 0], ...FREE }));
  expectNoGain(world, rope, { speed: 1e-3, steps: 600, rounding: 1e-6 });
});

const BACKENDS = [
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const;

test.each(BACKENDS)(
  'a light body that holds heavy particles by levers of metres, of one set and of two (%s, %s)',
  async (precision, backend) => {
    for (const sets of [1, 2]) {
      const world = await World.create({ precision, backend, gravity: [0, 0, 0], substeps: 5 });
      const shape = new Box([0.2, 0.1, 0.3]);
      const body = world.addBody({ shape, mass: 0.02, position: [0, 0, 0], collides: false, canSleep: false });
      const places = [
        [1.4, 0, 0.1],
        [5.2, 0.3, 0],
      ];
      const speeds = [
        [0.6, 0.2, 0],
        [-0.3, 0, 0.1],
      ];
      const make = (numbers: number[]) =>
        world.addParticles(
          new ParticleSet({
            positions: numbers.flatMap((k) => places[k]),
            velocities: numbers.flatMap((k) => speeds[k]),
            masses: numbers.map((k) => [20, 170][k]),
            attachments: numbers.map((_, particle) => ({ particle, body })),
            ...FREE,
          }),
        );
      const all = sets === 1 ? [make([0, 1])] : [make([0]), make([1])];
      const energy = () =>
        all.reduce(
          (sum, { masses, velocities }) => sum + velocities.reduce((own, v, k) => own + 0.5 * masses[Math.floor(k / 3)] * v * v, 0),
          world.kineticEnergy,
        );
      const begun = energy();
      const apart = () => {
        const [a, b] = all.flatMap(({ positions }) =>
          [...Array(positions.length / 3).keys()].map((k) => positions.slice(3 * k, 3 * k + 3)),
        );
        return Math.hypot(a[0] - b[0], a[1] - b[1], a[2] - b[2]);
      };
      const length = apart();
      for (let step = 0; step < 300; step++) {
        world.step(1 / 60);
        expect(energy() / begun).toBeLessThan(1 + 1e-6);
        expect(Math.abs(apart() / length - 1)).toBeLessThan(1e-3);
      }
      world.dispose();
    }
  },
);

test.each(BACKENDS)('what is rigid when stretched and soft when pressed is so in each iteration (%s, %s)', async (precision, backend) => {
  for (const given of [{ pairs: [0, 1] }, { line: [0, 1] }]) {
    const world = await World.create({ precision, backend, gravity: [0, 0, 0], iterations: 3 });
    const set = world.addParticles(
      new ParticleSet({
        positions: [0, 0, 0, 1, 0, 0],
        velocities: [-1, 0, 0, 1, 0, 0],
        masses: 0.5,
        distances: [{ ...given, compliance: 0, compressCompliance: 0.02 }],
        ...FREE,
      }),
    );
    for (let step = 0; step < 10; step++) world.step(1 / 60);
    expect(set.positions[3] - set.positions[0]).toBeCloseTo(1, 5);
    for (const speed of set.velocities) expect(Math.abs(speed)).toBeLessThan(1e-3);
    world.dispose();
  }
});

test.each(BACKENDS)('the damping of a distance is one time, pulled and pressed (%s, %s)', async (precision, backend) => {
  const [time, compliance, mass] = [0.2, 0.02, 0.01];
  for (const given of [{ pairs: [0, 1] }, { line: [0, 1] }]) {
    const world = await World.create({ precision, backend, gravity: [0, -10, 0], substeps: 50 });
    const set = world.addParticles(
      new ParticleSet({
        positions: [0, 0, 0, 0, 1, 0],
        masses: mass,
        pinned: [0],
        distances: [{ ...given, compliance: 1e-5, compressCompliance: compliance, damping: time }],
        ...FREE,
      }),
    );
    for (let step = 0; step < 12; step++) world.step(1 / 60);
    // After 0.2 s, of m u'' + τ / α u' + u / α = m g from rest.
    const root = Math.sqrt(time * time - 4 * mass * compliance);
    const [a, b] = [(-time + root) / (2 * mass * compliance), (-time - root) / (2 * mass * compliance)];
    const sunk = mass * 10 * compliance * (1 - (b * Math.exp(a * 0.2) - a * Math.exp(b * 0.2)) / (b - a));
    expect((1 - set.positions[4]) / sunk).toBeCloseTo(1, 2);
    world.dispose();
  }
});
