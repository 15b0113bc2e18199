import { diagonal } from '../math/mat3.kernel';
import { conjugate, qmul } from '../math/quat.kernel';
import { softness } from './common.kernel';
import { TINY } from './constants';
import { invertSym3 } from './linear-algebra.kernel';
import { Substep, Sweep } from './substep';

/**
 * Holds the orientation of B to that of A: e = 2 vec(q), q = F_B F_A* (Mueller et al., eqs 18 and 19), three angular rows as
 * one block.
 */
export class AlignPart<T> {
  /** q at the start of the step. */
  relative: quat<T>;
  impulse: vec3<T>;
  total: vec3<T>;
  compliance: lane<T>;
}

/** The quaternion cay(h w_B) t_B q t_A* cay(h w_A)* at the end of the substep, t the turn of a body since the start of the step. */
export function endRelative<T>(relative: quat<T>, turnA: quat<T>, angularA: vec3<T>, turnB: quat<T>, angularB: vec3<T>, step: Substep): quat<T> {
  const a = (-0.5 * step.h) * angularA;
  const b = (0.5 * step.h) * angularB;
  const start = qmul(qmul(turnB, relative), conjugate(turnA));
  const product = qmul(qmul(quat(b, splat<T>(1)), start), quat(a, splat<T>(1)));
  return product * (1 / sqrt((1 + lengthSquared(a)) * (1 + lengthSquared(b))));
}

/** The angular impulse of a sweep, and the response of the rows. */
export function solveAlign<T>(
  part: AlignPart<T>, step: Substep, soft: bool,
  turnA: quat<T>, angularA: vec3<T>, inertiaA: sym3<T>, turnB: quat<T>, angularB: vec3<T>, inertiaB: sym3<T>,
): [vec3<T>, sym3<T>] {
  const K = inertiaA + inertiaB;
  let held: vec3<T> = vec3<T>(0, 0, 0);
  let alpha: lane<T> = splat<T>(0);
  if (soft) {
    alpha = part.compliance * step.inverseH2;
    const yielding = softness((K.xx + K.yy + K.zz) * (1.0 / 3.0), alpha);
    if (step.warms || !step.first) held = part.impulse;
    if (step.sweep == Sweep.Warm) held = yielding * held;
  } else if (!step.first) {
    held = part.impulse;
  }
  const response = invertSym3(K + diagonal(vec3(alpha, alpha, alpha)));
  let impulse: vec3<T>;
  if (step.sweep == Sweep.Warm) {
    impulse = held;
  } else {
    const q = endRelative(part.relative, turnA, angularA, turnB, angularB, step);
    const error = (q.w < 0 ? splat<T>(-2) : splat<T>(2)) * q.xyz;
    if (step.scalar) {
      const size = length(error);
      const normal = error / max(size, splat<T>(TINY));
      const w = dot(normal, K * normal) + alpha;
      const strength = (size * step.inverseH + alpha * dot(normal, held)) / max(w, splat<T>(TINY));
      impulse = size > 1e-12 ? -strength * normal : vec3<T>(0, 0, 0);
    } else {
      impulse = -(response * (error * step.inverseH + alpha * held));
    }
  }
  return [impulse, response];
}

/** Adds what a sweep really applied: to nothing in the first iteration of a rigid joint and in the warm start, else to the impulse so far. */
export function recordAlign<T>(part: AlignPart<T>, step: Substep, soft: bool, impulse: vec3<T>): void {
  if (step.sweep == Sweep.Warm || (step.first && !(soft && step.warms))) part.impulse = impulse;
  else part.impulse += impulse;
  part.total += impulse;
}
