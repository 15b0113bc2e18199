import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { AxisPart } from '../../constraint/axis.kernel';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { DistancePart } from '../../constraint/distance.kernel';
import { LaneBodies } from '../../constraint/lane-bodies.kernel';
import { PointPart } from '../../constraint/point.kernel';
import { RopePart } from '../../constraint/rope.kernel';
import { RotationPart } from '../../constraint/rotation.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { takeDirectCoordinates } from './coordinates.kernel';
import { nextDirect } from './row.kernel';

/** The sink that takes the impulses of a direct solve back, to the parts of the joints. */
export class TakeDirect<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    let impulse: vec3<T> = vec3<T>(0, 0, 0);
    let change: vec3<T> = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 3; k++) {
      const row = nextDirect<T>();
      impulse += row.impulse * row.forceB;
      change += row.change * row.forceB;
    }
    part.impulse = impulse;
    part.total += change;
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    this.point(point);
    let impulse: vec3<T> = vec3<T>(0, 0, 0);
    let change: vec3<T> = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 2; k++) {
      const row = nextDirect<T>();
      impulse += row.impulse * row.torqueB;
      change += row.change * row.torqueB;
    }
    axis.impulse = impulse;
    axis.total += change;
    if (!changetype<LaneBodies>(changetype<usize>(this)).bounded) return;
    const row = nextDirect<T>();
    angle.impulse = row.impulse;
    angle.sum += row.change;
    angle.total += row.change * row.torqueB;
  }

  distance(part: DistancePart<T>): void {
    const row = nextDirect<T>();
    part.impulse = row.impulse;
    part.sum += row.change;
    part.total += row.change * row.forceB;
  }

  rope(part: RopePart<T>): void {
    const row = nextDirect<T>();
    part.impulse = row.impulse;
    part.sum += row.change;
    part.total += row.change * row.forceB;
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    this.point(point);
  }

  rotation(part: RotationPart<T>): void {
    let impulse: vec3<T> = vec3<T>(0, 0, 0);
    let change: vec3<T> = vec3<T>(0, 0, 0);
    for (let k: u32 = 0; k < 3; k++) {
      const row = nextDirect<T>();
      impulse += row.impulse * row.torqueB;
      change += row.change * row.torqueB;
    }
    part.impulse = impulse;
    part.total += change;
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    const row = nextDirect<T>();
    const other = nextDirect<T>();
    const load = row.change * vec3(other.residual, other.softness, other.low);
    const slides = second.slides > 0.5;
    const none = vec3<T>(0, 0, 0);
    coupling.impulse = row.impulse;
    coupling.sum += row.change;
    coupling.totalForce += slides ? load : none;
    coupling.totalTorque += slides ? none : load;
  }

  coordinates(): void {
    takeDirectCoordinates<T>(changetype<usize>(this));
  }
}
