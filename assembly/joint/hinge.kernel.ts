import { BodyRecord } from '../body/record';
import { AngleIntervalPart } from '../constraint/angle-interval.kernel';
import { AxisPart } from '../constraint/axis.kernel';
import { PointPart } from '../constraint/point.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { JointLanes } from './lanes.kernel';
import { finishAngle, finishAxis, finishPoint, FIRST_PART, packAngle, packAxis, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** A point and an axis held together (Mueller et al., section 3.4.1), and the angle about the axis in an interval. */
export class HingeJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>() + offsetof<AxisPart<T>>() + offsetof<AngleIntervalPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const point = changetype<usize>(this) + FIRST_PART;
    const axis = point + offsetof<PointPart<T>>();
    packPoint(point, lane, joint, a, b, h);
    packAxis(axis, lane, joint, a, b, h);
    packAngle(axis + offsetof<AxisPart<T>>(), lane, joint, a, b, h);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    const point = changetype<usize>(this) + FIRST_PART;
    const axis = point + offsetof<PointPart<T>>();
    finishPoint(point, lane, joint, inverseH, inverseDt);
    finishAxis(axis, lane, joint, inverseH, inverseDt);
    finishAngle(axis + offsetof<AxisPart<T>>(), lane, joint, inverseH, inverseDt);
  }

  rates(): usize {
    return changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>('damping');
  }

  rows<S extends RowSink<T>>(sink: S): void {
    const point = changetype<usize>(this) + FIRST_PART;
    const axis = point + offsetof<PointPart<T>>();
    const angle = axis + offsetof<AxisPart<T>>();
    sink.hinge(changetype<PointPart<T>>(point), changetype<AxisPart<T>>(axis), changetype<AngleIntervalPart<T>>(angle));
  }
}
