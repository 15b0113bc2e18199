// The rows of one joint as a mixed linear complementarity problem, solved directly: c p + u = b within low <= p <= high, u = u0 + A Δp.
// Waterson's section 6.1 clamps the accumulated impulse of a single row; with several rows at once it is the block principal pivoting
// of Júdice and Pires (seed 003 describes the same pivots one at a time). Rows that depend on others get no impulse.

import { clamp } from '../math/scalar.ts';

/** One row of a joint in one sweep. */
export interface BlockRow {
  /** Index of its coordinate in the inverse mass matrix. */
  coordinate: number;
  /** Impulse before the sweep. */
  impulse: number;
  low: number;
  high: number;
  softness: number;
  /** b - u - c p, before the sweep. */
  residual: number;
  /** Change of the impulse: the result. */
  change: number;
  /** The row holds: it is not at a bound. */
  active: boolean;
}

/** Rounds of pivoting in which all rows that are wrong change sides; after these, only the first. */
const BLOCK_ROUNDS = 3;
const ROUNDS = 24;
/** Pivots below this, relative to their diagonal entry, belong to a row that depends on others; below its square, relative to the largest entry, to one that nothing moves along. */
const LEAST_PIVOT = 1e-14;

/** Finds the change of every row's impulse. `inverseMass` is between coordinates. */
export function solveBlock(rows: BlockRow[], inverseMass: number[][]): void {
  for (const row of rows) if (!row.active) row.change = clamp(row.impulse, row.low, row.high) - row.impulse;
  for (let round = 0; round < ROUNDS; round++) {
    solveActive(rows, inverseMass);
    if (!pivot(rows, inverseMass, round >= BLOCK_ROUNDS)) break;
  }
  for (const row of rows) row.change = clamp(row.impulse + row.change, row.low, row.high) - row.impulse;
}

/** The active rows by L D Lᵀ, the others held at their changes. */
function solveActive(rows: BlockRow[], inverseMass: number[][]): void {
  const n = rows.length;
  const L: number[][] = [];
  const inversePivots: number[] = [];
  const x: number[] = [];
  const least = LEAST_PIVOT * LEAST_PIVOT * rows.reduce((most, { coordinate }) => Math.max(most, inverseMass[coordinate][coordinate]), 0);
  for (let i = 0; i < n; i++) {
    const row = rows[i];
    const line: number[] = new Array(i).fill(0);
    L.push(line);
    inversePivots.push(0);
    x.push(0);
    if (!row.active) continue;
    const G = inverseMass[row.coordinate];
    const diagonal = G[row.coordinate] + row.softness;
    let rest = row.residual;
    let pivotal = diagonal;
    for (const other of rows) if (!other.active) rest -= G[other.coordinate] * other.change;
    // First L D, from which L follows.
    for (let j = 0; j < i; j++) {
      if (!rows[j].active) continue;
      line[j] = G[rows[j].coordinate];
      for (let k = 0; k < j; k++) line[j] -= line[k] * L[j][k];
    }
    for (let j = 0; j < i; j++) {
      const scaled = line[j] * inversePivots[j];
      pivotal -= line[j] * scaled;
      rest -= scaled * x[j];
      line[j] = scaled;
    }
    inversePivots[i] = pivotal > Math.max(LEAST_PIVOT * diagonal, least) ? 1 / pivotal : 0;
    x[i] = rest;
  }
  for (let i = n - 1; i >= 0; i--) {
    if (!rows[i].active) continue;
    let value = x[i] * inversePivots[i];
    for (let j = i + 1; j < n; j++) if (rows[j].active) value -= L[j][i] * rows[j].change;
    rows[i].change = value;
  }
}

/** Lets rows that are out of bounds go to the bound, and those at a bound that want off it hold. Returns whether any changed. */
function pivot(rows: BlockRow[], inverseMass: number[][], onlyFirst: boolean): boolean {
  let changed = false;
  for (const row of rows) {
    if (onlyFirst && changed) break;
    if (row.active) {
      const impulse = row.impulse + row.change;
      if (impulse >= row.low && impulse <= row.high) continue;
      row.change = clamp(impulse, row.low, row.high) - row.impulse;
      row.active = false;
      changed = true;
    } else if (row.low < row.high) {
      const G = inverseMass[row.coordinate];
      let residual = row.residual - row.softness * row.change;
      for (const other of rows) residual -= G[other.coordinate] * other.change;
      const impulse = row.impulse + row.change;
      const atLow = impulse - row.low < row.high - impulse;
      if (atLow ? residual <= 0 : residual >= 0) continue;
      row.active = true;
      changed = true;
    }
  }
  return changed;
}
