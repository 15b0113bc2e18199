import { turnsFar } from '../../constraint/common.kernel';
import { gatheredA, gatheredB, motionOf, poseOf } from '../../constraint/lane-bodies.kernel';
import { heldInverseMass, invertSym3 } from '../../constraint/linear-algebra.kernel';
import { placePoint, PointPart } from '../../constraint/point.kernel';
import { Substep } from '../../constraint/substep';
import { diagonal, pointInverseMass } from '../../math/mat3.kernel';
import { cayleyDelta } from '../../math/quat.kernel';

/**
 * What the point of a hinge will do to the angle about its axis, before either is solved, with the rows across the axis held by their response P. With the opening e and
 * K, the inverse effective mass of the point, an impulse -K^-1 e there changes the speed of a row of torques `bound` by -Cᵀ K^-1 e, and takes Cᵀ K^-1 C of the row's
 * inverse effective mass away (Schur complement; Waterson, section 6.1).
 */
export class Foreseen<T> {
  response: sym3<T>;
  bound: vec3<T>;
  /** Angular velocities with the rows across the axis held. */
  spinA: vec3<T>;
  spinB: vec3<T>;
  speed: lane<T>;
  lost: lane<T>;
}

const FORESEEN: usize = scratch<Foreseen<v128>>();

export function theForeseen<T>(): Foreseen<T> {
  return changetype<Foreseen<T>>(FORESEEN);
}

/** Fills in what comes of it for the gathered bodies. `soft`: not 0: some lane has a compliance. */
export function foreseePoint<T>(at: usize, soft: u32, step: Substep): void {
  const part = changetype<PointPart<T>>(at);
  const foreseen = theForeseen<T>();
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const [xA, qA] = poseOf<T>(gatheredA());
  const [xB, qB] = poseOf<T>(gatheredB());
  const spinA = foreseen.spinA;
  const spinB = foreseen.spinB;
  const bound = foreseen.bound;
  const [armA, armB, start] = placePoint(part, xA, qA, xB, qB);
  const endA = cayleyDelta(step.h * spinA, armA);
  const endB = cayleyDelta(step.h * spinB, armB);
  const end = start + step.h * (vB - vA) + (endB - endA);
  const last = part.impulse;
  const current = lengthSquared(last) > part.strong || turnsFar(spinA, spinB, step);
  const leverA = current ? armA + endA + 0.5 * end : armA + 0.5 * start;
  const leverB = current ? armB + endB - 0.5 * end : armB - 0.5 * start;
  const alpha: lane<T> = soft ? part.compliance * step.inverseH2 : splat<T>(0);
  const mass = pointInverseMass(inertiaA, leverA) + pointInverseMass(inertiaB, leverB) + diagonal(massA + massB + vec3(alpha, alpha, alpha));
  const response = invertSym3(heldInverseMass(mass, foreseen.response, leverA, inertiaA, leverB, inertiaB));
  const moved = cross(inertiaA * bound, leverA) + cross(inertiaB * bound, leverB);
  const keeps = !step.first || (soft && step.warms);
  const opening = end * step.inverseH + (keeps ? alpha : splat<T>(0)) * last;
  const answer = response * moved;
  foreseen.speed = -dot(answer, opening);
  foreseen.lost = dot(answer, moved);
}
