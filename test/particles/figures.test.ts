// The numbers of the documents: Waterson, Figs 6 and 7 and section 10.2.
import { describe, expect, test } from 'vitest';
import { World } from '../../bindings/index.ts';
import { ParticleSet, type ParticleSetOptions } from '../../bindings/particle/index.ts';
import { sixVolumes } from '../../bindings/particle/measure.ts';

const BACKENDS = ['wasm', 'reference'] as const;
const H = 1 / 60;

async function solved(
  backend: (typeof BACKENDS)[number],
  iterations: number,
  options: ParticleSetOptions,
  change?: (set: ParticleSet) => void,
) {
  const world = await World.create({ backend, precision: 'double', substeps: 1, iterations, gravity: [0, 0, 0] });
  const set = world.addParticles(new ParticleSet(options));
  change?.(set);
  world.step(H);
  return set.positions;
}

describe.each(BACKENDS)('%s', (backend) => {
  const three = { positions: [-0.98, 0, 0, 0, -0.6, 0, 0.98, 0, 0], pinned: [0, 2] };
  const heights = async (options: Partial<ParticleSetOptions>) =>
    Promise.all([1, 2, 3, 4].map(async (iterations) => (await solved(backend, iterations, { ...three, ...options }))[4]));

  test('Fig 6: the total length takes three iterations where pairs take 28', async () => {
    const total = await heights({ lengths: [{ points: [0, 1, 2], length: 2 }] });
    for (const [k, y] of [-0.3145, -0.2188, -0.1999, -0.199].entries()) expect(total[k]).toBeCloseTo(y, 4);
    const pairs = { distances: [{ pairs: [0, 1, 1, 2], lengths: 1 }] };
    const first = await heights(pairs);
    for (const [k, y] of [-0.427, -0.341, -0.299].entries()) expect(first[k]).toBeCloseTo(y, 3);
    const answer = -Math.sqrt(1 - 0.98 ** 2);
    const at = async (iterations: number) => (await solved(backend, iterations, { ...three, ...pairs }))[4] - answer;
    expect(Math.abs(await at(27))).toBeGreaterThan(1e-3);
    expect(Math.abs(await at(28))).toBeLessThan(1e-3);
  });

  const corner = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 1], tetrahedra: [{ corners: [0, 1, 2, 3] }] };
  const volumeAfter = async (iterations: number, change: (set: ParticleSet) => void) =>
    sixVolumes(await solved(backend, iterations, corner, change), [0, 1, 2, 3]);

  test('a tetrahedron of 0.7 of its volume: the error is squared in each iteration', async () => {
    const shrink = ({ positions }: ParticleSet) => {
      for (let k = 0; k < 12; k++) positions[k] *= Math.cbrt(0.7);
    };
    const errors = await Promise.all([1, 2, 3].map(async (iterations) => Math.abs((await volumeAfter(iterations, shrink)) - 1)));
    expect(errors[0]).toBeLessThan(4e-2);
    expect(errors[1]).toBeLessThan(4e-4);
    expect(errors[2]).toBeLessThan(4e-8);
    // Of second order: each error is a multiple of the square of the one before.
    expect(errors[2] / errors[1] ** 2).toBeLessThan(2 * (errors[1] / errors[0] ** 2) + 1);
  });

  test('a tetrahedron of 1.3 times its volume: 8e-3, 1e-5, 2e-11', async () => {
    const flat = { positions: [0, 0, 0, 1, 0, 0, 0, 1, 0, 0, 0, 0.35], tetrahedra: [{ corners: [0, 1, 2, 3] }] };
    const grow = ({ positions }: ParticleSet) => {
      for (let k = 0; k < 12; k++) positions[k] *= Math.cbrt(1.3);
    };
    for (const [k, expected] of [8e-3, 1e-5, 2e-11].entries()) {
      const volume = sixVolumes(await solved(backend, k + 1, flat, grow), [0, 1, 2, 3]) / 0.35;
      expect(Math.abs(volume - 1)).toBeLessThan(1.1 * expected);
    }
  });

  test('an inverted tetrahedron recovers', async () => {
    const invert = ({ positions }: ParticleSet) => {
      positions[9] = 0.05;
      positions[11] = -0.3;
    };
    expect(await volumeAfter(0 + 1, invert)).not.toBeCloseTo(1, 3);
    expect(await volumeAfter(30, invert)).toBeCloseTo(1, 9);
  });

  test('Fig 7: total lengths of rows and columns halve the stretch of a cloth', async () => {
    const n = 20;
    const at = (column: number, row: number) => row * n + column;
    const each = Array.from({ length: n }, (_, k) => k);
    const lines = [
      ...each.map((row) => each.map((column) => at(column, row))),
      ...each.map((column) => each.map((row) => at(column, row))),
    ];
    const positions = each.flatMap((row) => each.flatMap((column) => [column / (n - 1), 0, row / (n - 1)]));
    // From each particle to the right and down, row by row.
    const pairs = each.flatMap((row) =>
      each.flatMap((column) => [
        ...(column + 1 < n ? [at(column, row), at(column + 1, row)] : []),
        ...(row + 1 < n ? [at(column, row), at(column, row + 1)] : []),
      ]),
    );
    const stretch = async (pinned: number[], holds: boolean) => {
      const world = await World.create({ backend, precision: 'double', substeps: 1, iterations: 8, gravity: [0, -100, 0] });
      const lengths = holds ? lines.map((points) => ({ points })) : [];
      const set = world.addParticles(new ParticleSet({ positions, pinned, radii: 0, damping: 0.06, distances: [{ pairs }], lengths }));
      let sum = 0;
      for (let frame = 0; frame < 300; frame++) {
        world.step(H);
        if (frame < 240) continue;
        const { positions: x } = set;
        for (let k = 0; k < pairs.length; k += 2) {
          const [a, b] = [3 * pairs[k], 3 * pairs[k + 1]];
          sum += Math.abs(Math.hypot(x[a] - x[b], x[a + 1] - x[b + 1], x[a + 2] - x[b + 2]) * (n - 1) - 1) / (pairs.length / 2) / 60;
        }
      }
      return sum;
    };
    const corners = [await stretch([at(0, 0), at(n - 1, 0)], false), await stretch([at(0, 0), at(n - 1, 0)], true)];
    const edge = [await stretch(each, false), await stretch(each, true)];
    expect(corners[0]).toBeCloseTo(0.433, 2);
    expect(corners[1]).toBeCloseTo(0.21, 2);
    expect(edge[0]).toBeCloseTo(0.291, 2);
    expect(edge[1]).toBeCloseTo(0.124, 2);
  });
});
