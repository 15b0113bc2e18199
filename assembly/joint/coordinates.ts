import { theWorld } from '../memory/arena';
import { Coordinate, CoordinateRecord, CouplingRecord, PathRecord, PulleyRecord, ScrewRecord, SpringRecord } from './coordinate-record';
import { JointRecord } from './record';

/** The record in a slot. */
export function coordinateSlot(slot: u32): CoordinateRecord {
  return changetype<CoordinateRecord>(<usize>theWorld().coordinateBase + <usize>slot * offsetof<CoordinateRecord>());
}

/** What a joint does along one of its coordinates; a null pointer where it has no record of it. */
export function coordinateOf(joint: JointRecord, kind: u32): CoordinateRecord {
  for (let slot = joint.firstCoordinate; slot != 0; ) {
    const record = coordinateSlot(slot - 1);
    if (record.kind == kind) return record;
    slot = record.next;
  }
  return changetype<CoordinateRecord>(0);
}

/** Address of the first record of a joint: the only one, where a joint has but what it keeps in place of a drive. */
function onlyRecord(joint: JointRecord): usize {
  return changetype<usize>(coordinateSlot(joint.firstCoordinate - 1));
}

export function pulleyOf(joint: JointRecord): PulleyRecord {
  return changetype<PulleyRecord>(onlyRecord(joint));
}

export function couplingOf(joint: JointRecord): CouplingRecord {
  return changetype<CouplingRecord>(onlyRecord(joint));
}

export function springOf(joint: JointRecord): SpringRecord {
  return changetype<SpringRecord>(onlyRecord(joint));
}

export function screwOf(joint: JointRecord): ScrewRecord {
  return changetype<ScrewRecord>(changetype<usize>(coordinateOf(joint, Coordinate.Extra)));
}

export function pathOf(joint: JointRecord): PathRecord {
  return changetype<PathRecord>(changetype<usize>(coordinateOf(joint, Coordinate.Extra)));
}
