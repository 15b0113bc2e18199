// The mixed linear complementarity problem, against what makes a solution one, and against all ways to place its rows.
import { describe, expect, test } from 'vitest';
import { solveDantzig } from '../../reference/solver/linear/dantzig.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { boundsOf, enumerate, gram, type Problem, type Random, residuals, signed, violation } from './problems.ts';
import { gap } from './systems.ts';

const target = (random: Random, n: number) => Float64Array.from({ length: n }, () => 3 * signed(random));

describe('Dantzig pivoting', () => {
  test('solves 10 000 random problems', () => {
    const random = randomNumbers(1);
    let [failures, worst, pivots] = [0, 0, 0];
    for (let k = 0; k < 10_000; k++) {
      const n = 1 + Math.floor((k % 50 === 0 ? 40 : 14) * random());
      const problem = { matrix: gram(random, n, n + 2, 1e-3), wanted: { target: target(random, n), ...boundsOf(random, n) } };
      const { failed, pivots: taken, unmet, z } = solveDantzig(problem.matrix, problem.wanted);
      failures += Number(failed) + unmet;
      worst = Math.max(worst, violation(problem, z));
      pivots += taken;
    }
    expect(failures).toBe(0);
    expect(worst).toBeLessThan(1e-10);
    expect(pivots / 10_000).toBeLessThan(10);
  });

  test.each([
    ['rows that depend on others', signed],
    ['rows of 0 and ±1, with ties everywhere', (random: Random) => Math.floor(3 * random()) - 1],
  ])('solves 3000 problems of %s', (_, entry) => {
    const random = randomNumbers(2);
    let [failures, worst] = [0, 0];
    for (let k = 0; k < 3000; k++) {
      const n = 2 + Math.floor((k % 30 === 0 ? 38 : 12) * random());
      const dimensions = 1 + Math.floor(n * random());
      const matrix = gram(random, n, dimensions, 0, entry);
      // In the range of A, so that no row contradicts others.
      const some = Float64Array.from({ length: n }, () => (entry === signed ? 3 * signed(random) : entry(random)));
      const wanted = {
        target: residuals({ matrix, wanted: { target: some.map(() => 0), low: some, high: some } }, some),
        ...boundsOf(random, n),
      };
      const problem: Problem = { matrix, wanted };
      const { failed, unmet, z } = solveDantzig(matrix, wanted);
      failures += Number(failed) + unmet;
      worst = Math.max(worst, violation(problem, z));
    }
    expect(failures).toBe(0);
    expect(worst).toBeLessThan(1e-10);
  });

  test('finds what trying all places of up to five rows finds', () => {
    const random = randomNumbers(3);
    let worst = 0;
    for (let k = 0; k < 400; k++) {
      const n = 1 + (k % 5);
      const problem = { matrix: gram(random, n, n + 1, 1e-2), wanted: { target: target(random, n), ...boundsOf(random, n) } };
      const [solution, ...others] = enumerate(problem);
      for (const other of others) worst = Math.max(worst, gap(other, solution)); // A is definite: there is one
      const { z } = solveDantzig(problem.matrix, problem.wanted);
      worst = Math.max(worst, gap(z, solution));
    }
    expect(worst).toBeLessThan(1e-9);
  });
});
