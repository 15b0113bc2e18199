// Sweeps over rows with bounds: where they end, and in which order they go.
import { describe, expect, test } from 'vitest';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { solveGaussSeidel, solveSor } from '../../reference/solver/linear/sor.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { boundsOf, signed, violation } from './problems.ts';
import { chain, gap, tree, unbounded } from './systems.ts';

describe('over-relaxation', () => {
  test('ends where pivoting does, in order and shuffled', () => {
    const random = randomNumbers(1);
    let worst = 0;
    for (let k = 0; k < 30; k++) {
      const rows = tree(random, 2 + Math.floor(8 * random()), 2);
      const system = new RowSystem(
        rows,
        rows.map(() => 0.3),
      );
      const wanted = { target: Float64Array.from(rows, () => signed(random)), ...boundsOf(random, rows.length) };
      const matrix = system.assemble();
      const { z } = solveDantzig(matrix, wanted);
      const options = { sweeps: 20_000, tolerance: 1e-13 };
      worst = Math.max(worst, violation({ matrix, wanted }, z));
      worst = Math.max(worst, gap(solveGaussSeidel(system, wanted, options).z, z));
      worst = Math.max(worst, gap(solveSor(system, wanted, { ...options, seed: k }).z, z));
    }
    expect(worst).toBeLessThan(1e-9);
  });

  test('takes fewer sweeps than Gauss-Seidel', () => {
    const system = new RowSystem(chain(20));
    const wanted = unbounded(new Float64Array(20).fill(1));
    const options = { sweeps: 10_000, tolerance: 1e-6 };
    const [over, plain] = [solveSor(system, wanted, options).sweeps, solveGaussSeidel(system, wanted, options).sweeps];
    // What a sweep leaves of slow errors is 1 - w / (2 - w) times as much as one of Gauss-Seidel takes: (2 - 1.3) / 1.3 of the sweeps.
    expect(over / plain).toBeGreaterThan(0.45);
    expect(over / plain).toBeLessThan(0.65);
  });

  test('shuffles every eighth sweep, the same for the same seed', () => {
    const random = randomNumbers(2);
    const rows = tree(random, 10, 3);
    const system = new RowSystem(
      rows,
      rows.map(() => 0.1),
    );
    const wanted = unbounded(Float64Array.from(rows, () => signed(random)));
    const run = (sweeps: number, seed?: number, start?: Float64Array) => solveSor(system, wanted, { sweeps, seed, start }).z;
    expect(run(20, 5)).toEqual(run(20, 5));
    expect(gap(run(20, 5), run(20, 6))).toBeGreaterThan(1e-6);
    // Begun anew, the generator begins anew: its first order is another one than its second.
    expect(gap(run(8, 5, run(8, 5)), run(16, 5))).toBeGreaterThan(1e-6);
    expect(gap(run(8, undefined, run(8)), run(16))).toBeLessThan(1e-12);
    expect(gap(run(4, 5, run(4, 5)), run(8, 5))).toBeLessThan(1e-12);
  });
});
