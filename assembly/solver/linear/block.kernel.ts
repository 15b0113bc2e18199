import { SINGULAR } from '../../constraint/constants';
import { BlockRow } from '../../joint/frame/lanes.kernel';
import { coordinateOfRow, factorAt, gramAt, rowAt } from '../../joint/frame/scratch';

/** Rounds of pivoting in which all rows that are wrong change sides; after these, only the first of a joint. */
const BLOCK_ROUNDS: u32 = 3;
const ROUNDS: u32 = 24;

function row<T>(index: u32): BlockRow<T> {
  return changetype<BlockRow<T>>(rowAt(index));
}

/**
 * The rows of a joint as a mixed linear complementarity problem, u = u0 + A Δp, solved directly: Waterson's section 6.1 clamps the
 * accumulated impulse of one row; several at once take the block principal pivoting of Júdice and Pires (seed 003 has the
 * same pivots one at a time). Rows that depend on others get no impulse.
 */
export function solveBlock<T>(count: u32): void {
  for (let k: u32 = 0; k < count; k++) {
    const r = row<T>(k);
    const atBound = clamp(r.impulse, r.low, r.high) - r.impulse;
    r.change = r.active ? r.change : atBound;
  }
  for (let round: u32 = 0; round < ROUNDS; round++) {
    factor<T>(count);
    substitute<T>(count);
    if (!pivot<T>(count, round >= BLOCK_ROUNDS)) break;
  }
  for (let k: u32 = 0; k < count; k++) {
    const r = row<T>(k);
    r.change = clamp(r.impulse + r.change, r.low, r.high) - r.impulse;
  }
}

/** A = L D L^T of the active rows, and the forward substitution; the others are held at their changes. */
function factor<T>(count: u32): void {
  let least: lane<T> = splat<T>(0);
  for (let i: u32 = 0; i < count; i++) {
    const own: lane<T> = load<T>(gramAt(coordinateOfRow(i), coordinateOfRow(i)));
    least = max(least, own);
  }
  // Bodies that turn in one plane only answer by rounding errors across their axis.
  least = splat<T>(SINGULAR * SINGULAR) * least;
  for (let i: u32 = 0; i < count; i++) {
    const r = row<T>(i);
    const holds = r.active;
    if (!any(holds)) {
      r.rest = splat<T>(0);
      r.inversePivot = splat<T>(0);
      for (let j: u32 = 0; j < i; j++) store<T>(factorAt(i, j), splat<T>(0));
      continue;
    }
    const ci = coordinateOfRow(i);
    const own: lane<T> = load<T>(gramAt(ci, ci));
    const diagonal = own + r.softness;
    let rest = r.residual;
    let pivotal = diagonal;
    for (let j: u32 = 0; j < count; j++) {
      const other = row<T>(j);
      const otherHolds = other.active;
      if (all(otherHolds)) continue;
      const between: lane<T> = load<T>(gramAt(ci, coordinateOfRow(j)));
      rest -= otherHolds ? 0 : between * other.change;
    }
    // First L D, from which L follows.
    for (let j: u32 = 0; j < i; j++) {
      const otherHolds = row<T>(j).active;
      const between: lane<T> = load<T>(gramAt(ci, coordinateOfRow(j)));
      let entry: lane<T> = holds && otherHolds ? between : 0;
      for (let k: u32 = 0; k < j; k++) {
        const mine: lane<T> = load<T>(factorAt(i, k));
        const its: lane<T> = load<T>(factorAt(j, k));
        entry -= mine * its;
      }
      store<T>(factorAt(i, j), entry);
    }
    for (let j: u32 = 0; j < i; j++) {
      const other = row<T>(j);
      const entry: lane<T> = load<T>(factorAt(i, j));
      const scaled: lane<T> = entry * other.inversePivot;
      pivotal -= entry * scaled;
      rest -= scaled * other.rest;
      store<T>(factorAt(i, j), scaled);
    }
    r.inversePivot = holds && pivotal > max(splat<T>(SINGULAR) * diagonal, least) ? 1 / pivotal : 0;
    r.rest = holds ? rest : 0;
  }
}

/** The backward substitution. */
function substitute<T>(count: u32): void {
  for (let n: u32 = count; n > 0; n--) {
    const i = n - 1;
    const r = row<T>(i);
    const holds = r.active;
    if (!any(holds)) continue;
    let value = r.rest * r.inversePivot;
    for (let j: u32 = n; j < count; j++) {
      const entry: lane<T> = load<T>(factorAt(j, i));
      value -= entry * row<T>(j).change;
    }
    r.change = holds ? value : r.change;
  }
}

/** Lets rows that are out of bounds go to the bound, and those at a bound that want off it hold. Returns whether any changed. */
function pivot<T>(count: u32, onlyFirst: bool): bool {
  let changed = mask(false);
  for (let i: u32 = 0; i < count; i++) {
    const r = row<T>(i);
    const holds = r.active;
    const impulse = r.impulse + r.change;
    const out = holds && (impulse < r.low || impulse > r.high);
    let wanted = out;
    if (!all(holds) && any(r.low < r.high)) {
      const ci = coordinateOfRow(i);
      let residual = r.residual - r.softness * r.change;
      for (let j: u32 = 0; j < count; j++) {
        const between: lane<T> = load<T>(gramAt(ci, coordinateOfRow(j)));
        residual -= between * row<T>(j).change;
      }
      const atLow = impulse - r.low < r.high - impulse;
      const off = (atLow && residual > 0) || (!atLow && residual < 0);
      wanted = out || (!holds && r.low < r.high && off);
    }
    if (onlyFirst) wanted = wanted && !changed;
    changed = changed || wanted;
    const atBound = clamp(impulse, r.low, r.high) - r.impulse;
    r.change = wanted && holds ? atBound : r.change;
    r.active = holds != wanted;
  }
  return any(changed);
}
