// Elastic tetrahedra: against the theory of beams, what they keep, and where they come back from.
import { describe, expect, test } from 'vitest';
import { HolonomicError, World } from '../../bindings/index.ts';
import { ParticleSet, type ParticleSetOptions, SoftBody } from '../../bindings/particle/index.ts';
import { sixVolumes } from '../../bindings/particle/measure.ts';
import { boxMesh } from '../../scenes/meshes.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { type BeamOptions, beamDeflection, latticeOf } from './beam.ts';

const H = 1 / 60;

describe('a cantilever under its weight', () => {
  const errors = async (options: Partial<BeamOptions> & Pick<BeamOptions, 'kind'>, thick: readonly number[]) => {
    const found: number[] = [];
    for (const cells of thick) found.push(Math.abs((await beamDeflection({ cells, substeps: 20, iterations: 4, ...options })) - 1));
    return found;
  };

  test('of tetrahedra comes to the deflection of a Timoshenko beam', async () => {
    const [coarse, middle, fine] = await errors({ kind: 'tetrahedra' }, [2, 4, 8]);
    expect(fine).toBeLessThan(0.05);
    // Of second order.
    expect(coarse / middle).toBeGreaterThan(2.5);
    expect(middle / fine).toBeGreaterThan(2.5);
  });

  test('of tetrahedra with a Poisson ratio does so, too, in single precision and by the reference', async () => {
    const [coarse, middle] = await errors({ kind: 'tetrahedra', poissonRatio: 0.3, precision: 'single' }, [2, 4]);
    expect(middle).toBeLessThan(0.15);
    expect(coarse / middle).toBeGreaterThan(2);
    const [plain] = await errors({ kind: 'tetrahedra', poissonRatio: 0.3, backend: 'reference' }, [2]);
    expect(plain).toBeCloseTo(coarse, 3);
  });
});

/** A block of tetrahedra with uneven masses. */
function block(seed: number, material: Partial<NonNullable<ParticleSetOptions['tetrahedra']>[number]>): ParticleSetOptions {
  const random = randomNumbers(seed);
  const { corners, positions } = latticeOf(2, 2, 2, 0.1);
  return {
    positions: positions.map((x) => x + 0.02 * random()),
    masses: Array.from({ length: positions.length / 3 }, () => 0.05 + 0.1 * random()),
    tetrahedra: [{ corners, youngModulus: 1e4, ...material }],
    canSleep: false,
  };
}

const farthest = (a: ArrayLike<number>, b: ArrayLike<number>) =>
  Array.from(a).reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0);

describe.each([1, 3])('%d iterations', (iterations) => {
  const run = async (backend: 'wasm' | 'reference', precision: 'single' | 'double', damping: number) => {
    const world = await World.create({ backend, precision, iterations, gravity: [0, 0, 0] });
    const set = world.addParticles(new ParticleSet(block(5, { damping })));
    const random = randomNumbers(9);
    set.positions.forEach((x, k, all) => {
      all[k] = x * (k % 3 === 0 ? 1.3 : 0.8);
    });
    set.velocities.forEach((_, k, all) => {
      all[k] = random() - 0.5;
    });
    const momentum = () => [0, 1, 2].map((axis) => set.masses.reduce((sum, mass, k) => sum + mass * set.velocities[3 * k + axis], 0));
    const before = momentum();
    for (let k = 0; k < 30; k++) world.step(H);
    const found = { positions: set.positions.slice(), drift: farthest(momentum(), before) };
    world.dispose();
    return found;
  };

  test.each([0, 0.01])('kernels and reference agree, and momentum stays (damping %d s)', async (damping) => {
    const [plain, double, single] = [
      await run('reference', 'double', damping),
      await run('wasm', 'double', damping),
      await run('wasm', 'single', damping),
    ];
    expect(farthest(plain.positions, double.positions)).toBeLessThan(1e-11);
    expect(farthest(plain.positions, single.positions)).toBeLessThan(3e-5);
    expect(plain.drift).toBeLessThan(1e-13);
    expect(double.drift).toBeLessThan(1e-13);
    expect(single.drift).toBeLessThan(1e-5);
  });
});

describe.each([
  ['wasm', 'double'],
  ['wasm', 'single'],
  ['reference', 'double'],
] as const)('%s, %s', (backend, precision) => {
  test('rest where nothing pulls, however stiff', async () => {
    for (const youngModulus of [1, 1e5, 1e12]) {
      const world = await World.create({ backend, precision, gravity: [0, 0, 0] });
      const set = world.addParticles(new ParticleSet(block(3, { youngModulus, poissonRatio: 0.45 })));
      const before = set.positions.slice();
      for (let k = 0; k < 20; k++) world.step(H);
      expect(farthest(set.positions, before)).toBeLessThan(precision === 'double' ? 1e-12 : 1e-5);
      world.dispose();
    }
  });

  test.each([
    ['one corner pushed through', (x: Float64Array) => x.set([0.05, 0.04, -0.3], 9)],
    ['turned inside out', (x: Float64Array) => x.set(x.map((value, k) => (k % 3 === 2 ? -value : value)))],
    ['flat', (x: Float64Array) => x.set(x.map((value, k) => (k % 3 === 2 ? 0 : value)))],
    ['all at one point', (x: Float64Array) => x.fill(0.5)],
  ] as const)('an inverted tetrahedron recovers: %s', async (_, spoil) => {
    const world = await World.create({ backend, precision, gravity: [0, 0, 0] });
    const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
    const tetrahedra = [{ corners: [0, 1, 2, 3], youngModulus: 1e4, poissonRatio: 0.3, damping: 0.02 }];
    const set = world.addParticles(new ParticleSet({ positions, tetrahedra, canSleep: false, damping: 1 }));
    spoil(set.positions);
    for (let k = 0; k < 300; k++) world.step(H);
    expect(set.frozen).toBe(false);
    expect(sixVolumes(set.positions, [0, 1, 2, 3])).toBeCloseTo(1, 3);
    world.dispose();
  });

  test('stays whole at any stiffness and length of steps', async () => {
    for (const dt of [1e-4, 1 / 60, 0.5])
      for (const youngModulus of [10, 1e5, 1e11]) {
        const world = await World.create({ backend, precision });
        const pinned = [0, 1, 2];
        const set = world.addParticles(new ParticleSet({ ...block(4, { youngModulus }), pinned, radii: 0 }));
        for (let k = 0; k < 60; k++) world.step(dt);
        expect(set.frozen).toBe(false);
        expect(farthest(set.velocities, new Float64Array(set.velocities.length))).toBeLessThan(20);
        world.dispose();
      }
  });
});

test('a snapshot goes on to the same bits', async () => {
  const [world, twin] = [await World.create(), await World.create()];
  const set = world.addParticles(new SoftBody({ mesh: boxMesh([0.2, 0.2, 0.2], 1), kind: 'tetrahedra', resolution: 3, youngModulus: 1e4 }));
  set.velocities.fill(1, 0, 9);
  for (let k = 0; k < 20; k++) world.step(H);
  const { particleSets } = await import('../../bindings/particle/index.ts');
  twin.restore(world.snapshot());
  particleSets(twin);
  for (let k = 0; k < 20; k++) {
    world.step(H);
    twin.step(H);
    expect(twin.hash()).toBe(world.hash());
  }
});

test('refuses what is no material', async () => {
  const mesh = boxMesh([0.2, 0.2, 0.2], 1);
  const positions = [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1];
  const corners = [0, 1, 2, 3];
  const BAD: [() => unknown, string][] = [
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, youngModulus: 0 }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, youngModulus: Infinity }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, youngModulus: 1, poissonRatio: 0.6 }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, youngModulus: 1, poissonRatio: -0.1 }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, poissonRatio: 0.3 }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions, tetrahedra: [{ corners, youngModulus: 1, compliance: 1 }] }), 'invalid-argument'],
    [() => new ParticleSet({ positions: [...positions.slice(0, 11), 0], tetrahedra: [{ corners, youngModulus: 1 }] }), 'degenerate-mesh'],
    [() => new SoftBody({ mesh, youngModulus: 1, compliance: 1 }), 'invalid-argument'],
    [() => new SoftBody({ mesh, kind: 'tetrahedra', poissonRatio: 0.3 }), 'invalid-argument'],
    [() => new SoftBody({ mesh, kind: 'pressure', youngModulus: 1 }), 'invalid-argument'],
    [() => new SoftBody({ mesh, youngModulus: 1 }), 'invalid-argument'],
  ];
  for (const [make, code] of BAD) {
    let error: unknown;
    try {
      make();
    } catch (thrown) {
      error = thrown;
    }
    expect(error, String(make)).toBeInstanceOf(HolonomicError);
    expect((error as HolonomicError).code).toBe(code);
  }
});
