import {
  boolean,
  finite,
  type Out,
  type Quat,
  type QuatLike,
  requiredCoefficient,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import { refuseReadOnly, refuseUnknown } from '../core/assignments.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, cross, fixed, rotate, scale, subtract, unrotate, writeQuaternion, writeVector } from '../core/geometry.ts';
import { BodyFlag, BodyRecord, BodyType } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { describeHandle, printPlainly } from '../core/plain.ts';
import {
  bodyTypeOf,
  readArm,
  readOrigin,
  readQuaternion,
  readVector,
  turnedArm,
  writeRecordNumbers,
  writeRecordQuaternion,
  writeRecordVector,
} from '../core/records.ts';
import { BodyHandle } from './body-handle.ts';
import { type BodyTypeName, bodyType, requireMovable, TYPE_NAMES } from './body-options.ts';
import { changeType } from './change-body.ts';
import { CollidingBody } from './colliding-body.ts';
import { bodyEnergy, inverseInertiaTimes } from './energy.ts';
import { MassiveBody } from './massive-body.ts';
import { restart } from './publish.ts';

/**
 * A rigid body of a world, created by `world.addBody`. Its state is in the world's memory; a Body is a handle to it. Getters return new
 * arrays; `get...` methods write to `out` if it is given. All frames are world frames, and units SI, unless stated otherwise. Every member
 * throws `removed-handle` once the body has been removed.
 */
export class Body<UserData = unknown> extends MassiveBody<UserData> {
  /** Whether the body is still in its world. */
  get alive(): boolean {
    return this.host().isAlive(this);
  }

  /** Position of the body's origin, m. Setting it teleports the body and keeps its velocities. */
  get position(): Readonly<Vec3> {
    return fixed(this.getPosition());
  }
  set position(value: Vec3Like) {
    const position = vector(value, 'position');
    const offset = this.changing();
    const { memory } = this;
    const arm = readArm(memory, offset);
    const x = position[0] + arm[0];
    const y = position[1] + arm[1];
    const z = position[2] + arm[2];
    requireFinite(x, y, z, CENTER);
    this.writePose(memory, offset, x, y, z);
  }

  getPosition(out?: Out): Vec3 {
    return writeVector(readOrigin(this.memory, this.record()), out);
  }

  /** Orientation as a unit quaternion [x, y, z, w]. Setting it turns the body about its origin. */
  get orientation(): Readonly<Quat> {
    return fixed(this.getOrientation());
  }
  set orientation(value: QuatLike) {
    const orientation = rotation(value, 'orientation');
    const offset = this.changing();
    const { memory } = this;
    const arm = turnedArm(memory, offset, orientation[0], orientation[1], orientation[2], orientation[3]);
    const origin = readOrigin(memory, offset);
    const x = origin[0] + arm[0];
    const y = origin[1] + arm[1];
    const z = origin[2] + arm[2];
    requireFinite(x, y, z, CENTER);
    writeRecordQuaternion(memory, offset + BodyRecord.orientationX, orientation);
    this.writePose(memory, offset, x, y, z);
  }

  getOrientation(out?: Out): Quat {
    return writeQuaternion(readQuaternion(this.memory, this.record() + BodyRecord.orientationX), out);
  }

  /** Centre of mass in the world, m. */
  get centerOfMass(): Readonly<Vec3> {
    return fixed(this.getCenterOfMass());
  }
  getCenterOfMass(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.positionX), out);
  }

  /** Velocity of the centre of mass, m/s. Components along locked axes stay zero. */
  get linearVelocity(): Readonly<Vec3> {
    return fixed(this.getLinearVelocity());
  }
  set linearVelocity(value: Vec3Like) {
    this.writeVelocity(BodyRecord.velocityX, vector(value, 'linearVelocity'), BodyFlag.LockTranslationX);
  }
  getLinearVelocity(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.velocityX), out);
  }

  /** Angular velocity, rad/s. */
  get angularVelocity(): Readonly<Vec3> {
    return fixed(this.getAngularVelocity());
  }
  set angularVelocity(value: Vec3Like) {
    this.writeVelocity(BodyRecord.angularVelocityX, vector(value, 'angularVelocity'), BodyFlag.LockRotationX);
  }
  getAngularVelocity(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.angularVelocityX), out);
  }

  /** Velocity of the point of the body that is now at a world point, m/s. */
  velocityAt(point: Vec3Like, out?: Out): Vec3 {
    const arm = subtract(vector(point, 'point'), this.getCenterOfMass());
    return writeVector(add(this.getLinearVelocity(), cross(this.getAngularVelocity(), arm)), out);
  }

  /** World position of a point given in the body's frame. */
  worldPoint(local: Vec3Like, out?: Out): Vec3 {
    return writeVector(add(this.getPosition(), rotate(this.getOrientation(), vector(local, 'local'))), out);
  }

  /** Coordinates of a world point in the body's frame. */
  localPoint(point: Vec3Like, out?: Out): Vec3 {
    return writeVector(unrotate(this.getOrientation(), subtract(vector(point, 'point'), this.getPosition())), out);
  }

  get type(): BodyTypeName {
    return TYPE_NAMES[this.bodyType];
  }
  set type(value: BodyTypeName) {
    const type = bodyType(value);
    this.changing();
    if (this.index === 0) throw new HolonomicError('invalid-argument', 'The type of the world body cannot be set; it is always static.');
    if (this.shape && this.collides) requireMovable(this.shape, type);
    changeType(this.host(), this.index, type);
  }

  get gravityScale(): number {
    return this.read(BodyRecord.gravityScale);
  }
  set gravityScale(value: number) {
    this.write(BodyRecord.gravityScale, finite(value, 'gravityScale'));
    this.host().context.wakeBody(this.index);
  }
  /** Rate at which the linear velocity decays, 1/s. */
  get linearDamping(): number {
    return this.read(BodyRecord.linearDamping);
  }
  set linearDamping(value: number) {
    this.write(BodyRecord.linearDamping, requiredCoefficient(value, 'linearDamping'));
  }
  get angularDamping(): number {
    return this.read(BodyRecord.angularDamping);
  }
  set angularDamping(value: number) {
    this.write(BodyRecord.angularDamping, requiredCoefficient(value, 'angularDamping'));
  }

  /** Whether a step found a non-finite value and froze the body at its last pose. Setting a pose or velocity unfreezes it. */
  get frozen(): boolean {
    return (this.flags & BodyFlag.Frozen) !== 0;
  }

  /** Whether the body is at rest and skipped by steps, until something touches or changes it. */
  get isSleeping(): boolean {
    return (this.flags & BodyFlag.Asleep) !== 0;
  }
  /** Whether the body may fall asleep. A body that may not keeps the bodies awake that it touches or is joined to. */
  get canSleep(): boolean {
    return (this.flags & BodyFlag.Sleepless) === 0;
  }
  set canSleep(value: boolean) {
    const canSleep = boolean(value, 'canSleep');
    const record = this.changing();
    const { flags } = this;
    this.memory.u32[(record + BodyRecord.flags) >>> 2] = canSleep ? flags & ~BodyFlag.Sleepless : flags | BodyFlag.Sleepless;
    this.host().context.wakeBody(this.index);
  }
  /** Wakes the body and all that fell asleep with it. Once all are slow, they fall asleep again after the world's delay. */
  wake(): void {
    this.changing();
    this.host().context.wakeBody(this.index);
  }
  /**
   * Counts a dynamic body, and those that it touches or is joined to, as having rested long enough: they fall asleep at the end of the next
   * step if all of them are slow then, and the world's `sleep` allows it.
   */
  sleep(): void {
    this.dynamicRecord('sleep');
    this.host().context.restIsland(this.index);
  }

  /**
   * Adds a force in N, at the centre of mass or at a world point; it acts during the next step. Throws `invalid-argument` unless the body
   * is dynamic.
   */
  applyForce(force: Vec3Like, point?: Vec3Like): void {
    const f = vector(force, 'force');
    const torque = point === undefined ? undefined : cross(this.arm(point), f);
    const offset = this.dynamicRecord('applyForce');
    this.accumulate(offset + BodyRecord.forceX, f);
    if (torque) this.accumulate(offset + BodyRecord.torqueX, torque);
  }

  /** Adds a torque in N m, which acts during the next step. Dynamic bodies only. */
  applyTorque(torque: Vec3Like): void {
    const t = vector(torque, 'torque');
    this.accumulate(this.dynamicRecord('applyTorque') + BodyRecord.torqueX, t);
  }

  /** Applies an impulse in N s, at the centre of mass or at a world point, which changes the velocity at once. Dynamic bodies only. */
  applyImpulse(impulse: Vec3Like, point?: Vec3Like): void {
    const p = vector(impulse, 'impulse');
    const turn = point === undefined ? undefined : finiteVector(cross(this.arm(point), p), 'The angular impulse');
    const offset = this.dynamicRecord('applyImpulse');
    const { memory } = this;
    const ease = 1 / memory.f64[(offset + BodyRecord.mass) >>> 3];
    const linear = finiteVector(add(readVector(memory, offset + BodyRecord.velocityX), scale(p, ease)), 'linearVelocity');
    const angular = turn && this.turnedBy(memory, offset, turn);
    storeVelocity(memory, offset, BodyRecord.velocityX, linear, BodyFlag.LockTranslationX);
    if (angular) storeVelocity(memory, offset, BodyRecord.angularVelocityX, angular, BodyFlag.LockRotationX);
    this.stir(memory, offset);
  }

  /** Applies an angular impulse in N m s, which changes the angular velocity at once. Dynamic bodies only. */
  applyAngularImpulse(impulse: Vec3Like): void {
    const l = vector(impulse, 'impulse');
    const offset = this.dynamicRecord('applyAngularImpulse');
    this.angularVelocity = this.turnedBy(this.memory, offset, l);
  }

  /**
   * Moves a kinematic body: at the end of the next step its origin has this pose, and joints and contacts see the velocity of this motion.
   * After that it stays there until it is moved again. Throws `invalid-argument` unless the body is kinematic.
   */
  moveTo(position: Vec3Like, orientation?: QuatLike): void {
    const p = vector(position, 'position');
    const turned = orientation === undefined ? null : rotation(orientation, 'orientation');
    const offset = this.changing();
    const q = turned ?? this.getOrientation();
    if (this.type !== 'kinematic')
      throw new HolonomicError('invalid-argument', 'moveTo is for kinematic bodies; set position to teleport.');
    // A body that stays where it is wakes nobody.
    const now = [...this.getPosition(), ...this.getOrientation()];
    if ([...p, ...q].some((component, k) => component !== now[k])) this.host().context.wakeBody(this.index);
    writeRecordVector(this.memory, offset + BodyRecord.targetX, p);
    writeRecordQuaternion(this.memory, offset + BodyRecord.targetOrientationX, q);
    this.memory.u32[(offset + BodyRecord.flags) >>> 2] |= BodyFlag.HasTarget;
  }

  /** Kinetic energy, J. */
  get kineticEnergy(): number {
    return bodyEnergy(this.memory, this.record()).kinetic;
  }
  /** Potential energy in gravity, zero at the world's origin, J. */
  get potentialEnergy(): number {
    return bodyEnergy(this.memory, this.record()).potential;
  }
  /** Linear momentum, kg m/s; zero unless the body is dynamic. */
  get linearMomentum(): Readonly<Vec3> {
    return fixed(bodyEnergy(this.memory, this.record()).linearMomentum);
  }
  /** Angular momentum about the centre of mass, kg m²/s. */
  get angularMomentum(): Readonly<Vec3> {
    return fixed(bodyEnergy(this.memory, this.record()).spin);
  }

  /** A summary of pose, motion and mass for JSON and for people; of a removed body only its slot. */
  toJSON(): object {
    return describeHandle({ index: this.index }, () => ({
      type: this.type,
      shape: this.shape?.type ?? null,
      position: this.getPosition(),
      orientation: this.getOrientation(),
      linearVelocity: this.getLinearVelocity(),
      angularVelocity: this.getAngularVelocity(),
      mass: this.mass,
      isSleeping: this.isSleeping,
    }));
  }

  private dynamicRecord(method: string): number {
    const offset = this.changing();
    if (this.bodyType !== BodyType.Dynamic)
      throw new HolonomicError('invalid-argument', `${method} is for dynamic bodies; this one is ${this.type}.`);
    return offset;
  }

  private read(field: number): number {
    return this.memory.f64[(this.record() + field) >>> 3];
  }

  private write(field: number, value: number): void {
    this.memory.f64[(this.changing() + field) >>> 3] = value;
  }

  /** From the centre of mass to a point. */
  private arm(point: Vec3Like): Vec3 {
    const at = vector(point, 'point');
    return subtract(at, readVector(this.memory, this.record() + BodyRecord.positionX));
  }

  /** Angular velocity after an angular impulse. */
  private turnedBy(memory: StateMemory, offset: number, impulse: Vec3): Vec3 {
    const before = readVector(memory, offset + BodyRecord.angularVelocityX);
    return finiteVector(add(before, inverseInertiaTimes(memory, offset, impulse)), 'angularVelocity');
  }

  private accumulate(offset: number, value: Vec3): void {
    const { f64 } = this.memory;
    const at = offset >>> 3;
    f64[at] += value[0];
    f64[at + 1] += value[1];
    f64[at + 2] += value[2];
    this.host().context.wakeBody(this.index);
  }

  /** Puts the centre of mass where it is said. */
  private writePose(memory: StateMemory, offset: number, x: number, y: number, z: number): void {
    const { index } = this;
    const host = this.host();
    host.context.wakeBody(index);
    writeRecordNumbers(memory, offset + BodyRecord.positionX, x, y, z);
    restart(memory, offset);
    host.joints.place(index);
    this.thaw(memory, offset);
    host.publishPose(index);
    host.context.moveBody(index);
  }

  private writeVelocity(field: number, value: Vec3, firstLock: number): void {
    const offset = this.changing();
    const { memory } = this;
    if (bodyTypeOf(memory.u32[(offset + BodyRecord.flags) >>> 2]) === BodyType.Static)
      throw new HolonomicError('invalid-argument', 'A static body cannot have a velocity; make it kinematic first.');
    storeVelocity(memory, offset, field, value, firstLock);
    this.stir(memory, offset);
  }

  /** To be called when its velocity has been set. */
  private stir(memory: StateMemory, offset: number): void {
    const { index } = this;
    const host = this.host();
    this.thaw(memory, offset);
    host.context.wakeBody(index);
    host.publishVelocity(index);
  }

  private thaw({ u32 }: StateMemory, offset: number): void {
    const field = (offset + BodyRecord.flags) >>> 2;
    if (!(u32[field] & BodyFlag.Frozen)) return;
    u32[field] &= ~BodyFlag.Frozen;
    this.host().context.markTopology();
    this.host().context.wakeBody(this.index);
  }
}

const CENTER = 'The centre of mass in the world';

/** Of a vector of ours that has been computed. Throws `invalid-argument` where it has left the numbers. */
function requireFinite(x: number, y: number, z: number, name: string): void {
  // The sum of what is finite may overflow: then each is asked.
  if (!Number.isFinite(x + y + z)) vector([x, y, z], name);
}

function finiteVector(value: Vec3, name: string): Vec3 {
  requireFinite(value[0], value[1], value[2], name);
  return value;
}

function storeVelocity(memory: StateMemory, offset: number, field: number, value: Vec3, firstLock: number): void {
  const { f64, u32 } = memory;
  const flags = u32[(offset + BodyRecord.flags) >>> 2];
  if (flags & (7 * firstLock)) for (let axis = 0; axis < 3; axis++) if (flags & (firstLock << axis)) value[axis] = 0;
  const at = (offset + field) >>> 3;
  const x = value[0];
  const y = value[1];
  const z = value[2];
  // Setting what was read changes nothing.
  if (f64[at] !== x || f64[at + 1] !== y || f64[at + 2] !== z) restart(memory, offset, BodyFlag.Stepped);
  writeRecordNumbers(memory, offset + field, x, y, z);
}

const READ_ONLY = {
  centerOfMass: 'set position to move the body, or call setMassProperties to move the centre of mass within the body.',
  isSleeping: 'call wake() or sleep().',
  frozen: 'set the pose or a velocity, which unfreezes the body.',
};
refuseUnknown(BodyHandle, {
  what: 'A body',
  own: 'keep your own data in userData.',
  advice: {
    velocity: 'set linearVelocity, m/s, or angularVelocity, rad/s.',
    rotation: 'set orientation, a quaternion.',
    quaternion: 'set orientation.',
    scale: 'the size of a shape is fixed; set shape to another one.',
    damping: 'set linearDamping and angularDamping.',
    staticFriction: 'set material, as in { staticFriction: 0.6 }.',
    dynamicFriction: 'set material, as in { dynamicFriction: 0.4 }.',
    rollingFriction: 'set material, as in { rollingFriction: 0.01 }.',
    surfaceVelocity: 'set material, as in { surfaceVelocity: [1, 0, 0] }.',
    density: 'call setMassProperties, as in body.setMassProperties({ density: 600 }).',
    shapes: 'set shape; a Compound combines several.',
    invMass: "set mass, or type to 'static' or 'kinematic' for a body that never moves.",
    fixedRotation: 'set lockRotation, as in [true, true, true].',
    force: 'call applyForce before each step.',
    torque: 'call applyTorque before each step.',
    isSensor: 'set sensor.',
    isStatic: "set type to 'static'.",
    enabled: 'set collides to take it out of collision, or remove it.',
  },
});
printPlainly(Body);
for (const type of [BodyHandle, CollidingBody, MassiveBody, Body]) refuseReadOnly(type, 'a body', READ_ONLY);
