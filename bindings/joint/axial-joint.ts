import { Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, readAnchors } from './anchors.ts';
import { AXIS_OPTIONS, type AxisOptions, readAxes } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { type CoordinateOptions, readCoordinateObject } from './coordinate-options.ts';
import { FramedJoint, type FramedJointOptions } from './framed-joint.ts';
import { JOINT_OPTIONS } from './joint-options.ts';

export interface AxialOptions<UserData = unknown> extends FramedJointOptions<UserData>, AnchorOptions, AxisOptions {
  /** Limits, motor and friction of the rotation about the axis: rad, N m. */
  rotation?: CoordinateOptions;
  /** Limits, motor and friction of the translation along the axis: m, N. */
  translation?: CoordinateOptions;
}

export const AXIAL_OPTIONS = [
  ...JOINT_OPTIONS,
  ...ANCHOR_OPTIONS,
  ...AXIS_OPTIONS,
  'angularCompliance',
  'rotation',
  'translation',
] as const;

/** A joint whose bodies turn about an axis and slide along it. */
export abstract class AxialJoint<UserData = unknown> extends FramedJoint<UserData> {
  protected constructor(given: AxialOptions<UserData>) {
    super(given, readAnchors(given), readAxes(given));
    this.given = [
      readCoordinateObject(given.rotation, Kind.Twist, 'rotation'),
      readCoordinateObject(given.translation, Kind.X, 'translation'),
    ];
  }

  /** The rotation about the axis. */
  get rotation(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** The translation along the axis. */
  get translation(): Coordinate {
    return this.coordinate(Kind.X);
  }
  /** Angle of B relative to A about the axis, rad, right-handed. It counts turns. */
  get angle(): number {
    return this.rotation.value;
  }
  /** Speed of the angle, rad/s. */
  get angularVelocity(): number {
    return this.rotation.velocity;
  }
  /** Position of B's anchor along A's axis, measured from A's anchor, m. */
  get offset(): number {
    return this.translation.value;
  }
  /** Speed of the offset, m/s. */
  get velocity(): number {
    return this.translation.velocity;
  }

  override kinds(): Record<string, Kind> {
    return { rotation: Kind.Twist, translation: Kind.X };
  }
  override solution(): Solution {
    return 'rows';
  }
}
