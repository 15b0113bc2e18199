// Springs whose load is limited as a vector, where all rows are solved at once: without the limit first; what is beyond it keeps its direction.
import type { ConstraintRow } from '../../constraint/row.ts';
import type { BoundedRows } from '../linear/bounds.ts';
import type { Line } from './line.ts';

/** Rows by their indices, and how large their loads may be together. */
interface Vector {
  rows: number[];
  most: number;
}

export class Vectors {
  private readonly all: Vector[] = [];

  /** Takes the bounds from those rows of `wanted` that are limited together. */
  constructor(
    rows: readonly ConstraintRow[],
    lines: ReadonlyMap<ConstraintRow, Line>,
    private readonly wanted: BoundedRows,
  ) {
    rows.forEach((row, index) => {
      const vector = lines.get(row)?.vector ?? [];
      const most = wanted.high[index];
      if (vector.length === 0 || most === Infinity) return;
      const own = vector.map((line) => rows.indexOf(line.row)).filter((k) => k >= 0);
      this.all.push({ rows: own, most });
      this.bound(own, () => Infinity);
    });
  }

  /** Bounds those that are too large; whether there are any. */
  limit(z: Float64Array): boolean {
    let limited = false;
    for (const { most, rows } of this.all) {
      const size = Math.hypot(...rows.map((row) => z[row]));
      if (size <= most) continue;
      this.bound(rows, (row) => (most * Math.abs(z[row])) / size);
      limited = true;
    }
    return limited;
  }

  private bound(rows: readonly number[], most: (row: number) => number): void {
    for (const row of rows) {
      this.wanted.high[row] = most(row);
      this.wanted.low[row] = -most(row);
    }
  }
}
