import { options } from '../core/arguments.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { atCenters } from './anchors.ts';
import { AXIS_OPTIONS, type AxisOptions, readAxes } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { COORDINATE_OPTIONS, type CoordinateOptions, readCoordinate } from './coordinate-options.ts';
import { type FramedJointOptions, lockMask } from './framed-joint.ts';
import { NO_ANCHORS } from './joint-frames.ts';
import type { RigidParts } from './joint-handle.ts';
import { PLAIN_JOINT_OPTIONS } from './joint-options.ts';
import { OneCoordinateJoint } from './one-coordinate-joint.ts';

/** Limits, motor and friction act on the rotation about the axis: rad, N m. */
export interface AxleJointOptions<UserData = unknown>
  extends Omit<FramedJointOptions<UserData>, 'compliance'>,
    AxisOptions,
    CoordinateOptions {}

const OPTIONS = [...PLAIN_JOINT_OPTIONS, ...AXIS_OPTIONS, ...COORDINATE_OPTIONS, 'damping', 'angularCompliance'] as const;
const LOCKS = lockMask(Kind.SwingY, Kind.SwingZ);

/**
 * Keeps an axis of B parallel to one of A, without attaching a point. The angle about it is zero when the joint is added, and counts turns.
 */
export class AxleJoint<UserData = unknown> extends OneCoordinateJoint<UserData> {
  override readonly type = JointType.Axle;

  constructor(given: AxleJointOptions<UserData>) {
    const o = options<AxleJointOptions<UserData>>(given, 'The options of AxleJoint', OPTIONS);
    super(o, atCenters, readAxes(o));
    this.given = [readCoordinate(o, Kind.Twist)];
  }

  /** The rotation about the axis. */
  get rotation(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** Angle of B relative to A about the axis, rad, right-handed. It counts turns. */
  get angle(): number {
    return this.rotation.value;
  }
  /** Speed of the angle, rad/s. */
  get angularVelocity(): number {
    return this.rotation.velocity;
  }

  protected override get free(): Coordinate {
    return this.rotation;
  }

  override rigidParts(): RigidParts {
    return NO_ANCHORS;
  }
  override kinds(): Record<string, Kind> {
    return { rotation: Kind.Twist };
  }
  override substitutes(): { compliance: string } {
    return { compliance: 'its angularCompliance' };
  }
  override solution(): Solution {
    return 'rows';
  }
  override initialLocks(): number {
    return LOCKS;
  }
}
