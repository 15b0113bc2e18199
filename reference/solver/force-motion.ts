// Poses and velocities of bodies as numbers to integrate.
import type { Body } from '../body/body.ts';
import { Quat } from '../math/rotation.ts';
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
    orientation: orientation.times(Quat.identity()),
    velocity: velocity.times(1),
    angularVelocity: angularVelocity.times(1),
  };
}

/** Its velocities go on. */
export function rest({ angularVelocity, velocity }: Motion): Rates {
  return { velocity, angularVelocity };
}

/** So far at these velocities: q = exp(h ω / 2) q. */
export function stepBy<Kind extends Pose>(pose: Kind, { angularVelocity, velocity }: Rates, h: number): Kind {
  const angle = h * angularVelocity.length;
  const scale = angle > 1e-8 ? (h * Math.sin(angle / 2)) / angle : h / 2;
  const turn = new Quat(scale * angularVelocity.x, scale * angularVelocity.y, scale * angularVelocity.z, Math.cos(angle / 2));
  return { ...pose, position: pose.position.plusTimes(velocity, h), orientation: turn.times(pose.orientation).normalized };
}
