import {
  boolean,
  coefficient,
  type Out,
  options,
  orDefault,
  type Quat,
  requiredCoefficient,
  type Vec3,
  type Vec3Like,
  vector,
} from '../arguments.ts';
import { Body } from '../body.ts';
import { HolonomicError } from '../errors.ts';
import { add, conjugate, length, multiply, rotate, subtract, unrotate, writeVector } from '../geometry.ts';
import { JointFlag, JointRecord, type JointType } from '../layout.ts';
import type { StateMemory } from '../memory.ts';
import { readQuaternion, readVector, writeRecordQuaternion, writeRecordVector } from '../records.ts';
import type { World } from '../world.ts';

/** What every joint can be given. */
export interface JointOptions {
  /** The two bodies; null or absent is the world. */
  a?: Body | null;
  b?: Body | null;
  /** Inverse stiffness of what holds the anchors together, m/N; 0 (the default) is rigid. */
  compliance?: number;
  /** Rates at which relative velocities decay, 1/s. */
  damping?: { linear?: number; angular?: number };
  /** A disabled joint does nothing; true by default. */
  enabled?: boolean;
  /** Whether the two bodies collide with each other; false by default. */
  collideConnected?: boolean;
}

/** Where a joint attaches: one point in the world, or a point in each body's frame (world coordinates where there is no body). */
export interface AnchorOptions {
  anchor?: Vec3Like;
  anchorA?: Vec3Like;
  anchorB?: Vec3Like;
}

export const JOINT_OPTIONS = ['a', 'b', 'compliance', 'damping', 'enabled', 'collideConnected'] as const;
export const ANCHOR_OPTIONS = ['anchor', 'anchorA', 'anchorB'] as const;

/** Pose of a body as its joints see it: centre of mass and axes; the world's for the world. */
export interface Pose {
  center: Vec3;
  orientation: Quat;
}

/** What a joint writes into its record when it is added. */
export interface JointGeometry {
  /** World position of each anchor. */
  anchorA: Vec3;
  anchorB: Vec3;
  /** World orientation of the joint's frame on each body, x along the joint's axis. */
  frameA: Quat;
  frameB: Quat;
}

interface Binding {
  world: World;
  index: number;
}

/**
 * A joint between two bodies or a body and the world. It is made with its options, comes into force with `world.addJoint`,
 * and is a handle from then on. Loads are those on body B, in world axes, averaged over the last step.
 */
export abstract class Joint {
  /** @internal */
  abstract readonly type: JointType;
  userData: unknown;
  private binding: Binding | null = null;
  private readonly initial: { compliance: number; linear: number; angular: number; enabled: boolean; collideConnected: boolean };
  private bodies: { a: Body | null; b: Body | null };

  protected constructor(given: JointOptions) {
    this.bodies = { a: bodyOrWorld(given.a, 'a'), b: bodyOrWorld(given.b, 'b') };
    this.initial = {
      compliance: coefficient(given.compliance, 'compliance'),
      ...readDamping(orDefault(given.damping, {})),
      enabled: boolean(orDefault(given.enabled, true), 'enabled'),
      collideConnected: boolean(orDefault(given.collideConnected, false), 'collideConnected'),
    };
    if (this.bodies.a === this.bodies.b)
      throw new HolonomicError('invalid-argument', 'A joint needs two different bodies, or a body and null for the world.');
  }

  /** Body A; null is the world. */
  get a(): Body | null {
    return this.bodies.a;
  }
  get b(): Body | null {
    return this.bodies.b;
  }
  /** Slot of the joint in its world; -1 before it is added. */
  get index(): number {
    return this.binding?.index ?? -1;
  }
  get world(): World | null {
    return this.binding?.world ?? null;
  }
  get alive(): boolean {
    const { binding } = this;
    return binding?.world.isJointAlive(this) ?? false;
  }

  get enabled(): boolean {
    return (this.flags & JointFlag.Enabled) !== 0;
  }
  set enabled(value: boolean) {
    this.setFlag(JointFlag.Enabled, boolean(value, 'enabled'));
    this.bound().world.markTopology();
  }
  get collideConnected(): boolean {
    return (this.flags & JointFlag.CollideConnected) !== 0;
  }
  set collideConnected(value: boolean) {
    this.setFlag(JointFlag.CollideConnected, boolean(value, 'collideConnected'));
  }
  /** m/N. */
  get compliance(): number {
    return this.read(JointRecord.compliance);
  }
  set compliance(value: number) {
    this.write(JointRecord.compliance, requiredCoefficient(value, 'compliance'));
  }
  /** Damping rates, 1/s. */
  get damping(): { linear: number; angular: number } {
    return { linear: this.read(JointRecord.linearDamping), angular: this.read(JointRecord.angularDamping) };
  }
  set damping(value: { linear?: number; angular?: number }) {
    const { linear, angular } = readDamping(value);
    this.write(JointRecord.linearDamping, linear);
    this.write(JointRecord.angularDamping, angular);
  }

  /** Force on body B at its anchor, N. Body A feels the opposite. */
  get force(): Vec3 {
    return this.getForce();
  }
  getForce(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + JointRecord.reactionForceX), out);
  }
  /** Torque on body B about its anchor, N m. */
  get torque(): Vec3 {
    return this.getTorque();
  }
  getTorque(out?: Out): Vec3 {
    return writeVector(readVector(this.memory, this.record() + JointRecord.reactionTorqueX), out);
  }

  /** World position of the anchor on body A. */
  get anchorWorldA(): Vec3 {
    return this.anchorWorld(JointRecord.bodyA, JointRecord.anchorAX);
  }
  get anchorWorldB(): Vec3 {
    return this.anchorWorld(JointRecord.bodyB, JointRecord.anchorBX);
  }
  /** By how much the anchors are off where the joint wants them, m. */
  get positionError(): number {
    return length(this.separation());
  }
  /** By how much the axes are off, rad; zero for joints that hold none. */
  get angleError(): number {
    return 0;
  }

  /** From anchor A to anchor B. */
  protected separation(): Vec3 {
    return subtract(this.anchorWorldB, this.anchorWorldA);
  }
  /** World orientation of the joint's frame on body A. */
  protected frameWorldA(): Quat {
    return this.frameWorld(JointRecord.bodyA, JointRecord.frameAX);
  }
  protected frameWorldB(): Quat {
    return this.frameWorld(JointRecord.bodyB, JointRecord.frameBX);
  }

  /** @internal World geometry at the moment the joint is added. Throws before anything changes. */
  abstract geometry(a: Pose, b: Pose): JointGeometry;

  /** @internal Fills the fields that only this type has. */
  protected abstract fill(memory: StateMemory, record: number, geometry: JointGeometry): void;

  /** @internal */
  attach(world: World, index: number, geometry: JointGeometry, a: Pose, b: Pose): void {
    this.binding = { world, index };
    const record = this.record();
    const { memory, initial } = this;
    const local = (anchor: Vec3, pose: Pose): Vec3 => unrotate(pose.orientation, subtract(anchor, pose.center));
    writeRecordVector(memory, record + JointRecord.anchorAX, local(geometry.anchorA, a));
    writeRecordVector(memory, record + JointRecord.anchorBX, local(geometry.anchorB, b));
    writeRecordQuaternion(memory, record + JointRecord.frameAX, multiply(conjugate(a.orientation), geometry.frameA));
    writeRecordQuaternion(memory, record + JointRecord.frameBX, multiply(conjugate(b.orientation), geometry.frameB));
    this.write(JointRecord.compliance, initial.compliance);
    this.write(JointRecord.linearDamping, initial.linear);
    this.write(JointRecord.angularDamping, initial.angular);
    this.write(JointRecord.lower, -Infinity);
    this.write(JointRecord.upper, Infinity);
    this.setFlag(JointFlag.Enabled, initial.enabled);
    this.setFlag(JointFlag.CollideConnected, initial.collideConnected);
    this.fill(memory, record, geometry);
  }

  /** @internal Makes a handle for a record that is already there, after a snapshot was restored. */
  adopt(world: World, index: number, record: number): void {
    this.binding = { world, index };
    const { u32 } = world.memory;
    const body = (field: number) => world.bodyAt(u32[(record + field) >> 2]);
    this.bodies = { a: body(JointRecord.bodyA), b: body(JointRecord.bodyB) };
  }

  /** The joint's coordinate is held in [lower, upper]. */
  protected setInterval(lower: number, upper: number, compliance: number): void {
    this.write(JointRecord.lower, lower);
    this.write(JointRecord.upper, upper);
    this.write(JointRecord.intervalCompliance, compliance);
    this.setFlag(JointFlag.HasInterval, lower > -Infinity || upper < Infinity);
  }

  protected get memory(): StateMemory {
    return this.bound().world.memory;
  }

  protected record(): number {
    return this.bound().world.jointRecord(this);
  }

  protected read(field: number): number {
    return this.memory.f64[(this.record() + field) >> 3];
  }

  /** Writes a number of the record. Joints are sorted by whether they have a compliance, so they may have to be sorted anew. */
  protected write(field: number, value: number): void {
    this.memory.f64[(this.record() + field) >> 3] = value;
    this.bound().world.markTopology();
  }

  private bound(): Binding {
    if (!this.binding) throw new HolonomicError('removed-handle', 'This joint is in no world yet; add it with world.addJoint first.');
    return this.binding;
  }

  private get flags(): number {
    return this.memory.u32[(this.record() + JointRecord.flags) >> 2];
  }

  private setFlag(flag: number, on: boolean): void {
    const index = (this.record() + JointRecord.flags) >> 2;
    const { u32 } = this.memory;
    u32[index] = on ? u32[index] | flag : u32[index] & ~flag;
  }

  private anchorWorld(body: number, anchor: number): Vec3 {
    const record = this.record();
    const pose = this.bound().world.pose(this.memory.u32[(record + body) >> 2]);
    return add(pose.center, rotate(pose.orientation, readVector(this.memory, record + anchor)));
  }

  private frameWorld(body: number, frame: number): Quat {
    const record = this.record();
    const pose = this.bound().world.pose(this.memory.u32[(record + body) >> 2]);
    return multiply(pose.orientation, readQuaternion(this.memory, record + frame));
  }
}

function readDamping(value: unknown): { linear: number; angular: number } {
  const given = options<{ linear?: number; angular?: number }>(value, 'damping', ['linear', 'angular']);
  return { linear: coefficient(given.linear, 'damping.linear'), angular: coefficient(given.angular, 'damping.angular') };
}

function bodyOrWorld(value: unknown, name: string): Body | null {
  if (value === null || value === undefined) return null;
  if (value instanceof Body) return value;
  throw new HolonomicError('invalid-argument', `${name} must be a Body, or null for the world.`);
}

/** World anchors from the options: one world point, or a point in each body's frame. */
export function readAnchors(given: AnchorOptions): (a: Pose, b: Pose, bodies: Joint) => { anchorA: Vec3; anchorB: Vec3 } {
  const { anchor, anchorA, anchorB } = given;
  if (anchor !== undefined) {
    if (anchorA !== undefined || anchorB !== undefined)
      throw new HolonomicError('invalid-argument', 'Give either anchor (world) or anchorA and anchorB (local), not both.');
    const point = vector(anchor, 'anchor');
    return () => ({ anchorA: point, anchorB: point });
  }
  if (anchorA === undefined || anchorB === undefined)
    throw new HolonomicError(
      'invalid-argument',
      'Give anchor in world coordinates, or both anchorA and anchorB in the frames of the bodies.',
    );
  const localA = vector(anchorA, 'anchorA');
  const localB = vector(anchorB, 'anchorB');
  return (_a, _b, { a, b }) => ({ anchorA: a ? a.worldPoint(localA) : localA, anchorB: b ? b.worldPoint(localB) : localB });
}
