import { gatheredA, gatheredB, LaneBodies, motionOf, scatterBodies } from '../../constraint/lane-bodies.kernel';
import { turnsFar } from '../../constraint/common.kernel';
import { INFINITE } from '../../constraint/constants';
import { Substep, theSubstep } from '../../constraint/substep';
import { SATURATED } from '../../joint/frame/constants';
import { BlockRow, Placement } from '../../joint/frame/lanes.kernel';
import { coordinateOf, frameOf, rowOf } from '../../joint/frame/place.kernel';
import { readGradients, readValues } from '../../joint/frame/coordinates.kernel';
import { RowLanes, startRow } from '../../joint/frame/row.kernel';
import { JointType } from '../../joint/record';
import { coordinateOfRow, endPlacement, gramAt, listRows, roleOfRow, rowAt, startPlacement } from '../../joint/frame/scratch';
import { Coordinate, Role } from '../../joint/coordinate-record';
import { rotate } from '../../math/quat.kernel';
import { between, chooseGradients, isDriven, placeCoordinates, prepareRows, weigh } from '../xpbd/coordinates.kernel';
import { directHead, measureGradient, nextDirect, slackOf, startDirect } from './row.kernel';

/** In iterations after the first: where one of the gathered bodies turns so far in the substep that the gradient at its start says nothing of where it ends, or that has led away. */
export function turnsFarAgain<T>(step: Substep): mask<T> {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  return mask(!step.first) && (turnsFar(wA, wB, step) || directHead<T>().current > 0);
}

/** The rows of a bundle of joints of coordinates: gradients at the start of the substep, or at its end. */
export function writeDirectCoordinates<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const step = theSubstep();
  const count = listRows(at.rows);
  const start = changetype<Placement<T>>(startPlacement());
  const head = directHead<T>();
  placeCoordinates<T>(bundle, step);
  startCoordinates<T>(bundle, count, step);
  head.axis = rotate(start.frameA, vec3<T>(1, 0, 0));
  head.axisY = rotate(start.frameA, vec3<T>(0, 1, 0));
  const isCrossed = at.type == JointType.Universal;
  head.axisZ = rotate(isCrossed ? start.frameB : start.frameA, vec3<T>(0, 0, 1));
  head.length = length(start.separation);
  const shape = changetype<usize>(frameOf<T>(bundle));
  const current = turnsFarAgain<T>(step);
  if (any(current)) chooseGradients<T>(current, startPlacement(), endPlacement(), at.type, at.rows, shape);
  readValues<T>(at.type, at.rows, endPlacement(), shape);
  // The inverse mass along a coordinate is asked for by drives and friction alone.
  let weighs = false;
  for (let k: u32 = 0; k < count; k++) if (roleOfRow(k) != Role.Bound) weighs = true;
  weigh<T>(at.rows, weighs);
  let impulse: vec3<T> = vec3<T>(0, 0, 0);
  let bending: vec3<T> = vec3<T>(0, 0, 0);
  let tension: lane<T> = splat<T>(0);
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const c = coordinateOf<T>(kind);
    const row = rowOf<T>(bundle, k);
    if (roleOfRow(k) != Role.Bound) storeMass<T>(kind);
    const isAngle = kind >= <u32>Coordinate.Twist && kind <= <u32>Coordinate.Cone;
    const isScrewed = kind == Coordinate.Extra && at.type == JointType.Screw;
    const locked = row.lower == row.upper && mask(roleOfRow(k) == Role.Bound);
    const out = nextDirect<T>();
    out.last = row.impulse;
    if (!isAngle && !isScrewed) impulse += row.impulse * c.force;
    if (isAngle && roleOfRow(k) == Role.Bound) bending += row.impulse * c.torque;
    if (step.first) {
      const expected: lane<T> = isHeld<T>(row, k) ? head.expected : 0;
      row.impulse = expected * row.impulse;
      row.approach = c.speed;
    }
    const present: lane<T> = row.present;
    out.forceA = -present * c.force;
    out.torqueA = -present * c.torqueA;
    out.forceB = present * c.force;
    out.torqueB = present * c.torqueB;
    out.impulse = row.impulse;
    out.change = splat<T>(0);
    const isRigid = locked && row.compliance == 0;
    const holdsPoint = isRigid && mask(kind < <u32>Coordinate.Twist);
    const bends = isAngle && roleOfRow(k) == Role.Bound;
    const holdsAngle = locked && mask(bends && kind != Coordinate.Cone);
    const limits: lane<T> = splat<T>(bends ? 3 : 0);
    const turn: lane<T> = holdsAngle ? splat<T>(2) : limits;
    out.part = holdsPoint ? 1 : turn;
    const isHard = mask(roleOfRow(k) == Role.Bound) && row.compliance == 0;
    out.start = isHard && (!locked || holdsPoint || holdsAngle) ? out.start : 0;
    if (kind == Coordinate.Extra) {
      head.axis = c.force;
      tension -= out.last;
    }
  }
  head.impulse = impulse;
  head.bending = bending;
  head.tension = tension;
  const isLink = (at.rows & 0xfff) == 0;
  head.leverA = isLink ? start.armA : start.armA + start.separation;
  head.leverB = start.armB;
  prepareRows<T>(bundle, count, step);
}

function storeMass<T>(kind: u32): void {
  const w = between<T>(kind, kind);
  store<T>(gramAt(kind, kind), w);
}

/** Where a row locks a coordinate that joints are expected to hold as they did in the last substep. */
function isHeld<T>(row: RowLanes<T>, k: u32): mask<T> {
  const kind = coordinateOfRow(k);
  const isAngle = kind >= <u32>Coordinate.Twist && kind < <u32>Coordinate.Cone;
  const isLock = row.lower == row.upper && mask(roleOfRow(k) == Role.Bound);
  return isLock && (mask(isAngle) || (mask(kind < <u32>Coordinate.Twist) && row.compliance == 0));
}

/** Coordinates where the substep starts. */
export function placeHeld<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  placeCoordinates<T>(bundle, theSubstep());
  readGradients<T>(at.type, at.rows, startPlacement(), changetype<usize>(frameOf<T>(bundle)));
  weigh<T>(at.rows, true);
}

/** What locked rows did in the last substep: force and torque, as impulses. */
export function heldImpulse<T>(bundle: usize): [vec3<T>, vec3<T>] {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  let force: vec3<T> = vec3<T>(0, 0, 0);
  let torque: vec3<T> = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const row = rowOf<T>(bundle, k);
    const c = coordinateOf<T>(coordinateOfRow(k));
    const impulse: lane<T> = isHeld<T>(row, k) && row.present > 0 ? row.impulse : 0;
    force += impulse * c.force;
    torque += impulse * c.torque;
  }
  return [force, torque];
}

/** The impulses that locked rows are expected to give, to the bodies. */
export function expectCoordinates<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  const count = listRows(at.rows);
  placeHeld<T>(bundle);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  let force: vec3<T> = vec3<T>(0, 0, 0);
  let torque: vec3<T> = vec3<T>(0, 0, 0);
  let turnA: vec3<T> = vec3<T>(0, 0, 0);
  let turnB: vec3<T> = vec3<T>(0, 0, 0);
  const share: lane<T> = directHead<T>().expected;
  for (let k: u32 = 0; k < count; k++) {
    const row = rowOf<T>(bundle, k);
    const c = coordinateOf<T>(coordinateOfRow(k));
    const expected: lane<T> = isHeld<T>(row, k) && row.present > 0 ? share * row.impulse : 0;
    row.total += expected;
    force += expected * c.force;
    torque += expected * c.torque;
    turnA += expected * c.turnedA;
    turnB += expected * c.turnedB;
  }
  frame.totalForce += force;
  frame.totalTorque += torque;
  scatterBodies<T>(at, vA - massA * force, wA - turnA, vB + massB * force, wB + turnB);
}

/** Where the coordinates are at the start of the substep: drives book what they did in the last one. */
function startCoordinates<T>(bundle: usize, count: u32, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const shape = changetype<usize>(frameOf<T>(bundle));
  const head = changetype<usize>(directHead<T>());
  readGradients<T>(at.type, at.rows, startPlacement(), shape);
  readValues<T>(at.type, at.rows, startPlacement(), shape);
  for (let k: u32 = 0; k < count; k++) {
    const row = rowOf<T>(bundle, k);
    const value: lane<T> = coordinateOf<T>(coordinateOfRow(k)).value;
    nextDirect<T>().start = value - clamp(value, row.lower, row.upper);
    if (step.first && isDriven(roleOfRow(k))) startRow(row, value, step);
  }
  startDirect(head);
}

/** What the rows want, of which the gradients are written already. */
export function wishDirectCoordinates<T>(bundle: usize): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  const head = directHead<T>();
  let slack: lane<T> = splat<T>(INFINITE);
  for (let k: u32 = 0; k < count; k++) {
    const from = changetype<BlockRow<T>>(rowAt(k));
    const out = nextDirect<T>();
    out.residual = from.residual;
    out.softness = from.softness;
    out.low = from.low;
    out.high = from.high;
    measureGradient<T>(out);
    const last = out.last;
    const least = SATURATED * from.low;
    const most = SATURATED * from.high;
    const stays = (last >= most && from.residual > 0) || (last <= least && from.residual < 0);
    // What pushed in the last substep mostly does so in this one; what it asks of free bodies says little.
    const isLimit = mask(roleOfRow(k) == Role.Bound) && (from.low == 0 || from.high == 0);
    const holds = isLimit ? last != 0 : from.active && !(mask(roleOfRow(k) != Role.Bound) && stays);
    out.holds = holds ? splat<T>(1) : splat<T>(0);
    const kind = coordinateOfRow(k);
    if (kind < <u32>Coordinate.Twist || kind > <u32>Coordinate.Cone || roleOfRow(k) != Role.Bound) continue;
    const own: lane<T> = rowOf<T>(bundle, k).present > 0 ? slackOf<T>(out) : splat<T>(INFINITE);
    slack = min(slack, own);
  }
  head.slack = slack;
}

/** Takes the impulses of the rows back. */
export function takeDirectCoordinates<T>(bundle: usize): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  const frame = frameOf<T>(bundle);
  const lever = directHead<T>().leverB;
  let linear: vec3<T> = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const from = nextDirect<T>();
    const row = rowOf<T>(bundle, k);
    const force = from.forceB;
    const torque = from.torqueB - cross(lever, force);
    const change: lane<T> = from.change;
    row.impulse = from.impulse;
    row.total += change;
    linear += from.impulse * force;
    frame.totalForce += change * force;
    frame.totalTorque += change * torque;
    if (roleOfRow(k) == Role.Drive) {
      const most = max(-from.low, from.high);
      row.saturated = most > 0 && abs(row.impulse) >= SATURATED * most ? 1 : 0;
    }
  }
  frame.linear = linear;
}
