import { rotateDelta } from '../math/quat.kernel';
import { LaneBodies } from './lane-bodies.kernel';

/** Byte offset in a bundle of the bodies of the second joint: behind those of the first. */
export const SECOND_BODIES: usize = offsetof<LaneBodies>();

/** The coordinate of one of two coupled joints, at the start of the step. */
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
  /** From here on of one sweep: change of the coordinate; force at B's anchor and torque along it. */
  value: lane<T>;
  force: vec3<T>;
  torque: vec3<T>;
  /** What a unit impulse of the coupling gives A and B: impulse and angular impulse. */
  pushA: vec3<T>;
  pushB: vec3<T>;
  turnA: vec3<T>;
  turnB: vec3<T>;
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
}

/** 1 + cos of the angle between the axes, least: at half a turn the twist has no direction. */
const LEAST_COSINE: f64 = 2e-6;

/** Where the two bodies of one joint are: axes, arms of the anchors, change of their separation since the start of the step, and how A's axis leans. */
export function placeCoupled<T>(
  part: CoupledLanes<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): [vec3<T>, vec3<T>, vec3<T>, vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  const leant = rotateDelta(turnA, part.axisA);
  const axisA = part.axisA + leant;
  const axisB = part.axisB + rotateDelta(turnB, part.axisB);
  return [axisA, axisB, part.armA + bentA, part.armB + bentB, (displacementB - displacementA) + (bentB - bentA), leant];
}

/** The gradient of the coordinate: a force at B's anchor and a torque, and both together about the centres of A (reversed there) and B. */
export function aimCoupled<T>(part: CoupledLanes<T>, axisA: vec3<T>, axisB: vec3<T>, leverA: vec3<T>, leverB: vec3<T>): void {
  const slides = part.slides > 0.5;
  const none = vec3<T>(0, 0, 0);
  const force = slides ? axisA : none;
  const torque = slides ? none : (axisA + axisB) / max(1 + dot(axisA, axisB), LEAST_COSINE);
  part.force = force;
  part.torque = torque;
  part.turnA = cross(leverA, force) + torque;
  part.turnB = cross(leverB, force) + torque;
}

/** Of the squares of two gradients: their sum is rounding. */
const CANCELLED: f64 = 1e-10;

/** Both gradients of a body. Where they cancel each other, no impulse changes the coordinates, and rounding would be taken for a way to do so. */
// @ts-ignore: decorator
@once
function together<T>(one: vec3<T>, other: vec3<T>): vec3<T> {
  const sum = one + other;
  const parts = lengthSquared(one) + lengthSquared(other);
  return lengthSquared(sum) > CANCELLED * parts ? sum : vec3<T>(0, 0, 0);
}

/** The gradient of q2 - ratio q1; a body of the second joint that is also one of the first has the sum of both there. */
export function pushCoupled<T>(first: CoupledLanes<T>, second: CoupledLanes<T>, coupling: CouplingLanes<T>): void {
  const ratio = coupling.ratio;
  const force1 = first.force;
  const force2 = second.force;
  const torqueA1 = first.turnA;
  const torqueB1 = first.turnB;
  const torqueA2 = second.turnA;
  const torqueB2 = second.turnB;
  const keptA2 = 1 - coupling.isA2A1 - coupling.isA2B1;
  const keptB2 = 1 - coupling.isB2A1 - coupling.isB2B1;
  first.pushA = together<T>(ratio * force1, (coupling.isB2A1 - coupling.isA2A1) * force2);
  first.pushB = together<T>(-ratio * force1, (coupling.isB2B1 - coupling.isA2B1) * force2);
  second.pushA = -keptA2 * force2;
  second.pushB = keptB2 * force2;
  first.turnA = together<T>(ratio * torqueA1, coupling.isB2A1 * torqueB2 - coupling.isA2A1 * torqueA2);
  first.turnB = together<T>(-ratio * torqueB1, coupling.isB2B1 * torqueB2 - coupling.isA2B1 * torqueA2);
  second.turnA = -keptA2 * torqueA2;
  second.turnB = keptB2 * torqueB2;
}
