import {
  boolean,
  finite,
  type Out,
  output,
  type Quat,
  type QuatLike,
  requiredCoefficient,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from './arguments.ts';
import { type BodyEvents, type BodyTypeName, bodyEvents, bodyType, requireMovable, TYPE_NAMES } from './body-options.ts';
import { bodyEnergy, inverseInertiaTimes } from './energy.ts';
import { HolonomicError } from './errors.ts';
import { add, cross, rotate, scale, subtract, unrotate, writeVector } from './geometry.ts';
import { BodyFlag, BodyRecord, type BodyType } from './layout.ts';
import { type Bounds, boundsOf } from './queries/bounds.ts';
import { contactForceOn } from './queries/contacts.ts';
import { ALL_GROUPS, bits } from './queries/options.ts';
import { readQuaternion, readVector, writeRecordQuaternion, writeRecordVector } from './records.ts';
import type { ShapeBase } from './shapes/shape.ts';
import type { World } from './world.ts';

/**
 * A rigid body of a world, made by `world.addBody`. Its state lies in the world's memory; a Body is a handle to it. Getters
 * return new arrays, the `get...` methods write to an `out` if there is one. Every member throws `removed-handle` once the
 * body has been removed. Frames are world frames, units SI.
 */
export class Body {
  userData: unknown;

  /** @internal */
  constructor(
    readonly world: World,
    /** Slot of the body: its row in `world.transforms` and `world.velocities`. */
    readonly index: number,
  ) {}

  /** Whether the body is still in its world. */
  get alive(): boolean {
    return this.world.isBodyAlive(this);
  }

  /** Position of the body's origin, m. Setting it teleports the body; velocities stay. */
  get position(): Vec3 {
    return this.getPosition();
  }
  set position(value: Vec3Like) {
    const position = vector(value, 'position');
    const offset = this.record();
    this.writePose(offset, vector(add(position, this.centerOffset(offset)), 'The centre of mass in the world'));
  }

  getPosition(out?: Out): Vec3 {
    const offset = this.record();
    return writeVector(subtract(readVector(this.memory, offset + BodyRecord.positionX), this.centerOffset(offset)), out);
  }

  /** Orientation as a unit quaternion [x, y, z, w]. Setting it turns the body about its origin. */
  get orientation(): Quat {
    return this.getOrientation();
  }
  set orientation(value: QuatLike) {
    const orientation = rotation(value, 'orientation');
    const position = this.getPosition();
    const offset = this.record();
    const arm = rotate(orientation, readVector(this.memory, offset + BodyRecord.centerX));
    const center = vector(add(position, arm), 'The centre of mass in the world');
    writeRecordQuaternion(this.memory, offset + BodyRecord.orientationX, orientation);
    this.writePose(offset, center);
  }

  getOrientation(out?: Out): Quat {
    const q = readQuaternion(this.memory, this.record() + BodyRecord.orientationX);
    const target = output(out);
    if (!target) return q;
    for (let k = 0; k < 4; k++) target[k] = q[k];
    return target as unknown as Quat;
  }

  /** Centre of mass in the world, m. */
  get centerOfMass(): Vec3 {
    return this.getCenterOfMass();
  }
  getCenterOfMass(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.positionX), out);
  }

  /** Velocity of the centre of mass, m/s. Components along locked axes stay zero. */
  get linearVelocity(): Vec3 {
    return this.getLinearVelocity();
  }
  set linearVelocity(value: Vec3Like) {
    this.writeVelocity(BodyRecord.velocityX, vector(value, 'linearVelocity'), BodyFlag.LockTranslationX);
  }
  getLinearVelocity(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.velocityX), out);
  }

  /** rad/s. */
  get angularVelocity(): Vec3 {
    return this.getAngularVelocity();
  }
  set angularVelocity(value: Vec3Like) {
    this.writeVelocity(BodyRecord.angularVelocityX, vector(value, 'angularVelocity'), BodyFlag.LockRotationX);
  }
  getAngularVelocity(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + BodyRecord.angularVelocityX), out);
  }

  /** Velocity of the body's point that is now at a world point, m/s. */
  velocityAt(point: Vec3Like, out?: Out): Vec3 {
    const arm = subtract(vector(point, 'point'), this.getCenterOfMass());
    return writeVector(add(this.getLinearVelocity(), cross(this.getAngularVelocity(), arm)), out);
  }

  /** World position of a point given in the body's frame. */
  worldPoint(local: Vec3Like, out?: Out): Vec3 {
    return writeVector(add(this.getPosition(), rotate(this.getOrientation(), vector(local, 'local'))), out);
  }

  /** Position in the body's frame of a world point. */
  localPoint(point: Vec3Like, out?: Out): Vec3 {
    return writeVector(unrotate(this.getOrientation(), subtract(vector(point, 'point'), this.getPosition())), out);
  }

  get type(): BodyTypeName {
    const bits = (this.flags & BodyFlag.TypeMask) >> BodyFlag.TypeShift;
    return TYPE_NAMES[bits];
  }
  set type(value: BodyTypeName) {
    const type = bodyType(value);
    this.record();
    if (this.index === 0) throw new HolonomicError('invalid-argument', 'The world body is static and stays so.');
    if (this.shape && this.collides) requireMovable(this.shape, type);
    this.world.changeBodyType(this.index, type);
  }

  /** What the body looks like to others; null without one, and where there is no collision. */
  get shape(): ShapeBase | null {
    this.record();
    return this.world.shapes.at(this.world.shapeReference(this.index));
  }
  /** Groups that the body is in, 32 bits. Two bodies can touch if each is in a group of the other's mask. */
  get collisionGroup(): number {
    return this.memory.u32[(this.record() + BodyRecord.collisionGroup) >>> 2];
  }
  set collisionGroup(value: number) {
    this.writeGroups(BodyRecord.collisionGroup, bits(value, 'collisionGroup', 1));
  }
  /** Groups that the body meets, 32 bits. */
  get collisionMask(): number {
    return this.memory.u32[(this.record() + BodyRecord.collisionMask) >>> 2];
  }
  set collisionMask(value: number) {
    this.writeGroups(BodyRecord.collisionMask, bits(value, 'collisionMask', ALL_GROUPS));
  }
  /** Whether the shape takes part in collision and queries. */
  get collides(): boolean {
    return (this.flags & BodyFlag.Ghost) === 0;
  }
  set collides(value: boolean) {
    const collides = boolean(value, 'collides');
    const { shape, flags } = this;
    if (collides && shape) requireMovable(shape, ((flags & BodyFlag.TypeMask) >> BodyFlag.TypeShift) as BodyType);
    if (collides) this.world.reservePlace();
    this.world.wakeTouching(this.index);
    const field = (this.record() + BodyRecord.flags) >>> 2;
    const { u32 } = this.memory;
    u32[field] = collides ? u32[field] & ~BodyFlag.Ghost : u32[field] | BodyFlag.Ghost;
    this.world.placeBody(this.index);
  }
  /** Whether the body only feels what overlaps it, as events tell, and pushes nobody. Setting it ends what has begun. */
  get sensor(): boolean {
    return (this.flags & BodyFlag.Sensor) !== 0;
  }
  set sensor(value: boolean) {
    if (boolean(value, 'sensor') === this.sensor) return;
    this.world.wakeTouching(this.index);
    this.memory.u32[(this.record() + BodyRecord.flags) >>> 2] ^= BodyFlag.Sensor;
    this.world.refilterBody(this.index);
  }
  /** Which contacts events tell: those that begin and end, also each step that they last, or none. 'none' ends in the next step what has begun. */
  get events(): BodyEvents {
    const { flags } = this;
    return flags & BodyFlag.Silent ? 'none' : flags & BodyFlag.Talkative ? 'all' : 'changes';
  }
  set events(value: BodyEvents) {
    const told = bodyEvents(value);
    // What sleeps is told of when it is looked at again.
    this.world.wakeTouching(this.index);
    const kept = this.flags & ~(BodyFlag.Silent | BodyFlag.Talkative);
    this.memory.u32[(this.record() + BodyRecord.flags) >>> 2] = kept | told;
  }
  /**
   * The body's box in the broad phase, along the world's axes, m; null without a shape that collides, and where there is no collision. It is
   * larger than the shape: it also holds where the body was expected to get in the coming steps, and changes only when that is not enough.
   * Steps and queries bring it up to date before they look for what is near, so between them it may be from before the body last moved.
   */
  get bounds(): Bounds | null {
    return boundsOf(this.memory, this.record());
  }
  /** Sum of the forces of all contacts on the body, friction included, mean over the last step, N. */
  contactForce(out?: Out): Vec3 {
    return contactForceOn(this.memory, this.record(), out);
  }

  /** kg. */
  get mass(): number {
    return this.read(BodyRecord.mass);
  }
  /** Principal moments of inertia about the centre of mass, kg m². */
  get inertia(): Vec3 {
    return readVector(this.memory, this.record() + BodyRecord.inertiaX);
  }
  /** Rotation from the principal axes of inertia to the body's axes. */
  get principalRotation(): Quat {
    return readQuaternion(this.memory, this.record() + BodyRecord.principalX);
  }
  get gravityScale(): number {
    return this.read(BodyRecord.gravityScale);
  }
  set gravityScale(value: number) {
    this.write(BodyRecord.gravityScale, finite(value, 'gravityScale'));
    this.world.wakeBody(this.index);
  }
  /** 1/s. */
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

  /** The last step found a value that is not finite and left the body where it was; setting a pose or velocity sets it free. */
  get frozen(): boolean {
    return (this.flags & BodyFlag.Frozen) !== 0;
  }

  /** Whether the body has come to rest and steps pass over it, until something touches or changes it. */
  get isSleeping(): boolean {
    return (this.flags & BodyFlag.Asleep) !== 0;
  }
  /** Whether the body may fall asleep; one that may not keeps awake what it touches and is joined to. */
  get canSleep(): boolean {
    return (this.flags & BodyFlag.Sleepless) === 0;
  }
  set canSleep(value: boolean) {
    const canSleep = boolean(value, 'canSleep');
    const { flags } = this;
    this.memory.u32[(this.record() + BodyRecord.flags) >>> 2] = canSleep ? flags & ~BodyFlag.Sleepless : flags | BodyFlag.Sleepless;
    this.world.wakeBody(this.index);
  }
  /** Wakes the body and all that fell asleep with it; when all are slow they fall asleep again after the world's delay. */
  wake(): void {
    this.record();
    this.world.wakeBody(this.index);
  }
  /**
   * Counts a dynamic body, and what it touches or is joined to, as at rest for long enough: they fall asleep at the end of the next step
   * if all of them are slow then, and the world's `sleep` allows it.
   */
  sleep(): void {
    this.dynamicRecord('sleep');
    this.world.restIsland(this.index);
  }

  /** Adds a force in N, at the centre of mass or at a world point; it acts during the next step. Dynamic bodies only. */
  applyForce(force: Vec3Like, point?: Vec3Like): void {
    const f = vector(force, 'force');
    const torque = point === undefined ? undefined : cross(this.arm(point), f);
    const offset = this.dynamicRecord('applyForce');
    this.accumulate(offset + BodyRecord.forceX, f);
    if (torque) this.accumulate(offset + BodyRecord.torqueX, torque);
  }

  /** Adds a torque in N m that acts during the next step. */
  applyTorque(torque: Vec3Like): void {
    const t = vector(torque, 'torque');
    this.accumulate(this.dynamicRecord('applyTorque') + BodyRecord.torqueX, t);
  }

  /** Changes the velocity at once by an impulse in N s, at the centre of mass or at a world point. */
  applyImpulse(impulse: Vec3Like, point?: Vec3Like): void {
    const p = vector(impulse, 'impulse');
    const turn = point === undefined ? undefined : vector(cross(this.arm(point), p), 'The angular impulse');
    const offset = this.dynamicRecord('applyImpulse');
    const linear = vector(add(this.getLinearVelocity(), scale(p, 1 / this.mass)), 'linearVelocity');
    const angular = turn && this.turnedBy(offset, turn);
    this.linearVelocity = linear;
    if (angular) this.angularVelocity = angular;
  }

  /** Changes the angular velocity at once by an angular impulse in N m s. */
  applyAngularImpulse(impulse: Vec3Like): void {
    const l = vector(impulse, 'impulse');
    const offset = this.dynamicRecord('applyAngularImpulse');
    this.angularVelocity = this.turnedBy(offset, l);
  }

  /**
   * Moves a kinematic body: at the end of the next step its origin has this pose, and joints and contacts feel the velocity
   * that takes it there. After that it stands still until told otherwise.
   */
  moveTo(position: Vec3Like, orientation: QuatLike = this.getOrientation()): void {
    const p = vector(position, 'position');
    const q = rotation(orientation, 'orientation');
    const offset = this.record();
    if (this.type !== 'kinematic')
      throw new HolonomicError('invalid-argument', 'moveTo is for kinematic bodies; set position to teleport.');
    // A body that stays where it is wakes nobody.
    const now = [...this.getPosition(), ...this.getOrientation()];
    if ([...p, ...q].some((component, k) => component !== now[k])) this.world.wakeBody(this.index);
    writeRecordVector(this.memory, offset + BodyRecord.targetX, p);
    writeRecordQuaternion(this.memory, offset + BodyRecord.targetOrientationX, q);
    this.memory.u32[(offset + BodyRecord.flags) >>> 2] |= BodyFlag.HasTarget;
  }

  /** J. */
  get kineticEnergy(): number {
    return bodyEnergy(this.memory, this.record()).kinetic;
  }
  /** Potential energy of gravity, zero at the world's origin, J. */
  get potentialEnergy(): number {
    return bodyEnergy(this.memory, this.record()).potential;
  }
  /** kg m/s; zero for bodies that are not dynamic. */
  get linearMomentum(): Vec3 {
    return bodyEnergy(this.memory, this.record()).linearMomentum;
  }
  /** Angular momentum about the centre of mass, kg m²/s. */
  get angularMomentum(): Vec3 {
    return bodyEnergy(this.memory, this.record()).spin;
  }

  private get memory() {
    return this.world.memory;
  }

  private get flags(): number {
    return this.memory.u32[(this.record() + BodyRecord.flags) >>> 2];
  }

  /** Byte offset of the record. */
  private record(): number {
    return this.world.bodyRecord(this);
  }

  private dynamicRecord(method: string): number {
    const offset = this.record();
    if (this.type !== 'dynamic') throw new HolonomicError('invalid-argument', `${method} is for dynamic bodies; this one is ${this.type}.`);
    return offset;
  }

  private read(field: number): number {
    return this.memory.f64[(this.record() + field) >>> 3];
  }

  private write(field: number, value: number): void {
    this.memory.f64[(this.record() + field) >>> 3] = value;
  }

  /** From the centre of mass to a point. */
  private arm(point: Vec3Like): Vec3 {
    return subtract(vector(point, 'point'), this.getCenterOfMass());
  }

  /** Angular velocity after an angular impulse. */
  private turnedBy(offset: number, impulse: Vec3): Vec3 {
    return vector(add(this.getAngularVelocity(), inverseInertiaTimes(this.memory, offset, impulse)), 'angularVelocity');
  }

  private accumulate(index: number, value: Vec3): void {
    const { f64 } = this.memory;
    for (let k = 0; k < 3; k++) f64[(index >>> 3) + k] += value[k];
    this.world.wakeBody(this.index);
  }

  private centerOffset(offset: number): Vec3 {
    return rotate(readQuaternion(this.memory, offset + BodyRecord.orientationX), readVector(this.memory, offset + BodyRecord.centerX));
  }

  private writePose(offset: number, center: Vec3): void {
    this.world.wakeAround(this.index);
    writeRecordVector(this.memory, offset + BodyRecord.positionX, center);
    this.thaw(offset);
    this.world.publishBody(this.index);
    this.world.placeBody(this.index);
  }

  private writeGroups(field: number, value: number): void {
    this.memory.u32[(this.record() + field) >>> 2] = value;
    this.world.wakeTouching(this.index);
    this.world.refilterBody(this.index);
  }

  private writeVelocity(field: number, value: Vec3, firstLock: number): void {
    const offset = this.record();
    if (this.type === 'static') throw new HolonomicError('invalid-argument', 'A static body has no velocity; make it kinematic first.');
    const { flags } = this;
    const kept = value.map((component, axis) => (flags & (firstLock << axis) ? 0 : component)) as Vec3;
    writeRecordVector(this.memory, offset + field, kept);
    this.thaw(offset);
    this.world.wakeBody(this.index);
    this.world.publishBody(this.index);
  }

  private thaw(offset: number): void {
    const { u32 } = this.memory;
    const field = (offset + BodyRecord.flags) >>> 2;
    if (!(u32[field] & BodyFlag.Frozen)) return;
    u32[field] &= ~BodyFlag.Frozen;
    this.world.markTopology();
    this.world.wakeBody(this.index);
  }
}
