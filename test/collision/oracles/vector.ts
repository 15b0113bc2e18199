// Vectors, rotations and poses of the oracles: plain arrays of numbers, written for plainness and not for speed.

export type Vector = readonly [number, number, number];
export type Quaternion = readonly [number, number, number, number];

export interface Pose {
  position: Vector;
  orientation: Quaternion;
}

export const ORIGIN: Vector = [0, 0, 0];
export const UPRIGHT: Pose = { position: ORIGIN, orientation: [0, 0, 0, 1] };

export const add = (a: Vector, b: Vector): Vector => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vector, b: Vector): Vector => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vector, factor: number): Vector => [a[0] * factor, a[1] * factor, a[2] * factor];
export const along = (a: Vector, b: Vector, t: number): Vector => [a[0] + b[0] * t, a[1] + b[1] * t, a[2] + b[2] * t];
export const dot = (a: Vector, b: Vector): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const cross = (a: Vector, b: Vector): Vector => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const length = (a: Vector): number => Math.hypot(a[0], a[1], a[2]);
export const between = (a: Vector, b: Vector): number => length(subtract(a, b));
export const negate = (a: Vector): Vector => [-a[0], -a[1], -a[2]];

/** Of length one; a zero vector becomes the x axis. */
export function unit(a: Vector): Vector {
  const size = length(a);
  return size > 0 ? scale(a, 1 / size) : [1, 0, 0];
}

/** Any unit vector at right angles to a unit vector. */
export function perpendicular(a: Vector): Vector {
  const least = Math.abs(a[0]) < 0.6 ? ([1, 0, 0] as const) : ([0, 1, 0] as const);
  return unit(cross(a, least));
}

export function unitQuaternion(q: ArrayLike<number>): Quaternion {
  const size = Math.hypot(q[0], q[1], q[2], q[3]);
  return [q[0] / size, q[1] / size, q[2] / size, q[3] / size];
}

export function rotate([x, y, z, w]: Quaternion, v: Vector): Vector {
  const axis: Vector = [x, y, z];
  const t = scale(cross(axis, v), 2);
  return add(add(v, scale(t, w)), cross(axis, t));
}

export const conjugate = ([x, y, z, w]: Quaternion): Quaternion => [-x, -y, -z, w];
export const unrotate = (q: Quaternion, v: Vector): Vector => rotate(conjugate(q), v);
export const toWorld = ({ position, orientation }: Pose, point: Vector): Vector => add(position, rotate(orientation, point));
export const toLocal = ({ position, orientation }: Pose, point: Vector): Vector => unrotate(orientation, subtract(point, position));

export function multiply([ax, ay, az, aw]: Quaternion, [bx, by, bz, bw]: Quaternion): Quaternion {
  return [
    aw * bx + ax * bw + ay * bz - az * by,
    aw * by - ax * bz + ay * bw + az * bx,
    aw * bz + ax * by - ay * bx + az * bw,
    aw * bw - ax * bx - ay * by - az * bz,
  ];
}

/** The pose of what has the inner pose in a frame that has the outer one. */
export const compose = (outer: Pose, inner: Pose): Pose => ({
  position: toWorld(outer, inner.position),
  orientation: multiply(outer.orientation, inner.orientation),
});

/** The vectors of a flat list. */
export function vectors(flat: ArrayLike<number>): Vector[] {
  return Array.from({ length: flat.length / 3 }, (_, i) => [flat[3 * i], flat[3 * i + 1], flat[3 * i + 2]]);
}

/** Directions spread evenly over the sphere: a Fibonacci lattice. */
export function directions(count: number): Vector[] {
  const turn = Math.PI * (3 - Math.sqrt(5));
  return Array.from({ length: count }, (_, i) => {
    const y = 1 - (2 * i + 1) / count;
    const radius = Math.sqrt(1 - y * y);
    return [radius * Math.cos(turn * i), y, radius * Math.sin(turn * i)];
  });
}
