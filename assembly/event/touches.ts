// What events tell of compounds whose children have something of their own: that single children touch, or feel. A pair has a list of them.
import { PairRecord } from '../collision/broadphase/pair-record';
import { bytesOf, regrowAt, theWorld } from '../memory/arena';
import { Lack, WorldRecord } from '../world';

/** Bits of TouchRecord.flags. @layout */
export const enum TouchFlag {
  /** They touch, or one feels the other, since contacts were found last. */
  Now = 1,
  /** Events told so. */
  Told = 2,
  /** What feels is a child of A, or of B; the other is a whole body then. */
  SensorA = 4,
  SensorB = 8,
}

/** Two children that touch, or a child that feels a body. @layout */
// @ts-ignore: decorator
@unmanaged
export class TouchRecord {
  /** Slot plus one of the next of the pair, or of the free list. */
  next: u32;
  /** As in ManifoldRecord. */
  children: u32;
  flags: u32;
  reserved: u32;
}

const LEAST: u32 = 16;

export function touchAt(slot: u32): TouchRecord {
  return changetype<TouchRecord>(<usize>theWorld().touches + <usize>slot * offsetof<TouchRecord>());
}

/** Notes that two children touch, or that one feels; where there is no memory left, the next step tells it. */
export function noteTouch(pair: PairRecord, children: u32, flags: u32): void {
  for (let slot = pair.memory; slot; slot = touchAt(slot - 1).next) {
    const touch = touchAt(slot - 1);
    if (touch.children != children || (touch.flags ^ flags) & (TouchFlag.SensorA | TouchFlag.SensorB)) continue;
    touch.flags |= TouchFlag.Now;
    return;
  }
  const world = theWorld();
  let taken = world.touchFirstFree;
  if (taken) world.touchFirstFree = touchAt(taken - 1).next;
  else if (reserveTouch()) taken = ++world.touchCount;
  else {
    world.lacks |= Lack.Events;
    return;
  }
  const touch = touchAt(taken - 1);
  touch.next = pair.memory;
  touch.children = children;
  touch.flags = flags | TouchFlag.Now;
  pair.memory = taken;
}

function reserveTouch(): bool {
  const world = theWorld();
  const size = offsetof<TouchRecord>();
  if (bytesOf(world.touchCount + 1, size) <= <usize>world.touchBytes) return true;
  const bytes = bytesOf(max(LEAST, 2 * world.touchCount), size);
  const field = changetype<usize>(world) + offsetof<WorldRecord>('touches');
  if (!regrowAt(field, bytesOf(world.touchCount, size), bytes)) return false;
  world.touchBytes = <u32>bytes;
  return true;
}

/** Forgets which children of a pair touch, until that is noted anew. */
export function beginTouches(pair: PairRecord): void {
  for (let slot = pair.memory; slot; slot = touchAt(slot - 1).next) touchAt(slot - 1).flags &= ~(<u32>TouchFlag.Now);
}

/** Takes a record out of the list of its pair, where `link` is the address of what names it. */
export function dropTouch(link: usize): void {
  const world = theWorld();
  const slot = load<u32>(link);
  const touch = touchAt(slot - 1);
  store<u32>(link, touch.next);
  touch.next = world.touchFirstFree;
  touch.flags = 0;
  world.touchFirstFree = slot;
}
