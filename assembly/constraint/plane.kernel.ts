import { diagonal, pointInverseMass } from '../math/mat3.kernel';
import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { orthonormalBasis } from '../math/vec3.kernel';
import { relaxed, softness, turnsFar } from './common.kernel';
import { solveInterval } from './interval.kernel';
import { invertSym2, invertSym3 } from './linear-algebra.kernel';
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
  lower: lane<T>;
  upper: lane<T>;
  offsetImpulse: lane<T>;
  offsetCompliance: lane<T>;
}

/** The impulse of a sweep, and the levers at which it acts. `bounded`: some lane has an interval. */
export function solvePlane<T>(
  part: PlanePart<T>, step: Substep, soft: bool, bounded: bool,
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
  const K = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);

  let impulse: vec3<T>;
  if (step.sweep == Sweep.Damp) {
    const relative = velocityB + cross(angularB, leverB) - velocityA - cross(angularA, leverA);
    impulse = -(min(step.h * part.damping, 1) * (invertSym3(K) * relative));
  } else {
    const startAxis = part.axis + rotateDelta(turnA, part.axis);
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

    // Along the axis first: what it changes across the axis is known exactly, so the block is solved for the state after it.
    let along: lane<T> = splat<T>(0);
    if (bounded) {
      const w = dot(a, K * a);
      const [size, sum] = solveInterval(dot(end, endAxis), part.lower, part.upper, part.offsetImpulse, w, part.offsetCompliance, splat<T>(1), step, soft);
      part.offsetImpulse = sum;
      along = size;
    }
    let held: vec3<T> = vec3<T>(0, 0, 0);
    let alpha: lane<T> = splat<T>(0);
    let relaxation = part.relaxation;
    if (soft) {
      alpha = part.compliance * step.inverseH2;
      const yielding = softness(0.5 * (dot(b, kb) + dot(c, kc)), alpha);
      relaxation = relaxed(relaxation, yielding);
      if (step.warms || !step.first) held = last;
      if (step.sweep == Sweep.Warm) held = yielding * (dot(held, b) * b + dot(held, c) * c);
    } else if (!step.first) {
      held = last;
    }
    if (step.sweep == Sweep.Warm) {
      impulse = held + along * a;
      part.impulse = held;
    } else {
      const [xx, xy, yy] = invertSym2(dot(b, kb) + alpha, dot(b, kc), dot(c, kc) + alpha);
      const y = dot(end, endFirst) * step.inverseH + along * dot(a, kb) + alpha * dot(held, b);
      const z = dot(end, endSecond) * step.inverseH + along * dot(a, kc) + alpha * dot(held, c);
      const across = -(relaxation * ((xx * y + xy * z) * b + (xy * y + yy * z) * c));
      impulse = across + along * a;
      part.impulse = held + across;
    }
    part.total += impulse;
  }
  return [impulse, leverA, leverB];
}
