// A body's record: filled from checked options, and shown in the bulk views.

import { add, rotate } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readOrigin, writeRecordQuaternion, writeRecordVector } from '../core/records.ts';
import { writeRecordMass } from './body-mass.ts';
import type { BodyState } from './body-options.ts';
import { writeMaterial } from './material.ts';

/** `shape` is the slot of the body's shape plus one, or 0. */
export function writeBody(memory: StateMemory, record: number, state: BodyState, shape: number): void {
  const number = (field: number, value: number) => {
    memory.f64[(record + field) >>> 3] = value;
  };
  const free = (locks: readonly boolean[], value: readonly number[]) => value.map((component, axis) => (locks[axis] ? 0 : component));
  writeRecordVector(memory, record + BodyRecord.positionX, add(state.position, rotate(state.orientation, state.center)));
  writeRecordQuaternion(memory, record + BodyRecord.orientationX, state.orientation);
  memory.f64.set(free(state.lockTranslation, state.linearVelocity), (record + BodyRecord.velocityX) >>> 3);
  memory.f64.set(free(state.lockRotation, state.angularVelocity), (record + BodyRecord.angularVelocityX) >>> 3);
  writeRecordMass(memory, record, state);
  number(BodyRecord.gravityScale, state.gravityScale);
  number(BodyRecord.linearDamping, state.linearDamping);
  number(BodyRecord.angularDamping, state.angularDamping);
  let flags = memory.u32[(record + BodyRecord.flags) >>> 2] | (state.type << BodyFlag.TypeShift);
  flags |= axisFlags(state.lockTranslation, BodyFlag.LockTranslationX) | axisFlags(state.lockRotation, BodyFlag.LockRotationX);
  if (state.ccd) flags |= BodyFlag.Swept;
  if (!state.collides) flags |= BodyFlag.Ghost;
  if (state.sensor) flags |= BodyFlag.Sensor;
  flags |= state.eventFlags;
  if (!state.canSleep) flags |= BodyFlag.Sleepless;
  memory.u32[(record + BodyRecord.flags) >>> 2] = flags;
  writeMaterial(memory, record + BodyRecord.staticFriction, state.material);
  writeRecordVector(memory, record + BodyRecord.oneWayX, state.oneWay ?? [0, 0, 0]);
  memory.u32[(record + BodyRecord.shape) >>> 2] = shape;
  memory.u32[(record + BodyRecord.collisionGroup) >>> 2] = state.collisionGroup;
  memory.u32[(record + BodyRecord.collisionMask) >>> 2] = state.collisionMask;
}

/** Writes a pose to the bulk view of poses. Written out, as that of velocities: setters come here a great many times. */
export function publishPose(memory: StateMemory, record: number, index: number, transforms: Float32Array): void {
  const { f64 } = memory;
  const origin = readOrigin(memory, record);
  const q = (record + BodyRecord.orientationX) >>> 3;
  const pose = index * 7;
  transforms[pose] = origin[0];
  transforms[pose + 1] = origin[1];
  transforms[pose + 2] = origin[2];
  transforms[pose + 3] = f64[q];
  transforms[pose + 4] = f64[q + 1];
  transforms[pose + 5] = f64[q + 2];
  transforms[pose + 6] = f64[q + 3];
}

export function publishVelocity({ f64 }: StateMemory, record: number, index: number, velocities: Float32Array): void {
  const v = (record + BodyRecord.velocityX) >>> 3;
  const w = (record + BodyRecord.angularVelocityX) >>> 3;
  const motion = index * 6;
  velocities[motion] = f64[v];
  velocities[motion + 1] = f64[v + 1];
  velocities[motion + 2] = f64[v + 2];
  velocities[motion + 3] = f64[w];
  velocities[motion + 4] = f64[w + 1];
  velocities[motion + 5] = f64[w + 2];
}

/** What acts on a body is no longer what acted on it in the last step, or its velocities (`stepped`: BodyFlag.Stepped) are not those that step left: the next one finds out again. */
export function restart({ u32 }: StateMemory, record: number, stepped: number = BodyFlag.Begun): void {
  u32[(record + BodyRecord.flags) >>> 2] &= ~stepped;
}

/** The flags of some axes, given that of x. */
export const axisFlags = (axes: readonly boolean[], first: number): number =>
  axes.reduce((flags, set, axis) => (set ? flags | (first << axis) : flags), 0);

/** Changes a body's type; what the new type cannot have is cleared. */
export function writeType(memory: StateMemory, record: number, type: BodyType): void {
  const { f64, u32 } = memory;
  const field = (record + BodyRecord.flags) >>> 2;
  u32[field] = (u32[field] & ~(BodyFlag.TypeMask | BodyFlag.HasTarget)) | (type << BodyFlag.TypeShift);
  const clear = (first: number) => f64.fill(0, (record + first) >>> 3, ((record + first) >>> 3) + 6);
  if (type === BodyType.Static) clear(BodyRecord.velocityX);
  if (type !== BodyType.Dynamic) clear(BodyRecord.forceX);
  restart(memory, record);
}

/** The poses and velocities of the first `count` slots, where they lie in the memory now. */
export function bulkViews({ f32, u32, world }: StateMemory, count: number): { transforms: Float32Array; velocities: Float32Array } {
  const at = (field: number, width: number) => {
    const start = u32[(world + field) >>> 2] >>> 2;
    return f32.subarray(start, start + count * width);
  };
  return { transforms: at(WorldRecord.transforms, 7), velocities: at(WorldRecord.velocities, 6) };
}
