// The joints of a world as lines: all groups, colour by colour.
import { LANES, real } from 'precision';
import { INFINITE } from '../../constraint/constants';
import { bundleAt, Group, groupAt, jointGraph, memberAt, NO_MEMBER } from '../../constraint/graph';
import { LaneBodies, gatherAhead, gatheredA, gatheredB, poseOf } from '../../constraint/lane-bodies.kernel';
import { Row, rowsWritten, startRows } from '../../constraint/row.kernel';
import { theSubstep } from '../../constraint/substep';
import { Role } from '../../joint/coordinate-record';
import { couplingOf } from '../../joint/coordinates';
import { readGradients, readValues } from '../../joint/frame/coordinates.kernel';
import { Placement } from '../../joint/frame/lanes.kernel';
import { coordinateOf, followPaths, frameOf, placeStart, rowOf } from '../../joint/frame/place.kernel';
import { startRow } from '../../joint/frame/row.kernel';
import { coordinateOfRow, listRows, roleOfRow, startPlacement } from '../../joint/frame/scratch';
import { BY_ROWS, isCoupling, isVectorSpring, mostRows, typeOf } from '../../joint/kinds';
import { JointLanes } from '../../joint/lanes.kernel';
import { JointRecord, JointType } from '../../joint/record';
import { JointVisitor, visitJoints } from '../../joint/visit.kernel';
import { jointAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { ReadRows } from '../read-rows.kernel';
import { WriteRows } from '../write-rows.kernel';
import {
  aimLines, bookLines, followLines, LINE, LINE_HEAD, LINE_START, LineBundle, LineStart, rowsOf, startLines, sweepLines, Sweeping, warmLines,
} from './joint-lines.kernel';
import { Aim } from './line.kernel';

const ROW: usize = offsetof<Row<v128>>();
/** Bits of a mask of rows: the drives of all coordinates. */
const DRIVES: u32 = 0x22222222;

/** The type of joints with parts of their own; Count: those of a group are lists of coordinates. */
function partsOf(group: Group): u32 {
  return group.kind & BY_ROWS ? <u32>JointType.Count : typeOf(group);
}

/** Rows that a bundle of a group has at most. */
function roomOf(group: Group): u32 {
  switch (partsOf(group)) {
    case JointType.Ball:
    case JointType.MatrixSpring:
    case JointType.Grab:
    case JointType.AngularDrive:
      return 3;
    case JointType.Distance:
    case JointType.Rope:
    case JointType.Pulley:
      return 1;
    case JointType.Gear:
    case JointType.RackAndPinion:
      return 2;
    default:
      return mostRows(group);
  }
}

/** Bytes from the lines of one bundle of a group to those of the next. */
function stride(group: Group): usize {
  return LINE_HEAD + <usize>roomOf(group) * LINE;
}

/** Bytes that the rows of a bundle of a group take. */
function rowBytes(group: Group): usize {
  return LINE_START + <usize>roomOf(group) * ROW;
}

function headAt(group: Group, index: u32): LineBundle {
  return changetype<LineBundle>(<usize>group.rows + <usize>index * stride(group));
}

/** Bytes that the lines and rows of all joints take. */
export function jointRoom(world: WorldRecord): u64 {
  const graph = jointGraph(world);
  let bytes: u64 = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    bytes += <u64>group.count * <u64>(stride(group) + rowBytes(group));
  }
  return bytes;
}

function sweepingOf(group: Group): u32 {
  if (isCoupling(group)) return Sweeping.Coupled;
  return isVectorSpring(partsOf(group)) ? Sweeping.Vector : Sweeping.Plain;
}

/** Gives the bundles of all joints their places from an address on, first all lines, then all rows; returns the address behind them. */
export function placeJoints(world: WorldRecord, from: usize): usize {
  const graph = jointGraph(world);
  let at = from;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    group.rows = <u32>at;
    at += <usize>group.count * stride(group);
  }
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    for (let k: u32 = 0; k < group.count; k++) {
      const head = headAt(group, k);
      head.bundle = <u32>bundleAt(group, k);
      head.start = <u32>at;
      head.kind = sweepingOf(group);
      fillScales<v128>(changetype<LineStart<v128>>(at));
      at += rowBytes(group);
      changetype<LaneBodies>(<usize>head.bundle).tuned = isTuned(group, k) ? 1 : 0;
    }
  }
  return at;
}

function fillScales<T>(start: LineStart<T>): void {
  const one = splat<T>(1);
  start.massA = one;
  start.inertiaA = one;
  start.massB = one;
  start.inertiaB = one;
  start.secondMassA = one;
  start.secondInertiaA = one;
  start.secondMassB = one;
  start.secondInertiaB = one;
}

/** Whether a joint of a bundle has options of its own for its rows. */
function isTuned(group: Group, index: u32): bool {
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
    const slot = memberAt(group, index * LANES + lane);
    if (slot == NO_MEMBER) return false;
    const joint = jointAt(slot);
    if (joint.maxForce < Infinity || joint.maxTorque < Infinity) return true;
    if (joint.massScaleA != 1 || joint.massScaleB != 1 || joint.inertiaScaleA != 1 || joint.inertiaScaleB != 1) return true;
  }
  return false;
}

/** Bounds of loads, and factors of inverse masses, that single joints have. */
function tune(group: Group, index: u32, head: LineBundle): void {
  const lanes = <usize>head.start;
  for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
    const slot = memberAt(group, index * LANES + lane);
    if (slot == NO_MEMBER) return;
    const joint = jointAt(slot);
    const place = lane * sizeof<real>();
    for (let k: u32 = 0; k < head.count; k++) boundRow(rowsOf(head) + <usize>k * ROW + place, joint);
    const scales = lanes + place;
    if (head.kind == Sweeping.Coupled) {
      const coupling = couplingOf(joint);
      const first = jointAt(coupling.firstJoint);
      const second = jointAt(coupling.secondJoint);
      storeScales(scales + <usize>LANES * offsetof<LineStart<real>>('massA'), joint, first.bodyA, first.bodyB);
      storeScales(scales + <usize>LANES * offsetof<LineStart<real>>('secondMassA'), joint, second.bodyA, second.bodyB);
    } else {
      storeScales(scales + <usize>LANES * offsetof<LineStart<real>>('massA'), joint, joint.bodyA, joint.bodyB);
    }
  }
}

/** The factors of a joint for two bodies, which are its own or others. */
function storeScales(at: usize, joint: JointRecord, bodyA: u32, bodyB: u32): void {
  const step = <usize>LANES * sizeof<real>();
  store<real>(at, massScale(joint, bodyA));
  store<real>(at + step, inertiaScale(joint, bodyA));
  store<real>(at + 2 * step, massScale(joint, bodyB));
  store<real>(at + 3 * step, inertiaScale(joint, bodyB));
}

function massScale(joint: JointRecord, body: u32): real {
  return body == joint.bodyA ? <real>joint.massScaleA : body == joint.bodyB ? <real>joint.massScaleB : 1;
}

function inertiaScale(joint: JointRecord, body: u32): real {
  return body == joint.bodyA ? <real>joint.inertiaScaleA : body == joint.bodyB ? <real>joint.inertiaScaleB : 1;
}

/** Bounds the load of one lane of a row. */
function boundRow(lane: usize, joint: JointRecord): void {
  let force: real = 0;
  for (let k: usize = 0; k < 3; k++) {
    force += abs(load<real>(lane + <usize>LANES * (offsetof<Row<real>>('forceAx') + k * sizeof<real>())));
    force += abs(load<real>(lane + <usize>LANES * (offsetof<Row<real>>('forceBx') + k * sizeof<real>())));
  }
  const most = <real>min(force == 0 ? joint.maxTorque : joint.maxForce, <f64>INFINITE);
  const low = lane + <usize>LANES * offsetof<Row<real>>('low');
  const high = lane + <usize>LANES * offsetof<Row<real>>('high');
  store<real>(low, max(load<real>(low), -most));
  store<real>(high, min(load<real>(high), most));
}

class Write extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const head = headAt(group, k);
      const bundle = <usize>head.bundle;
      startRows(rowsOf(head));
      changetype<J>(bundle).rows(changetype<WriteRows<v128>>(bundle));
      head.count = rowsWritten();
      if (changetype<LaneBodies>(bundle).tuned) tune(group, k, head);
    }
  }
}

class Read extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    for (let k: u32 = 0; k < group.count; k++) {
      const head = headAt(group, k);
      const bundle = <usize>head.bundle;
      bookLines<v128>(head);
      startRows(rowsOf(head));
      changetype<J>(bundle).rows(changetype<ReadRows<v128>>(bundle));
    }
  }
}

/** Drives book their work, and their targets move, where the substep begins. */
function startDrives<T>(bundle: usize): void {
  const at = changetype<LaneBodies>(bundle);
  const shape = changetype<usize>(frameOf<T>(bundle));
  const place = changetype<Placement<T>>(startPlacement());
  gatherAhead<T>(at);
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  placeStart(place, frameOf<T>(bundle), xA, qA, xB, qB);
  if (at.type == JointType.Path) followPaths<T>(bundle, startPlacement());
  readGradients<T>(at.type, at.rows, startPlacement(), shape);
  readValues<T>(at.type, at.rows, startPlacement(), shape);
  const count = listRows(at.rows);
  for (let k: u32 = 0; k < count; k++) {
    if (roleOfRow(k) == Role.Drive) startRow(rowOf<T>(bundle, k), coordinateOf<T>(coordinateOfRow(k)).value, theSubstep());
  }
}

/** Writes the rows of all joints where the substep begins, and takes their lines from them. `ahead`: see startLines. */
export function writeJoints(world: WorldRecord, ahead: real): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (group.kind & BY_ROWS && group.traits & DRIVES) for (let k: u32 = 0; k < group.count; k++) startDrives<v128>(bundleAt(group, k));
    visitJoints<v128, Write>(group, changetype<Write>(0));
    for (let k: u32 = 0; k < group.count; k++) startLines<v128>(headAt(group, k), ahead);
  }
}

/** See aimLines. The levers of ropes over fixed points and of what couples joints stay: their directions turn as much. */
export function aimJoints(world: WorldRecord, aim: Aim, begins: bool, turns: bool): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const mayTurn = turns && !isCoupling(group) && partsOf(group) != JointType.Pulley;
    for (let k: u32 = 0; k < group.count; k++) aimLines<v128>(headAt(group, k), aim, begins, mayTurn);
  }
}

export function warmAllJoints(world: WorldRecord): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    for (let k: u32 = 0; k < group.count; k++) warmLines<v128>(headAt(group, k));
  }
}

export function sweepJoints(world: WorldRecord): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    const end = <usize>group.rows + <usize>group.count * size;
    for (let at = <usize>group.rows; at < end; at += size) sweepLines<v128>(changetype<LineBundle>(at));
  }
}

export function followJoints(world: WorldRecord, seconds: real): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    for (let k: u32 = 0; k < group.count; k++) followLines<v128>(headAt(group, k), seconds);
  }
}

/** Takes the impulses of the substep to the bundles, from where they go to loads as those of any solver. */
export function readJoints(world: WorldRecord): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) visitJoints<v128, Read>(groupAt(graph, g), changetype<Read>(0));
}
