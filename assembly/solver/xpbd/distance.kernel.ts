import { turnsFar } from '../../constraint/common.kernel';
import { DistancePart, placeDistance } from '../../constraint/distance.kernel';
import { directionOf, lengthened } from '../../constraint/rope.kernel';
import { Substep } from '../../constraint/substep';
import { cayleyDelta } from '../../math/quat.kernel';
import { recoverable, solveInterval } from './interval.kernel';

/** The impulse of a sweep, and the levers at which it acts. */
export function solveDistance<T>(
  part: DistancePart<T>, step: Substep, soft: bool,
  displacementA: vec3<T>, turnA: quat<T>, velocityA: vec3<T>, angularA: vec3<T>, massA: vec3<T>, inertiaA: sym3<T>,
  displacementB: vec3<T>, turnB: quat<T>, velocityB: vec3<T>, angularB: vec3<T>, massB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const [armA, armB, startChange] = placeDistance(part, displacementA, turnA, displacementB, turnB);
  const start = part.separation + startChange;
  const endA = cayleyDelta(step.h * angularA, armA);
  const endB = cayleyDelta(step.h * angularB, armB);
  const change = startChange + step.h * (velocityB - velocityA) + (endB - endA);
  const end = part.separation + change;
  const current = part.impulse * part.impulse > part.strong || turnsFar(angularA, angularB, step);
  const leverA = current ? armA + endA : armA;
  const leverB = current ? armB + endB : armB;
  const normal = directionOf(current ? end : start);
  const twistA = cross(leverA, normal);
  const twistB = cross(leverB, normal);
  const mass = massA + massB;
  const w = dot(normal, mass * normal) + dot(twistA, inertiaA * twistA) + dot(twistB, inertiaB * twistB);

  // As if bounds that move were already where they will be when the step ends.
  const ahead = (step.rest - step.h) * part.drift;
  const longer = lengthened(part.separation, change, part.length) + ahead;
  const before = lengthened(part.separation, startChange, part.length) + ahead;
  const [lower, upper] = recoverable(part.lower, part.upper, before, part.compliance, step);
  const [size, sum] = solveInterval(longer, lower, upper, part.impulse, w, part.compliance, part.relaxation, step, soft);
  const impulse = size * normal;
  part.impulse = sum;
  part.total += impulse;
  part.sum += size;
  return [impulse, leverA, leverB];
}
