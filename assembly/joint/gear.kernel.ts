import { BodyRecord } from '../body/record';
import { CoupledLanes, CouplingLanes } from '../constraint/coupling.kernel';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { finishGear, FIRST_COORDINATE, packGear } from './gear-pack.kernel';
import { JointLanes } from './lanes.kernel';
import { JointRecord } from './record';

/**
 * A gear, or rack and pinion: coordinates of two joints in proportion, C = q2 - ratio q1 - rest. One row over up to four bodies
 * (Waterson, section 10, eqs 138 and 139). A body of the second joint that is also one of the first has the sum of their gradients
 * there; its place in the second joint is read, but has no gradient and is written to nowhere.
 */
export class GearJoint<T> extends JointLanes<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_COORDINATE + 2 * offsetof<CoupledLanes<T>>() + offsetof<CouplingLanes<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const part = changetype<usize>(this) + FIRST_COORDINATE;
    if (packGear(part, lane, joint, h, offsetof<CoupledLanes<T>>())) changetype<LaneBodies>(changetype<usize>(this)).soft = 1;
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishGear(changetype<usize>(this) + FIRST_COORDINATE + 2 * offsetof<CoupledLanes<T>>(), lane, joint, inverseH, inverseDt);
  }

  rates(): usize {
    return 0;
  }

  rows<S extends RowSink<T>>(sink: S): void {
    const first = changetype<usize>(this) + FIRST_COORDINATE;
    const second = first + offsetof<CoupledLanes<T>>();
    sink.coupling(
      changetype<CoupledLanes<T>>(first),
      changetype<CoupledLanes<T>>(second),
      changetype<CouplingLanes<T>>(second + offsetof<CoupledLanes<T>>()),
    );
  }
}
