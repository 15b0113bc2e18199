import { real } from 'precision';
import { BodyRecord } from '../body/record';
import { overloadOf, turnsFar } from '../constraint/common.kernel';
import { TINY, TINY_LENGTH } from '../constraint/constants';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { deal, laneValue, scratch, toRealImpulse } from '../constraint/interleave';
import { recoverable, solveInterval } from '../constraint/interval.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { noteOverloads } from '../constraint/overload.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { pulleyOf } from './coordinates';
import { FIRST_PART, inverseMassOf, laneVector, noteLoad, rounded, strongImpulse, swingOf, writeReaction } from './parts.kernel';
import { armOf } from './pose.kernel';
import { JointRecord } from './record';

/** m; a shorter rope has no direction. */
const LEAST_LENGTH: f64 = 1e-9;

/**
 * A rope over two points fixed in the world: C = |p_A - P_A| + ratio |p_B - P_B| in an interval, one row for the whole length
 * (Waterson, eqs 136 to 139) with the gradients n_A on A and ratio n_B on B, each along its part of the rope. Lengths are carried as
 * changes since the start of the step, so lower and upper are relative to C then.
 */
export class PulleyPart<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  /** From the fixed points to the anchors, and how far that is. */
  ropeA: vec3<T>;
  ropeB: vec3<T>;
  lengthA: lane<T>;
  lengthB: lane<T>;
  ratio: lane<T>;
  lower: lane<T>;
  upper: lane<T>;
  impulse: lane<T>;
  /** Sum of what acts on B, and of the sizes. */
  total: vec3<T>;
  sum: lane<T>;
  /** Square of the impulse from which on the gradient is the current one. */
  strong: lane<T>;
  compliance: lane<T>;
  damping: lane<T>;
  angularDamping: lane<T>;
}

function directionOf<T>(rope: vec3<T>): vec3<T> {
  const size = length(rope);
  return size > splat<T>(TINY_LENGTH) ? rope / size : vec3<T>(0, 0, 0);
}

/** |d + c| - |d| without cancellation: c·(2d + c) / (|d + c| + |d|). */
function longer<T>(rope: vec3<T>, change: vec3<T>, size: lane<T>): lane<T> {
  const end = rope + change;
  return dot(change, end + rope) / max(length(end) + size, splat<T>(TINY));
}

export class PulleyJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PulleyPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    if (packPulley(changetype<usize>(this) + FIRST_PART, lane, joint, a, b, h)) changetype<LaneBodies>(changetype<usize>(this)).soft = 1;
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const part = changetype<PulleyPart<T>>(changetype<usize>(this) + FIRST_PART);
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const bentA = rotateDelta(qA, part.armA);
    const bentB = rotateDelta(qB, part.armB);
    const armA = part.armA + bentA;
    const armB = part.armB + bentB;
    const startA = xA + bentA;
    const startB = xB + bentB;
    const endA = cayleyDelta(step.h * wA, armA);
    const endB = cayleyDelta(step.h * wB, armB);
    const changeA = startA + step.h * vA + endA;
    const changeB = startB + step.h * vB + endB;
    const current = part.impulse * part.impulse > part.strong || turnsFar(wA, wB, step);
    const leverA = current ? armA + endA : armA;
    const leverB = current ? armB + endB : armB;
    const forceA = directionOf(part.ropeA + (current ? changeA : startA));
    const forceB = part.ratio * directionOf(part.ropeB + (current ? changeB : startB));
    const torqueA = cross(leverA, forceA);
    const torqueB = cross(leverB, forceB);
    const movedA = massA * forceA;
    const movedB = massB * forceB;
    const turnedA = inertiaA * torqueA;
    const turnedB = inertiaB * torqueB;
    const w = dot(forceA, movedA) + dot(torqueA, turnedA) + dot(forceB, movedB) + dot(torqueB, turnedB);

    let size: lane<T>;
    if (step.sweep == Sweep.Damp) {
      // Mueller et al., eq 31.
      const speed = dot(forceA, vA) + dot(torqueA, wA) + dot(forceB, vB) + dot(torqueB, wB);
      size = -(min(step.h * part.damping, 1) * speed) / max(w, splat<T>(TINY));
    } else {
      const value = longer(part.ropeA, changeA, part.lengthA) + part.ratio * longer(part.ropeB, changeB, part.lengthB);
      let sum: lane<T>;
      const before = longer(part.ropeA, startA, part.lengthA) + part.ratio * longer(part.ropeB, startB, part.lengthB);
      const [lower, upper] = recoverable(part.lower, part.upper, before, part.compliance, step);
      [size, sum] = solveInterval(value, lower, upper, part.impulse, w, part.compliance, splat<T>(1), step, at.soft != 0);
      part.impulse = sum;
      part.total += size * forceB;
      part.sum += size;
    }
    const load = part.impulse * part.impulse;
    if (any(load > part.strong)) noteOverloads(at, overloadOf(load, part.strong));
    scatterBodies<T>(at, vA + size * movedA, wA + size * turnedA, vB + size * movedB, wB + size * turnedB);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(part) + offsetof<PulleyPart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    const part = changetype<usize>(this) + FIRST_PART;
    joint.intervalLoad = laneValue(part, lane, offsetof<PulleyPart<real>>('impulse')) * inverseH;
    joint.intervalReaction = laneValue(part, lane, offsetof<PulleyPart<real>>('sum')) * inverseDt;
    writeReaction(joint, laneVector(part, lane, offsetof<PulleyPart<real>>('totalx')) * inverseDt);
  }
}

/** From an anchor's fixed point to the anchor. */
function ropeOf(body: BodyRecord, arm: vec3<f64>, x: f64, y: f64, z: f64): vec3<f64> {
  return vec3<f64>(body.positionX - x, body.positionY - y, body.positionZ - z) + arm;
}

/** How fast a unit of tension makes a body swing, at its anchor or at its rope. */
function swingAt(body: BodyRecord, arm: vec3<f64>, size: f64): f64 {
  const swing = swingOf(body, arm);
  return size > LEAST_LENGTH ? Math.max(swing, inverseMassOf(body) / size) : swing;
}

/** Returns whether the rope is soft. */
function packPulley(part: usize, lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): bool {
  const record = pulleyOf(joint);
  const armA = armOf(a, joint.anchorAX, joint.anchorAY, joint.anchorAZ);
  const armB = armOf(b, joint.anchorBX, joint.anchorBY, joint.anchorBZ);
  const ropeA = ropeOf(a, armA, record.pointAX, record.pointAY, record.pointAZ);
  const ropeB = ropeOf(b, armB, record.pointBX, record.pointBY, record.pointBZ);
  const lengthA = length(ropeA);
  const lengthB = length(ropeB);
  const whole = lengthA + record.ratio * lengthB;
  const one = changetype<PulleyPart<real>>(scratch());
  one.strong = strongImpulse(joint, Math.max(swingAt(a, armA, lengthA), record.ratio * swingAt(b, armB, lengthB)), h);
  one.armA = rounded(armA);
  one.armB = rounded(armB);
  one.ropeA = rounded(ropeA);
  one.ropeB = rounded(ropeB);
  one.lengthA = <real>lengthA;
  one.lengthB = <real>lengthB;
  one.ratio = <real>record.ratio;
  one.lower = <real>(joint.lower - whole);
  one.upper = <real>(joint.upper - whole);
  one.compliance = <real>joint.intervalCompliance;
  one.damping = <real>joint.linearDamping;
  one.angularDamping = <real>joint.angularDamping;
  one.impulse = toRealImpulse(joint.intervalLoad * h);
  noteLoad(joint, <f64>one.impulse * one.impulse, one.strong);
  one.total = vec3<real>(0.0, 0.0, 0.0);
  one.sum = 0;
  deal(part, lane, offsetof<PulleyPart<real>>());
  return joint.intervalCompliance > 0;
}
