import { choice, direction, options, orDefault, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { cross, fixed, frameOf, length, normalized, rotate, without } from '../core/geometry.ts';
import { JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, FRAMES, readAnchors } from './anchors.ts';
import { type Frames, PARALLEL } from './axis.ts';
import type { Coordinate } from './coordinate.ts';
import type { Solution } from './coordinate-chain.ts';
import { type CoordinateOptions, readCoordinateObject } from './coordinate-options.ts';
import { FramedJoint, type FramedJointOptions, lockMask } from './framed-joint.ts';
import { JOINT_OPTIONS } from './joint-options.ts';

export interface UniversalJointOptions<UserData = unknown> extends FramedJointOptions<UserData>, AnchorOptions {
  /** The axes of the cross: one fixed to A, one to B. They must not be parallel; B's is made normal to A's. */
  axisA: Vec3Like;
  axisB: Vec3Like;
  /** Whether the axes are in world coordinates (the default) or in the frames of their bodies. */
  frame?: 'world' | 'local';
  /** Limits, motor and friction of the rotation about A's axis, and about B's: rad, N m. */
  first?: CoordinateOptions;
  second?: CoordinateOptions;
}

const OPTIONS = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, 'axisA', 'axisB', 'frame', 'angularCompliance', 'first', 'second'] as const;
const LOCKS = lockMask(Kind.X, Kind.Y, Kind.Z, Kind.SwingY);
const Z: Vec3 = [0, 0, 1];

/**
 * Hooke's joint: attaches a point, and keeps an axis of A normal to an axis of B. Both angles are zero when the joint is added, and count
 * turns.
 */
export class UniversalJoint<UserData = unknown> extends FramedJoint<UserData> {
  override readonly type = JointType.Universal;

  constructor(given: UniversalJointOptions<UserData>) {
    const o = options<UniversalJointOptions<UserData>>(given, 'The options of UniversalJoint', OPTIONS);
    super(o, readAnchors(o), readCross(o));
    this.given = [readCoordinateObject(o.first, Kind.Twist, 'first'), readCoordinateObject(o.second, Kind.SwingZ, 'second')];
  }

  /** The rotation of the cross relative to A about A's axis. */
  get first(): Coordinate {
    return this.coordinate(Kind.Twist);
  }
  /** The rotation of B relative to the cross about B's axis. */
  get second(): Coordinate {
    return this.coordinate(Kind.SwingZ);
  }
  /** Both angles, rad. */
  get angles(): Readonly<{ first: number; second: number }> {
    return Object.freeze({ first: this.first.value, second: this.second.value });
  }
  /** Speeds of both angles, rad/s. */
  get angularVelocities(): Readonly<{ first: number; second: number }> {
    return Object.freeze({ first: this.first.velocity, second: this.second.velocity });
  }
  /** Direction of the axis on B in the world. */
  get axisWorldB(): Readonly<Vec3> {
    return fixed(rotate(this.frameWorldB(), Z));
  }

  override localAxisB(): Vec3 {
    return Z;
  }
  override kinds(): Record<string, Kind> {
    return { first: Kind.Twist, second: Kind.SwingZ };
  }
  override solution(): Solution {
    return 'rows';
  }
  override initialLocks(): number {
    return LOCKS;
  }
}

/** Frames with x along A's axis, z along what of B's is normal to it. */
function readCross(given: UniversalJointOptions): Frames {
  const axisA = direction(given.axisA, 'axisA');
  const axisB = direction(given.axisB, 'axisB');
  const local = choice(orDefault(given.frame, 'world'), 'frame', FRAMES) === 'local';
  const frames: Frames = (a, b) => {
    const x = local ? rotate(a.orientation, axisA) : axisA;
    const across = without(local ? rotate(b.orientation, axisB) : axisB, x);
    if (length(across) < PARALLEL) throw new HolonomicError('invalid-argument', 'axisA and axisB must not be parallel.');
    const frame = frameOf(x, cross(normalized(across), x));
    return { frameA: frame, frameB: frame };
  };
  return frames;
}
