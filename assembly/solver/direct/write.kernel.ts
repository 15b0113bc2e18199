import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { AxisPart } from '../../constraint/axis.kernel';
import { flushed } from '../../constraint/common.kernel';
import { INFINITE, LONGEST_TURN, RECOVERY, TINY } from '../../constraint/constants';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { DistancePart, placeDistance } from '../../constraint/distance.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf } from '../../constraint/lane-bodies.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { placeRope, RopePart } from '../../constraint/rope.kernel';
import { Row, rowAt, RowKind, rowsWritten, startRows } from '../../constraint/row.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { placeAxis } from '../../constraint/axis.kernel';
import { cayleyDelta } from '../../math/quat.kernel';
import { WriteRows } from '../write-rows.kernel';
import { wishDirectCoordinates, writeDirectCoordinates } from './coordinates.kernel';
import { directHead, DirectRow, nextDirect, startDirect } from './row.kernel';

/** Rows at the start of the substep, and behind them at its end. */
const ROWS: usize = scratch<Row<v128>>(14);

/**
 * The sink that writes what a joint wants of a direct solve: the gradient at the start of the substep, the error that would be left at its
 * end (SHAKE; one iteration of Newton's method).
 */
export class WriteDirect<T> extends RowSink<T> {
  /** Both bodies feel the impulse midway between the anchors, so that it makes no angular momentum. */
  point(part: PointPart<T>): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const step = theSubstep();
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [armA, armB, start] = placePoint(part, xA, qA, xB, qB);
    const bent = cayleyDelta(step.h * wB, armB) - cayleyDelta(step.h * wA, armA);
    const end = flushed(start + step.h * (vB - vA) + bent);
    const leverA = armA + 0.5 * start;
    const leverB = armB - 0.5 * start;
    const last = part.impulse;
    const head = directHead<T>();
    head.impulse = last;
    head.leverA = leverA;
    head.leverB = leverB;
    head.bending = vec3<T>(0, 0, 0);
    const softness = part.compliance * step.inverseH2;
    const sofar: lane<T> = splat<T>(step.first ? 0 : 1);
    const residual = (-step.inverseH) * end - (sofar * softness) * last;
    const x = nextDirect<T>();
    x.forceA = vec3<T>(-1, 0, 0);
    x.torqueA = vec3(splat<T>(0), -leverA.z, leverA.y);
    x.forceB = vec3<T>(1, 0, 0);
    x.torqueB = vec3(splat<T>(0), leverB.z, -leverB.y);
    holdRigid(x, residual.x, softness, sofar, last.x);
    x.start = start.x;
    const y = nextDirect<T>();
    y.forceA = vec3<T>(0, -1, 0);
    y.torqueA = vec3(leverA.z, splat<T>(0), -leverA.x);
    y.forceB = vec3<T>(0, 1, 0);
    y.torqueB = vec3(-leverB.z, splat<T>(0), leverB.x);
    holdRigid(y, residual.y, softness, sofar, last.y);
    y.start = start.y;
    const z = nextDirect<T>();
    z.forceA = vec3<T>(0, 0, -1);
    z.torqueA = vec3(-leverA.y, leverA.x, splat<T>(0));
    z.forceB = vec3<T>(0, 0, 1);
    z.torqueB = vec3(leverB.y, -leverB.x, splat<T>(0));
    holdRigid(z, residual.z, softness, sofar, last.z);
    z.start = start.z;
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    const bundle = changetype<usize>(this);
    this.point(point);
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [axisA, axisB, difference] = placeAxis(axis, qA, qB);
    const head = directHead<T>();
    head.axis = axisA;
    head.bending = axis.impulse;
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).hinge(point, axis, angle);
    const count = rowsWritten();
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).hinge(point, axis, angle);
    theSubstep().ahead = 0;
    for (let k: u32 = 3; k < count; k++) passRow<T>(k, count);
  }

  distance(part: DistancePart<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).distance(part);
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).distance(part);
    theSubstep().ahead = 0;
    gatherBodies<T>(changetype<LaneBodies>(bundle));
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [armA, armB, change] = placeDistance(part, xA, qA, xB, qB);
    const head = directHead<T>();
    const along = rowAt<T>(ROWS, 0);
    head.impulse = along.impulse * along.forceB;
    head.leverA = armA;
    head.leverB = armB;
    head.axis = along.forceB;
    head.length = part.length + along.value;
    head.tension = -along.impulse;
    head.bending = vec3<T>(0, 0, 0);
    passRow<T>(0, 1);
  }

  rope(part: RopePart<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).rope(part);
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).rope(part);
    theSubstep().ahead = 0;
    const head = directHead<T>();
    const along = rowAt<T>(ROWS, 0);
    gatherBodies<T>(changetype<LaneBodies>(bundle));
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [armA, armB, changeA, changeB] = placeRope(part, xA, qA, xB, qB);
    head.impulse = vec3<T>(0, 0, 0);
    head.leverA = armA;
    head.leverB = armB;
    head.axis = along.forceA;
    head.bending = along.forceB;
    head.length = length(part.ropeA + changeA);
    head.second = length(part.ropeB + changeB);
    head.tension = -along.impulse;
    passRow<T>(0, 1);
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).spring(point, spring);
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).spring(point, spring);
    theSubstep().ahead = 0;
    clearLoad<T>();
    for (let k: u32 = 0; k < 3; k++) passSpring<T>(k, point);
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).coupling(first, second, coupling);
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).coupling(first, second, coupling);
    theSubstep().ahead = 0;
    clearLoad<T>();
    passRow<T>(0, 2);
    passGradient<T>(rowAt<T>(ROWS, 1), nextDirect<T>());
  }

  coordinates(): void {
    const head = changetype<usize>(directHead<T>());
    writeDirectCoordinates<T>(changetype<usize>(this));
    startDirect(head);
    wishDirectCoordinates<T>(changetype<usize>(this));
  }
}

function lookAhead(step: Substep): void {
  step.ahead = step.h;
}

/** A row that holds with a load of any size. `sofar`: 1 where `last` is the impulse of this substep so far. */
function holdRigid<T>(row: DirectRow<T>, residual: lane<T>, softness: lane<T>, sofar: lane<T>, last: lane<T>): void {
  row.residual = residual;
  row.softness = softness;
  row.low = splat<T>(-INFINITE);
  row.high = splat<T>(INFINITE);
  row.impulse = sofar * last;
  row.last = last;
  row.change = splat<T>(0);
  row.holds = splat<T>(1);
  row.start = splat<T>(0);
}

function clearLoad<T>(): void {
  const head = directHead<T>();
  head.impulse = vec3<T>(0, 0, 0);
  head.bending = vec3<T>(0, 0, 0);
}

function passGradient<T>(from: Row<T>, to: DirectRow<T>): void {
  to.forceA = from.forceA;
  to.torqueA = from.torqueA;
  to.forceB = from.forceB;
  to.torqueB = from.torqueB;
}

/** The k-th row from what it is at the start of the substep and, `count` rows behind, at its end. */
function passRow<T>(k: u32, count: u32): void {
  const start = rowAt<T>(ROWS, k);
  const end = rowAt<T>(ROWS, k + count);
  const step = theSubstep();
  const row = nextDirect<T>();
  passGradient(start, row);
  const sofar: lane<T> = splat<T>(step.first ? 0 : 1);
  const softness = step.inverseH2 / max(start.stiffness, splat<T>(TINY));
  const soft = start.stiffness < splat<T>(INFINITE) ? softness : 0;
  const locked = start.lower == start.upper;
  const reach: lane<T> = locked || soft > 0 ? splat<T>(INFINITE) : step.h * RECOVERY;
  const least = min(start.lower, start.value + reach);
  const most = max(start.upper, start.value - reach);
  const atLower = end.value - least < most - end.value;
  const way = (atLower ? least : most) - end.value;
  holdRigid(row, step.inverseH * way - (soft * sofar) * start.impulse, soft, sofar, start.impulse);
  row.low = atLower && !locked ? 0 : splat<T>(-INFINITE);
  row.high = atLower || locked ? splat<T>(INFINITE) : 0;
  const pushes = row.impulse != 0;
  const wants = atLower ? row.residual > 0 : row.residual < 0;
  row.holds = locked || pushes || wants ? splat<T>(1) : splat<T>(0);
}

/** A direction of a spring in all directions: a known force at the end of the substep. */
function passSpring<T>(k: u32, point: PointPart<T>): void {
  const start = rowAt<T>(ROWS, k);
  const end = rowAt<T>(ROWS, k + 3);
  const step = theSubstep();
  const row = nextDirect<T>();
  passGradient(start, row);
  const sofar: lane<T> = splat<T>(step.first ? 0 : 1);
  const a = step.h * start.stiffness + start.damping;
  const softness = 1 / max(step.h * a, splat<T>(TINY));
  const speed = step.inverseH * (end.value - start.value);
  const wanted = (-start.stiffness * end.value - start.damping * speed) / max(a, splat<T>(TINY));
  holdRigid(row, wanted - (softness * sofar) * start.impulse, softness, sofar, start.impulse);
  row.high = step.h * start.high;
  row.low = -row.high;
}
