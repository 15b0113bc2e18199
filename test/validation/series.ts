// What the measures of runs share.
import { bodiesOf, type Case } from './case.ts';
import type { Moment, Run } from './run.ts';

/** Values that should all be the listed one: one of them, or as many as were recorded of something constant. */
export type Measure = (run: Run, item: Case) => number[][];

export const dynamicNames = (item: Case) =>
  bodiesOf(item)
    .filter(({ type }) => type === 'dynamic')
    .map(({ name }) => name);

/** Everything up to the case's end; the last moment lies beyond. */
export function recorded({ moments }: Run): Moment[] {
  return moments.slice(0, -1);
}

/** Slope of the straight line that fits a value best. */
export function slope(moments: Moment[], value: (moment: Moment) => number): number {
  const points = moments.map((moment) => [moment.time, value(moment)]);
  const [meanTime, meanValue] = [0, 1].map((column) => points.reduce((sum, point) => sum + point[column], 0) / points.length);
  const sums = points.map(([time, y]) => [(time - meanTime) * (y - meanValue), (time - meanTime) ** 2]);
  return sums.reduce((sum, [product]) => sum + product, 0) / sums.reduce((sum, [, square]) => sum + square, 0);
}
