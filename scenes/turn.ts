import { sineAndCosine } from '../bindings/core/trigonometry.ts';
import type { Quat, Vec3 } from '../bindings/index.ts';

/** Rotation by an angle, rad, about a unit vector, right-handed. */
export function turn([x, y, z]: Vec3, angle: number): Quat {
  const { sine, cosine } = sineAndCosine(angle / 2);
  return [x * sine, y * sine, z * sine, cosine];
}

/** The rotation `first`, followed by `second`. */
export function turnTwice([a, b, c, d]: Quat, [x, y, z, w]: Quat): Quat {
  return [w * a + x * d + y * c - z * b, w * b + y * d + z * a - x * c, w * c + z * d + x * b - y * a, w * d - x * a - y * b - z * c];
}

/** Rotates the axis of cylinders and capsules from y to z. */
export const ALONG_Z: Quat = turn([1, 0, 0], Math.PI / 2);
/** Rotates it to x. */
export const ALONG_X: Quat = turn([0, 0, 1], -Math.PI / 2);
