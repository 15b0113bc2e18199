import { rotateDelta } from '../math/quat.kernel';
import { TINY, TINY_LENGTH } from './constants';

/**
 * A rope over two points fixed in the world: C = |p_A - P_A| + ratio |p_B - P_B| in an interval, one row for the whole length
 * (Waterson, eqs 136 to 139) with the gradients n_A on A and ratio n_B on B, each along its part of the rope. Lengths are carried as
 * changes since the start of the step, so lower and upper are relative to C then.
 */
export class RopePart<T> {
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
  /** m/s: how fast these move to there. */
  drift: lane<T>;
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

export function directionOf<T>(rope: vec3<T>): vec3<T> {
  const size = length(rope);
  return size > splat<T>(TINY_LENGTH) ? rope / size : vec3<T>(0, 0, 0);
}

/** |d + c| - |d| without cancellation: c·(2d + c) / (|d + c| + |d|). */
export function lengthened<T>(rope: vec3<T>, change: vec3<T>, size: lane<T>): lane<T> {
  const end = rope + change;
  return dot(change, end + rope) / max(length(end) + size, splat<T>(TINY));
}

/** Arms of the anchors, and how far these have moved since the start of the step. */
export function placeRope<T>(
  part: RopePart<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): [vec3<T>, vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  return [part.armA + bentA, part.armB + bentB, displacementA + bentA, displacementB + bentB];
}

/** How much longer the whole rope is than when the step began. */
export function longer<T>(part: RopePart<T>, changeA: vec3<T>, changeB: vec3<T>): lane<T> {
  return lengthened(part.ropeA, changeA, part.lengthA) + part.ratio * lengthened(part.ropeB, changeB, part.lengthB);
}
