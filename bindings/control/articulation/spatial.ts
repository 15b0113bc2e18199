// Spatial vectors (Featherstone): a motion is angular velocity and velocity of the point at the origin, a force is moment about the origin and
// force, all in world axes. The origin is a point that stays where it is while they are used.
import type { Quat, Vec3 } from '../../core/arguments.ts';
import { add, cross, dot, rotate, scale, subtract } from '../../core/geometry.ts';

/** A motion: (angular velocity, velocity at the origin); or a force: (moment about the origin, force). */
export interface Spatial {
  readonly angular: Vec3;
  readonly linear: Vec3;
}

export const ZERO: Spatial = { angular: [0, 0, 0], linear: [0, 0, 0] };

export const plus = (a: Spatial, b: Spatial): Spatial => ({ angular: add(a.angular, b.angular), linear: add(a.linear, b.linear) });
export const times = (a: Spatial, factor: number): Spatial => ({ angular: scale(a.angular, factor), linear: scale(a.linear, factor) });

/** Power of a force in a motion. */
export const power = (force: Spatial, motion: Spatial): number => dot(force.angular, motion.angular) + dot(force.linear, motion.linear);

/** Rate of change of a motion that is fixed to what moves with `carrier`. */
export const crossMotion = (carrier: Spatial, motion: Spatial): Spatial => ({
  angular: cross(carrier.angular, motion.angular),
  linear: add(cross(carrier.angular, motion.linear), cross(carrier.linear, motion.angular)),
});

/** The same of a force. */
export const crossForce = (carrier: Spatial, force: Spatial): Spatial => ({
  angular: add(cross(carrier.angular, force.angular), cross(carrier.linear, force.linear)),
  linear: cross(carrier.angular, force.linear),
});

/** The force that acts at a point. */
export const forceAt = (force: Vec3, point: Vec3, torque: Vec3): Spatial => ({ angular: add(torque, cross(point, force)), linear: force });

/** Velocity of the point of a moving body that is at `point` now. */
export const velocityAt = (motion: Spatial, point: Vec3): Vec3 => add(motion.linear, cross(motion.angular, point));

/** The motion of a body with an angular velocity, a point of which has a velocity. */
export const motionOf = (angular: Vec3, velocity: Vec3, point: Vec3): Spatial => ({
  angular,
  linear: subtract(velocity, cross(angular, point)),
});

/** Mass, first moment and moments of inertia about the origin: xx, yy, zz, xy, xz, yz. They add. */
export interface SpatialInertia {
  readonly mass: number;
  readonly moment: Vec3;
  readonly tensor: readonly number[];
}

const AXES: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** That of a body with principal moments along the axes of `orientation`. */
export function inertiaOf(mass: number, moments: Readonly<Vec3>, orientation: Quat, center: Vec3): SpatialInertia {
  const tensor = [0, 0, 0, 0, 0, 0];
  for (const [k, axis] of AXES.entries()) {
    const [x, y, z] = rotate(orientation, axis);
    const products = [x * x, y * y, z * z, x * y, x * z, y * z];
    for (const [entry, product] of products.entries()) tensor[entry] += moments[k] * product;
  }
  const [x, y, z] = center;
  const steiner = [y * y + z * z, x * x + z * z, x * x + y * y, -x * y, -x * z, -y * z];
  return { mass, moment: scale(center, mass), tensor: tensor.map((value, entry) => value + mass * steiner[entry]) };
}

export const sumOf = (a: SpatialInertia, b: SpatialInertia): SpatialInertia => ({
  mass: a.mass + b.mass,
  moment: add(a.moment, b.moment),
  tensor: a.tensor.map((value, entry) => value + b.tensor[entry]),
});

/** Momentum of an inertia in a motion, or the force that accelerates it. */
export function momentum({ mass, moment, tensor }: SpatialInertia, { angular, linear }: Spatial): Spatial {
  const [xx, yy, zz, xy, xz, yz] = tensor;
  const [x, y, z] = angular;
  const spin: Vec3 = [xx * x + xy * y + xz * z, xy * x + yy * y + yz * z, xz * x + yz * y + zz * z];
  return { angular: add(spin, cross(moment, linear)), linear: subtract(scale(linear, mass), cross(moment, angular)) };
}
