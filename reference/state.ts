// Bodies and joints in and out of their records. All state is in the records: what is read here once a step is enough to go on
// from a snapshot with the same bits.
import {
  BodyFlag,
  BodyRecord,
  BodyType,
  CoordinateRecord,
  JointFlag,
  JointRecord,
  JointType,
  WorldRecord,
} from '../bindings/core/layout.ts';
import type { StateMemory } from '../bindings/core/memory.ts';
import { bodyTypeOf } from '../bindings/core/records.ts';
import type { Body } from './body/body.ts';
import type { Centered } from './body/centered.ts';
import type { Joint } from './joint/joint.ts';
import { Quat } from './math/rotation.ts';
import { Vec3 } from './math/vector.ts';
import { readTuning } from './solver/row/tuning.ts';

/** Floats a slot in the bulk views: position and orientation; velocity and angular velocity. */
export const TRANSFORM_FLOATS = 7;
export const VELOCITY_FLOATS = 6;

export function readVector({ f64 }: StateMemory, offset: number): Vec3 {
  const index = offset >>> 3;
  return new Vec3(f64[index], f64[index + 1], f64[index + 2]);
}

export function writeVector({ f64 }: StateMemory, offset: number, value: Vec3): void {
  const index = offset >>> 3;
  f64[index] = value.x;
  f64[index + 1] = value.y;
  f64[index + 2] = value.z;
}

function readQuaternion({ f64 }: StateMemory, offset: number): Quat {
  const index = offset >>> 3;
  return new Quat(f64[index], f64[index + 1], f64[index + 2], f64[index + 3]);
}

function writeQuaternion({ f64 }: StateMemory, offset: number, value: Quat): void {
  const index = offset >>> 3;
  f64[index] = value.x;
  f64[index + 1] = value.y;
  f64[index + 2] = value.z;
  f64[index + 3] = value.w;
}

export function readGravity(memory: StateMemory): Vec3 {
  return readVector(memory, memory.world + WorldRecord.gravityX);
}

export function isAlive({ u32 }: StateMemory, record: number): boolean {
  return (u32[(record + BodyRecord.flags) >>> 2] & BodyFlag.Alive) !== 0;
}

/** Fills a body for a step of `dt` seconds. */
export function readBody(memory: StateMemory, record: number, body: Body, dt: number): void {
  const { f64, u32 } = memory;
  const flags = u32[(record + BodyRecord.flags) >>> 2];
  const type = bodyTypeOf(flags);
  const moves = (flags & BodyFlag.Alive) !== 0 && (flags & (BodyFlag.Frozen | BodyFlag.Asleep)) === 0;
  body.sleeps = (flags & BodyFlag.Asleep) !== 0;
  body.type = moves ? type : BodyType.Static;
  body.position.assign(readVector(memory, record + BodyRecord.positionX));
  body.orientation.assign(readQuaternion(memory, record + BodyRecord.orientationX));
  if (body.type !== BodyType.Static) {
    body.velocity.assign(readVector(memory, record + BodyRecord.velocityX));
    body.angularVelocity.assign(readVector(memory, record + BodyRecord.angularVelocityX));
  }
  body.hasTarget = (flags & BodyFlag.HasTarget) !== 0;
  if (body.type === BodyType.Kinematic) prescribeMotion(memory, record, body, dt);
  if (body.type === BodyType.Dynamic) {
    body.force.assign(readVector(memory, record + BodyRecord.forceX));
    body.torque.assign(readVector(memory, record + BodyRecord.torqueX));
    readCentered(memory, record, body.centered, (flags & BodyFlag.Begun) !== 0);
    body.isUncentered = (flags & BodyFlag.Uncentered) !== 0;
    body.isSynchronous = (flags & BodyFlag.Synchronous) !== 0;
    body.isBehind = (flags & BodyFlag.Behind) !== 0;
    body.moments.assign(readVector(memory, record + BodyRecord.inertiaX));
    body.principal.assign(readQuaternion(memory, record + BodyRecord.principalX));
    body.mass = f64[(record + BodyRecord.mass) >>> 3];
    body.gravityScale = f64[(record + BodyRecord.gravityScale) >>> 3];
    body.linearDamping = f64[(record + BodyRecord.linearDamping) >>> 3];
    body.angularDamping = f64[(record + BodyRecord.angularDamping) >>> 3];
    body.freeTranslation.assign(freeAxes(flags, BodyFlag.LockTranslationX));
    body.freeRotation.assign(freeAxes(flags, BodyFlag.LockRotationX));
  }
  body.jointCount = u32[(record + BodyRecord.jointCount) >>> 2];
  body.startStep();
}

function readCentered(memory: StateMemory, record: number, centered: Centered, begun: boolean): void {
  const read = (field: number) => readVector(memory, record + field);
  centered.begun = begun;
  centered.reaction = { velocity: read(BodyRecord.reactionX), momentum: read(BodyRecord.reactionMomentX) };
  centered.latest = { velocity: read(BodyRecord.latestX), momentum: read(BodyRecord.latestMomentX) };
}

/** Writes what a body has to know of what acted on it. */
export function writeReactions(memory: StateMemory, record: number, { centered: { latest, reaction } }: Body): void {
  memory.u32[(record + BodyRecord.flags) >>> 2] |= BodyFlag.Begun;
  writeVector(memory, record + BodyRecord.reactionX, reaction.velocity);
  writeVector(memory, record + BodyRecord.reactionMomentX, reaction.momentum);
  writeVector(memory, record + BodyRecord.latestX, latest.velocity);
  writeVector(memory, record + BodyRecord.latestMomentX, latest.momentum);
}

function freeAxes(flags: number, firstLock: number): Vec3 {
  return new Vec3(flags & firstLock ? 0 : 1, flags & (firstLock << 1) ? 0 : 1, flags & (firstLock << 2) ? 0 : 1);
}

/** The velocities that take a kinematic body to its target in `dt`, about one axis; without a target, its own. */
function prescribeMotion(memory: StateMemory, record: number, body: Body, dt: number): void {
  body.prescribedVelocity.assign(body.velocity);
  body.prescribedAngularVelocity.assign(body.angularVelocity);
  if (!body.hasTarget) return;
  const target = readQuaternion(memory, record + BodyRecord.targetOrientationX);
  const displacement = targetPosition(memory, record).minus(body.position);
  body.prescribedVelocity.assign(displacement.times(1 / dt));
  body.prescribedAngularVelocity.assign(target.times(body.orientation.conjugate).rotationVector.times(1 / dt));
}

/** Where the centre of mass is when the origin is at the target. */
function targetPosition(memory: StateMemory, record: number): Vec3 {
  const orientation = readQuaternion(memory, record + BodyRecord.targetOrientationX);
  const center = readVector(memory, record + BodyRecord.centerX);
  return readVector(memory, record + BodyRecord.targetX).plus(orientation.rotate(center));
}

/**
 * Writes a body back after a step. A body with a value that is not finite stays where it was, without velocity, and is frozen.
 * Returns whether that happened.
 */
export function writeBody(memory: StateMemory, record: number, body: Body, isCentered: boolean): boolean {
  const flags = (record + BodyRecord.flags) >>> 2;
  if (body.type === BodyType.Kinematic) body.angularVelocity.assign(body.prescribedAngularVelocity);
  const atTarget = body.type === BodyType.Kinematic && (memory.u32[flags] & BodyFlag.HasTarget) !== 0;
  if (atTarget) {
    body.position.assign(targetPosition(memory, record));
    body.orientation.assign(readQuaternion(memory, record + BodyRecord.targetOrientationX));
  }
  const finite = body.isFinite;
  if (!finite) {
    memory.u32[flags] |= BodyFlag.Frozen;
    body.velocity.assign(Vec3.ZERO);
    body.angularVelocity.assign(Vec3.ZERO);
  } else if (body.type !== BodyType.Static) {
    writeVector(memory, record + BodyRecord.positionX, body.position);
    writeQuaternion(memory, record + BodyRecord.orientationX, body.orientation);
  }
  memory.u32[flags] &= ~(BodyFlag.Stepped | BodyFlag.Uncentered);
  if (isCentered && body.isDynamic && finite) {
    memory.u32[flags] |= body.isCentered ? BodyFlag.Synchronous : BodyFlag.Behind;
    if (body.isCentered) writeReactions(memory, record, body);
  }
  writeVector(memory, record + BodyRecord.velocityX, body.velocity);
  writeVector(memory, record + BodyRecord.angularVelocityX, body.angularVelocity);
  writeVector(memory, record + BodyRecord.forceX, Vec3.ZERO);
  writeVector(memory, record + BodyRecord.torqueX, Vec3.ZERO);
  return !finite;
}

/** Shows a body's record in the bulk views. */
export function publishBody(memory: StateMemory, record: number, slot: number): void {
  const { f32, u32, world } = memory;
  const orientation = readQuaternion(memory, record + BodyRecord.orientationX);
  const center = orientation.rotate(readVector(memory, record + BodyRecord.centerX));
  const origin = readVector(memory, record + BodyRecord.positionX).minus(center);
  let index = (u32[(world + WorldRecord.transforms) >>> 2] >>> 2) + slot * TRANSFORM_FLOATS;
  f32[index++] = origin.x;
  f32[index++] = origin.y;
  f32[index++] = origin.z;
  f32[index++] = orientation.x;
  f32[index++] = orientation.y;
  f32[index++] = orientation.z;
  f32[index++] = orientation.w;
  const from = (record + BodyRecord.velocityX) >>> 3;
  const to = (u32[(world + WorldRecord.velocities) >>> 2] >>> 2) + slot * VELOCITY_FLOATS;
  for (let k = 0; k < VELOCITY_FLOATS; k++) f32[to + k] = memory.f64[from + k];
}

export function readJoint(memory: StateMemory, record: number, joint: Joint): void {
  const { f64 } = memory;
  const flags = memory.u32[(record + JointRecord.flags) >>> 2];
  joint.enabled = (flags & JointFlag.Enabled) !== 0;
  joint.pair.isStrained = (flags & JointFlag.Strained) !== 0;
  joint.hasInterval = (flags & JointFlag.HasInterval) !== 0;
  joint.pair.anchorA.assign(readVector(memory, record + JointRecord.anchorAX));
  joint.pair.anchorB.assign(readVector(memory, record + JointRecord.anchorBX));
  joint.frameA.assign(readQuaternion(memory, record + JointRecord.frameAX));
  joint.frameB.assign(readQuaternion(memory, record + JointRecord.frameBX));
  joint.tuning = readTuning(memory, record);
  joint.compliance = f64[(record + JointRecord.compliance) >>> 3];
  joint.angularCompliance = f64[(record + JointRecord.angularCompliance) >>> 3];
  joint.linearDamping = f64[(record + JointRecord.linearDamping) >>> 3];
  joint.angularDamping = f64[(record + JointRecord.angularDamping) >>> 3];
  joint.lower = f64[(record + JointRecord.lower) >>> 3];
  joint.twist = f64[(record + JointRecord.twist) >>> 3];
  joint.secondTwist = f64[(record + JointRecord.secondTwist) >>> 3];
  joint.upper = f64[(record + JointRecord.upper) >>> 3];
  joint.lastUpper = f64[(record + JointRecord.lastUpper) >>> 3];
  joint.intervalCompliance = f64[(record + JointRecord.intervalCompliance) >>> 3];
  joint.hasEnds = hasEnds(memory, record);
  joint.isDrivenToEnds = joint.hasEnds && (memory.u32[(record + JointRecord.rows) >>> 2] & DRIVES) !== 0;
  joint.isNearEnd = (flags & JointFlag.NearEnd) !== 0;
  joint.force.assign(joint.enabled ? readVector(memory, record + JointRecord.forceX) : Vec3.ZERO);
  joint.torque.assign(joint.enabled ? readVector(memory, record + JointRecord.torqueX) : Vec3.ZERO);
  joint.intervalLoad = joint.enabled && joint.hasInterval ? f64[(record + JointRecord.intervalLoad) >>> 3] : 0;
  joint.pair.totalImpulse.assign(Vec3.ZERO);
  joint.pair.totalAngularImpulse.assign(Vec3.ZERO);
  joint.read(memory, record);
  joint.onlyHolds = onlyHolds(memory, record, joint);
}

/** Rows other than those that hold a coordinate or bound it: assembly/joint/record.ts. */
const DRIVES = 0xeeeeeeee;

/** Whether some rows of a joint push or pull only: assembly/joint/record.ts. */
function hasEnds({ f64, u32 }: StateMemory, record: number): boolean {
  const flags = u32[(record + JointRecord.flags) >>> 2];
  const isWide = f64[(record + JointRecord.lower) >>> 3] !== f64[(record + JointRecord.upper) >>> 3];
  if (u32[(record + JointRecord.type) >>> 2] === JointType.Rope || (flags & JointFlag.HasInterval && isWide)) return true;
  if (!(flags & JointFlag.Rows)) return false;
  const rows = u32[(record + JointRecord.rows) >>> 2];
  const locks = u32[(record + JointRecord.locks) >>> 2];
  return Array.from({ length: 8 }, (_, kind) => kind).some((kind) => (rows >>> (4 * kind)) & 1 && !((locks >>> kind) & 1));
}

/** Types that do not hold, or about whose ends bodies swing without turning. */
const LOOSE: readonly number[] = [
  JointType.SpringDamper,
  JointType.MatrixSpring,
  JointType.Distance,
  JointType.RevoluteSpherical,
  JointType.Pulley,
  JointType.Path,
];

/** Whether all that a joint does is to hold, or to bound: isRigid in assembly/joint/record.ts. */
function onlyHolds({ u32 }: StateMemory, record: number, joint: Joint): boolean {
  const type = u32[(record + JointRecord.type) >>> 2];
  if (LOOSE.includes(type) || type >= JointType.Custom || (joint.hasInterval && !joint.hasEnds)) return false;
  if (joint.isSoft || joint.linearDamping !== 0 || joint.angularDamping !== 0) return false;
  return !(u32[(record + JointRecord.rows) >>> 2] & DRIVES) && !(u32[(record + JointRecord.flags) >>> 2] & JointFlag.SoftRows);
}

/** Record of a coordinate's slot. */
export function coordinateAt({ u32, world }: StateMemory, slot: number): number {
  return u32[(world + WorldRecord.coordinateBase) >>> 2] + slot * CoordinateRecord.size;
}

/** The records of a joint's coordinates, by their kind. */
export function coordinateRecords(memory: StateMemory, record: number): (number | undefined)[] {
  const { u32 } = memory;
  const found: (number | undefined)[] = [];
  for (let slot = u32[(record + JointRecord.firstCoordinate) >>> 2]; slot > 0; ) {
    const at = coordinateAt(memory, slot - 1);
    found[u32[(at + CoordinateRecord.kind) >>> 2]] = at;
    slot = u32[(at + CoordinateRecord.next) >>> 2];
  }
  return found;
}

/**
 * Writes the loads of a step of `dt` seconds; a disabled joint has none. Those that are not finite, at bodies that were frozen,
 * become zero.
 */
export function writeJoint(memory: StateMemory, record: number, joint: Joint, dt: number, h: number): void {
  writeVector(memory, record + JointRecord.forceX, finiteOrZero(joint.force));
  writeVector(memory, record + JointRecord.torqueX, finiteOrZero(joint.torque));
  memory.f64[(record + JointRecord.intervalLoad) >>> 3] = Number.isFinite(joint.intervalLoad) ? joint.intervalLoad : 0;
  writeVector(memory, record + JointRecord.reactionForceX, finiteOrZero(joint.pair.totalImpulse.times(1 / dt)));
  writeVector(memory, record + JointRecord.reactionTorqueX, finiteOrZero(joint.pair.totalAngularImpulse.times(1 / dt)));
  const flags = (record + JointRecord.flags) >>> 2;
  memory.u32[flags] = joint.isNearEnd ? memory.u32[flags] | JointFlag.NearEnd : memory.u32[flags] & ~JointFlag.NearEnd;
  memory.f64[(record + JointRecord.twist) >>> 3] = joint.twist;
  memory.f64[(record + JointRecord.secondTwist) >>> 3] = joint.secondTwist;
  const interval = joint.intervalTotal / dt;
  memory.f64[(record + JointRecord.intervalReaction) >>> 3] = Number.isFinite(interval) ? interval : 0;
  if (joint.enabled) memory.f64[(record + JointRecord.lastUpper) >>> 3] = joint.upper;
  joint.write(memory, record, dt, h);
}

function finiteOrZero(value: Vec3): Vec3 {
  return value.isFinite ? value : Vec3.ZERO;
}
