// Which bodies may touch: trees of boxes that are larger than the bodies, one of static bodies and one of those that move. A body looks
// for pairs when its box changes, and loses those whose boxes have parted.
import { bodyType } from '../../body/activity';
import { aim } from '../../body/pack.kernel';
import { onlyFalls } from '../../body/pull.kernel';
import { BodyFlag, BodyRecord, BodyType } from '../../body/record';
import { theWorld } from '../../memory/arena';
import { countAwake, currentSet, isAwake, nextAwake } from '../../island/awake';
import { rouse, wakeNeighbours } from '../../island/wake';
import { bodyAt, shapeAt } from '../../memory/records';
import { setWord, wordAt } from '../../memory/words';
import { allOf, isDistinct } from '../shape/child';
import { ShapeType } from '../shape/record';
import { Lack, WorldRecord } from '../../world';
import { noteStart } from '../../contact/swept-start';
import { hasRoom, pairLimit } from './crowd';
import { groupsMeet } from './filter';
import { chooseBounds, holdHere, takeBounds } from './grow';
import { adaptBody, lookAgain } from './moved';
import { PairFlag } from './pair-record';
import { countIgnored, createPair, dropPair, dropPairs, findPair, Ignoring, nextOf, otherOf, pairAt, pairOf, pairRoom } from './pairs';
import { noteReach } from './reach';
import { boxesMeet, BroadPhaseRecord, nodeAt, theBroadphase } from './record';
import { sortNodes } from './sort-nodes';
import { searchTree } from './traverse';
import { detachLeaf, giveNode, insertLeaf, moveLeaf, reserveNodes, takeNode } from './tree';

/** Pairs per awake body from which on bodies have many neighbours: see grow.ts. */
const DENSE: u32 = 10;
/** Numbers of searches below that of none at all. */
const LAST_SEARCH: u32 = 0xfffffffe;

function rootOf(record: BroadPhaseRecord, moving: bool): u32 {
  return moving ? record.movingRoot : record.staticRoot;
}

/** Makes the box of a body that of its pose at once; false when there is no memory left for one that has none, and then nothing has changed. */
export function placeBody(slot: u32): bool {
  const body = bodyAt(slot);
  const wanted: u32 = BodyFlag.Alive | BodyFlag.Ghost;
  if (!body.shape || (body.flags & wanted) != BodyFlag.Alive) {
    takeOut(slot);
    return true;
  }
  if (!body.leaf && !reserveNodes()) return false;
  const moving = bodyType(body) != BodyType.Static;
  if (!body.leaf) {
    body.leaf = takeNode();
    const node = nodeAt(body.leaf);
    node.left = slot;
    node.right = 0;
    node.stamp = 0;
  } else detachLeaf(body.leaf);
  chooseBounds(theWorld(), slot, 0);
  takeBounds(body.leaf);
  insertLeaf(body.leaf, rootOf(theBroadphase(), moving), moving);
  lookAgain(slot);
  return true;
}

/** The same for a body that was set somewhere else: a box that still holds it stays, and what was near it wakes. */
export function moveBody(slot: u32): bool {
  wakeNeighbours(slot, false);
  if (!bodyAt(slot).leaf) return placeBody(slot);
  adaptBody(theWorld(), slot, 0, false);
  return true;
}

/** Takes a body's box and pairs away. */
function takeOut(slot: u32): void {
  const body = bodyAt(slot);
  dropPairs(slot, PairFlag.Alive);
  if (!body.leaf) return;
  detachLeaf(body.leaf);
  giveNode(body.leaf);
  body.leaf = 0;
}

/** Forgets a body: its box, its pairs, and whom it never touches. */
export function removeFromBroadphase(slot: u32): void {
  takeOut(slot);
  dropPairs(slot, PairFlag.Ignored);
}

/** Finds pairs anew for a body whose type, shape or filter has changed; false when there is no memory left for a box that it does not have yet. */
export function refilterBody(slot: u32): bool {
  dropPairs(slot, PairFlag.Alive);
  return placeBody(slot);
}

/** Ends the pairs of bodies whose groups do not meet any more, and finds those that do. */
export function refilterAll(): void {
  for (let index: u32 = 0; index < pairRoom(); index++) {
    const pair = pairAt(index);
    if (pair.flags & PairFlag.Alive && !mayTouch(bodyAt(pair.bodyA), bodyAt(pair.bodyB))) dropPair(index);
  }
  for (let slot: u32 = 0; slot < theWorld().bodyCount; slot++) if (bodyAt(slot).leaf) lookAgain(slot);
}

/**
 * Counts how often two bodies were told never to touch: `change` is 1 or -1. They may touch again when it is 0. False when there is no
 * memory left, and then nothing has changed.
 */
export function ignorePair(a: u32, b: u32, change: i32): bool {
  if (a == b) return true;
  theBroadphase().failed = 0;
  const outcome = countIgnored(a, b, change);
  if (outcome == Ignoring.Ended) {
    if (bodyAt(a).leaf) lookAgain(a);
    if (bodyAt(b).leaf) lookAgain(b);
  }
  return outcome != Ignoring.OutOfMemory;
}

/** How often two bodies were told never to touch. */
export function ignoredCount(a: u32, b: u32): u32 {
  const link = findPair(a, b);
  if (!link) return 0;
  const pair = pairAt(pairOf(link));
  return pair.flags & PairFlag.Ignored ? pair.memory : 0;
}

/** Brings boxes and pairs up to date for a step of `dt` s. Pairs for which there is no memory left are for the next update to find. */
export function updatePairs(world: WorldRecord, dt: f64): void {
  // Without a body that moves there are no pairs.
  const record = theBroadphase();
  if (!record.movingRoot) return;
  record.updates++;
  record.dense = u32(record.pairCount > DENSE * <u32>countAwake(world));
  if (dt > 0) sortNodes(world);
  adaptAll(world, dt);
  findPairs(world);
}

// While pairs are looked for, the leaves of bodies that are awake are in a list, where the colours of bodies are later in a step: short words for what else is read from
// long records all over memory.

function leafOf(world: WorldRecord, slot: u32): u32 {
  const leaf = wordAt(world.bodyColors, slot);
  return leaf ? leaf : bodyAt(slot).leaf;
}

function adaptAll(world: WorldRecord, dt: f64): void {
  memory.fill(world.bodyColors, 0, (<usize>world.bodyCount) << 2);
  world.onlyFall = 1;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    // Where it starts is asked of what is swept and what is joined with that, and before it falls asleep.
    if (dt > 0 && (world.sleeping || body.jointCount || body.flags & BodyFlag.Swept)) noteStart(body);
    if (!body.leaf) continue;
    setWord(world.bodyColors, slot, body.leaf);
    if (dt > 0 && body.flags & BodyFlag.HasTarget) aim(body, dt);
    if (!onlyFalls(body)) world.onlyFall = 0;
    adaptBody(world, slot, dt, true);
    noteReach(world, slot);
  }
  memory.copy(currentSet(world), world.awake, world.awakeCapacity);
}

/** Finds the pairs of a body that has left its box within a step, as a contact has sent it elsewhere: with all that may be on its way. */
export function findPairsHere(world: WorldRecord, slot: u32): void {
  // Words of a step that has ended are of no use.
  memory.fill(world.bodyColors, 0, (<usize>world.bodyCount) << 2);
  holdHere(slot);
  moveLeaf(bodyAt(slot).leaf);
  lookForPairs(world, theBroadphase(), slot);
  lookAgain(slot);
}

/** Finds the pairs of the bodies that have moved, in the order of their slots. */
function findPairs(world: WorldRecord): void {
  const record = theBroadphase();
  record.failed = 0;
  record.mostPairs = pairLimit(world);
  for (let first: u32 = 0; first < record.movedCapacity; first += 32) {
    const word = <usize>record.movedBase + <usize>(first >> 3);
    for (let rest = load<u32>(word); rest; rest &= rest - 1) {
      const slot = first + <u32>ctz<u32>(rest);
      // A search that is refused a pair sets the bit again.
      store<u32>(word, load<u32>(word) & ~(rest & -rest));
      if (bodyAt(slot).leaf) lookForPairs(world, record, slot);
    }
  }
  if (record.failed) world.lacks |= Lack.Pairs;
}

/** A body that was refused a pair looks for it again in each update in which it is awake. */
function refuse(slot: u32): void {
  const body = bodyAt(slot);
  body.flags |= BodyFlag.Crowded;
  if (isAwake(theWorld(), slot)) lookAgain(slot);
}

function lookForPairs(world: WorldRecord, record: BroadPhaseRecord, slot: u32): void {
  const body = bodyAt(slot);
  const node = nodeAt(body.leaf);
  const search = nextSearch(record);
  body.flags &= ~(<u32>BodyFlag.Crowded);
  node.stamp = search;
  for (let link = body.firstPair; link; ) {
    const index = pairOf(link);
    const slotOfOther = otherOf(link);
    const other = nodeAt(leafOf(world, slotOfOther));
    link = nextOf(link);
    if (!boxesMeet(node, other) && pairAt(index).flags & PairFlag.Alive) dropPair(index);
    else other.stamp = search;
  }
  record.searcher = slot;
  searchTree(record.movingRoot, node, search, meet);
  if (bodyType(body) != BodyType.Static) searchTree(record.staticRoot, node, search, meet);
}

/** Makes a pair of the searching body and another, if they may touch. */
function meet(slot: u32): void {
  const record = theBroadphase();
  const searcher = record.searcher;
  if (!mayTouch(bodyAt(searcher), bodyAt(slot))) return;
  const hasPlace = hasRoom(bodyAt(min(searcher, slot)), bodyAt(max(searcher, slot)), record.mostPairs);
  if (!hasPlace || !createPair(searcher, slot, PairFlag.Alive)) {
    refuse(searcher);
    refuse(slot);
    return;
  }
  // No step looks at a static body and one that sleeps or stands still, whichever of them finds the other.
  if (bodyType(bodyAt(searcher)) == BodyType.Static) rouse(theWorld(), slot);
  else if (!isAwake(theWorld(), searcher)) rouse(theWorld(), searcher);
}

function mayTouch(a: BodyRecord, b: BodyRecord): bool {
  const still = bodyType(a) == BodyType.Static && bodyType(b) == BodyType.Static;
  if ((a.flags | b.flags) & BodyFlag.Sensor) {
    if (a.flags & b.flags & BodyFlag.Sensor || still) return false;
    if (!hasConvexParts(a) && !hasConvexParts(b)) return false;
  } else if (bodyType(a) != BodyType.Dynamic && bodyType(b) != BodyType.Dynamic) {
    // Children may be sensors.
    if (still || (!isDistinct(a) && !isDistinct(b))) return false;
  }
  return groupsMeet(allOf(a, false), allOf(a, true), allOf(b, false), allOf(b, true));
}

/** Of two bodies that meet one has convex parts; all dynamic bodies do. */
function hasConvexParts(body: BodyRecord): bool {
  const type = shapeAt(body.shape - 1).type;
  return type <= <u32>ShapeType.Triangle || type == <u32>ShapeType.Compound;
}

/** The number of a new search; stamps start again when the numbers are used up. */
function nextSearch(record: BroadPhaseRecord): u32 {
  if (record.search >= LAST_SEARCH) {
    record.search = 0;
    for (let slot: u32 = 0; slot < theWorld().bodyCount; slot++) nodeAt(bodyAt(slot).leaf).stamp = 0;
  }
  return ++record.search;
}
