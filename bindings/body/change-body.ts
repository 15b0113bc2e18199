// Changes of a body that reach beyond its own numbers: to its joints, its contacts, and whom it may meet.
import { type Vec3, vector } from '../core/arguments.ts';
import { add, cross, rotate, subtract } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, type BodyType } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readOrigin, readQuaternion, readVector, writeRecordVector } from '../core/records.ts';
import type { ShapeBase } from '../shape/shape.ts';
import type { BodyHost, VectorChange } from './body-handle.ts';
import { type Mass, writeRecordMass } from './body-mass.ts';
import { axisFlags, restart, writeType } from './publish.ts';

/**
 * Gives a body another mass. The body stays where it is and its points keep their velocities; joints hold on to the same points of it. Where
 * the centre of mass moves, contacts are found again. Throws `invalid-argument` before anything changes.
 */
export function changeMass(host: BodyHost, index: number, mass: Mass): void {
  const { context } = host;
  const { memory } = context;
  const record = context.bodyOffset(index);
  const shift = subtract(mass.center, readVector(memory, record + BodyRecord.centerX));
  const moves = shift.some((component) => component !== 0);
  const changes = moves ? [...centerChanges(memory, record, mass.center, shift), ...host.joints.shifted(index, shift)] : [];
  if (moves) context.wakeTouching(index);
  else context.wakeBody(index);
  writeRecordMass(memory, record, mass);
  context.markIsland(index);
  for (const [offset, value] of changes) writeRecordVector(memory, offset, value);
  if (!moves) return;
  host.publish(index);
  context.refilterBody(index);
}

function centerChanges(memory: StateMemory, record: number, center: Vec3, shift: Vec3): VectorChange[] {
  const orientation = readQuaternion(memory, record + BodyRecord.orientationX);
  const position = vector(add(readOrigin(memory, record), rotate(orientation, center)), 'The centre of mass in the world');
  const spin = cross(readVector(memory, record + BodyRecord.angularVelocityX), rotate(orientation, shift));
  const velocity = vector(add(readVector(memory, record + BodyRecord.velocityX), spin), 'The velocity of the centre of mass');
  const flags = memory.u32[(record + BodyRecord.flags) >>> 2];
  for (let axis = 0; axis < 3; axis++) if (flags & (BodyFlag.LockTranslationX << axis)) velocity[axis] = 0;
  return [
    [record + BodyRecord.positionX, position],
    [record + BodyRecord.velocityX, velocity],
  ];
}

/** Changes a body's type. Its joints get other colours; what the new type cannot have is cleared. */
export function changeType(host: BodyHost, index: number, type: BodyType): void {
  const { context } = host;
  context.wakeTouching(index);
  const retyped = host.joints.retype(index);
  writeType(context.memory, context.bodyOffset(index), type);
  retyped();
  context.markTopology();
  host.publish(index);
  context.refilterBody(index);
  context.live.collision?.wakeBody(index);
}

/** Gives a body another shape, or none. Throws `out-of-memory`, and then nothing has changed. */
export function changeShape({ context, shapes }: BodyHost, index: number, shape: ShapeBase | null): void {
  const old = context.shapeReference(index);
  if (shape) context.reservePlace();
  const reference = shape ? shapes.acquire(shape) : 0;
  if (reference !== old) {
    context.wakeTouching(index);
    context.memory.u32[(context.bodyOffset(index) + BodyRecord.shape) >>> 2] = reference;
    if (!reference !== !old) context.markIsland(index);
    context.refilterBody(index);
  }
  shapes.release(reference === old ? reference : old);
}

/** The axes along which, or about which, a body does not move, given the flag of the first. */
export function readLocks(flags: number, first: number): [boolean, boolean, boolean] {
  return [(flags & first) !== 0, (flags & (first << 1)) !== 0, (flags & (first << 2)) !== 0];
}

/** Locks axes and lets others go; `velocity` is the field of the velocity that has no part along locked ones. */
export function changeLocks(host: BodyHost, index: number, axes: readonly boolean[], first: number, velocity: number): void {
  const { context } = host;
  const record = context.bodyOffset(index);
  const { f64, u32 } = context.memory;
  const field = (record + BodyRecord.flags) >>> 2;
  u32[field] = (u32[field] & ~(7 * first)) | axisFlags(axes, first);
  for (let axis = 0; axis < 3; axis++) if (axes[axis]) f64[((record + velocity) >>> 3) + axis] = 0;
  restart(context.memory, record);
  host.publish(index);
  context.wakeBody(index);
}

/** Notes where a dynamic body is that is followed along its way from now on. The step does so too, but only for bodies with a shape. */
export function noteStart({ f64 }: StateMemory, record: number): void {
  const position = (record + BodyRecord.positionX) >>> 3;
  f64.copyWithin((record + BodyRecord.targetX) >>> 3, position, position + 7);
}
