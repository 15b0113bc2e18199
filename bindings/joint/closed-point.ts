// Joints of points that meet, which is what most are when they come into force: seen from the records alone, without all that says how far open any joint is.
import { BodyRecord, BodyType, JointFlag, JointRecord, JointType } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { bodyRecord, bodyTypeOf, readPoint } from '../core/records.ts';

/** Whether the joint with this record holds a point alone, and is certainly less open than `open`: a part of the way that would turn a body by a radian. */
export function isClosedPoint(memory: StateMemory, joint: number, open: number): boolean {
  const { u32 } = memory;
  const flags = u32[(joint + JointRecord.flags) >>> 2];
  if (u32[(joint + JointRecord.type) >>> 2] !== JointType.Ball || flags & (JointFlag.Rows | JointFlag.HasInterval)) return false;
  const a = bodyRecord(memory, u32[(joint + JointRecord.bodyA) >>> 2]);
  const b = bodyRecord(memory, u32[(joint + JointRecord.bodyB) >>> 2]);
  const anchorA = readPoint(memory, a, joint + JointRecord.anchorAX);
  const anchorB = readPoint(memory, b, joint + JointRecord.anchorBX);
  const [x, y, z] = [anchorB[0] - anchorA[0], anchorB[1] - anchorA[1], anchorB[2] - anchorA[2]];
  return x * x + y * y + z * z <= 4 * open * open * Math.min(leastSquare(memory, a), leastSquare(memory, b));
}

/** m²: of the way that turns a body by a radian, arm + i² / arm with its radius of gyration i, this is a quarter of the square at least. */
function leastSquare(memory: StateMemory, body: number): number {
  const isFree = bodyTypeOf(memory.u32[(body + BodyRecord.flags) >>> 2]) === BodyType.Dynamic;
  return isFree ? gyrationSquare(memory, body) : Number.POSITIVE_INFINITY;
}

/** m²: square of the radius of gyration of the body with this record, in the mean over its axes. */
export function gyrationSquare({ f64 }: StateMemory, body: number): number {
  const inertia = (body + BodyRecord.inertiaX) >>> 3;
  return (f64[inertia] + f64[inertia + 1] + f64[inertia + 2]) / (3 * f64[(body + BodyRecord.mass) >>> 3]);
}
