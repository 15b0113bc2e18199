// What the broad phase keeps: two trees of boxes in one pool of nodes, the pairs, and which bodies have to look for pairs again.
import { allocate, theWorld } from '../../memory/arena';
import { FREE_LISTS_BYTES } from './free-lists';

/**
 * The broad phase of a world. Behind it are the lists of free pairs.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class BroadPhaseRecord {
  /** Roots of the trees of static and of moving bodies; 0: empty. */
  staticRoot: u32;
  movingRoot: u32;
  /** Nodes are numbered from 1. */
  nodeBase: u32;
  nodeCapacity: u32;
  nodeRoom: u32;
  nodeFirstFree: u32;
  /** Records of pairs: where they lie, how many there is room for, how many were ever used, how many are alive. */
  pairBase: u32;
  linkBase: u32;
  pairCapacity: u32;
  pairRoom: u32;
  pairCount: u32;
  /** And how many are free: see free-lists.ts. */
  pairsFree: u32;
  /** A bit for each body slot: its box or filter changed since it last looked for pairs. */
  movedBase: u32;
  movedCapacity: u32;
  /** Number of the last search, the slot that searches, and whether memory ran out. */
  search: u32;
  searcher: u32;
  failed: u32;
  /** Leaves put into trees so far, and when nodes were last sorted: see sort-nodes.ts. */
  insertions: u32;
  insertionsSorted: u32;
  /** Updates so far. */
  updates: u32;
  /** Pairs that events told to touch. */
  told: u32;
  /** Pairs that count as one body's at most. */
  mostPairs: u32;
  /** Records of pairs and manifolds that were put far from those of their bodies: see sort-pairs.ts. */
  scattered: u32;
  /** Not 0: bodies have so many pairs that boxes in the trees reach less far ahead, and have more slack: see grow.ts. */
  dense: u32;
}

/**
 * A node of a tree: its box, rounded outwards to f32, and its neighbours. The fourth lanes of the box are 0. Boxes that are compared with it have its first fields.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class TreeNode {
  lowX: f32;
  lowY: f32;
  lowZ: f32;
  lowW: f32;
  highX: f32;
  highY: f32;
  highZ: f32;
  highW: f32;
  /** Of a leaf: the slot of its body. */
  left: u32;
  /** 0: a leaf. */
  right: u32;
  /** 0: the root. */
  parent: u32;
  /** Of a leaf: the last search that need not find it. Of a free node: the next free one. */
  stamp: u32;
}

/** Bounds of boxes: numbers whose squares are far from overflowing. */
export const FARTHEST: f64 = 1e18;

export function theBroadphase(): BroadPhaseRecord {
  return changetype<BroadPhaseRecord>(<usize>theWorld().broadphase);
}

export function nodeAt(index: u32): TreeNode {
  return nodeOf(theBroadphase().nodeBase, index);
}

/** The same where the base is at hand. */
export function nodeOf(base: usize, index: u32): TreeNode {
  return changetype<TreeNode>(base + <usize>index * offsetof<TreeNode>());
}

export function lowOf(node: TreeNode): v128 {
  return v128.load(changetype<usize>(node));
}

export function highOf(node: TreeNode): v128 {
  return v128.load(changetype<usize>(node), 16);
}

export function boxesMeet(a: TreeNode, b: TreeNode): bool {
  return !v128.any_true(v128.or(v128.gt<f32>(lowOf(a), highOf(b)), v128.lt<f32>(highOf(a), lowOf(b))));
}

/** Whether a box holds another. */
export function boxHolds(outer: TreeNode, inner: TreeNode): bool {
  return !v128.any_true(v128.or(v128.gt<f32>(lowOf(outer), lowOf(inner)), v128.lt<f32>(highOf(outer), highOf(inner))));
}

/** Makes a node's box that at an address (six f64: its low, its high), rounded outwards; what is no number has no bound. */
export function roundBox(node: TreeNode, bounds: usize): void {
  const at = changetype<usize>(node);
  for (let axis: usize = 0; axis < 3; axis++) {
    const from = bounds + (axis << 3);
    const to = at + (axis << 2);
    store<f32>(to, outwards(load<f64>(from), -1));
    store<f32>(to, outwards(load<f64>(from, 24), 1), 16);
  }
}

/** Nothing of a box lies farther than FARTHEST, and its f32 are a part in 2^23 farther out than its f64, or more. */
function outwards(x: f64, sign: f64): f32 {
  const outer = x * sign;
  const bounded = outer < FARTHEST ? max(outer, -FARTHEST) : FARTHEST;
  return <f32>(sign * (bounded + abs(bounded) * 1.1920928955078125e-7));
}

/** Makes an empty broad phase; false when there is no memory left. */
export function initializeBroadphase(): bool {
  const record = allocate(offsetof<BroadPhaseRecord>() + FREE_LISTS_BYTES);
  if (!record) return false;
  theWorld().broadphase = <u32>record;
  theBroadphase().nodeRoom = 1;
  return true;
}
