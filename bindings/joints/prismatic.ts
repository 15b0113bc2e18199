import { coefficient, options, requiredCoefficient, type Vec3 } from '../arguments.ts';
import { HolonomicError } from '../errors.ts';
import { conjugate, dot, length, multiply, rotate, scale, subtract } from '../geometry.ts';
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

export interface PrismaticOptions extends JointOptions, AnchorOptions, AxisOptions {
  /** Inverse stiffness of what holds the orientations together, rad/(N m). */
  angularCompliance?: number;
  /** Holds the offset (m) with an inverse stiffness in m/N. */
  target?: { offset: number; compliance?: number };
  /** Bounds of the offset, m. */
  limits?: { lower?: number; upper?: number; compliance?: number };
}

const X: Vec3 = [1, 0, 0];

/** B slides along an axis of A and does not turn against it (Mueller et al., section 3.4.2). */
export class Prismatic extends Joint {
  override readonly type = JointType.Prismatic;
  private readonly anchors: ReturnType<typeof readAnchors>;
  private readonly axes: ReturnType<typeof readAxes>;
  private readonly initialAngularCompliance: number;
  private readonly initialInterval: Interval;

  constructor(given: PrismaticOptions) {
    const known = [...JOINT_OPTIONS, ...ANCHOR_OPTIONS, ...AXIS_OPTIONS, 'angularCompliance', 'target', 'limits'] as const;
    super(options<PrismaticOptions>(given, 'The options of Prismatic', known));
    this.anchors = readAnchors(given);
    this.axes = readAxes(given);
    this.initialAngularCompliance = coefficient(given.angularCompliance, 'angularCompliance');
    this.initialInterval = offsetInterval(given);
  }

  get angularCompliance(): number {
    return this.read(JointRecord.angularCompliance);
  }
  set angularCompliance(value: number) {
    this.write(JointRecord.angularCompliance, requiredCoefficient(value, 'angularCompliance'));
  }

  /** How far B's anchor is along A's axis from A's anchor, m. */
  get offset(): number {
    return dot(this.separation(), this.axisWorld);
  }
  /** Direction of the axis on A in the world. */
  get axisWorld(): Vec3 {
    return rotate(this.frameWorldA(), X);
  }

  /** Holds the offset, or lets it go with null. */
  set target(value: { offset: number; compliance?: number } | null) {
    const { lower, upper, compliance } = value === null ? FREE : readTarget(value, 'offset');
    this.setInterval(lower, upper, compliance);
  }
  /** Bounds the offset, or lets it go with null. */
  set limits(value: { lower?: number; upper?: number; compliance?: number } | null) {
    const { lower, upper, compliance } = value === null ? FREE : readLimits(value);
    this.setInterval(lower, upper, compliance);
  }

  /** Distance of B's anchor from the axis, m. */
  override get positionError(): number {
    const separation = this.separation();
    const axis = this.axisWorld;
    return length(subtract(separation, scale(axis, dot(separation, axis))));
  }
  override get angleError(): number {
    const [x, y, z, w] = multiply(this.frameWorldB(), conjugate(this.frameWorldA()));
    return 2 * Math.atan2(Math.hypot(x, y, z), Math.abs(w));
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

function offsetInterval({ target, limits }: Pick<PrismaticOptions, 'target' | 'limits'>): Interval {
  if (target !== undefined && limits !== undefined)
    throw new HolonomicError('invalid-argument', 'Give either target or limits of the offset, not both.');
  if (target !== undefined) return readTarget(target, 'offset');
  return limits !== undefined ? readLimits(limits) : FREE;
}
