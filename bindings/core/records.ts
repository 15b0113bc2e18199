// Reading and writing of vectors and quaternions in records: `offset` is in bytes from the start of the memory.
import type { Quat, Vec3 } from './arguments.ts';
import { turned } from './geometry.ts';
import { BodyFlag, BodyRecord, type BodyType, WorldRecord } from './layout.ts';
import type { StateMemory } from './memory.ts';

/** Byte offset of the record of the body in a slot. */
export const bodyRecord = ({ u32, world }: StateMemory, slot: number): number =>
  u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size;

/** The type of a body, from the flags in its record. */
export const bodyTypeOf = (flags: number): BodyType => ((flags & BodyFlag.TypeMask) >>> BodyFlag.TypeShift) as BodyType;

export function readVector(memory: StateMemory, offset: number): Vec3 {
  const { f64 } = memory;
  const index = offset >>> 3;
  return [f64[index], f64[index + 1], f64[index + 2]];
}

export function writeRecordVector(memory: StateMemory, offset: number, value: Readonly<Vec3>): void {
  writeRecordNumbers(memory, offset, value[0], value[1], value[2]);
}

/** The same of three numbers: reading them from arrays of many kinds takes longer than writing them. */
export function writeRecordNumbers({ f64 }: StateMemory, offset: number, x: number, y: number, z: number): void {
  const index = offset >>> 3;
  f64[index] = x;
  f64[index + 1] = y;
  f64[index + 2] = z;
}

export function readQuaternion(memory: StateMemory, offset: number): Quat {
  const { f64 } = memory;
  const index = offset >>> 3;
  return [f64[index], f64[index + 1], f64[index + 2], f64[index + 3]];
}

export function writeRecordQuaternion(memory: StateMemory, offset: number, value: Readonly<Quat>): void {
  const { f64 } = memory;
  const index = offset >>> 3;
  f64[index] = value[0];
  f64[index + 1] = value[1];
  f64[index + 2] = value[2];
  f64[index + 3] = value[3];
}

/**
 * World position of the origin of the body whose record this is: that of its centre of mass less the arm to it, turned by the orientation.
 * Written out, as are those below: getters and setters come here a great many times.
 */
export function readOrigin(memory: StateMemory, record: number): Vec3 {
  const { f64 } = memory;
  const p = (record + BodyRecord.positionX) >>> 3;
  const arm = readArm(memory, record);
  return [f64[p] - arm[0], f64[p + 1] - arm[1], f64[p + 2] - arm[2]];
}

/** Where in the world a point is that lies at this offset, relative to the centre of mass of the body whose record this is and in its axes. */
export function readPoint(memory: StateMemory, record: number, point: number): Vec3 {
  const { f64 } = memory;
  const p = (record + BodyRecord.positionX) >>> 3;
  const q = (record + BodyRecord.orientationX) >>> 3;
  const v = point >>> 3;
  const arm = turned(f64[q], f64[q + 1], f64[q + 2], f64[q + 3], f64[v], f64[v + 1], f64[v + 2]);
  return [f64[p] + arm[0], f64[p + 1] + arm[1], f64[p + 2] + arm[2]];
}

/** From a body's origin to its centre of mass in the world. */
export function readArm(memory: StateMemory, record: number): Vec3 {
  const { f64 } = memory;
  const q = (record + BodyRecord.orientationX) >>> 3;
  return turnedArm(memory, record, f64[q], f64[q + 1], f64[q + 2], f64[q + 3]);
}

/** The same for another orientation. */
export function turnedArm({ f64 }: StateMemory, record: number, x: number, y: number, z: number, w: number): Vec3 {
  const v = (record + BodyRecord.centerX) >>> 3;
  const tx = 2 * (y * f64[v + 2] - z * f64[v + 1]);
  const ty = 2 * (z * f64[v] - x * f64[v + 2]);
  const tz = 2 * (x * f64[v + 1] - y * f64[v]);
  return [f64[v] + w * tx + y * tz - z * ty, f64[v + 1] + w * ty + z * tx - x * tz, f64[v + 2] + w * tz + x * ty - y * tx];
}
