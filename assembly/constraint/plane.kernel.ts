import { diagonal, pointInverseMass } from '../math/mat3.kernel';
import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { orthonormalBasis } from '../math/vec3.kernel';
import { softness, turnsFar } from './common.kernel';
import { TINY } from './constants';
import { recoverable, solveInterval } from './interval.kernel';
import { heldInverseMass, invertSym2 } from './linear-algebra.kernel';
import { Substep, Sweep } from './substep';

/**
 * Keeps a point of B on an axis of A (Mueller et al., section 3.4.2): C = (d·b, d·c) across the axis as one block, and the
 * offset d·a in an interval. Both halves of an impulse act at B's anchor.
 */
export class PlanePart<T> {
  armA: vec3<T>;
  armB: vec3<T>;
  separation: vec3<T>;
  axis: vec3<T>;
  impulse: vec3<T>;
  total: vec3<T>;
  relaxation: lane<T>;
  strong: lane<T>;
  compliance: lane<T>;
  damping: lane<T>;
  angularDamping: lane<T>;
  lower: lane<T>;
  upper: lane<T>;
  offsetImpulse: lane<T>;
  offsetCompliance: lane<T>;
  offsetTotal: lane<T>;
}

/**
 * The impulse of a sweep, and the levers at which it acts. `bounded`: some lane has an interval; P: the response
 * of the joint's angular rows, which will follow the impulse.
 */
export function solvePlane<T>(
  part: PlanePart<T>, step: Substep, soft: bool, bounded: bool, P: sym3<T>,
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
  const end = start + step.h * (velocityB - velocityA) + (endB - endA);
  const last = part.impulse;
  const current = lengthSquared(last) > part.strong || turnsFar(angularA, angularB, step);
  const leverA = armA + (current ? endA + end : start);
  const leverB = current ? armB + endB : armB;
  let K = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);

  const startAxis = part.axis + rotateDelta(turnA, part.axis);

  let impulse: vec3<T>;
  if (step.sweep == Sweep.Damp) {
    // Mueller et al., eq 31, along the axis: across it nothing moves.
    const speed = dot(velocityB + cross(angularB, leverB) - velocityA - cross(angularA, leverA), startAxis);
    impulse = -(min(step.h * part.damping, 1) * speed / max(dot(startAxis, K * startAxis), splat<T>(TINY))) * startAxis;
  } else {
    if (step.sweep == Sweep.Solve && !step.scalar) K = heldInverseMass(K, P, leverA, inertiaA, leverB, inertiaB);
    const [startFirst, startSecond] = orthonormalBasis(startAxis);
    const thetaA = step.h * angularA;
    const endAxis = startAxis + cayleyDelta(thetaA, startAxis);
    const endFirst = startFirst + cayleyDelta(thetaA, startFirst);
    const endSecond = startSecond + cayleyDelta(thetaA, startSecond);
    const a = current ? endAxis : startAxis;
    const b = current ? endFirst : startFirst;
    const c = current ? endSecond : startSecond;
    const kb = K * b;
    const kc = K * c;

    let held: vec3<T> = vec3<T>(0, 0, 0);
    let alpha: lane<T> = splat<T>(0);
    if (!step.first || (soft && step.warms)) held = last;
    if (soft) alpha = part.compliance * step.inverseH2;
    const bb = dot(b, kb);
    const cc = dot(c, kc);
    if (step.sweep == Sweep.Warm) {
      held = softness(0.5 * (bb + cc), alpha) * (dot(held, b) * b + dot(held, c) * c);
      part.impulse = held;
      impulse = held;
      if (bounded) {
        const size = softness(dot(a, K * a), part.offsetCompliance * step.inverseH2) * part.offsetImpulse;
        part.offsetImpulse = size;
        part.offsetTotal += size;
        impulse = held + size * a;
      }
    } else {
      const [xx, xy, yy] = invertSym2(bb + alpha, dot(b, kc), cc + alpha);
      const y = dot(end, endFirst) * step.inverseH + alpha * dot(held, b);
      const z = dot(end, endSecond) * step.inverseH + alpha * dot(held, c);
      let across = -(part.relaxation * ((xx * y + xy * z) * b + (xy * y + yy * z) * c));
      impulse = across;
      if (bounded) {
        // The row along the axis with those across it held: its impulse takes theirs along.
        const ka = K * a;
        const yb = dot(b, ka);
        const yc = dot(c, ka);
        const carried = -((xx * yb + xy * yc) * b + (xy * yb + yy * yc) * c);
        const w = dot(ka, a + carried);
        const value = dot(end, endAxis) + step.h * dot(ka, across);
        const [lower, upper] = recoverable(part.lower, part.upper, dot(start, startAxis), part.offsetCompliance, step);
        const [size, sum] = solveInterval(value, lower, upper, part.offsetImpulse, w, part.offsetCompliance, splat<T>(1), step, soft);
        part.offsetImpulse = sum;
        part.offsetTotal += size;
        across += size * carried;
        impulse = across + size * a;
      }
      part.impulse = held + across;
    }
    part.total += impulse;
  }
  return [impulse, leverA, leverB];
}
