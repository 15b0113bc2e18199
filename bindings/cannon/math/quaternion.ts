import { angleOfPoint, sineAndCosine } from '../../core/trigonometry.ts';
import { Vec3 } from './vec3.ts';

/** Sines of half angles below which a rotation has no axis. */
const NO_AXIS = 1e-3;
/** Cosines above which two quaternions are so near that the way between them is straight. */
const NEAR = 1 - 1e-6;
/** Half the sine of an attitude that counts as straight up or down. */
const POLE = 0.499;

const arcsine = (sine: number): number => angleOfPoint(sine, Math.sqrt(Math.max(0, 1 - sine * sine)));

/** A rotation as a quaternion, changed in place by most that takes a `target`. */
export class Quaternion {
  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;

  constructor(x?: number, y?: number, z?: number, w?: number) {
    this.x = x ?? 0;
    this.y = y ?? 0;
    this.z = z ?? 0;
    this.w = w ?? 1;
  }

  set(x: number, y: number, z: number, w: number): Quaternion {
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
    return this;
  }
  toString(): string {
    return `${this.x},${this.y},${this.z},${this.w}`;
  }
  toArray(): [number, number, number, number] {
    return [this.x, this.y, this.z, this.w];
  }
  /** The rotation by an angle, rad, about a unit vector. */
  setFromAxisAngle(vector: Vec3, angle: number): Quaternion {
    const { sine, cosine } = sineAndCosine(angle / 2);
    return this.set(vector.x * sine, vector.y * sine, vector.z * sine, cosine);
  }
  /** Axis and angle; makes this quaternion one of unit length. */
  toAxisAngle(targetAxis?: Vec3): [Vec3, number] {
    targetAxis ??= new Vec3();
    this.normalize();
    const { x, y, z, w } = this;
    const sine = Math.sqrt(Math.max(0, 1 - w * w));
    if (sine < NO_AXIS) targetAxis.set(x, y, z);
    else targetAxis.set(x / sine, y / sine, z / sine);
    return [targetAxis, 2 * angleOfPoint(sine, w)];
  }
  /** The shortest rotation from the direction of one vector to that of another. */
  setFromVectors(u: Vec3, v: Vec3): Quaternion {
    if (u.isAntiparallelTo(v)) {
      const axis = new Vec3();
      u.tangents(axis, new Vec3());
      return this.set(axis.x, axis.y, axis.z, 0);
    }
    const { x, y, z } = u.cross(v);
    return this.set(x, y, z, Math.sqrt(u.lengthSquared() * v.lengthSquared()) + u.dot(v)).normalize();
  }
  /** The rotation by `quat`, then by this one. */
  mult(quat: Quaternion, target?: Quaternion): Quaternion {
    target ??= new Quaternion();
    const { x: ax, y: ay, z: az, w: aw } = this;
    const { x: bx, y: by, z: bz, w: bw } = quat;
    return target.set(
      ax * bw + aw * bx + ay * bz - az * by,
      ay * bw + aw * by + az * bx - ax * bz,
      az * bw + aw * bz + ax * by - ay * bx,
      aw * bw - ax * bx - ay * by - az * bz,
    );
  }
  inverse(target?: Quaternion): Quaternion {
    target ??= new Quaternion();
    const { x, y, z, w } = this;
    const factor = 1 / (x * x + y * y + z * z + w * w);
    return target.set(-x * factor, -y * factor, -z * factor, w * factor);
  }
  conjugate(target?: Quaternion): Quaternion {
    target ??= new Quaternion();
    return target.set(-this.x, -this.y, -this.z, this.w);
  }
  normalize(): Quaternion {
    const { x, y, z, w } = this;
    const length = Math.sqrt(x * x + y * y + z * z + w * w);
    if (length === 0) return this.set(0, 0, 0, 0);
    return this.set(x / length, y / length, z / length, w / length);
  }
  /** `normalize` for quaternions whose length is nearly one: a step of Newton's method. */
  normalizeFast(): Quaternion {
    const { x, y, z, w } = this;
    const factor = (3 - (x * x + y * y + z * z + w * w)) / 2;
    if (factor === 0) return this.set(0, 0, 0, 0);
    return this.set(x * factor, y * factor, z * factor, w * factor);
  }
  /** The vector `v` turned. */
  vmult(v: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    const { x, y, z } = v;
    const { x: qx, y: qy, z: qz, w: qw } = this;
    const ix = qw * x + qy * z - qz * y;
    const iy = qw * y + qz * x - qx * z;
    const iz = qw * z + qx * y - qy * x;
    const iw = -qx * x - qy * y - qz * z;
    target.x = ix * qw + iw * -qx + iy * -qz - iz * -qy;
    target.y = iy * qw + iw * -qy + iz * -qx - ix * -qz;
    target.z = iz * qw + iw * -qz + ix * -qy - iy * -qx;
    return target;
  }
  copy(quat: Quaternion): Quaternion {
    return this.set(quat.x, quat.y, quat.z, quat.w);
  }
  /** Angles about y, then z, then x; 'YZX' is the only order there is. Throws an error for others. */
  toEuler(target: Vec3, order?: string): void {
    order ??= 'YZX';
    if (order !== 'YZX') throw new Error(`Euler order ${order} not supported yet.`);
    const { x, y, z, w } = this;
    const half = x * y + z * w;
    if (Math.abs(half) > POLE) {
      const side = half > 0 ? 1 : -1;
      target.set(0, side * 2 * angleOfPoint(x, w), (side * Math.PI) / 2);
      return;
    }
    target.y = angleOfPoint(2 * y * w - 2 * x * z, 1 - 2 * y * y - 2 * z * z);
    target.z = arcsine(2 * half);
    target.x = angleOfPoint(2 * x * w - 2 * y * z, 1 - 2 * x * x - 2 * z * z);
  }
  /** The rotations about the axes one after the other, in an order such as 'XYZ' (the default). */
  setFromEuler(x: number, y: number, z: number, order?: string): Quaternion {
    const [a, b, c] = [x, y, z].map((angle) => sineAndCosine(angle / 2));
    const [sx, sy, sz, cx, cy, cz] = [a.sine, b.sine, c.sine, a.cosine, b.cosine, c.cosine];
    const sign = SIGNS[order ?? 'XYZ'];
    if (!sign) return this;
    return this.set(
      sx * cy * cz + sign[0] * cx * sy * sz,
      cx * sy * cz + sign[1] * sx * cy * sz,
      cx * cy * sz + sign[2] * sx * sy * cz,
      cx * cy * cz + sign[3] * sx * sy * sz,
    );
  }
  clone(): Quaternion {
    return new Quaternion(this.x, this.y, this.z, this.w);
  }
  /** A part `t` of the shorter way to another rotation. */
  slerp(toQuat: Quaternion, t: number, target?: Quaternion): Quaternion {
    target ??= new Quaternion();
    const { x, y, z, w } = this;
    const dot = x * toQuat.x + y * toQuat.y + z * toQuat.z + w * toQuat.w;
    const side = dot < 0 ? -1 : 1;
    let from = 1 - t;
    let to = t;
    if (side * dot <= NEAR) {
      const angle = angleOfPoint(Math.sqrt(1 - dot * dot), side * dot);
      const { sine } = sineAndCosine(angle);
      from = sineAndCosine(from * angle).sine / sine;
      to = sineAndCosine(to * angle).sine / sine;
    }
    to *= side;
    return target.set(from * x + to * toQuat.x, from * y + to * toQuat.y, from * z + to * toQuat.z, from * w + to * toQuat.w);
  }
  /** Where the rotation is after `dt` at an angular velocity, each component times a factor; not made of unit length. */
  integrate(angularVelocity: Vec3, dt: number, angularFactor: Vec3, target?: Quaternion): Quaternion {
    target ??= new Quaternion();
    const [ax, ay, az] = [angularVelocity.x * angularFactor.x, angularVelocity.y * angularFactor.y, angularVelocity.z * angularFactor.z];
    const { x, y, z, w } = this;
    const half = dt / 2;
    return target.set(
      x + half * (ax * w + ay * z - az * y),
      y + half * (ay * w + az * x - ax * z),
      z + half * (az * w + ax * y - ay * x),
      w + half * (-ax * x - ay * y - az * z),
    );
  }
}

/** Of the products of three sines or of two, for x, y, z and w. */
const SIGNS: Record<string, readonly number[] | undefined> = {
  XYZ: [1, -1, 1, -1],
  YXZ: [1, -1, -1, 1],
  ZXY: [-1, 1, 1, -1],
  ZYX: [-1, 1, -1, 1],
  YZX: [1, 1, -1, -1],
  XZY: [-1, -1, 1, 1],
};
