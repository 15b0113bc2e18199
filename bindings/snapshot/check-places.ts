// The broad phase: trees of boxes, and the pairs of bodies in the lists of both.
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  BroadPhaseRecord,
  FREE_LISTS,
  PairFlag,
  PairLinks,
  PairRecord,
  ShapeFlag,
  ShapeRecord,
  ShapeType,
  TreeNode,
  WorldRecord,
} from '../core/layout.ts';
import { bodyTypeOf } from '../core/records.ts';
import type { Blocks } from './blocks.ts';
import { checkTouches } from './check-contacts.ts';
import { isConvex } from './check-shapes.ts';
import type { Slots } from './slots.ts';
import { requireSound, type SnapshotState, unsound } from './state.ts';

const PAIR_FLAGS = Object.values(PairFlag).reduce((all, flag) => all | flag, 0);
const USED = PairFlag.Alive | PairFlag.Ignored;
/** Bounds of the pairs that may count as one body's: see assembly/collision/broadphase/crowd.ts. */
const LEAST_PAIRS = 256;
const MOST_PAIRS = 1 << 20;

/** The number of leaves is that of bodies with a place, so a tree that reaches all of them has them all. */
export function checkTrees(state: SnapshotState, bodies: Slots, blocks: Blocks): void {
  const { u32 } = state;
  const record = state.field(WorldRecord.broadphase);
  const read = (field: number) => u32[(record + field) >>> 2];
  const room = read(BroadPhaseRecord.nodeRoom);
  const capacity = read(BroadPhaseRecord.nodeCapacity);
  requireSound(room >= 1 && room <= Math.max(capacity, 1), 'the tree of bodies has more nodes than room for them');
  blocks.claimAt(record, BroadPhaseRecord.nodeBase, capacity * TreeNode.size);
  const base = read(BroadPhaseRecord.nodeBase);
  const seen = new Uint8Array(room);
  let count = 1;
  const visit = (root: number, moving: boolean) => {
    // A node and its parent.
    const stack = root === 0 ? [] : [root, 0];
    while (stack.length > 0) {
      const parent = stack.pop()!;
      const node = stack.pop()!;
      if (node === 0 || node >= room || seen[node]) unsound('the tree of bodies is malformed');
      seen[node] = 1;
      count++;
      const at = base + node * TreeNode.size;
      if (u32[(at + TreeNode.parent) >>> 2] !== parent) unsound('the tree of bodies is malformed');
      const [left, right] = [u32[(at + TreeNode.left) >>> 2], u32[(at + TreeNode.right) >>> 2]];
      if (right === 0) checkLeaf(state, bodies, at, node, left, moving);
      else {
        for (const child of [left, right]) {
          if (child >= room || !holds(state.f32, at >>> 2, (base + child * TreeNode.size) >>> 2))
            unsound('the tree of bodies is malformed');
          stack.push(child, node);
        }
      }
    }
  };
  visit(read(BroadPhaseRecord.staticRoot), false);
  visit(read(BroadPhaseRecord.movingRoot), true);
  for (let node = read(BroadPhaseRecord.nodeFirstFree); node !== 0; node = u32[(base + node * TreeNode.size + TreeNode.stamp) >>> 2]) {
    if (node >= room || seen[node]) unsound('the list of free nodes is broken');
    seen[node] = 1;
    count++;
  }
  requireSound(count === room, 'a node is in no tree');
  for (let slot = 0; slot < bodies.count; slot++) {
    const leaf = u32[(bodies.offset(slot) + BodyRecord.leaf) >>> 2];
    if (leaf === 0) continue;
    const at = base + leaf * TreeNode.size;
    const isOwn = bodies.isAlive(slot) && leaf < room && u32[(at + TreeNode.right) >>> 2] === 0 && u32[(at + TreeNode.left) >>> 2] === slot;
    if (!isOwn || seen[leaf] !== LEAF) unsound('a body is not in the tree');
  }

  function checkLeaf(of: SnapshotState, all: Slots, at: number, node: number, slot: number, moving: boolean): void {
    const body = slot < all.count ? all.offset(slot) : 0;
    const isOwn = all.isAlive(slot) && of.u32[(body + BodyRecord.leaf) >>> 2] === node;
    if (!isOwn || (bodyTypeOf(of.u32[(body + BodyRecord.flags) >>> 2]) !== BodyType.Static) !== moving)
      unsound('a body is not in the tree');
    if (of.u32[(at + TreeNode.stamp) >>> 2] > read(BroadPhaseRecord.search)) unsound('the tree of bodies is malformed');
    seen[node] = LEAF;
  }
}

/** Mark of a node that is a leaf. */
const LEAF = 2;

/** Whether a box holds another; words of f32. */
function holds(f32: Float32Array, outer: number, inner: number): boolean {
  for (let k = 0; k < 3; k++) if (!(f32[outer + k] <= f32[inner + k] && f32[outer + 4 + k] >= f32[inner + 4 + k])) return false;
  return true;
}

/** Pairs: `reported` are those that events said to touch. Returns the number of records that were ever used. */
export function checkPairs(state: SnapshotState, bodies: Slots, blocks: Blocks): void {
  new PairCheck(state, bodies, blocks).run(checkTouches(state, blocks));
}

class PairCheck {
  private readonly record: number;
  private readonly room: number;
  private readonly pairs: number;
  private readonly links: number;
  /** Of each body: pairs that count as its own, and those with contacts. */
  private readonly owned: Uint32Array;
  private readonly touched: Uint32Array;

  constructor(
    private readonly state: SnapshotState,
    private readonly bodies: Slots,
    blocks: Blocks,
  ) {
    this.record = state.field(WorldRecord.broadphase);
    this.room = this.read(BroadPhaseRecord.pairRoom);
    const capacity = this.read(BroadPhaseRecord.pairCapacity);
    requireSound(this.room <= capacity && this.room < 0x80000000, 'it has more pairs than room for them');
    blocks.claimAt(this.record, BroadPhaseRecord.pairBase, capacity * PairRecord.size);
    blocks.claimAt(this.record, BroadPhaseRecord.linkBase, capacity * PairLinks.size);
    this.pairs = this.read(BroadPhaseRecord.pairBase);
    this.links = this.read(BroadPhaseRecord.linkBase);
    this.owned = new Uint32Array(bodies.count);
    this.touched = new Uint32Array(bodies.count);
    requireSound(this.read(BroadPhaseRecord.failed) <= 1, 'a switch is neither on nor off');
    const most = this.read(BroadPhaseRecord.mostPairs);
    requireSound(most === 0 || (most >= LEAST_PAIRS && most <= MOST_PAIRS), 'its bodies may have other numbers of pairs');
    this.checkMoved(blocks);
  }

  /** `touches`: of how many children events reported that they touch. */
  run(touches: number): void {
    const { bodies, room } = this;
    const { u32 } = this.state;
    let [alive, reported, free] = [0, touches, 0];
    for (let index = 0; index < room; index++) {
      const pair = this.pairs + index * PairRecord.size;
      const flags = u32[(pair + PairRecord.flags) >>> 2];
      if ((flags & ~PAIR_FLAGS) !== 0 || (flags & USED) === USED) unsound('a pair has flags that there are not');
      const [a, b] = this.linkBodies(index);
      if (a >= bodies.count || b >= bodies.count) unsound('a pair is of bodies that there are not');
      if ((flags & USED) === 0) {
        if (flags !== 0) unsound('a pair has flags that there are not');
        free++;
        continue;
      }
      const same = a === u32[(pair + PairRecord.bodyA) >>> 2] && b === u32[(pair + PairRecord.bodyB) >>> 2] && a < b;
      if (!same || !bodies.isAlive(a) || !bodies.isAlive(b)) unsound('a pair is of bodies that there are not');
      if (flags & PairFlag.Alive) {
        alive++;
        if (!this.mayTouch(a, b)) unsound('a pair is of bodies that never touch');
        if (flags & PairFlag.WasTouching) reported++;
        this.count(pair, flags, a, b);
      } else if (flags !== PairFlag.Ignored || u32[(pair + PairRecord.firstManifold) >>> 2] !== 0)
        unsound('a pair has flags that there are not');
    }
    const counted = alive === this.read(BroadPhaseRecord.pairCount) && reported === this.read(BroadPhaseRecord.told);
    requireSound(counted, 'its number of pairs is wrong');
    this.checkCounts();
    this.checkFree(free);
    this.checkLists(room - free);
  }

  private read(field: number): number {
    return this.state.u32[(this.record + field) >>> 2];
  }

  private linkBodies(index: number): [number, number] {
    const { u32 } = this.state;
    const links = this.links + index * PairLinks.size;
    return [u32[(links + PairLinks.bodyA) >>> 2], u32[(links + PairLinks.bodyB) >>> 2]];
  }

  /** As the broad phase asks: see mayTouch in assembly/collision/broadphase/broadphase.ts. */
  private mayTouch(a: number, b: number): boolean {
    const { u32 } = this.state;
    const [first, second] = [this.bodies.offset(a), this.bodies.offset(b)];
    const [p, q] = [u32[(first + BodyRecord.flags) >>> 2], u32[(second + BodyRecord.flags) >>> 2]];
    if (u32[(first + BodyRecord.leaf) >>> 2] === 0 || u32[(second + BodyRecord.leaf) >>> 2] === 0) return false;
    const some = this.isDistinct(first) || this.isDistinct(second);
    const convex = this.hasConvexParts(first) || this.hasConvexParts(second);
    const dynamic = bodyTypeOf(p) === BodyType.Dynamic || bodyTypeOf(q) === BodyType.Dynamic;
    if ((p | q) & BodyFlag.Sensor || (some && !dynamic)) {
      const still = bodyTypeOf(p) === BodyType.Static && bodyTypeOf(q) === BodyType.Static;
      return convex && !still && (p & q & BodyFlag.Sensor) === 0;
    }
    return convex && dynamic;
  }

  private hasConvexParts(body: number): boolean {
    const type = this.state.u32[(this.shapeOf(body) + ShapeRecord.type) >>> 2];
    return isConvex(type) || type === ShapeType.Compound;
  }

  private isDistinct(body: number): boolean {
    return (this.state.u32[(this.shapeOf(body) + ShapeRecord.flags) >>> 2] & ShapeFlag.Distinct) !== 0;
  }

  private shapeOf(body: number): number {
    return this.state.field(WorldRecord.shapeBase) + (this.state.u32[(body + BodyRecord.shape) >>> 2] - 1) * ShapeRecord.size;
  }

  /** A pair counts as one of the smaller of its bodies. */
  private count(pair: number, flags: number, a: number, b: number): void {
    const { f64, u32 } = this.state;
    const [reachA, reachB] = [a, b].map((slot) => f64[(this.shapeOf(this.bodies.offset(slot)) + ShapeRecord.reach) >>> 3]);
    const isB = (flags & PairFlag.OwnerB) !== 0;
    if (isB !== reachB < reachA) unsound('a pair counts as that of the larger body');
    const owner = isB ? b : a;
    this.owned[owner]++;
    if (u32[(pair + PairRecord.firstManifold) >>> 2] !== 0) this.touched[owner]++;
  }

  private checkCounts(): void {
    const { bodies, owned, state, touched } = this;
    const { u32 } = state;
    for (let slot = 0; slot < bodies.count; slot++) {
      if (!bodies.isAlive(slot)) continue;
      const body = bodies.offset(slot);
      const fits =
        u32[(body + BodyRecord.pairCount) >>> 2] === owned[slot] && u32[(body + BodyRecord.contactCount) >>> 2] === touched[slot];
      requireSound(fits, 'a body does not know its pairs');
    }
  }

  private checkFree(count: number): void {
    const { u32 } = this.state;
    const seen = new Uint8Array(this.room);
    let found = 0;
    for (let list = 0; list < FREE_LISTS; list++) {
      for (let next = this.read(BroadPhaseRecord.size + 4 * list); next !== 0; found++) {
        const index = next - 1;
        const pair = this.pairs + index * PairRecord.size;
        if (index >= this.room || seen[index] || u32[(pair + PairRecord.flags) >>> 2] !== 0) unsound('a list of free pairs is broken');
        seen[index] = 1;
        next = u32[(pair + PairRecord.next) >>> 2];
      }
    }
    requireSound(found === count && found === this.read(BroadPhaseRecord.pairsFree), 'a list of free pairs is broken');
  }

  /** Each used pair is once in the list of each of its bodies, which has each other body once. */
  private checkLists(used: number): void {
    const { bodies, links, room } = this;
    const { u32 } = this.state;
    const met = new Uint32Array(bodies.count);
    const seen = new Uint8Array(2 * room);
    let places = 0;
    for (let slot = 0; slot < bodies.count; slot++) {
      const first = u32[(bodies.offset(slot) + BodyRecord.firstPair) >>> 2];
      let before = 0;
      for (let link = first; link !== 0; places++) {
        const index = (link - 1) >>> 1;
        const side = (link - 1) & 1;
        if (index >= room || seen[link - 1]) unsound('the list of pairs of a body is broken');
        seen[link - 1] = 1;
        const flags = u32[(this.pairs + index * PairRecord.size + PairRecord.flags) >>> 2];
        const both = this.linkBodies(index);
        if ((flags & USED) === 0 || both[side] !== slot || met[both[1 - side]] === slot + 1)
          unsound('the list of pairs of a body is broken');
        met[both[1 - side]] = slot + 1;
        const at = links + index * PairLinks.size + side * (PairLinks.nextB - PairLinks.nextA);
        if (u32[(at + PairLinks.previousA) >>> 2] !== before) unsound('the list of pairs of a body is broken');
        before = link;
        link = u32[(at + PairLinks.nextA) >>> 2];
      }
    }
    requireSound(places === 2 * used, 'a pair is in no list');
  }

  /** Bits of bodies that have to look for pairs. */
  private checkMoved(blocks: Blocks): void {
    const { u32 } = this.state;
    const capacity = this.read(BroadPhaseRecord.movedCapacity);
    const isWhole = capacity % 32 === 0 && capacity >= this.state.field(WorldRecord.bodyCapacity);
    requireSound(isWhole, 'its list of moved bodies is broken');
    blocks.claimAt(this.record, BroadPhaseRecord.movedBase, capacity / 8);
    const moved = this.read(BroadPhaseRecord.movedBase) >>> 2;
    for (let first = 0; first < capacity; first += 32) {
      const bits = u32[moved + first / 32];
      const beyond = Math.max(this.bodies.count - first, 0);
      if (beyond < 32 && bits >>> beyond !== 0) unsound('a body has moved that there is not');
    }
  }
}
