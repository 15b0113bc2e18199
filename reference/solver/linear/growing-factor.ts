// L D Lᵀ of a symmetric positive definite matrix whose rows come and go. A row is appended by a forward substitution; where one goes, the block
// behind it takes the outer product of the column that goes, a positive rank-one update (Gill, Golub, Murray and Saunders 1974, method C1).

export class GrowingFactor {
  private count = 0;
  private readonly lower: Float64Array;
  private readonly pivots: Float64Array;
  /** L⁻¹ of the last column that was asked for, and what is left of its diagonal entry. */
  private readonly column: Float64Array;
  private left = 0;
  private readonly changed: Float64Array;

  constructor(private readonly capacity: number) {
    this.lower = new Float64Array(capacity * capacity);
    this.pivots = new Float64Array(capacity);
    this.column = new Float64Array(capacity);
    this.changed = new Float64Array(capacity);
  }

  get size(): number {
    return this.count;
  }

  /** How much of a diagonal entry the rows that are here do not explain: the pivot that a row with this column would have. */
  remainder(entries: Float64Array, diagonal: number): number {
    const { capacity, column, count, lower, pivots } = this;
    let left = diagonal;
    for (let i = 0; i < count; i++) {
      let value = entries[i];
      for (let k = 0, at = i * capacity; k < i; k++, at++) value -= lower[at] * column[k];
      column[i] = value;
      left -= (value * value) / pivots[i];
    }
    this.left = left;
    return left;
  }

  /** The solution for the column that `remainder` was asked about. */
  solveColumn(out: Float64Array): void {
    for (let i = 0; i < this.count; i++) out[i] = this.column[i] / this.pivots[i];
    this.back(out);
  }

  /** Appends the row that `remainder` was asked about. */
  append(): void {
    const { capacity, column, count, lower, pivots } = this;
    for (let k = 0; k < count; k++) lower[count * capacity + k] = column[k] / pivots[k];
    pivots[count] = this.left;
    this.count++;
  }

  remove(index: number): void {
    const { capacity, changed, count, lower, pivots } = this;
    let weight = pivots[index];
    for (let i = index + 1; i < count; i++) {
      const [from, to] = [i * capacity, (i - 1) * capacity];
      changed[i - 1] = lower[from + index];
      for (let k = 0; k < index; k++) lower[to + k] = lower[from + k];
      for (let k = index + 1; k < i; k++) lower[to + k - 1] = lower[from + k];
      pivots[i - 1] = pivots[i];
    }
    this.count--;
    for (let j = index; j < this.count && weight > 0; j++) {
      const p = changed[j];
      const pivot = pivots[j] + weight * p * p;
      const gain = (weight * p) / pivot;
      weight *= pivots[j] / pivot;
      pivots[j] = pivot;
      for (let i = j + 1; i < this.count; i++) {
        changed[i] -= p * lower[i * capacity + j];
        lower[i * capacity + j] += gain * changed[i];
      }
    }
  }

  /** In place. */
  solve(right: Float64Array): void {
    const { capacity, count, lower, pivots } = this;
    for (let i = 0; i < count; i++) for (let k = 0; k < i; k++) right[i] -= lower[i * capacity + k] * right[k];
    for (let i = 0; i < count; i++) right[i] /= pivots[i];
    this.back(right);
  }

  private back(right: Float64Array): void {
    const { capacity, count, lower } = this;
    for (let i = count - 1; i > 0; i--) for (let k = 0; k < i; k++) right[k] -= lower[i * capacity + k] * right[i];
  }
}
