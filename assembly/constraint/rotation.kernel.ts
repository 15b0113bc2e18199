import { conjugate, qmul, rotate } from '../math/quat.kernel';
import { atan2 } from '../math/trigonometry.kernel';
import { TINY } from './constants';

/** Sines of half angles below this have the angle of their tangent. */
const SMALL_SINE: f64 = 1e-6;

/**
 * Turns a frame of B to one of A by a spring and a damper: t = -k phi - nu (w_B - w_A - velocity), |t| <= maxLoad, phi the rotation vector from A's frame to
 * B's (Waterson, section 9, with the whole rotation in place of the angle between two axes). Its gradient along phi is phi itself.
 */
export class RotationPart<T> {
  /** F_B F_A* at the start of the step, world axes. */
  relative: quat<T>;
  /** How fast the target turns against A, rad/s, world axes at the start of the step. */
  velocity: vec3<T>;
  /** Impulse of this substep, and of the step so far. */
  impulse: vec3<T>;
  total: vec3<T>;
  /** Square of the impulse from which on the bodies are overloaded. */
  strong: lane<T>;
  /** k, N m/rad; nu, N m s/rad; the greatest torque, N m; xi. */
  stiffness: lane<T>;
  damping: lane<T>;
  maxLoad: lane<T>;
  relaxation: lane<T>;
}

/** phi, for bodies turned since the start of the step. */
export function placeRotation<T>(part: RotationPart<T>, turnA: quat<T>, turnB: quat<T>): vec3<T> {
  const q = qmul(qmul(turnB, part.relative), conjugate(turnA));
  const sine = length(q.xyz);
  const sign: lane<T> = q.w < 0 ? splat<T>(-1) : splat<T>(1);
  const angle = 2 * atan2(sine, abs(q.w));
  const scale = sine > SMALL_SINE ? angle / max(sine, splat<T>(TINY)) : 2;
  return (sign * scale) * q.xyz;
}

/** How fast the target turns against A, where A has turned since the start of the step. */
export function targetVelocity<T>(part: RotationPart<T>, turnA: quat<T>): vec3<T> {
  return rotate(turnA, part.velocity);
}
