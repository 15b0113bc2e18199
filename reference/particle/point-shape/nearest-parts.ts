// Visits the parts under a tree of boxes in the order of their boxes' distance from a point: Roussopoulos, Kelley and Vincent, "Nearest
// Neighbor Queries" (1995). Boxes are rounded outwards, so that no part is missed.
import { Bvh, BvhNode } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';

/** A tree is at most some 65 nodes deep, and three of four children wait. A visitor asks no other tree: there is one stack. */
const STACK_ENTRIES = 1024;
const children = new Int32Array(STACK_ENTRIES);
const squares = new Float64Array(STACK_ENTRIES);

const WIDTH = 4;
const HIGHS = (BvhNode.highX0 - BvhNode.lowX0) >>> 2;
const CHILDREN = BvhNode.child0 >>> 2;

/** Looks at a part; gets the square of the distance up to which boxes matter and returns that from now on. */
export type PartVisitor = (memory: StateMemory, part: number, limit: number) => number;

/** The parts whose boxes are no farther from (x, y, z) than the root of `limit`. */
export function nearestParts(memory: StateMemory, block: number, x: number, y: number, z: number, limit: number, visit: PartVisitor): void {
  const { f32, i32, u32 } = memory;
  const nodes = (block + u32[(block + Bvh.nodes) >>> 2]) >>> 2;
  children[0] = 0;
  squares[0] = 0;
  for (let top = 1; top > 0; ) {
    top--;
    if (squares[top] > limit) continue;
    if (children[top] < 0) {
      limit = visit(memory, ~children[top], limit);
      continue;
    }
    const node = nodes + children[top] * (BvhNode.size >>> 2);
    const bottom = top;
    for (let lane = node; lane < node + WIDTH; lane++) {
      const square = boxSquare(f32, lane, x, y, z);
      // Of a place without a child it is infinite.
      if (!(square <= limit) || square === Infinity) continue;
      let place = top++;
      for (; place > bottom && squares[place - 1] < square; place--) {
        squares[place] = squares[place - 1];
        children[place] = children[place - 1];
      }
      squares[place] = square;
      children[place] = i32[lane + CHILDREN];
    }
  }
}

/** Square of the distance of a point from a box; 0 inside. */
function boxSquare(f32: Float32Array, lane: number, x: number, y: number, z: number): number {
  const dx = beyond(f32[lane], f32[lane + HIGHS], x);
  const dy = beyond(f32[lane + WIDTH], f32[lane + WIDTH + HIGHS], y);
  const dz = beyond(f32[lane + 2 * WIDTH], f32[lane + 2 * WIDTH + HIGHS], z);
  return dx * dx + dy * dy + dz * dz;
}

function beyond(low: number, high: number, value: number): number {
  return value < low ? low - value : value > high ? value - high : 0;
}
