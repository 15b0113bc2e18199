// Whether joints may meet an end, a limit or the length of a rope, in a step: assembly/joint/ends.kernel.ts.
import type { Pair } from '../constraint/pair.ts';

/** An end is near that may be met in so many steps at the present speed; and stays near up to so many times as far. */
const STEPS = 2;
const LEAVING = 2;
/** rad: or that an angle is so close to. Of an offset it is how far bodies fall in two steps from rest. */
const CLOSE_ANGLE = 0.1;

/** N, N m: less is rounding. */
export const NO_LOAD = 1e-12;

/** m and rad: within so much an offset, or an angle, is near an end. */
export interface EndReach {
  offset: number;
  angle: number;
}

/** Of a pair that is located, in a step of `dt` s; `gravity`: its size, m/s². */
export function reachOf({ a, armA, armB, b, separation }: Pair, wasNear: boolean, dt: number, gravity: number): EndReach {
  const turning = b.angularVelocity.cross(armB).minus(a.angularVelocity.cross(armA.plus(separation)));
  const drift = b.velocity.minus(a.velocity).plus(turning);
  const far = wasNear ? LEAVING : 1;
  return {
    offset: far * dt * (STEPS * drift.length + 2 * dt * gravity),
    angle: far * (STEPS * dt * b.angularVelocity.minus(a.angularVelocity).length + CLOSE_ANGLE),
  };
}

export function isNear(value: number, lower: number, upper: number, reach: number): boolean {
  return !(value - lower > reach) || !(upper - value > reach);
}
