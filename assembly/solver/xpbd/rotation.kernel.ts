import { flushed } from '../../constraint/common.kernel';
import { TINY } from '../../constraint/constants';
import { invertSym3 } from '../../constraint/linear-algebra.kernel';
import { placeRotation, RotationPart, targetVelocity } from '../../constraint/rotation.kernel';
import { Substep } from '../../constraint/substep';
import { diagonal } from '../../math/mat3.kernel';
import { cayley, qmul } from '../../math/quat.kernel';

/** The impulse of a sweep, implicit in all three directions at once as that of a spring between points: see solveSpring(). */
export function solveRotation<T>(
  part: RotationPart<T>, step: Substep, soft: bool,
  turnA: quat<T>, angularA: vec3<T>, inertiaA: sym3<T>, turnB: quat<T>, angularB: vec3<T>, inertiaB: sym3<T>,
): vec3<T> {
  const endA = qmul(cayley(step.h * angularA), turnA);
  const endB = qmul(cayley(step.h * angularB), turnB);
  const end = flushed(placeRotation(part, endA, endB));
  const slip = angularB - angularA - targetVelocity(part, turnA);
  const a = step.h * (step.h * part.stiffness + part.damping);
  const acts = a > 0;
  const alpha = 1 / max(a, splat<T>(TINY));
  const most = step.h * part.maxLoad;
  const none = vec3<T>(0, 0, 0);
  let sofar: vec3<T> = none;
  if (!step.first || (soft && step.warms)) sofar = part.impulse;
  const wanted = (-step.h * part.stiffness) * end - (step.h * part.damping) * slip - sofar;
  const response = invertSym3(inertiaA + inertiaB + diagonal(vec3(alpha, alpha, alpha)));
  const relaxation: lane<T> = step.first ? splat<T>(1) : part.relaxation;
  const free = sofar + relaxation * (response * (alpha * wanted));
  const sum = acts ? (most / max(max(length(free), most), splat<T>(TINY))) * free : none;
  const impulse = sum - sofar;
  part.impulse = sum;
  part.total += impulse;
  return impulse;
}
