import { ANGULAR_VELOCITY, scatterRow } from '../body/solver-body.kernel';
import { gatherMotion, LaneBodies } from './lane-bodies.kernel';
import { invertSym3 } from './linear-algebra.kernel';
import { Substep } from './substep';

/**
 * Velocity pass: takes min(mu h, 1) of the relative angular velocity (Mueller et al., eq 32). A function of its own, called by every
 * joint whose bodies may turn against each other, because it is rarely needed and large.
 */
export function dampRotation<T>(at: LaneBodies, rates: usize, step: Substep): void {
  const [vA, wA, massA, inertiaA] = gatherMotion<T>(at.readA0, at.readA1, at.readA2, at.readA3);
  const [vB, wB, massB, inertiaB] = gatherMotion<T>(at.readB0, at.readB1, at.readB2, at.readB3);
  const rate: lane<T> = load<T>(rates);
  const j = -(min(step.h * rate, 1) * (invertSym3(inertiaA + inertiaB) * (wB - wA)));
  const a = wA - inertiaA * j;
  const b = wB + inertiaB * j;
  scatterRow<T>(at.writeA0, at.writeA1, at.writeA2, at.writeA3, ANGULAR_VELOCITY, a.x, a.y, a.z, splat<T>(0));
  scatterRow<T>(at.writeB0, at.writeB1, at.writeB2, at.writeB3, ANGULAR_VELOCITY, b.x, b.y, b.z, splat<T>(0));
}
