import { theWorld } from '../memory/arena';
import { CoordinateRecord } from './coordinate-record';
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
