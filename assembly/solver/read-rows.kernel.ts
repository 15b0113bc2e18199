import { AngleIntervalPart } from '../constraint/angle-interval.kernel';
import { AxisPart } from '../constraint/axis.kernel';
import { CoupledLanes, CouplingLanes } from '../constraint/coupling.kernel';
import { DistancePart } from '../constraint/distance.kernel';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { PointPart } from '../constraint/point.kernel';
import { RopePart } from '../constraint/rope.kernel';
import { RotationPart } from '../constraint/rotation.kernel';
import { followRow } from '../constraint/row.kernel';
import { RowSink } from '../constraint/sink.kernel';
import { SpringPart } from '../constraint/spring.kernel';
import { readCoordinates } from '../joint/frame/write.kernel';

/**
 * The sink that takes impulses back from the rows that WriteRows stored, to the parts of the joints: the way of all solvers that work on
 * rows to warm starts, loads and breaks.
 */
export class ReadRows<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    part.impulse = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 3; k++) {
      const row = followRow<T>();
      part.impulse += row.impulse * row.forceB;
      part.total += row.total * row.forceB;
    }
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    this.point(point);
    axis.impulse = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 2; k++) {
      const row = followRow<T>();
      axis.impulse += row.impulse * row.torqueB;
      axis.total += row.total * row.torqueB;
    }
    if (!changetype<LaneBodies>(changetype<usize>(this)).bounded) return;
    const row = followRow<T>();
    angle.impulse = row.impulse;
    angle.sum += row.total;
    angle.total += row.total * row.torqueB;
  }

  distance(part: DistancePart<T>): void {
    const row = followRow<T>();
    part.impulse = row.impulse;
    part.sum += row.total;
    part.total += row.total * row.forceB;
  }

  rope(part: RopePart<T>): void {
    const row = followRow<T>();
    part.impulse = row.impulse;
    part.sum += row.total;
    part.total += row.total * row.forceB;
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    this.point(point);
  }

  rotation(part: RotationPart<T>): void {
    part.impulse = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 3; k++) {
      const row = followRow<T>();
      part.impulse += row.impulse * row.torqueB;
      part.total += row.total * row.torqueB;
    }
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    const row = followRow<T>();
    const load = row.total * followRow<T>().arm;
    const slides = second.slides > 0.5;
    const none = vec3<T>(0, 0, 0);
    coupling.impulse = row.impulse;
    coupling.sum += row.total;
    coupling.totalForce += slides ? load : none;
    coupling.totalTorque += slides ? none : load;
  }

  coordinates(): void {
    readCoordinates<T>(changetype<usize>(this));
  }
}
