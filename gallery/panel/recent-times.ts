import { median } from '../../scenes/statistics.ts';
import type { Sample } from '../engine/types.ts';

const KEPT = 60;

export interface RecentTimes {
  /** Remembers how long the step of a sample took, unless it was the last one seen. */
  see(sample: Sample | null): void;
  /** Median of the last steps, ms; NaN if there were none. */
  median(): number;
}

/** Times of the last 60 steps. */
export function recentTimes(): RecentTimes {
  let last: Sample | null = null;
  const times: number[] = [];
  return {
    see(sample) {
      if (!sample || sample === last || Number.isNaN(sample.stepTime)) return;
      if (last && sample.frame < last.frame) times.length = 0; // a new start
      last = sample;
      times.push(sample.stepTime);
      if (times.length > KEPT) times.shift();
    },
    median: () => median(times),
  };
}
