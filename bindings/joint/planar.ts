import { direction, options, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, readAnchors } from './anchors.ts';
import { type Frames, frameAlong } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { type CoordinateOptions, readCoordinateObject } from './coordinate-options.ts';
import { FramedJoint, type FramedJointOptions, lockMask } from './framed-joint.ts';
import { JOINT_OPTIONS } from './joint-options.ts';

export interface PlanarJointOptions<UserData = unknown> extends FramedJointOptions<UserData>, AnchorOptions {
  /** Normal of the plane, in world coordinates. */
  normal: Vec3Like;
  /** Direction of y in the world, projected onto the plane; arbitrary by default. */
  axis?: Vec3Like;
  /** Limits, motors and friction of the translations in the plane: m, N. */
  y?: CoordinateOptions;
  z?: CoordinateOptions;
  /** Limits, motor and friction of the rotation about the normal: rad, N m. */
  rotation?: CoordinateOptions;
}

const OPTIONS = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, 'normal', 'axis', 'angularCompliance', 'y', 'z', 'rotation'] as const;
const LOCKS = lockMask(Kind.X, Kind.SwingY, Kind.SwingZ);

/** Lets B slide on a plane of A and turn about its normal. The frame's x is the normal. */
export class PlanarJoint<UserData = unknown> extends FramedJoint<UserData> {
  override readonly type = JointType.Planar;

  constructor(given: PlanarJointOptions<UserData>) {
    const o = options<PlanarJointOptions<UserData>>(given, 'The options of PlanarJoint', OPTIONS);
    super(o, readAnchors(o), readPlane(o));
    this.given = [
      readCoordinateObject(o.y, Kind.Y, 'y'),
      readCoordinateObject(o.z, Kind.Z, 'z'),
      readCoordinateObject(o.rotation, Kind.Twist, 'rotation'),
    ];
  }

  /** The translation along the frame's y axis. */
  get y(): Coordinate {
    return this.coordinate(Kind.Y);
  }
  /** The translation along the frame's z axis. */
  get z(): Coordinate {
    return this.coordinate(Kind.Z);
  }
  /** The rotation about the normal. */
  get rotation(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** Position of B's anchor in the plane, m. */
  get offset(): Readonly<{ y: number; z: number }> {
    return Object.freeze({ y: this.y.value, z: this.z.value });
  }
  /** Speed of the offset, m/s. */
  get velocity(): Readonly<{ y: number; z: number }> {
    return Object.freeze({ y: this.y.velocity, z: this.z.velocity });
  }
  /** Angle of B relative to A about the normal, rad, right-handed. It counts turns. */
  get angle(): number {
    return this.rotation.value;
  }
  /** Speed of the angle, rad/s. */
  get angularVelocity(): number {
    return this.rotation.velocity;
  }
  /** Direction of the normal on A in the world. */
  get normalWorld(): Readonly<Vec3> {
    return this.axisWorld;
  }

  override kinds(): Record<string, Kind> {
    return { y: Kind.Y, z: Kind.Z, rotation: Kind.Twist };
  }
  override solution(): Solution {
    return 'rows';
  }
  override initialLocks(): number {
    return LOCKS;
  }
}

function readPlane(given: PlanarJointOptions): Frames {
  const frame = frameAlong(direction(given.normal, 'normal'), given.axis === undefined ? null : direction(given.axis, 'axis'));
  return () => ({ frameA: frame, frameB: frame });
}
