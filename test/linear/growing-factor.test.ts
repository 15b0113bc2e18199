// L D Lᵀ of rows that come and go, against one that is made from the rows that are there.
import { expect, test } from 'vitest';
import { GrowingFactor } from '../../reference/solver/linear/growing-factor.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { eliminate, gram, signed } from './problems.ts';
import { gap } from './systems.ts';

test('a factor is right after any rows have come and gone', () => {
  const random = randomNumbers(1);
  const n = 15;
  const matrix = gram(random, n, n + 3, 0.1);
  const factor = new GrowingFactor(n);
  const here: number[] = [];
  let worst = 0;
  for (let k = 0; k < 3000; k++) {
    const row = Math.floor(n * random());
    const index = here.indexOf(row);
    if (index >= 0) {
      factor.remove(index);
      here.splice(index, 1);
    } else {
      const column = Float64Array.from(here, (other) => matrix[row * n + other]);
      const inner = here.map((p) => here.map((q) => matrix[p * n + q]));
      const parts = eliminate(inner, [...column]) as number[];
      const left = factor.remainder(column, matrix[row * n + row]);
      const solved = new Float64Array(here.length);
      factor.solveColumn(solved);
      const exact = parts.reduce((sum, part, i) => sum - part * column[i], matrix[row * n + row]);
      worst = Math.max(worst, gap(solved, parts), Math.abs(left - exact));
      factor.append();
      here.push(row);
    }
    expect(factor.size).toBe(here.length);
    const right = Float64Array.from(here, () => signed(random));
    const exact = eliminate(
      here.map((p) => here.map((q) => matrix[p * n + q])),
      [...right],
    ) as number[];
    factor.solve(right);
    worst = Math.max(worst, gap(right, exact));
  }
  expect(worst).toBeLessThan(1e-10);
});
