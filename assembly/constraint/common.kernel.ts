import { Substep } from './substep';
import { NEGLIGIBLE, TINY } from './constants';

// What the parts of joints share. Impulses act on body B, and in reverse on body A.

/**
 * How soft a row is: 0 while its compliance over h², a, is below 0.9 of its inverse effective mass, k, and 1 from 1.4 of it. Soft
 * rows start each substep from all of the last impulse, which makes springs exact at rest for any number of iterations; rigid ones
 * start from nothing. docs/stability.md.
 */
export function softness<T>(k: lane<T>, a: lane<T>): lane<T> {
  return clamp(2 * a / max(k, splat<T>(TINY)) - 1.8, 0, 1);
}

/** Where one of the bodies turns so far in the substep that its gradient has to be the current one. */
export function turnsFar<T>(angularA: vec3<T>, angularB: vec3<T>, step: Substep): mask<T> {
  return (step.h * step.h) * max(lengthSquared(angularA), lengthSquared(angularB)) > step.rotationLimit;
}

/** A vector without its negligible components; what is not a number stays so. */
export function flushed<T>(v: vec3<T>): vec3<T> {
  const x = abs(v.x) < splat<T>(NEGLIGIBLE) ? 0 : v.x;
  const y = abs(v.y) < splat<T>(NEGLIGIBLE) ? 0 : v.y;
  const z = abs(v.z) < splat<T>(NEGLIGIBLE) ? 0 : v.z;
  return vec3(x, y, z);
}

/** What an inverse mass leaves to divide by; nothing where nothing can move. */
export function inverse<T>(k: lane<T>): lane<T> {
  return k > 0 ? 1 / max(k, splat<T>(TINY)) : 0;
}
