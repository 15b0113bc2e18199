import { firstNotBefore, type History, timesOf } from './history.ts';

/** Numbers as uPlot wants them: the first list is the times, null stands for nothing. */
export type PlotData = [times: number[] | Float64Array, ...values: (number | null)[][]];

/** Which column of which world a line is drawn from. */
export interface Line {
  history: History;
  column: string;
}

/**
 * Lines on common times. Where there are more rows than twice the buckets, the time is cut into about so many, and of each bucket
 * the minimum and the maximum remain, in their order: peaks stay. Buckets do not move as time goes on, so that lines do not flicker.
 * Numbers that are not finite are left out, as are those not above zero if `positive`.
 */
export function decimate(sides: readonly History[], lines: readonly Line[], buckets: number, positive = false): PlotData {
  const above = positive ? 0 : Number.NEGATIVE_INFINITY;
  const used = sides.filter((side) => side.length > 0);
  if (used.length === 0) return [[], ...lines.map(() => [])];
  if (used.every((side) => side.length <= 2 * buckets)) return exact(used, lines, above);
  const first = Math.min(...used.map((side) => side.times[0]));
  const last = Math.max(...used.map((side) => side.times[side.length - 1]));
  const width = 2 ** Math.ceil(Math.log2((last - first) / buckets));
  const firstBucket = Math.floor(first / width);
  const count = Math.floor(last / width) - firstBucket + 1;
  const times = Array.from({ length: 2 * count }, (_, row) => (firstBucket + row / 2 + 0.25) * width);
  const edges = new Map(used.map((side) => [side, edgesOf(side.times, firstBucket, count, width)]));
  const values = lines.map(({ history, column }) => {
    const edge = edges.get(history);
    const numbers = history.column(column);
    return edge && numbers ? extremes(numbers, edge, above) : new Array<null>(2 * count).fill(null);
  });
  return [times, ...values];
}

function exact(used: readonly History[], lines: readonly Line[], above: number): PlotData {
  const times = timesOf(used);
  const values = lines.map(({ history, column }) => {
    const numbers = history.column(column);
    const own = history.times;
    let row = 0;
    return Array.from(times, (time) => {
      if (!numbers || own[row] !== time) return null;
      const value = numbers[row++];
      return value > above && value < Number.POSITIVE_INFINITY ? value : null;
    });
  });
  return [times, ...values];
}

/** Row at which each bucket begins, and the row after the last one. */
function edgesOf(times: Float64Array, firstBucket: number, count: number, width: number): Uint32Array {
  return Uint32Array.from({ length: count + 1 }, (_, bucket) => firstNotBefore(times, (firstBucket + bucket) * width));
}

function extremes(numbers: Float64Array, edges: Uint32Array, above: number): (number | null)[] {
  const values: (number | null)[] = new Array(2 * (edges.length - 1)).fill(null);
  for (let bucket = 0; bucket + 1 < edges.length; bucket++) {
    let lowest = -1;
    let highest = -1;
    let minimum = Number.POSITIVE_INFINITY;
    let maximum = above;
    for (let row = edges[bucket]; row < edges[bucket + 1]; row++) {
      const value = numbers[row];
      if (!(value > above && value < Number.POSITIVE_INFINITY)) continue;
      if (value < minimum) {
        minimum = value;
        lowest = row;
      }
      if (value > maximum) {
        maximum = value;
        highest = row;
      }
    }
    if (lowest < 0) continue;
    values[2 * bucket] = numbers[Math.min(lowest, highest)];
    values[2 * bucket + 1] = numbers[Math.max(lowest, highest)];
  }
  return values;
}
