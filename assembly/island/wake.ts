// Waking: whoever is woken wakes all that fell asleep with it.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyType } from '../body/record';
import { PairFlag } from '../collision/broadphase/pair-record';
import { recordBodyEvent } from '../event/buffer';
import { EventType } from '../event/record';
import { nextOf, otherOf, pairAt, pairOf } from '../collision/broadphase/pairs';
import { couplingOf } from '../joint/coordinates';
import { JointFlag, JointRecord, JointType } from '../joint/record';
import { theWorld } from '../memory/arena';
import { bodyAt, jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { include, isAwake, isMoving, setAwake, wokenSet } from './awake';

export function isAsleep(slot: u32): bool {
  return (bodyAt(slot).flags & BodyFlag.Asleep) != 0;
}

/** Wakes a sleeping body and all that fell asleep with it. */
export function wakeIsland(world: WorldRecord, first: u32): void {
  let slot = first;
  do {
    const body = bodyAt(slot);
    const next = body.islandNext - 1;
    body.flags &= ~(<u32>BodyFlag.Asleep);
    body.islandNext = 0;
    // What has come to rest on soft contacts is not pushed up by stiff ones at once.
    if (!world.substeps) world.steadyDuration = max(world.steadyDuration, body.restTime);
    body.restTime = 0;
    setAwake(world, slot, true);
    recordBodyEvent(world, EventType.BodyWake, slot);
    include(wokenSet(world), slot);
    slot = next;
  } while (slot != first);
}

/** Has steps look at a body: one that sleeps wakes, and one that stands still is looked at in the next step. */
export function rouse(world: WorldRecord, slot: u32): void {
  if (isAsleep(slot)) wakeIsland(world, slot);
  else if (typeOf(bodyAt(slot)) == BodyType.Kinematic) setAwake(world, slot, true);
}

/** To be called when a body was added, changed or removed: it is awake from now on, if it moves at all. */
export function wakeBody(slot: u32): void {
  const world = theWorld();
  const body = bodyAt(slot);
  if (body.flags & BodyFlag.Asleep) {
    wakeIsland(world, slot);
    return;
  }
  body.restTime = 0;
  const type = typeOf(body);
  // What lies on a kinematic body goes along with it.
  if (type == BodyType.Kinematic && !isAwake(world, slot)) wakeNeighbours(slot, true);
  setAwake(world, slot, type != BodyType.Static);
}

/** Rouses those whose boxes overlap that of a body, or only those that have contact points with it or are felt by it. */
export function wakeNeighbours(slot: u32, touching: bool): void {
  const world = theWorld();
  if (!world.restingCount) return;
  for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) {
    // Most are awake, and neither their pairs nor their records need be looked at.
    const other = otherOf(link);
    if (isAwake(world, other)) continue;
    const pair = pairAt(pairOf(link));
    if (pair.flags & PairFlag.Alive && (pair.firstManifold || pair.flags & PairFlag.Touching || !touching)) rouse(world, other);
  }
}

export function wakeAll(): void {
  const world = theWorld();
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) if (isAsleep(slot)) wakeIsland(world, slot);
}

/** The bodies that a joint acts on, one after the other: four of a joint that couples two others, two of others. */
export function jointBody(joint: JointRecord, index: u32): u32 {
  let at = joint;
  if (joint.type == JointType.Gear || joint.type == JointType.RackAndPinion) {
    const coupling = couplingOf(joint);
    at = jointAt(index < 2 ? coupling.firstJoint : coupling.secondJoint);
  }
  return index & 1 ? at.bodyB : at.bodyA;
}

/** Wakes what a joint holds to a body that moves. */
export function wakeJoined(world: WorldRecord): void {
  const wanted: u32 = JointFlag.Alive | JointFlag.Enabled;
  for (let again = true; again; ) {
    again = false;
    for (let slot: u32 = 0; slot < world.jointCount; slot++) {
      const joint = jointAt(slot);
      if ((joint.flags & wanted) != wanted) continue;
      let moves = false;
      for (let k: u32 = 0; k < 4; k++) if (isMoving(jointBody(joint, k))) moves = true;
      for (let k: u32 = 0; moves && k < 4; k++) {
        if (!isAsleep(jointBody(joint, k))) continue;
        wakeIsland(world, jointBody(joint, k));
        again = true;
      }
    }
  }
}
