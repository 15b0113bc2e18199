// Problems with bounds whose answers can be checked without a solver.
import type { BoundedRows } from '../../reference/solver/linear/bounds.ts';

export interface Problem {
  matrix: Float64Array;
  wanted: BoundedRows;
}

export type Random = () => number;

export const signed = (random: Random) => 2 * random() - 1;

/** A = G Gᵀ + diag(softness) of `n` rows in a space of so many dimensions: of fewer than n, A without softness is singular. */
export function gram(random: Random, n: number, dimensions: number, softness: number, entry = signed): Float64Array {
  const g = Array.from({ length: n }, () => Array.from({ length: dimensions }, () => entry(random)));
  return Float64Array.from({ length: n * n }, (_, at) => {
    const [i, j] = [Math.floor(at / n), at % n];
    return g[i].reduce((sum, value, k) => sum + value * g[j][k], i === j ? softness : 0);
  });
}

/** Rows without bounds, one-sided ones and those between two bounds. */
export function boundsOf(random: Random, n: number): { low: Float64Array; high: Float64Array } {
  const low = Float64Array.from({ length: n }, () => {
    const kind = random();
    return kind < 0.35 ? -Infinity : kind < 0.7 ? 0 : -random();
  });
  const high = low.map(() => (random() < 0.7 ? Infinity : random()));
  return { low, high };
}

/** A z - target */
export function residuals({ matrix, wanted: { target } }: Problem, z: Float64Array): Float64Array {
  const n = target.length;
  return target.map((value, i) => z.reduce((sum, each, j) => sum + matrix[i * n + j] * each, -value));
}

/** How far z is from a solution: the largest step out of bounds, or the smaller of v and the way to the bound that would allow it. */
export function violation(problem: Problem, z: Float64Array): number {
  const { high, low } = problem.wanted;
  const v = residuals(problem, z);
  let worst = 0;
  z.forEach((value, i) => {
    const [above, below] = [value - low[i], high[i] - value];
    worst = Math.max(worst, -above, -below, Math.min(Math.max(v[i], 0), above), Math.min(Math.max(-v[i], 0), below));
  });
  return Number.isFinite(z.reduce((sum, value) => sum + value, 0)) ? worst : Infinity;
}

/** Gaussian elimination with pivoting; null where a pivot vanishes. */
export function eliminate(matrix: number[][], right: number[]): number[] | null {
  const n = right.length;
  const a = matrix.map((row, i) => [...row, right[i]]);
  for (let k = 0; k < n; k++) {
    let best = k;
    for (let i = k + 1; i < n; i++) if (Math.abs(a[i][k]) > Math.abs(a[best][k])) best = i;
    [a[k], a[best]] = [a[best], a[k]];
    if (Math.abs(a[k][k]) < 1e-12) return null;
    for (let i = k + 1; i < n; i++) {
      const factor = a[i][k] / a[k][k];
      for (let j = k; j <= n; j++) a[i][j] -= factor * a[k][j];
    }
  }
  const x = new Array<number>(n).fill(0);
  for (let i = n - 1; i >= 0; i--) x[i] = a[i].slice(i + 1, n).reduce((sum, value, k) => sum - value * x[i + 1 + k], a[i][n]) / a[i][i];
  return x;
}

/** All solutions, by trying each of the 3ⁿ ways to put rows at low, at high, or between. */
export function enumerate(problem: Problem): Float64Array[] {
  const { matrix, wanted } = problem;
  const { high, low, target } = wanted;
  const n = target.length;
  const solutions: Float64Array[] = [];
  for (let code = 0; code < 3 ** n; code++) {
    const at = Array.from({ length: n }, (_, i) => Math.floor(code / 3 ** i) % 3);
    const z = Float64Array.from(at, (place, i) => (place === 0 ? 0 : place === 1 ? low[i] : high[i]));
    if (!z.every(Number.isFinite)) continue;
    const free = [...at.keys()].filter((i) => at[i] === 0);
    const x = eliminate(
      free.map((i) => free.map((j) => matrix[i * n + j])),
      free.map((i) => target[i] - z.reduce((sum, value, j) => sum + matrix[i * n + j] * value, 0)),
    );
    if (!x) continue;
    free.forEach((i, k) => {
      z[i] = x[k];
    });
    if (violation(problem, z) < 1e-9) solutions.push(z);
  }
  return solutions;
}
