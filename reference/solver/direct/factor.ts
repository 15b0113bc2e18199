// L D Lᵀ of a symmetric positive semidefinite matrix in the order of its rows. A row starts at its first entry that is not zero, and so does
// that of L: no entry before it fills in.

/** Pivots below this, relative to their diagonal entry, belong to a row that depends on others; such a row gets nothing. */
const LEAST_PIVOT = 1e-13;

export class Factor {
  private readonly lower: Float64Array[] = [];
  private readonly inversePivots: number[] = [];

  /** `first`: column of the first entry of each row; `entry`: of the lower triangle. */
  constructor(
    private readonly first: number[],
    entry: (row: number, column: number) => number,
  ) {
    const { lower, inversePivots } = this;
    for (let i = 0; i < first.length; i++) {
      const from = first[i];
      const line = new Float64Array(i - from);
      const diagonal = entry(i, i);
      let pivot = diagonal;
      // First L D, from which L follows.
      for (let j = from; j < i; j++) {
        const other = lower[j];
        let value = entry(i, j);
        for (let k = Math.max(from, first[j]); k < j; k++) value -= line[k - from] * other[k - first[j]];
        line[j - from] = value;
      }
      for (let j = from; j < i; j++) {
        const scaled = line[j - from] * inversePivots[j];
        pivot -= line[j - from] * scaled;
        line[j - from] = scaled;
      }
      lower.push(line);
      inversePivots.push(pivot > LEAST_PIVOT * diagonal ? 1 / pivot : 0);
    }
  }

  solve(right: Float64Array): void {
    const { first, inversePivots, lower } = this;
    for (let i = 0; i < right.length; i++) for (let k = first[i]; k < i; k++) right[i] -= lower[i][k - first[i]] * right[k];
    for (let i = 0; i < right.length; i++) right[i] *= inversePivots[i];
    for (let i = right.length - 1; i >= 0; i--) for (let k = first[i]; k < i; k++) right[k] -= lower[i][k - first[i]] * right[i];
  }
}
