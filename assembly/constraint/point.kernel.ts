import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { diagonal, pointInverseMass } from '../math/mat3.kernel';
import { flushed, softness, turnsFar } from './common.kernel';
import { TINY } from './constants';
import { heldInverseMass, invertSym3 } from './linear-algebra.kernel';
import { Substep, Sweep } from './substep';

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

/**
 * The impulse of a sweep, and the levers at which it acts on A and B. `soft`: some lane has a compliance. `held`: angular rows of the
 * same joint have the response P and will follow the impulse.
 */
export function solvePoint<T>(
  part: PointPart<T>, step: Substep, soft: bool, held: bool, P: sym3<T>,
  displacementA: vec3<T>, turnA: quat<T>, velocityA: vec3<T>, angularA: vec3<T>, massA: vec3<T>, inertiaA: sym3<T>,
  displacementB: vec3<T>, turnB: quat<T>, velocityB: vec3<T>, angularB: vec3<T>, massB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, vec3<T>, vec3<T>] {
  const bentA = rotateDelta(turnA, part.armA);
  const bentB = rotateDelta(turnB, part.armB);
  const armA = part.armA + bentA;
  const armB = part.armB + bentB;
  const start = part.separation + (displacementB - displacementA) + (bentB - bentA);
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
  if (soft && step.sweep != Sweep.Damp) alpha = part.compliance * step.inverseH2;
  let mass = K + diagonal(vec3(alpha, alpha, alpha));
  if (held && step.sweep == Sweep.Solve) mass = heldInverseMass(mass, P, leverA, inertiaA, leverB, inertiaB);
  const response = invertSym3(mass);

  let impulse: vec3<T>;
  if (step.sweep == Sweep.Damp) {
    // Mueller et al., eq 31: takes min(mu h, 1) of the anchors' relative velocity.
    const relative = velocityB + cross(angularB, leverB) - velocityA - cross(angularA, leverA);
    impulse = -(min(step.h * part.damping, 1) * (response * relative));
  } else {
    let sofar: vec3<T> = vec3<T>(0, 0, 0);
    if (!step.first || (soft && step.warms)) sofar = last;
    if (step.sweep == Sweep.Warm) {
      impulse = softness((K.xx + K.yy + K.zz) * (1.0 / 3.0), alpha) * sofar;
      part.impulse = impulse;
    } else {
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
    }
    part.total += impulse;
  }
  return [impulse, leverA, leverB];
}
