// Builds a binary tree of boxes from the top: binned surface area heuristic, after Wald, "On fast Construction of SAH-based Bounding
// Volume Hierarchies" (2007). Only comparisons, sums, products and quotients: the same tree in all engines.

/** Numbers a box has: low x y z, high x y z. */
export const BOX = 6;

const MOST_BINS = 16;
/** Below this depth ranges are halved, whatever their boxes: no tree is deeper than this and log2 of its parts. */
const DEEPEST_BY_AREA = 40;

/** A binary tree; node 0 is its root. A node with one part is a leaf. */
export interface BinaryTree {
  /** Box of each node, six numbers. */
  boxes: Float64Array;
  /** First child of each node, the second one follows it; -1: a leaf. */
  children: Int32Array;
  /** Where a node's parts start in `order`. */
  starts: Uint32Array;
  /** Parts from the left to the right of the tree. */
  order: Uint32Array;
}

export function emptyBox(boxes: Float64Array, at: number): void {
  // One by one: fill() takes several times as long for so few.
  boxes[at] = Infinity;
  boxes[at + 1] = Infinity;
  boxes[at + 2] = Infinity;
  boxes[at + 3] = -Infinity;
  boxes[at + 4] = -Infinity;
  boxes[at + 5] = -Infinity;
}

/** Half of a box's surface; 0 for one that is inside out. */
export function halfArea(boxes: Float64Array, at: number): number {
  const x = boxes[at + 3] - boxes[at];
  const y = boxes[at + 4] - boxes[at + 1];
  const z = boxes[at + 5] - boxes[at + 2];
  return x >= 0 ? x * y + y * z + z * x : 0;
}

function grow(boxes: Float64Array, at: number, others: Float64Array, from: number): void {
  for (let k = 0; k < 3; k++) {
    if (others[from + k] < boxes[at + k]) boxes[at + k] = others[from + k];
    if (others[from + k + 3] > boxes[at + k + 3]) boxes[at + k + 3] = others[from + k + 3];
  }
}

class Builder {
  readonly order: Uint32Array;
  private readonly binBoxes = new Float64Array(MOST_BINS * BOX);
  private readonly binCounts = new Uint32Array(MOST_BINS);
  private readonly rightCosts = new Float64Array(MOST_BINS);
  private readonly running = new Float64Array(BOX);
  private readonly middles = new Float64Array(BOX);
  /** Few parts have few bins: making them empty would take longer than filling them. */
  private bins = MOST_BINS;
  private bestCost = 0;
  private bestAxis = -1;
  private bestBin = 0;

  constructor(
    private readonly boxes: Float64Array,
    count: number,
  ) {
    this.order = Uint32Array.from({ length: count }, (_, part) => part);
  }

  /** Twice the middle of a part along an axis. */
  private middle(part: number, axis: number): number {
    return this.boxes[part * BOX + axis] + this.boxes[part * BOX + axis + 3];
  }

  private binOf(part: number, axis: number, scale: number): number {
    const bin = ((this.middle(part, axis) - this.middles[axis]) * scale) | 0;
    return bin < this.bins ? bin : this.bins - 1;
  }

  private scaleOf(axis: number): number {
    return this.bins / (this.middles[axis + 3] - this.middles[axis]);
  }

  /** Reorders a range of parts so that those of the first child come first; where the second child's start. */
  split(start: number, end: number, depth: number): number {
    const half = (start + end) >>> 1;
    if (end - start === 2 || depth >= DEEPEST_BY_AREA) return half;
    this.bins = end - start < MOST_BINS / 2 ? 2 * (end - start) : MOST_BINS;
    this.measure(start, end);
    this.bestCost = Infinity;
    this.bestAxis = -1;
    for (let axis = 0; axis < 3; axis++) this.tryAxis(start, end, axis);
    if (this.bestAxis < 0) return half;
    const split = this.partition(start, end);
    return split > start && split < end ? split : half;
  }

  /** The box around the middles of a range of parts. */
  private measure(start: number, end: number): void {
    const { middles, boxes, order } = this;
    emptyBox(middles, 0);
    for (let i = start; i < end; i++) {
      const at = order[i] * BOX;
      for (let k = 0; k < 3; k++) {
        const middle = boxes[at + k] + boxes[at + k + 3];
        if (middle < middles[k]) middles[k] = middle;
        if (middle > middles[k + 3]) middles[k + 3] = middle;
      }
    }
  }

  private tryAxis(start: number, end: number, axis: number): void {
    const { binBoxes, binCounts, boxes, order, bins } = this;
    const scale = this.scaleOf(axis);
    if (!(scale < Infinity)) return;
    binCounts.fill(0);
    for (let bin = 0; bin < bins; bin++) emptyBox(binBoxes, bin * BOX);
    for (let i = start; i < end; i++) {
      const bin = this.binOf(order[i], axis, scale);
      binCounts[bin]++;
      grow(binBoxes, bin * BOX, boxes, order[i] * BOX);
    }
    this.sweep(end - start, axis);
  }

  /** The cheapest place to split between two bins: areas times numbers of parts. */
  private sweep(total: number, axis: number): void {
    const { binBoxes, binCounts, rightCosts, running, bins } = this;
    let count = 0;
    emptyBox(running, 0);
    for (let bin = bins - 1; bin > 0; bin--) {
      count += binCounts[bin];
      grow(running, 0, binBoxes, bin * BOX);
      rightCosts[bin] = count * halfArea(running, 0);
    }
    count = 0;
    emptyBox(running, 0);
    for (let bin = 1; bin < bins; bin++) {
      count += binCounts[bin - 1];
      grow(running, 0, binBoxes, (bin - 1) * BOX);
      if (count === 0 || count === total) continue;
      const cost = count * halfArea(running, 0) + rightCosts[bin];
      if (cost >= this.bestCost) continue;
      this.bestCost = cost;
      this.bestAxis = axis;
      this.bestBin = bin;
    }
  }

  private partition(start: number, end: number): number {
    const { order, bestAxis, bestBin } = this;
    const scale = this.scaleOf(bestAxis);
    let low = start;
    let high = end - 1;
    while (low <= high) {
      if (this.binOf(order[low], bestAxis, scale) < bestBin) {
        low++;
        continue;
      }
      const part = order[high];
      order[high] = order[low];
      order[low] = part;
      high--;
    }
    return low;
  }
}

/** A tree over `count` parts (at least one) with these boxes. */
export function buildBinaryTree(partBoxes: Float64Array, count: number): BinaryTree {
  const builder = new Builder(partBoxes, count);
  const boxes = new Float64Array((2 * count - 1) * BOX);
  const children = new Int32Array(2 * count - 1).fill(-1);
  const starts = new Uint32Array(2 * count - 1);
  const ends = new Uint32Array(2 * count - 1);
  const depths = new Uint8Array(2 * count - 1);
  ends[0] = count;
  let nodes = 1;
  for (let node = 0; node < nodes; node++) {
    const start = starts[node];
    const end = ends[node];
    if (end - start < 2) continue;
    const split = builder.split(start, end, depths[node]);
    children[node] = nodes;
    for (let k = 0; k < 2; k++, nodes++) {
      starts[nodes] = k ? split : start;
      ends[nodes] = k ? end : split;
      depths[nodes] = depths[node] + 1;
    }
  }
  for (let node = nodes - 1; node >= 0; node--) {
    emptyBox(boxes, node * BOX);
    const child = children[node];
    if (child < 0) grow(boxes, node * BOX, partBoxes, builder.order[starts[node]] * BOX);
    else for (let k = 0; k < 2; k++) grow(boxes, node * BOX, boxes, (child + k) * BOX);
  }
  return { boxes, children, starts, order: builder.order };
}
