// Where the records of slots lie.
import { BodyRecord } from '../body/record';
import { JointRecord } from '../joint/record';
import { ShapeRecord } from '../collision/shape/record';
import { theWorld } from './arena';

export function bodyAt(slot: u32): BodyRecord {
  return changetype<BodyRecord>(<usize>theWorld().bodyBase + <usize>slot * offsetof<BodyRecord>());
}

export function jointAt(slot: u32): JointRecord {
  return changetype<JointRecord>(<usize>theWorld().jointBase + <usize>slot * offsetof<JointRecord>());
}

export function shapeAt(slot: u32): ShapeRecord {
  return changetype<ShapeRecord>(<usize>theWorld().shapeBase + <usize>slot * offsetof<ShapeRecord>());
}
