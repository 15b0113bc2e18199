// Ways through the trees for queries. Those by distance take the nearer child first and keep the other for later; a box's distance is
// computed in f32, and rounded so that it is never too large. Slabs: Kay and Kajiya, "Ray Tracing Complex Scenes" (1986).
import { boxesMeet, highOf, lowOf, nodeAt, nodeOf, roundBox, roundedDown, roundedUp, theBroadphase, TreeNode } from './record';

/** No search has this number. */
const NO_SEARCH: u32 = 0xffffffff;
/** Nodes kept for later: number and distance. In a tree that is deeper still, what does not fit is done at once. */
const STACK_ROOM: u32 = 256;
const STACK: usize = memory.data(2048, 16);
const BOUNDS: usize = memory.data(48, 16);
const BOX: usize = memory.data(32, 16);
/** The origin plus and minus the half extents, and the inverse direction, in f32. */
const PLUS: usize = memory.data(48, 16);
const MINUS: usize = PLUS + 16;
const INVERSE: usize = PLUS + 32;
/** What the roundings of three operations may make of a number. */
const SLIGHTLY: f32 = 1e-6;
/** Components of a direction count as at least this large. */
const LEAST_SPEED: f64 = 1e-30;

/** The node after a subtree in the order in which parents come before children; 0 when that is not below `top`. */
function nodeAfter(base: usize, index: u32, top: u32): u32 {
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
  let index = root;
  while (index) {
    const node = nodeOf(base, index);
    if (boxesMeet(node, box)) {
      if (node.right) {
        index = node.left;
        continue;
      }
      if (node.stamp != stamp) visit(node.left);
    }
    index = nodeAfter(base, index, root);
  }
}

/** Visits the bodies whose boxes meet a box. */
export function treeBox(lowX: f64, lowY: f64, lowZ: f64, highX: f64, highY: f64, highZ: f64, visit: (slot: u32) => void): void {
  store<f64>(BOUNDS, lowX);
  store<f64>(BOUNDS, lowY, 8);
  store<f64>(BOUNDS, lowZ, 16);
  store<f64>(BOUNDS, highX, 24);
  store<f64>(BOUNDS, highY, 32);
  store<f64>(BOUNDS, highZ, 40);
  const box = changetype<TreeNode>(BOX);
  roundBox(box, BOUNDS);
  const record = theBroadphase();
  searchTree(record.staticRoot, box, NO_SEARCH, visit);
  searchTree(record.movingRoot, box, NO_SEARCH, visit);
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
  setOrigin(ox, oy, oz, ex, ey, ez);
  v128.store(INVERSE, f32x4(inverseOf(dx), inverseOf(dy), inverseOf(dz), 0));
  return nearestFirst(true, limit, visit);
}

/** Visits the bodies whose boxes are within `limit` of a point, about the nearest first. A visit returns the new limit. */
export function treeNearest(px: f64, py: f64, pz: f64, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  setOrigin(px, py, pz, 0, 0, 0);
  return nearestFirst(false, limit, visit);
}

function setOrigin(x: f64, y: f64, z: f64, ex: f64, ey: f64, ez: f64): void {
  v128.store(PLUS, f32x4(roundedUp(x + ex), roundedUp(y + ey), roundedUp(z + ez), 0));
  v128.store(MINUS, f32x4(roundedDown(x - ex), roundedDown(y - ey), roundedDown(z - ez), 0));
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
  const fromLow = v128.sub<f32>(lowOf(node), v128.load(PLUS));
  const fromHigh = v128.sub<f32>(highOf(node), v128.load(MINUS));
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

function nearestFirst(ray: bool, limit: f64, visit: (slot: u32, limit: f64) => f64): f64 {
  const record = theBroadphase();
  let near = record.staticRoot;
  let far = record.movingRoot;
  let held: u32 = 0;
  while (true) {
    // The nearer of two nodes next; the other waits.
    let nearDistance = near ? distanceTo(nodeAt(near), ray) : Infinity;
    let farDistance = far ? distanceTo(nodeAt(far), ray) : Infinity;
    if (farDistance < nearDistance) {
      const node = near;
      near = far;
      far = node;
      const distance = nearDistance;
      nearDistance = farDistance;
      farDistance = distance;
    }
    if (isWithin(farDistance, limit)) {
      if (held < STACK_ROOM) {
        const place = STACK + ((<usize>held) << 3);
        store<u32>(place, far);
        store<f32>(place, <f32>farDistance, 4);
        held += 1;
      } else limit = visitAll(far, ray, limit, visit);
    }
    let next = isWithin(nearDistance, limit) ? near : 0;
    while (true) {
      if (next) {
        const node = nodeAt(next);
        near = node.left;
        far = node.right;
        if (far) break;
        limit = visit(near, limit);
      }
      do {
        if (!held) return limit;
        held -= 1;
      } while (!isWithin(load<f32>(STACK + ((<usize>held) << 3), 4), limit));
      next = load<u32>(STACK + ((<usize>held) << 3));
    }
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
