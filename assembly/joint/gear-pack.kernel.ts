import { real } from 'precision';
import { BodyRecord } from '../body/record';
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

/** The coordinate of one of the coupled joints, at the start of the step. */
export class CoupledLanes<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  axisA: vec3<T>;
  axisB: vec3<T>;
  /** F_B F_A* without its twist. */
  relative: quat<T>;
  /** 1: the offset along A's axis; 0: the twist about it. */
  slides: lane<T>;
  /** Change of the twist since the start of the step as last seen. */
  twist: lane<T>;
  /** From here on of one sweep: change of the coordinate to the end of the substep; force at B's anchor and torque along it. */
  value: lane<T>;
  force: vec3<T>;
  torque: vec3<T>;
  /** What a unit impulse of the coupling does to A and B: impulse and angular impulse, and the velocities they make. */
  pushA: vec3<T>;
  pushB: vec3<T>;
  turnA: vec3<T>;
  turnB: vec3<T>;
  movedA: vec3<T>;
  movedB: vec3<T>;
  turnedA: vec3<T>;
  turnedB: vec3<T>;
  inverseMass: lane<T>;
}

/** What couples them. */
export class CouplingLanes<T> {
  ratio: lane<T>;
  /** What q2 - ratio q1 has to change by in the step. */
  target: lane<T>;
  compliance: lane<T>;
  impulse: lane<T>;
  sum: lane<T>;
  /** What acted on B of the second joint in the step. */
  totalForce: vec3<T>;
  totalTorque: vec3<T>;
  /** Square of the impulse from which on the gradient is the current one. */
  strong: lane<T>;
  /** 1 where a body of the second joint is also one of the first: A2 is A1, A2 is B1, B2 is A1, B2 is B1. */
  isA2A1: lane<T>;
  isA2B1: lane<T>;
  isB2A1: lane<T>;
  isB2B1: lane<T>;
  /** The gradient is the current one; impulse of a sweep. */
  current: mask<T>;
  change: lane<T>;
}

/** Byte offsets in a bundle: the bodies of the second joint behind those of the first, the two coordinates, the coupling. */
export const SECOND_BODIES: usize = offsetof<LaneBodies>();
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
  one.target = <real>(record.ratio * q1 + record.rest - q2);
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
