import { coefficient, options, requiredCoefficient } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { JointType } from '../core/layout.ts';
import { ANCHOR_OPTIONS, type AnchorOptions, type Anchors, geometryOf, type JointGeometry, readAnchors } from './anchors.ts';
import type { CoordinateState } from './coordinate-record.ts';
import { PLAIN_JOINT_OPTIONS, type PlainJointOptions, plainOptions } from './joint-options.ts';
import { POINT_SPRING_OPTIONS, PointSpring, type PointSpringOptions, readSpringBounds, springState } from './point-spring.ts';

export interface MatrixSpringJointOptions<UserData = unknown> extends PlainJointOptions<UserData>, AnchorOptions, PointSpringOptions {
  /** Stiffness, N/m. */
  stiffness: number;
  /** Damping, N s/m; 0 by default. */
  damping?: number;
}

const OPTIONS = [...PLAIN_JOINT_OPTIONS, ...ANCHOR_OPTIONS, ...POINT_SPRING_OPTIONS, 'stiffness', 'damping'] as const;

/** A spring and a damper that pull two points together, solved for all directions at once (Waterson, eqs 123 and 124). */
export class MatrixSpringJoint<UserData = unknown> extends PointSpring<UserData> {
  override readonly type = JointType.MatrixSpring;
  private readonly anchors: Anchors;
  private readonly state: CoordinateState;

  constructor(given: MatrixSpringJointOptions<UserData>) {
    const o = options<MatrixSpringJointOptions<UserData>>(given, 'The options of MatrixSpringJoint', OPTIONS);
    super(plainOptions(o));
    this.anchors = readAnchors(o);
    const spring = { stiffness: requiredCoefficient(o.stiffness, 'stiffness'), damping: coefficient(o.damping, 'damping') };
    this.state = springState(spring, readSpringBounds(o));
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), { frameA: a.orientation, frameB: b.orientation });
  }

  protected override plan(): CoordinateState[] {
    return [this.state];
  }
}
