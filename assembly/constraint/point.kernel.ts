import { rotateDelta } from '../math/quat.kernel';

/**
 * Holds a point of A to a point of B: C = d = p_B - p_A, three rows solved as one block (Waterson, eqs 71 to 73).
 * Both halves of the impulse act at one common point, the middle of the anchors at the start of the substep, which keeps the
 * angular momentum that Waterson's section 5.1 misses; C is taken at the end of the substep, the gradient at its start (SHAKE).
 */
export class PointPart<T> {
  /** Arms from the centres of mass to the anchors, and separation of the anchors, at the start of the step, world axes. */
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  /** Impulse of this substep, and of the step so far. */
  impulse: vec3<T>;
  total: vec3<T>;
  /** Square of the impulse from which on the gradient is the current one. */
  strong: lane<T>;
  /** Over-relaxation of the joint; 1 where it is soft. */
  relaxation: lane<T>;
  compliance: lane<T>;
  damping: lane<T>;
  angularDamping: lane<T>;
}

/** Arms of the anchors and their separation, for bodies displaced and turned since the start of the step. */
export function placePoint<T>(
  part: PointPart<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  return [part.armA + bentA, part.armB + bentB, part.separation + (displacementB - displacementA) + (bentB - bentA)];
}
