import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { AxisPart, placeAxis } from '../../constraint/axis.kernel';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { DistancePart } from '../../constraint/distance.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../../constraint/lane-bodies.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { RopePart } from '../../constraint/rope.kernel';
import { Row, rowAt, startRows } from '../../constraint/row.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { theSubstep } from '../../constraint/substep';
import { WriteRows } from '../write-rows.kernel';
import { expectCoordinates } from './coordinates.kernel';
import { directHead } from './row.kernel';

// A direct solve starts from what locked rows did in the last substep. What is left for it is small, and so is the error of one iteration of Newton's
// method, which has one sign and would be gained or lost in each substep: 98 to 99.9 % of the drift of tops and chains. Not for bodies that turn far.

/** rad: of bodies that turn farther in a substep the load of the last one says less, and then nothing. */
const EXPECTED_TURN: f64 = 0.25;
const UNEXPECTED_TURN: f64 = 0.4;

const ROWS: usize = scratch<Row<v128>>();

/** Notes how much of the last impulses is expected of a bundle's joints. */
export function noteExpected<T>(bundle: usize): void {
  gatherBodies<T>(changetype<LaneBodies>(bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const turn = theSubstep().h * sqrt(max(lengthSquared(wA), lengthSquared(wB)));
  directHead<T>().expected = clamp((UNEXPECTED_TURN - turn) * (1.0 / (UNEXPECTED_TURN - EXPECTED_TURN)), 0, 1);
}

/** The sink that gives the bodies what locked rows are expected to do. */
export class ExpectDirect<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    expectPoint<T>(changetype<usize>(this), part);
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    const bundle = changetype<usize>(this);
    expectPoint<T>(bundle, point);
    gatherBodies<T>(changetype<LaneBodies>(bundle));
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [axisA, axisB, difference] = placeAxis(axis, qA, qB);
    const last = axis.impulse;
    const torque = directHead<T>().expected * (last - dot(last, axisB) * axisB);
    axis.total += torque;
    scatterBodies<T>(changetype<LaneBodies>(bundle), vA, wA - inertiaA * torque, vB, wB + inertiaB * torque);
  }

  distance(part: DistancePart<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).distance(part);
    const row = rowAt<T>(ROWS, 0);
    const locked = row.lower == row.upper;
    const impulse: lane<T> = locked ? directHead<T>().expected * row.impulse : 0;
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    part.sum += impulse;
    part.total += impulse * row.forceB;
    scatterBodies<T>(
      changetype<LaneBodies>(bundle),
      vA + impulse * (massA * row.forceA), wA + impulse * (inertiaA * row.torqueA),
      vB + impulse * (massB * row.forceB), wB + impulse * (inertiaB * row.torqueB),
    );
  }

  rope(part: RopePart<T>): void {}

  spring(point: PointPart<T>, spring: SpringPart<T>): void {}

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {}

  coordinates(): void {
    expectCoordinates<T>(changetype<usize>(this));
  }
}

/** At the common point of a point's rows. */
function expectPoint<T>(bundle: usize, part: PointPart<T>): void {
  gatherBodies<T>(changetype<LaneBodies>(bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, start] = placePoint(part, xA, qA, xB, qB);
  const impulse = directHead<T>().expected * part.impulse;
  part.total += impulse;
  scatterBodies<T>(
    changetype<LaneBodies>(bundle),
    vA - massA * impulse, wA - inertiaA * cross(armA + 0.5 * start, impulse),
    vB + massB * impulse, wB + inertiaB * cross(armB - 0.5 * start, impulse),
  );
}
