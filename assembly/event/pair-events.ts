// What is told of a pair of bodies: that they begin to touch, go on, and cease.
import { BodyFlag, BodyRecord } from '../body/record';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { theBroadphase } from '../collision/broadphase/record';
import { theWorld } from '../memory/arena';
import { bodyAt } from '../memory/records';
import { ManifoldPointRecord, ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { manifoldAt, manifoldPoint } from '../collision/narrowphase/manifolds.kernel';
import { WorldRecord } from '../world';
import { isDistinct } from '../collision/shape/child';
import { reserveEvents, takeEvent } from './buffer';
import { EventRecord, EventType } from './record';
import { dropTouch, noteTouch, touchAt, TouchFlag, TouchRecord } from './touches';

const SENSORS: u32 = PairFlag.SensorA | PairFlag.SensorB;
const SENSING: u32 = TouchFlag.SensorA | TouchFlag.SensorB;

/** Tells what changed for a pair in this step. Where there is no memory left, the next step tells that it began. */
export function tellPair(world: WorldRecord, pair: PairRecord): void {
  const told = (pair.flags & PairFlag.WasTouching) != 0;
  if (!told && !pair.firstManifold && !pair.memory && !(pair.flags & PairFlag.Touching)) return;
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const flags = a.flags | b.flags;
  if (!(flags & BodyFlag.Sensor) && (isDistinct(a) || isDistinct(b))) {
    tellChildren(world, pair, flags);
    return;
  }
  const touches = !(flags & BodyFlag.Silent) && touchesNow(pair);
  if (told && !touches) recordEnd(pair, null);
  if (!touches) return;
  if (!told) recordBegin(world, pair, a, b);
  else if (flags & BodyFlag.Talkative && !(flags & BodyFlag.Sensor) && reserveEvents(world, 1))
    describeContact(takeEvent(world, EventType.ContactPersist), pair, null);
}

/** Whether surfaces were not apart when contacts were found, or have pushed each other since. */
function touchesNow(pair: PairRecord): bool {
  if (pair.flags & PairFlag.Touching) return true;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) if (manifoldPoint(manifold, k).impulse > 0) return true;
    slot = manifold.next;
  }
  return false;
}

function recordBegin(world: WorldRecord, pair: PairRecord, a: BodyRecord, b: BodyRecord): void {
  // One place for the end.
  if (!reserveEvents(world, 2)) return;
  theBroadphase().told++;
  pair.flags |= PairFlag.WasTouching;
  if (a.flags & BodyFlag.Sensor) pair.flags |= PairFlag.SensorA;
  if (b.flags & BodyFlag.Sensor) pair.flags |= PairFlag.SensorB;
  const senses = (pair.flags & SENSORS) != 0;
  describeContact(takeEvent(world, senses ? EventType.SensorEnter : EventType.ContactBegin), pair, null);
}

/** The same for two bodies whose children are told apart. */
function tellChildren(world: WorldRecord, pair: PairRecord, flags: u32): void {
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      if (point.separation <= 0 || point.impulse > 0) noteTouch(pair, manifold.children, 0);
    }
    slot = manifold.next;
  }
  let link = changetype<usize>(pair) + offsetof<PairRecord>('memory');
  while (load<u32>(link)) {
    const touch = touchAt(load<u32>(link) - 1);
    const senses = (touch.flags & SENSING) != 0;
    const told = (touch.flags & TouchFlag.Told) != 0;
    if (flags & BodyFlag.Silent || !(touch.flags & TouchFlag.Now)) {
      if (told) recordEnd(pair, touch);
      dropTouch(link);
      continue;
    }
    // One place for the end.
    if (!told && reserveEvents(world, 2)) {
      theBroadphase().told++;
      touch.flags |= TouchFlag.Told;
      describeContact(takeEvent(world, senses ? EventType.SensorEnter : EventType.ContactBegin), pair, touch);
    } else if (told && !senses && flags & BodyFlag.Talkative && reserveEvents(world, 1))
      describeContact(takeEvent(world, EventType.ContactPersist), pair, touch);
    link = changetype<usize>(touch);
  }
}

/** Tells the ends of what was told of the children of a pair that ends, and forgets them. */
export function recordTouchEnds(pair: PairRecord): void {
  const link = changetype<usize>(pair) + offsetof<PairRecord>('memory');
  while (pair.memory) {
    const touch = touchAt(pair.memory - 1);
    if (touch.flags & TouchFlag.Told) recordEnd(pair, touch);
    dropTouch(link);
  }
}

/** Tells the end of what was told to have begun, for which there is always room. */
export function recordEnd(pair: PairRecord, touch: TouchRecord | null): void {
  theBroadphase().told--;
  const senses = touch ? (touch.flags & SENSING) != 0 : (pair.flags & SENSORS) != 0;
  describePair(takeEvent(theWorld(), senses ? EventType.SensorLeave : EventType.ContactEnd), pair, touch);
  if (touch) touch.flags &= ~(<u32>TouchFlag.Told);
  else pair.flags &= ~(PairFlag.WasTouching | SENSORS);
}

/** Whether a manifold is of what is told of: all children, or those of a touch. */
function isOf(manifold: ManifoldRecord, touch: TouchRecord | null): bool {
  return !touch || manifold.children == touch.children;
}

/** Who it is and, as far as that is known, where. */
function describePair(event: EventRecord, pair: PairRecord, touch: TouchRecord | null): void {
  const flips = touch ? (touch.flags & TouchFlag.SensorB) != 0 : (pair.flags & PairFlag.SensorB) != 0;
  event.bodyA = flips ? pair.bodyB : pair.bodyA;
  event.bodyB = flips ? pair.bodyA : pair.bodyB;
  const b = bodyAt(event.bodyB);
  event.generationA = bodyAt(event.bodyA).generation;
  event.generationB = b.generation;
  if (touch) event.children = flips ? touch.children << 16 : touch.children;
  if (touch ? (touch.flags & SENSING) != 0 : (pair.flags & SENSORS) != 0) {
    event.pointX = b.positionX;
    event.pointY = b.positionY;
    event.pointZ = b.positionZ;
  } else describePoint(event, pair, touch);
}

function describeContact(event: EventRecord, pair: PairRecord, touch: TouchRecord | null): void {
  describePair(event, pair, touch);
  if (event.type == EventType.SensorEnter) return;
  event.approachSpeed = pair.approachSpeed;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count && isOf(manifold, touch); k++) event.impulse += manifoldPoint(manifold, k).impulse;
    slot = manifold.next;
  }
}

/** The point that bears most; where none does, the deepest. */
function describePoint(event: EventRecord, pair: PairRecord, touch: TouchRecord | null): void {
  let found: u32 = 0;
  let best: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const other = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < other.count && isOf(other, touch); k++) {
      if (found && !isMore(manifoldPoint(other, k), manifoldPoint(manifoldAt(found - 1), best))) continue;
      found = slot;
      best = k;
    }
    slot = other.next;
  }
  if (!found) return;
  const manifold = manifoldAt(found - 1);
  const point = manifoldPoint(manifold, best);
  const half = 0.5 * point.separation;
  event.children = manifold.children;
  event.pointX = manifold.originX + point.anchorAX + half * manifold.normalX;
  event.pointY = manifold.originY + point.anchorAY + half * manifold.normalY;
  event.pointZ = manifold.originZ + point.anchorAZ + half * manifold.normalZ;
  event.normalX = manifold.normalX;
  event.normalY = manifold.normalY;
  event.normalZ = manifold.normalZ;
}

function isMore(point: ManifoldPointRecord, than: ManifoldPointRecord): bool {
  if (point.impulse != than.impulse) return point.impulse > than.impulse;
  return than.separation > point.separation;
}
