import { direction, options, positive, requiredCoefficient, type Vec3, type Vec3Like } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { HolonomicError } from '../core/errors.ts';
import { add, cross, dot, fixed, frameOf, length, normalized, rotate, scale, subtract, unrotate, without } from '../core/geometry.ts';
import { JointRecord, JointType, Coordinate as Kind } from '../core/layout.ts';
import { angleOfPoint } from '../core/trigonometry.ts';
import { type JointGeometry, POINT_OPTIONS, type PointOptions } from './anchors.ts';
import type { Solution } from './coordinate-chain.ts';
import { lockMask } from './framed-joint.ts';
import type { JointSetup } from './joint.ts';
import type { RigidParts } from './joint-handle.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import { LinkJoint } from './link-joint.ts';
import { type JointLoads, mapLoads, type Period } from './loads.ts';

export interface RevoluteSphericalJointOptions<UserData = unknown> extends JointOptions<UserData>, PointOptions {
  /**
   * Axis of the hinge at A, in world coordinates. The link stays normal to it. It must be normal within 3 degrees, and is then made exactly
   * normal.
   */
  axis: Vec3Like;
  /** Length of the link, m; by default the distance when the joint is added. */
  length?: number;
}

const X: Vec3 = [1, 0, 0];
const LOCKS = lockMask(Kind.X, Kind.Extra);
/** Of the angle between axis and link: some 3 degrees from a right angle. */
const LARGEST_COSINE = 0.05;

/**
 * A massless link with a hinge at A and a ball at B: keeps the distance of two points, and the line between them normal to an axis of A.
 */
export class RevoluteSphericalJoint<UserData = unknown> extends LinkJoint<UserData> {
  override readonly type = JointType.RevoluteSpherical;
  private readonly axis: Vec3;
  private readonly givenLength: number | null;

  constructor(given: RevoluteSphericalJointOptions<UserData>) {
    const known = [...JOINT_OPTIONS, ...POINT_OPTIONS, 'axis', 'length'] as const;
    const o = options<RevoluteSphericalJointOptions<UserData>>(given, 'The options of RevoluteSphericalJoint', known);
    super(o, o);
    this.axis = direction(o.axis, 'axis');
    this.givenLength = o.length === undefined ? null : positive(o.length, 'length');
  }

  /** Length of the link, m. */
  get length(): number {
    return this.read(JointRecord.upper);
  }
  set length(value: number) {
    this.setLength(positive(value, 'length'));
  }
  /** Inverse stiffness along the link and along the axis, m/N. */
  override get compliance(): number {
    return this.read(JointRecord.compliance);
  }
  override set compliance(value: number) {
    const compliance = requiredCoefficient(value, 'compliance');
    this.write(JointRecord.compliance, compliance);
    this.write(JointRecord.intervalCompliance, compliance);
  }
  /** Angle of the link about the axis relative to A, rad, right-handed, in [-π, π]; zero when the joint is added. */
  get angle(): number {
    const [, y, z] = unrotate(this.frameWorldA(), this.separation());
    return angleOfPoint(z, y);
  }
  /** Direction of the hinge's axis in the world. */
  get axisWorld(): Readonly<Vec3> {
    return fixed(rotate(this.frameWorldA(), X));
  }
  /** Error of B's anchor along the link and along the axis, m. */
  override get positionError(): number {
    return Math.max(super.positionError, Math.abs(this.coordinateValue(Kind.X)));
  }

  /** What acts along the hinge's axis has a lever on A; what acts along the link has none. */
  protected override loadsOnA(period: Period): JointLoads {
    const separation = this.separation();
    const axis = rotate(this.frameWorldA(), X);
    return mapLoads(this.loadsOnB(period), ({ force, torque }) => {
      const across = cross(separation, scale(axis, dot(force, axis)));
      return { force: scale(force, -1), torque: scale(add(torque, across), -1) };
    });
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    const anchors = super.geometry(a, b);
    const link = subtract(anchors.anchorB, anchors.anchorA);
    const distance = length(link);
    if (distance === 0)
      throw new HolonomicError('invalid-argument', 'The two anchors must be apart, because the link between them would have no direction.');
    const along = scale(link, 1 / distance);
    const cosine = Math.abs(dot(along, this.axis));
    if (cosine > LARGEST_COSINE)
      throw new HolonomicError(
        'invalid-argument',
        `The axis must be normal to the link: the cosine of the angle between them must be at most ${LARGEST_COSINE}, but is ${cosine}.`,
      );
    const frame = frameOf(normalized(without(this.axis, along)), along);
    return { ...anchors, frameA: frame, frameB: frame };
  }
  override rigidParts(): RigidParts {
    return { frameB: 'the axis belongs to A; set axisA' };
  }
  override intervalKind(): null {
    return null;
  }
  override solution(): Solution {
    return 'rows';
  }
  override initialLocks(): number {
    return LOCKS;
  }

  protected override fill({ geometry }: JointSetup): void {
    this.setLength(this.givenLength ?? length(subtract(geometry.anchorB, geometry.anchorA)));
    this.write(JointRecord.intervalCompliance, this.read(JointRecord.compliance));
  }

  private setLength(value: number): void {
    this.write(JointRecord.lower, value);
    this.write(JointRecord.upper, value);
  }
}
