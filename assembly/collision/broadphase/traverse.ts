// Ways through the trees for queries. Those by distance take the nearer child first and keep the other for later; a box's distance is
// computed in f32, and rounded so that it is never too large. Slabs: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986).
import { theWorld } from '../../memory/arena';
import { bodyAt } from '../../memory/records';
import { outlierAt } from './outliers';
import { boxesMeet, highOf, lowOf, nodeAt, nodeOf, roundBox, theBroadphase, TreeNode } from './record';

/** No search has this number. */
const NO_SEARCH: u32 = 0xffffffff;
/** Nodes kept for later: number and distance. In a tree that is deeper still, what does not fit is done at once. */
const STACK_ROOM: u32 = 256;
const STACK_BYTES: usize = <usize>STACK_ROOM * sizeof<u64>();
const STACK: usize = scratch<u64>(STACK_ROOM);
/** The box that is asked for, f64, and rounded outwards. Of a ray: its origin, as large as what moves along it. */
const BOUNDS: usize = scratch<f64>(6);
const BOX: usize = scratch<TreeNode>();
/** Inverse direction of a ray, f32. */
const INVERSE: usize = scratch<v128>();
/** What the roundings of three operations may make of a number. */
const SLIGHTLY: f32 = 1e-6;
/** Components of a direction count as at least this large. */
const LEAST_SPEED: f64 = 1e-30;

/** The node after a subtree in the order in which parents come before children; 0 when that is not below `top`. */
export function nodeAfter(base: usize, index: u32, top: u32): u32 {
  while (index != top) {
    const above = nodeOf(base, index).parent;
    const parent = nodeOf(base, above);
    if (parent.left == index) return parent.right;
    index = above;
  }
  return 0;
}

/** Visits the leaves of a tree whose boxes meet a box, but for those with a stamp. */
export function searchTree(root: u32, box: TreeNode, stamp: u32, visit: (slot: u32) => void): void {
  const base = <usize>theBroadphase().nodeBase;
  if (!root) return;
  let top = pushWanted(base, root, box, stamp, STACK);
  while (top != STACK) {
    top -= 4;
    const index = load<u32>(top);
    const node = nodeOf(base, index);
    const right = node.right;
    if (!right) visit(node.left);
    else if (top + 8 > STACK + STACK_BYTES) searchAll(base, index, box, stamp, visit);
    else {
      top = pushWanted(base, right, box, stamp, top);
      top = pushWanted(base, node.left, box, stamp, top);
    }
  }
}

/**
 * Keeps a node for later if its box meets another and it is no leaf with the stamp; returns where the next one goes. It is written in any case, and what is not wanted is
 * written over: a branch here would often be mispredicted, and so would that of the search were it to see each leaf once more only to find the stamp.
 */
function pushWanted(base: usize, index: u32, box: TreeNode, stamp: u32, top: usize): usize {
  const node = nodeOf(base, index);
  const meets = <usize>boxesMeet(node, box);
  const isWanted: usize = node.right | (node.stamp ^ stamp) ? 1 : 0;
  store<u32>(top, index);
  return top + ((meets & isWanted) << 2);
}

/** The same for a subtree, without a stack. */
function searchAll(base: usize, top: u32, box: TreeNode, stamp: u32, visit: (slot: u32) => void): void {
  let index = top;
  while (index) {
    const node = nodeOf(base, index);
    if (boxesMeet(node, box)) {
      if (node.right) {
        index = node.left;
        continue;
      }
      if (node.stamp != stamp) visit(node.left);
    }
    index = nodeAfter(base, index, top);
  }
}

/** Rounds the box that is asked for. */
function askFor(lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64): TreeNode {
  store<f64>(BOUNDS, lowX);
  store<f64>(BOUNDS, lowY, 8);
  store<f64>(BOUNDS, lowZ, 16);
  store<f64>(BOUNDS, highX, 24);
  store<f64>(BOUNDS, highY, 32);
  store<f64>(BOUNDS, highZ, 40);
  const box = changetype<TreeNode>(BOX);
  box.lowW = 0;
  box.highW = 0;
  roundBox(box, BOUNDS);
  return box;
}

/** Visits the bodies whose boxes meet a box. */
export function treeBox(lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, visit: (slot: u32) => void): void {
  const box = askFor(lowX, lowY, lowZ, highX, highY, highZ);
  const record = theBroadphase();
  searchTree(record.staticRoot, box, NO_SEARCH, visit);
  searchTree(record.movingRoot, box, NO_SEARCH, visit);
  const world = theWorld();
  for (let k: u32 = 0; k < world.outlierCount; k++) {
    const leaf = bodyAt(outlierAt(world, k)).leaf;
    // Those whose old boxes meet it have been visited.
    if (leaf && !boxesMeet(nodeAt(leaf), box)) visit(outlierAt(world, k));
  }
}

/**
 * Visits the bodies whose boxes, larger by the half extents `e`, the ray o + t d meets with 0 <= t <= limit, about the nearest first.
 * A visit returns the new limit.
 */
export function treeRay(
  ox: f64,
  oy: f64,
  oz: f64,
  dx: f64,
  dy: f64,
  dz: f64,
  limit: f64,
  ex: f64,
  ey: f64,
  ez: f64,
  visit: (slot: u32, limit: f64) => f64,
): f64 {
  askFor(ox - ex, oy - ey, oz - ez, ox + ex, oy + ey, oz + ez);
  v128.store(INVERSE, f32x4(inverseOf(dx), inverseOf(dy), inverseOf(dz), 0));
  return nearestFirst(true, limit, visit);
}

/** Visits the bodies whose boxes are within `limit` of a point, about the nearest first. A visit returns the new limit. */
export function treeNearest(px: f64, py: f64, pz: f64, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  askFor(px, py, pz, px, py, pz);
  return nearestFirst(false, limit, visit);
}

function inverseOf(speed: f64): f32 {
  return <f32>(1 / copysign(max(abs(speed), LEAST_SPEED), speed));
}

/** The largest of the first three lanes. */
function largestOf(v: v128): f32 {
  const two = v128.pmax<f32>(v, v128.shuffle<f32>(v, v, 1, 2, 0, 3));
  return f32x4.extract_lane(v128.pmax<f32>(two, v128.shuffle<f32>(v, v, 2, 0, 1, 3)), 0);
}

/** Where a ray enters a node's box, or how far a point is from it; infinite where a ray misses it. */
function distanceTo(node: TreeNode, ray: bool): f64 {
  const fromLow = v128.sub<f32>(lowOf(node), highOf(changetype<TreeNode>(BOX)));
  const fromHigh = v128.sub<f32>(highOf(node), lowOf(changetype<TreeNode>(BOX)));
  if (ray) {
    const a = v128.mul<f32>(fromLow, v128.load(INVERSE));
    const b = v128.mul<f32>(fromHigh, v128.load(INVERSE));
    const enters = max(largestOf(v128.pmin<f32>(a, b)), 0) * (1 - SLIGHTLY);
    const leaves = -largestOf(v128.neg<f32>(v128.pmax<f32>(a, b))) * (1 + SLIGHTLY);
    return enters <= leaves ? enters : Infinity;
  }
  const apart = v128.pmax<f32>(v128.pmax<f32>(fromLow, v128.neg<f32>(fromHigh)), f32x4.splat(0));
  const squares = v128.mul<f32>(apart, apart);
  const square = f32x4.extract_lane(squares, 0) + f32x4.extract_lane(squares, 1) + f32x4.extract_lane(squares, 2);
  return min(sqrt(square), f32.MAX_VALUE) * (1 - SLIGHTLY);
}

function isWithin(distance: f64, limit: f64): bool {
  return distance <= limit && distance < Infinity;
}

/** Keeps a node for later; returns how many there are then. */
function push(held: u32, index: u32, distance: f64): u32 {
  const place = STACK + ((<usize>held) << 3);
  store<u32>(place, index);
  store<f32>(place, <f32>distance, 4);
  return held + 1;
}

function nearestFirst(ray: bool, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  const record = theBroadphase();
  let held: u32 = 0;
  let far = record.staticRoot;
  let near = record.movingRoot;
  while (true) {
    const farDistance = far ? distanceTo(nodeAt(far), ray) : Infinity;
    const nearDistance = near ? distanceTo(nodeAt(near), ray) : Infinity;
    const swap = farDistance < nearDistance;
    held = push(held, swap ? near : far, max(nearDistance, farDistance));
    held = push(held, swap ? far : near, min(nearDistance, farDistance));
    // The next inner node: its children take its place.
    near = 0;
    while (!near) {
      if (!held) return visitOutliers(ray, limit, visit);
      const place = STACK + ((<usize>(held - 1)) << 3);
      held -= 1;
      if (!isWithin(load<f32>(place, 4), limit)) continue;
      const index = load<u32>(place);
      const node = nodeAt(index);
      if (held > STACK_ROOM - 2) limit = visitAll(index, ray, limit, visit);
      else if (!node.right) limit = visit(node.left, limit);
      else {
        far = node.left;
        near = node.right;
      }
    }
  }
  return limit;
}

/** Visits those that are not where their boxes are. */
function visitOutliers(ray: bool, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  const world = theWorld();
  for (let k: u32 = 0; k < world.outlierCount && limit >= 0; k++) {
    const leaf = bodyAt(outlierAt(world, k)).leaf;
    if (leaf && !isWithin(distanceTo(nodeAt(leaf), ray), limit)) limit = visit(outlierAt(world, k), limit);
  }
  return limit;
}

/** Visits what is below a node in no order. */
function visitAll(top: u32, ray: bool, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  let index = top;
  while (index) {
    const node = nodeAt(index);
    if (isWithin(distanceTo(node, ray), limit)) {
      if (node.right) {
        index = node.left;
        continue;
      }
      limit = visit(node.left, limit);
    }
    index = nodeAfter(theBroadphase().nodeBase, index, top);
  }
  return limit;
}
