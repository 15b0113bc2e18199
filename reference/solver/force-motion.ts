// Poses and velocities of bodies as numbers to integrate.
import type { Body } from '../body/body.ts';
import { exponential, type Quat } from '../math/rotation.ts';
import type { Vec3 } from '../math/vector.ts';

export interface Pose {
  position: Vec3;
  orientation: Quat;
}

/** Velocities, or accelerations. */
export interface Rates {
  velocity: Vec3;
  angularVelocity: Vec3;
}

export type Motion = Pose & Rates;

export function readPose({ angularVelocity, orientation, position, velocity }: Body): Motion {
  return {
    position: position.times(1),
    orientation: orientation.copy,
    velocity: velocity.times(1),
    angularVelocity: angularVelocity.times(1),
  };
}

/** So far at these velocities: q = exp(h ω / 2) q. */
export function stepBy<Kind extends Pose>(pose: Kind, { angularVelocity, velocity }: Rates, h: number): Kind {
  const orientation = exponential(angularVelocity.times(h)).times(pose.orientation).normalized;
  return { ...pose, position: pose.position.plusTimes(velocity, h), orientation };
}
