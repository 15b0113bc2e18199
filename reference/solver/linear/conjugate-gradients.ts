// A z = b by conjugate gradients (Hestenes and Stiefel 1952), without A: each iteration multiplies once, which takes time in proportion to the rows.
// The diagonal of A is the preconditioner unless another is given; from z = 0 a singular A gives, of all solutions, the one that is least in the
// norm of the preconditioner: of the diagonal, least sum of A_ii z_i².
import type { RowSystem } from './system.ts';

export interface ConjugateGradientOptions {
  /** Ends at |r|² below this times |b|². */
  tolerance?: number;
  /** 2 n + 20 unless said otherwise: rounding may cost some more than the n of exact arithmetic. */
  mostIterations?: number;
  start?: ArrayLike<number>;
  /** out = P r, P near A⁻¹. */
  precondition?: (r: Float64Array, out: Float64Array) => void;
}

export interface ConjugateGradientResult {
  z: Float64Array;
  iterations: number;
  /** |r|² over |b|² of z. */
  residual: number;
  /** The tolerance was not reached: z is the best that was seen. */
  failed: boolean;
}

const TOLERANCE = 1e-20;
/** A direction along which A is less, relative to the preconditioner, is one in which nothing moves. */
const FLAT = 1e-15;

export function solveConjugateGradients(
  system: RowSystem,
  right: ArrayLike<number>,
  options: ConjugateGradientOptions = {},
): ConjugateGradientResult {
  const n = system.count;
  const { mostIterations = 2 * n + 20, precondition = jacobi(system), tolerance = TOLERANCE } = options;
  const b = Float64Array.from(right);
  const size = dot(b, b);
  const z = Float64Array.from(options.start ?? new Float64Array(n));
  const [r, p, y, product] = [b.slice(), new Float64Array(n), new Float64Array(n), new Float64Array(n)];
  if (options.start) {
    system.multiply(z, product);
    for (let i = 0; i < n; i++) r[i] -= product[i];
  }
  let best = { z: z.slice(), residual: dot(r, r) };
  let iterations = 0;
  let weight = 0;
  while (best.residual > tolerance * size && iterations < mostIterations) {
    precondition(r, y);
    const next = dot(r, y);
    const ratio = weight > 0 ? next / weight : 0;
    for (let i = 0; i < n; i++) p[i] = y[i] + ratio * p[i];
    weight = next;
    system.multiply(p, product);
    const curvature = dot(p, product);
    if (!(curvature > FLAT * Math.abs(dot(p, r)))) break;
    const step = weight / curvature;
    for (let i = 0; i < n; i++) {
      z[i] += step * p[i];
      r[i] -= step * product[i];
    }
    iterations++;
    const residual = dot(r, r);
    if (residual < best.residual) {
      best.z.set(z);
      best.residual = residual;
    }
  }
  if (size === 0) best = { z: new Float64Array(n), residual: 0 };
  const failed = !(best.residual <= tolerance * size);
  return { z: best.z, iterations, residual: size > 0 ? best.residual / size : 0, failed };
}

function jacobi(system: RowSystem): (r: Float64Array, out: Float64Array) => void {
  const inverse = system.diagonal().map((value) => (value > 0 ? 1 / value : 0));
  return (r, out) => {
    for (let i = 0; i < r.length; i++) out[i] = inverse[i] * r[i];
  };
}

function dot(p: Float64Array, q: Float64Array): number {
  let sum = 0;
  for (let i = 0; i < p.length; i++) sum += p[i] * q[i];
  return sum;
}
