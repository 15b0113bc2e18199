// Pairs of bodies, in a pool and in the list of each of their two bodies. Pairs that never touch are records in the same lists: a body
// that looks for pairs passes over whatever is in its list.
import { BodyRecord } from '../../body/record';
import { contactGraph, releaseBundles } from '../../constraint/graph';
import { recordEnd, recordTouchEnds } from '../../event/pair-events';
import { bytesOf, regrowAt, theWorld } from '../../memory/arena';
import { grownCapacity } from '../../memory/capacity';
import { bodyAt } from '../../memory/records';
import { addSlider } from '../../memory/slide';
import { clear } from '../../memory/words';
import { WorldRecord } from '../../world';
import { oneWayFlag } from '../narrowphase/one-way.kernel';
import { forgetManifolds } from '../narrowphase/manifolds.kernel';
import { ownerFlag, ownerOf } from './crowd';
import { FoundRecord } from './found-record';
import { freeListOf, takenList } from './free-lists';
import { PairFlag, PairLinks, PairRecord } from './pair-record';
import { BroadPhaseRecord, theBroadphase } from './record';

/** From the links of one side of a pair to those of the other. */
const SIDE: usize = offsetof<PairLinks>('nextB') - offsetof<PairLinks>('nextA');

export function pairAt(index: u32): PairRecord {
  return changetype<PairRecord>(<usize>theBroadphase().pairBase + <usize>index * offsetof<PairRecord>());
}

export function linksOf(index: u32): PairLinks {
  return changetype<PairLinks>(<usize>theBroadphase().linkBase + <usize>index * offsetof<PairLinks>());
}

/** Records ever used: the numbers of pairs are below it, and PairFlag.Alive tells them from others. */
export function pairRoom(): u32 {
  return theBroadphase().pairRoom;
}

/** Slot of the body on a side of a pair, or of one that there was. */
export function bodyOfPair(index: u32, side: u32): u32 {
  const links = linksOf(index);
  return side ? links.bodyB : links.bodyA;
}

/** Number of the pair at a place in a list. */
export function pairOf(link: u32): u32 {
  return (link - 1) >> 1;
}

/** Address of the links at a place in a list: next, previous. */
function linksAt(link: u32): usize {
  return changetype<usize>(linksOf(pairOf(link))) + <usize>((link - 1) & 1) * SIDE;
}

export function nextOf(link: u32): u32 {
  return load<u32>(linksAt(link), offsetof<PairLinks>('nextA'));
}

function setNext(link: u32, next: u32): void {
  store<u32>(linksAt(link), next, offsetof<PairLinks>('nextA'));
}

function previousOf(link: u32): u32 {
  return load<u32>(linksAt(link), offsetof<PairLinks>('previousA'));
}

function setPrevious(link: u32, previous: u32): void {
  store<u32>(linksAt(link), previous, offsetof<PairLinks>('previousA'));
}

/** Slot of the body in whose list the place is not. */
export function otherOf(link: u32): u32 {
  const links = linksOf(pairOf(link));
  return link & 1 ? links.bodyB : links.bodyA;
}

/** The body in whose list the place is. */
function bodyOf(link: u32): BodyRecord {
  const links = linksOf(pairOf(link));
  return bodyAt(link & 1 ? links.bodyA : links.bodyB);
}

/** A pair whose first body is farther than so many slots from that of the pair before is out of order. */
const FAR_SLOTS: i32 = 64;

/** A new record in the lists of two bodies; false when there is no memory left. */
export function createPair(a: u32, b: u32, flag: u32): bool {
  if (!reservePair()) return false;
  const record = theBroadphase();
  const list = takenList(freePairs(record), min(a, b), record.pairRoom < record.pairCapacity);
  let index = record.pairRoom;
  if (list) {
    index = load<u32>(list) - 1;
    store<u32>(list, pairAt(index).next);
    record.pairsFree--;
  } else record.pairRoom++;
  const pair = pairAt(index);
  clear(changetype<usize>(pair), offsetof<PairRecord>());
  pair.bodyA = min(a, b);
  pair.bodyB = max(a, b);
  pair.flags = flag;
  const links = linksOf(index);
  links.previousA = 0;
  links.previousB = 0;
  links.bodyA = pair.bodyA;
  links.bodyB = pair.bodyB;
  if (index && abs(<i32>(links.bodyA - linksOf(index - 1).bodyA)) > FAR_SLOTS) record.scattered++;
  if (flag == PairFlag.Alive) {
    record.pairCount++;
    pair.flags |= ownerFlag(bodyAt(pair.bodyA), bodyAt(pair.bodyB)) | oneWayFlag(bodyAt(pair.bodyA), bodyAt(pair.bodyB));
    ownerOf(pair).pairCount++;
  }
  for (let side: u32 = 1; side <= 2; side++) {
    const link = 2 * index + side;
    const body = bodyOf(link);
    const first = body.firstPair;
    setNext(link, first);
    if (first) setPrevious(first, link);
    body.firstPair = link;
  }
  return true;
}

/** Where lists of free pairs begin. */
export function freePairs(record: BroadPhaseRecord): usize {
  return changetype<usize>(record) + offsetof<BroadPhaseRecord>();
}

/** Room for one more; false when there is no memory left. */
export function reservePair(): bool {
  const record = theBroadphase();
  if (record.pairsFree || record.pairRoom < record.pairCapacity) return true;
  if (record.failed) return false;
  if (growPairs(grownCapacity(record.pairCapacity, 0)) || growPairs(record.pairCapacity + 4)) return true;
  record.failed = 1;
  return false;
}

/** Makes room in a pool whose address is in a field; or, where pools slide together, lists it with them. */
function lay(field: usize, used: usize, bytes: usize, slides: bool): bool {
  if (!slides) return regrowAt(field, used, bytes);
  addSlider(field, used, bytes);
  return true;
}

/** Makes room for the records of pairs and their links, for the list of those that are active, and for notes about these; or lists these pools for `slide`. */
export function layPairs(capacity: u32, slides: bool): bool {
  const world = changetype<usize>(theWorld());
  const record = changetype<usize>(theBroadphase());
  const used = <usize>theBroadphase().pairRoom;
  const active = (<usize>theWorld().activePairCount) << 2;
  return (
    lay(
      record + offsetof<BroadPhaseRecord>('pairBase'),
      used * offsetof<PairRecord>(),
      bytesOf(capacity, offsetof<PairRecord>()),
      slides,
    ) &&
    lay(record + offsetof<BroadPhaseRecord>('linkBase'), used * offsetof<PairLinks>(), bytesOf(capacity, offsetof<PairLinks>()), slides) &&
    lay(world + offsetof<WorldRecord>('activePairs'), active, bytesOf(capacity, sizeof<u32>()), slides) &&
    // Notes are taken anew in each step.
    lay(world + offsetof<WorldRecord>('found'), 0, bytesOf(capacity, offsetof<FoundRecord>()), slides)
  );
}

export function growPairs(capacity: u32): bool {
  const world = theWorld();
  // What contacts were packed into is packed anew in each step, and pairs may have its room.
  releaseBundles(world, contactGraph(world));
  if (!layPairs(capacity, false)) return false;
  theBroadphase().pairCapacity = capacity;
  world.activePairCapacity = capacity << 2;
  world.foundCapacity = capacity * <u32>offsetof<FoundRecord>();
  return true;
}

/** Takes its contacts from a pair that ends or is ignored from now on, and tells so. */
function end(pair: PairRecord): void {
  if (!(pair.flags & PairFlag.Alive)) return;
  if (pair.flags & PairFlag.WasTouching) recordEnd(pair, null);
  if (pair.memory) recordTouchEnds(pair);
  forgetManifolds(pair);
  theBroadphase().pairCount--;
  ownerOf(pair).pairCount--;
}

export function dropPair(index: u32): void {
  const record = theBroadphase();
  const pair = pairAt(index);
  end(pair);
  for (let side: u32 = 1; side <= 2; side++) {
    const link = 2 * index + side;
    const next = nextOf(link);
    const previous = previousOf(link);
    if (next) setPrevious(next, previous);
    if (previous) setNext(previous, next);
    else bodyOf(link).firstPair = next;
  }
  pair.flags = 0;
  const list = freeListOf(freePairs(record), pair.bodyA);
  pair.next = load<u32>(list);
  store<u32>(list, index + 1);
  record.pairsFree++;
}

/** Drops the pairs of a body that have some of the flags. */
export function dropPairs(slot: u32, flags: u32): void {
  for (let link = bodyAt(slot).firstPair; link; ) {
    const index = pairOf(link);
    link = nextOf(link);
    if (pairAt(index).flags & flags) dropPair(index);
  }
}

/** A place of the record of two bodies in one of their lists, 0 without one; as many steps as the shorter list is long. */
export function findPair(a: u32, b: u32): u32 {
  let first = bodyAt(a).firstPair;
  let second = bodyAt(b).firstPair;
  while (first && second) {
    if (otherOf(first) == b) return first;
    if (otherOf(second) == a) return second;
    first = nextOf(first);
    second = nextOf(second);
  }
  return 0;
}

/** What became of two bodies after counting how often they are ignored. */
export const enum Ignoring {
  OutOfMemory = 0,
  Done = 1,
  /** They may touch again. */
  Ended = 2,
}

/** Counts once more, or once less, that two bodies never touch. */
export function countIgnored(a: u32, b: u32, change: i32): Ignoring {
  const link = findPair(a, b);
  if (change < 0) {
    if (!link) return Ignoring.Done;
    const pair = pairAt(pairOf(link));
    if (!(pair.flags & PairFlag.Ignored) || --pair.memory) return Ignoring.Done;
    dropPair(pairOf(link));
    return Ignoring.Ended;
  }
  if (!link) {
    if (!createPair(a, b, PairFlag.Ignored)) return Ignoring.OutOfMemory;
    pairAt(pairOf(bodyAt(a).firstPair)).memory = 1;
    return Ignoring.Done;
  }
  const pair = pairAt(pairOf(link));
  if (pair.flags & PairFlag.Alive) {
    end(pair);
    pair.flags = PairFlag.Ignored;
    pair.memory = 0;
  }
  pair.memory++;
  return Ignoring.Done;
}
