// Rotations as vectors, by exactly rounded operations alone.
import type { Quat, Vec3 } from '../core/arguments.ts';
import { conjugate, dot, length, multiply, scale } from '../core/geometry.ts';
import { angleOfPoint, sineAndCosine } from '../core/trigonometry.ts';

export const IDENTITY: Quat = [0, 0, 0, 1];

/** rad; smaller rotations have no axis. */
const LEAST_ANGLE = 1e-12;

/** Axis times angle, rad, of the shorter way round. */
export function rotationVector([x, y, z, w]: Readonly<Quat>): Vec3 {
  const sine = length([x, y, z]);
  if (sine < LEAST_ANGLE) return scale([x, y, z], w < 0 ? -2 : 2);
  return scale([x, y, z], ((w < 0 ? -2 : 2) * angleOfPoint(sine, Math.abs(w))) / sine);
}

/** The rotation about a vector by its length, rad. */
export function rotationBy(vector: Vec3): Quat {
  const angle = length(vector);
  const { sine, cosine } = sineAndCosine(angle / 2);
  const factor = angle < LEAST_ANGLE ? 0.5 : sine / angle;
  return [vector[0] * factor, vector[1] * factor, vector[2] * factor, cosine];
}

/** The rotation about a unit vector by an angle, rad. */
export const rotationAbout = (axis: Vec3, angle: number): Quat => rotationBy(scale(axis, angle));

/** A part of the way from one rotation to another, the shorter one. */
export function between(from: Quat, to: Quat, part: number): Quat {
  return normalizedQuat(multiply(from, rotationBy(scale(rotationVector(multiply(conjugate(from), to)), part))));
}

export function normalizedQuat(q: Quat): Quat {
  const factor = 1 / Math.sqrt(q[0] * q[0] + q[1] * q[1] + q[2] * q[2] + q[3] * q[3]);
  return [q[0] * factor, q[1] * factor, q[2] * factor, q[3] * factor];
}

/** Angle, in [-pi, pi], of the part of a rotation that is about a unit vector. */
export function twistAbout(axis: Vec3, [x, y, z, w]: Quat): number {
  const sign = w < 0 ? -1 : 1;
  return 2 * angleOfPoint(sign * dot(axis, [x, y, z]), sign * w);
}

/** The angle between two rotations, rad. */
export const angleBetween = (a: Quat, b: Quat): number => length(rotationVector(multiply(conjugate(a), b)));
