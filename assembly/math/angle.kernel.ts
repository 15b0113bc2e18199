import { atan2 } from './trigonometry.kernel';

const TURN: f64 = 6.283185307179586;
const INVERSE_TURN: f64 = 0.15915494309189535;

/** The angle of a rotation from the sine and the cosine of its half, in double precision: one function for what happens once a step. */
export function angleOf(sine: f64, cosine: f64): f64 {
  const half: f64 = atan2<f64>(sine, cosine);
  return 2.0 * half;
}

/** The angle in [-pi, pi] of the part of a rotation that is about x. */
export function twistOf(q: quat<f64>): f64 {
  const sign: f64 = q.w < 0.0 ? -1.0 : 1.0;
  return angleOf(sign * q.x, sign * q.w);
}

/** The angle of the point (x, y). */
export function pointAngle(y: f64, x: f64): f64 {
  return atan2<f64>(y, x);
}

/** The angle a + 2 pi k nearest to `near`. */
export function unwrap<T>(angle: lane<T>, near: lane<T>): lane<T> {
  return angle + TURN * nearest((near - angle) * INVERSE_TURN);
}
