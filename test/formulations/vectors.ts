// Vectors that may be frozen, as bodies give them.
import type { Quat, Vec3 } from '../../bindings/index.ts';

type Vector = Readonly<Vec3>;

export const add = (a: Vector, b: Vector): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const multiplied = (a: Vector, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vector): number => Math.hypot(...a);
export const cross = (a: Vector, b: Vector): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const conjugate = ([x, y, z, w]: Readonly<Quat>): Quat => [-x, -y, -z, w];

export function rotate([x, y, z, w]: Readonly<Quat>, v: Vector): Vec3 {
  const t = multiplied(cross([x, y, z], v), 2);
  return add(add(v, multiplied(t, w)), cross([x, y, z], t));
}
