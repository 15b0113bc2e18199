import { options, positive } from '../core/arguments.ts';
import { length, subtract } from '../core/geometry.ts';
import { JointRecord, JointType } from '../core/layout.ts';
import { POINT_OPTIONS, type PointOptions } from './anchors.ts';
import type { JointSetup } from './joint.ts';
import { JOINT_OPTIONS, type JointOptions } from './joint-options.ts';
import { LinkJoint } from './link-joint.ts';

export interface RopeJointOptions<UserData = unknown> extends JointOptions<UserData>, PointOptions {
  /** Length of the rope, m; by default the distance when the joint is added. */
  length?: number;
}

/** Keeps the distance of two points at or below a length (Mueller et al., Fig 4). */
export class RopeJoint<UserData = unknown> extends LinkJoint<UserData> {
  override readonly type = JointType.Rope;
  private readonly givenLength: number | null;

  constructor(given: RopeJointOptions<UserData>) {
    const o = options<RopeJointOptions<UserData>>(given, 'The options of RopeJoint', [...JOINT_OPTIONS, ...POINT_OPTIONS, 'length']);
    super(o, o);
    this.givenLength = o.length === undefined ? null : positive(o.length, 'length');
  }

  /** Length of the rope, m. */
  get length(): number {
    return this.read(JointRecord.upper);
  }
  set length(value: number) {
    this.setInterval(0, positive(value, 'length'), this.read(JointRecord.intervalCompliance));
  }
  /** Tension of the rope, averaged over the last step, N. */
  get tension(): number {
    // Not -0 where it is slack.
    return 0 - this.read(JointRecord.intervalReaction);
  }

  protected override fill({ geometry }: JointSetup): void {
    const now = length(subtract(geometry.anchorB, geometry.anchorA));
    this.storeInterval(0, this.givenLength ?? now, this.read(JointRecord.compliance));
  }
}
