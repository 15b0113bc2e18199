// Loads of a joint that the next step starts from: see steady.ts.
import { coordinateSlot } from './coordinates';
import { CoordinateRecord } from './coordinate-record';
import { JointRecord } from './record';

/** Loads of the joint itself, and of each of its coordinates. */
const OWN: u32 = 7;
const ROLES: u32 = 4;
const MOST_COORDINATES: u32 = 16;
const KEPT: usize = scratch<f64>(OWN + MOST_COORDINATES * ROLES);

function blendAt(at: usize, kept: usize, part: f64): void {
  store<f64>(at, part * load<f64>(at) + (1 - part) * load<f64>(kept));
}

/** Notes the loads that a joint has. */
export function keepLoads(joint: JointRecord): void {
  memory.copy(KEPT, changetype<usize>(joint) + offsetof<JointRecord>('forceX'), OWN << 3);
  let to = KEPT + (OWN << 3);
  let count: u32 = 0;
  for (let slot = joint.firstCoordinate; slot != 0 && count < MOST_COORDINATES; slot = coordinateSlot(slot - 1).next) {
    memory.copy(to, changetype<usize>(coordinateSlot(slot - 1)) + offsetof<CoordinateRecord>('boundLoad'), ROLES << 3);
    to += ROLES << 3;
    count++;
  }
}

/** Of the loads that it has now, `part` takes the place of those noted. */
export function blendLoads(joint: JointRecord, part: f64): void {
  const own = changetype<usize>(joint) + offsetof<JointRecord>('forceX');
  for (let k: usize = 0; k < (<usize>OWN) << 3; k += 8) blendAt(own + k, KEPT + k, part);
  let from = KEPT + (OWN << 3);
  let count: u32 = 0;
  for (let slot = joint.firstCoordinate; slot != 0 && count < MOST_COORDINATES; slot = coordinateSlot(slot - 1).next) {
    const at = changetype<usize>(coordinateSlot(slot - 1)) + offsetof<CoordinateRecord>('boundLoad');
    for (let k: usize = 0; k < (<usize>ROLES) << 3; k += 8) blendAt(at + k, from + k, part);
    from += ROLES << 3;
    count++;
  }
}

/** Its length is what it is set to. Loads that are not finite would poison the warm start of the next step. */
export function closeStep(joint: JointRecord): void {
  joint.lastUpper = joint.upper;
  const sum =
    joint.forceX +
    joint.forceY +
    joint.forceZ +
    joint.torqueX +
    joint.torqueY +
    joint.torqueZ +
    joint.intervalLoad +
    joint.reactionForceX +
    joint.reactionForceY +
    joint.reactionForceZ +
    joint.reactionTorqueX +
    joint.reactionTorqueY +
    joint.reactionTorqueZ +
    joint.intervalReaction;
  if (!isFinite(sum)) clearLoads(joint);
}

/** A joint without loads, as one that does nothing. */
export function clearLoads(joint: JointRecord): void {
  memory.fill(
    changetype<usize>(joint) + offsetof<JointRecord>('forceX'),
    0,
    offsetof<JointRecord>('relaxation') - offsetof<JointRecord>('forceX'),
  );
  for (let slot = joint.firstCoordinate; slot != 0; ) {
    const record = coordinateSlot(slot - 1);
    memory.fill(
      changetype<usize>(record) + offsetof<CoordinateRecord>('boundLoad'),
      0,
      offsetof<CoordinateRecord>('work') - offsetof<CoordinateRecord>('boundLoad'),
    );
    slot = record.next;
  }
}
