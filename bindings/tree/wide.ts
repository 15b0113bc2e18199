import { Bvh, BvhNode } from '../core/layout.ts';
import { type BinaryTree, BOX, buildBinaryTree, halfArea } from './builder.ts';

const WIDTH = 4;
const word = new DataView(new ArrayBuffer(4));

/** The f32 next to a number: itself, or the nearest one below (or above) it. */
function towards(value: number, up: boolean): number {
  const rounded = Math.fround(value);
  if (up ? rounded >= value : rounded <= value) return rounded;
  word.setFloat32(0, rounded);
  const bits = word.getInt32(0);
  if (rounded === 0) word.setInt32(0, up ? 1 : 0x80000001 | 0);
  else word.setInt32(0, bits + (rounded > 0 === up ? 1 : -1));
  return word.getFloat32(0);
}

/** The cost of two children that share `places`, with `first` of them for the first one. */
function pairCost(costs: Float64Array, child: number, first: number, places: number): number {
  return costs[child * WIDTH + first] + costs[(child + 1) * WIDTH + places - first];
}

/** How many of `places` the first of two children had best get. */
function bestShare(costs: Float64Array, child: number, places: number): number {
  let best = 1;
  for (let first = 2; first < places; first++)
    if (pairCost(costs, child, first, places) < pairCost(costs, child, best, places)) best = first;
  return best;
}

/** For each node, the cost below it if 1, 2 or 3 places of a wide node are left for it; by WIDTH, the first one unused. */
function cheapestCosts({ boxes, children }: BinaryTree): Float64Array {
  const costs = new Float64Array(children.length * WIDTH);
  for (let node = children.length - 1; node >= 0; node--) {
    const child = children[node];
    if (child < 0) continue;
    const at = node * WIDTH;
    costs[at + 1] = halfArea(boxes, node * BOX) + pairCost(costs, child, bestShare(costs, child, WIDTH), WIDTH);
    for (let places = 2; places < WIDTH; places++)
      costs[at + places] = Math.min(costs[at + places - 1], pairCost(costs, child, bestShare(costs, child, places), places));
  }
  return costs;
}

/** Lists the nodes that take the places left for a node's children. */
function spread(children: Int32Array, costs: Float64Array, node: number, places: number, found: number[]): void {
  const child = children[node];
  const first = bestShare(costs, child, places);
  for (const [k, left] of [first, places - first].entries()) {
    const inner = child + k;
    let room = left;
    while (room > 1 && costs[inner * WIDTH + room] === costs[inner * WIDTH + room - 1]) room--;
    if (children[inner] < 0 || room === 1) found.push(inner);
    else spread(children, costs, inner, room, found);
  }
}

/** A tree of nodes with four children each, as the kernels read it. */
export class WideTree {
  readonly nodeCount: number;
  private readonly binary: BinaryTree | undefined;
  /** Nodes of the binary tree whose children the wide nodes have, parents first. */
  private readonly wide: number[] = [];
  /** Children of the wide nodes, as nodes of the binary tree. */
  private readonly places: number[][] = [];

  constructor(
    boxes: Float64Array,
    readonly count: number,
  ) {
    this.binary = count ? buildBinaryTree(boxes, count) : undefined;
    if (this.binary) this.collapse(this.binary);
    this.nodeCount = Math.max(1, this.wide.length);
  }

  /** Parts in the order of the leaves. */
  get order(): Uint32Array {
    return this.binary?.order ?? new Uint32Array(0);
  }

  get bytes(): number {
    return this.nodeCount * BvhNode.size;
  }

  /**
   * Which nodes of the binary tree become nodes with four children, so that the sum of their surfaces, which is the number of them that a
   * ray meets on average, is least: Wald, Benthin and Boulos, "Getting Rid of Packets" (2008), solved exactly from the leaves up.
   */
  private collapse(tree: BinaryTree): void {
    const { children } = tree;
    const costs = cheapestCosts(tree);
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const found: number[] = [];
      if (children[node] < 0) found.push(node);
      else spread(children, costs, node, WIDTH, found);
      this.wide.push(node);
      this.places.push(found);
      for (let k = found.length - 1; k >= 0; k--) if (children[found[k]] >= 0) stack.push(found[k]);
    }
  }

  /** Writes the head and, at `place` bytes behind it, the nodes. Leaves name parts, or their places in the order of the leaves. */
  write(view: DataView, place: number, partsPlace: number, inOrder: boolean): void {
    view.setUint32(Bvh.nodeCount, this.nodeCount, true);
    view.setUint32(Bvh.partCount, this.count, true);
    view.setUint32(Bvh.nodes, place, true);
    view.setUint32(Bvh.parts, partsPlace, true);
    const names = new Map(this.wide.map((node, name) => [node, name]));
    for (let node = 0; node < this.nodeCount; node++) {
      for (let lane = 0; lane < WIDTH; lane++) {
        const child = this.places[node]?.[lane];
        const at = place + node * BvhNode.size + 4 * lane;
        this.writeBox(view, at, child);
        if (child === undefined || !this.binary) continue;
        const { children, starts, order } = this.binary;
        const part = inOrder ? starts[child] : order[starts[child]];
        view.setInt32(at + BvhNode.child0, children[child] < 0 ? ~part : names.get(child)!, true);
      }
    }
  }

  private writeBox(view: DataView, at: number, child: number | undefined): void {
    for (let axis = 0; axis < 3; axis++) {
      const from = (child ?? 0) * BOX + axis;
      const low = child === undefined ? Infinity : towards(this.binary!.boxes[from], false);
      const high = child === undefined ? -Infinity : towards(this.binary!.boxes[from + 3], true);
      view.setFloat32(at + BvhNode.lowX0 + 16 * axis, low, true);
      view.setFloat32(at + BvhNode.highX0 + 16 * axis, high, true);
    }
  }
}

/** The next multiple of 16. */
export function aligned(bytes: number): number {
  return (bytes + 15) & ~15;
}
