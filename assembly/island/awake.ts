// Which bodies a step looks at: a bit for each body slot, and two more sets of the same size behind it for finding contacts.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { adaptBody, lookAgain } from '../collision/broadphase/moved';
import { noteStart } from '../contact/swept-start';
import { bodyAt } from '../memory/records';
import { WorldRecord } from '../world';

/** The bodies whose contacts are being found, and those that were woken meanwhile. */
export function currentSet(world: WorldRecord): usize {
  return <usize>world.awake + world.awakeCapacity;
}
export function wokenSet(world: WorldRecord): usize {
  return <usize>world.awake + 2 * world.awakeCapacity;
}

/** Bytes of a set for so many bodies. */
export function setBytes(capacity: u32): usize {
  return <usize>(((capacity + 63) >> 6) << 3);
}

export function holds(set: usize, slot: u32): bool {
  return (load<u32>(set + ((slot >> 5) << 2)) & ((<u32>1) << (slot & 31))) != 0;
}

export function include(set: usize, slot: u32): void {
  const word = set + ((slot >> 5) << 2);
  store<u32>(word, load<u32>(word) | ((<u32>1) << (slot & 31)));
}

/** The first slot of a set that is not below `from`; `end` without one. */
export function nextIn(set: usize, from: u32, end: u32): u32 {
  if (from >= end) return end;
  let first = from & ~63;
  let word = load<u64>(set + (first >> 3)) & (~(<u64>0) << (from & 63));
  while (!word) {
    first += 64;
    if (first >= end) return end;
    word = load<u64>(set + (first >> 3));
  }
  return first + <u32>ctz<u64>(word);
}

/** The first body from `from` on that is awake; `bodyCount` without one. */
export function nextAwake(world: WorldRecord, from: u32): u32 {
  return nextIn(world.awake, from, world.bodyCount);
}

/** How many bodies are awake. */
export function countAwake(world: WorldRecord): u32 {
  let count: u32 = 0;
  for (let first: u32 = 0; first < world.bodyCount; first += 64) count += <u32>popcnt<u64>(load<u64>(<usize>world.awake + (first >> 3)));
  return count;
}

export function isAwake(world: WorldRecord, slot: u32): bool {
  return holds(world.awake, slot);
}

/** Whether a pair of an awake body is that body's to handle: each pair is handled once. */
export function isFirst(world: WorldRecord, slot: u32, other: u32): bool {
  return !isAwake(world, other) || other > slot;
}

/** Steps look at a body from now on, or no longer. */
export function setAwake(world: WorldRecord, slot: u32, on: bool): void {
  if (isAwake(world, slot) == on) return;
  const word = <usize>world.awake + ((slot >> 5) << 2);
  store<u32>(word, load<u32>(word) ^ ((<u32>1) << (slot & 31)));
  const body = bodyAt(slot);
  countResting(world, body, on);
  if (body.jointCount) world.topologyDirty = 1;
  // A body that sleeps is where it was, and one that wakes in a step begins it there.
  noteStart(body);
  if (!body.leaf) return;
  if (on && body.flags & BodyFlag.Crowded) lookAgain(slot);
  // A body that no step looks at keeps its box.
  if (!on) adaptBody(world, slot, 0, false);
}

/** Keeps the number of bodies that could be roused: those that `rouse` would do something to. */
function countResting(world: WorldRecord, body: BodyRecord, on: bool): void {
  const rests = on ? body.flags & BodyFlag.Resting : body.flags & BodyFlag.Asleep || typeOf(body) == BodyType.Kinematic;
  if (!rests) return;
  body.flags ^= BodyFlag.Resting;
  if (on) world.restingCount--;
  else world.restingCount++;
}

/** Whether a body that is awake keeps others awake. Kinematic bodies do from when they are set in motion until the end of a step without it. */
export function isMoving(slot: u32): bool {
  const body = bodyAt(slot);
  const type = typeOf(body);
  return type == BodyType.Dynamic || (type == BodyType.Kinematic && body.restTime == 0);
}
