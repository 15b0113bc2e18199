import { real } from 'precision';
import { LONGEST_TURN } from '../constraint/constants';
import { CoupledLanes, CouplingLanes } from '../constraint/coupling.kernel';
import { deal, laneValue, scratch, toRealImpulse } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { twistOf } from '../math/angle.kernel';
import { conjugate, qmul } from '../math/quat.kernel';
import { unwrapAngle } from '../math/turns';
import { bodyAt, jointAt } from '../memory/records';
import { Coordinate } from './coordinate-record';
import { couplingOf } from './coordinates';
import { laneVector, rounded, roundedTurn, strongImpulse, swingOf, writeReaction, writeTorque } from './parts.kernel';
import { anchorsOf, axisOf, framesOf } from './pose.kernel';
import { JointRecord } from './record';

// From the records of a coupling and of the two joints it couples to its bundle and back; in double precision.

/** Byte offset in a bundle of the two coordinates and the coupling, behind the bodies of both joints. */
export const FIRST_COORDINATE: usize = 2 * offsetof<LaneBodies>();

/** How fast a unit impulse along a joint's coordinate makes its bodies swing. */
function coordinateSwing(joint: JointRecord, kind: u32): f64 {
  if (kind != Coordinate.X) return 0.0;
  const a = bodyAt(joint.bodyA);
  const b = bodyAt(joint.bodyB);
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  return Math.max(swingOf(a, armA + separation), swingOf(b, armB));
}

/** Returns the value of the coordinate. */
function packCoordinate(part: usize, lane: u32, joint: JointRecord, kind: u32): f64 {
  const a = bodyAt(joint.bodyA);
  const b = bodyAt(joint.bodyB);
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const [frameA, frameB] = framesOf(joint, a, b);
  const axisA = axisOf(frameA);
  const twist = qmul(conjugate(frameA), frameB);
  const norm = Math.max(Math.sqrt(twist.x * twist.x + twist.w * twist.w), 1e-300);
  const untwist = quat<f64>((-twist.x / norm) * axisA, twist.w / norm);
  const angle = unwrapAngle(twistOf(twist), joint.twist);
  const offset: f64 = dot(separation, axisA);
  const one = changetype<CoupledLanes<real>>(scratch());
  memory.fill(scratch(), 0, offsetof<CoupledLanes<real>>());
  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.separation = rounded(separation);
  one.axisA = rounded(axisA);
  one.axisB = rounded(axisOf(frameB));
  one.relative = roundedTurn(qmul(qmul(frameB, conjugate(frameA)), untwist));
  one.slides = kind == Coordinate.X ? 1 : 0;
  one.twist = 0;
  deal(part, lane, offsetof<CoupledLanes<real>>());
  return kind == Coordinate.X ? offset : angle;
}

function same(a: u32, b: u32): real {
  return a == b ? 1 : 0;
}

/** How much of an error of the second coordinate a step takes away at most, so that no body turns by more than LONGEST_TURN. */
function coupledReach(firstKind: u32, secondKind: u32, ratio: f64): f64 {
  const first: f64 = firstKind == Coordinate.X ? Infinity : LONGEST_TURN * Math.abs(ratio);
  return secondKind == Coordinate.X ? first : Math.min(first, LONGEST_TURN);
}

/** Returns whether the coupling is soft. */
export function packGear(part: usize, lane: u32, joint: JointRecord, h: f64, coordinateBytes: usize): bool {
  const record = couplingOf(joint);
  const first = jointAt(record.firstJoint);
  const second = jointAt(record.secondJoint);
  const q1 = packCoordinate(part, lane, first, record.firstKind);
  const q2 = packCoordinate(part + coordinateBytes, lane, second, record.secondKind);
  const swing = Math.max(Math.abs(record.ratio) * coordinateSwing(first, record.firstKind), coordinateSwing(second, record.secondKind));
  const one = changetype<CouplingLanes<real>>(scratch());
  memory.fill(scratch(), 0, offsetof<CouplingLanes<real>>());
  one.ratio = <real>record.ratio;
  const error = record.ratio * q1 + record.rest - q2;
  const reach: f64 = joint.intervalCompliance > 0 ? Infinity : coupledReach(record.firstKind, record.secondKind, record.ratio);
  one.target = <real>Math.min(Math.max(error, -reach), reach);
  one.compliance = <real>joint.intervalCompliance;
  one.impulse = toRealImpulse(joint.intervalLoad * h);
  one.sum = 0;
  one.totalForce = vec3<real>(0.0, 0.0, 0.0);
  one.totalTorque = vec3<real>(0.0, 0.0, 0.0);
  one.strong = strongImpulse(joint, swing, h);
  one.isA2A1 = same(second.bodyA, first.bodyA);
  one.isA2B1 = same(second.bodyA, first.bodyB);
  one.isB2A1 = same(second.bodyB, first.bodyA);
  one.isB2B1 = same(second.bodyB, first.bodyB);
  deal(part + 2 * coordinateBytes, lane, offsetof<CouplingLanes<real>>());
  return joint.intervalCompliance > 0;
}

export function finishGear(part: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  joint.intervalLoad = laneValue(part, lane, offsetof<CouplingLanes<real>>('impulse')) * inverseH;
  joint.intervalReaction = laneValue(part, lane, offsetof<CouplingLanes<real>>('sum')) * inverseDt;
  writeReaction(joint, laneVector(part, lane, offsetof<CouplingLanes<real>>('totalForcex')) * inverseDt);
  writeTorque(joint, laneVector(part, lane, offsetof<CouplingLanes<real>>('totalTorquex')) * inverseDt);
}
