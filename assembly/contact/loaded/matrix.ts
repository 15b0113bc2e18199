// A symmetric matrix in the envelope of its lower triangle, of each row the numbers from the first that is not zero up to the diagonal; and L D Lᵀ of those of
// its rows that are free, in the envelope of these. A factor is kept while the same rows are free.
import { MOST_POINTS, RowState } from './record';

const STATE: usize = offsetof<RowState>();
const NUMBER: usize = sizeof<f64>();

/** A factor: the part by which the diagonal is greater, addresses of its rows and its numbers, and how many rows it has; none before there is one. */
// @ts-ignore: decorator
@unmanaged
export class Factor {
  yielding: f64;
  rows: usize;
  numbers: usize;
  count: u32;
}

/** A row of a factor: its inverse pivot, the row of the matrix, its first column in the factor, and address of that number. */
// @ts-ignore: decorator
@unmanaged
export class FreeRow {
  pivot: f64;
  row: u32;
  first: u32;
  numbers: usize;
}
/** Of each row of the matrix, how many free ones are before it. */
const BEFORE: usize = scratch<u32>(MOST_POINTS);
/** Right-hand side and solution, by rows of the factor. */
const SOLUTION: usize = scratch<f64>(MOST_POINTS);

export function stateAt(states: usize, row: u32): RowState {
  return changetype<RowState>(states + <usize>row * STATE);
}

function freeRow(factor: Factor, index: u32): FreeRow {
  return changetype<FreeRow>(factor.rows + <usize>index * offsetof<FreeRow>());
}

function numberAt(numbers: usize, index: u32): usize {
  return numbers + <usize>index * NUMBER;
}

/** Scalar product of two rows of numbers; every fourth makes a sum of its own, so that none waits for another. */
function dotOf(p: usize, q: usize, count: u32): f64 {
  let even = f64x2.splat(0);
  let odd = f64x2.splat(0);
  const end = p + ((<usize>count & ~3) << 3);
  for (; p < end; p += 32, q += 32) {
    even = f64x2.add(even, f64x2.mul(v128.load(p), v128.load(q)));
    odd = f64x2.add(odd, f64x2.mul(v128.load(p, 16), v128.load(q, 16)));
  }
  if (count & 2) {
    even = f64x2.add(even, f64x2.mul(v128.load(p), v128.load(q)));
    p += 16;
    q += 16;
  }
  even = f64x2.add(even, odd);
  const sum = f64x2.extract_lane(even, 0) + f64x2.extract_lane(even, 1);
  return count & 1 ? sum + load<f64>(p) * load<f64>(q) : sum;
}

/** Adds a multiple of a row of numbers to another. */
function addMultiple(sum: usize, row: usize, factor: f64, count: u32): void {
  const both = f64x2.splat(factor);
  for (const end = sum + ((<usize>count >> 1) << 4); sum < end; sum += 16, row += 16) {
    v128.store(sum, f64x2.add(v128.load(sum), f64x2.mul(v128.load(row), both)));
  }
  if (count & 1) store<f64>(sum, load<f64>(sum) + load<f64>(row) * factor);
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
    const total = (1 + yielding) * load<f64>(numberAt(numbers, last)) * own + dotOf(numbers, numberAt(vector, first), last);
    if (own != 0) addMultiple(numberAt(sum, first), numbers, own, last);
    store<f64>(numberAt(sum, i), load<f64>(numberAt(sum, i)) + total);
  }
}

/**
 * Makes a factor that of the free rows: what is before the first row that was free and is not, or the other way round, stays. Its address of numbers has room for
 * as many as the matrix has.
 */
export function factorFree(states: usize, count: u32, matrix: usize, factor: Factor): void {
  let free: u32 = 0;
  let numbers = factor.numbers;
  let isSame = true;
  for (let i: u32 = 0; i < count; i++) {
    const row = stateAt(states, i);
    store<u32>(BEFORE + ((<usize>i) << 2), free);
    if (isSame && isNext(factor, free, i) != (row.isFree != 0)) isSame = false;
    if (!row.isFree) continue;
    const item = freeRow(factor, free);
    if (!isSame) {
      item.row = i;
      item.first = load<u32>(BEFORE + ((<usize>row.first) << 2));
      item.numbers = numbers;
      eliminate(states, matrix, factor, free);
    }
    numbers = numberAt(item.numbers, free - item.first + 1);
    free++;
  }
  factor.count = free;
}

/** Whether a row of the matrix is the row of this number of a factor. */
function isNext(factor: Factor, index: u32, row: u32): bool {
  return index < factor.count && freeRow(factor, index).row == row;
}

/** Whether a factor is that of the free rows. */
export function isCurrent(states: usize, count: u32, factor: Factor): bool {
  let next: u32 = 0;
  for (let i: u32 = 0; i < count; i++) {
    const isIn = isNext(factor, next, i);
    if (isIn != (stateAt(states, i).isFree != 0)) return false;
    if (isIn) next++;
  }
  return true;
}

function eliminate(states: usize, matrix: usize, factor: Factor, index: u32): void {
  const item = freeRow(factor, index);
  const row = stateAt(states, item.row);
  const source = matrix + (<usize>row.offset - <usize>row.first) * NUMBER;
  let pivot = (1 + factor.yielding) * load<f64>(numberAt(source, item.row));
  const first = item.first;
  for (let j = first; j < index; j++) {
    const other = freeRow(factor, j);
    const from = max(first, other.first);
    const others = dotOf(numberAt(item.numbers, from - first), numberAt(other.numbers, from - other.first), j - from);
    store<f64>(numberAt(item.numbers, j - first), load<f64>(numberAt(source, other.row)) - others);
  }
  for (let j = first; j < index; j++) {
    const at = numberAt(item.numbers, j - first);
    const number = load<f64>(at);
    const scaled = number * freeRow(factor, j).pivot;
    pivot -= number * scaled;
    store<f64>(at, scaled);
  }
  item.pivot = pivot > 0 ? 1 / pivot : 0;
}

/** Writes minus the solution of the factored rows for the sum of two right-hand sides, arrays over all rows, to `step`; 0 for the others. */
export function solveFree(count: u32, factor: Factor, gradient: usize, effect: usize, step: usize): void {
  const free = factor.count;
  for (let i: u32 = 0; i < free; i++) {
    const item = freeRow(factor, i);
    const others = dotOf(item.numbers, numberAt(SOLUTION, item.first), i - item.first);
    store<f64>(numberAt(SOLUTION, i), -load<f64>(numberAt(gradient, item.row)) - load<f64>(numberAt(effect, item.row)) - others);
  }
  for (let i: u32 = 0; i < free; i++) {
    const at = numberAt(SOLUTION, i);
    store<f64>(at, load<f64>(at) * freeRow(factor, i).pivot);
  }
  memory.fill(step, 0, <usize>count * NUMBER);
  for (let i = <i32>free - 1; i >= 0; i--) {
    const item = freeRow(factor, i);
    const value = load<f64>(numberAt(SOLUTION, i));
    addMultiple(numberAt(SOLUTION, item.first), item.numbers, -value, <u32>i - item.first);
    store<f64>(numberAt(step, item.row), value);
  }
}
