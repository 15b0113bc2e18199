// Statistics of what a scene records frame by frame.
import type { Recorded } from './scene.ts';

/** Of every scene, unless it samples less often. */
export const FRAMES_PER_SECOND = 60;

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
}

/** The most recent values of a record, by default those of the last second. */
export class Recent {
  readonly values: number[] = [];

  constructor(private readonly most = FRAMES_PER_SECOND) {}

  push(value: number): void {
    this.values.push(value);
    if (this.values.length > this.most) this.values.shift();
  }

  recall(values: Recorded): void {
    this.values.splice(0, this.values.length, ...(values as number[]));
  }

  /** 0 while there are none. */
  get mean(): number {
    return this.values.length > 0 ? mean(this.values) : 0;
  }
}

/** The largest value, NaN if one of them is NaN: an exploded simulation must not look like a good one. */
export function largest(values: Iterable<number>): number {
  let result = Number.NEGATIVE_INFINITY;
  for (const value of values) result = Math.max(result, value);
  return result;
}

/** Errors of many joints, sampled at intervals. */
export class ErrorRecord {
  private samples = 0;
  private most = 0;
  private meanSquares = 0;

  push(errors: number[]): void {
    this.samples++;
    this.most = largest([this.most, ...errors]);
    this.meanSquares += mean(errors.map((error) => error * error));
  }

  recorded(): Recorded {
    return [this.samples, this.most, this.meanSquares];
  }
  recall(recorded: Recorded): void {
    [this.samples, this.most, this.meanSquares] = recorded as number[];
  }

  /** Over all samples, or of the current errors if there are none yet. */
  measures(now: () => number[]): { most: number; rootMeanSquare: number } {
    if (this.samples > 0) return { most: this.most, rootMeanSquare: Math.sqrt(this.meanSquares / this.samples) };
    const first = new ErrorRecord();
    first.push(now());
    return first.measures(now);
  }
}

/** The value below which a part of the values lies, the nearest rank. */
export function quantile(values: ArrayLike<number>, part: number): number {
  const sorted = Float64Array.from(values).sort();
  return sorted[Math.max(0, Math.ceil(part * sorted.length) - 1)];
}

export function median(values: ArrayLike<number>): number {
  const sorted = Float64Array.from(values).sort();
  const middle = sorted.length >> 1;
  return sorted.length % 2 ? sorted[middle] : (sorted[middle - 1] + sorted[middle]) / 2;
}
