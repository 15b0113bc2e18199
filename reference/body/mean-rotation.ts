// The mean angular velocity of a substep without torque, by the implicit midpoint rule or exactly, and rates for the Cayley map.
import { cayley, type Quat } from '../math/rotation.ts';
import { Vec3 } from '../math/vector.ts';
import { turnFreely } from './free-rotation.ts';

/** Fixed-point iterations of the midpoint rule; the error shrinks by about h|ω|/2 in each. */
const MIDPOINT_ITERATIONS = 3;
/** Square of h|ω|/2 from which on the midpoint rule takes as many iterations again. */
const FAST_TURN = 1e-4;
/** Square of h|ω| from which on the rotation is exact; and of h|L| over the mean of two moments. */
const FAST = 0.01;
const SLENDER_TURN = 0.04;
/** Moments that differ by less count as those of a ball, whose axis of rotation does not move. */
const SPHERICAL = 1e-6;
/** h|W| of a Cayley map that turns by two radians, about. */
export const FAR = 3;
/** rad; half the turn of a kinematic body in a substep is at most this, short of where its tangent is infinite. */
const MOST_HALF_TURN = 1.5;

/** Whether the axis of rotation does not move. */
export function isSpherical({ x, y, z }: Vec3): boolean {
  const largest = Math.max(x, y, z);
  return largest - Math.min(x, y, z) <= SPHERICAL * largest;
}

/** The orientation after `h` without torque. */
export function freelyTurned(orientation: Quat, principal: Quat, angularMomentum: Vec3, moments: Vec3, h: number): Quat {
  const axes = turnFreely(orientation.times(principal), angularMomentum, moments, h);
  return axes.times(principal.conjugate).normalized;
}

/** The angular velocity whose Cayley map is the rotation of `h` without torque. */
export function freeAngularVelocity(orientation: Quat, principal: Quat, angularMomentum: Vec3, moments: Vec3, h: number): Vec3 {
  const fast = fastAngularVelocity(orientation, principal, angularMomentum, moments, h);
  return fast ?? midpointAngularVelocity(orientation.times(principal), angularMomentum, moments, h);
}

/**
 * What turns too far in a substep for the midpoint rule has the angular velocity whose Cayley map is the exact rotation, up to two
 * radians. Beyond, that of the substep's start, with which joints and contacts take energy and never give any.
 */
function fastAngularVelocity(orientation: Quat, principal: Quat, angularMomentum: Vec3, moments: Vec3, h: number): Vec3 | null {
  const axes = orientation.times(principal);
  const momentum = axes.conjugate.rotate(angularMomentum);
  const { x, y, z } = moments;
  const w = momentum.dividedBy(moments);
  const slender = momentum.squaredLength / ((x * y * z) / Math.max(x, y, z));
  if (isSpherical(moments) || !(h * h * w.squaredLength > FAST || h * h * slender > SLENDER_TURN)) return null;
  const angle = h * w.length;
  const start = axes.rotate(w).times(Math.max(1, (1.0001 * FAR) / angle));
  if (angle >= FAR) return start;
  const turn = freelyTurned(orientation, principal, angularMomentum, moments, h).times(orientation.conjugate);
  const sine = new Vec3(turn.x, turn.y, turn.z);
  return 2 * sine.length < FAR * Math.abs(turn.w) ? sine.times(2 / (h * turn.w)) : start;
}

/**
 * W = I⁻¹ exp(-h W / 2) Π in the principal axes: angular velocity at half the substep from the momentum Π at its start.
 * The factors turn the Cayley map, which goes with rational arithmetic only, into the exponential.
 */
function midpointAngularVelocity(axes: Quat, angularMomentum: Vec3, moments: Vec3, h: number): Vec3 {
  const momentum = axes.conjugate.rotate(angularMomentum);
  let w = iterate(momentum.dividedBy(moments), momentum, moments, h);
  if ((w.squaredLength * h * h) / 4 > FAST_TURN) w = iterate(w, momentum, moments, h);
  return axes.rotate(w.times(tangentFactor(w, h)));
}

function iterate(start: Vec3, momentum: Vec3, moments: Vec3, h: number): Vec3 {
  let w = start;
  for (let iteration = 0; iteration < MIDPOINT_ITERATIONS; iteration++) {
    const y2 = Math.min((w.squaredLength * h * h) / 16, 1);
    const theta = w.times((-h / 2) * (1 + y2 / 3 + (2 * y2 * y2) / 15));
    w = cayley(theta).rotate(momentum).dividedBy(moments);
  }
  return w;
}

/** tan(x) / x of the half angle x = h |w| / 2, by its series: what the Cayley map needs more to turn by h |w|. */
function tangentFactor(w: Vec3, h: number): number {
  const x2 = Math.min((w.squaredLength * h * h) / 4, 1);
  return 1 + x2 / 3 + (2 * x2 * x2) / 15 + (17 * x2 * x2 * x2) / 315;
}

/** The angular velocity whose Cayley map turns by exactly h |w|. */
export function cayleyRate(w: Vec3, h: number): Vec3 {
  const half = (h * w.length) / 2;
  return half > 1e-8 ? w.times(Math.tan(Math.min(half, MOST_HALF_TURN)) / half) : w;
}
