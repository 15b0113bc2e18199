// Lines that resist being bent: of the links into and out of a particle, u and v over their lengths, C = u / |u₀| − v / |v₀|, three numbers of size
// 2 sin(φ / 2) for links that have their lengths and an angle φ between them (the quadratic bending of Bergou et al. 2006, on a line). C is linear, so that
// all bends of a line together are a system of five diagonals, the same for x, y and z (L D Lᵀ). Sweeps along a line would amplify waves instead.
//
//   C_k = κ_k·(x_p, x_c, x_q),   κ_k = (i, −(i + j), j),   i = 1 / |u₀|,  j = 1 / |v₀|
//   Σ_l κ_k·W κ_l Δλ_l + α̃/(1 + γ) Δλ_k = (−C_k − α̃ λ_k − γ (C_k − C_k0)) / (1 + γ)
import type { Distances } from './distances.ts';
import type { ParticleState } from './state.ts';

const NEAREST = 1e-12;
const TINY = 1e-30;
/** Of a row: the last of a line that is held at both ends follows from the others. */
const LEAST_PIVOT = 1e-4;
/** What is kept of a bend: κ, D, L of it and the one and two before, and the right side. */
const ROW = 9;
const PIVOT = 3;
const NEAR = 4;
const FAR = 5;
const SIDE = 6;

export class LineBends {
  /** Of the substep, by the link into a particle, three numbers each. */
  private readonly lambda: Float64Array;
  /** Two rows of nothing, and those of the line at hand. */
  private rows = new Float64Array(0);

  constructor(private readonly distances: Distances) {
    this.lambda = new Float64Array(3 * distances.count);
  }

  beginSubstep(): void {
    this.lambda.fill(0);
  }

  /** One pass over the line of the links from `first` to before `end`. */
  solve(first: number, end: number, compliance: number, damper: number, { before, start, u }: ParticleState, h: number): void {
    const { lambda } = this;
    const { a, b, isBroken, rest, stretch } = this.distances;
    const room = ROW * (end - first + 4);
    if (this.rows.length < room) this.rows = new Float64Array(2 * room);
    const { rows } = this;
    const scaled = compliance / (h * h);
    const gamma = (compliance * damper) / h;
    const part = 1 / (1 + gamma);
    const bends = (k: number) => !isBroken[k] && rest[k] > NEAREST && stretch[k] < Infinity;
    rows.fill(0);
    rows[PIVOT] = 1;
    rows[ROW + PIVOT] = 1;
    for (let k = first; k + 1 < end; k++) {
      const at = ROW * (k - first + 2);
      const [one, two] = [at - ROW, at - 2 * ROW];
      const [p, c, q] = [a[k], b[k], b[k + 1]];
      const works = bends(k) && bends(k + 1);
      const [i, j] = works ? [1 / rest[k], 1 / rest[k + 1]] : [0, 0];
      rows[at] = i;
      rows[at + 1] = -(i + j);
      rows[at + 2] = j;
      const sum = u[p + 3] * i * i + u[c + 3] * (i + j) * (i + j) + u[q + 3] * j * j;
      const own = sum + part * scaled;
      const f = u[p + 3] * i * rows[two + 2];
      const far = f / rows[two + PIVOT];
      const e = u[p + 3] * i * rows[one + 1] - u[c + 3] * (i + j) * rows[one + 2] - f * rows[one + NEAR];
      const near = e / rows[one + PIVOT];
      rows[at + PIVOT] = Math.max(own - far * f - near * e, LEAST_PIVOT * own, TINY);
      rows[at + NEAR] = near;
      rows[at + FAR] = far;
      for (let axis = 0; axis < 3; axis++) {
        const [x, y, z] = [p + axis, c + axis, q + axis];
        const error = i * (start[x] + u[x] - (start[y] + u[y])) - j * (start[y] + u[y] - (start[z] + u[z]));
        const moved = i * (u[x] - before[x] - u[y] + before[y]) - j * (u[y] - before[y] - u[z] + before[z]);
        const wanted = works && sum > 0 ? part * (-error - scaled * lambda[3 * k + axis] - gamma * moved) : 0;
        rows[at + SIDE + axis] = wanted - near * rows[one + SIDE + axis] - far * rows[two + SIDE + axis];
      }
    }
    // Behind the last there are two rows of nothing.
    rows.fill(0, ROW * (end - first + 1), ROW * (end - first + 3));
    for (let k = end - 2; k >= first; k--) {
      const at = ROW * (k - first + 2);
      const [one, two] = [at + ROW, at + 2 * ROW];
      const [p, c, q] = [a[k], b[k], b[k + 1]];
      for (let axis = 0; axis < 3; axis++) {
        const change =
          rows[at + SIDE + axis] / rows[at + PIVOT] -
          rows[one + NEAR] * rows[one + SIDE + axis] -
          rows[two + FAR] * rows[two + SIDE + axis];
        rows[at + SIDE + axis] = change;
        lambda[3 * k + axis] += change;
        u[p + axis] += u[p + 3] * rows[at] * change;
        u[c + axis] += u[c + 3] * rows[at + 1] * change;
        u[q + axis] += u[q + 3] * rows[at + 2] * change;
      }
    }
  }
}
