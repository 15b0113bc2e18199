import { real } from 'precision';
import { AngleIntervalPart } from '../../constraint/angle-interval.kernel';
import { AxisPart } from '../../constraint/axis.kernel';
import { flushed } from '../../constraint/common.kernel';
import { INFINITE, LONGEST_TURN, RECOVERY, TINY } from '../../constraint/constants';
import { CoupledLanes, CouplingLanes } from '../../constraint/coupling.kernel';
import { DistancePart, placeDistance } from '../../constraint/distance.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf } from '../../constraint/lane-bodies.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { placeRope, RopePart } from '../../constraint/rope.kernel';
import { placeRotation, RotationPart, targetVelocity } from '../../constraint/rotation.kernel';
import { aim, hold, Row, rowAt, startRows } from '../../constraint/row.kernel';
import { RowSink } from '../../constraint/sink.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { Substep, theSubstep } from '../../constraint/substep';
import { placeAxis } from '../../constraint/axis.kernel';
import { cayley, cayleyDelta, qmul, rotate } from '../../math/quat.kernel';
import { adjugateSym3 } from '../../math/mat3.kernel';
import { orthonormalBasis } from '../../math/vec3.kernel';
import { twistGradient, twistOf, WriteRows } from '../write-rows.kernel';
import { turnsFarAgain, wishDirectCoordinates, writeDirectCoordinates } from './coordinates.kernel';
import { DirectHead, directHead, DirectRow, measureGradient, nextDirect, slackOf, startDirect } from './row.kernel';

/** m²: of a shorter lever no load needs stiffness. */
const LEAST_SQUARE: real = 1e-12;

/** Rows at the start of the substep, and behind them at its end. */
const ROWS: usize = scratch<Row<v128>>(6);

/**
 * The sink that writes what a joint wants of a direct solve: the gradient at the start of the substep, the error that would be left at its
 * end (SHAKE; one iteration of Newton's method). Further iterations take the gradient at its end where bodies turn far.
 */
export class WriteDirect<T> extends RowSink<T> {
  point(part: PointPart<T>): void {
    writeDirectPoint<T>(changetype<usize>(this), part);
  }

  hinge(point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
    writeDirectHinge<T>(changetype<usize>(this), point, axis, angle);
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
    head.length = part.length + along.value - theSubstep().rest * part.drift;
    head.tension = -along.impulse;
    head.bending = vec3<T>(0, 0, 0);
    passRow<T>(0, 1, splat<T>(1));
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
    passRow<T>(0, 1, splat<T>(0));
  }

  spring(point: PointPart<T>, spring: SpringPart<T>): void {
    writeDirectSpring<T>(changetype<usize>(this), point, spring);
  }

  rotation(part: RotationPart<T>): void {
    writeDirectRotation<T>(changetype<usize>(this), part);
  }

  coupling(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
    const bundle = changetype<usize>(this);
    startRows(ROWS);
    changetype<WriteRows<T>>(bundle).coupling(first, second, coupling);
    lookAhead(theSubstep());
    changetype<WriteRows<T>>(bundle).coupling(first, second, coupling);
    theSubstep().ahead = 0;
    clearLoad<T>();
    passRow<T>(0, 2, splat<T>(0));
    const row = writtenRow<T>(0);
    row.reach = splat<T>(INFINITE);
    const other = nextDirect<T>();
    passGradient<T>(rowAt<T>(ROWS, 1), rowAt<T>(ROWS, 3), other);
    // What a unit of load is to the second joint's B.
    const unit = rowAt<T>(ROWS, 1).arm;
    other.residual = unit.x;
    other.softness = unit.y;
    other.low = unit.z;
  }

  coordinates(): void {
    const head = changetype<usize>(directHead<T>());
    writeDirectCoordinates<T>(changetype<usize>(this));
    startDirect(head);
    wishDirectCoordinates<T>(changetype<usize>(this));
  }
}

/** A row of a point: its gradient, its error at the start of the substep and at its end, and its impulse before. */
function aimRow<T>(axis: vec3<T>, torqueA: vec3<T>, torqueB: vec3<T>, start: lane<T>, end: lane<T>, last: lane<T>): void {
  const row = nextDirect<T>();
  row.forceA = -axis;
  row.torqueA = torqueA;
  row.forceB = axis;
  row.torqueB = torqueB;
  row.start = start;
  row.residual = end;
  row.last = last;
}

/**
 * Whether an impulse p at a lever r turns a body so little that none of its stiffness is needed, with a margin for rounding: k w <= 1/2 of pull() in tension.kernel.ts, where
 * w is the largest inverse inertia about axes across m = (|p| / |r|) r + p, and k = h |r| m² / 4 |p|. Of the two principal ones the
 * trace and the adjugate give the sum and the product.
 */
function staysSteady<T>(inertia: sym3<T>, r: vec3<T>, p: vec3<T>): lane<T> {
  const ratio = sqrt(lengthSquared(p) / max(lengthSquared(r), splat<T>(LEAST_SQUARE)));
  const m = ratio * r + p;
  const square = lengthSquared(m);
  const half = 0.5 * (square * (inertia.xx + inertia.yy + inertia.zz) - dot(m, inertia * m));
  const [adjugate, determinant] = adjugateSym3(inertia);
  const product = square * dot(m, adjugate * m);
  const largest = half + sqrt(max(half * half - product, splat<T>(0)));
  return theSubstep().h * largest < 1.9 * ratio ? splat<T>(1) : splat<T>(0);
}

/** Three rows along the axes of the world. Both bodies feel the impulse midway between the anchors, so that it makes no angular momentum. */
function aimPoint<T>(bundle: usize, part: PointPart<T>): void {
  const step = theSubstep();
  gatherBodies<T>(changetype<LaneBodies>(bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const [armA, armB, start] = placePoint(part, xA, qA, xB, qB);
  const turnedA = cayleyDelta(step.h * wA, armA);
  const turnedB = cayleyDelta(step.h * wB, armB);
  const end = flushed(start + step.h * (vB - vA) + (turnedB - turnedA));
  const last = part.impulse;
  const current = turnsFarAgain<T>(step);
  const a = armA + (current ? turnedA + 0.5 * end : 0.5 * start);
  const b = armB + (current ? turnedB - 0.5 * end : -0.5 * start);
  const head = directHead<T>();
  head.impulse = last;
  head.leverA = a;
  head.leverB = b;
  head.bending = vec3<T>(0, 0, 0);
  head.steady = staysSteady(inertiaA, a, -last) > 0 ? staysSteady(inertiaB, b, last) : 0;
  const none = splat<T>(0);
  aimRow(vec3<T>(1, 0, 0), vec3(none, -a.z, a.y), vec3(none, b.z, -b.y), start.x, end.x, last.x);
  aimRow(vec3<T>(0, 1, 0), vec3(a.z, none, -a.x), vec3(-b.z, none, b.x), start.y, end.y, last.y);
  aimRow(vec3<T>(0, 0, 1), vec3(-a.y, a.x, none), vec3(b.y, -b.x, none), start.z, end.z, last.z);
}

/** The k-th row that was written. */
function writtenRow<T>(k: u32): DirectRow<T> {
  return changetype<DirectRow<T>>(changetype<usize>(directHead<T>()) + offsetof<DirectHead<T>>() + <usize>k * offsetof<DirectRow<T>>());
}

function writeDirectPoint<T>(bundle: usize, part: PointPart<T>): void {
  const step = theSubstep();
  aimPoint<T>(bundle, part);
  const softness = part.compliance * step.inverseH2;
  const expected: lane<T> = directHead<T>().expected;
  const sofar: lane<T> = step.first ? expected : splat<T>(1);
  for (let k: u32 = 0; k < 3; k++) {
    const row = writtenRow<T>(k);
    const residual = (-step.inverseH) * row.residual - (sofar * softness) * row.last;
    holdRigid(row, residual, softness, sofar, row.last, row.start, splat<T>(1));
  }
}

function writeDirectHinge<T>(bundle: usize, point: PointPart<T>, axis: AxisPart<T>, angle: AngleIntervalPart<T>): void {
  const step = theSubstep();
  writeDirectPoint<T>(bundle, point);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const endA = qmul(cayley(step.h * wA), qA);
  const endB = qmul(cayley(step.h * wB), qB);
  const [axisA, axisB, difference] = placeAxis(axis, qA, qB);
  const [laterA, laterB, later] = placeAxis(axis, endA, endB);
  const head = directHead<T>();
  head.axis = axisA;
  head.bending = axis.impulse;
  const current = turnsFarAgain<T>(step);
  const toB = current ? laterB : axisB;
  const [first, second] = orthonormalBasis(axis.axisA);
  const softness = axis.compliance * step.inverseH2;
  const expected: lane<T> = head.expected;
  const sofar: lane<T> = step.first ? expected : splat<T>(1);
  for (let k: u32 = 0; k < 2; k++) {
    const chosen: lane<T> = splat<T>(k == 0 ? 1 : 0);
    const fixed = chosen > 0 ? first : second;
    const normal = rotate(qA, fixed);
    const normalLater = rotate(endA, fixed);
    const across = cross(axisB, normal);
    const row = turnRow<T>(cross(toB, current ? normalLater : normal));
    // Across axes that are bent against each other the two gradients are not at right angles: in an iteration each row goes on from its own impulse.
    const last: lane<T> = step.first ? dot(axis.impulse, across) / max(lengthSquared(across), splat<T>(TINY)) : row.impulse;
    const residual = (-step.inverseH) * dot(normalLater, later) - (sofar * softness) * last;
    holdRigid(row, residual, softness, sofar, last, dot(normal, difference), splat<T>(2));
  }
  if (!changetype<LaneBodies>(bundle).bounded) return;
  // Its rows before and after: a target takes at most LONGEST_TURN of the angle away.
  const before = rowAt<T>(ROWS, 0);
  const after = rowAt<T>(ROWS, 1);
  const none = vec3<T>(0, 0, 0);
  const gradient = twistGradient(axisA, axisB);
  aim(before, none, gradient, none, none);
  aim(after, none, twistGradient(laterA, laterB), none, none);
  const end = twistOf(angle.relative, laterA, endA, endB);
  const start = end - step.h * dot(gradient, wB - wA);
  hold(before, start, angle.lower, angle.upper, angle.compliance, angle.impulse);
  after.value = end;
  passBound<T>(before, after, start, splat<T>(LONGEST_TURN), splat<T>(0));
  head.slack = slackOf<T>(writtenRow<T>(5));
}

/** A row of which the gradient is a torque on B, and the reverse of it on A. */
function turnRow<T>(torque: vec3<T>): DirectRow<T> {
  const row = nextDirect<T>();
  row.forceA = vec3<T>(0, 0, 0);
  row.torqueA = -torque;
  row.forceB = vec3<T>(0, 0, 0);
  row.torqueB = torque;
  return row;
}

/** A spring in all directions at once, implicit: p = -h (k d + nu u) (Waterson, eqs 123 and 124). */
function writeDirectSpring<T>(bundle: usize, point: PointPart<T>, spring: SpringPart<T>): void {
  const step = theSubstep();
  aimPoint<T>(bundle, point);
  const scaled = step.h * (step.h * spring.stiffness + spring.damping);
  const acts: lane<T> = scaled > 0 ? splat<T>(1) : splat<T>(0);
  const softness = 1 / max(scaled, splat<T>(TINY));
  const sofar: lane<T> = splat<T>(step.first ? 0 : 1);
  const most = step.h * spring.maxLoad;
  for (let k: u32 = 0; k < 3; k++) {
    const row = writtenRow<T>(k);
    const end = row.residual;
    const wanted = (-step.h * spring.stiffness) * end - spring.damping * (end - row.start) - sofar * row.last;
    holdRigid(row, (acts * softness) * wanted, softness, sofar, row.last, splat<T>(0), splat<T>(0));
    row.high = scaled > 0 ? most : 0;
    row.low = -row.high;
  }
}

/** The same of rotations: p = -h (k phi + nu slip). */
function writeDirectRotation<T>(bundle: usize, part: RotationPart<T>): void {
  const step = theSubstep();
  gatherBodies<T>(changetype<LaneBodies>(bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const end = placeRotation(part, qmul(cayley(step.h * wA), qA), qmul(cayley(step.h * wB), qB));
  const slip = wB - wA - targetVelocity(part, qA);
  const pull = (-step.h) * (part.stiffness * end + part.damping * slip);
  clearLoad<T>();
  const last = part.impulse;
  rotationRow<T>(part, vec3<T>(1, 0, 0), pull.x, last.x);
  rotationRow<T>(part, vec3<T>(0, 1, 0), pull.y, last.y);
  rotationRow<T>(part, vec3<T>(0, 0, 1), pull.z, last.z);
}

function rotationRow<T>(part: RotationPart<T>, axis: vec3<T>, pull: lane<T>, last: lane<T>): void {
  const step = theSubstep();
  const scaled = step.h * (step.h * part.stiffness + part.damping);
  const softness = 1 / max(scaled, splat<T>(TINY));
  const sofar: lane<T> = splat<T>(step.first ? 0 : 1);
  const row = turnRow<T>(axis);
  const acts = scaled > 0;
  const residual: lane<T> = acts ? softness * (pull - sofar * last) : 0;
  holdRigid(row, residual, softness, sofar, last, splat<T>(0), splat<T>(0));
  row.high = acts ? step.h * part.maxLoad : 0;
  row.low = -row.high;
}

function lookAhead(step: Substep): void {
  step.ahead = step.h;
}

/** A row that holds with a load of any size. `sofar`: 1 where `last` is the impulse of this substep so far. */
function holdRigid<T>(row: DirectRow<T>, residual: lane<T>, softness: lane<T>, sofar: lane<T>, last: lane<T>, start: lane<T>, part: lane<T>): void {
  row.residual = residual;
  row.softness = softness;
  row.low = splat<T>(-INFINITE);
  row.high = splat<T>(INFINITE);
  row.impulse = sofar * last;
  row.last = last;
  row.change = splat<T>(0);
  row.holds = splat<T>(1);
  row.start = start;
  row.part = part;
}

function clearLoad<T>(): void {
  const head = directHead<T>();
  head.impulse = vec3<T>(0, 0, 0);
  head.bending = vec3<T>(0, 0, 0);
}

function passGradient<T>(start: Row<T>, end: Row<T>, to: DirectRow<T>): void {
  const current = turnsFarAgain<T>(theSubstep());
  to.forceA = current ? end.forceA : start.forceA;
  to.torqueA = current ? end.torqueA : start.torqueA;
  to.forceB = current ? end.forceB : start.forceB;
  to.torqueB = current ? end.torqueB : start.torqueB;
}

/** The k-th row from what it is at the start of the substep and, `count` rows behind, at its end. */
function passRow<T>(k: u32, count: u32, part: lane<T>): void {
  const start = rowAt<T>(ROWS, k);
  passBound<T>(start, rowAt<T>(ROWS, k + count), start.value, splat<T>(INFINITE), part);
}

/** Holds a coordinate between two values, of which it was at `before`; a target takes it `longest` of the way at most. */
function passBound<T>(start: Row<T>, end: Row<T>, before: lane<T>, longest: lane<T>, part: lane<T>): void {
  const step = theSubstep();
  const row = nextDirect<T>();
  const head = directHead<T>();
  passGradient(start, end, row);
  measureGradient(row);
  const expected: lane<T> = start.lower == start.upper && part > 0 ? head.expected : 0;
  const sofar: lane<T> = step.first ? expected : splat<T>(1);
  const softness = step.inverseH2 / max(start.stiffness, splat<T>(TINY));
  const soft = start.stiffness < splat<T>(INFINITE) ? softness : 0;
  const locked = start.lower == start.upper;
  const reach = soft > 0 ? splat<T>(INFINITE) : locked ? longest : step.h * RECOVERY;
  const target = clamp(start.lower, before - reach, before + reach);
  const least = locked ? target : min(start.lower, before + reach);
  const most = locked ? target : max(start.upper, before - reach);
  const atLower = end.value - least < most - end.value;
  const way = (atLower ? least : most) - end.value;
  holdRigid(row, step.inverseH * way - (soft * sofar) * start.impulse, soft, sofar, start.impulse, start.value - clamp(start.value, start.lower, start.upper), locked ? part : 0);
  row.low = atLower && !locked ? 0 : splat<T>(-INFINITE);
  row.high = atLower || locked ? splat<T>(INFINITE) : 0;
  // What pushed in the last substep mostly does so in this one; what it asks of free bodies says little.
  row.holds = locked || start.impulse != 0 ? splat<T>(1) : splat<T>(0);
}
