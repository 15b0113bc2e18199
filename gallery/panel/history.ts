const TIME = 'time';

/** Columns of numbers over time, of which the last `capacity` rows are kept. */
export class History {
  /** Twice the rows that are kept, so that moving them to the front is rare. */
  private columns = new Map<string, Float64Array>();
  private start = 0;
  private end = 0;

  constructor(readonly capacity: number = 6000) {}

  /** Rows that there are. */
  get length(): number {
    return this.end - this.start;
  }

  /** Names of the columns, in the order in which they came. */
  get names(): string[] {
    return [...this.columns.keys()];
  }

  /** The rows of one column, oldest first; NaN where nothing was reported. It is valid until the next change. */
  column(name: string): Float64Array | undefined {
    return this.columns.get(name)?.subarray(this.start, this.end);
  }

  /** The times of the rows, strictly ascending. */
  get times(): Float64Array {
    return this.column(TIME) ?? new Float64Array();
  }

  /** Adds a row, or adds to the last one if that has the same time. If time has been set back, the rows after that are forgotten first. */
  push(time: number, values: Readonly<Record<string, number>>): void {
    const row = firstNotBefore(this.times, time);
    const goesOn = row < this.length && this.times[row] === time;
    this.end = this.start + row;
    if (goesOn) {
      for (const name in values) if (!Number.isNaN(values[name])) this.write(name, values[name]);
      this.end++;
      return;
    }
    if (this.end === 2 * this.capacity) this.moveToFront();
    for (const column of this.columns.values()) column[this.end] = Number.NaN;
    this.write(TIME, time);
    for (const name in values) this.write(name, values[name]);
    this.end++;
    this.start = Math.max(this.start, this.end - this.capacity);
  }

  /** Drops the columns whose names begin so. */
  forget(prefix: string): void {
    for (const name of this.names) if (name.startsWith(prefix)) this.columns.delete(name);
  }

  clear(): void {
    this.columns.clear();
    this.start = 0;
    this.end = 0;
  }

  private write(name: string, value: number): void {
    let column = this.columns.get(name);
    if (!column) {
      column = new Float64Array(2 * this.capacity).fill(Number.NaN);
      this.columns.set(name, column);
    }
    column[this.end] = value;
  }

  private moveToFront(): void {
    // The oldest row makes room for the one that comes.
    this.start++;
    for (const column of this.columns.values()) column.copyWithin(0, this.start, this.end);
    this.end -= this.start;
    this.start = 0;
  }
}

/** Index of the first of ascending numbers that is not less than the limit; their count if all are less. */
export function firstNotBefore(ascending: Float64Array, limit: number): number {
  let low = 0;
  let high = ascending.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (ascending[middle] < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** All times for which any of the histories has a row, ascending. */
export function timesOf(histories: readonly History[]): Float64Array {
  if (histories.length === 1) return histories[0].times.slice();
  return Float64Array.from(new Set(histories.flatMap((history) => [...history.times]))).sort();
}
