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
    let [failures, worst, pivots, rows] = [0, 0, 0, 0];
    for (let k = 0; k < 10_000; k++) {
      const n = 1 + Math.floor((k % 10 === 0 ? 40 : 14) * random());
      const problem = { matrix: gram(random, n, n + 2, 1e-3), wanted: { target: target(random, n), ...boundsOf(random, n) } };
      const { failed, pivots: taken, unmet, z } = solveDantzig(problem.matrix, problem.wanted);
      failures += Number(failed) + unmet;
      worst = Math.max(worst, violation(problem, z));
      pivots += taken;
      rows += n;
    }
    expect(failures).toBe(0);
    expect(worst).toBeLessThan(1e-10);
    expect(pivots / rows).toBeLessThan(1.2);
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

  test('does not care how rows are scaled', () => {
    const random = randomNumbers(7);
    let [failures, worst] = [0, 0];
    for (let k = 0; k < 1000; k++) {
      const n = 2 + Math.floor(20 * random());
      const scale = Float64Array.from({ length: n }, () => 10 ** (4 * signed(random)));
      const plain: Problem = { matrix: gram(random, n, n, 1e-4), wanted: { target: target(random, n), ...boundsOf(random, n) } };
      const { high, low, target: wish } = plain.wanted;
      const { failed, z } = solveDantzig(
        plain.matrix.map((value, at) => value * scale[Math.floor(at / n)] * scale[at % n]),
        {
          target: wish.map((value, i) => value * scale[i]),
          low: low.map((value, i) => value / scale[i]),
          high: high.map((value, i) => value / scale[i]),
        },
      );
      failures += Number(failed);
      worst = Math.max(
        worst,
        violation(
          plain,
          z.map((value, i) => value * scale[i]),
        ),
      );
    }
    expect(failures).toBe(0);
    expect(worst).toBeLessThan(1e-10);
  });

  test('goes on from loads of similar rows without a pivot if the same rows hold, and finds the same in any case', () => {
    const random = randomNumbers(8);
    let [least, most, worst] = [0, 0, 0];
    for (let k = 0; k < 500; k++) {
      const n = 2 + Math.floor(20 * random());
      const matrix = gram(random, n, n + 2, 1e-2);
      const wanted = { target: target(random, n), ...boundsOf(random, n) };
      const cold = solveDantzig(matrix, wanted);
      const near = wanted.target.map((value) => value * (1 + 1e-9 * random()));
      const warm = solveDantzig(matrix, { ...wanted, target: near }, { start: cold.z });
      least += Number(warm.pivots === 0);
      const astray = solveDantzig(matrix, wanted, { start: cold.z.map((value) => (random() < 0.3 ? -value : value)) });
      most += Number(astray.pivots > 0);
      worst = Math.max(worst, gap(astray.z, cold.z), gap(warm.z, cold.z) * 1e-3);
    }
    expect(least).toBe(500);
    expect(most).toBeGreaterThan(250);
    expect(worst).toBeLessThan(1e-9);
  });

  test.each([Number.NaN, Infinity])('ends and says so when it is given %f', (nonsense) => {
    const random = randomNumbers(11);
    for (let at = 0; at < 6; at++) {
      const wanted = { target: target(random, 6), ...boundsOf(random, 6) };
      wanted.low.fill(-Infinity);
      const matrix = gram(random, 6, 8, 1e-3);
      wanted.target[at] = nonsense;
      expect(solveDantzig(matrix, wanted).failed).toBe(true);
      wanted.target[at] = 1;
      matrix[at * 7] = nonsense;
      expect(solveDantzig(matrix, wanted).failed).toBe(true);
    }
  });

  test('says so when pivots run out, and which rows contradict others', () => {
    const random = randomNumbers(10);
    const matrix = gram(random, 20, 22, 1e-3);
    const wanted = { target: target(random, 20), ...boundsOf(random, 20) };
    const { failed, pivots, z } = solveDantzig(matrix, wanted, { mostPivots: 5 });
    expect({ failed, pivots }).toEqual({ failed: true, pivots: 6 });
    z.forEach((value, i) => {
      expect(value).toBeGreaterThanOrEqual(wanted.low[i]);
      expect(value).toBeLessThanOrEqual(wanted.high[i]);
    });
    const two = { target: Float64Array.of(1, 2), low: Float64Array.of(-Infinity, -Infinity), high: Float64Array.of(Infinity, Infinity) };
    expect(solveDantzig(Float64Array.of(1, 1, 1, 1), two)).toEqual({ z: Float64Array.of(1, 0), pivots: 2, failed: false, unmet: 1 });
    const same = { ...two, target: Float64Array.of(1, 1) };
    expect(solveDantzig(Float64Array.of(1, 1, 1, 1), same)).toEqual({ z: Float64Array.of(1, 0), pivots: 1, failed: false, unmet: 0 });
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
