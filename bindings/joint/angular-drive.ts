import {
  coefficient,
  nonNegativeOrInfinite,
  options,
  orDefault,
  type Quat,
  type QuatLike,
  relaxationFactor,
  requiredCoefficient,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { conjugate, fixed, length, multiply } from '../core/geometry.ts';
import { JointFlag, JointRecord, JointType, Coordinate as Kind, SpringRecord } from '../core/layout.ts';
import { readQuaternion, readVector, writeRecordQuaternion } from '../core/records.ts';
import { angleOfPoint } from '../core/trigonometry.ts';
import { atCenters, geometryOf, type JointGeometry } from './anchors.ts';
import type { Placement } from './coordinate-geometry.ts';
import { type CoordinateState, idle, readField, writeField } from './coordinate-record.ts';
import { inverseTurningInertia } from './effective-mass.ts';
import { Joint } from './joint.ts';
import { NO_ANCHORS } from './joint-frames.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import type { JointLoads, Load, Period } from './loads.ts';
import { type Oscillation, readOscillation, type Spring, springOf } from './spring.ts';

export interface AngularDriveJointOptions<UserData = unknown> extends PlainJointOptions<UserData> {
  /** Orientation of B's frame in A's to which B is turned; by default the orientation when the joint is added. */
  target?: QuatLike;
  /** Angular velocity of the target, rad/s, in the axes of the target. */
  targetVelocity?: Vec3Like;
  /** Stiffness, N m/rad, and damping, N m s/rad. */
  stiffness?: number;
  damping?: number;
  /** Alternative: the frequency at which the two bodies would swing alone, Hz, and the damping ratio, 1 by default. */
  frequency?: number;
  dampingRatio?: number;
  /** Maximum torque, N m, of the whole vector in any direction. Infinite by default. */
  maxTorque?: number;
  /** Fraction of the error that an iteration removes, between 0 and 2; 1 by default. */
  relaxation?: number;
}

const SPRING = ['stiffness', 'damping', 'frequency', 'dampingRatio'] as const;
const OPTIONS = [...PLAIN_JOINT_OPTIONS, ...SPRING, 'target', 'targetVelocity', 'maxTorque', 'relaxation'] as const;
const VELOCITY = [SpringRecord.velocityX, SpringRecord.velocityY, SpringRecord.velocityZ];
/** Part of its maximum torque from which on a drive is saturated. */
const SATURATED = 1 - 1e-6;
const NONE: Vec3 = [0, 0, 0];

/**
 * Turns B to an orientation relative to A, like a muscle: torque = -stiffness φ - damping (ω - targetVelocity), where φ is the rotation
 * vector from the target to B. The magnitude of the torque is at most maxTorque (Waterson, section 9). It attaches no point, so it is used
 * beside a joint that does.
 */
export class AngularDriveJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.AngularDrive;
  private readonly givenTarget: Quat | null;
  private readonly numbers: { velocity: Vec3; maxTorque: number; relaxation: number };
  private readonly spring: Spring | Oscillation;

  constructor(given: AngularDriveJointOptions<UserData>) {
    const o = options<AngularDriveJointOptions<UserData>>(given, 'The options of AngularDriveJoint', OPTIONS);
    super(plainOptions(o));
    this.givenTarget = o.target === undefined ? null : rotation(o.target, 'target');
    this.spring = readSpring(o);
    this.numbers = {
      velocity: o.targetVelocity === undefined ? NONE : vector(o.targetVelocity, 'targetVelocity'),
      maxTorque: nonNegativeOrInfinite(orDefault(o.maxTorque, Infinity), 'maxTorque'),
      relaxation: relaxationFactor(orDefault(o.relaxation, 1), 'relaxation'),
    };
  }

  /** Orientation of B's frame in A's to which B is turned. Setting it is cheap. */
  get target(): Readonly<Quat> {
    const record = this.record();
    const [frameA, frameB] = [JointRecord.frameAX, JointRecord.frameBX].map((field) => readQuaternion(this.memory, record + field));
    return fixed(multiply(frameA, conjugate(frameB)));
  }
  set target(value: QuatLike) {
    const target = rotation(value, 'target');
    const record = this.changing();
    const frameB = readQuaternion(this.memory, record + JointRecord.frameBX);
    writeRecordQuaternion(this.memory, record + JointRecord.frameAX, multiply(target, frameB));
    this.wake();
  }
  /** Angular velocity of the target, rad/s, in the axes of the target. The target itself stays where it is set. */
  get targetVelocity(): Readonly<Vec3> {
    return fixed(VELOCITY.map((field) => this.parameter(field)) as Vec3);
  }
  set targetVelocity(value: Vec3Like) {
    const velocity = vector(value, 'targetVelocity');
    for (const [axis, field] of VELOCITY.entries()) this.setParameter(field, velocity[axis]);
  }
  /** Stiffness, N m/rad. */
  get stiffness(): number {
    return this.parameter(SpringRecord.stiffness);
  }
  set stiffness(value: number) {
    this.setParameter(SpringRecord.stiffness, requiredCoefficient(value, 'stiffness'));
  }
  /** Damping, N m s/rad. */
  get dampingCoefficient(): number {
    return this.parameter(SpringRecord.damping);
  }
  set dampingCoefficient(value: number) {
    this.setParameter(SpringRecord.damping, requiredCoefficient(value, 'dampingCoefficient'));
  }
  /** Maximum magnitude of the torque, N m. */
  get maxTorque(): number {
    return this.parameter(SpringRecord.maxLoad);
  }
  set maxTorque(value: number) {
    this.setParameter(SpringRecord.maxLoad, nonNegativeOrInfinite(value, 'maxTorque'));
  }
  /** Fraction of the error that an iteration removes, between 0 and 2. */
  get relaxation(): number {
    return this.parameter(SpringRecord.relaxation);
  }
  set relaxation(value: number) {
    this.setParameter(SpringRecord.relaxation, relaxationFactor(value, 'relaxation'));
  }
  /** Whether the drive was saturated at the end of the last step. */
  get saturated(): boolean {
    const torque = length(readVector(this.memory, this.record() + JointRecord.torqueX));
    return torque > 0 && torque >= SATURATED * this.maxTorque;
  }

  override get positionError(): number {
    this.record();
    return 0;
  }
  /** Angle between B and the target, rad. */
  override get angularError(): number {
    const q = multiply(this.frameWorldB(), conjugate(this.frameWorldA()));
    return 2 * angleOfPoint(length([q[0], q[1], q[2]]), Math.abs(q[3]));
  }

  override rigidParts(): RigidParts {
    return NO_ANCHORS;
  }
  override substitutes(): { compliance: string; damping: string } {
    return { compliance: 'its stiffness', damping: 'its dampingCoefficient' };
  }
  override geometry(a: Pose, b: Pose): JointGeometry {
    const frameA = this.givenTarget ? multiply(a.orientation, this.givenTarget) : b.orientation;
    return geometryOf(atCenters(a, b, this), { frameA, frameB: b.orientation });
  }

  protected override fill(): void {
    this.setFlag(JointFlag.SoftRows, true);
  }
  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const { velocity, maxTorque, relaxation } = this.numbers;
    const inverse = () => inverseTurningInertia(host.context.memory, at);
    const { stiffness, damping } = 'frequency' in this.spring ? springOf(this.spring, inverse, 'AngularDriveJoint') : this.spring;
    const fields = {
      [SpringRecord.stiffness]: stiffness,
      [SpringRecord.damping]: damping,
      [SpringRecord.maxLoad]: maxTorque,
      [SpringRecord.relaxation]: relaxation,
      ...Object.fromEntries(VELOCITY.map((field, axis) => [field, velocity[axis]])),
    };
    return [{ ...idle(Kind.X), fields }];
  }
  /** All that it gives is a motor's. */
  protected override loadsOnB(period: Period): JointLoads {
    const loads = super.loadsOnB(period);
    const nothing: Load = { force: [0, 0, 0], torque: [0, 0, 0] };
    return { ...loads, constraint: nothing, motor: loads.constraint };
  }

  private parameter(field: number): number {
    this.record();
    return readField(this.memory, this.chain.find(Kind.X)!, field);
  }
  private setParameter(field: number, value: number): void {
    this.changing();
    writeField(this.memory, this.chain.find(Kind.X)!, field, value);
    this.wake();
  }
}

function readSpring(given: AngularDriveJointOptions): Spring | Oscillation {
  const oscillation = readOscillation({ ...given }, 'AngularDriveJoint', ['stiffness', 'damping']);
  if (oscillation) return oscillation;
  if (given.stiffness === undefined && given.damping === undefined)
    throw new HolonomicError('invalid-argument', 'AngularDriveJoint needs a stiffness, a damping or a frequency.');
  return { stiffness: coefficient(given.stiffness, 'stiffness'), damping: coefficient(given.damping, 'damping') };
}
