// Which joints are solved side by side: groups of one kind.
import { Group } from '../constraint/graph';
import { MOST_PART_ROWS } from '../constraint/row.kernel';
import { isSoft, JointFlag, JointRecord, JointType } from './record';

/** Joints of one kind have the same type, are all solved as rows or none, directly or none, and all have a compliance or none. */
export const KINDS: u32 = 8 * JointType.Count;

const SOFT: u32 = 1;
export const BY_ROWS: u32 = 2;
const DIRECT: u32 = 4;

export function kindOf(joint: JointRecord): u32 {
  return (
    8 * joint.type +
    (joint.flags & JointFlag.Direct ? DIRECT : 0) +
    (joint.flags & JointFlag.Rows ? BY_ROWS : 0) +
    (isSoft(joint) ? SOFT : 0)
  );
}

/** The type of a group's joints. */
export function typeOf(group: Group): u32 {
  return group.kind / 8;
}

/** Whether the joints of a group are solved together with the others of their islands. */
export function isDirect(group: Group): bool {
  return (group.kind & DIRECT) != 0;
}

/** Whether joints of a type couple those of others, and so have more than two bodies. */
export function couples(type: u32): bool {
  return type == JointType.Gear || type == JointType.RackAndPinion;
}

/** Whether the load of joints of a type is bounded as a vector. */
export function isVectorSpring(type: u32): bool {
  return type == JointType.MatrixSpring || type == JointType.Grab || type == JointType.AngularDrive;
}

export function isCoupling(group: Group): bool {
  return couples(typeOf(group));
}

/** Rows that a bundle of the group may have. */
export function mostRows(group: Group): u32 {
  return group.kind & BY_ROWS ? <u32>popcnt(group.traits) : MOST_PART_ROWS;
}
