import { direction, options, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixed, rotate } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, readAnchors } from './anchors.ts';
import { type Frames, frameAlong } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { type CoordinateOptions, readCoordinateObject } from './coordinate-options.ts';
import { FramedJoint, type FramedJointOptions, lockMask } from './framed-joint.ts';
import { JOINT_OPTIONS } from './joint-options.ts';
import type { Limit } from './limits.ts';

export interface WheelJointOptions<UserData = unknown> extends FramedJointOptions<UserData>, AnchorOptions {
  /** Axis of the wheel's rotation, in world coordinates. */
  axis: Vec3Like;
  /** Direction along which the wheel moves, in world coordinates: up, for a car. It is made perpendicular to `axis`. */
  suspensionAxis: Vec3Like;
  /** Limits, spring (a motor with a stiffness) and friction of the motion along the suspension: m, N. */
  suspension?: CoordinateOptions;
  /**
   * Limits, within 3 rad, motor and friction of the rotation about the suspension: rad, N m. Without it the wheel is locked about the suspension; `{}` leaves it free. It has no
   * direction after half a turn: a wheel that steers farther is two hinges, of which one turns the fork.
   */
  steering?: CoordinateOptions;
  /** Limits, motor and friction of the wheel's rotation: rad, N m. */
  rotation?: CoordinateOptions;
}

const OPTIONS = [
  ...JOINT_OPTIONS,
  ...ANCHOR_OPTIONS,
  'axis',
  'suspensionAxis',
  'angularCompliance',
  'suspension',
  'steering',
  'rotation',
] as const;
const LOCKS = lockMask(Kind.X, Kind.Z, Kind.SwingZ);
const Y: Vec3 = [0, 1, 0];
/** rad */
const LARGEST_STEERING = 3;

/**
 * A wheel: B turns about an axis, moves along a suspension fixed to A, and may be steered about the suspension. The frame's x is the
 * wheel's axis, y the suspension's.
 */
export class WheelJoint<UserData = unknown> extends FramedJoint<UserData> {
  override readonly type = JointType.Wheel;
  private readonly isSteered: boolean;

  constructor(given: WheelJointOptions<UserData>) {
    const o = options<WheelJointOptions<UserData>>(given, 'The options of WheelJoint', OPTIONS);
    super(o, readAnchors(o), readWheel(o));
    this.isSteered = o.steering !== undefined;
    this.given = [readCoordinateObject(o.suspension, Kind.Y, 'suspension'), readCoordinateObject(o.rotation, Kind.Twist, 'rotation')];
    if (this.isSteered) this.given.push(readCoordinateObject(o.steering, Kind.SwingY, 'steering'));
    for (const { kind, limit } of this.given) this.checkLimit(kind, limit);
  }

  /** The motion along the suspension. */
  get suspension(): Coordinate {
    return this.coordinate(Kind.Y);
  }
  /** The rotation about the suspension; null if the wheel cannot be steered. */
  get steering(): Coordinate | null {
    return this.locks & (1 << Kind.SwingY) ? null : this.coordinate(Kind.SwingY);
  }
  /** The wheel's rotation. */
  get rotation(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** Angle of the wheel, rad, right-handed about the axis. It counts turns. */
  get angle(): number {
    return this.rotation.value;
  }
  /** Speed of the angle, rad/s. */
  get angularVelocity(): number {
    return this.rotation.velocity;
  }
  /** Position along the suspension, m; 0 where the anchors coincide. */
  get offset(): number {
    return this.suspension.value;
  }
  /** Direction of the suspension on A in the world. */
  get suspensionAxisWorld(): Readonly<Vec3> {
    return fixed(rotate(this.frameWorldA(), Y));
  }

  override kinds(): Record<string, Kind> {
    const kinds = { suspension: Kind.Y, rotation: Kind.Twist };
    return this.initialLocks() & (1 << Kind.SwingY) ? kinds : { ...kinds, steering: Kind.SwingY };
  }
  override solution(): Solution {
    return 'rows';
  }
  /** @internal Steering has no direction after half a turn. */
  override checkLimit(kind: Kind, limit: Pick<Limit, 'lower' | 'upper'> | null): void {
    if (kind !== Kind.SwingY || !limit || (limit.lower >= -LARGEST_STEERING && limit.upper <= LARGEST_STEERING)) return;
    throw new HolonomicError(
      'invalid-argument',
      `The limits of steering must be within ${LARGEST_STEERING} rad, as a wheel has no direction after half a turn; to steer farther, use two HingeJoints with a fork between them.`,
    );
  }
  /** @internal A handle without options knows the locks from its record. */
  override initialLocks(): number {
    if (this.isSteered === undefined) return this.locks;
    return this.isSteered ? LOCKS : LOCKS | lockMask(Kind.SwingY);
  }
}

function readWheel(given: WheelJointOptions): Frames {
  const up = direction(given.suspensionAxis, 'suspensionAxis');
  const frame = frameAlong(direction(given.axis, 'axis'), up, 'axis and suspensionAxis');
  return () => ({ frameA: frame, frameB: frame });
}
