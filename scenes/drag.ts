import type { Body } from '../bindings/index.ts';

/**
 * Brings bodies to rest without carrying any of their weight: a force of −mass × rate × velocity during the next frame, which is
 * gone when they stand still. (A body's own damping also slows what gravity adds in each substep, so that a joint it hangs from
 * feels weight / (1 + h × rate).)
 *
 * Not for bodies that swing to and fro within a frame or two: the force lags behind their velocity and would drive them on.
 *
 * @param rate 1/s; a frame's length times it must stay below one
 */
export function applyDrag(bodies: Iterable<Body>, rate: number): void {
  for (const body of bodies) {
    const factor = -body.mass * rate;
    const [x, y, z] = body.linearVelocity;
    body.applyForce([factor * x, factor * y, factor * z]);
  }
}
