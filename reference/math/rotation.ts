import { Vec3 } from './vector.ts';

/** A unit quaternion: the rotation `p` followed by `q` is `q.times(p)`. Only `assign` changes one, see Vec3. */
export class Quat {
  declare x: number;
  declare y: number;
  declare z: number;
  declare w: number;

  constructor(x: number, y: number, z: number, w: number) {
    this.x = x;
    this.y = y;
    this.z = z;
    this.w = w;
  }

  static identity(): Quat {
    return new Quat(0, 0, 0, 1);
  }

  get copy(): Quat {
    return new Quat(this.x, this.y, this.z, this.w);
  }

  assign(q: Quat): void {
    this.x = q.x;
    this.y = q.y;
    this.z = q.z;
    this.w = q.w;
  }

  times(q: Quat): Quat {
    return new Quat(
      this.w * q.x + this.x * q.w + this.y * q.z - this.z * q.y,
      this.w * q.y - this.x * q.z + this.y * q.w + this.z * q.x,
      this.w * q.z + this.x * q.y - this.y * q.x + this.z * q.w,
      this.w * q.w - this.x * q.x - this.y * q.y - this.z * q.z,
    );
  }

  get conjugate(): Quat {
    return new Quat(-this.x, -this.y, -this.z, this.w);
  }

  get normalized(): Quat {
    const factor = 1 / Math.sqrt(this.x * this.x + this.y * this.y + this.z * this.z + this.w * this.w);
    return new Quat(this.x * factor, this.y * factor, this.z * factor, this.w * factor);
  }

  get isFinite(): boolean {
    return Number.isFinite(this.x) && Number.isFinite(this.y) && Number.isFinite(this.z) && Number.isFinite(this.w);
  }

  rotate(v: Vec3): Vec3 {
    const tx = 2 * (this.y * v.z - this.z * v.y);
    const ty = 2 * (this.z * v.x - this.x * v.z);
    const tz = 2 * (this.x * v.y - this.y * v.x);
    return new Vec3(
      v.x + this.w * tx + this.y * tz - this.z * ty,
      v.y + this.w * ty + this.z * tx - this.x * tz,
      v.z + this.w * tz + this.x * ty - this.y * tx,
    );
  }

  /** The shortest rotation vector: axis times angle in [0, pi]. */
  get rotationVector(): Vec3 {
    const sign = this.w < 0 ? -1 : 1;
    const sine = Math.sqrt(this.x * this.x + this.y * this.y + this.z * this.z);
    const factor = sine > 0 ? (sign * 2 * Math.atan2(sine, Math.abs(this.w))) / sine : 0;
    return new Vec3(this.x * factor, this.y * factor, this.z * factor);
  }
}

/** The Cayley map: rotation about `theta` whose half angle has the tangent |theta| / 2. */
export function cayley(theta: Vec3): Quat {
  const x = theta.x / 2;
  const y = theta.y / 2;
  const z = theta.z / 2;
  const w = 1 / Math.sqrt(x * x + y * y + z * z + 1);
  return new Quat(x * w, y * w, z * w, w);
}

/** exp(theta / 2): rotation about `theta` by its length, rad. */
export function exponential(theta: Vec3): Quat {
  const angle = theta.length;
  const scale = angle > 1e-8 ? Math.sin(angle / 2) / angle : 0.5;
  return new Quat(scale * theta.x, scale * theta.y, scale * theta.z, Math.cos(angle / 2));
}

/** `cayley(theta).rotate(v)` less `v`, without the square root, and exact for small angles. */
export function turnDifference(v: Vec3, theta: Vec3): Vec3 {
  const half = theta.times(0.5);
  const sine = half.cross(v);
  return sine.plus(half.cross(sine)).times(2 / (1 + half.squaredLength));
}

/** `cayley(theta).rotate(v)`. */
export function turn(v: Vec3, theta: Vec3): Vec3 {
  return v.plus(turnDifference(v, theta));
}

/** Angle, in [-pi, pi], of the part of a rotation that is about the unit vector `axis`. */
export function twistAbout(axis: Vec3, { x, y, z, w }: Quat): number {
  const sign = w < 0 ? -1 : 1;
  return 2 * Math.atan2(sign * (x * axis.x + y * axis.y + z * axis.z), sign * w);
}
