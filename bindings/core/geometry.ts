// The few vector operations that the bindings need outside the kernels, in double precision.
import { norm, notWritable, type Out, type Quat, requireOutput, type Vec3 } from './arguments.ts';

export const add = (a: Vec3, b: Vec3): Vec3 => [a[0] + b[0], a[1] + b[1], a[2] + b[2]];
export const subtract = (a: Vec3, b: Vec3): Vec3 => [a[0] - b[0], a[1] - b[1], a[2] - b[2]];
export const scale = (a: Vec3, factor: number): Vec3 => [a[0] * factor, a[1] * factor, a[2] * factor];
export const dot = (a: Vec3, b: Vec3): number => a[0] * b[0] + a[1] * b[1] + a[2] * b[2];
export const length = (a: Vec3): number => Math.sqrt(dot(a, a));
export const cross = (a: Vec3, b: Vec3): Vec3 => [a[1] * b[2] - a[2] * b[1], a[2] * b[0] - a[0] * b[2], a[0] * b[1] - a[1] * b[0]];
export const conjugate = (q: Quat): Quat => [-q[0], -q[1], -q[2], q[3]];

export function multiply(a: Quat, b: Quat): Quat {
  return [
    a[3] * b[0] + a[0] * b[3] + a[1] * b[2] - a[2] * b[1],
    a[3] * b[1] - a[0] * b[2] + a[1] * b[3] + a[2] * b[0],
    a[3] * b[2] + a[0] * b[1] - a[1] * b[0] + a[2] * b[3],
    a[3] * b[3] - a[0] * b[0] - a[1] * b[1] - a[2] * b[2],
  ];
}

/** v turned by the unit quaternion q. */
export const rotate = (q: Quat, v: Vec3): Vec3 => turned(q[0], q[1], q[2], q[3], v[0], v[1], v[2]);
export const unrotate = (q: Quat, v: Vec3): Vec3 => turned(-q[0], -q[1], -q[2], q[3], v[0], v[1], v[2]);

/** (a, b, c) turned by the unit quaternion x y z w. */
export function turned(x: number, y: number, z: number, w: number, a: number, b: number, c: number): Vec3 {
  const tx = 2 * (y * c - z * b);
  const ty = 2 * (z * a - x * c);
  const tz = 2 * (x * b - y * a);
  return [a + w * tx + y * tz - z * ty, b + w * ty + z * tx - x * tz, c + w * tz + x * ty - y * tx];
}

/** The shortest rotation that takes the unit vector a to the unit vector b. */
export function rotationBetween(a: Vec3, b: Vec3): Quat {
  const w = 1 + dot(a, b);
  if (w < 1e-12) return [...anyNormal(a), 0];
  const [x, y, z] = cross(a, b);
  const size = norm([x, y, z, w]);
  return [x / size, y / size, z / size, w / size];
}

/** A unit vector normal to the unit vector a. */
export function anyNormal(a: Vec3): Vec3 {
  const least = Math.abs(a[0]) < 0.6 ? ([1, 0, 0] as Vec3) : ([0, 1, 0] as Vec3);
  const normal = cross(a, least);
  return scale(normal, 1 / length(normal));
}

/** What of v is normal to the unit vector `axis`. */
export const without = (v: Vec3, axis: Vec3): Vec3 => subtract(v, scale(axis, dot(v, axis)));
/** v with length one; it must not be zero. */
export const normalized = (v: Vec3): Vec3 => scale(v, 1 / length(v));

/** The rotation that takes the coordinate axes to a right-handed basis of unit vectors, of which x and y are given (Shepperd's method). */
export function frameOf(x: Vec3, y: Vec3): Quat {
  const z = cross(x, y);
  const trace = x[0] + y[1] + z[2];
  if (trace > 0) {
    const w = 0.5 * Math.sqrt(1 + trace);
    const f = 0.25 / w;
    return [(y[2] - z[1]) * f, (z[0] - x[2]) * f, (x[1] - y[0]) * f, w];
  }
  if (x[0] > y[1] && x[0] > z[2]) {
    const q = 0.5 * Math.sqrt(1 + x[0] - y[1] - z[2]);
    const f = 0.25 / q;
    return [q, (y[0] + x[1]) * f, (z[0] + x[2]) * f, (y[2] - z[1]) * f];
  }
  if (y[1] > z[2]) {
    const q = 0.5 * Math.sqrt(1 + y[1] - x[0] - z[2]);
    const f = 0.25 / q;
    return [(y[0] + x[1]) * f, q, (z[1] + y[2]) * f, (z[0] - x[2]) * f];
  }
  const q = 0.5 * Math.sqrt(1 + z[2] - x[0] - y[1]);
  const f = 0.25 / q;
  return [(z[0] + x[2]) * f, (z[1] + y[2]) * f, q, (x[1] - y[0]) * f];
}

export function writeVector(v: Vec3, out?: Out): Vec3 {
  return out === undefined ? v : writeTo(out, v[0], v[1], v[2]); // small, so that it can become part of its callers
}

export function writeTo(out: Out, x: number, y: number, z: number): Vec3 {
  requireOutput(out, 3);
  try {
    out[0] = x;
    out[1] = y;
    out[2] = z;
  } catch (cause) {
    notWritable(cause);
  }
  return out as unknown as Vec3;
}

export function writeQuaternion(q: Quat, out?: Out): Quat {
  return out === undefined ? q : writeQuaternionTo(out, q);
}

function writeQuaternionTo(out: Out, q: Quat): Quat {
  requireOutput(out, 4);
  try {
    out[0] = q[0];
    out[1] = q[1];
    out[2] = q[2];
    out[3] = q[3];
  } catch (cause) {
    notWritable(cause);
  }
  return out as unknown as Quat;
}

/** An array that nobody can write to, for what getters return: changing it would change nothing else. */
export function fixed<Numbers extends readonly number[]>(numbers: Numbers): Readonly<Numbers> {
  return Object.freeze(numbers) as Readonly<Numbers>;
}

/** The same for an object, and the arrays and objects in it. */
export function fixedParts<Value extends object | null>(value: Value): Readonly<Value> {
  if (value === null) return value;
  for (const part of Object.values(value)) if (typeof part === 'object' && part !== null && !Object.isFrozen(part)) fixedParts(part);
  return Object.freeze(value);
}
