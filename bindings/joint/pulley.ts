import {
  boolean,
  nonNegative,
  options,
  orDefault,
  positive,
  requiredCoefficient,
  type Vec3,
  type Vec3Like,
  vector,
} from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { fixed, length, scale, subtract } from '../core/geometry.ts';
import { JointRecord, JointType, Coordinate as Kind, PulleyRecord } from '../core/layout.ts';
import { readVector } from '../core/records.ts';
import { type Anchors, geometryOf, type JointGeometry, POINT_OPTIONS, type PointOptions, readPoints } from './anchors.ts';
import { type CoordinateState, idle, readField } from './coordinate-record.ts';
import { Joint } from './joint.ts';
import { NO_FRAMES } from './joint-frames.ts';
import type { RigidParts } from './joint-handle.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import { intervalField, type JointLoads, type Load, type Period, splitLoads } from './loads.ts';

export interface PulleyJointOptions<UserData = unknown> extends JointOptions<UserData>, PointOptions {
  /** Points where the rope leaves the pulleys, in world coordinates. */
  pointA: Vec3Like;
  pointB: Vec3Like;
  /** Number of falls of the rope at B per fall at A; above zero, 1 by default. */
  ratio?: number;
  /** Length of the fall at A plus ratio times that of the fall at B, m; by default the value when the joint is added. */
  length?: number;
  /** Whether the rope may be slack (the default); otherwise it also pushes. */
  slack?: boolean;
}

const OPTIONS = [...JOINT_OPTIONS, ...POINT_OPTIONS, 'pointA', 'pointB', 'ratio', 'length', 'slack'] as const;
/** m; a shorter rope has no direction. */
const LEAST_LENGTH = 1e-9;

/**
 * A rope from A over two points fixed in the world to B: |anchorA - pointA| + ratio |anchorB - pointB| is at most the length, or exactly
 * the length. The forces on the two bodies act along the rope, and are not opposite.
 */
export class PulleyJoint<UserData = unknown> extends Joint<UserData> {
  override readonly type = JointType.Pulley;
  private readonly anchors: Anchors;
  private readonly points: { a: Vec3; b: Vec3 };
  private readonly rope: { ratio: number; length: number | null; slack: boolean };

  constructor(given: PulleyJointOptions<UserData>) {
    const o = options<PulleyJointOptions<UserData>>(given, 'The options of PulleyJoint', OPTIONS);
    super(o);
    this.anchors = readPoints(o);
    this.points = { a: vector(o.pointA, 'pointA'), b: vector(o.pointB, 'pointB') };
    this.rope = {
      ratio: positive(orDefault(o.ratio, 1), 'ratio'),
      length: o.length === undefined ? null : nonNegative(o.length, 'length'),
      slack: boolean(orDefault(o.slack, true), 'slack'),
    };
  }

  /** Length of the rope, m: the fall at A plus ratio times that at B when it is taut. */
  get length(): number {
    return this.read(JointRecord.upper);
  }
  set length(value: number) {
    const upper = nonNegative(value, 'length');
    if (this.read(JointRecord.lower) > -Infinity) this.write(JointRecord.lower, upper);
    this.write(JointRecord.upper, upper);
  }
  /** Current value of the fall at A plus ratio times that at B, m. */
  get currentLength(): number {
    return length(this.fall('A')) + this.ratio * length(this.fall('B'));
  }
  /** Point where the rope leaves the pulley at A, in world coordinates. */
  get pointA(): Readonly<Vec3> {
    return fixed(this.ropePoint(PulleyRecord.pointAX));
  }
  get pointB(): Readonly<Vec3> {
    return fixed(this.ropePoint(PulleyRecord.pointBX));
  }
  /** Number of falls of the rope at B per fall at A. */
  get ratio(): number {
    return this.parameter(PulleyRecord.ratio);
  }
  /** Tension of the rope at A, averaged over the last step, N. At B it is ratio times that. */
  get tension(): number {
    // Not -0 where it is slack.
    return 0 - this.read(JointRecord.intervalReaction);
  }
  /** Inverse stiffness of the rope, m/N. */
  override get compliance(): number {
    return this.read(JointRecord.intervalCompliance);
  }
  override set compliance(value: number) {
    this.write(JointRecord.intervalCompliance, requiredCoefficient(value, 'compliance'));
  }

  /** Amount by which the rope is too long, or too short if it is never slack, m. */
  override get positionError(): number {
    const { currentLength } = this;
    return Math.max(this.read(JointRecord.lower) - currentLength, currentLength - this.length, 0);
  }

  override rigidParts(): RigidParts {
    return NO_FRAMES;
  }
  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), { frameA: a.orientation, frameB: b.orientation });
  }

  protected override plan(): CoordinateState[] {
    const { points, rope } = this;
    const fields: Record<number, number> = {
      [PulleyRecord.ratio]: rope.ratio,
    };
    for (let axis = 0; axis < 3; axis++) {
      fields[PulleyRecord.pointAX + 8 * axis] = points.a[axis];
      fields[PulleyRecord.pointBX + 8 * axis] = points.b[axis];
    }
    return [{ ...idle(Kind.X), fields }];
  }

  protected override fill(): void {
    const upper = this.rope.length ?? this.currentLength;
    this.write(JointRecord.lower, this.rope.slack ? -Infinity : upper);
    this.write(JointRecord.upper, upper);
    this.write(JointRecord.lastUpper, upper);
    this.compliance = this.read(JointRecord.compliance);
    this.write(JointRecord.compliance, 0);
  }

  protected override wholeLoad(period: Period): Load {
    return period === 'step' ? super.wholeLoad(period) : this.pull('B', this.ratio * this.read(intervalField(period)));
  }
  /** The rope pulls at A along its own fall. */
  protected override loadsOnA(period: Period): JointLoads {
    return splitLoads(this.pull('A', this.read(intervalField(period))), []);
  }

  private pull(side: 'A' | 'B', size: number): Load {
    const fall = this.fall(side);
    const distance = length(fall);
    return { force: scale(fall, distance > LEAST_LENGTH ? size / distance : 0), torque: [0, 0, 0] };
  }

  /** From where the rope leaves the pulley to the body's anchor. */
  private fall(side: 'A' | 'B'): Vec3 {
    if (side === 'A') return subtract(this.placeOf('a'), this.ropePoint(PulleyRecord.pointAX));
    return subtract(this.placeOf('b'), this.ropePoint(PulleyRecord.pointBX));
  }

  private ropePoint(field: number): Vec3 {
    return readVector(this.memory, this.parameters() + field);
  }

  private parameters(): number {
    return this.chain.find(Kind.X)!;
  }

  private parameter(field: number): number {
    return readField(this.memory, this.parameters(), field);
  }
}
