// The lines of one bundle of joints: read from its rows when a substep begins, turned with the bodies, aimed, swept, and booked.
import { real } from 'precision';
import { ANGULAR_VELOCITY, gatherRow, VELOCITY } from '../../body/solver-body.kernel';
import { SECOND_BODIES } from '../../constraint/coupling.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterMotion } from '../../constraint/lane-bodies.kernel';
import { Row, rowAt, RowKind } from '../../constraint/row.kernel';
import { conjugate, qmul, rotate } from '../../math/quat.kernel';
import { Aim, aimLine, isRigid, Line, meetLine, speedAlong, targetSpeed, wanted } from './line.kernel';

/** How the lines of a bundle are swept. */
export const enum Sweeping {
  /** One after the other. */
  Plain = 0,
  /** They are bounded as a vector. */
  Vector = 1,
  /** One line over four bodies. */
  Coupled = 2,
}

/** One bundle of joints; LineMasses and its lines are behind it. */
// @ts-ignore: decorator
@unmanaged
export class LineBundle {
  /** Address of the bundle, and of its LineStart, behind which its rows are. */
  bundle: u32;
  start: u32;
  count: u32;
  /** Sweeping */
  kind: u32;
}

/** Inverse masses of the bodies for the rows of a joint. */
export class LineMasses<T> {
  massA: vec3<T>;
  massB: vec3<T>;
}

/** What belongs to the rows of a bundle, for a substep. */
export class LineStart<T> {
  /** Rotations since the step began, when the substep did. */
  turnA: quat<T>;
  turnB: quat<T>;
  /** Factors of inverse masses and inertias, and those of the bodies of a second joint. */
  massA: lane<T>;
  inertiaA: lane<T>;
  massB: lane<T>;
  inertiaB: lane<T>;
  secondMassA: lane<T>;
  secondInertiaA: lane<T>;
  secondMassB: lane<T>;
  secondInertiaB: lane<T>;
}

export const LINE_HEAD: usize = offsetof<LineBundle>() + offsetof<LineMasses<v128>>();
export const LINE: usize = offsetof<Line<v128>>();
export const LINE_START: usize = offsetof<LineStart<v128>>();

function massesOf<T>(head: LineBundle): LineMasses<T> {
  return changetype<LineMasses<T>>(changetype<usize>(head) + offsetof<LineBundle>());
}

function startOf<T>(head: LineBundle): LineStart<T> {
  return changetype<LineStart<T>>(<usize>head.start);
}

function linesOf(head: LineBundle): usize {
  return changetype<usize>(head) + LINE_HEAD;
}

function lineAt<T>(lines: usize, index: u32): Line<T> {
  return changetype<Line<T>>(lines + <usize>index * LINE);
}

/** The address of a bundle's rows. */
export function rowsOf(head: LineBundle): usize {
  return <usize>head.start + LINE_START;
}

/** Takes the Jacobians of the rows; targets that move are where they are `ahead` s later. */
export function startLines<T>(head: LineBundle, ahead: real): void {
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle));
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const start = startOf<T>(head);
  start.turnA = qA;
  start.turnB = qB;
  for (let k: u32 = 0; k < head.count; k++) {
    const row = rowAt<T>(rowsOf(head), k);
    const line = lineAt<T>(linesOf(head), k);
    line.forceA = row.forceA;
    line.torqueA = row.torqueA;
    line.forceB = row.forceB;
    line.torqueB = row.torqueB;
    line.impulse = splat<T>(0);
    row.bias = splat<T>(0);
    row.total = splat<T>(0);
    row.value += ahead * targetSpeed(row);
  }
}

/** What a line does to two gathered bodies; returns K, and what it would be if nothing were locked. */
function weigh<T>(line: Line<T>, massA: vec3<T>, massB: vec3<T>, inertiaA: sym3<T>, inertiaB: sym3<T>): [lane<T>, lane<T>] {
  const forceA = line.forceA;
  const forceB = line.forceB;
  const torqueA = line.torqueA;
  const torqueB = line.torqueB;
  const turnA = inertiaA * torqueA;
  const turnB = inertiaB * torqueB;
  line.turnA = turnA;
  line.turnB = turnB;
  const k = dot(forceA, massA * forceA) + dot(forceB, massB * forceB) + dot(torqueA, turnA) + dot(torqueB, turnB);
  const largestA = max(massA.x, max(massA.y, massA.z));
  const largestB = max(massB.x, max(massB.y, massB.z));
  const linear = largestA * lengthSquared(forceA) + largestB * lengthSquared(forceB);
  const whole = linear + trace(inertiaA) * lengthSquared(torqueA) + trace(inertiaB) * lengthSquared(torqueB);
  return [k, whole];
}

/**
 * Effective masses for the bodies as they are turned, and what the lines want. `begins`: a part of the substep begins, and limits that are met may
 * bounce; `turns`: levers have turned with their bodies since the substep began, while directions stay.
 */
export function aimLines<T>(head: LineBundle, aim: Aim, begins: bool, turns: bool): void {
  if (head.kind == Sweeping.Coupled) {
    aimCoupled<T>(head, aim, begins);
    return;
  }
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle));
  const [vA, wA, plainA, turningA] = motionOf<T>(gatheredA());
  const [vB, wB, plainB, turningB] = motionOf<T>(gatheredB());
  const start = startOf<T>(head);
  const massA = start.massA * plainA;
  const massB = start.massB * plainB;
  const inertiaA = start.inertiaA * turningA;
  const inertiaB = start.inertiaB * turningB;
  const masses = massesOf<T>(head);
  masses.massA = massA;
  masses.massB = massB;
  const [xA, nowA] = poseOf<T>(gatheredA());
  const [xB, nowB] = poseOf<T>(gatheredB());
  const turnA = qmul(nowA, conjugate(start.turnA));
  const turnB = qmul(nowB, conjugate(start.turnB));
  for (let k: u32 = 0; k < head.count; k++) {
    const row = rowAt<T>(rowsOf(head), k);
    const line = lineAt<T>(linesOf(head), k);
    if (turns) {
      const leverA = row.leverA;
      const leverB = row.arm;
      line.torqueA = row.torqueA + cross(rotate(turnA, leverA) - leverA, row.forceA);
      line.torqueB = row.torqueB + cross(rotate(turnB, leverB) - leverB, row.forceB);
    }
    const [inverseMass, whole] = weigh(line, massA, massB, inertiaA, inertiaB);
    line.inverseMass = inverseMass;
    if (begins) meetLine(row, line, speedAlong(line, vA, wA, vB, wB), aim);
    aimLine(row, line, whole, aim);
  }
}

/** The same of one line over four bodies. */
function aimCoupled<T>(head: LineBundle, aim: Aim, begins: bool): void {
  const row = rowAt<T>(rowsOf(head), 0);
  const line = lineAt<T>(linesOf(head), 0);
  const second = lineAt<T>(linesOf(head), 1);
  const start = startOf<T>(head);
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle + SECOND_BODIES));
  const [vA2, wA2, massA2, inertiaA2] = motionOf<T>(gatheredA());
  const [vB2, wB2, massB2, inertiaB2] = motionOf<T>(gatheredB());
  const [k2, whole2] = weigh(
    second, start.secondMassA * massA2, start.secondMassB * massB2, start.secondInertiaA * inertiaA2, start.secondInertiaB * inertiaB2,
  );
  const speed2 = speedAlong(second, vA2, wA2, vB2, wB2);
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [k1, whole1] = weigh(line, start.massA * massA, start.massB * massB, start.inertiaA * inertiaA, start.inertiaB * inertiaB);
  line.inverseMass = k1 + k2;
  if (begins) meetLine(row, line, speedAlong(line, vA, wA, vB, wB) + speed2, aim);
  aimLine(row, line, whole1 + whole2, aim);
}

/** Starts rigid lines from the impulses of the last substep. */
export function warmLines<T>(head: LineBundle): void {
  for (let k: u32 = 0; k < head.count; k++) {
    const row = rowAt<T>(rowsOf(head), k);
    if (row.kind == RowKind.Second) break;
    lineAt<T>(linesOf(head), k).impulse = isRigid(row) ? row.impulse : 0;
  }
  pushLines<T>(head);
}

/** Gives the bodies what the impulses of all lines do to them. */
function pushLines<T>(head: LineBundle): void {
  if (head.kind == Sweeping.Coupled) {
    const impulse = lineAt<T>(linesOf(head), 0).impulse;
    pushCoupled<T>(head, impulse);
    return;
  }
  const at = changetype<LaneBodies>(<usize>head.bundle);
  const masses = massesOf<T>(head);
  const [vAx, vAy, vAz, massZA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, VELOCITY);
  const [wAx, wAy, wAz, spareA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, ANGULAR_VELOCITY);
  const [vBx, vBy, vBz, massZB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, VELOCITY);
  const [wBx, wBy, wBz, spareB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, ANGULAR_VELOCITY);
  let vA = vec3(vAx, vAy, vAz);
  let wA = vec3(wAx, wAy, wAz);
  let vB = vec3(vBx, vBy, vBz);
  let wB = vec3(wBx, wBy, wBz);
  for (let k: u32 = 0; k < head.count; k++) {
    const line = lineAt<T>(linesOf(head), k);
    const impulse = line.impulse;
    vA += masses.massA * (impulse * line.forceA);
    wA += impulse * line.turnA;
    vB += masses.massB * (impulse * line.forceB);
    wB += impulse * line.turnB;
  }
  scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA, wA, massZA);
  scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB, wB, massZB);
}

/** A visit of all lines of a bundle, in their order. */
export function sweepLines<T>(head: LineBundle): void {
  if (head.kind == Sweeping.Coupled) {
    sweepCoupled<T>(head);
    return;
  }
  const at = changetype<LaneBodies>(<usize>head.bundle);
  const masses = massesOf<T>(head);
  const isPlain = head.kind == Sweeping.Plain;
  const massA = masses.massA;
  const massB = masses.massB;
  const [vAx, vAy, vAz, massZA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, VELOCITY);
  const [wAx, wAy, wAz, spareA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, ANGULAR_VELOCITY);
  const [vBx, vBy, vBz, massZB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, VELOCITY);
  const [wBx, wBy, wBz, spareB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, ANGULAR_VELOCITY);
  let vA = vec3(vAx, vAy, vAz);
  let wA = vec3(wAx, wAy, wAz);
  let vB = vec3(vBx, vBy, vBz);
  let wB = vec3(wBx, wBy, wBz);
  const end = linesOf(head) + <usize>head.count * LINE;
  for (let place = linesOf(head); place < end; place += LINE) {
    const line = changetype<Line<T>>(place);
    const free = wanted(line, speedAlong(line, vA, wA, vB, wB));
    const impulse: lane<T> = isPlain ? clamp(free, line.low, line.high) : free;
    const change = impulse - line.impulse;
    line.impulse = impulse;
    vA += massA * (change * line.forceA);
    wA += change * line.turnA;
    vB += massB * (change * line.forceB);
    wB += change * line.turnB;
  }
  scatterMotion<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, vA, wA, massZA);
  scatterMotion<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, vB, wB, massZB);
  if (!isPlain) boundVector<T>(head);
}

/** Takes back what is beyond the load of a spring in all its directions. */
function boundVector<T>(head: LineBundle): void {
  const x = lineAt<T>(linesOf(head), 0);
  const y = lineAt<T>(linesOf(head), 1);
  const z = lineAt<T>(linesOf(head), 2);
  const p = vec3(x.impulse, y.impulse, z.impulse);
  const size = length(p);
  const most = x.high;
  const excess = size > most;
  if (!any(excess)) return;
  const kept: lane<T> = excess ? most / size : 1;
  const bounded = kept * p;
  const change = bounded - p;
  x.impulse = change.x;
  y.impulse = change.y;
  z.impulse = change.z;
  pushLines<T>(head);
  x.impulse = bounded.x;
  y.impulse = bounded.y;
  z.impulse = bounded.z;
}

/** Gives the gathered bodies of one of two coupled joints what an impulse along their line does to them. */
function pushPair<T>(bodies: LaneBodies, line: Line<T>, scaleA: lane<T>, scaleB: lane<T>, impulse: lane<T>): void {
  gatherBodies<T>(bodies);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const pushA = scaleA * impulse * line.forceA;
  const pushB = scaleB * impulse * line.forceB;
  scatterMotion<T>(bodies.writeA0, bodies.writeA1, bodies.writeA2, bodies.writeA3, vA + massA * pushA, wA + impulse * line.turnA, massA.z);
  scatterMotion<T>(bodies.writeB0, bodies.writeB1, bodies.writeB2, bodies.writeB3, vB + massB * pushB, wB + impulse * line.turnB, massB.z);
}

function pushCoupled<T>(head: LineBundle, impulse: lane<T>): void {
  const start = startOf<T>(head);
  const first = changetype<LaneBodies>(<usize>head.bundle);
  const second = changetype<LaneBodies>(<usize>head.bundle + SECOND_BODIES);
  pushPair(first, lineAt<T>(linesOf(head), 0), start.massA, start.massB, impulse);
  pushPair(second, lineAt<T>(linesOf(head), 1), start.secondMassA, start.secondMassB, impulse);
}

/** J u of a line over four bodies. */
function coupledSpeed<T>(head: LineBundle): lane<T> {
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle));
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const speed = speedAlong(lineAt<T>(linesOf(head), 0), vA, wA, vB, wB);
  gatherBodies<T>(changetype<LaneBodies>(<usize>head.bundle + SECOND_BODIES));
  const [vA2, wA2, massA2, inertiaA2] = motionOf<T>(gatheredA());
  const [vB2, wB2, massB2, inertiaB2] = motionOf<T>(gatheredB());
  return speed + speedAlong(lineAt<T>(linesOf(head), 1), vA2, wA2, vB2, wB2);
}

function sweepCoupled<T>(head: LineBundle): void {
  const line = lineAt<T>(linesOf(head), 0);
  const impulse = clamp(wanted(line, coupledSpeed<T>(head)), line.low, line.high);
  const change = impulse - line.impulse;
  line.impulse = impulse;
  pushCoupled<T>(head, change);
}

/** Errors follow the bodies along their rows for `seconds`; targets move with them. */
export function followLines<T>(head: LineBundle, seconds: real): void {
  if (head.kind == Sweeping.Coupled) {
    const row = rowAt<T>(rowsOf(head), 0);
    row.value += seconds * (coupledSpeed<T>(head) - targetSpeed(row));
    return;
  }
  const at = changetype<LaneBodies>(<usize>head.bundle);
  const [vAx, vAy, vAz, massZA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, VELOCITY);
  const [wAx, wAy, wAz, spareA] = gatherRow<T>(at.readA0, at.readA1, at.readA2, at.readA3, ANGULAR_VELOCITY);
  const [vBx, vBy, vBz, massZB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, VELOCITY);
  const [wBx, wBy, wBz, spareB] = gatherRow<T>(at.readB0, at.readB1, at.readB2, at.readB3, ANGULAR_VELOCITY);
  const vA = vec3(vAx, vAy, vAz);
  const wA = vec3(wAx, wAy, wAz);
  const vB = vec3(vBx, vBy, vBz);
  const wB = vec3(wBx, wBy, wBz);
  for (let k: u32 = 0; k < head.count; k++) {
    const row = rowAt<T>(rowsOf(head), k);
    row.value += seconds * (speedAlong(lineAt<T>(linesOf(head), k), vA, wA, vB, wB) - targetSpeed(row));
  }
}

/** Impulses of the substep, to the rows. */
export function bookLines<T>(head: LineBundle): void {
  for (let k: u32 = 0; k < head.count; k++) {
    const row = rowAt<T>(rowsOf(head), k);
    const impulse = row.total + lineAt<T>(linesOf(head), k).impulse;
    row.impulse = impulse;
    row.total = impulse;
  }
}
