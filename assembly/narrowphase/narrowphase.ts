// The stage of a step that finds contacts: the pairs of all bodies that are awake, and then those of the bodies that these woke.
import { nextOf, otherOf, pairAt, pairOf } from '../broadphase/pairs';
import { PairFlag } from '../broadphase/pair-record';
import { theBroadphase } from '../broadphase/record';
import { currentSet, holds, isAwake, nextIn, wokenSet } from '../island/awake';
import { disturbs, isContact } from '../island/touch.kernel';
import { isAsleep, wakeIsland } from '../island/wake';
import { ensureBlock } from '../memory/blocks';
import { bodyAt } from '../memory/records';
import { WorldRecord } from '../world';
import { updatePair } from './contacts.kernel';

const ACTIVE: u32 = PairFlag.Touching | PairFlag.WasTouching;

/** One of the pairs that the last detection found active; others may have their numbers since. */
export function activePair(world: WorldRecord, index: u32): u32 {
  return load<u32>(<usize>world.activePairs + ((<usize>index) << 2));
}

/** Finds the contacts of all pairs with a body that is awake; false when there is no memory left. */
export function updateContacts(world: WorldRecord, dt: f64): bool {
  world.activePairCount = 0;
  if (!ensureBlock(world, offsetof<WorldRecord>('activePairs'), (<usize>theBroadphase().pairCount) << 2)) return false;
  const current = currentSet(world);
  let found = <usize>world.awake;
  let spreads = false;
  do {
    memory.copy(current, found, world.awakeCapacity);
    found = wokenSet(world);
    memory.fill(found, 0, world.awakeCapacity);
    for (let slot = nextIn(current, 0, world.bodyCount); slot < world.bodyCount; slot = nextIn(current, slot + 1, world.bodyCount)) {
      if (!updateBody(world, slot, dt, spreads)) return false;
    }
    spreads = true;
  } while (nextIn(found, 0, world.bodyCount) < world.bodyCount);
  return true;
}

/** `spreads`: the body has just been woken, and whoever is next to it may be pushed in the same step. */
function updateBody(world: WorldRecord, slot: u32, dt: f64, spreads: bool): bool {
  for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) {
    const index = pairOf(link);
    const pair = pairAt(index);
    const other = otherOf(link);
    if (!(pair.flags & PairFlag.Alive) || !isDue(world, slot, other)) continue;
    if (!updatePair(world, pair, index, dt)) return false;
    if (pair.firstManifold || pair.flags & ACTIVE) {
      store<u32>(<usize>world.activePairs + ((<usize>world.activePairCount) << 2), index);
      world.activePairCount += 1;
    }
    if (dt > 0 && isAsleep(other) && (spreads ? isContact(pair) : disturbs(pair, slot, dt))) wakeIsland(world, other);
  }
  return true;
}

/** Whether the contacts of a current body and another are to be found now, and were not before. */
function isDue(world: WorldRecord, slot: u32, other: u32): bool {
  if (holds(currentSet(world), other)) return other > slot;
  return !isAwake(world, other) || holds(wokenSet(world), other);
}
