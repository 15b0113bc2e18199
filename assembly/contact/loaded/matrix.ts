// A symmetric matrix by L D Lᵀ, in the envelope of its lower triangle: of each row the numbers from the first that is not zero up to the diagonal.
import { RowState } from './record';

const STATE: usize = offsetof<RowState>();
const NUMBER: usize = sizeof<f64>();

export function stateAt(states: usize, row: u32): RowState {
  return changetype<RowState>(states + <usize>row * STATE);
}

/** Address of a row's number in a column that its envelope has. */
function numberAt(numbers: usize, row: RowState, column: u32): usize {
  return numbers + <usize>(row.offset + column - row.first) * NUMBER;
}

export function setNumber(numbers: usize, row: RowState, column: u32, value: f64): void {
  store<f64>(numberAt(numbers, row, column), value);
}

/** Factors what the active rows have among each other; `factor` has as many numbers as the matrix. */
export function factorActive(states: usize, count: u32, matrix: usize, factor: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    row.isFactored = row.isActive;
    if (!row.isActive) continue;
    const out = numberAt(factor, row, row.first);
    let pivot = load<f64>(numberAt(matrix, row, i));
    for (let j = row.first; j < i; j++) {
      const other = stateAt(states, j);
      let sum: f64 = 0;
      if (other.isActive) {
        sum = load<f64>(numberAt(matrix, row, j));
        for (let k = max(row.first, other.first); k < j; k++) {
          sum -= load<f64>(out + <usize>(k - row.first) * NUMBER) * load<f64>(numberAt(factor, other, k));
        }
      }
      store<f64>(out + <usize>(j - row.first) * NUMBER, sum);
    }
    for (let j = row.first; j < i; j++) {
      const at = out + <usize>(j - row.first) * NUMBER;
      const number = load<f64>(at);
      const scaled = number * stateAt(states, j).pivot;
      pivot -= number * scaled;
      store<f64>(at, scaled);
    }
    row.pivot = pivot > 0 ? 1 / pivot : 0;
  }
}

/** From what is wanted of the active rows to the changes that give it. */
export function solveFactored(states: usize, count: u32, factor: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    if (!row.isActive) continue;
    let sum = row.change;
    for (let j = row.first; j < i; j++) sum -= load<f64>(numberAt(factor, row, j)) * changeOf(states, j);
    row.change = sum;
  }
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    if (row.isActive) row.change *= row.pivot;
  }
  for (let i = <i32>count - 1; i >= 0; i--) {
    const row = stateAt(states, i);
    if (!row.isActive) continue;
    for (let j = row.first; j < <u32>i; j++) {
      const other = stateAt(states, j);
      if (other.isActive) other.change -= load<f64>(numberAt(factor, row, j)) * row.change;
    }
  }
}

function changeOf(states: usize, row: u32): f64 {
  const state = stateAt(states, row);
  return state.isActive ? state.change : 0;
}
