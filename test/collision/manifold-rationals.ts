/** Boxes and clipping in exact arithmetic. */
import type { Matrix, Vector } from './manifold-kernels.ts';

export class Rational {
  readonly n: bigint;
  readonly d: bigint;

  constructor(n: bigint, d = 1n) {
    let [a, b] = [n < 0n ? -n : n, d < 0n ? -d : d];
    while (b) [a, b] = [b, a % b];
    const divisor = d < 0n ? -(a || 1n) : a || 1n;
    this.n = n / divisor;
    this.d = d / divisor;
  }

  /** Of a number with few bits after the point. */
  static of(value: number): Rational {
    return new Rational(BigInt(Math.round(value * 2 ** 20)), 1n << 20n);
  }

  plus(other: Rational): Rational {
    return new Rational(this.n * other.d + other.n * this.d, this.d * other.d);
  }

  minus(other: Rational): Rational {
    return new Rational(this.n * other.d - other.n * this.d, this.d * other.d);
  }

  times(other: Rational): Rational {
    return new Rational(this.n * other.n, this.d * other.d);
  }

  over(other: Rational): Rational {
    return new Rational(this.n * other.d, this.d * other.n);
  }

  get sign(): number {
    return this.n > 0n ? 1 : this.n < 0n ? -1 : 0;
  }

  get magnitude(): Rational {
    return this.sign < 0 ? new Rational(-this.n, this.d) : this;
  }

  get value(): number {
    const scale = 1n << 80n;
    return Number((this.n * scale) / this.d) / Number(scale);
  }
}

export type ExactVector = [Rational, Rational, Rational];
const ZERO = new Rational(0n);

export const exact = (v: Vector): ExactVector => v.map(Rational.of) as ExactVector;
export const numbers = (v: ExactVector): Vector => v.map((x) => x.value) as Vector;
const add = (a: ExactVector, b: ExactVector): ExactVector => a.map((x, i) => x.plus(b[i])) as ExactVector;
const subtract = (a: ExactVector, b: ExactVector): ExactVector => a.map((x, i) => x.minus(b[i])) as ExactVector;
const scale = (s: Rational, a: ExactVector): ExactVector => a.map((x) => s.times(x)) as ExactVector;
export const product = (a: ExactVector, b: ExactVector): Rational => a.reduce((sum, x, i) => sum.plus(x.times(b[i])), ZERO);
const across = (a: ExactVector, b: ExactVector): ExactVector =>
  [0, 1, 2].map((i) => a[(i + 1) % 3].times(b[(i + 2) % 3]).minus(a[(i + 2) % 3].times(b[(i + 1) % 3]))) as ExactVector;

/** A box whose axes are those of a quaternion of whole numbers. */
export class ExactBox {
  readonly half: ExactVector;
  readonly center: ExactVector;
  readonly axes: ExactVector[];

  constructor(
    readonly size: Vector,
    readonly position: Vector,
    [x, y, z, w]: [number, number, number, number],
  ) {
    this.half = exact(size);
    this.center = exact(position);
    const s = x * x + y * y + z * z + w * w;
    const part = (n: number) => new Rational(BigInt(n), BigInt(s));
    this.axes = [
      [part(s - 2 * (y * y + z * z)), part(2 * (x * y + z * w)), part(2 * (x * z - y * w))],
      [part(2 * (x * y - z * w)), part(s - 2 * (x * x + z * z)), part(2 * (y * z + x * w))],
      [part(2 * (x * z + y * w)), part(2 * (y * z - x * w)), part(s - 2 * (x * x + y * y))],
    ];
  }

  get rotation(): Matrix {
    const columns = this.axes.map(numbers);
    return [0, 1, 2].map((i) => columns.map((column) => column[i])) as Matrix;
  }

  extent(direction: ExactVector): Rational {
    return this.axes.reduce((sum, axis, i) => sum.plus(this.half[i].times(product(axis, direction).magnitude)), ZERO);
  }

  /** The face along an axis, its corners in order around it. */
  face(axis: number, sign: number): { normal: ExactVector; corners: ExactVector[] } {
    const normal = scale(new Rational(BigInt(sign)), this.axes[axis]);
    const [u, v] = [1, 2].map((step) => scale(this.half[(axis + step) % 3], this.axes[(axis + step) % 3]));
    const middle = add(this.center, scale(this.half[axis], normal));
    const corners = [add(u, v), subtract(v, u), scale(new Rational(-1n), add(u, v)), subtract(u, v)];
    return { normal, corners: corners.map((corner) => add(middle, corner)) };
  }

  /** The face that faces a direction most. */
  facing(direction: ExactVector): { normal: ExactVector; corners: ExactVector[] } {
    const facings = this.axes.map((axis) => product(axis, direction));
    const best = [0, 1, 2].reduce((i, j) => (facings[j].magnitude.minus(facings[i].magnitude).sign > 0 ? j : i));
    return this.face(best, facings[best].sign < 0 ? -1 : 1);
  }
}

/** The separation along each of the fifteen axes; the squared length of an axis across edges need not be a square. */
export function separations(
  a: ExactBox,
  b: ExactBox,
): { axis: Vector; distance: number; kind: 'a' | 'b' | 'edges'; exactAxis: ExactVector }[] {
  const offset = subtract(b.center, a.center);
  const axes = [
    ...a.axes.map((axis) => ({ axis, kind: 'a' as const })),
    ...b.axes.map((axis) => ({ axis, kind: 'b' as const })),
    ...a.axes.flatMap((u) => b.axes.map((v) => ({ axis: across(u, v), kind: 'edges' as const }))),
  ];
  return axes
    .filter(({ axis }) => product(axis, axis).sign > 0)
    .map(({ axis, kind }) => {
      const along = product(axis, offset);
      const outward = along.sign < 0 ? scale(new Rational(-1n), axis) : axis;
      const distance = along.magnitude.minus(a.extent(axis)).minus(b.extent(axis)).value;
      const length = kind === 'edges' ? Math.sqrt(product(axis, axis).value) : 1;
      const unit = numbers(outward).map((x) => x / length) as Vector;
      return { axis: unit, distance: distance / length, kind, exactAxis: outward };
    });
}

/** The part of a polygon above or below another, seen along the other's normal. */
export function clipped(reference: { normal: ExactVector; corners: ExactVector[] }, polygon: ExactVector[]): ExactVector[] {
  return reference.corners.reduce((points, corner, k, corners) => {
    const side = across(subtract(corners[(k + 1) % corners.length], corner), reference.normal);
    const heights = points.map((point) => product(side, subtract(point, corner)));
    return points.flatMap((point, i) => {
      const j = (i + 1) % points.length;
      const kept = heights[i].sign <= 0 ? [point] : [];
      if (heights[i].sign * heights[j].sign >= 0) return kept;
      const share = heights[i].over(heights[i].minus(heights[j]));
      return [...kept, add(point, scale(share, subtract(points[j], point)))];
    });
  }, polygon);
}

export function heightOver(reference: { normal: ExactVector; corners: ExactVector[] }, point: ExactVector): number {
  return product(reference.normal, subtract(point, reference.corners[0])).value;
}
