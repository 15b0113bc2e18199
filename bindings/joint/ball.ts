import {
  coefficient,
  options,
  type Quat,
  type QuatLike,
  requiredCoefficient,
  rotation,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixedParts } from '../core/geometry.ts';
import { CoordinateFlag, JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, type Anchors, geometryOf, type JointGeometry, readAnchors } from './anchors.ts';
import { FRAME_OPTIONS, type FrameOptions, type Frames, readAxes } from './axis.ts';
import { type ConeLimits, coneLimits, setConeLimits } from './cone-limits.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { type Placement, rotationOf, swingAndTwist } from './coordinate-geometry.ts';
import { type CoordinateGiven, coneGiven, readCoordinate } from './coordinate-options.ts';
import { type CoordinateState, hasFlag } from './coordinate-record.ts';
import { lockMask } from './framed-joint.ts';
import { Joint } from './joint.ts';
import type { JointHost } from './joint-handle.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import type { ConeLimitOptions, LimitOptions } from './limits.ts';
import type { MotorOptions } from './motor.ts';

/** A motor that turns B to an orientation, or with an angular velocity, through the twist and the two swings. */
export interface BallMotorOptions {
  /** Orientation of B's frame in A's. */
  target?: QuatLike;
  /** Speeds of twist and swings, rad/s. */
  velocity?: Vec3Like;
  /** Stiffness, N m/rad, and damping, N m s/rad; by default as stiff as the maximum torque allows. */
  stiffness?: number;
  damping?: number;
  /** Alternative: frequency, Hz, and damping ratio, 1 by default. */
  frequency?: number;
  dampingRatio?: number;
  /** Maximum torque about each axis, N m; infinite by default. */
  maxTorque?: number;
}

export interface BallJointOptions<UserData = unknown> extends JointOptions<UserData>, AnchorOptions, FrameOptions {
  /** Bounds the swing of B's axis by an elliptic cone about A's; needs an axis. */
  swing?: ConeLimitOptions;
  /** Bounds the twist about the axis, rad; needs an axis. */
  twist?: LimitOptions;
  motor?: BallMotorOptions;
  /** Coulomb friction, N m, and viscous damping, N m s/rad, about each axis. */
  friction?: number;
  viscousDamping?: number;
}

const ROTATIONS = [Kind.Twist, Kind.SwingY, Kind.SwingZ] as const;
const LOCKS = lockMask(Kind.X, Kind.Y, Kind.Z);
const MOTOR = ['target', 'velocity', 'stiffness', 'damping', 'frequency', 'dampingRatio', 'maxTorque'] as const;

/**
 * Ball and socket: attaches one point of A to one point of B (Waterson, eq 61). The rotation is a twist about the axis followed by a swing
 * of the axis; without an axis the frames are those of the bodies.
 */
export class BallJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.Ball;
  private readonly anchors: Anchors;
  private readonly frames: Frames;

  constructor(given: BallJointOptions<UserData>) {
    const known = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, ...FRAME_OPTIONS, 'swing', 'twist', 'motor', 'friction', 'viscousDamping'] as const;
    const o = options<BallJointOptions<UserData>>(given, 'The options of BallJoint', known);
    super(o);
    this.anchors = readAnchors(o);
    const hasAxis = FRAME_OPTIONS.some((name) => o[name] !== undefined);
    if (!hasAxis && (o.swing !== undefined || o.twist !== undefined))
      throw new HolonomicError('invalid-argument', 'Limits of swing and twist need an axis; pass axis, or axisA and axisB.');
    this.frames = hasAxis ? readAxes(o) : (a, b) => ({ frameA: a.orientation, frameB: b.orientation });
    this.given = readRotations(o);
  }

  /** The rotation about the axis. */
  get twist(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** The swing about the frame's y axis. */
  get swingY(): Coordinate {
    return this.coordinate(Kind.SwingY);
  }
  /** The swing about the frame's z axis. */
  get swingZ(): Coordinate {
    return this.coordinate(Kind.SwingZ);
  }
  /** The amount by which the swing exceeds its cone; null without a cone. */
  get cone(): Coordinate | null {
    return this.hasCone ? this.coordinate(Kind.Cone) : null;
  }

  /** The cone that bounds the swing, or null. */
  get swing(): ConeLimits | null {
    return coneLimits(this);
  }
  set swing(value: ConeLimitOptions | null) {
    setConeLimits(this, value, 'swing');
  }
  /**
   * The motor that turns B to an orientation, or with an angular velocity; null unless all three rotations have a motor. Reading it returns
   * the stiffness, damping and maximum torque about the axis. Setting null removes it.
   */
  get motor(): Readonly<BallMotorOptions> | null {
    return fixedParts(ballMotor(ROTATIONS.map((kind) => this.coordinate(kind).motor)));
  }
  set motor(value: BallMotorOptions | null) {
    const motors = value === null ? [null, null, null] : readBallMotor(value);
    const rotations = ROTATIONS.map((kind) => this.coordinate(kind));
    this.changing();
    const drives = rotations.map((coordinate, axis) => coordinate.resolveMotor(motors[axis]));
    this.makeRoom();
    for (const [axis, coordinate] of rotations.entries()) coordinate.setDrive(drives[axis]);
  }
  /** Coulomb friction about each axis, N m. Reading it returns the one about the axis of the joint. */
  get friction(): number {
    return this.twist.friction;
  }
  set friction(value: number) {
    requiredCoefficient(value, 'friction');
    this.makeRoom();
    for (const kind of ROTATIONS) this.coordinate(kind).friction = value;
  }
  /** Viscous damping about each axis, N m s/rad. Reading it returns the one about the axis of the joint. */
  get viscousDamping(): number {
    return this.twist.viscousDamping;
  }
  set viscousDamping(value: number) {
    requiredCoefficient(value, 'viscousDamping');
    this.makeRoom();
    for (const kind of ROTATIONS) this.coordinate(kind).viscousDamping = value;
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), this.frames(a, b));
  }
  override kinds(): Record<string, Kind> {
    const rotations = { twist: Kind.Twist, swingY: Kind.SwingY, swingZ: Kind.SwingZ };
    return this.hasCone ? { ...rotations, cone: Kind.Cone } : rotations;
  }
  override solution(): Solution {
    return 'promotable';
  }
  override initialLocks(): number {
    return LOCKS;
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const swing = this.given.find(({ kind }) => kind === Kind.Cone)?.limit;
    return super.plan(host, swing ? { ...at, coneY: swing.lower, coneZ: swing.upper } : at);
  }

  /** Room for the records of all rotations, so that none are left without. */
  private makeRoom(): void {
    this.changing();
    this.chain.makeRoom(ROTATIONS.length);
  }

  private get hasCone(): boolean {
    const record = this.chain.find(Kind.Cone);
    return record !== null && hasFlag(this.memory, record, CoordinateFlag.HasLimit);
  }
}

/** The coordinates about which the options say something. */
function readRotations({ swing, twist, motor, friction, viscousDamping }: BallJointOptions): CoordinateGiven[] {
  const motors = motor === undefined ? [undefined, undefined, undefined] : readBallMotor(motor);
  const resistance = { friction: coefficient(friction, 'friction'), viscousDamping: coefficient(viscousDamping, 'viscousDamping') };
  const resists = resistance.friction > 0 || resistance.viscousDamping > 0;
  const given = ROTATIONS.map((kind, axis) => {
    const limits = kind === Kind.Twist ? twist : undefined;
    return readCoordinate({ limits, motor: motors[axis], ...resistance }, kind, limits === undefined ? '' : 'twist.');
  });
  const used = given.filter(({ limit, drive }) => limit || drive || resists);
  return swing === undefined ? used : [...used, coneGiven(swing, 'swing')];
}

/** The motors of twist and swings that turn to an orientation. */
function readBallMotor(value: unknown): MotorOptions[] {
  const { target, velocity, ...others } = options<BallMotorOptions>(value, 'motor', MOTOR);
  const angles = target === undefined ? null : swingAndTwist(nearest(rotation(target, 'motor.target')));
  const targets = angles ? [angles.twist, angles.swingY, angles.swingZ] : [undefined, undefined, undefined];
  const speeds: readonly (number | undefined)[] =
    velocity === undefined ? [undefined, undefined, undefined] : (vector(velocity, 'motor.velocity') as Vec3);
  return ROTATIONS.map((_, axis) => ({ target: targets[axis], velocity: speeds[axis], ...others }));
}

/** The motor whose parts are those of twist and swings. */
function ballMotor(motors: readonly (MotorOptions | null)[]): BallMotorOptions | null {
  const [twist, swingY, swingZ] = motors;
  if (!twist || !swingY || !swingZ) return null;
  const { velocity, maxTorque, stiffness, damping } = twist;
  const motor: BallMotorOptions = { velocity: [velocity!, swingY.velocity!, swingZ.velocity!], maxTorque };
  if (damping !== undefined) motor.damping = damping;
  if (twist.target === undefined || swingY.target === undefined || swingZ.target === undefined) return motor;
  if (stiffness !== undefined) motor.stiffness = stiffness;
  return { ...motor, target: rotationOf(twist.target, swingY.target, swingZ.target) };
}

/** Of the two quaternions of a rotation that of the lesser angle. */
const nearest = (q: Quat): Quat => (q[3] < 0 ? (q.map((component) => -component) as Quat) : q);
