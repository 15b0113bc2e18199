import type { Vec3 } from '../math/vec3.ts';

/** Principal moments of a box, written to `target`. */
export function boxInertia(halfExtents: Vec3, mass: number, target: Vec3): Vec3 {
  const { x, y, z } = halfExtents;
  const third = mass / 3;
  return target.set(third * (y * y + z * z), third * (x * x + z * z), third * (x * x + y * y));
}
