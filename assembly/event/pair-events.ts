// What is told of a pair of bodies: that they begin to touch, go on, and cease.
import { BodyFlag, BodyRecord } from '../body/record';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { theBroadphase } from '../broadphase/record';
import { theWorld } from '../memory/arena';
import { bodyAt } from '../memory/records';
import { ManifoldPointRecord, ManifoldRecord } from '../narrowphase/manifold-record';
import { manifoldAt, manifoldPoint } from '../narrowphase/manifolds.kernel';
import { WorldRecord } from '../world';
import { reserveEvents, takeEvent } from './buffer';
import { EventRecord, EventType } from './record';

const SENSORS: u32 = PairFlag.SensorA | PairFlag.SensorB;

/** Tells what changed for a pair in this step. Where there is no memory left, the next step tells that it began. */
export function tellPair(world: WorldRecord, pair: PairRecord): void {
  const told = (pair.flags & PairFlag.WasTouching) != 0;
  if (!told && !pair.firstManifold && !(pair.flags & PairFlag.Touching)) return;
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const flags = a.flags | b.flags;
  const touches = !(flags & BodyFlag.Silent) && touchesNow(pair);
  if (told && !touches) recordEnd(pair);
  if (!touches) return;
  if (!told) recordBegin(world, pair, a, b);
  else if (flags & BodyFlag.Talkative && !(flags & BodyFlag.Sensor) && reserveEvents(world, 1))
    describeContact(takeEvent(world, EventType.ContactPersist), pair);
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
  const event = takeEvent(world, senses ? EventType.SensorEnter : EventType.ContactBegin);
  if (senses) describePair(event, pair);
  else describeContact(event, pair);
}

/** Tells the end of what was told to have begun, for which there is always room. */
export function recordEnd(pair: PairRecord): void {
  theBroadphase().told--;
  const senses = (pair.flags & SENSORS) != 0;
  describePair(takeEvent(theWorld(), senses ? EventType.SensorLeave : EventType.ContactEnd), pair);
  pair.flags &= ~(PairFlag.WasTouching | SENSORS);
}

/** Who it is and, as far as that is known, where. */
function describePair(event: EventRecord, pair: PairRecord): void {
  const flips = (pair.flags & PairFlag.SensorB) != 0;
  event.bodyA = flips ? pair.bodyB : pair.bodyA;
  event.bodyB = flips ? pair.bodyA : pair.bodyB;
  const b = bodyAt(event.bodyB);
  event.generationA = bodyAt(event.bodyA).generation;
  event.generationB = b.generation;
  if (pair.flags & SENSORS) {
    event.pointX = b.positionX;
    event.pointY = b.positionY;
    event.pointZ = b.positionZ;
  } else if (pair.firstManifold) describePoint(event, pair);
}

function describeContact(event: EventRecord, pair: PairRecord): void {
  describePair(event, pair);
  event.approachSpeed = pair.approachSpeed;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) event.impulse += manifoldPoint(manifold, k).impulse;
    slot = manifold.next;
  }
}

/** The point that bears most; where none does, the deepest. */
function describePoint(event: EventRecord, pair: PairRecord): void {
  let manifold = manifoldAt(pair.firstManifold - 1);
  let point = manifoldPoint(manifold, 0);
  for (let slot = pair.firstManifold; slot != 0; ) {
    const other = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < other.count; k++) {
      if (!isMore(manifoldPoint(other, k), point)) continue;
      manifold = other;
      point = manifoldPoint(other, k);
    }
    slot = other.next;
  }
  const half = 0.5 * point.separation;
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
