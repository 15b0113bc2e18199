import { coefficient, options, requiredCoefficient, type Vec3 } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { conjugate, cross, dot, length, multiply, rotate } from '../geometry.ts';
import { JointRecord, JointType } from '../layout.ts';
import { AXIS_OPTIONS, type AxisOptions, readAxes } from './axis.ts';
import { FREE, type Interval, readLimits, readTarget } from './interval.ts';
import {
  ANCHOR_OPTIONS,
  type AnchorOptions,
  JOINT_OPTIONS,
  Joint,
  type JointGeometry,
  type JointOptions,
  type Pose,
  readAnchors,
} from './joint.ts';

export interface HingeOptions extends JointOptions, AnchorOptions, AxisOptions {
  /** Inverse stiffness of what holds the axes together, rad/(N m). */
  angularCompliance?: number;
  /** Holds the angle (rad) with an inverse stiffness in rad/(N m). */
  target?: { angle: number; compliance?: number };
  /** Bounds of the angle within one turn, rad in [-pi, pi]. */
  limits?: { lower?: number; upper?: number; compliance?: number };
}

const X: Vec3 = [1, 0, 0];

/** Holds a point and an axis of A to those of B (Mueller et al., eq 20). The angle is zero when the joint is added. */
export class Hinge extends Joint {
  override readonly type = JointType.Hinge;
  private readonly anchors: ReturnType<typeof readAnchors>;
  private readonly axes: ReturnType<typeof readAxes>;
  private readonly initialAngularCompliance: number;
  private readonly initialInterval: Interval;

  constructor(given: HingeOptions) {
    const known = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, ...AXIS_OPTIONS, 'angularCompliance', 'target', 'limits'] as const;
    super(options<HingeOptions>(given, 'The options of Hinge', known));
    this.anchors = readAnchors(given);
    this.axes = readAxes(given);
    this.initialAngularCompliance = coefficient(given.angularCompliance, 'angularCompliance');
    this.initialInterval = angleInterval(given);
  }

  get angularCompliance(): number {
    return this.read(JointRecord.angularCompliance);
  }
  set angularCompliance(value: number) {
    this.write(JointRecord.angularCompliance, requiredCoefficient(value, 'angularCompliance'));
  }

  /** Angle of B against A about the axis, rad in (-pi, pi], right-handed. */
  get angle(): number {
    const [x, , , w] = multiply(conjugate(this.frameWorldA()), this.frameWorldB());
    const angle = 2 * Math.atan2(x, w);
    return angle > Math.PI ? angle - 2 * Math.PI : angle <= -Math.PI ? angle + 2 * Math.PI : angle;
  }

  /** Holds the angle, or lets it go with null. */
  set target(value: { angle: number; compliance?: number } | null) {
    const { lower, upper, compliance } = value === null ? FREE : withinTurn(readTarget(value, 'angle'));
    this.setInterval(lower, upper, compliance);
  }
  /** Bounds the angle, or lets it go with null. */
  set limits(value: { lower?: number; upper?: number; compliance?: number } | null) {
    const { lower, upper, compliance } = value === null ? FREE : withinTurn(readLimits(value));
    this.setInterval(lower, upper, compliance);
  }

  /** Direction of the axis on A in the world. */
  get axisWorld(): Vec3 {
    return rotate(this.frameWorldA(), X);
  }

  /** Angle between the axes of A and B, rad. */
  override get angleError(): number {
    const a = rotate(this.frameWorldA(), X);
    const b = rotate(this.frameWorldB(), X);
    return Math.atan2(length(cross(a, b)), dot(a, b));
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return { ...this.anchors(a, b, this), ...this.axes(this, a, b) };
  }

  protected override fill(): void {
    this.write(JointRecord.angularCompliance, this.initialAngularCompliance);
    const { lower, upper, compliance } = this.initialInterval;
    this.setInterval(lower, upper, compliance);
  }
}

function angleInterval({ target, limits }: Pick<HingeOptions, 'target' | 'limits'>): Interval {
  if (target !== undefined && limits !== undefined)
    throw new HolonomicError('invalid-argument', 'Give either target or limits of the angle, not both.');
  if (target !== undefined) return withinTurn(readTarget(target, 'angle'));
  return limits !== undefined ? withinTurn(readLimits(limits)) : FREE;
}

function withinTurn(interval: Interval): Interval {
  const { lower, upper } = interval;
  if ((lower > -Infinity && Math.abs(lower) > Math.PI) || (upper < Infinity && Math.abs(upper) > Math.PI))
    throw new HolonomicError('invalid-argument', 'Angles of a hinge target or limit must lie in [-pi, pi].');
  return interval;
}
