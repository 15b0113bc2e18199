// Reading and writing of vectors and quaternions in records: `offset` is in bytes from the start of the memory.
import type { Quat, Vec3 } from './arguments.ts';
import type { StateMemory } from './memory.ts';

export function readVector(memory: StateMemory, offset: number): Vec3 {
  const { f64 } = memory;
  const index = offset >>> 3;
  return [f64[index], f64[index + 1], f64[index + 2]];
}

export function writeRecordVector(memory: StateMemory, offset: number, value: Vec3): void {
  const { f64 } = memory;
  const index = offset >>> 3;
  f64[index] = value[0];
  f64[index + 1] = value[1];
  f64[index + 2] = value[2];
}

export function readQuaternion(memory: StateMemory, offset: number): Quat {
  const { f64 } = memory;
  const index = offset >>> 3;
  return [f64[index], f64[index + 1], f64[index + 2], f64[index + 3]];
}

export function writeRecordQuaternion(memory: StateMemory, offset: number, value: Quat): void {
  const { f64 } = memory;
  const index = offset >>> 3;
  f64[index] = value[0];
  f64[index + 1] = value[1];
  f64[index + 2] = value[2];
  f64[index + 3] = value[3];
}
