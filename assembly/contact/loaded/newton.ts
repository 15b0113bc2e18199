// The least 1/2 dp (A + e D) dp + dp g under p >= 0, by projected Newton steps (Bertsekas, SIAM J. Control Optim. 20, 1982): rows that push, or fall short, are
// solved together; what would pull stops at zero, and the others are solved again. The way there is taken as far as it goes down.
import { real } from 'precision';
import { addProduct, diagonalAt, Factor, factorFree, FreeRow, isCurrent, solveFree, stateAt } from './matrix';
import { MOST_POINTS } from './record';

/** Parts of their diagonal by which rows yield: first to find out which of them push, then to bring them to their goals. */
const YIELD: f64 = 1e-3;
const LEAST_YIELD: f64 = 1e-5;

/** Newton steps with each of these, and how often what remains is solved again in one. */
const STEPS: u32 = 3;
const TURNS: u32 = 4;

/** m/s: a speed that misses its goal by less is no matter. */
const LEAST_SHORT: f64 = sizeof<real>() == 4 ? 1e-5 : 1e-7;

/** Of each row: g, a change of the impulse, all that has been taken in a step, and what that does to g. */
const GRADIENT: usize = scratch<f64>(MOST_POINTS);
const CHANGE: usize = scratch<f64>(MOST_POINTS);
const TAKEN: usize = scratch<f64>(MOST_POINTS);
const EFFECT: usize = scratch<f64>(MOST_POINTS);

/** A factor for each of the parts by which rows yield, and its rows. */
const ROUGH: usize = scratch<Factor>();
const ROUGH_ROWS: usize = scratch<FreeRow>(MOST_POINTS);
const FINE: usize = scratch<Factor>();
const FINE_ROWS: usize = scratch<FreeRow>(MOST_POINTS);

function numberOf(array: usize, row: u32): f64 {
  return load<f64>(array + ((<usize>row) << 3));
}

function setNumberOf(array: usize, row: u32, value: f64): void {
  store<f64>(array + ((<usize>row) << 3), value);
}

/** For a new matrix; behind its `bytes` there is room for as many twice. */
export function prepareFactors(matrix: usize, bytes: usize): void {
  prepareFactor(ROUGH, YIELD, ROUGH_ROWS, matrix + bytes);
  prepareFactor(FINE, LEAST_YIELD, FINE_ROWS, matrix + 2 * bytes);
}

function prepareFactor(at: usize, yielding: f64, rows: usize, numbers: usize): void {
  const factor = changetype<Factor>(at);
  factor.yielding = yielding;
  factor.rows = rows;
  factor.numbers = numbers;
  factor.count = 0;
}

/** What the speed of a row exceeds its goal by. */
export function setGradient(row: u32, value: f64): void {
  setNumberOf(GRADIENT, row, value);
}

/** Brings the impulses of the rows to where these have their goals. */
export function solvePushes(states: usize, points: u32, matrix: usize): void {
  const fine = changetype<Factor>(FINE);
  if (settles(states, points, matrix, fine)) return;
  approach(states, points, matrix, changetype<Factor>(ROUGH));
  approach(states, points, matrix, fine);
}

/** Whether one step is enough, which is tried where the same rows are free as the last time. */
function settles(states: usize, points: u32, matrix: usize, fine: Factor): bool {
  if (!chooseFree(states, points)) return true;
  if (!isCurrent(states, points, fine)) return false;
  start(states, points);
  descend(states, points, matrix, fine);
  const isSettled = !chooseFree(states, points);
  if (!isSettled) leave(states, points, matrix, fine);
  return isSettled;
}

/** Brings the impulses to where rows that yield by a part have their goals, measured from where they are. */
function approach(states: usize, points: u32, matrix: usize, factor: Factor): void {
  start(states, points);
  for (let k: u32 = 0; k < STEPS; k++) if (!chooseFree(states, points) || !descend(states, points, matrix, factor)) break;
  leave(states, points, matrix, factor);
}

function start(states: usize, points: u32): void {
  for (let k: u32 = 0; k < points; k++) stateAt(states, k).start = stateAt(states, k).impulse;
}

/** Takes what rows have yielded out of the gradient. */
function leave(states: usize, points: u32, matrix: usize, factor: Factor): void {
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const yielded = factor.yielding * diagonalAt(matrix, state, k) * (state.impulse - state.start);
    setNumberOf(GRADIENT, k, numberOf(GRADIENT, k) - yielded);
  }
}

/** A Newton step for the free rows; whether it went down. */
function descend(states: usize, points: u32, matrix: usize, factor: Factor): bool {
  const bytes = (<usize>points) << 3;
  memory.fill(TAKEN, 0, bytes);
  memory.fill(EFFECT, 0, bytes);
  let isLast = false;
  for (let turn: u32 = 1; !isLast; turn++) {
    factorFree(states, points, matrix, factor);
    solveFree(points, factor, GRADIENT, EFFECT, CHANGE);
    isLast = !stop(states, points, matrix, turn == TURNS);
    for (let k: u32 = 0; k < points; k++) setNumberOf(TAKEN, k, numberOf(TAKEN, k) + numberOf(CHANGE, k));
    addProduct(states, points, matrix, factor.yielding, CHANGE, EFFECT);
  }
  return take(states, points);
}

/**
 * Stops rows that would pull at zero, and, unless it is the last turn, leaves the others where they are; whether there were any. Those whose pull is no matter stay
 * free: it may be rounding.
 */
function stop(states: usize, points: u32, matrix: usize, isLast: bool): bool {
  let some = false;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const least = -state.impulse - numberOf(TAKEN, k);
    const pull = least - numberOf(CHANGE, k);
    if (!state.isFree || pull <= 0) continue;
    setNumberOf(CHANGE, k, least);
    if (pull * diagonalAt(matrix, state, k) <= LEAST_SHORT) continue;
    state.isFree = 0;
    some = true;
  }
  if (!some || isLast) return false;
  for (let k: u32 = 0; k < points; k++) if (stateAt(states, k).isFree) setNumberOf(CHANGE, k, 0);
  return true;
}

/** Takes what a step does to the impulses as far as it goes down; false if it does not. */
function take(states: usize, points: u32): bool {
  let slope: f64 = 0;
  let curvature: f64 = 0;
  for (let k: u32 = 0; k < points; k++) {
    slope += numberOf(TAKEN, k) * numberOf(GRADIENT, k);
    curvature += numberOf(TAKEN, k) * numberOf(EFFECT, k);
  }
  if (slope >= 0) return false;
  const part = -slope < curvature ? -slope / curvature : 1;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    state.impulse = max(state.impulse + part * numberOf(TAKEN, k), 0.0);
    setNumberOf(GRADIENT, k, numberOf(GRADIENT, k) + part * numberOf(EFFECT, k));
  }
  return true;
}

/** Frees the rows that push and those that fall short; whether there is anything to solve. */
function chooseFree(states: usize, points: u32): bool {
  let some = false;
  for (let k: u32 = 0; k < points; k++) {
    const state = stateAt(states, k);
    const gradient = numberOf(GRADIENT, k);
    const isFree = state.mayPush != 0 && (state.impulse > 0 || gradient < -LEAST_SHORT);
    state.isFree = isFree ? 1 : 0;
    if (isFree && abs(gradient) > LEAST_SHORT) some = true;
  }
  return some;
}
