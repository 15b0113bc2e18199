import { requiredCoefficient } from '../core/arguments.ts';
import type { Pose } from '../core/context.ts';
import { length } from '../core/geometry.ts';
import { JointRecord, Coordinate as Kind } from '../core/layout.ts';
import { type Anchors, geometryOf, type JointGeometry, type PointOptions, readPoints } from './anchors.ts';
import { Joint } from './joint.ts';
import { NO_FRAMES } from './joint-frames.ts';
import type { RigidParts } from './joint-handle.ts';
import type { JointOptions } from './joint-options.ts';
import { type JointLoads, type Period, reversed } from './loads.ts';

/** A joint that keeps the distance of two points in an interval. */
export abstract class LinkJoint<UserData = unknown> extends Joint<UserData> {
  private readonly anchors: Anchors;

  protected constructor(given: JointOptions<UserData>, points: PointOptions) {
    super(given);
    this.anchors = readPoints(points);
  }

  /** Current distance of the two anchors, m. */
  get distance(): number {
    return length(this.separation());
  }
  /** Inverse stiffness along the line, m/N. */
  override get compliance(): number {
    return this.read(JointRecord.intervalCompliance);
  }
  override set compliance(value: number) {
    this.write(JointRecord.intervalCompliance, requiredCoefficient(value, 'compliance'));
  }

  /** Amount by which the distance is outside its bounds, m; under load this includes the stretch of a compliant joint. */
  override get positionError(): number {
    const { distance } = this;
    return Math.max(this.read(JointRecord.lower) - distance, distance - this.read(JointRecord.upper), 0);
  }

  /** Both forces act at an anchor each, along the line between them: there they have no torque. */
  protected override loadsOnA(period: Period): JointLoads {
    return reversed(this.loadsOnB(period));
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return geometryOf(this.anchors(a, b, this), { frameA: a.orientation, frameB: b.orientation });
  }
  override rigidParts(): RigidParts {
    return NO_FRAMES;
  }
  override intervalKind(): Kind | null {
    return Kind.Extra;
  }
}
