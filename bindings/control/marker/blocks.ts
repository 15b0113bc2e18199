// Linear systems of a tree of blocks of six: each block meets its own and its parent's.
import type { Vec3 } from '../../core/arguments.ts';

const SIZE = 6;
const ENTRIES = SIZE * SIZE;

/** Symmetric and positive definite: the diagonal blocks, those between each block and its parent, and the right sides. */
export class BlockTree {
  readonly diagonal: Float64Array;
  /** Rows of the child, columns of the parent. */
  readonly coupling: Float64Array;
  readonly right: Float64Array;

  /** Parents come before their children; -1 is none. */
  constructor(readonly parents: readonly number[]) {
    this.diagonal = new Float64Array(ENTRIES * parents.length);
    this.coupling = new Float64Array(ENTRIES * parents.length);
    this.right = new Float64Array(SIZE * parents.length);
  }

  clear(): void {
    for (const list of [this.diagonal, this.coupling, this.right]) list.fill(0);
  }

  /** Adds weight · jacobianᵀ jacobian and weight · jacobianᵀ error of one row about a block, and its parent if `above` is given. */
  addRow(block: number, own: ArrayLike<number>, error: number, weight: number, above?: ArrayLike<number>): void {
    this.#addTo(block, own, error, weight);
    if (!above) return;
    const parent = this.parents[block];
    this.#addTo(parent, above, error, weight);
    const start = ENTRIES * block;
    for (let i = 0; i < SIZE; i++) for (let j = 0; j < SIZE; j++) this.coupling[start + SIZE * i + j] += weight * own[i] * above[j];
  }

  /** The same for the three rows of a point at an arm from the block's origin, which is off by `error`. */
  addPoint(block: number, arm: Readonly<Vec3>, error: Readonly<Vec3>, weight: number): void {
    addArms(this.diagonal, ENTRIES * block, arm, arm, weight);
    this.#addError(block, arm, error, weight);
  }

  /** The same for a point that a block shares with its parent, at arms from the origins of both; `error` is from the block's to the parent's. */
  addShared(block: number, own: Readonly<Vec3>, above: Readonly<Vec3>, error: Readonly<Vec3>, weight: number): void {
    const parent = this.parents[block];
    this.addPoint(block, own, error, weight);
    addArms(this.diagonal, ENTRIES * parent, above, above, weight);
    addArms(this.coupling, ENTRIES * block, own, above, -weight);
    this.#addError(parent, above, error, -weight);
  }

  #addError(block: number, [x, y, z]: Readonly<Vec3>, [a, b, c]: Readonly<Vec3>, weight: number): void {
    const { right } = this;
    const start = SIZE * block;
    right[start] += weight * a;
    right[start + 1] += weight * b;
    right[start + 2] += weight * c;
    right[start + 3] += weight * (y * c - z * b);
    right[start + 4] += weight * (z * a - x * c);
    right[start + 5] += weight * (x * b - y * a);
  }

  #addTo(block: number, row: ArrayLike<number>, error: number, weight: number): void {
    const start = ENTRIES * block;
    for (let i = 0; i < SIZE; i++) {
      this.right[SIZE * block + i] += weight * row[i] * error;
      for (let j = 0; j < SIZE; j++) this.diagonal[start + SIZE * i + j] += weight * row[i] * row[j];
    }
  }

  /** Adds to the diagonal. */
  damp(value: number): void {
    for (let block = 0; block < this.parents.length; block++)
      for (let i = 0; i < SIZE; i++) this.diagonal[ENTRIES * block + SIZE * i + i] += value;
  }

  /** The solution, in place of the right sides; eliminates from the leaves to the root. */
  solve(): Float64Array {
    const { parents, diagonal, coupling, right } = this;
    for (let block = parents.length - 1; block >= 0; block--) {
      const at = ENTRIES * block;
      factor(diagonal, at);
      const parent = parents[block];
      const own = right.subarray(SIZE * block, SIZE * (block + 1));
      forward(diagonal, at, own, 0, 1);
      if (parent < 0) continue;
      // C becomes L⁻¹ C, column by column; then the parent loses Cᵀ C and Cᵀ b.
      for (let column = 0; column < SIZE; column++) forward(diagonal, at, coupling, at + column, SIZE);
      for (let i = 0; i < SIZE; i++)
        for (let k = 0; k < SIZE; k++) {
          const entry = coupling[at + SIZE * k + i];
          right[SIZE * parent + i] -= entry * own[k];
          for (let j = 0; j < SIZE; j++) diagonal[ENTRIES * parent + SIZE * i + j] -= entry * coupling[at + SIZE * k + j];
        }
    }
    for (let block = 0; block < parents.length; block++) {
      const at = ENTRIES * block;
      const parent = parents[block];
      if (parent >= 0)
        for (let i = 0; i < SIZE; i++)
          for (let j = 0; j < SIZE; j++) right[SIZE * block + i] -= coupling[at + SIZE * i + j] * right[SIZE * parent + j];
      backward(diagonal, at, right, SIZE * block);
    }
    return right;
  }
}

/** Cholesky of a block, in its lower half. */
function factor(matrix: Float64Array, at: number): void {
  for (let j = 0; j < SIZE; j++)
    for (let i = j; i < SIZE; i++) {
      let sum = matrix[at + SIZE * i + j];
      for (let k = 0; k < j; k++) sum -= matrix[at + SIZE * i + k] * matrix[at + SIZE * j + k];
      matrix[at + SIZE * i + j] = i === j ? Math.sqrt(Math.max(sum, 1e-300)) : sum / matrix[at + SIZE * j + j];
    }
}

function forward(matrix: Float64Array, at: number, values: Float64Array, start: number, stride: number): void {
  for (let i = 0; i < SIZE; i++) {
    let sum = values[start + stride * i];
    for (let k = 0; k < i; k++) sum -= matrix[at + SIZE * i + k] * values[start + stride * k];
    values[start + stride * i] = sum / matrix[at + SIZE * i + i];
  }
}

function backward(matrix: Float64Array, at: number, values: Float64Array, start: number): void {
  for (let i = SIZE - 1; i >= 0; i--) {
    let sum = values[start + i];
    for (let k = i + 1; k < SIZE; k++) sum -= matrix[at + SIZE * k + i] * values[start + k];
    values[start + i] = sum / matrix[at + SIZE * i + i];
  }
}

/** Adds weight · Jᵀ K for the velocities J and K of points at two arms by the rates of their blocks, J = (1, -[arm]×). */
function addArms(matrix: Float64Array, at: number, [x, y, z]: Readonly<Vec3>, [p, q, r]: Readonly<Vec3>, weight: number): void {
  const inner = x * p + y * q + z * r;
  const add = (row: number, column: number, value: number) => {
    matrix[at + SIZE * row + column] += weight * value;
  };
  for (let k = 0; k < 3; k++) add(k, k, 1);
  add(0, 4, r);
  add(0, 5, -q);
  add(1, 3, -r);
  add(1, 5, p);
  add(2, 3, q);
  add(2, 4, -p);
  add(3, 1, -z);
  add(3, 2, y);
  add(4, 0, z);
  add(4, 2, -x);
  add(5, 0, -y);
  add(5, 1, x);
  add(3, 3, inner - p * x);
  add(3, 4, -p * y);
  add(3, 5, -p * z);
  add(4, 3, -q * x);
  add(4, 4, inner - q * y);
  add(4, 5, -q * z);
  add(5, 3, -r * x);
  add(5, 4, -r * y);
  add(5, 5, inner - r * z);
}
