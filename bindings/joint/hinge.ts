import { options } from '../core/arguments.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import type { Coordinate } from './coordinate.ts';
import { lockMask } from './framed-joint.ts';
import { readTarget } from './limits.ts';
import { ONE_FREEDOM_OPTIONS, OneFreedomJoint, type OneFreedomOptions } from './one-freedom-joint.ts';

export interface HingeJointOptions<UserData = unknown> extends OneFreedomOptions<UserData> {
  /** Target angle, rad, with an inverse stiffness in rad/(N m). */
  target?: { angle: number; compliance?: number };
}

const LOCKS = lockMask(Kind.X, Kind.Y, Kind.Z, Kind.SwingY, Kind.SwingZ);

/**
 * Attaches a point and an axis of B to those of A (Mueller et al., eq 20). The angle is zero when the joint is added, and counts turns.
 * Limits, target, motor and friction act about the axis.
 */
export class HingeJoint<UserData = unknown> extends OneFreedomJoint<UserData> {
  override readonly type = JointType.Hinge;

  constructor(given: HingeJointOptions<UserData>) {
    const o = options<HingeJointOptions<UserData>>(given, 'The options of HingeJoint', ONE_FREEDOM_OPTIONS);
    super(o, Kind.Twist, 'angle');
  }

  /** Angle of B relative to A about the axis, rad, right-handed. It counts turns. */
  get angle(): number {
    return this.free.value;
  }
  /** Speed of the angle, rad/s. */
  get angularVelocity(): number {
    return this.free.velocity;
  }
  /** The rotation about the axis. */
  get rotation(): Coordinate {
    return this.free;
  }

  /** The target angle, or null: limits with equal bounds. Setting it replaces limits; null frees the angle. */
  get target(): Readonly<{ angle: number; compliance: number }> | null {
    const { held } = this;
    return held && Object.freeze({ angle: held.value, compliance: held.compliance });
  }
  set target(value: { angle: number; compliance?: number } | null) {
    this.setTarget(value === null ? null : readTarget(value, 'angle'));
  }

  override kinds(): Record<string, Kind> {
    return { rotation: Kind.Twist };
  }
  override intervalKind(): Kind {
    return Kind.Twist;
  }
  override initialLocks(): number {
    return LOCKS;
  }
}
