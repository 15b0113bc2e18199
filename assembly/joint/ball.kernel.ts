import { BodyRecord } from '../body/record';
import { PointPart } from '../constraint/point.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { JointLanes } from './lanes.kernel';
import { finishPoint, FIRST_PART, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** Ball and socket: one point (Waterson, section 5). */
export class BallJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packPoint(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPoint(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }

  rates(): usize {
    return changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>('damping');
  }

  rows<S extends RowSink<T>>(sink: S): void {
    sink.point(changetype<PointPart<T>>(changetype<usize>(this) + FIRST_PART));
  }
}
