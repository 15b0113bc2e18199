// A symmetric matrix in the envelope of its lower triangle, of each row the numbers from the first that is not zero up to the diagonal; and L D Lᵀ of those of
// its rows that are free, in the envelope of these.
import { RowState } from './record';

const STATE: usize = offsetof<RowState>();
const NUMBER: usize = sizeof<f64>();

/** A row of the factor: the row of the matrix, its first column in the factor, and address of that number. */
// @ts-ignore: decorator
@unmanaged
class FreeRow {
  row: u32;
  first: u32;
  numbers: usize;
}
const FREE: usize = scratch<FreeRow>(256);
/** Of each row of the matrix, how many free ones are before it. */
const BEFORE: usize = scratch<u32>(256);
/** Right-hand side and solution, by rows of the factor. */
const SOLUTION: usize = scratch<f64>(256);

export function stateAt(states: usize, row: u32): RowState {
  return changetype<RowState>(states + <usize>row * STATE);
}

function freeRow(index: u32): FreeRow {
  return changetype<FreeRow>(FREE + <usize>index * offsetof<FreeRow>());
}

function numberAt(numbers: usize, index: u32): usize {
  return numbers + <usize>index * NUMBER;
}

export function setNumber(matrix: usize, row: RowState, column: u32, value: f64): void {
  store<f64>(numberAt(matrix, row.offset + column - row.first), value);
}

/** A number of the diagonal. */
export function diagonalAt(matrix: usize, row: RowState, index: u32): f64 {
  return load<f64>(numberAt(matrix, row.offset + index - row.first));
}

/**
 * Adds the matrix, its diagonal greater by the part `yielding`, times a vector to another: an array of numbers each, of as many as there are rows.
 */
export function addProduct(states: usize, count: u32, matrix: usize, yielding: f64, vector: usize, sum: usize): void {
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    const first = row.first;
    const numbers = numberAt(matrix, row.offset);
    const own = load<f64>(numberAt(vector, i));
    const last = i - first;
    let total = (1 + yielding) * load<f64>(numberAt(numbers, last)) * own;
    for (let k: u32 = 0; k < last; k++) total += load<f64>(numberAt(numbers, k)) * load<f64>(numberAt(vector, first + k));
    if (own != 0) {
      for (let k: u32 = 0; k < last; k++) {
        const at = numberAt(sum, first + k);
        store<f64>(at, load<f64>(at) + load<f64>(numberAt(numbers, k)) * own);
      }
    }
    store<f64>(numberAt(sum, i), load<f64>(numberAt(sum, i)) + total);
  }
}

/**
 * Factors what the free rows have among each other, the diagonal greater by the part `yielding`; how many they are. `factor` has room for as many numbers as
 * the matrix has.
 */
export function factorFree(states: usize, count: u32, matrix: usize, yielding: f64, factor: usize): u32 {
  let free: u32 = 0;
  let numbers = factor;
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    store<u32>(BEFORE + ((<usize>i) << 2), free);
    row.isFactored = row.isFree;
    if (!row.isFree) continue;
    const item = freeRow(free);
    item.row = i;
    item.first = load<u32>(BEFORE + ((<usize>row.first) << 2));
    item.numbers = numbers;
    numbers = numberAt(numbers, free - item.first + 1);
    eliminate(states, matrix, yielding, free);
    free++;
  }
  return free;
}

function eliminate(states: usize, matrix: usize, yielding: f64, index: u32): void {
  const item = freeRow(index);
  const row = stateAt(states, item.row);
  const source = matrix + (<usize>row.offset - <usize>row.first) * NUMBER;
  let pivot = (1 + yielding) * load<f64>(numberAt(source, item.row));
  const first = item.first;
  for (let j = first; j < index; j++) {
    const other = freeRow(j);
    const from = max(first, other.first);
    let p = numberAt(item.numbers, from - first);
    let q = numberAt(other.numbers, from - other.first);
    let sum = load<f64>(numberAt(source, other.row));
    for (const end = numberAt(item.numbers, j - first); p < end; p += NUMBER, q += NUMBER) sum -= load<f64>(p) * load<f64>(q);
    store<f64>(numberAt(item.numbers, j - first), sum);
  }
  for (let j = first; j < index; j++) {
    const at = numberAt(item.numbers, j - first);
    const number = load<f64>(at);
    const scaled = number * stateAt(states, freeRow(j).row).pivot;
    pivot -= number * scaled;
    store<f64>(at, scaled);
  }
  row.pivot = pivot > 0 ? 1 / pivot : 0;
}

/** Writes minus the solution of the factored rows for the right-hand side `gradient`, an array over all rows, to `step`; 0 for the others. */
export function solveFree(states: usize, count: u32, free: u32, gradient: usize, step: usize): void {
  for (let i: u32 = 0; i < free; i++) {
    const item = freeRow(i);
    let sum = -load<f64>(numberAt(gradient, item.row));
    for (let j = item.first; j < i; j++) sum -= load<f64>(numberAt(item.numbers, j - item.first)) * load<f64>(numberAt(SOLUTION, j));
    store<f64>(numberAt(SOLUTION, i), sum);
  }
  for (let i: u32 = 0; i < free; i++) {
    const at = numberAt(SOLUTION, i);
    store<f64>(at, load<f64>(at) * stateAt(states, freeRow(i).row).pivot);
  }
  for (let i: u32 = 0; i < count; i++) store<f64>(numberAt(step, i), 0);
  for (let i = <i32>free - 1; i >= 0; i--) {
    const item = freeRow(i);
    const value = load<f64>(numberAt(SOLUTION, i));
    for (let j = item.first; j < <u32>i; j++) {
      const at = numberAt(SOLUTION, j);
      store<f64>(at, load<f64>(at) - load<f64>(numberAt(item.numbers, j - item.first)) * value);
    }
    store<f64>(numberAt(step, item.row), value);
  }
}
