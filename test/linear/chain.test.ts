// Linear systems without bounds: conjugate gradients, elimination and Gauss-Seidel on the same rows.
import { describe, expect, test } from 'vitest';
import { solveConjugateGradients } from '../../reference/solver/linear/conjugate-gradients.ts';
import { Elimination } from '../../reference/solver/linear/elimination.ts';
import { solveGaussSeidel } from '../../reference/solver/linear/sor.ts';
import { RowSystem } from '../../reference/solver/linear/system.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { eliminate, signed } from './problems.ts';
import { chain, gap, tree, unbounded } from './systems.ts';

const ones = (count: number) => new Float64Array(count).fill(1);

/** By a dense elimination. */
function dense(system: RowSystem, right: Float64Array): number[] {
  const n = system.count;
  const matrix = system.assemble();
  return eliminate(
    Array.from({ length: n }, (_, i) => [...matrix.subarray(i * n, i * n + n)]),
    [...right],
  ) as number[];
}

describe('a hundred rows in a row', () => {
  const system = new RowSystem(chain(100));

  test('take a hundred iterations of conjugate gradients, which end where elimination does', () => {
    const { failed, iterations, z } = solveConjugateGradients(system, ones(100));
    const elimination = new Elimination(system);
    expect(elimination.fill).toBe(0);
    // The force at link k holds all that is behind it.
    expect(gap(z, dense(system, ones(100)))).toBeLessThan(1e-10 * 5050);
    expect(gap(z, elimination.solve(ones(100)))).toBeLessThan(1e-10 * 5050);
    expect(iterations).toBe(100);
    expect(failed).toBe(false);
  });

  test('take 57 000 sweeps of Gauss-Seidel until none changes by more than 1e-6', () => {
    const { change, sweeps, z } = solveGaussSeidel(system, unbounded(ones(100)), { sweeps: 100_000, tolerance: 1e-6 });
    expect(sweeps / 57_000).toBeCloseTo(1, 1);
    expect(change).toBeLessThanOrEqual(1e-6);
    const error = gap(z, dense(system, ones(100)));
    expect(error).toBeLessThan(0.01);
    expect(error).toBeGreaterThan(1e-4); // small changes are no small error
  });

  test('go on from what is known, and by a better preconditioner at once', () => {
    const elimination = new Elimination(system);
    const known = elimination.solve(ones(100));
    expect(solveConjugateGradients(system, ones(100), { start: known }).iterations).toBeLessThanOrEqual(1);
    const precondition = (r: Float64Array, out: Float64Array) => out.set(elimination.solve(r));
    const { iterations, z } = solveConjugateGradients(system, ones(100), { precondition });
    expect(iterations).toBeLessThanOrEqual(2);
    expect(gap(z, known)).toBeLessThan(1e-8);
  });
});

describe('random mechanisms', () => {
  test.each([
    ['trees', 0],
    ['with loops', 6],
  ])('%s: elimination and conjugate gradients agree to 1e-10', (_, loops) => {
    const random = randomNumbers(6 + loops);
    let [worst, fill] = [0, 0];
    for (let k = 0; k < 40; k++) {
      const rows = tree(random, 3 + Math.floor(25 * random()), loops);
      const system = new RowSystem(
        rows,
        rows.map(() => 0.01),
      );
      const right = Float64Array.from(rows, () => signed(random));
      const exact = dense(system, right);
      const elimination = new Elimination(system);
      worst = Math.max(worst, gap(elimination.solve(right), exact));
      worst = Math.max(worst, gap(solveConjugateGradients(system, right, { tolerance: 1e-26, mostIterations: 2000 }).z, exact));
      fill += elimination.fill;
    }
    expect(worst).toBeLessThan(1e-10);
    if (loops === 0) expect(fill).toBe(0);
    else expect(fill).toBeGreaterThan(0);
  });

  test('rows that say the same twice: one of them is dropped, conjugate gradients share', () => {
    const random = randomNumbers(9);
    for (let k = 0; k < 20; k++) {
      const once = tree(random, 8);
      const rows = [...once, once[0], once[3]];
      const system = new RowSystem(rows);
      const right = Float64Array.from(once, () => signed(random));
      const twice = Float64Array.from([...right, right[0], right[3]]);
      const elimination = new Elimination(system);
      const known = new Elimination(new RowSystem(once));
      if (known.dropped > 0) continue; // a body may have more rows than it has freedoms
      const [z, exact] = [elimination.solve(twice), known.solve(right)];
      expect(elimination.dropped).toBe(2);
      const scale = Math.max(...exact.map(Math.abs));
      const sums = (loads: Float64Array) =>
        once.map((_, i) => loads[i] + (i === 0 ? loads[once.length] : i === 3 ? loads[once.length + 1] : 0));
      expect(gap(sums(z), exact) / scale).toBeLessThan(1e-8);
      const shared = solveConjugateGradients(system, twice, { mostIterations: 5000 }).z;
      expect(gap(sums(shared), exact) / scale).toBeLessThan(1e-6);
      expect(Math.abs(shared[0] - shared[once.length]) / scale).toBeLessThan(1e-9);
    }
  });

  test('of a chain take work in proportion to the joints: an iteration, of which there are as many, and all of an elimination', () => {
    const count = (n: number) => {
      const system = new RowSystem(chain(n));
      const { iterations } = solveConjugateGradients(system, ones(n));
      return { ends: system.bodyOf.length, iterations, entries: new Elimination(system).entries };
    };
    for (const n of [50, 200]) expect(count(n)).toEqual({ ends: 2 * n - 1, iterations: n, entries: 2 * n - 1 });
  });
});
