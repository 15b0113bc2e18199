import { rotateDelta } from '../math/quat.kernel';

/**
 * Holds an axis of A along an axis of B: e = a_A x a_B (Mueller et al., eq 20), two angular rows across the axis as one block.
 * Like the separation of anchors, a_B - a_A is carried as what has changed since the start of the step.
 */
export class AxisPart<T> {
  axisA: vec3<T>;
  axisB: vec3<T>;
  /** a_B - a_A at the start of the step. */
  difference: vec3<T>;
  impulse: vec3<T>;
  total: vec3<T>;
  compliance: lane<T>;
  /** Square of the impulse from which on the bodies are overloaded. */
  strong: lane<T>;
}

/** The axes of A and B, and their difference, for bodies turned since the start of the step. */
export function placeAxis<T>(part: AxisPart<T>, turnA: quat<T>, turnB: quat<T>): [vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.axisA);
  const bentB = rotateDelta(turnB, part.axisB);
  return [part.axisA + bentA, part.axisB + bentB, part.difference + (bentB - bentA)];
}
