import { INFINITE } from '../../constraint/constants';
import { LANES, real } from 'precision';
import { isDynamic } from '../../body/activity';
import { BodyFlag, BodyRecord } from '../../body/record';
import { clearScratch, deal, laneValue, scratch, toReal, toRealImpulse } from '../../constraint/interleave';
import { LaneBodies } from '../../constraint/lane-bodies.kernel';
import { Coordinate, CoordinateFlag, CoordinateRecord, Role } from '../coordinate-record';
import { coordinateOf, coordinateSlot, pathOf, screwOf } from '../coordinates';
import {
  laneVector, linkSwing, noteLoad, relaxationOf, rounded, roundedTurn, strongImpulse, strongTorque, weighsLoad, writeReaction,
  writeTorque,
} from '../parts.kernel';
import { anchorsOf, axisOf, framesOf } from '../pose.kernel';
import { isSoft, JointRecord, JointType } from '../record';
import { twistOf } from '../../math/angle.kernel';
import { conjugate, qmul, rotate, unrotate } from '../../math/quat.kernel';
import { fullTurns, unwrapAngle } from '../../math/turns';
import { FrameLanes, hasAbsoluteAngles } from './coordinates.kernel';
import { RowLanes } from './row.kernel';
import { coordinateOfRow, listRows, roleOfRow, setStart, startOf } from './scratch';

// From the records of a joint of rows to its bundle and back; in double precision.

const FRAME: usize = offsetof<LaneBodies>();

function rowAddress(bundle: usize, index: u32): usize {
  return bundle + FRAME + <usize>LANES * (offsetof<FrameLanes<real>>() + <usize>index * offsetof<RowLanes<real>>());
}

/** A finite number in the solver's precision. */
function bounded(value: f64): real {
  return <real>Math.min(Math.max(value, -(<f64>INFINITE)), <f64>INFINITE);
}

function locate(joint: JointRecord, a: BodyRecord, b: BodyRecord): void {
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const [frameA, frameB] = framesOf(joint, a, b);
  const local = unrotate(frameA, separation);
  const isPath = joint.type == JointType.Path;
  const x: f64 = isPath ? pathOf(joint).value : local.x;
  setStart(Coordinate.X, x);
  setStart(Coordinate.Y, isPath ? 0.0 : local.y);
  setStart(Coordinate.Z, isPath ? 0.0 : local.z);
  joint.twist = withinTurn(joint, Coordinate.Twist, joint.twist);
  if (joint.type == JointType.Universal) joint.secondTwist = withinTurn(joint, Coordinate.SwingZ, joint.secondTwist);
  let twist: f64 = fullTurns(joint.twist);
  if (!hasAbsoluteAngles(joint.type)) {
    twist = unwrapAngle(twistOf(qmul(conjugate(frameA), frameB)), joint.twist);
  }
  setStart(Coordinate.Twist, twist);
  setStart(Coordinate.SwingY, 0.0);
  setStart(Coordinate.SwingZ, joint.type == JointType.Universal ? fullTurns(joint.secondTwist) : 0.0);
  setStart(Coordinate.Cone, 0.0);
  setStart(Coordinate.Extra, joint.type == JointType.Screw ? x - leadOf(joint) * twist : length(separation));
}

/** So many joints at a body that no substep resolves springs and dampers: they are implicit, as is all else where velocities are not centred. */
const UNRESOLVABLE: real = 1e30;

export function packRows(bundle: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  locate(joint, a, b);
  const crowd: real = (a.flags | b.flags) & BodyFlag.Uncentered ? UNRESOLVABLE : max(jointsAt(a), jointsAt(b));
  let locksOnly = true;
  for (let k: u32 = 0; k < count; k++) {
    const row = changetype<RowLanes<real>>(scratch());
    clearScratch(offsetof<RowLanes<real>>());
    const kind = coordinateOfRow(k);
    const role = roleOfRow(k);
    if (joint.rows & (1 << (4 * kind + role))) {
      row.present = 1;
      row.crowd = crowd;
      if (role == Role.Bound && joint.locks & (1 << kind)) {
        packLock(row, kind, joint, h);
      } else {
        locksOnly = false;
        packRow(row, kind, role, coordinateOf(joint, kind), h);
        if (row.restitution > 0) changetype<LaneBodies>(bundle).damped = 1;
      }
    }
    deal(rowAddress(bundle, k), lane, offsetof<RowLanes<real>>());
  }
  packFrame(bundle + FRAME, lane, joint, a, b, h, locksOnly);
}

/** As a number that is at least 1. */
function jointsAt(body: BodyRecord): real {
  return isDynamic(body) ? <real>max(body.jointCount, 1) : 1;
}

/** An angle that counts from the other side where it is beyond its bounds by more than half a turn. */
function withinTurn(joint: JointRecord, kind: u32, angle: f64): f64 {
  const isBound = ((joint.rows >> (4 * kind)) & 1) != 0 && (joint.locks & (1 << kind)) == 0;
  if (!isBound) return angle;
  const record = coordinateOf(joint, kind);
  return unwrapAngle(angle, Math.min(Math.max(angle, record.lower), record.upper));
}

function packLock(row: RowLanes<real>, kind: u32, joint: JointRecord, h: f64): void {
  const linear = kind < <u32>Coordinate.Twist;
  const value: f64 = (kind == Coordinate.Extra ? joint.lower : 0.0) - startOf(kind);
  row.lower = <real>value;
  row.upper = <real>value;
  row.compliance = <real>(kind == Coordinate.Extra ? joint.intervalCompliance : linear ? joint.compliance : joint.angularCompliance);
  row.impulse = toRealImpulse(lockLoad(joint, kind) * h);
}

/** Load of a locked coordinate in the last substep. */
function lockLoad(joint: JointRecord, kind: u32): f64 {
  if (kind == Coordinate.Extra) return joint.intervalLoad;
  return load<f64>(changetype<usize>(joint) + offsetof<JointRecord>('forceX') + (<usize>kind << 3));
}

/** Lead of a screw, m/rad. */
function leadOf(joint: JointRecord): f64 {
  return joint.type == JointType.Screw ? screwOf(joint).lead : 0.0;
}

function packRow(row: RowLanes<real>, kind: u32, role: u32, record: CoordinateRecord, h: f64): void {
  const shift = startOf(kind);
  record.base = shift;
  row.impulse = toRealImpulse(loadOf(record, role) * h);
  const flags = record.flags;
  switch (role) {
    case Role.Bound:
      row.lower = kind == Coordinate.Cone ? -INFINITE : bounded(record.lower - shift);
      row.upper = kind == Coordinate.Cone ? 0 : bounded(record.upper - shift);
      row.compliance = bounded(record.limitCompliance);
      row.damping = bounded(record.limitDamping);
      row.restitution = <real>record.restitution;
      break;
    case Role.Drive:
      row.target = bounded(record.target - shift);
      row.velocity = bounded(record.velocity);
      row.stiffness = bounded(record.stiffness);
      row.quadraticStiffness = bounded(record.quadraticStiffness);
      row.damping = bounded(record.damping);
      row.maxLoad = bounded(record.maxLoad);
      row.deadZone = bounded(record.deadZone);
      row.secondaryTarget = bounded(record.secondaryTarget - shift);
      row.secondaryStiffness = bounded(record.secondaryStiffness);
      row.secondaryDamping = bounded(record.secondaryDamping);
      row.secondaryMaxLoad = bounded(record.secondaryMaxLoad);
      row.start = bounded(record.start - shift);
      row.saturated = flags & CoordinateFlag.Saturated ? 1 : 0;
      row.servo = flags & CoordinateFlag.Servo ? 1 : 0;
      row.rigid = flags & CoordinateFlag.Rigid ? 1 : 0;
      row.secondary = flags & CoordinateFlag.HasSecondary ? 1 : 0;
      row.helps = record.helped != 0 && coordinateSlot(record.helped - 1).flags & CoordinateFlag.Saturated ? 1 : 0;
      break;
    case Role.Friction:
      row.maxLoad = bounded(record.friction);
      break;
    default:
      row.damping = bounded(record.viscousDamping);
      break;
  }
}

/** Load of a row in the last substep. */
function loadOf(record: CoordinateRecord, role: u32): f64 {
  return load<f64>(changetype<usize>(record) + offsetof<CoordinateRecord>('boundLoad') + (<usize>role << 3));
}

function packFrame(
  part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64, locksOnly: bool,
): void {
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const [frameA, frameB] = framesOf(joint, a, b);
  const one = changetype<FrameLanes<real>>(scratch());
  const reach = length(separation);
  const isLink = joint.type != JointType.Screw && joint.rows >> (4 * Coordinate.Extra) != 0;
  const swing: f64 = weighsLoad(joint) ? linkSwing(a, b, armA + separation, armB, isLink ? reach : 0.0) : 0.0;
  one.strong = strongImpulse(joint, swing, h);
  one.relaxation = locksOnly && !isSoft(joint) ? relaxationOf(joint, a, b) : 1;
  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.separation = rounded(separation);
  one.frameA = roundedTurn(frameA);
  one.frameB = roundedTurn(frameB);
  const cone = joint.rows & (1 << (4 * Coordinate.Cone)) ? coordinateOf(joint, Coordinate.Cone) : changetype<CoordinateRecord>(0);
  one.coneY = changetype<usize>(cone) ? <real>cone.lower : 1;
  one.coneZ = changetype<usize>(cone) ? <real>cone.upper : 1;
  one.lead = <real>leadOf(joint);
  const relative = qmul(conjugate(frameA), frameB);
  one.relative = quat<real>(toReal(relative.x), toReal(relative.y), toReal(relative.z), toReal(relative.w));
  one.twist = hasAbsoluteAngles(joint.type) ? <real>(joint.twist - startOf(Coordinate.Twist)) : 0;
  one.secondTwist = <real>(joint.secondTwist - startOf(Coordinate.SwingZ));
  const along = vec3<f64>(linearLoad(joint, Coordinate.X), linearLoad(joint, Coordinate.Y), linearLoad(joint, Coordinate.Z));
  const extra = isLink ? linearLoad(joint, Coordinate.Extra) : 0.0;
  const line = reach > 1e-9 ? separation / reach : vec3<f64>(0.0, 0.0, 0.0);
  const screwed = joint.type == JointType.Screw ? joint.intervalLoad : 0.0;
  one.linear = rounded(h * (rotate(frameA, along) + extra * line + screwed * axisOf(frameA)));
  one.strongTurn = strongTorque(joint, a, b, h);
  noteLoad(joint, lengthSquared(one.linear), one.strong);
  const torque = vec3<f64>(joint.reactionTorqueX, joint.reactionTorqueY, joint.reactionTorqueZ);
  noteLoad(joint, h * h * lengthSquared(torque), one.strongTurn);
  one.linearDamping = <real>joint.linearDamping;
  one.angularDamping = <real>joint.angularDamping;
  // What a fixed joint with a compliance lets move is damped in all directions.
  const undamped: u32 = joint.type == <u32>JointType.Fixed ? 0 : joint.locks;
  one.free = vec3<real>(undamped & 1 ? 0 : 1, undamped & 2 ? 0 : 1, undamped & 4 ? 0 : 1);
  one.totalForce = vec3<real>(0, 0, 0);
  one.totalTorque = vec3<real>(0, 0, 0);
  deal(part, lane, offsetof<FrameLanes<real>>());
}

/** Load of all rows along a linear coordinate in the last substep. */
function linearLoad(joint: JointRecord, kind: u32): f64 {
  const rows = (joint.rows >> (4 * kind)) & 15;
  if (!rows) return 0.0;
  if (rows == 1 && joint.locks & (1 << kind)) return lockLoad(joint, kind);
  const record = coordinateOf(joint, kind);
  let sum: f64 = joint.locks & (1 << kind) ? lockLoad(joint, kind) : 0.0;
  for (let role: u32 = 0; role < <u32>Role.Count; role++) if (rows & (1 << role)) sum += loadOf(record, role);
  return sum;
}

/** Loads, work and targets, to the records. */
export function finishRows(bundle: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  const count = listRows(changetype<LaneBodies>(bundle).rows);
  const frame = bundle + FRAME;
  for (let k: u32 = 0; k < count; k++) {
    const kind = coordinateOfRow(k);
    const role = roleOfRow(k);
    if (!(joint.rows & (1 << (4 * kind + role)))) continue;
    const row = rowAddress(bundle, k);
    const now = laneValue(row, lane, offsetof<RowLanes<real>>('impulse')) * inverseH;
    if (role == Role.Bound && joint.locks & (1 << kind)) {
      if (kind == Coordinate.Extra) joint.intervalLoad = now;
      else store<f64>(changetype<usize>(joint) + offsetof<JointRecord>('forceX') + (<usize>kind << 3), now);
      continue;
    }
    const record = coordinateOf(joint, kind);
    const at = changetype<usize>(record) + (<usize>role << 3);
    const mean = laneValue(row, lane, offsetof<RowLanes<real>>('total')) * inverseDt;
    store<f64>(at, isFinite(now) ? now : 0.0, offsetof<CoordinateRecord>('boundLoad'));
    store<f64>(at, isFinite(mean) ? mean : 0.0, offsetof<CoordinateRecord>('boundReaction'));
    if (role == Role.Drive) finishDrive(row, lane, record, inverseDt);
  }
  writeReaction(joint, laneVector(frame, lane, offsetof<FrameLanes<real>>('totalForcex')) * inverseDt);
  writeTorque(joint, laneVector(frame, lane, offsetof<FrameLanes<real>>('totalTorquex')) * inverseDt);
}

function finishDrive(row: usize, lane: u32, record: CoordinateRecord, inverseDt: f64): void {
  const shift = record.base;
  const work = laneValue(row, lane, offsetof<RowLanes<real>>('work'));
  const start = laneValue(row, lane, offsetof<RowLanes<real>>('start')) + shift;
  if (isFinite(work)) record.work += work;
  record.start = isFinite(start) ? start : 0.0;
  // A speed motor remembers there where it should be.
  const target = laneValue(row, lane, offsetof<RowLanes<real>>('target'));
  if (record.flags & CoordinateFlag.Servo) record.target += record.velocity / inverseDt;
  else record.target = isFinite(target) ? target + shift : 0.0;
  const full = laneValue(row, lane, offsetof<RowLanes<real>>('saturated')) > 0.5;
  record.flags = full ? record.flags | CoordinateFlag.Saturated : record.flags & ~(<u32>CoordinateFlag.Saturated);
}
