import type { Quat } from './rotation.ts';
import { Vec3 } from './vector.ts';

/**
 * Pivots up to this, relative to the trace, belong to a direction in which nothing can move: an axis with locked translation,
 * or two static bodies. Such a direction gets no impulse. Round-off leaves some 1e-16 there; a body held a thousand of its radii
 * from its centre still has some 1e-7.
 */
const LEAST_PIVOT = 1e-14;

/** A symmetric 3x3 matrix: an inertia, its inverse, or an inverse effective mass. Only `assign` changes one, see Vec3. */
export class SymmetricMatrix {
  declare xx: number;
  declare yy: number;
  declare zz: number;
  declare xy: number;
  declare xz: number;
  declare yz: number;

  constructor(xx: number, yy: number, zz: number, xy: number, xz: number, yz: number) {
    this.xx = xx;
    this.yy = yy;
    this.zz = zz;
    this.xy = xy;
    this.xz = xz;
    this.yz = yz;
  }

  static zero(): SymmetricMatrix {
    return new SymmetricMatrix(0, 0, 0, 0, 0, 0);
  }

  /** f v vᵀ */
  static square(v: Vec3, factor: number): SymmetricMatrix {
    const { x, y, z } = v;
    return new SymmetricMatrix(factor * x * x, factor * y * y, factor * z * z, factor * x * y, factor * x * z, factor * y * z);
  }

  assign(m: SymmetricMatrix): void {
    this.xx = m.xx;
    this.yy = m.yy;
    this.zz = m.zz;
    this.xy = m.xy;
    this.xz = m.xz;
    this.yz = m.yz;
  }

  /** R diag(values) Rᵀ */
  static alongAxes(rotation: Quat, values: Vec3): SymmetricMatrix {
    const { x, y, z, w } = rotation;
    const ax = 1 - 2 * (y * y + z * z);
    const ay = 2 * (x * y + w * z);
    const az = 2 * (x * z - w * y);
    const bx = 2 * (x * y - w * z);
    const by = 1 - 2 * (x * x + z * z);
    const bz = 2 * (y * z + w * x);
    const cx = 2 * (x * z + w * y);
    const cy = 2 * (y * z - w * x);
    const cz = 1 - 2 * (x * x + y * y);
    const { x: a, y: b, z: c } = values;
    return new SymmetricMatrix(
      a * ax * ax + b * bx * bx + c * cx * cx,
      a * ay * ay + b * by * by + c * cy * cy,
      a * az * az + b * bz * bz + c * cz * cz,
      a * ax * ay + b * bx * by + c * cx * cy,
      a * ax * az + b * bx * bz + c * cx * cz,
      a * ay * az + b * by * bz + c * cy * cz,
    );
  }

  plus(m: SymmetricMatrix): SymmetricMatrix {
    return new SymmetricMatrix(this.xx + m.xx, this.yy + m.yy, this.zz + m.zz, this.xy + m.xy, this.xz + m.xz, this.yz + m.yz);
  }

  plusDiagonal(x: number, y: number, z: number): SymmetricMatrix {
    return new SymmetricMatrix(this.xx + x, this.yy + y, this.zz + z, this.xy, this.xz, this.yz);
  }

  /** This matrix less the products u · P v of three vectors. */
  minusProducts(x: Vec3, y: Vec3, z: Vec3, p: SymmetricMatrix): SymmetricMatrix {
    return new SymmetricMatrix(
      this.xx - p.between(x, x),
      this.yy - p.between(y, y),
      this.zz - p.between(z, z),
      this.xy - p.between(x, y),
      this.xz - p.between(x, z),
      this.yz - p.between(y, z),
    );
  }

  scaled(factor: number): SymmetricMatrix {
    return new SymmetricMatrix(this.xx * factor, this.yy * factor, this.zz * factor, this.xy * factor, this.xz * factor, this.yz * factor);
  }

  times(v: Vec3): Vec3 {
    return new Vec3(
      this.xx * v.x + this.xy * v.y + this.xz * v.z,
      this.xy * v.x + this.yy * v.y + this.yz * v.z,
      this.xz * v.x + this.yz * v.y + this.zz * v.z,
    );
  }

  /** u · M v */
  between(u: Vec3, v: Vec3): number {
    return u.dot(this.times(v));
  }

  get trace(): number {
    return this.xx + this.yy + this.zz;
  }

  /** -[r]× M [r]× of this M: what an inverse inertia adds to the inverse effective mass of the point at the arm r. */
  atArm(r: Vec3): SymmetricMatrix {
    const { xx, yy, zz, xy, xz, yz } = this;
    const { x, y, z } = r;
    // a, b, c: the columns of M [r]×
    const ay = yy * z - yz * y;
    const az = yz * z - zz * y;
    const bx = xz * x - xx * z;
    const by = yz * x - xy * z;
    const bz = zz * x - xz * z;
    const cx = xx * y - xy * x;
    const cy = xy * y - yy * x;
    const cz = xz * y - yz * x;
    return new SymmetricMatrix(z * ay - y * az, x * bz - z * bx, y * cx - x * cy, z * by - y * bz, z * cy - y * cz, x * cz - z * cx);
  }

  /** An inverse inertia without the axes that `free` has 0 for: no torque turns the body about them. */
  withoutAxes(free: Vec3): SymmetricMatrix {
    let m: SymmetricMatrix = this;
    if (!free.x && m.xx > 0)
      m = new SymmetricMatrix(0, m.yy - (m.xy * m.xy) / m.xx, m.zz - (m.xz * m.xz) / m.xx, 0, 0, m.yz - (m.xy * m.xz) / m.xx);
    if (!free.y && m.yy > 0)
      m = new SymmetricMatrix(m.xx - (m.xy * m.xy) / m.yy, 0, m.zz - (m.yz * m.yz) / m.yy, 0, m.xz - (m.xy * m.yz) / m.yy, 0);
    if (!free.z && m.zz > 0)
      m = new SymmetricMatrix(m.xx - (m.xz * m.xz) / m.zz, m.yy - (m.yz * m.yz) / m.zz, 0, m.xy - (m.xz * m.yz) / m.zz, 0, 0);
    return m;
  }

  /** The inverse of a positive semidefinite matrix by L D Lᵀ; directions without a pivot stay out of it. */
  inverse(): SymmetricMatrix {
    const { xx, yy, zz, xy, xz, yz } = this;
    const least = LEAST_PIVOT * this.trace;
    const dx = inversePivot(xx, least);
    const lxy = xy * dx;
    const lxz = xz * dx;
    const dy = inversePivot(yy - lxy * xy, least);
    const restYZ = yz - lxz * xy;
    const lyz = restYZ * dy;
    const dz = inversePivot(zz - lxz * xz - lyz * restYZ, least);
    // a, b, c: what is below the diagonal of L⁻¹
    const a = -lxy;
    const b = -lyz;
    const c = lxy * lyz - lxz;
    return new SymmetricMatrix(dx + a * a * dy + c * c * dz, dy + b * b * dz, dz, a * dy + c * b * dz, c * dz, b * dz);
  }

  /**
   * The v in the plane of the orthonormal b and c whose image has there the components rb and rc; `diagonal` is added to this
   * matrix's part in the plane. Where that part has rank one, as between bodies locked to a plane, the pseudo-inverse is taken.
   */
  solveInPlane(b: Vec3, c: Vec3, diagonal: number, rb: number, rc: number): Vec3 {
    const image = this.times(b);
    const bb = b.dot(image) + diagonal;
    const bc = c.dot(image);
    const cc = this.between(c, c) + diagonal;
    const trace = bb + cc;
    // Bodies that move in one plane only answer by rounding errors across it.
    if (trace - 2 * diagonal <= LEAST_PIVOT * this.trace || trace <= 0) return Vec3.ZERO;
    const determinant = bb * cc - bc * bc;
    if (determinant <= LEAST_PIVOT * trace * trace) {
      const squared = 1 / (trace * trace);
      return b.times((bb * rb + bc * rc) * squared).plusTimes(c, (bc * rb + cc * rc) * squared);
    }
    return b.times((cc * rb - bc * rc) / determinant).plusTimes(c, (bb * rc - bc * rb) / determinant);
  }
}

function inversePivot(pivot: number, least: number): number {
  return pivot > least ? 1 / pivot : 0;
}
