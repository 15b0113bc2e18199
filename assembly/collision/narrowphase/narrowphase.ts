// The stage of a step that finds contacts: the pairs of all bodies that are awake, and then those of the bodies that these woke.
import { bodyOfPair, nextOf, otherOf, pairAt, pairOf, pairRoom } from '../broadphase/pairs';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { completeReaches, reachesMeet } from '../broadphase/reach';
import { countAwake, currentSet, holds, isAwake, nextIn, wokenSet } from '../../island/awake';
import { disturbs, isContact } from '../../island/touch.kernel';
import { isAsleep, wakeIsland } from '../../island/wake';
import { BodyRecord } from '../../body/record';
import { readAhead } from '../../memory/ahead';
import { bodyAt } from '../../memory/records';
import { Lack, WorldRecord } from '../../world';
import { updatePair } from './contacts.kernel';
import { noteEntangled } from './entangled';
import { describeFound, foundAt } from './found';
import { MANIFOLD_HEAD } from './manifold-record';
import { manifoldAt, theNarrowphase } from './manifolds.kernel';

const ACTIVE: u32 = PairFlag.Touching | PairFlag.WasTouching;

/** One of the pairs that the last detection found active; others may have their numbers since. */
export function activePair(world: WorldRecord, index: u32): u32 {
  return load<u32>(<usize>world.activePairs + ((<usize>index) << 2));
}

/** Pairs a body in a dense pile: where there are fewer of them for each body that is awake, running through all pairs in the order of memory is faster. */
const DENSE: u32 = 16;
/** And so it is where one in so many bodies is awake: lists go all over memory. */
const MANY: u32 = 4;

/** Finds the contacts of all pairs with a body that is awake, as many as there is memory for. */
export function updateContacts(world: WorldRecord, dt: f64): void {
  world.activePairCount = 0;
  theNarrowphase().failed = 0;
  const current = currentSet(world);
  const woken = wokenSet(world);
  let spreads = false;
  completeReaches(world);
  memory.copy(current, world.awake, world.awakeCapacity);
  memory.fill(woken, 0, world.awakeCapacity);
  if (DENSE * countAwake(world) >= pairRoom() || MANY * <u32>countAwake(world) >= world.bodyCount) {
    updateAll(world, dt);
    memory.copy(current, woken, world.awakeCapacity);
    memory.fill(woken, 0, world.awakeCapacity);
    spreads = true;
  }
  while (nextIn(current, 0, world.bodyCount) < world.bodyCount) {
    for (let slot = nextIn(current, 0, world.bodyCount); slot < world.bodyCount; slot = nextIn(current, slot + 1, world.bodyCount)) {
      updateBody(world, slot, dt, spreads);
    }
    memory.copy(current, woken, world.awakeCapacity);
    memory.fill(woken, 0, world.awakeCapacity);
    spreads = true;
  }
  if (theNarrowphase().failed) world.lacks |= Lack.Contacts;
}

/** So many pairs ahead their bodies are read, and half as many ahead their contacts. */
const AHEAD: u32 = 8;

/** Of bodies what finds their contacts reads. */
const BODY_BYTES: usize = offsetof<BodyRecord>('mass');

/** Pairs of which those are listed first that have anything to do. */
const CHUNK: u32 = 256;
const DUE: usize = scratch<u32>(CHUNK);

function dueAt(k: u32): u32 {
  return load<u32>(DUE + ((<usize>k) << 2));
}

/** Reads what the pairs after one of the list will want. */
function readPairsAhead(k: u32, count: u32): void {
  if (k + AHEAD < count) {
    readAhead(changetype<usize>(bodyAt(bodyOfPair(dueAt(k + AHEAD), 0))), 0, BODY_BYTES);
    readAhead(changetype<usize>(bodyAt(bodyOfPair(dueAt(k + AHEAD), 1))), 0, BODY_BYTES);
  }
  if (k + AHEAD / 2 >= count) return;
  const manifold = pairAt(dueAt(k + AHEAD / 2)).firstManifold;
  if (manifold) readAhead(changetype<usize>(manifoldAt(manifold - 1)), 0, MANIFOLD_HEAD);
}

/** All pairs, in the order of memory. */
function updateAll(world: WorldRecord, dt: f64): void {
  const current = currentSet(world);
  const end = pairRoom();
  for (let first: u32 = 0; first < end; first += CHUNK) {
    const count = listDue(world, first, min(first + CHUNK, end));
    for (let k: u32 = 0; k < count; k++) {
      readPairsAhead(k, count);
      const index = dueAt(k);
      const a = bodyOfPair(index, 0);
      const b = bodyOfPair(index, 1);
      const movesA = holds(current, a);
      update(world, index, movesA ? a : b, movesA ? b : a, dt, false);
    }
  }
}

/** Lists the pairs from one to another that may have contacts now, or had some; returns how many. */
function listDue(world: WorldRecord, first: u32, end: u32): u32 {
  const current = currentSet(world);
  let count: u32 = 0;
  for (let index = first; index < end; index++) {
    const a = bodyOfPair(index, 0);
    const b = bodyOfPair(index, 1);
    const movesA = holds(current, a);
    const movesB = holds(current, b);
    if (!(movesA || movesB) || (movesA && movesB && isApart(world, pairAt(index), a, b))) continue;
    store<u32>(DUE + ((<usize>count) << 2), index);
    count++;
  }
  return count;
}

/** Whether a pair of two bodies that are awake has no contacts and cannot have any in this step. */
function isApart(world: WorldRecord, pair: PairRecord, a: u32, b: u32): bool {
  return !(pair.firstManifold || pair.memory || pair.flags & (ACTIVE | PairFlag.OneWay)) && !reachesMeet(world, a, b);
}

/** The pairs of a body. `spreads`: it has just been woken, and whoever is next to it may be pushed in the same step. */
function updateBody(world: WorldRecord, slot: u32, dt: f64, spreads: bool): void {
  for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) {
    const other = otherOf(link);
    if (!isDue(world, slot, other)) continue;
    if (!spreads && holds(currentSet(world), other) && isApart(world, pairAt(pairOf(link)), slot, other)) continue;
    update(world, pairOf(link), slot, other, dt, spreads);
  }
}

/** A pair of a body that is awake and another. */
function update(world: WorldRecord, index: u32, slot: u32, other: u32, dt: f64, spreads: bool): void {
  const pair = pairAt(index);
  if (!(pair.flags & PairFlag.Alive)) return;
  const isFirst = !(pair.firstManifold || pair.flags & PairFlag.Found);
  updatePair(world, pair, index, dt);
  if (isFirst || pair.flags & PairFlag.Entangled) noteEntangled(pair, isFirst);
  if (pair.firstManifold || pair.flags & ACTIVE || pair.memory) {
    const count = world.activePairCount;
    store<u32>(<usize>world.activePairs + ((<usize>count) << 2), index);
    describeFound(world, foundAt(world, count), pair, dt);
    world.activePairCount = count + 1;
  }
  if (dt > 0 && isAsleep(other) && (spreads ? isContact(pair) : disturbs(pair, slot, dt))) wakeIsland(world, other);
}

/** Whether the contacts of a current body and another are to be found now, and were not before. */
function isDue(world: WorldRecord, slot: u32, other: u32): bool {
  if (holds(currentSet(world), other)) return other > slot;
  return !isAwake(world, other) || holds(wokenSet(world), other);
}
