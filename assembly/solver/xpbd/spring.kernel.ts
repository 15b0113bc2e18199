import { flushed, turnsFar } from '../../constraint/common.kernel';
import { TINY } from '../../constraint/constants';
import { invertSym3 } from '../../constraint/linear-algebra.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { SpringPart } from '../../constraint/spring.kernel';
import { Substep } from '../../constraint/substep';
import { diagonal, pointInverseMass } from '../../math/mat3.kernel';
import { cayleyDelta } from '../../math/quat.kernel';

function limited<T>(p: vec3<T>, most: lane<T>): vec3<T> {
  return (most / max(max(length(p), most), splat<T>(TINY))) * p;
}

/**
 * The impulse of a sweep, and the levers at which it acts, both at the common point of a point's. The spring is implicit in all three
 * directions at once (Waterson, eqs 123 and 124):
 *
 *     dp = xi (1 + a K)^-1 (-h k d - h nu u - p),  a = k h² + nu h,
 *
 * d the separation and u its rate at the end of the substep, K the inverse mass of the points; |p + dp| <= h maxLoad (eq 132).
 */
export function solveSpring<T>(
  part: PointPart<T>, spring: SpringPart<T>, step: Substep, soft: bool,
  displacementA: vec3<T>, turnA: quat<T>, velocityA: vec3<T>, angularA: vec3<T>, massA: vec3<T>, inertiaA: sym3<T>,
  displacementB: vec3<T>, turnB: quat<T>, velocityB: vec3<T>, angularB: vec3<T>, massB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const [armA, armB, start] = placePoint(part, displacementA, turnA, displacementB, turnB);
  const endA = cayleyDelta(step.h * angularA, armA);
  const endB = cayleyDelta(step.h * angularB, armB);
  const change = flushed(step.h * (velocityB - velocityA) + (endB - endA));
  const end = flushed(start + change);
  const last = part.impulse;
  const current = lengthSquared(last) > part.strong || turnsFar(angularA, angularB, step);
  const leverA = current ? armA + endA + 0.5 * end : armA + 0.5 * start;
  const leverB = current ? armB + endB - 0.5 * end : armB - 0.5 * start;
  const K = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);

  const a = step.h * (step.h * spring.stiffness + spring.damping);
  const acts = a > 0;
  const alpha = 1 / max(a, splat<T>(TINY));
  const most = step.h * spring.maxLoad;
  const none = vec3<T>(0, 0, 0);
  let sofar: vec3<T> = none;
  if (!step.first || (soft && step.warms)) sofar = last;
  // (1 + a K)^-1 = alpha (K + alpha)^-1
  const wanted = (-step.h * spring.stiffness) * end - spring.damping * change - sofar;
  const response = invertSym3(K + diagonal(vec3(alpha, alpha, alpha)));
  // The first iteration is exact for the joint alone; the relaxation is between joints that compete.
  const relaxation: lane<T> = step.first ? splat<T>(1) : spring.relaxation;
  const sum = acts ? limited(sofar + relaxation * (response * (alpha * wanted)), most) : none;
  const impulse = sum - sofar;
  part.impulse = sum;
  part.total += impulse;
  return [impulse, leverA, leverB];
}
