import { options } from '../core/arguments.ts';
import { conjugate, multiply } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { lockMask } from './framed-joint.ts';
import { readTarget } from './limits.ts';
import { ONE_FREEDOM_OPTIONS, OneFreedomJoint, type OneFreedomOptions } from './one-freedom-joint.ts';

export interface PrismaticJointOptions<UserData = unknown> extends OneFreedomOptions<UserData> {
  /** Target offset, m, with an inverse stiffness in m/N. */
  target?: { offset: number; compliance?: number };
}

const LOCKS = lockMask(Kind.Y, Kind.Z, Kind.Twist, Kind.SwingY, Kind.SwingZ);

/**
 * Lets B slide along an axis of A without turning relative to it (Mueller et al., section 3.4.2). Limits, target, motor and friction act
 * along the axis.
 */
export class PrismaticJoint<UserData = unknown> extends OneFreedomJoint<UserData> {
  override readonly type = JointType.Prismatic;

  constructor(given: PrismaticJointOptions<UserData>) {
    const o = options<PrismaticJointOptions<UserData>>(given, 'The options of PrismaticJoint', ONE_FREEDOM_OPTIONS);
    super(o, Kind.X, 'offset');
  }

  /** Position of B's anchor along A's axis, measured from A's anchor, m. */
  get offset(): number {
    return this.free.value;
  }
  /** Speed of the offset, m/s. */
  get velocity(): number {
    return this.free.velocity;
  }
  /** The translation along the axis. */
  get translation(): Coordinate {
    return this.free;
  }

  /** The target offset, or null: limits with equal bounds. Setting it replaces limits; null frees the offset. */
  get target(): Readonly<{ offset: number; compliance: number }> | null {
    const { held } = this;
    return held && Object.freeze({ offset: held.value, compliance: held.compliance });
  }
  set target(value: { offset: number; compliance?: number } | null) {
    this.setTarget(value === null ? null : readTarget(value, 'offset'));
  }

  override get angularError(): number {
    const [x, y, z, w] = multiply(this.frameWorldB(), conjugate(this.frameWorldA()));
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
  }

  override kinds(): Record<string, Kind> {
    return { translation: Kind.X };
  }
  override intervalKind(): Kind {
    return Kind.X;
  }
  override initialLocks(): number {
    return LOCKS;
  }
  override solution(): Solution {
    return 'rows';
  }
}
