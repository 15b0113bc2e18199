import { HolonomicError } from '../core/errors.ts';
import { JointFlag, type Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, readAnchors } from './anchors.ts';
import { AXIS_OPTIONS, type AxisOptions, readAxes } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import type { Placement } from './coordinate-geometry.ts';
import { COORDINATE_OPTIONS, type CoordinateOptions, isOnlyInterval, readCoordinate } from './coordinate-options.ts';
import type { CoordinateState } from './coordinate-record.ts';
import type { FramedJointOptions } from './framed-joint.ts';
import type { JointSetup } from './joint.ts';
import type { JointHost } from './joint-handle.ts';
import { JOINT_OPTIONS } from './joint-options.ts';
import { type LimitGiven, readTarget } from './limits.ts';
import { OneCoordinateJoint } from './one-coordinate-joint.ts';

export interface OneFreedomOptions<UserData = unknown>
  extends FramedJointOptions<UserData>,
    AnchorOptions,
    AxisOptions,
    CoordinateOptions {}

export const ONE_FREEDOM_OPTIONS = [
  ...JOINT_OPTIONS,
  ...ANCHOR_OPTIONS,
  ...AXIS_OPTIONS,
  ...COORDINATE_OPTIONS,
  'angularCompliance',
  'target',
] as const;

/**
 * A joint that leaves one coordinate free. If it is promotable an interval of that is held by the joint's own kernel; with a motor, friction
 * or more than a compliance at its limits the joint is solved by rows from then on.
 */
export abstract class OneFreedomJoint<UserData = unknown> extends OneCoordinateJoint<UserData> {
  protected constructor(given: OneFreedomOptions<UserData> & { target?: unknown }, kind: Kind, target: 'angle' | 'offset') {
    super(given, readAnchors(given), readAxes(given));
    const coordinate = readCoordinate(given, kind);
    if (given.target !== undefined) {
      if (given.limits !== undefined)
        throw new HolonomicError('invalid-argument', `Pass either target or limits of the ${target}, not both.`);
      coordinate.limit = readTarget(given.target, target);
    }
    this.given = [coordinate];
  }

  /** The coordinate that is free. */
  protected override get free(): Coordinate {
    return this.coordinate(this.intervalKind());
  }

  /** Where limits hold the coordinate at a value, that value. */
  protected get held(): { value: number; compliance: number } | null {
    const { limits } = this;
    return limits && limits.lower === limits.upper ? { value: limits.lower, compliance: limits.compliance } : null;
  }

  /** Holds the coordinate at a value, or lets it go. */
  protected setTarget(target: LimitGiven | null): void {
    this.free.limits = target && { lower: target.lower, upper: target.upper, compliance: target.compliance };
  }

  /** @internal */
  abstract override intervalKind(): Kind;

  override solution(): Solution {
    return 'promotable';
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    return this.solution() === 'promotable' && isOnlyInterval(this.given[0]) ? [] : super.plan(host, at);
  }

  protected override fill(setup: JointSetup): void {
    super.fill(setup);
    if (this.hasFlag(JointFlag.Rows)) return;
    const { limit } = this.given[0];
    this.storeInterval(limit?.lower ?? -Infinity, limit?.upper ?? Infinity, limit?.compliance ?? 0);
  }
}
