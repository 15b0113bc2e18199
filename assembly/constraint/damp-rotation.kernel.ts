import { gatherBodies, gatheredA, gatheredB, LaneBodies, motionOf, scatterBodies } from './lane-bodies.kernel';
import { invertSym3 } from './linear-algebra.kernel';
import { Substep } from './substep';

/**
 * Velocity pass: takes min(mu h, 1) of the relative angular velocity (Mueller et al., eq 32). A function of its own, called by every
 * joint whose bodies may turn against each other, because it is rarely needed and large.
 */
export function dampRotation<T>(at: LaneBodies, rates: usize, step: Substep): void {
  gatherBodies<T>(at);
  const [vA, wA, massA, inertiaA] = motionOf<T>(gatheredA());
  const [vB, wB, massB, inertiaB] = motionOf<T>(gatheredB());
  const rate: lane<T> = load<T>(rates);
  const j = -(min(step.h * rate, 1) * (invertSym3(inertiaA + inertiaB) * (wB - wA)));
  scatterBodies<T>(at, vA, wA - inertiaA * j, vB, wB + inertiaB * j);
}
