// Changes of a body that reach beyond its own numbers: to its joints, its contacts, and whom it may meet.
import { type Vec3, vector } from './arguments.ts';
import { type Mass, writeRecordMass } from './body-mass.ts';
import { add, cross, rotate, subtract } from './geometry.ts';
import { BodyFlag, BodyRecord, JointRecord, JointType, PointRecord } from './layout.ts';
import type { StateMemory } from './memory.ts';
import { axisFlags } from './publish.ts';
import { readOrigin, readQuaternion, readVector, writeRecordVector } from './records.ts';
import type { World } from './world.ts';

/**
 * Gives a body another mass. The body stays where it is and its points keep their velocities; joints hold on to the same points of it. Where
 * the centre of mass moves, contacts are found anew. Throws `invalid-argument` before anything changes.
 */
export function changeMass(world: World, index: number, mass: Mass): void {
  const { memory } = world;
  const record = world.bodyOffset(index);
  const shift = subtract(mass.center, readVector(memory, record + BodyRecord.centerX));
  const moves = shift.some((component) => component !== 0);
  const changes = moves ? [...centerChanges(world, record, mass.center, shift), ...jointChanges(world, index, shift)] : [];
  if (moves) world.wakeTouching(index);
  else world.wakeBody(index);
  writeRecordMass(memory, record, mass);
  for (const [offset, value] of changes) writeRecordVector(memory, offset, value);
  if (!moves) return;
  world.publishBody(index);
  world.refilterBody(index);
}

type Change = [offset: number, value: Vec3];

function centerChanges(world: World, record: number, center: Vec3, shift: Vec3): Change[] {
  const { memory } = world;
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

/** Anchors, and points of paths, are told from the centre of mass. */
function jointChanges(world: World, index: number, shift: Vec3): Change[] {
  const { memory, store } = world;
  const changes: Change[] = [];
  const move = (offset: number) => changes.push([offset, vector(subtract(readVector(memory, offset), shift), 'The anchor of a joint')]);
  for (const joint of store.at(index)) {
    const record = store.joints.offset(joint.index);
    const isAt = (body: number) => memory.u32[(record + body) >>> 2] === index;
    if (isAt(JointRecord.bodyB)) move(record + JointRecord.anchorBX);
    if (!isAt(JointRecord.bodyA)) continue;
    move(record + JointRecord.anchorAX);
    if (joint.type !== JointType.Path) continue;
    for (const point of store.pointSlots(joint.index)) move(store.points.offset(point) + PointRecord.x);
  }
  return changes;
}

/** The axes along which, or about which, a body does not move, given the flag of the first. */
export function readLocks(flags: number, first: number): [boolean, boolean, boolean] {
  return [(flags & first) !== 0, (flags & (first << 1)) !== 0, (flags & (first << 2)) !== 0];
}

/** Locks axes and lets others go; `velocity` is the field of the velocity that has no part along locked ones. */
export function changeLocks(world: World, index: number, axes: readonly boolean[], first: number, velocity: number): void {
  const record = world.bodyOffset(index);
  const { f64, u32 } = world.memory;
  const field = (record + BodyRecord.flags) >>> 2;
  u32[field] = (u32[field] & ~(7 * first)) | axisFlags(axes, first);
  for (let axis = 0; axis < 3; axis++) if (axes[axis]) f64[((record + velocity) >>> 3) + axis] = 0;
  world.publishBody(index);
  world.wakeBody(index);
}

/** Notes where a dynamic body is that is followed along its way from now on. The step does so too, but only for bodies with a shape. */
export function noteStart({ f64 }: StateMemory, record: number): void {
  const position = (record + BodyRecord.positionX) >>> 3;
  f64.copyWithin((record + BodyRecord.targetX) >>> 3, position, position + 7);
}
