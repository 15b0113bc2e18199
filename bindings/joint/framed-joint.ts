import { coefficient, norm, requiredCoefficient, type Vec3 } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { fixed, rotate } from '../core/geometry.ts';
import { JointRecord, Coordinate as Kind } from '../core/layout.ts';
import { type Anchors, geometryOf, type JointGeometry } from './anchors.ts';
import type { Frames } from './axis.ts';
import { coordinateValue } from './coordinate-geometry.ts';
import { Joint, type JointSetup } from './joint.ts';
import type { JointOptions } from './joint-options.ts';

export interface FramedJointOptions<UserData = unknown> extends JointOptions<UserData> {
  /** Inverse stiffness of the attachment of axes or orientations, rad/(N m). */
  angularCompliance?: number;
}

const X: Vec3 = [1, 0, 0];
const LINEAR = [Kind.X, Kind.Y, Kind.Z] as const;
const ANGULAR = [Kind.Twist, Kind.SwingY, Kind.SwingZ] as const;

/** A joint between a frame on A and one on B that locks some of its coordinates. x is along the joint's axis. */
export abstract class FramedJoint<UserData = unknown> extends Joint<UserData> {
  private readonly anchors: Anchors;
  private readonly frames: Frames;
  private readonly initialAngularCompliance: number;

  protected constructor(given: FramedJointOptions<UserData>, anchors: Anchors, frames: Frames) {
    super(given);
    this.anchors = anchors;
    this.frames = frames;
    this.initialAngularCompliance = coefficient(given.angularCompliance, 'angularCompliance');
  }

  /** Inverse stiffness of the locked angles, rad/(N m). */
  get angularCompliance(): number {
    return this.read(JointRecord.angularCompliance);
  }
  set angularCompliance(value: number) {
    this.write(JointRecord.angularCompliance, requiredCoefficient(value, 'angularCompliance'));
  }

  /** Direction of the axis on A in the world. */
  get axisWorld(): Readonly<Vec3> {
    return fixed(rotate(this.frameWorldA(), X));
  }

  /** Error of B's anchor along the locked directions, m. */
  override get positionError(): number {
    return this.lockedSize(LINEAR);
  }
  /** Error of the locked angles, rad. */
  override get angularError(): number {
    return this.lockedSize(ANGULAR);
  }

  private lockedSize(kinds: readonly Kind[]): number {
    const at = this.placement();
    const locks = this.initialLocks();
    const values = kinds.filter((kind) => locks & (1 << kind)).map((kind) => coordinateValue(kind, at));
    return norm(values);
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), this.frames(a, b));
  }

  protected override fill(_setup: JointSetup): void {
    this.store(JointRecord.angularCompliance, this.initialAngularCompliance);
  }
}

/** Bits of the coordinates that a joint locks. */
export const lockMask = (...kinds: Kind[]): number => kinds.reduce<number>((mask, kind) => mask | (1 << kind), 0);
