import { rotateDelta } from '../math/quat.kernel';

/**
 * Holds the distance of two points in an interval: x = |d|, one row along d (Mueller et al., section 3.3.1 and eq 25). The
 * distance is carried as its change since the start of the step, so lower and upper are relative to `length`.
 */
export class DistancePart<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  length: lane<T>;
  lower: lane<T>;
  upper: lane<T>;
  /** m/s: how fast these move to there. */
  drift: lane<T>;
  impulse: lane<T>;
  total: vec3<T>;
  /** Sum of its sizes. */
  sum: lane<T>;
  relaxation: lane<T>;
  strong: lane<T>;
  compliance: lane<T>;
  damping: lane<T>;
  angularDamping: lane<T>;
}

/** Arms of the anchors, and how their separation has changed, for bodies displaced and turned since the start of the step. */
export function placeDistance<T>(
  part: DistancePart<T>, displacementA: vec3<T>, turnA: quat<T>, displacementB: vec3<T>, turnB: quat<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  return [part.armA + bentA, part.armB + bentB, (displacementB - displacementA) + (bentB - bentA)];
}
