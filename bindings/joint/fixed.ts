import { coefficient, options, requiredCoefficient } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { conjugate, multiply } from '../core/geometry.ts';
import { JointRecord, JointType, Coordinate as Kind } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, geometryOf, type JointGeometry, readAnchors } from './anchors.ts';
import type { Solution } from './coordinate-chain.ts';
import { lockMask } from './framed-joint.ts';
import { Joint } from './joint.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';

export interface FixedJointOptions<UserData = unknown> extends JointOptions<UserData>, AnchorOptions {
  /** Inverse stiffness of the attachment of orientations, rad/(N m). */
  angularCompliance?: number;
}

const LOCKS = lockMask(Kind.X, Kind.Y, Kind.Z, Kind.Twist, Kind.SwingY, Kind.SwingZ);

/** Attaches B to A in the relative pose in which they are when the joint is added (Mueller et al., eqs 18 and 19). */
export class FixedJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.Fixed;
  private readonly anchors: ReturnType<typeof readAnchors>;
  private readonly initialAngularCompliance: number;

  constructor(given: FixedJointOptions<UserData>) {
    const o = options<FixedJointOptions<UserData>>(given, 'The options of FixedJoint', [
      ...JOINT_OPTIONS,
      ...ANCHOR_OPTIONS,
      'angularCompliance',
    ]);
    super(o);
    this.anchors = readAnchors(o);
    this.initialAngularCompliance = coefficient(o.angularCompliance, 'angularCompliance');
  }

  get angularCompliance(): number {
    return this.read(JointRecord.angularCompliance);
  }
  set angularCompliance(value: number) {
    this.write(JointRecord.angularCompliance, requiredCoefficient(value, 'angularCompliance'));
  }

  /** Angle between the current and the initial relative orientation of A and B, rad. */
  override get angularError(): number {
    const [x, y, z, w] = multiply(this.frameWorldB(), conjugate(this.frameWorldA()));
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), { frameA: [0, 0, 0, 1], frameB: [0, 0, 0, 1] });
  }

  override initialLocks(): number {
    return LOCKS;
  }
  override solution(): Solution {
    return 'rows';
  }

  protected override fill(): void {
    this.store(JointRecord.angularCompliance, this.initialAngularCompliance);
  }
}
