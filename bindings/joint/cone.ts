import { options, type Vec3 } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { fixed, rotate } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { atCenters, geometryOf, type JointGeometry } from './anchors.ts';
import { FRAME_OPTIONS, type FrameOptions, type Frames, readAxes } from './axis.ts';
import { coneLimits, setConeLimits } from './cone-limits.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import type { Placement } from './coordinate-geometry.ts';
import { coneGiven } from './coordinate-options.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { Joint } from './joint.ts';
import { NO_ANCHORS } from './joint-frames.ts';
import type { JointHost, RigidParts } from './joint-handle.ts';
import { type JointOptions, PLAIN_JOINT_OPTIONS } from './joint-options.ts';
import type { ConeLimitOptions } from './limits.ts';

export interface ConeJointOptions<UserData = unknown> extends Omit<JointOptions<UserData>, 'compliance'>, FrameOptions {
  /** Half angle of the cone, rad in (0, pi); or the half angles about the frame's y and z axes, with the softness of the cone. */
  angle: number | ConeLimitOptions;
}

const X: Vec3 = [1, 0, 0];

/** Keeps an axis of B within a cone about one of A, without attaching a point. */
export class ConeJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.Cone;
  private readonly frames: Frames;

  constructor(given: ConeJointOptions<UserData>) {
    const o = options<ConeJointOptions<UserData>>(given, 'The options of ConeJoint', [
      ...PLAIN_JOINT_OPTIONS,
      ...FRAME_OPTIONS,
      'damping',
      'angle',
    ]);
    super(o);
    this.frames = readAxes(o);
    this.given = [coneGiven(elliptic(o.angle), 'angle')];
  }

  /** The amount by which the swing exceeds the cone. */
  get cone(): Coordinate {
    return this.coordinate(Kind.Cone);
  }
  /** The half angles about the frame's y and z axes, rad, and the softness of the cone. */
  get angles(): Readonly<Required<Pick<ConeLimitOptions, 'y' | 'z' | 'compliance' | 'damping' | 'restitution'>>> {
    return coneLimits(this)!;
  }
  set angles(value: number | ConeLimitOptions) {
    setConeLimits(this, elliptic(value), 'angles');
  }
  /** Direction of the axis on A in the world. */
  get axisWorld(): Readonly<Vec3> {
    return fixed(rotate(this.frameWorldA(), X));
  }

  /** Zero: the joint attaches no point. */
  override get positionError(): number {
    void this.chain;
    return 0;
  }
  /** Angle by which the axis is outside the cone, rad. */
  override get angularError(): number {
    return Math.max(this.cone.value, 0);
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(atCenters(a, b, this), this.frames(a, b));
  }
  override rigidParts(): RigidParts {
    return NO_ANCHORS;
  }
  override kinds(): Record<string, Kind> {
    return { cone: Kind.Cone };
  }
  override substitutes(): { compliance: string } {
    return { compliance: 'its angles with a compliance' };
  }
  override solution(): Solution {
    return 'rows';
  }

  protected override plan(host: JointHost, at: Placement): CoordinateState[] {
    const { lower, upper } = this.given[0].limit!;
    return super.plan(host, { ...at, coneY: lower, coneZ: upper });
  }
}

function elliptic(angle: number | ConeLimitOptions): ConeLimitOptions {
  if (angle === null || angle === undefined)
    throw new HolonomicError('invalid-argument', 'angle must be a half angle, or an object with the half angles y and z.');
  return typeof angle === 'object' ? angle : { y: angle, z: angle };
}
