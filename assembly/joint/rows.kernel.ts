import { BodyRecord } from '../body/record';
import { RowSink } from '../constraint/sink.kernel';
import { finishRows, packRows } from './frame/pack.kernel';
import { finishPath, packPath } from './frame/path.kernel';
import { pathLane } from './frame/place.kernel';
import { pathOf } from './coordinates';
import { JointLanes } from './lanes.kernel';
import { JointRecord, JointType } from './record';

/** Any joint between two frames as a list of rows: locked coordinates, limits, drives, friction (joint/frame/). */
export class RowsJoint<T> extends JointLanes<T> {
  /** Not known without the rows: rowsBundleBytes. */
  bytes(): usize {
    return 0;
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    packRows(changetype<usize>(this), lane, joint, a, b, h);
    if (joint.type == JointType.Path) packPath(pathLane<T>(changetype<usize>(this), lane), joint, pathOf(joint));
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishRows(changetype<usize>(this), lane, joint, inverseH, inverseDt);
    if (joint.type == JointType.Path) finishPath(pathLane<T>(changetype<usize>(this), lane), joint);
  }

  rates(): usize {
    return 0;
  }

  rows<S extends RowSink<T>>(sink: S): void {
    sink.coordinates();
  }
}
