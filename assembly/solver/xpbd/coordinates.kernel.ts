import { real } from 'precision';
import { turnsFar } from '../../constraint/common.kernel';
import { INFINITE, LONGEST_TURN } from '../../constraint/constants';
import { dampRotation } from '../../constraint/damp-rotation.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../../constraint/lane-bodies.kernel';
import { noteOverloads } from '../../constraint/overload.kernel';
import { Substep } from '../../constraint/substep';
import { Coordinate, Role } from '../../joint/coordinate-record';
import { JointType } from '../../joint/record';
import { cayley, cayleyDelta, qmul } from '../../math/quat.kernel';
import { solveBlock } from '../linear/block.kernel';
import { FrameLanes, readGradients, readValues } from '../../joint/frame/coordinates.kernel';
import { BlockRow, Placement } from '../../joint/frame/lanes.kernel';
import { coordinateOf, followPaths, frameOf, placeStart, rowOf } from '../../joint/frame/place.kernel';
import { noteDrive, prepareBounce, prepareRow, startRow, warmRow } from '../../joint/frame/row.kernel';
import { coordinateOfRow, endPlacement, gramAt, listRows, roleOfRow, rowAt, startPlacement } from '../../joint/frame/scratch';

// A joint of coordinates in XPBD: each sweep solves all its rows at once (solver/linear/block.kernel.ts), so that limits, drives and what is locked do
// not fight each other. Mueller et al., section 3.4; Waterson, sections 6 and 6.1.

/** Where they are at its end. */
function placeEnd<T>(
  at: Placement<T>, start: Placement<T>, step: Substep, velocityA: vec3<T>, angularA: vec3<T>, velocityB: vec3<T>, angularB: vec3<T>,
): void {
  const thetaA = step.h * angularA;
  const thetaB = step.h * angularB;
  const endA = cayleyDelta(thetaA, start.armA);
  const endB = cayleyDelta(thetaB, start.armB);
  at.armA = start.armA + endA;
  at.armB = start.armB + endB;
  const change = step.h * (velocityB - velocityA) + (endB - endA);
  const turnA = cayley(thetaA);
  const turnB = cayley(thetaB);
  at.separation = start.separation + change;
  at.frameA = qmul(turnA, start.frameA);
  at.frameB = qmul(turnB, start.frameB);
  at.change = start.change + change;
  at.turnA = qmul(turnA, start.turnA);
  at.turnB = qmul(turnB, start.turnB);
}

/** Takes the gradients at the end where the joint turns or is loaded too much for those at the start. */
export function chooseGradients<T>(current: mask<T>, placement: usize, ends: usize, type: u32, rows: u32, shape: usize): void {
  if (any(current)) {
    const start = changetype<Placement<T>>(placement);
    const end = changetype<Placement<T>>(ends);
    start.armA = current ? end.armA : start.armA;
    start.armB = current ? end.armB : start.armB;
    start.separation = current ? end.separation : start.separation;
    start.frameA = current ? end.frameA : start.frameA;
    start.frameB = current ? end.frameB : start.frameB;
    start.bend = current ? end.bend : start.bend;
  }
  readGradients<T>(type, rows, placement, shape);
}

/** Torques about the centres of mass of the coordinates in use, and the speeds along them, of the gathered bodies; and where it is asked for, responses. */
export function weigh<T>(rows: u32, responds: bool): void {
  const at = changetype<Placement<T>>(startPlacement());
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const mass = massA + massB;
  const relative = vB - vA;
  // A's frame turns with A, so that both forces act at B's anchor.
  const leverA = at.armA + at.separation;
  const leverB = at.armB;
  for (let k: u32 = 0; k < <u32>Coordinate.Count; k++) {
    if (!((rows >> (4 * k)) & 15)) continue;
    const c = coordinateOf<T>(k);
    const force = c.force;
    const torque = c.torque;
    const torqueA = cross(leverA, force) + torque;
    const torqueB = cross(leverB, force) + torque;
    c.torqueA = torqueA;
    c.torqueB = torqueB;
    c.speed = dot(force, relative) + dot(torqueB, wB) - dot(torqueA, wA);
    if (!responds) continue;
    c.moved = mass * force;
    c.turnedA = inertiaA * torqueA;
    c.turnedB = inertiaB * torqueB;
  }
}

/** Inverse effective mass between two coordinates. */
export function between<T>(i: u32, j: u32): lane<T> {
  const p = coordinateOf<T>(i);
  const q = coordinateOf<T>(j);
  return dot(p.force, q.moved) + dot(p.torqueA, q.turnedA) + dot(p.torqueB, q.turnedB);
}

/** Where the bodies are at the start and at the end of the substep. */
export function placeCoordinates<T>(bundle: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  gatherBodies<T>(at);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const start = changetype<Placement<T>>(startPlacement());
  placeStart(start, frameOf<T>(bundle), xA, qA, xB, qB);
  placeEnd(changetype<Placement<T>>(endPlacement()), start, step, vA, wA, vB, wB);
  if (at.type == JointType.Path) {
    followPaths<T>(bundle, startPlacement());
    followPaths<T>(bundle, endPlacement());
  }
}

/** Places the bodies, takes the gradients of coordinates with these rows, and reads where they end the substep. */
export function reachRows<T>(bundle: usize, rows: u32, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  const shape = changetype<usize>(frame);
  placeCoordinates<T>(bundle, step);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const last = frame.linear;
  const current = lengthSquared(last) > frame.strong || turnsFar(wA, wB, step);
  chooseGradients(current, startPlacement(), endPlacement(), at.type, rows, shape);
  readValues<T>(at.type, rows, endPlacement(), shape);
}

/** Where the coordinates end the substep and how fast they change, with what their rows have to work on. */
function reachCoordinates<T>(bundle: usize, step: Substep): void {
  const rows = changetype<LaneBodies>(bundle).rows;
  reachRows<T>(bundle, rows, step);
  weigh<T>(rows, true);
}

/** Whether the speed of a row counts. */
export function isDriven(role: u32): bool {
  return role == Role.Drive || role == Role.Viscous;
}

/** Of the listed rows. */
function anyDriven(count: u32): bool {
  for (let k: u32 = 0; k < count; k++) if (isDriven(roleOfRow(k))) return true;
  return false;
}

/** Notes the speeds along the coordinates of drives and dampers, before the forces of the first substep. */
export function noteSpeeds<T>(bundle: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const count = listRows(at.rows);
  if (!anyDriven(count)) return;
  placeCoordinates<T>(bundle, step);
  readGradients<T>(at.type, at.rows, startPlacement(), changetype<usize>(frameOf<T>(bundle)));
  weigh<T>(at.rows, true);
  for (let k: u32 = 0; k < count; k++) rowOf<T>(bundle, k).before = coordinateOf<T>(coordinateOfRow(k)).speed;
}

/** Books what drives did in the last substep. */
function startDrives<T>(bundle: usize, count: u32, step: Substep): void {
  if (!anyDriven(count)) return;
  const at = changetype<LaneBodies>(bundle);
  const shape = changetype<usize>(frameOf<T>(bundle));
  const exact = step.centered;
  if (exact) readValues<T>(at.type, at.rows, startPlacement(), shape);
  const since: real = exact ? 0 : step.h;
  for (let k: u32 = 0; k < count; k++) {
    const c = coordinateOf<T>(coordinateOfRow(k));
    if (isDriven(roleOfRow(k))) startRow(rowOf<T>(bundle, k), c.value - splat<T>(since) * c.speed, step);
  }
  if (exact) readValues<T>(at.type, at.rows, endPlacement(), shape);
}

/** An iteration: all rows of the joint at once. */
export function solveCoordinates<T>(bundle: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const count = listRows(at.rows);
  reachCoordinates<T>(bundle, step);
  if (step.first && !(at.soft && step.warms)) startDrives<T>(bundle, count, step);
  pivotRows<T>(bundle, count, step, at.soft != 0);
  applyRows<T>(bundle, count, true);
}

/** The warm start: a part of the last substep's impulses. */
export function warmCoordinates<T>(bundle: usize, step: Substep): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  reachCoordinates<T>(bundle, step);
  startDrives<T>(bundle, count, step);
  warmRows<T>(bundle, count, step);
  applyRows<T>(bundle, count, true);
}

/** Notes where the linear and angular impulses of all rows are too large. */
export function noteLoads<T>(at: LaneBodies, frame: FrameLanes<T>, linear: vec3<T>, angular: vec3<T>): void {
  const load = lengthSquared(linear);
  noteOverloads(at, load, frame.strong);
  const turn = lengthSquared(angular);
  noteOverloads(at, turn, frame.strongTurn);
}

/** Applies the changes of all rows; `notes`: loads that are too large are noted. */
function applyRows<T>(bundle: usize, count: u32, notes: bool): void {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  let force: vec3<T> = vec3<T>(0, 0, 0);
  let torque: vec3<T> = vec3<T>(0, 0, 0);
  let turnA: vec3<T> = vec3<T>(0, 0, 0);
  let turnB: vec3<T> = vec3<T>(0, 0, 0);
  let linear: vec3<T> = vec3<T>(0, 0, 0);
  let angular: vec3<T> = vec3<T>(0, 0, 0);
  for (let k: u32 = 0; k < count; k++) {
    const c = coordinateOf<T>(coordinateOfRow(k));
    const change = changetype<BlockRow<T>>(rowAt(k)).change;
    const impulse = rowOf<T>(bundle, k).impulse;
    force += change * c.force;
    torque += change * c.torque;
    turnA += change * c.turnedA;
    turnB += change * c.turnedB;
    linear += impulse * c.force;
    angular += impulse * c.torque;
  }
  frame.linear = linear;
  if (notes) noteLoads(at, frame, linear, angular);
  frame.totalForce += force;
  frame.totalTorque += torque;
  scatterBodies<T>(at, vA - massA * force, wA - turnA, vB + massB * force, wB + turnB);
}

/** How much of an error a substep takes away at most. */
export function reachOf<T>(kind: u32): lane<T> {
  return kind >= <u32>Coordinate.Twist && kind <= <u32>Coordinate.Cone ? splat<T>(LONGEST_TURN) : splat<T>(INFINITE);
}

/** What the rows want, with the inverse effective masses known. */
export function prepareRows<T>(bundle: usize, count: u32, step: Substep): void {
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const c = coordinateOf<T>(kind);
    const w: lane<T> = load<T>(gramAt(kind, kind));
    prepareRow(roleOfRow(k), rowOf<T>(bundle, k), changetype<BlockRow<T>>(rowAt(k)), c.value, c.speed, w, reachOf<T>(kind), step);
  }
}

/** Takes a part of the last substep's impulses. */
function warmRows<T>(bundle: usize, count: u32, step: Substep): void {
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const w = between<T>(kind, kind);
    store<T>(gramAt(kind, kind), w);
  }
  prepareRows<T>(bundle, count, step);
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const w: lane<T> = load<T>(gramAt(kind, kind));
    const out = changetype<BlockRow<T>>(rowAt(k));
    out.change = warmRow(roleOfRow(k), rowOf<T>(bundle, k), out, w);
  }
}

/** Inverse effective masses between all coordinates in use. */
function fillGram<T>(rows: u32): void {
  for (let i: u32 = 0; i < <u32>Coordinate.Count; i++) {
    if (!((rows >> (4 * i)) & 15)) continue;
    for (let j: u32 = 0; j <= i; j++) {
      if (!((rows >> (4 * j)) & 15)) continue;
      const mass = between<T>(i, j);
      store<T>(gramAt(i, j), mass);
      store<T>(gramAt(j, i), mass);
    }
  }
}

/** An iteration: all rows at once. */
function pivotRows<T>(bundle: usize, count: u32, step: Substep, soft: bool): void {
  const rows = changetype<LaneBodies>(bundle).rows;
  const fresh = step.first && !(soft && step.warms);
  fillGram<T>(rows);
  for (let k: u32 = 0; k < count; k++) {
    const row = rowOf<T>(bundle, k);
    if (fresh) row.impulse = splat<T>(0);
    if (step.first) row.approach = coordinateOf<T>(coordinateOfRow(k)).speed;
  }
  prepareRows<T>(bundle, count, step);
  solveBlock<T>(count);
  const relaxation = frameOf<T>(bundle).relaxation;
  for (let k: u32 = 0; k < count; k++) {
    const row = rowOf<T>(bundle, k);
    const out = changetype<BlockRow<T>>(rowAt(k));
    const change = relaxation * out.change;
    out.change = change;
    row.impulse += change;
    row.total += change;
  }
  for (let k: u32 = 0; k < count; k++) {
    if (roleOfRow(k) != Role.Drive) continue;
    noteDrive(rowOf<T>(bundle, k), changetype<BlockRow<T>>(rowAt(k)));
  }
}

/** The velocity pass: damping rates (Mueller et al., eqs 31 and 32) of what is not locked, and restitution of limits. */
export function dampCoordinates<T>(bundle: usize, step: Substep): void {
  const frame = frameOf<T>(bundle);
  dampLinear<T>(bundle, step);
  dampRotation<T>(changetype<LaneBodies>(bundle), changetype<usize>(frame) + offsetof<FrameLanes<T>>('angularDamping'), step);
  if (bounces<T>(bundle)) bounceRows<T>(bundle, step);
}

/** Whether some limit has restitution. */
function bounces<T>(bundle: usize): bool {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  for (let k: u32 = 0; k < count; k++) if (any(rowOf<T>(bundle, k).restitution > 0)) return true;
  return false;
}

function dampLinear<T>(bundle: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const frame = frameOf<T>(bundle);
  gatherBodies<T>(at);
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  placeStart(changetype<Placement<T>>(startPlacement()), frame, xA, qA, xB, qB);
  if (at.type == JointType.Path) followPaths<T>(bundle, startPlacement());
  readGradients<T>(at.type, at.rows, startPlacement(), changetype<usize>(frame));
  const part = min(step.h * frame.linearDamping, 1);
  const free = frame.free;
  coordinateOf<T>(Coordinate.X).value = part * free.x;
  coordinateOf<T>(Coordinate.Y).value = part * free.y;
  coordinateOf<T>(Coordinate.Z).value = part * free.z;
  for (let kind: u32 = Coordinate.X; kind <= <u32>Coordinate.Z; kind++) pushAlong<T>(at, kind);
}

/** Takes the part of the speed along a coordinate that stands in place of its value. */
function pushAlong<T>(at: LaneBodies, kind: u32): void {
  weigh<T>(15 << (4 * kind), true);
  const w = between<T>(kind, kind);
  const c = coordinateOf<T>(kind);
  c.speed = w > 0 ? (-c.value * c.speed) / w : 0;
  applyAlong<T>(at, kind);
}

/** Applies the impulse that stands in place of the speed along a coordinate. */
function applyAlong<T>(at: LaneBodies, kind: u32): void {
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const c = coordinateOf<T>(kind);
  const impulse = c.speed;
  scatterBodies<T>(at, vA - impulse * (massA * c.force), wA - impulse * c.turnedA, vB + impulse * (massB * c.force), wB + impulse * c.turnedB);
}

/** Limits that were met in the substep throw the coordinate back, while locked coordinates keep their speeds. */
function bounceRows<T>(bundle: usize, step: Substep): void {
  const at = changetype<LaneBodies>(bundle);
  const count = listRows(at.rows);
  weigh<T>(at.rows, true);
  fillGram<T>(at.rows);
  for (let k: u32 = 0; k < count; k++)
    prepareBounce(roleOfRow(k), rowOf<T>(bundle, k), changetype<BlockRow<T>>(rowAt(k)), coordinateOf<T>(coordinateOfRow(k)).speed, step);
  solveBlock<T>(count);
  for (let k: u32 = 0; k < count; k++) rowOf<T>(bundle, k).total += changetype<BlockRow<T>>(rowAt(k)).change;
  applyRows<T>(bundle, count, false);
}
