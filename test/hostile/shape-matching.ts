import assert from 'node:assert/strict';
import { World } from '../../bindings/index.ts';
import { ParticleSet } from '../../bindings/particle/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import type { Campaign } from './campaign.ts';

const STEPS = 4;

interface Case {
  /** m */
  scale: number;
  positions: number[];
  /** Where they are when the simulation starts. */
  moved: number[];
  velocities: number[];
  masses: number[];
  pinned: number[];
  clusters: { particles: number[]; compliance: number }[];
  substeps: number;
  /** Shapes at rest are not flat, and are not torn far: there is one rotation that fits. */
  isClear: boolean;
}

function anyCase(seed: number): Case {
  const random = randomNumbers(seed);
  const count = 4 + Math.floor(60 * random());
  const scale = 10 ** (4 * random() - 3);
  const flat = random() < 0.2 ? 1 + Math.floor(3 * random()) : 0;
  const far = random() < 0.3 ? 1000 * (random() - 0.5) : 0;
  const positions = Array.from({ length: 3 * count }, (_, k) => (k % 3 < 3 - flat ? scale * random() : 0) + far);
  const deform = random() < 0.5 ? 0.1 : 2;
  const most = Math.min(count, random() < 0.2 ? 60 : 12);
  const least = flat || deform > 1 ? 2 : 4;
  const clusters = Array.from({ length: 1 + Math.floor(20 * random()) }, () => {
    const particles = new Set<number>();
    const size = least + Math.floor(random() * (most - least + 1));
    while (particles.size < size) particles.add(Math.floor(count * random()));
    return { particles: [...particles], compliance: random() < 0.4 ? 0 : 10 ** (-8 * random()) };
  });
  return {
    scale,
    positions,
    moved: positions.map((x) => x + deform * scale * (random() - 0.5)),
    velocities: positions.map(() => scale * (random() - 0.5)),
    masses: Array.from({ length: count }, () => 10 ** (3 * random() - 2)),
    pinned: random() < 0.3 ? [Math.floor(count * random())] : [],
    clusters,
    substeps: 1 + Math.floor(20 * random()),
    isClear: !flat && deform < 1,
  };
}

async function run({ clusters, masses, moved, pinned, positions, substeps, velocities }: Case, options: object) {
  const world = await World.create({ gravity: [0, 0, 0], substeps, ...options });
  try {
    const set = world.addParticles(new ParticleSet({ positions, masses, velocities, radii: 0, pinned, clusters, canSleep: false }));
    set.positions.set(moved);
    const momentum = () => [0, 1, 2].map((axis) => masses.reduce((sum, mass, k) => sum + mass * set.velocities[3 * k + axis], 0));
    const before = momentum();
    for (let k = 0; k < STEPS; k++) world.step(1 / 60);
    assert(!set.frozen, 'it froze');
    const gained = momentum().map((value, axis) => Math.abs(value - before[axis]));
    return { positions: Float64Array.from(set.positions), gained: Math.max(...gained) };
  } finally {
    world.dispose();
  }
}

/** Clusters of all sizes that share particles, deformed, flat, straight or inverted, small and large, far from the origin. */
export const shapeMatching: Campaign = {
  name: 'shape-matching',
  description: 'clusters stay finite and keep momentum, and the kernels do what the reference does',
  cases: 30,
  async run(seed) {
    const one = anyCase(seed);
    const mass = one.masses.reduce((sum, value) => sum + value, 0);
    const double = await run(one, { precision: 'double' });
    const single = await run(one, { precision: 'single' });
    // One part in the last digits of a place, in a substep.
    const fast = 60 * one.substeps * (one.scale + (one.isClear ? 0 : one.scale));
    if (one.pinned.length === 0) {
      assert(double.gained < 1e-11 * fast * mass + 1e-9 * mass, `momentum changes by ${double.gained / mass} m/s`);
      assert(single.gained < 1e-5 * fast * mass, `momentum changes by ${single.gained / mass} m/s in single precision`);
    }
    const plain = await run(one, { backend: 'reference' });
    if (!one.isClear) return;
    const off = (a: Float64Array, b: Float64Array) => a.reduce((most, x, k) => Math.max(most, Math.abs(x - b[k])), 0) / one.scale;
    assert(off(double.positions, plain.positions) < 1e-9, `double precision is off by ${off(double.positions, plain.positions)} sizes`);
    assert(off(single.positions, plain.positions) < 1e-3, `single precision is off by ${off(single.positions, plain.positions)} sizes`);
  },
};
