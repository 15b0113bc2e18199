import { BodyRecord } from '../body/record';
import { endRelative } from '../constraint/angle-interval.kernel';
import { turnsFar } from '../constraint/common.kernel';
import { solveInterval } from '../constraint/interval.kernel';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { atan2 } from '../math/trigonometry.kernel';
import { unwrap } from '../rows/coordinates.kernel';
import { CoupledLanes, CouplingLanes, finishGear, FIRST_COORDINATE, packGear, SECOND_BODIES } from './gear-pack.kernel';
import { JointRecord } from './record';

/** 1 + cos of the angle between the axes, least: at half a turn the twist has no direction. */
const LEAST_COSINE: f64 = 2e-6;

/**
 * Change of a coupled coordinate from the start of the step to the end of the substep, and its gradient: a force at B's anchor and a
 * torque, and both together about the centres of A (reversed there) and B. The twist about the axis is that of Mueller et al., eq 21,
 * with the gradient (a + b) / (1 + a·b); the offset along A's axis that of section 3.4.2.
 */
function reachCoordinate<T>(bodies: LaneBodies, part: CoupledLanes<T>, coupling: CouplingLanes<T>, step: Substep): void {
  gatherBodies<T>(bodies);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const current = coupling.current;
  const thetaA = step.h * wA;
  const thetaB = step.h * wB;
  const bentA = rotateDelta(qA, part.armA);
  const bentB = rotateDelta(qB, part.armB);
  const armA = part.armA + bentA;
  const armB = part.armB + bentB;
  const endA = cayleyDelta(thetaA, armA);
  const endB = cayleyDelta(thetaB, armB);
  const startChange = (xB - xA) + (bentB - bentA);
  const change = startChange + step.h * (vB - vA) + (endB - endA);
  const leant = rotateDelta(qA, part.axisA);
  const axisA = part.axisA + leant;
  const axisB = part.axisB + rotateDelta(qB, part.axisB);
  const leans = cayleyDelta(thetaA, axisA);
  const endAxisA = axisA + leans;

  const q = endRelative(part.relative, qA, wA, qB, wB, step);
  const sign = q.w < 0 ? splat<T>(-1) : splat<T>(1);
  const angle = 2 * atan2(sign * dot(q.xyz, endAxisA), sign * q.w);
  const twist = unwrap(angle, part.twist);
  part.twist = twist;
  // The offset's change a·d - a0·d0 without cancellation.
  const offset = dot(endAxisA, change) + dot(leant + leans, part.separation);
  const slides = part.slides > 0.5;
  part.value = slides ? offset : twist;

  const a = current ? endAxisA : axisA;
  const b = current ? axisB + cayleyDelta(thetaB, axisB) : axisB;
  const none = vec3<T>(0, 0, 0);
  const force = slides ? a : none;
  const torque = slides ? none : (a + b) / max(1 + dot(a, b), LEAST_COSINE);
  const leverB = current ? armB + endB : armB;
  const leverA = (current ? armA + endA : armA) + part.separation + (current ? change : startChange);
  part.force = force;
  part.torque = torque;
  part.turnA = cross(leverA, force) + torque;
  part.turnB = cross(leverB, force) + torque;
}

/** What a unit impulse of the coupling does to the bodies of one joint. */
function respond<T>(bodies: LaneBodies, part: CoupledLanes<T>): void {
  gatherBodies<T>(bodies);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const movedA = massA * part.pushA;
  const movedB = massB * part.pushB;
  const turnedA = inertiaA * part.turnA;
  const turnedB = inertiaB * part.turnB;
  part.movedA = movedA;
  part.movedB = movedB;
  part.turnedA = turnedA;
  part.turnedB = turnedB;
  part.inverseMass = dot(part.pushA, movedA) + dot(part.turnA, turnedA) + dot(part.pushB, movedB) + dot(part.turnB, turnedB);
}

function push<T>(bodies: LaneBodies, part: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
  gatherBodies<T>(bodies);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const size = coupling.change;
  scatterBodies<T>(bodies, vA + size * part.movedA, wA + size * part.turnedA, vB + size * part.movedB, wB + size * part.turnedB);
}

/** Where some body of a joint turns far in the substep. */
function turning<T>(bodies: LaneBodies, coupling: CouplingLanes<T>, step: Substep): void {
  gatherBodies<T>(bodies);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  coupling.current = coupling.current || turnsFar(wA, wB, step);
}

/**
 * A gear, or rack and pinion: coordinates of two joints in proportion, C = q2 - ratio q1 - rest. One row over up to four bodies
 * (Waterson, section 10, eqs 138 and 139). A body of the second joint that is also one of the first has the sum of their gradients
 * there; its place in the second joint is read, but has no gradient and is written to nowhere.
 */
export class GearJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_COORDINATE + 2 * offsetof<CoupledLanes<T>>() + offsetof<CouplingLanes<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const part = changetype<usize>(this) + FIRST_COORDINATE;
    if (packGear(part, lane, joint, h, offsetof<CoupledLanes<T>>())) changetype<LaneBodies>(changetype<usize>(this)).soft = 1;
  }

  sweep(step: Substep): void {
    if (step.sweep != Sweep.Damp) solveGear<T>(changetype<usize>(this), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishGear(changetype<usize>(this) + FIRST_COORDINATE + 2 * offsetof<CoupledLanes<T>>(), lane, joint, inverseH, inverseDt);
  }
}

function solveGear<T>(bundle: usize, step: Substep): void {
  const one = changetype<LaneBodies>(bundle);
  const two = changetype<LaneBodies>(bundle + SECOND_BODIES);
  const first = changetype<CoupledLanes<T>>(bundle + FIRST_COORDINATE);
  const second = changetype<CoupledLanes<T>>(bundle + FIRST_COORDINATE + offsetof<CoupledLanes<T>>());
  const part = changetype<CouplingLanes<T>>(bundle + FIRST_COORDINATE + 2 * offsetof<CoupledLanes<T>>());
  part.current = part.impulse * part.impulse > part.strong;
  turning(one, part, step);
  turning(two, part, step);
  reachCoordinate(one, first, part, step);
  reachCoordinate(two, second, part, step);

  const ratio = part.ratio;
  const force1 = first.force;
  const force2 = second.force;
  const torqueA1 = first.turnA;
  const torqueB1 = first.turnB;
  const torqueA2 = second.turnA;
  const torqueB2 = second.turnB;
  const keptA2 = 1 - part.isA2A1 - part.isA2B1;
  const keptB2 = 1 - part.isB2A1 - part.isB2B1;
  first.pushA = ratio * force1 + (part.isB2A1 - part.isA2A1) * force2;
  first.pushB = (part.isB2B1 - part.isA2B1) * force2 - ratio * force1;
  second.pushA = -keptA2 * force2;
  second.pushB = keptB2 * force2;
  first.turnA = ratio * torqueA1 - part.isA2A1 * torqueA2 + part.isB2A1 * torqueB2;
  first.turnB = part.isB2B1 * torqueB2 - part.isA2B1 * torqueA2 - ratio * torqueB1;
  second.turnA = -keptA2 * torqueA2;
  second.turnB = keptB2 * torqueB2;
  respond(one, first);
  respond(two, second);

  const w = first.inverseMass + second.inverseMass;
  const value = second.value - ratio * first.value;
  const [size, sum] = solveInterval(value, part.target, part.target, part.impulse, w, part.compliance, splat<T>(1), step, one.soft != 0);
  part.impulse = sum;
  part.sum += size;
  part.change = size;
  part.totalForce += size * force2;
  part.totalTorque += size * second.torque;
  push(one, first, part);
  push(two, second, part);
}
