import { real } from 'precision';
import { BodyRecord } from '../body/record';
import { applyImpulse } from '../constraint/apply.kernel';
import { flushed, overloadOf, softness, turnsFar } from '../constraint/common.kernel';
import { TINY } from '../constraint/constants';
import { dampRotation } from '../constraint/damp-rotation.kernel';
import { deal, scratch } from '../constraint/interleave';
import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, poseOf, scatterBodies } from '../constraint/lane-bodies.kernel';
import { invertSym3 } from '../constraint/linear-algebra.kernel';
import { PointPart } from '../constraint/point.kernel';
import { noteOverloads } from '../constraint/overload.kernel';
import { Substep, Sweep } from '../constraint/substep';
import { diagonal, pointInverseMass } from '../math/mat3.kernel';
import { cayleyDelta, rotateDelta } from '../math/quat.kernel';
import { springOf } from './coordinates';
import { finishPoint, FIRST_PART, packPoint } from './parts.kernel';
import { JointRecord } from './record';
import { CAUTION } from '../rows/constants';

/** In place of infinite parameters: products of two of them are still finite. */
const STIFFEST: f64 = 1e15;

/**
 * A spring and a damper between two points, implicit in all three directions at once (Waterson, eqs 123 and 124), as an impulse:
 *
 *     dp = xi (1 + a K)^-1 (-h k d - h nu u - p),  a = k h² + nu h,
 *
 * d the separation and u its rate at the end of the substep, K the inverse mass of the points; |p + dp| <= h maxLoad (eq 132).
 * Geometry and impulse are those of a PointPart, and both halves of the impulse act at its common point.
 */
export class SpringPart<T> {
  /** k, N/m; nu, N s/m; the greatest force, N; xi. */
  stiffness: lane<T>;
  damping: lane<T>;
  maxLoad: lane<T>;
  relaxation: lane<T>;
}

function limited<T>(p: vec3<T>, most: lane<T>): vec3<T> {
  return (most / max(max(length(p), most), splat<T>(TINY))) * p;
}

/** The impulse of a sweep, and the levers at which it acts. */
function solveSpring<T>(
  part: PointPart<T>, spring: SpringPart<T>, step: Substep, soft: bool,
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
  const change = flushed(step.h * (velocityB - velocityA) + (endB - endA));
  const end = flushed(start + change);
  const last = part.impulse;
  const current = lengthSquared(last) > part.strong || turnsFar(angularA, angularB, step);
  const leverA = current ? armA + endA + 0.5 * end : armA + 0.5 * start;
  const leverB = current ? armB + endB - 0.5 * end : armB - 0.5 * start;
  const K = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB);

  let impulse: vec3<T>;
  if (step.sweep == Sweep.Damp) {
    // Mueller et al., eq 31.
    const relative = velocityB + cross(angularB, leverB) - velocityA - cross(angularA, leverA);
    impulse = -(min(step.h * part.damping, 1) * (invertSym3(K) * relative));
  } else {
    const a = step.h * (step.h * spring.stiffness + spring.damping);
    const acts = a > 0;
    const alpha = 1 / max(a, splat<T>(TINY));
    const most = step.h * spring.maxLoad;
    const none = vec3<T>(0, 0, 0);
    let sum: vec3<T>;
    if (step.sweep == Sweep.Warm) {
      sum = acts ? limited(softness((K.xx + K.yy + K.zz) * (1.0 / 3.0), CAUTION * alpha) * last, most) : none;
      impulse = sum;
    } else {
      let sofar: vec3<T> = none;
      if (!step.first || (soft && step.warms)) sofar = last;
      // (1 + a K)^-1 = alpha (K + alpha)^-1
      const wanted = (-step.h * spring.stiffness) * end - spring.damping * change - sofar;
      const response = invertSym3(K + diagonal(vec3(alpha, alpha, alpha)));
      // The first iteration is exact for the joint alone; the relaxation is between joints that compete.
      const relaxation: lane<T> = step.first ? splat<T>(1) : spring.relaxation;
      sum = acts ? limited(sofar + relaxation * (response * (alpha * wanted)), most) : none;
      impulse = sum - sofar;
    }
    part.impulse = sum;
    part.total += impulse;
  }
  return [impulse, leverA, leverB];
}

/** A matrix spring between two points; with A the world, the grip of a mouse on a body. */
export class MatrixSpringJoint<T> {
  /** Bytes of a bundle. */
  bytes(): usize {
    return FIRST_PART + offsetof<PointPart<T>>() + offsetof<SpringPart<T>>();
  }

  pack(lane: u32, joint: JointRecord, a: BodyRecord, b: BodyRecord, h: f64): void {
    const part = changetype<usize>(this) + FIRST_PART;
    packPoint(part, lane, joint, a, b, h);
    const record = springOf(joint);
    const one = changetype<SpringPart<real>>(scratch());
    one.stiffness = <real>Math.min(record.stiffness, STIFFEST);
    one.damping = <real>Math.min(record.damping, STIFFEST);
    one.maxLoad = <real>Math.min(record.maxLoad, STIFFEST);
    one.relaxation = <real>record.relaxation;
    deal(part + offsetof<PointPart<T>>(), lane, offsetof<SpringPart<real>>());
  }

  sweep(step: Substep): void {
    const at = changetype<LaneBodies>(changetype<usize>(this));
    const point = changetype<PointPart<T>>(changetype<usize>(this) + FIRST_PART);
    const spring = changetype<SpringPart<T>>(changetype<usize>(point) + offsetof<PointPart<T>>());
    gatherBodies<T>(at);
    const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
    const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
    const [xA, qA] = poseOf<T>(gatheredA());
    const [xB, qB] = poseOf<T>(gatheredB());
    const [p, leverA, leverB] = solveSpring(point, spring, step, at.soft != 0, xA, qA, vA, wA, massA, inertiaA, xB, qB, vB, wB, massB, inertiaB);
    const load = lengthSquared(point.impulse);
    if (any(load > point.strong)) noteOverloads(at, overloadOf(load, point.strong));
    const [vA1, wA1] = applyImpulse(-p, leverA, vA, wA, massA, inertiaA);
    const [vB1, wB1] = applyImpulse(p, leverB, vB, wB, massB, inertiaB);
    scatterBodies<T>(at, vA1, wA1, vB1, wB1);
    if (step.sweep == Sweep.Damp) dampRotation<T>(at, changetype<usize>(point) + offsetof<PointPart<T>>('angularDamping'), step);
  }

  finish(lane: u32, joint: JointRecord, inverseH: f64, inverseDt: f64): void {
    finishPoint(changetype<usize>(this) + FIRST_PART, lane, joint, inverseH, inverseDt);
  }
}
