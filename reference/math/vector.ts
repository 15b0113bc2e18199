/**
 * A vector in three dimensions. Operations make new vectors, which are short-lived and cheap; only `assign` changes one. It is
 * for the fields of bodies and joints: replacing those costs a step more time in the garbage collector than in the solver.
 *
 * The components are declared, not defined: a class field starts as undefined, and V8 then boxes every number put into it.
 */
export class Vec3 {
  static readonly ZERO: Readonly<Vec3> = new Vec3(0, 0, 0);
  static readonly X: Readonly<Vec3> = new Vec3(1, 0, 0);
  static readonly Y: Readonly<Vec3> = new Vec3(0, 1, 0);
  static readonly Z: Readonly<Vec3> = new Vec3(0, 0, 1);

  declare x: number;
  declare y: number;
  declare z: number;

  constructor(x: number, y: number, z: number) {
    this.x = x;
    this.y = y;
    this.z = z;
  }

  static zero(): Vec3 {
    return new Vec3(0, 0, 0);
  }

  assign(v: Vec3): void {
    this.x = v.x;
    this.y = v.y;
    this.z = v.z;
  }

  plus(v: Vec3): Vec3 {
    return new Vec3(this.x + v.x, this.y + v.y, this.z + v.z);
  }

  minus(v: Vec3): Vec3 {
    return new Vec3(this.x - v.x, this.y - v.y, this.z - v.z);
  }

  times(factor: number): Vec3 {
    return new Vec3(this.x * factor, this.y * factor, this.z * factor);
  }

  plusTimes(v: Vec3, factor: number): Vec3 {
    return new Vec3(this.x + v.x * factor, this.y + v.y * factor, this.z + v.z * factor);
  }

  /** Product component by component. */
  scaledBy(v: Vec3): Vec3 {
    return new Vec3(this.x * v.x, this.y * v.y, this.z * v.z);
  }

  dividedBy(v: Vec3): Vec3 {
    return new Vec3(this.x / v.x, this.y / v.y, this.z / v.z);
  }

  dot(v: Vec3): number {
    return this.x * v.x + this.y * v.y + this.z * v.z;
  }

  cross(v: Vec3): Vec3 {
    return new Vec3(this.y * v.z - this.z * v.y, this.z * v.x - this.x * v.z, this.x * v.y - this.y * v.x);
  }

  get squaredLength(): number {
    return this.dot(this);
  }

  get length(): number {
    return Math.sqrt(this.dot(this));
  }

  get isFinite(): boolean {
    return Number.isFinite(this.x) && Number.isFinite(this.y) && Number.isFinite(this.z);
  }

  /** What the unit vector `direction` leaves of this one. */
  without(direction: Vec3): Vec3 {
    return this.plusTimes(direction, -this.dot(direction));
  }

  /** A unit vector normal to this unit vector. */
  anyNormal(): Vec3 {
    const normal = Math.abs(this.x) < 0.6 ? new Vec3(0, this.z, -this.y) : new Vec3(-this.z, 0, this.x);
    return normal.times(1 / normal.length);
  }

  /** Two unit vectors that complete this unit vector to a right-handed basis (Duff et al., "Building an Orthonormal Basis, Revisited", 2017). */
  basis(): [Vec3, Vec3] {
    const { x, y, z } = this;
    const sign = z < 0 || Object.is(z, -0) ? -1 : 1;
    const a = -1 / (sign + z);
    const b = x * y * a;
    return [new Vec3(1 + sign * x * x * a, sign * b, -sign * x), new Vec3(b, sign + y * y * a, -y)];
  }
}
