// Which rows a joint has in a direct solve, and of what kind they are.
import { Coordinate, Role } from '../../joint/coordinate-record';
import { JointFlag, JointRecord, JointType } from '../../joint/record';
import { Slows } from './record';

/** Rows that the bundle of a joint has for it. */
export function ownRows(joint: JointRecord): u32 {
  if (joint.flags & JointFlag.Rows) return <u32>popcnt(joint.rows);
  switch (joint.type) {
    case JointType.Hinge:
      return joint.flags & JointFlag.HasInterval ? 6 : 5;
    case JointType.Ball:
    case JointType.MatrixSpring:
    case JointType.Grab:
    case JointType.AngularDrive:
      return 3;
    default:
      return 1;
  }
}

/** Bits of the angles that a joint leaves free, in the order of coordinates. */
export function freeAngles(joint: JointRecord): u32 {
  return ~(joint.locks >> Coordinate.Twist) & 7;
}

/** How many of a joint's own rows come before the limits of angles, if such are the last. */
export function rowsBeforeLimits(joint: JointRecord): u32 {
  const own = ownRows(joint);
  if (!(joint.flags & JointFlag.Rows)) return joint.type == JointType.Hinge && own > 5 ? 5 : own;
  let limits: u32 = 0;
  for (let rest = joint.rows; rest; limits++) {
    const last: u32 = 31 - clz(rest);
    const kind = last >> 2;
    const isLimit = (last & 3) == Role.Bound && kind >= <u32>Coordinate.Twist && kind <= <u32>Coordinate.Cone;
    if (!isLimit || joint.locks & (1 << kind)) break;
    rest ^= 1 << last;
  }
  return own - limits;
}

/** Bits of a joint's own rows that are torques, the same on both bodies. */
export function turnsOf(joint: JointRecord): u32 {
  let turns: u32 = 0;
  if (joint.flags & JointFlag.Rows) {
    let index: u32 = 0;
    for (let rest = joint.rows; rest && joint.type != JointType.Path; rest &= rest - 1) {
      const kind: u32 = ctz(rest) >> 2;
      if (kind >= <u32>Coordinate.Twist && kind <= <u32>Coordinate.Cone) turns |= 1 << index;
      index++;
    }
  } else if (joint.type == JointType.Hinge) turns = 0b111000;
  else if (joint.type == JointType.AngularDrive) turns = 0b111;
  return turns;
}

export function slowsOf(joint: JointRecord): u32 {
  if (joint.flags & JointFlag.Rows) {
    if (joint.type != JointType.Screw && joint.rows >> (4 * Coordinate.Extra)) return Slows.Link;
    const bounds: u32 =
      (1 << (4 * Coordinate.Twist)) | (1 << (4 * Coordinate.SwingY)) | (1 << (4 * Coordinate.SwingZ)) | (1 << (4 * Coordinate.Cone));
    const free = <u32>popcnt(freeAngles(joint));
    if (!free || !(joint.rows & bounds)) return Slows.Nothing;
    return free == 1 ? Slows.Axis : Slows.Axes;
  }
  switch (joint.type) {
    case JointType.Hinge:
      return Slows.Axis;
    case JointType.Distance:
    case JointType.Rope:
      return Slows.Link;
    case JointType.Pulley:
      return Slows.Spans;
    default:
      return Slows.Nothing;
  }
}

export function rowsOf(joint: JointRecord): u32 {
  const slows = slowsOf(joint);
  return ownRows(joint) + (slows == Slows.Nothing ? 0 : slows == Slows.Axis ? 1 : slows == Slows.Spans ? 4 : 2);
}
