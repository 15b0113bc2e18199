// Where events wait to be read: one block that grows. There is always room for one end of each contact that is told to have begun, so that
// ends are never lost.
import { theBroadphase } from '../collision/broadphase/record';
import { bytesOf, regrowAt } from '../memory/arena';
import { bodyAt } from '../memory/records';
import { Lack, WorldRecord } from '../world';
import { EventRecord, EventType } from './record';

const EVENT: usize = offsetof<EventRecord>();
const LEAST_EVENTS: usize = 32;

/** Makes room for so many events beside the ends that may come; false when there is no memory left, which the world's record then says. */
export function reserveEvents(world: WorldRecord, more: u32): bool {
  const needed = bytesOf(<u64>world.eventCount + theBroadphase().told + more, EVENT);
  if (needed <= <usize>world.eventCapacity) return true;
  if (growEvents(world, max(bytesOf(3, needed >> 1), LEAST_EVENTS * EVENT)) || growEvents(world, needed)) return true;
  world.lacks |= Lack.Events;
  return false;
}

function growEvents(world: WorldRecord, bytes: usize): bool {
  const field = changetype<usize>(world) + offsetof<WorldRecord>('events');
  if (!regrowAt(field, <usize>world.eventCount * EVENT, bytes)) return false;
  world.eventCapacity = <u32>bytes;
  return true;
}

/** The next record, for which there has to be room, with nothing but its type. */
export function takeEvent(world: WorldRecord, type: EventType): EventRecord {
  const event = changetype<EventRecord>(<usize>world.events + <usize>world.eventCount * EVENT);
  world.eventCount++;
  memory.fill(changetype<usize>(event), 0, EVENT);
  event.type = <u32>type;
  return event;
}

/** Tells something of one body; false when there is no memory left. */
export function recordBodyEvent(world: WorldRecord, type: EventType, slot: u32): bool {
  if (!reserveEvents(world, 1)) return false;
  const event = takeEvent(world, type);
  event.bodyA = slot;
  event.generationA = bodyAt(slot).generation;
  return true;
}

/** Forgets what the end of the last step had seen. What came since moves to the front. */
export function forgetSeen(world: WorldRecord): void {
  const kept = world.eventCount - world.eventsOfStep;
  memory.copy(world.events, <usize>world.events + <usize>world.eventsOfStep * EVENT, <usize>kept * EVENT);
  world.eventCount = kept;
  world.eventsOfStep = 0;
}

/** The events of a step are complete. */
export function closeEvents(world: WorldRecord): void {
  world.eventsOfStep = world.eventCount;
}
