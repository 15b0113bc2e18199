import { real } from 'precision';
import { BodyRecord } from '../body/record';
import { deal, scratch } from '../constraint/interleave';
import { PointPart } from '../constraint/point.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { SpringPart } from '../constraint/spring.kernel';
import { springOf } from './coordinates';
import { JointLanes } from './lanes.kernel';
import { finishPoint, FIRST_PART, packPoint } from './parts.kernel';
import { JointRecord } from './record';

/** In place of infinite parameters: products of two of them are still finite. */
const STIFFEST: f64 = 1e15;

/** A matrix spring between two points; with A the world, the grip of a mouse on a body (Waterson, section 8). */
export class MatrixSpringJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>() + offsetof<SpringPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const part = changetype<usize>(this) + FIRST_PART;
    packPoint(part, lane, joint, a, b, h);
    const record = springOf(joint);
    const one = changetype<SpringPart<real>>(scratch());
    one.stiffness = <real>Math.min(record.stiffness, STIFFEST);
    one.damping = <real>Math.min(record.damping, STIFFEST);
    one.maxLoad = <real>Math.min(record.maxLoad, STIFFEST);
    one.relaxation = <real>record.relaxation;
    deal(part + offsetof<PointPart<T>>(), lane, offsetof<SpringPart<real>>());
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPoint(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }

  rates(): usize {
    return changetype<usize>(this) + FIRST_PART + offsetof<PointPart<T>>('damping');
  }

  rows<S extends RowSink<T>>(sink: S): void {
    const point = changetype<usize>(this) + FIRST_PART;
    sink.spring(changetype<PointPart<T>>(point), changetype<SpringPart<T>>(point + offsetof<PointPart<T>>()));
  }
}
