// All rows at once: A = J W Jᵀ + Σ, W = M⁻¹ by bodies, Σ a diagonal of softness (CFM / h, or a compliance over h²). A row acts on few bodies, so
// that J and W Jᵀ are kept as 1 × 6 blocks, row by row; A itself is made only where a solver wants its entries.
import type { Body } from '../../body/body.ts';
import type { ConstraintRow } from '../../constraint/row.ts';
import { Vec3 } from '../../math/vector.ts';
import { isRounding } from '../direct/row.ts';

/** Numbers of a block: along and about three axes. */
export const BLOCK = 6;

export class RowSystem {
  readonly count: number;
  /** Dynamic, in the order in which rows name them. */
  readonly bodies: readonly Body[];
  /** The ends of row i are those from starts[i] up to starts[i + 1]. */
  readonly starts: Int32Array;
  /** Index of the body of each end. */
  readonly bodyOf: Int32Array;
  /** Blocks of J and of W Jᵀ, of each end. */
  readonly jacobian: Float64Array;
  readonly response: Float64Array;
  /** Σ, of each row; may be changed at any time. */
  readonly softness: Float64Array;
  private readonly velocities: Float64Array;

  constructor(
    readonly rows: readonly ConstraintRow[],
    softness?: ArrayLike<number>,
  ) {
    const indices = new Map<Body, number>();
    const ends = rows.map((row) =>
      row.ends.filter(({ body, force, torque }) => body.isDynamic && !isRounding(body, force, torque) && acts(force, torque)),
    );
    this.count = rows.length;
    this.starts = new Int32Array(rows.length + 1);
    for (let i = 0; i < rows.length; i++) this.starts[i + 1] = this.starts[i] + ends[i].length;
    const total = this.starts[rows.length];
    this.bodyOf = new Int32Array(total);
    this.jacobian = new Float64Array(BLOCK * total);
    this.response = new Float64Array(BLOCK * total);
    this.softness = softness ? Float64Array.from(softness) : new Float64Array(rows.length);
    let end = 0;
    for (const { body, force, inertiaScale, massScale, torque } of ends.flat()) {
      const index = indices.get(body) ?? indices.size;
      indices.set(body, index);
      this.bodyOf[end] = index;
      put(this.jacobian, end, force, torque);
      put(this.response, end, force.scaledBy(body.inverseMass).times(massScale), body.inverseInertia.times(torque).times(inertiaScale));
      end++;
    }
    this.bodies = [...indices.keys()];
    this.velocities = this.bodyVelocities();
  }

  /** Room for six numbers of each body. */
  bodyVelocities(): Float64Array {
    return new Float64Array(BLOCK * this.bodies.length);
  }

  /** What velocities, six numbers a body, are along a row: J u. */
  along(row: number, velocities: Float64Array): number {
    const { bodyOf, jacobian, starts } = this;
    let sum = 0;
    for (let end = starts[row]; end < starts[row + 1]; end++) {
      const [from, at] = [BLOCK * end, BLOCK * bodyOf[end]];
      for (let k = 0; k < BLOCK; k++) sum += jacobian[from + k] * velocities[at + k];
    }
    return sum;
  }

  /** Adds what an impulse of a row does to velocities: W Jᵀ p. */
  push(row: number, impulse: number, velocities: Float64Array): void {
    const { bodyOf, response, starts } = this;
    for (let end = starts[row]; end < starts[row + 1]; end++) {
      const [from, at] = [BLOCK * end, BLOCK * bodyOf[end]];
      for (let k = 0; k < BLOCK; k++) velocities[at + k] += impulse * response[from + k];
    }
  }

  /** out = A z, without A. */
  multiply(z: Float64Array, out: Float64Array): void {
    const { count, softness, velocities } = this;
    velocities.fill(0);
    for (let row = 0; row < count; row++) this.push(row, z[row], velocities);
    for (let row = 0; row < count; row++) out[row] = this.along(row, velocities) + softness[row] * z[row];
  }

  diagonal(): Float64Array {
    const { jacobian, response, starts } = this;
    return this.softness.map((soft, row) => {
      let sum = soft;
      for (let k = BLOCK * starts[row]; k < BLOCK * starts[row + 1]; k++) sum += jacobian[k] * response[k];
      return sum;
    });
  }

  /** Every product of two ends at one body, the later row first, a row with itself too: A without Σ is the sum of these. */
  forEachProduct(visit: (row: number, column: number, value: number) => void): void {
    const { bodies, bodyOf, count, jacobian, response, starts } = this;
    const [endsAt, rowsAt]: number[][][] = [bodies.map(() => []), bodies.map(() => [])];
    for (let row = 0; row < count; row++) {
      for (let end = starts[row]; end < starts[row + 1]; end++) {
        const [ends, rows] = [endsAt[bodyOf[end]], rowsAt[bodyOf[end]]];
        ends.push(end);
        rows.push(row);
        for (let other = 0; other < ends.length; other++) {
          let sum = 0;
          for (let k = 0; k < BLOCK; k++) sum += jacobian[BLOCK * end + k] * response[BLOCK * ends[other] + k];
          visit(row, rows[other], sum);
        }
      }
    }
  }

  /** A, row by row. */
  assemble(): Float64Array {
    const { count, softness } = this;
    const matrix = new Float64Array(count * count);
    this.forEachProduct((row, column, value) => {
      matrix[row * count + column] += value;
    });
    for (let row = 0; row < count; row++) {
      matrix[row * count + row] += softness[row];
      for (let column = 0; column < row; column++) matrix[column * count + row] = matrix[row * count + column];
    }
    return matrix;
  }

  /** J u at the velocities that bodies have, kinematic ones too. */
  speeds(): Float64Array {
    return Float64Array.from(this.rows, ({ speed }) => speed);
  }

  /** u += W Jᵀ p */
  apply(impulses: ArrayLike<number>): void {
    const { bodies, velocities } = this;
    velocities.fill(0);
    for (let row = 0; row < this.count; row++) this.push(row, impulses[row], velocities);
    bodies.forEach(({ angularVelocity, velocity }, index) => {
      const [a, b, c, d, e, f] = velocities.subarray(BLOCK * index, BLOCK * index + BLOCK);
      velocity.assign(velocity.plus(new Vec3(a, b, c)));
      angularVelocity.assign(angularVelocity.plus(new Vec3(d, e, f)));
    });
  }
}

function acts(force: Vec3, torque: Vec3): boolean {
  return force.squaredLength + torque.squaredLength > 0;
}

function put(to: Float64Array, end: number, force: Vec3, torque: Vec3): void {
  to.set([force.x, force.y, force.z, torque.x, torque.y, torque.z], BLOCK * end);
}
