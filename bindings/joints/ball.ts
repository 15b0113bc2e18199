import { options } from '../arguments.ts';
import { JointType } from '../layout.ts';
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

export interface BallOptions extends JointOptions, AnchorOptions {}

/** Ball and socket: holds one point of A to one point of B (Waterson, eq 61). */
export class Ball extends Joint {
  override readonly type = JointType.Ball;
  private readonly anchors: ReturnType<typeof readAnchors>;

  constructor(given: BallOptions) {
    super(options<BallOptions>(given, 'The options of Ball', [...JOINT_OPTIONS, ...ANCHOR_OPTIONS]));
    this.anchors = readAnchors(given);
  }

  override geometry(a: Pose, b: Pose): JointGeometry {
    return { ...this.anchors(a, b, this), frameA: a.orientation, frameB: b.orientation };
  }

  protected override fill(): void {}
}
