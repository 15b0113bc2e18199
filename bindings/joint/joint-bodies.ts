import { CoordinateRecord, CouplingRecord, JointRecord, JointType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';

/** Whether a joint couples the coordinates of two others, and so acts on the bodies of both. */
export const isCoupling = (type: number): boolean => type === JointType.Gear || type === JointType.RackAndPinion;

/** Slots of the joints that a coupling is of; its record is a byte offset. */
export function coupledJoints({ u32, world }: StateMemory, record: number): [first: number, second: number] {
  const coordinate = u32[(record + JointRecord.firstCoordinate) >>> 2] - 1;
  const base = u32[(world + WorldRecord.coordinateBase) >>> 2] + coordinate * CoordinateRecord.size;
  return [u32[(base + CouplingRecord.firstJoint) >>> 2], u32[(base + CouplingRecord.secondJoint) >>> 2]];
}

/** Slots of the bodies that a joint acts on, each once; 0 is the world. */
export function bodiesOf(memory: StateMemory, record: number): number[] {
  const { u32, world } = memory;
  if (!isCoupling(u32[(record + JointRecord.type) >>> 2]))
    return [u32[(record + JointRecord.bodyA) >>> 2], u32[(record + JointRecord.bodyB) >>> 2]];
  const ends = (joint: number) => [u32[(joint + JointRecord.bodyA) >>> 2], u32[(joint + JointRecord.bodyB) >>> 2]];
  const base = u32[(world + WorldRecord.jointBase) >>> 2];
  return [...new Set(coupledJoints(memory, record).flatMap((slot) => ends(base + slot * JointRecord.size)))];
}
