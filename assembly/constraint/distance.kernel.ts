import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { turnsFar } from './common.kernel';
import { TINY, TINY_LENGTH } from './constants';
import { recoverable, solveInterval } from './interval.kernel';
import { Substep, Sweep } from './substep';

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

/** d / |d|, or zero where the points coincide. */
function normalOf<T>(d: vec3<T>): vec3<T> {
  const size = length(d);
  return size > splat<T>(TINY_LENGTH) ? d / size : vec3<T>(0, 0, 0);
}

/** The impulse of a sweep, and the levers at which it acts. */
export function solveDistance<T>(
  part: DistancePart<T>, step: Substep, soft: bool,
  displacementA: vec3<T>, turnA: quat<T>, velocityA: vec3<T>, angularA: vec3<T>, massA: vec3<T>, inertiaA: sym3<T>,
  displacementB: vec3<T>, turnB: quat<T>, velocityB: vec3<T>, angularB: vec3<T>, massB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  const armA = part.armA + bentA;
  const armB = part.armB + bentB;
  const startChange = (displacementB - displacementA) + (bentB - bentA);
  const start = part.separation + startChange;
  const endA = cayleyDelta(step.h * angularA, armA);
  const endB = cayleyDelta(step.h * angularB, armB);
  const change = startChange + step.h * (velocityB - velocityA) + (endB - endA);
  const end = part.separation + change;
  const current = part.impulse * part.impulse > part.strong || turnsFar(angularA, angularB, step);
  const leverA = current ? armA + endA : armA;
  const leverB = current ? armB + endB : armB;
  const normal = normalOf(current ? end : start);
  const twistA = cross(leverA, normal);
  const twistB = cross(leverB, normal);
  const mass = massA + massB;
  const w = dot(normal, mass * normal) + dot(twistA, inertiaA * twistA) + dot(twistB, inertiaB * twistB);

  let impulse: vec3<T>;
  if (step.sweep == Sweep.Damp) {
    const speed = dot(velocityB + cross(angularB, leverB) - velocityA - cross(angularA, leverA), normal);
    impulse = -(min(step.h * part.damping, 1) * speed / max(w, splat<T>(TINY))) * normal;
  } else {
    // |d + c| - |d| without cancellation: c·(2d + c) / (|d + c| + |d|).
    const longer = dot(change, end + part.separation) / max(length(end) + part.length, splat<T>(TINY));
    const before = dot(startChange, start + part.separation) / max(length(start) + part.length, splat<T>(TINY));
    const [lower, upper] = recoverable(part.lower, part.upper, before, part.compliance, step);
    const [size, sum] = solveInterval(longer, lower, upper, part.impulse, w, part.compliance, part.relaxation, step, soft);
    impulse = size * normal;
    part.impulse = sum;
    part.total += impulse;
    part.sum += size;
  }
  return [impulse, leverA, leverB];
}
