import { BodyRecord } from '../body/record';
import { DistancePart } from '../constraint/distance.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { JointLanes } from './lanes.kernel';
import { finishDistance, FIRST_PART, packDistance } from './parts.kernel';
import { JointRecord } from './record';

/** The distance of two points held at a length or between bounds (Mueller et al., Fig 4). */
export class DistanceJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<DistancePart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packDistance(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishDistance(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }

  rates(): usize {
    return changetype<usize>(this) + FIRST_PART + offsetof<DistancePart<T>>('damping');
  }

  rows<S extends RowSink<T>>(sink: S): void {
    sink.distance(changetype<DistancePart<T>>(changetype<usize>(this) + FIRST_PART));
  }
}
