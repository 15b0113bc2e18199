import { real } from 'precision';
import { isFree } from '../body/activity';
import { BodyRecord } from '../body/record';
import { AngleIntervalPart } from '../constraint/angle-interval.kernel';
import { AxisPart } from '../constraint/axis.kernel';
import { DistancePart } from '../constraint/distance.kernel';
import { deal, laneValue, scratch, toReal, toRealImpulse } from '../constraint/interleave';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { NEVER, OVERLOAD, RECOVERY, RELAXATION, TENSION_LIMIT } from '../constraint/constants';
import { PointPart } from '../constraint/point.kernel';
import { theSubstep } from '../constraint/substep';
import { angleOf } from '../math/angle.kernel';
import { conjugate, qmul, unrotate } from '../math/quat.kernel';
import { unwrapAngle } from '../math/turns';
import { anchorsOf, axisOf, framesOf, lastForce, lastTorque, orientationOf } from './pose.kernel';
import { noteOverload } from '../constraint/overload.kernel';
import { SOLVER_BODY } from '../body/solver-body.kernel';
import { isAwake } from '../island/awake';
import { theWorld } from '../memory/arena';
import { Gradient, Projection } from '../world';
import { isSoft, JointFlag, JointRecord, JointType } from './record';

// From joint records to the parts of bundles and back: geometry is computed in double precision and handed over as what is small.

/** Byte offset of the first part behind the addresses of a bundle's bodies. */
export const FIRST_PART: usize = offsetof<LaneBodies>();

/**
 * Over-relaxation of a joint's rigid rows. A joint that is the only one of both its bodies is solved exactly as it is; soft
 * joints, those with an interval, symmetric sweeps and the papers' projection have none.
 */
export function relaxationOf(joint: JointRecord, a: BodyRecord, b: BodyRecord): real {
  const bounded = joint.type != JointType.Distance && (joint.flags & JointFlag.HasInterval) != 0;
  if (isSoft(joint) || bounded || theWorld().symmetric || theWorld().projection == Projection.Scalar) return 1;
  if (joint.flags & (JointFlag.Strained | JointFlag.Direct)) return 1;
  const alone = (joint.bodyA == 0 || !isFree(a) || a.jointCount == 1) && (joint.bodyB == 0 || !isFree(b) || b.jointCount == 1);
  return alone ? 1 : <real>RELAXATION;
}

/** 1 / mass; 0 for what does not move. */
export function inverseMassOf(body: BodyRecord): f64 {
  return isFree(body) ? 1.0 / body.mass : 0.0;
}

/** Half the trace of -[r]M[r] over |r|: how fast a unit impulse at the arm r, along it, makes the body swing; 0 for bodies that do not. */
export function swingOf(body: BodyRecord, r: vec3<f64>): f64 {
  return swingAlong(body, r.x, r.y, r.z);
}

function swingAlong(body: BodyRecord, x: f64, y: f64, z: f64): f64 {
  const r = vec3<f64>(x, y, z);
  const q = orientationOf(body);
  const axes = qmul(q, quat<f64>(body.principalX, body.principalY, body.principalZ, body.principalW));
  const p = unrotate(axes, r);
  const trace = (p.y * p.y + p.z * p.z) / body.inertiaX + (p.x * p.x + p.z * p.z) / body.inertiaY + (p.x * p.x + p.y * p.y) / body.inertiaZ;
  const reach = length(r);
  const swings = isFree(body) && reach > 1e-9;
  return swings ? (0.5 * trace) / reach : 0.0;
}

/** The same for a link of this length between two anchors, which itself swings too. */
export function linkSwing(a: BodyRecord, b: BodyRecord, armA: vec3<f64>, armB: vec3<f64>, reach: f64): f64 {
  const swingA = swingOf(a, armA);
  const swingB = swingOf(b, armB);
  const across = inverseMassOf(a) + inverseMassOf(b) + swingA * length(armA) + swingB * length(armB);
  const swing: f64 = Math.max(swingA, swingB);
  return reach > 1e-9 ? Math.max(swing, across / reach) : swing;
}

/** Whether it depends on a joint's load which gradient it takes: only then anybody has to know how fast that makes its bodies swing. */
export function weighsLoad(joint: JointRecord): bool {
  return theWorld().gradient == Gradient.Auto && !(joint.flags & (JointFlag.Strained | JointFlag.Direct));
}

/** Square of the impulse from which on the gradient is the current one: h |p| times the greatest swing reaches TENSION_LIMIT. */
export function strongImpulse(joint: JointRecord, swing: f64, h: f64): real {
  const gradient = theWorld().gradient;
  if (gradient == Gradient.Current && !(joint.flags & JointFlag.Direct)) return -1;
  if (gradient == Gradient.Start || swing <= 0.0 || joint.flags & (JointFlag.Strained | JointFlag.Direct)) return <real>NEVER;
  const impulse = TENSION_LIMIT / (h * swing);
  return <real>Math.min(impulse * impulse, NEVER);
}

/** m/s: how fast a length moves in the step from what it was to what it is set to. One that would be faster than a rope is taken in is there at once, and so is a target. */
export function driftOf(joint: JointRecord): real {
  const speed = (joint.upper - joint.lastUpper) / <f64>theSubstep().rest;
  return joint.lower < joint.upper && Math.abs(speed) <= <f64>RECOVERY ? <real>speed : 0;
}

/** A vector rounded to the precision of the solver. */
export function rounded(v: vec3<f64>): vec3<real> {
  return vec3<real>(toReal(v.x), toReal(v.y), toReal(v.z));
}

export function roundedImpulse(v: vec3<f64>): vec3<real> {
  return vec3<real>(toRealImpulse(v.x), toRealImpulse(v.y), toRealImpulse(v.z));
}

export function roundedTurn(q: quat<f64>): quat<real> {
  return quat<real>(toReal(q.x), toReal(q.y), toReal(q.z), toReal(q.w));
}

/** A vector of a lane, by the byte offset of its field in the scalar record. */
export function laneVector(part: usize, lane: u32, field: usize): vec3<f64> {
  return vec3<f64>(
    laneValue(part, lane, field),
    laneValue(part, lane, field + sizeof<real>()),
    laneValue(part, lane, field + 2 * sizeof<real>()),
  );
}

/** How fast a unit angular impulse turns a body, the mean of two axes across it at most; 0 for bodies that do not turn. */
function turnOf(body: BodyRecord): f64 {
  return isFree(body) ? 0.5 * (1 / body.inertiaX + 1 / body.inertiaY + 1 / body.inertiaZ) : 0.0;
}

/** Square of the angular impulse from which on it overloads one of the bodies. */
export function strongTorque(joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): real {
  return strongImpulse(joint, weighsLoad(joint) ? Math.max(turnOf(a), turnOf(b)) : 0.0, h);
}

/** Notes at the bodies that the load of the last substep overloads them; both are squares of impulses. */
export function noteLoad(joint: JointRecord, load: f64, strong: f64): void {
  if (!(strong > 0.0 && load > strong)) return;
  const ratio = <real>(Math.sqrt(load / strong) / OVERLOAD);
  if (!(ratio > 1)) return;
  noteBody(joint.bodyA, ratio);
  noteBody(joint.bodyB, ratio);
}

function noteBody(slot: u32, ratio: real): void {
  const world = theWorld();
  if (isAwake(world, slot)) noteOverload(<usize>world.solverBodies + <usize>slot * SOLVER_BODY, ratio);
}

export function packPoint(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const impulse = lastForce(joint) * h;
  const one = changetype<PointPart<real>>(scratch());
  const swing: f64 = weighsLoad(joint) ? Math.max(swingOf(a, armA), swingOf(b, armB)) : 0.0;
  one.strong = strongImpulse(joint, swing, h);
  one.relaxation = relaxationOf(joint, a, b);

  noteLoad(joint, lengthSquared(impulse), one.strong);
  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.separation = rounded(separation);
  one.compliance = <real>joint.compliance;
  one.damping = <real>joint.linearDamping;
  one.angularDamping = <real>joint.angularDamping;
  one.impulse = roundedImpulse(impulse);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  deal(part, lane, offsetof<PointPart<real>>());
}

/** Writes the force of the last substep, and the mean force of the step. */
export function finishPoint(part: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  finishForce(part, lane, offsetof<PointPart<real>>('impulsex'), joint, inverseH);
  finishReaction(part, lane, offsetof<PointPart<real>>('totalx'), joint, inverseDt);
}

/** Writes the force of the last substep, given where a part has its impulse. */
function finishForce(part: usize, lane: u32, impulse: usize, joint: JointRecord, inverseH: f64): void {
  const force = laneVector(part, lane, impulse) * inverseH;
  joint.forceX = force.x;
  joint.forceY = force.y;
  joint.forceZ = force.z;
}

/** Writes the mean force of the step, given where a part has the sum of its impulses. */
function finishReaction(part: usize, lane: u32, total: usize, joint: JointRecord, inverseDt: f64): void {
  writeReaction(joint, laneVector(part, lane, total) * inverseDt);
}

/** Writes the mean force of the step. */
export function writeReaction(joint: JointRecord, force: vec3<f64>): void {
  joint.reactionForceX = force.x;
  joint.reactionForceY = force.y;
  joint.reactionForceZ = force.z;
}

/** Writes the mean torque of the step. */
export function writeTorque(joint: JointRecord, torque: vec3<f64>): void {
  joint.reactionTorqueX = torque.x;
  joint.reactionTorqueY = torque.y;
  joint.reactionTorqueZ = torque.z;
}

export function packAxis(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
  const [frameA, frameB] = framesOf(joint, a, b);
  const axisA = axisOf(frameA);
  const axisB = axisOf(frameB);
  const impulse = lastTorque(joint) * h;
  const one = changetype<AxisPart<real>>(scratch());
  one.axisA = rounded(axisA);
  one.axisB = rounded(axisB);
  one.difference = rounded(axisB - axisA);
  one.strong = strongTorque(joint, a, b, h);
  noteLoad(joint, lengthSquared(impulse), one.strong);
  one.compliance = <real>joint.angularCompliance;
  one.impulse = roundedImpulse(impulse);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  deal(part, lane, offsetof<AxisPart<real>>());
}

/** Writes the torque of the last substep and the mean torque of the step, given where a part has its impulse and its total. */
function finishTorque(part: usize, lane: u32, impulse: usize, total: usize, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  const j = laneVector(part, lane, impulse);
  const reaction = laneVector(part, lane, total) * inverseDt;
  joint.torqueX = j.x * inverseH;
  joint.torqueY = j.y * inverseH;
  joint.torqueZ = j.z * inverseH;
  writeTorque(joint, reaction);
}

export function finishAxis(part: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  finishTorque(part, lane, offsetof<AxisPart<real>>('impulsex'), offsetof<AxisPart<real>>('totalx'), joint, inverseH, inverseDt);
}

export function packAngle(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
  const [frameA, frameB] = framesOf(joint, a, b);
  const twist = qmul(conjugate(frameA), frameB);
  const sign: f64 = twist.w < 0.0 ? -1.0 : 1.0;
  const norm = Math.max(Math.sqrt(twist.x * twist.x + twist.w * twist.w), 1e-300);
  const wrapped = angleOf(sign * twist.x, sign * twist.w);
  // Beyond its bounds by more than half a turn an angle counts from the other side.
  const angle = unwrapAngle(wrapped, Math.min(Math.max(joint.twist, joint.lower), joint.upper));
  joint.twist = angle;
  const untwist = quat<f64>((-sign * twist.x / norm) * axisOf(frameA), (sign * twist.w) / norm);
  const relative = qmul(qmul(frameB, conjugate(frameA)), untwist);
  const one = changetype<AngleIntervalPart<real>>(scratch());
  one.relative = roundedTurn(relative);
  one.lower = <real>(joint.lower - angle);
  one.upper = <real>(joint.upper - angle);
  one.compliance = <real>joint.intervalCompliance;
  one.impulse = toRealImpulse(joint.intervalLoad * h);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  one.sum = 0;
  deal(part, lane, offsetof<AngleIntervalPart<real>>());
}

export function finishAngle(part: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  const reaction = laneVector(part, lane, offsetof<AngleIntervalPart<real>>('totalx')) * inverseDt;
  joint.intervalLoad = laneValue(part, lane, offsetof<AngleIntervalPart<real>>('impulse')) * inverseH;
  joint.intervalReaction = laneValue(part, lane, offsetof<AngleIntervalPart<real>>('sum')) * inverseDt;
  joint.reactionTorqueX += reaction.x;
  joint.reactionTorqueY += reaction.y;
  joint.reactionTorqueZ += reaction.z;
}

export function packDistance(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
  const [armA, armB, separation] = anchorsOf(joint, a, b);
  const distance = length(separation);
  const one = changetype<DistancePart<real>>(scratch());
  const swing: f64 = weighsLoad(joint) ? linkSwing(a, b, armA, armB, distance) : 0.0;
  one.strong = strongImpulse(joint, swing, h);
  // A bound is met exactly: over-relaxation would push off it.
  one.relaxation = joint.lower == joint.upper ? relaxationOf(joint, a, b) : 1;

  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.separation = rounded(separation);
  one.length = <real>distance;
  one.lower = <real>(joint.lower - distance);
  one.upper = <real>(joint.upper - distance);
  one.drift = driftOf(joint);
  one.compliance = <real>joint.intervalCompliance;
  one.damping = <real>joint.linearDamping;
  one.angularDamping = <real>joint.angularDamping;
  one.impulse = toRealImpulse(joint.intervalLoad * h);
  noteLoad(joint, <f64>one.impulse * one.impulse, one.strong);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  one.sum = 0;
  deal(part, lane, offsetof<DistancePart<real>>());
}

export function finishDistance(part: usize, lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
  joint.intervalLoad = laneValue(part, lane, offsetof<DistancePart<real>>('impulse')) * inverseH;
  joint.intervalReaction = laneValue(part, lane, offsetof<DistancePart<real>>('sum')) * inverseDt;
  finishReaction(part, lane, offsetof<DistancePart<real>>('totalx'), joint, inverseDt);
}
