// Figures that sum up what a scene recorded, frame by frame.

/** Of every scene, unless it samples less often. */
export const FRAMES_PER_SECOND = 60;

export function mean(values: ArrayLike<number>): number {
  let sum = 0;
  for (let k = 0; k < values.length; k++) sum += values[k];
  return sum / values.length;
}

/** Mean over the last second of a record; over all of a shorter one. */
export function meanOfLastSecond(values: number[], perSecond = FRAMES_PER_SECOND): number {
  return mean(values.slice(-perSecond));
}

/** The largest value, NaN if one of them is NaN: an exploded simulation must not look like a good one. */
export function largest(values: Iterable<number>): number {
  let result = Number.NEGATIVE_INFINITY;
  for (const value of values) result = Math.max(result, value);
  return result;
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
