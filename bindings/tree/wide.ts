import { Bvh, BvhNode } from '../layout.ts';
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

  /** Opens the child with the largest surface until there are four; what is below a node follows it. */
  private collapse({ boxes, children }: BinaryTree): void {
    const stack = [0];
    for (let node = stack.pop(); node !== undefined; node = stack.pop()) {
      const found = children[node] < 0 ? [node] : [children[node], children[node] + 1];
      while (found.length < WIDTH) {
        let largest = -1;
        let area = -1;
        for (const [place, child] of found.entries()) {
          if (children[child] < 0 || halfArea(boxes, child * BOX) <= area) continue;
          largest = place;
          area = halfArea(boxes, child * BOX);
        }
        if (largest < 0) break;
        const opened = children[found[largest]];
        found.splice(largest, 1, opened, opened + 1);
      }
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
