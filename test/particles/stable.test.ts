// What is free and begins in its shape gains no energy, however stiff it is and however long it goes.
import { expect, test } from 'vitest';
import { World } from '../../bindings/index.ts';
import { Cloth, type ClothOptions, Rope } from '../../bindings/particle/index.ts';
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

test.each(CLOTHS.flatMap(([name, options]) => (['wasm', 'reference'] as const).map((backend) => [name, backend, options] as const)))(
  'a cloth with %s (%s)',
  async (_, backend, options) => {
    for (const speed of [1e-6, 0.1]) {
      const world = await World.create({ backend, precision: 'double', gravity: [0, 0, 0] });
      const cloth = world.addParticles(new Cloth({ ...options, ...FREE }));
      const random = randomNumbers(7);
      cloth.velocities.forEach((_, k, all) => {
        all[k] = speed * (random() - 0.5);
      });
      const energy = () => cloth.velocities.reduce((sum, v, k) => sum + cloth.masses[Math.floor(k / 3)] * v * v, 0);
      const begun = energy();
      for (let step = 0; step < 300; step++) {
        world.step(1 / 60);
        expect(energy() / begun).toBeLessThan(1 + 1e-9);
      }
      world.dispose();
    }
  },
);

test.each([
  ['single', 'wasm'],
  ['double', 'wasm'],
  ['double', 'reference'],
] as const)('a straight rope, whose pieces only pull (%s, %s)', async (precision, backend) => {
  const world = await World.create({ backend, precision, gravity: [0, 0, 0] });
  const rope = world.addParticles(new Rope({ from: [0, 0, 0], to: [2, 0, 0], ...FREE }));
  const random = randomNumbers(7);
  rope.velocities.forEach((_, k, all) => {
    all[k] = 1e-3 * (random() - 0.5);
  });
  const energy = () => rope.velocities.reduce((sum, v, k) => sum + rope.masses[Math.floor(k / 3)] * v * v, 0);
  const begun = energy();
  for (let step = 0; step < 600; step++) {
    world.step(1 / 60);
    expect(energy() / begun).toBeLessThan(1 + 1e-6);
  }
  world.dispose();
});
