// Vectors and matrices: in one file, since each makes the other.

/** A vector of three numbers, changed in place by most that takes a `target`. */
export class Vec3 {
  declare static ZERO: Vec3;
  declare static UNIT_X: Vec3;
  declare static UNIT_Y: Vec3;
  declare static UNIT_Z: Vec3;
  declare x: number;
  declare y: number;
  declare z: number;

  constructor(x?: number, y?: number, z?: number) {
    this.x = x ?? 0;
    this.y = y ?? 0;
    this.z = z ?? 0;
  }

  /** this × vector. */
  cross(vector: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    const { x, y, z } = this;
    const { x: vx, y: vy, z: vz } = vector;
    return target.set(y * vz - z * vy, z * vx - x * vz, x * vy - y * vx);
  }
  set(x: number, y: number, z: number): Vec3 {
    this.x = x;
    this.y = y;
    this.z = z;
    return this;
  }
  setZero(): void {
    this.set(0, 0, 0);
  }
  /** The sum: in `target`, or a new vector if there is none. */
  vadd(vector: Vec3): Vec3;
  vadd(vector: Vec3, target: Vec3): void;
  vadd(vector: Vec3, target?: Vec3): Vec3 | undefined {
    const { x, y, z } = this;
    if (!target) return new Vec3(x + vector.x, y + vector.y, z + vector.z);
    target.set(x + vector.x, y + vector.y, z + vector.z);
  }
  /** The difference: in `target`, or a new vector if there is none. */
  vsub(vector: Vec3): Vec3;
  vsub(vector: Vec3, target: Vec3): void;
  vsub(vector: Vec3, target?: Vec3): Vec3 | undefined {
    const { x, y, z } = this;
    if (!target) return new Vec3(x - vector.x, y - vector.y, z - vector.z);
    target.set(x - vector.x, y - vector.y, z - vector.z);
  }
  /** The matrix M with M v = this × v. */
  crossmat(): Mat3 {
    const { x, y, z } = this;
    return new Mat3([0, -z, y, z, 0, -x, -y, x, 0]);
  }
  /** Makes the length one, or leaves zero; returns the length there was. */
  normalize(): number {
    const length = this.length();
    const factor = length > 0 ? 1 / length : 0;
    this.set(this.x * factor, this.y * factor, this.z * factor);
    return length;
  }
  /** The same direction with length one; x for the zero vector. */
  unit(target?: Vec3): Vec3 {
    target ??= new Vec3();
    const length = this.length();
    return length > 0 ? target.set(this.x / length, this.y / length, this.z / length) : target.set(1, 0, 0);
  }
  length(): number {
    return Math.sqrt(this.lengthSquared());
  }
  lengthSquared(): number {
    return this.dot(this);
  }
  distanceTo(p: Vec3): number {
    return Math.sqrt(this.distanceSquared(p));
  }
  distanceSquared(p: Vec3): number {
    const [x, y, z] = [p.x - this.x, p.y - this.y, p.z - this.z];
    return x * x + y * y + z * z;
  }
  scale(scalar: number, target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(scalar * this.x, scalar * this.y, scalar * this.z);
  }
  /** Component by component. */
  vmul(vector: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(vector.x * this.x, vector.y * this.y, vector.z * this.z);
  }
  /** this + scalar · vector. */
  addScaledVector(scalar: number, vector: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(this.x + scalar * vector.x, this.y + scalar * vector.y, this.z + scalar * vector.z);
  }
  dot(vector: Vec3): number {
    return this.x * vector.x + this.y * vector.y + this.z * vector.z;
  }
  isZero(): boolean {
    return this.x === 0 && this.y === 0 && this.z === 0;
  }
  negate(target?: Vec3): Vec3 {
    target ??= new Vec3();
    return target.set(-this.x, -this.y, -this.z);
  }
  /** Two unit vectors that are normal to this one and to each other. */
  tangents(t1: Vec3, t2: Vec3): void {
    const length = this.length();
    if (length === 0) {
      t1.set(1, 0, 0);
      t2.set(0, 1, 0);
      return;
    }
    const n = new Vec3(this.x / length, this.y / length, this.z / length);
    n.cross(Math.abs(n.x) < 0.9 ? Vec3.UNIT_X : Vec3.UNIT_Y, t1);
    n.cross(t1, t2);
  }
  toString(): string {
    return `${this.x},${this.y},${this.z}`;
  }
  toArray(): [number, number, number] {
    return [this.x, this.y, this.z];
  }
  copy(vector: Vec3): Vec3 {
    return this.set(vector.x, vector.y, vector.z);
  }
  /** The vector a part `t` of the way from this to another. */
  lerp(vector: Vec3, t: number, target: Vec3): void {
    const { x, y, z } = this;
    target.set(x + (vector.x - x) * t, y + (vector.y - y) * t, z + (vector.z - z) * t);
  }
  almostEquals(vector: Vec3, precision?: number): boolean {
    precision ??= 1e-6;
    const [x, y, z] = [this.x - vector.x, this.y - vector.y, this.z - vector.z];
    return Math.abs(x) <= precision && Math.abs(y) <= precision && Math.abs(z) <= precision;
  }
  almostZero(precision?: number): boolean {
    precision ??= 1e-6;
    return Math.abs(this.x) <= precision && Math.abs(this.y) <= precision && Math.abs(this.z) <= precision;
  }
  isAntiparallelTo(vector: Vec3, precision?: number): boolean {
    return this.negate().almostEquals(vector, precision);
  }
  clone(): Vec3 {
    return new Vec3(this.x, this.y, this.z);
  }
}

Vec3.ZERO = new Vec3(0, 0, 0);
Vec3.UNIT_X = new Vec3(1, 0, 0);
Vec3.UNIT_Y = new Vec3(0, 1, 0);
Vec3.UNIT_Z = new Vec3(0, 0, 1);

interface RotationLike {
  readonly x: number;
  readonly y: number;
  readonly z: number;
  readonly w: number;
}

/** A matrix of three rows and columns; `elements` row by row. */
export class Mat3 {
  declare elements: number[];

  constructor(elements?: number[]) {
    this.elements = elements ?? [0, 0, 0, 0, 0, 0, 0, 0, 0];
  }

  identity(): void {
    this.fill([1, 0, 0, 0, 1, 0, 0, 0, 1]);
  }
  setZero(): void {
    this.elements.fill(0, 0, 9);
  }
  /** Sets the diagonal. */
  setTrace(vector: Vec3): void {
    const { elements } = this;
    elements[0] = vector.x;
    elements[4] = vector.y;
    elements[8] = vector.z;
  }
  /** The diagonal. */
  getTrace(target?: Vec3): Vec3 {
    target ??= new Vec3();
    const { elements } = this;
    return target.set(elements[0], elements[4], elements[8]);
  }
  /** The matrix times a vector. */
  vmult(v: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    const e = this.elements;
    const { x, y, z } = v;
    return target.set(e[0] * x + e[1] * y + e[2] * z, e[3] * x + e[4] * y + e[5] * z, e[6] * x + e[7] * y + e[8] * z);
  }
  smult(s: number): void {
    const { elements } = this;
    for (let k = 0; k < elements.length; k++) elements[k] *= s;
  }
  /** The matrix times another. */
  mmult(matrix: Mat3, target?: Mat3): Mat3 {
    target ??= new Mat3();
    const [a, b] = [this.elements, matrix.elements];
    return target.fill(a.map((_, k) => rowTimesColumn(a, b, k - (k % 3), k % 3)));
  }
  /** Scales each column by a component. */
  scale(vector: Vec3, target?: Mat3): Mat3 {
    target ??= new Mat3();
    const factors = vector.toArray();
    return target.fill(this.elements.map((element, k) => element * factors[k % 3]));
  }
  /** The vector x with this x = b. Throws an error where there is none. */
  solve(b: Vec3, target?: Vec3): Vec3 {
    target ??= new Vec3();
    const { elements: e } = this;
    const determinant = determinantOf(e);
    if (determinant === 0 || !Number.isFinite(determinant)) throw new Error('Could not solve equation! The matrix is singular.');
    return target.copy(new Mat3(inverseOf(e, determinant)).vmult(b));
  }
  /** An element, or sets it. */
  e(row: number, column: number): number;
  e(row: number, column: number, value: number): void;
  e(row: number, column: number, value?: number): number | undefined {
    if (value === undefined) return this.elements[column + 3 * row];
    this.elements[column + 3 * row] = value;
  }
  copy(matrix: Mat3): Mat3 {
    return this.fill(matrix.elements);
  }
  toString(): string {
    return this.elements.map((element) => `${element},`).join('');
  }
  /** The inverse. Throws an error where there is none. */
  reverse(target?: Mat3): Mat3 {
    target ??= new Mat3();
    const { elements } = this;
    const determinant = determinantOf(elements);
    if (determinant === 0 || !Number.isFinite(determinant)) throw new Error('Could not reverse! The matrix is singular.');
    return target.fill(inverseOf(elements, determinant));
  }
  setRotationFromQuaternion(q: RotationLike): Mat3 {
    const { x, y, z, w } = q;
    const [xx, yy, zz] = [2 * x * x, 2 * y * y, 2 * z * z];
    const [xy, xz, yz] = [2 * x * y, 2 * x * z, 2 * y * z];
    const [wx, wy, wz] = [2 * w * x, 2 * w * y, 2 * w * z];
    return this.fill([1 - yy - zz, xy - wz, xz + wy, xy + wz, 1 - xx - zz, yz - wx, xz - wy, yz + wx, 1 - xx - yy]);
  }
  transpose(target?: Mat3): Mat3 {
    target ??= new Mat3();
    const { elements } = this;
    return target.fill(elements.map((_, k) => elements[3 * (k % 3) + (k - (k % 3)) / 3]));
  }

  private fill(elements: readonly number[]): Mat3 {
    for (let k = 0; k < 9; k++) this.elements[k] = elements[k];
    return this;
  }
}

function rowTimesColumn(a: readonly number[], b: readonly number[], row: number, column: number): number {
  return a[row] * b[column] + a[row + 1] * b[column + 3] + a[row + 2] * b[column + 6];
}

function determinantOf(e: readonly number[]): number {
  return e[0] * (e[4] * e[8] - e[5] * e[7]) - e[1] * (e[3] * e[8] - e[5] * e[6]) + e[2] * (e[3] * e[7] - e[4] * e[6]);
}

function inverseOf(e: readonly number[], determinant: number): number[] {
  const cofactors = [
    e[4] * e[8] - e[5] * e[7],
    e[2] * e[7] - e[1] * e[8],
    e[1] * e[5] - e[2] * e[4],
    e[5] * e[6] - e[3] * e[8],
    e[0] * e[8] - e[2] * e[6],
    e[2] * e[3] - e[0] * e[5],
    e[3] * e[7] - e[4] * e[6],
    e[1] * e[6] - e[0] * e[7],
    e[0] * e[4] - e[1] * e[3],
  ];
  return cofactors.map((cofactor) => cofactor / determinant);
}
