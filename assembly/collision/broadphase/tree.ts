// Binary trees of boxes that change: a leaf goes where the surface of the boxes above it grows least (Bittner et al., "Fast Insertion-
// Based Optimization of Bounding Volume Hierarchies", 2013), and on the way up nodes change places with their nieces where that makes
// boxes smaller (Kopta et al., "Fast, Effective BVH Updates for Animated Scenes", 2012).
import { bytesOf, regrowAt } from '../../memory/arena';
import { grownCapacity } from '../../memory/capacity';
import { boxHolds, BroadPhaseRecord, highOf, lowOf, nodeAt, theBroadphase, TreeNode } from './record';

/** Half of the surface of a box. */
function areaOf(low: v128, high: v128): f32 {
  const e = v128.sub<f32>(high, low);
  const y = f32x4.extract_lane(e, 1);
  const z = f32x4.extract_lane(e, 2);
  return f32x4.extract_lane(e, 0) * (y + z) + y * z;
}

function nodeArea(node: TreeNode): f32 {
  return areaOf(lowOf(node), highOf(node));
}

/** Half of the surface of the box around a node and another box. */
function areaWith(node: TreeNode, low: v128, high: v128): f32 {
  return areaOf(v128.pmin<f32>(lowOf(node), low), v128.pmax<f32>(highOf(node), high));
}

function childOf(node: TreeNode, side: u32): u32 {
  return load<u32>(changetype<usize>(node) + ((<usize>side) << 2), offsetof<TreeNode>('left'));
}

function setChild(node: TreeNode, side: u32, child: u32): void {
  store<u32>(changetype<usize>(node) + ((<usize>side) << 2), child, offsetof<TreeNode>('left'));
}

/** Puts one node in the place of another, below a parent or as a root. */
function replaceChild(record: BroadPhaseRecord, parent: u32, from: u32, to: u32): void {
  if (parent) {
    const node = nodeAt(parent);
    setChild(node, node.left == from ? 0 : 1, to);
  } else if (record.staticRoot == from) record.staticRoot = to;
  else record.movingRoot = to;
  if (to) nodeAt(to).parent = parent;
}

/** Room for two more nodes, a leaf and its parent; false when there is no memory left. */
export function reserveNodes(): bool {
  const record = theBroadphase();
  if (record.nodeRoom + 2 <= record.nodeCapacity) return true;
  const free = record.nodeFirstFree;
  if (free && nodeAt(free).stamp) return true;
  return growNodes(grownCapacity(record.nodeCapacity, 0)) || growNodes(record.nodeRoom + 2);
}

function growNodes(capacity: u32): bool {
  const record = theBroadphase();
  const size = offsetof<TreeNode>();
  const base = changetype<usize>(record) + offsetof<BroadPhaseRecord>('nodeBase');
  if (!regrowAt(base, <usize>record.nodeRoom * size, bytesOf(capacity, size))) return false;
  record.nodeCapacity = capacity;
  return true;
}

/** A node out of the reserved ones. */
export function takeNode(): u32 {
  const record = theBroadphase();
  const index = record.nodeFirstFree;
  if (!index) return record.nodeRoom++;
  record.nodeFirstFree = nodeAt(index).stamp;
  return index;
}

export function giveNode(index: u32): void {
  const record = theBroadphase();
  nodeAt(index).stamp = record.nodeFirstFree;
  record.nodeFirstFree = index;
}

/** Lets the node's child and the child's niece change places that makes the most of it; false when none does. */
function rotateNode(index: u32): bool {
  const node = nodeAt(index);
  let best: f32 = 0;
  let bestSide: u32 = 0;
  let bestNiece: u32 = 0;
  for (let side: u32 = 0; side < 2; side++) {
    const child = nodeAt(childOf(node, side));
    if (!child.right) continue;
    const other = nodeAt(childOf(node, 1 - side));
    const low = lowOf(other);
    const high = highOf(other);
    const area = nodeArea(child);
    for (let niece: u32 = 0; niece < 2; niece++) {
      const gain = area - areaWith(nodeAt(childOf(child, 1 - niece)), low, high);
      if (gain <= best) continue;
      best = gain;
      bestSide = side;
      bestNiece = niece;
    }
  }
  if (!(best > 0)) return false;
  const childIndex = childOf(node, bestSide);
  const child = nodeAt(childIndex);
  const nieceIndex = childOf(child, bestNiece);
  const otherIndex = childOf(node, 1 - bestSide);
  setChild(node, 1 - bestSide, nieceIndex);
  nodeAt(nieceIndex).parent = index;
  setChild(child, bestNiece, otherIndex);
  nodeAt(otherIndex).parent = childIndex;
  encloseChildren(child);
  return true;
}

/** Makes a node's box that of its children; whether it changed. */
function encloseChildren(node: TreeNode): bool {
  const left = nodeAt(node.left);
  const right = nodeAt(node.right);
  const low = v128.pmin<f32>(lowOf(left), lowOf(right));
  const high = v128.pmax<f32>(highOf(left), highOf(right));
  const changed = v128.any_true(v128.or(v128.ne<f32>(low, lowOf(node)), v128.ne<f32>(high, highOf(node))));
  v128.store(changetype<usize>(node), low);
  v128.store(changetype<usize>(node), high, 16);
  return changed;
}

/** Mends the boxes from a node upwards, until nothing changes any more. */
function refit(index: u32): void {
  while (index) {
    const changed = encloseChildren(nodeAt(index));
    if (!rotateNode(index) && !changed) return;
    index = nodeAt(index).parent;
  }
}

/**
 * The node below `top` that a leaf with this box should be the sibling of. It follows the child that grows less while that may still
 * pay; children that grow alike take turns, so that equal boxes make a balanced tree.
 */
function bestSibling(top: u32, low: v128, high: v128, turns: u32): u32 {
  const area = areaOf(low, high);
  let best = top;
  let node = nodeAt(top);
  let bestCost = areaWith(node, low, high);
  let inherited = bestCost - nodeArea(node);
  while (node.right) {
    let next = node.left;
    let other = node.right;
    let cost = areaWith(nodeAt(next), low, high);
    let otherCost = areaWith(nodeAt(other), low, high);
    let growth = cost - nodeArea(nodeAt(next));
    const otherGrowth = otherCost - nodeArea(nodeAt(other));
    const tie = growth == otherGrowth;
    const alike = tie && cost == otherCost;
    const less = alike ? (turns & 1) != 0 : tie ? cost < otherCost : growth < otherGrowth;
    // There is nothing below a leaf.
    if (!less ? alike || nodeAt(other).right : !alike && !nodeAt(next).right) {
      next = node.right;
      other = node.left;
      growth = otherGrowth;
      const swapped = cost;
      cost = otherCost;
      otherCost = swapped;
    }
    if (inherited + otherCost <= bestCost) {
      bestCost = inherited + otherCost;
      best = other;
    }
    if (inherited + cost <= bestCost) {
      bestCost = inherited + cost;
      best = next;
    }
    inherited += growth;
    if (inherited + area > bestCost) break;
    node = nodeAt(next);
    if (alike) turns = rotr<u32>(turns, 1);
  }
  return best;
}

/** Hangs a leaf below `top`, or makes it the root of an empty tree. Takes a node. */
export function insertLeaf(leaf: u32, top: u32, moving: bool): void {
  const record = theBroadphase();
  const node = nodeAt(leaf);
  node.parent = 0;
  if (!top) {
    if (moving) record.movingRoot = leaf;
    else record.staticRoot = leaf;
    return;
  }
  const sibling = bestSibling(top, lowOf(node), highOf(node), record.insertions++);
  const parent = takeNode();
  replaceChild(record, nodeAt(sibling).parent, sibling, parent);
  const joint = nodeAt(parent);
  // A box that differs from that of the children, whatever the node was before.
  joint.lowX = NaN;
  joint.left = sibling;
  joint.right = leaf;
  nodeAt(sibling).parent = parent;
  node.parent = parent;
  refit(parent);
}

/** Takes a leaf out of its tree, and gives a node back; returns a node that was near, or 0 when the tree is empty. */
export function detachLeaf(leaf: u32): u32 {
  const record = theBroadphase();
  const parent = nodeAt(leaf).parent;
  if (!parent) {
    replaceChild(record, 0, leaf, 0);
    return 0;
  }
  const node = nodeAt(parent);
  const sibling = node.left == leaf ? node.right : node.left;
  const above = node.parent;
  replaceChild(record, above, parent, sibling);
  giveNode(parent);
  refit(above);
  return sibling;
}

/** Finds a place for a leaf whose box has changed, below the nearest node above it that holds the box. */
export function moveLeaf(leaf: u32): void {
  const node = nodeAt(leaf);
  if (!node.parent) return;
  let top = detachLeaf(leaf);
  while (nodeAt(top).parent && !boxHolds(nodeAt(top), node)) top = nodeAt(top).parent;
  insertLeaf(leaf, top, false);
}
