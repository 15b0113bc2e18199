// Membranes against theory: how a drum skin sounds, and what pressure a balloon has.
import { describe, expect, test } from 'vitest';
import { World } from '../../bindings/index.ts';
import { ParticleSet, SoftBody } from '../../bindings/particle/index.ts';
import { ballMesh } from './ball.ts';

/** N/m, kg/m², and the shape. */
const TENSION = 40;
const DENSITY = 0.1;
const SIDE = 1;
/** First zero of J₀. */
const ZERO = 2.404825557695773;

/**
 * Hz: of a skin of springs on a square grid, by the zeros of its middle's height. Springs of stiffness E between neighbours, stretched to the force T a,
 * make a membrane with the tension T in each direction.
 */
async function frequency(shape: 'square' | 'round', cells: number, precision: 'single' | 'double'): Promise<number> {
  const a = SIDE / cells;
  const n = cells + 1;
  const positions: number[] = [];
  for (let j = 0; j < n; j++) for (let i = 0; i < n; i++) positions.push(i * a - SIDE / 2, 0, j * a - SIDE / 2);
  const held = (k: number) => {
    const [x, z] = [positions[3 * k], positions[3 * k + 2]];
    if (shape === 'round') return Math.hypot(x, z) > SIDE / 2 - 1e-9;
    return Math.max(Math.abs(x), Math.abs(z)) > SIDE / 2 - 1e-9;
  };
  const pairs: number[] = [];
  for (let j = 0; j < n; j++)
    for (let i = 0; i < n; i++) {
      if (i + 1 < n) pairs.push(j * n + i, j * n + i + 1);
      if (j + 1 < n) pairs.push(j * n + i, (j + 1) * n + i);
    }
  // Twice its length at rest: its springs are soft along, too.
  const compliance = 0.5 / TENSION;
  const speed = Math.sqrt(TENSION / DENSITY);
  const expected = shape === 'round' ? (ZERO * speed) / (2 * Math.PI * (SIDE / 2)) : speed / (Math.SQRT2 * SIDE);
  const world = await World.create({ precision, gravity: [0, 0, 0], substeps: 40 });
  const skin = world.addParticles(
    new ParticleSet({
      positions,
      masses: DENSITY * a * a,
      radii: 0,
      pinned: Array.from({ length: n * n }, (_, k) => k).filter(held),
      distances: [{ pairs, lengths: a / 2, compliance }],
      canSleep: false,
    }),
  );
  for (let k = 0; k < n * n; k++) {
    if (held(k)) continue;
    const [x, z] = [positions[3 * k], positions[3 * k + 2]];
    const round = Math.max(1 - Math.hypot(x, z) / (SIDE / 2), 0);
    skin.positions[3 * k + 1] =
      1e-3 * SIDE * (shape === 'round' ? round * (2 - round) : Math.cos((Math.PI * x) / SIDE) * Math.cos((Math.PI * z) / SIDE));
  }
  const middle = 3 * (cells / 2) * (n + 1) + 1;
  const dt = 1 / (60 * expected);
  let last = skin.positions[middle];
  const crossings: number[] = [];
  for (let step = 1; crossings.length < 7; step++) {
    world.step(dt);
    const height = skin.positions[middle];
    if (height < 0 !== last < 0) crossings.push((step - height / (height - last)) * dt);
    last = height;
  }
  world.dispose();
  return 3 / (crossings[6] - crossings[0]) / expected;
}

describe.each(['double', 'single'] as const)('a drum skin (%s)', (precision) => {
  test('that is square has the first frequency of the wave equation', async () => {
    const [coarse, fine] = [await frequency('square', 6, precision), await frequency('square', 12, precision)];
    expect(Math.abs(fine - 1)).toBeLessThan(0.01);
    expect(Math.abs(fine - 1)).toBeLessThan(Math.abs(coarse - 1));
  });

  test('that is round does so, too, as its edge gets smoother', async () => {
    const [coarse, fine] = [await frequency('round', 20, precision), await frequency('round', 40, precision)];
    expect(Math.abs(fine - 1)).toBeLessThan(0.02);
    expect(Math.abs(fine - 1)).toBeLessThan(Math.abs(coarse - 1));
  });
});

test.each(['double', 'single'] as const)(
  'a balloon has the pressure 2 T / r of its skin, however far it is blown up (%s)',
  async (precision) => {
    const COMPLIANCE = 1e-3;
    const off = async (cuts: number, inflation: number) => {
      const world = await World.create({ precision, gravity: [0, 0, 0], substeps: 40 });
      const made = { kind: 'pressure', density: 50, compliance: COMPLIANCE, stiffnessDamping: 0, damping: 8, canSleep: false } as const;
      const balloon = world.addParticles(new SoftBody({ mesh: ballMesh(0.5, cuts), inflation, ...made }));
      for (let k = 0; k < 120; k++) world.step(1 / 60);
      const x = balloon.positions;
      let radius = 0;
      for (let k = 0; k < x.length; k += 3) radius += Math.hypot(x[k], x[k + 1], x[k + 2]) / balloon.count;
      // A skin of equal triangles with the load f in edges of the length l has the tension √3 f / l.
      const stretch = Math.cbrt(inflation);
      const tension = (Math.sqrt(3) * (stretch - 1)) / (COMPLIANCE * stretch);
      const ratio = balloon.pressure(0) / ((2 * tension) / radius);
      world.dispose();
      return Math.abs(ratio - 1);
    };
    for (const inflation of [1.1, 1.5, 3]) {
      const [coarse, fine] = [await off(1, inflation), await off(2, inflation)];
      expect(fine).toBeLessThan(0.02);
      expect(fine).toBeLessThan(coarse / 3);
    }
    if (precision === 'single') expect(await off(3, 1.5)).toBeLessThan(0.005);
  },
);
