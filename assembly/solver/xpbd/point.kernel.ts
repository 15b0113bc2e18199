import { flushed, turnsFar } from '../../constraint/common.kernel';
import { TINY } from '../../constraint/constants';
import { heldInverseMass, invertSym3 } from '../../constraint/linear-algebra.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { Substep } from '../../constraint/substep';
import { diagonal, pointInverseMass } from '../../math/mat3.kernel';
import { cayleyDelta } from '../../math/quat.kernel';

/**
 * The impulse of a sweep, and the levers at which it acts on A and B. `soft`: some lane has a compliance. `held`: angular rows of the
 * same joint have the response P and will follow the impulse.
 */
export function solvePoint<T>(
  part: PointPart<T>, step: Substep, soft: bool, held: bool, P: sym3<T>,
  displacementA: vec3<T>, turnA: quat<T>, velocityA: vec3<T>, angularA: vec3<T>, massA: vec3<T>, inertiaA: sym3<T>,
  displacementB: vec3<T>, turnB: quat<T>, velocityB: vec3<T>, angularB: vec3<T>, massB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const [armA, armB, start] = placePoint(part, displacementA, turnA, displacementB, turnB);
  const endA = cayleyDelta(step.h * angularA, armA);
  const endB = cayleyDelta(step.h * angularB, armB);
  const end = flushed(start + step.h * (velocityB - velocityA) + (endB - endA));
  const last = part.impulse;
  const current = lengthSquared(last) > part.strong || turnsFar(angularA, angularB, step);
  let leverA = armA + 0.5 * start;
  let leverB = armB - 0.5 * start;
  if (any(current)) {
    leverA = current ? armA + endA + 0.5 * end : leverA;
    leverB = current ? armB + endB - 0.5 * end : leverB;
  }
  const K = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);

  let alpha: lane<T> = splat<T>(0);
  if (soft) alpha = part.compliance * step.inverseH2;
  let mass = K + diagonal(vec3(alpha, alpha, alpha));
  if (held) mass = heldInverseMass(mass, P, leverA, inertiaA, leverB, inertiaB);
  const response = invertSym3(mass);

  let impulse: vec3<T>;
  // In one block of code with all else, without a branch, V8 keeps fewer of these lanes in registers: a sweep would take 13 % longer.
  if (!(step.h > 0)) {
    impulse = vec3<T>(0, 0, 0);
  } else {
    let sofar: vec3<T> = vec3<T>(0, 0, 0);
    if (!step.first || (soft && step.warms)) sofar = last;
    if (step.scalar) {
      const error = length(end);
      const normal = end / max(error, splat<T>(TINY));
      const w = dot(normal, K * normal) + alpha;
      const size = (error * step.inverseH + alpha * dot(normal, sofar)) / max(w, splat<T>(TINY));
      impulse = error > 1e-12 ? -size * normal : vec3<T>(0, 0, 0);
    } else {
      impulse = -(part.relaxation * (response * (end * step.inverseH + alpha * sofar)));
    }
    part.impulse = sofar + impulse;
    part.total += impulse;
  }
  return [impulse, leverA, leverB];
}
