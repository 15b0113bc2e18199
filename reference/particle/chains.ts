// Lines of distances at once: sweeps carry a load along a line of n links in n² of them, and so stretch it by n² g h². One Newton step of all links of a
// line, for what each is pulled by, f, is a system of blocks that elimination solves in n (Thomas):
//
//   (F_k + (w_k + w_k+1) I) f_k − w_k f_k−1 − w_k+1 f_k+1 = W_k n_k
//   F = α̃/(1 + γ) n nᵀ + (I − n nᵀ) / q,   W = (−C − α̃ λ − γ n·(x − x₀)) / (1 + γ),   q = T / |d|
//
// q is the geometric stiffness: a link that pulls with T of late also pulls back what turns it. With it directions are those at the end of the
// substep (Tournier et al. 2015, "Stable Constrained Dynamics"), and lines stay calm however taut: without it they swing up where T h² w / L is
// beyond 1/3. What the elimination has left of the block across the link, R, is taken as alike in both directions, which leaves
//
//   K_k = (F_k + R_k)⁻¹ = c (I − n nᵀ) + p g gᵀ,   R_k = (w_k + w_k+1) I − w_k² K_k−1,   v = R n,   r = (tr R − n·v) / 2
//   c = q / (1 + q r),   g = n − c (v − (n·v) n),   1/p = α̃/(1 + γ) + n·v − c |v − (n·v) n|²
//
// Links that only pull take no part while they are slack.
import { ParticleChainRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Attachments } from './attachments.ts';
import type { Distances } from './distances.ts';
import { LineBends } from './line-bends.ts';
import type { Rigid } from './rigid.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';
import { TIP, TiedEnds } from './tied-ends.ts';

const NEAREST = 1e-12;
/** Of its length: a link that is less slack counts as taut. */
const SLACK = 1e-3;
/** Of a row: the last of a straight line that is held at both ends follows from the others. */
const LEAST_PIVOT = 1e-5;
/** Of T h² w / L: where it is off by more, the pass begins again, so often at most. */
const OFF = 0.5;
const MOST_AGAIN = 10;
/** What is kept of a link: n, g, the right side, c and p. */
const ROW = 11;
const SHIFT = 3;
const SIDE = 6;
const ACROSS = 9;
const ALONG = 10;

export class Chains implements Holds {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  private readonly bends: LineBends;
  /** T h² of the last substep, or found since; negative where it pushes. */
  private readonly tension: Float64Array;
  /** Of each line: compliance and damping of its bends. */
  readonly bendCompliances: Float64Array;
  readonly bendDampings: Float64Array;
  /** Of each link of the line at hand. */
  private rows = new Float64Array(0);
  private readonly left = new Float64Array(3);
  /** Some link that only pulls does not. */
  private hasSlack = false;
  readonly ties: TiedEnds;
  /** What the line at hand knows of its ends. */
  private readonly tips = new Float64Array(2 * TIP);

  constructor(
    memory: StateMemory,
    record: number,
    private readonly distances: Distances,
    attachments: Attachments,
    rigid: Rigid,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.chains, ParticleSetRecord.chainCount);
    this.count = count;
    this.starts = new Uint32Array(count);
    this.ends = new Uint32Array(count);
    this.bends = new LineBends(distances);
    this.tension = new Float64Array(distances.count);
    this.bendCompliances = new Float64Array(count);
    this.bendDampings = new Float64Array(count);
    let longest = 0;
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleChainRecord.size;
      const start = memory.u32[(at + ParticleChainRecord.firstDistance) >>> 2];
      const links = memory.u32[(at + ParticleChainRecord.distanceCount) >>> 2];
      this.bendCompliances[k] = memory.f64[(at + ParticleChainRecord.bendCompliance) >>> 3];
      this.bendDampings[k] = memory.f64[(at + ParticleChainRecord.bendDamping) >>> 3];
      this.starts[k] = start;
      this.ends[k] = start + links;
      distances.isChained.fill(1, start, start + links);
      longest = Math.max(longest, links);
    }
    this.rows = new Float64Array(ROW * longest);
    this.ties = new TiedEnds(attachments, rigid, distances, this.starts, this.ends);
  }

  beginSubstep(): void {
    this.bends.beginSubstep();
    const { last } = this.distances;
    for (let k = 0; k < last.length; k++) this.tension[k] = -last[k];
  }

  solve(state: ParticleState, h: number): void {
    const { bendCompliances, bendDampings, ends, starts } = this;
    for (let k = 0; k < this.count; k++)
      if (bendCompliances[k] < Infinity) this.bends.solve(starts[k], ends[k], bendCompliances[k], bendDampings[k], state, h);
    for (let k = 0; k < this.count; k++) {
      if (ends[k] === starts[k]) continue;
      this.tips.fill(0);
      this.ties.enter(k, state, h, this.tips, 0, TIP, 1);
      for (let again = 0; again < MOST_AGAIN && this.findPulls(starts[k], ends[k], state, h); again++);
      this.apply(starts[k], ends[k], state);
      // Which links pull is found in few passes, not always to the end: one that is left too long would be taken back at once later, and gain energy.
      if (this.hasSlack) this.sweep(starts[k], ends[k], state, h);
      this.ties.leave(k, state, this.rows, SIDE, ROW * (ends[k] - 1 - starts[k]) + SIDE, 1);
    }
    this.ties.push(h);
  }

  private sweep(first: number, end: number, state: ParticleState, h: number): void {
    const { distances, rows } = this;
    const { lambda } = distances;
    for (let k = first; k < end; k++) {
      const before = lambda[k];
      distances.sweep(state, h, k, k);
      if (lambda[k] === before) continue;
      const [p, q] = [distances.a[k], distances.b[k]];
      const d = [0, 1, 2].map((axis) => state.start[p + axis] + state.u[p + axis] - (state.start[q + axis] + state.u[q + axis]));
      const share = (lambda[k] - before) / Math.hypot(d[0], d[1], d[2]);
      for (let axis = 0; axis < 3; axis++) rows[ROW * (k - first) + SIDE + axis] += share * d[axis];
    }
  }

  /** What each link is pulled by; whether tensions are so far from those that directions turn by that it is to be found again. */
  private findPulls(first: number, end: number, { before, start, u }: ParticleState, h: number): boolean {
    const { distances, left, rows, tension, tips } = this;
    const { a, b, compress, damping, isBroken, lambda, longest, rest, stretch } = distances;
    const inverseH2 = 1 / (h * h);
    for (let k = first; k < end; k++) {
      const at = ROW * (k - first);
      const p = a[k];
      const q = b[k];
      const [dx, dy, dz] = [
        start[p] + u[p] - (start[q] + u[q]),
        start[p + 1] + u[p + 1] - (start[q + 1] + u[q + 1]),
        start[p + 2] + u[p + 2] - (start[q + 2] + u[q + 2]),
      ];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const [wa, wb] = [u[p + 3], u[q + 3]];
      const both = wa + wb;
      const error = length - rest[k];
      // What only pulls takes part as soon as it is nearly taut.
      const slack = compress[k] === Infinity ? -SLACK * rest[k] : 0;
      const compliance = error + tension[k] * both > slack ? stretch[k] : compress[k];
      const isLimited = length > longest[k];
      rows.fill(0, at, at + ROW);
      // A row that is no part of the system answers with nothing.
      if (isBroken[k] || both === 0 || length < NEAREST || (compliance === Infinity && !isLimited)) continue;
      const n = [dx / length, dy / length, dz / length];
      const scaled = isLimited ? 0 : compliance * inverseH2;
      const gamma = isLimited || damping[k] === 0 ? 0 : (stretch[k] * damping[k]) / h;
      let wanted = isLimited ? longest[k] - length : -error - scaled * lambda[k];
      if (gamma > 0)
        wanted -=
          gamma *
          (n[0] * (u[p] - before[p] - u[q] + before[q]) +
            n[1] * (u[p + 1] - before[p + 1] - u[q + 1] + before[q + 1]) +
            n[2] * (u[p + 2] - before[p + 2] - u[q + 2] + before[q + 2]));
      // What it takes over from the link before, which ends where it begins.
      const before1 = at - ROW;
      const chained = k > first;
      let trace = 3 * both;
      const v = [both * n[0], both * n[1], both * n[2]];
      for (let axis = 0; axis < 3; axis++) v[axis] += (k === first ? tips[axis] : 0) + (k === end - 1 ? tips[TIP + axis] : 0);
      trace += (k === first ? tips[3] : 0) + (k === end - 1 ? tips[TIP + 3] : 0);
      const y = [wanted, wanted, wanted].map((value, axis) => (value / (1 + gamma)) * n[axis]);
      if (chained) {
        this.turn(before1, n[0], n[1], n[2]);
        for (let axis = 0; axis < 3; axis++) v[axis] -= wa * wa * left[axis];
        const g2 = rows[before1 + SHIFT] ** 2 + rows[before1 + SHIFT + 1] ** 2 + rows[before1 + SHIFT + 2] ** 2;
        trace -= wa * wa * (2 * rows[before1 + ACROSS] + rows[before1 + ALONG] * g2);
        this.turn(before1, rows[before1 + SIDE], rows[before1 + SIDE + 1], rows[before1 + SIDE + 2]);
        for (let axis = 0; axis < 3; axis++) y[axis] += wa * left[axis];
      }
      const along = n[0] * v[0] + n[1] * v[1] + n[2] * v[2];
      const stiffness = (compress[k] === Infinity ? Math.max(tension[k], 0) : Math.abs(tension[k])) / length;
      const across = stiffness / (1 + 0.5 * stiffness * Math.max(trace - along, 0));
      let off = 0;
      for (let axis = 0; axis < 3; axis++) {
        const side = v[axis] - along * n[axis];
        off += side * side;
        rows[at + axis] = n[axis];
        rows[at + SHIFT + axis] = n[axis] - across * side;
        rows[at + SIDE + axis] = y[axis];
      }
      const own = both + scaled / (1 + gamma);
      rows[at + ACROSS] = across;
      rows[at + ALONG] = 1 / Math.max(scaled / (1 + gamma) + along - across * off, LEAST_PIVOT * own);
    }
    let [fx, fy, fz] = [0, 0, 0];
    let isOff = false;
    this.hasSlack = false;
    for (let k = end - 1; k >= first; k--) {
      const at = ROW * (k - first);
      const wb = u[b[k] + 3];
      this.turn(at, rows[at + SIDE] + wb * fx, rows[at + SIDE + 1] + wb * fy, rows[at + SIDE + 2] + wb * fz);
      [fx, fy, fz] = left;
      const [nx, ny, nz] = [rows[at], rows[at + 1], rows[at + 2]];
      let change = nx * fx + ny * fy + nz * fz;
      const isSlack = compress[k] === Infinity && change > -lambda[k] && rows[at + ALONG] > 0;
      if (isSlack) {
        change = -lambda[k];
        [fx, fy, fz] = [change * nx, change * ny, change * nz];
      }
      rows[at + SIDE] = fx;
      rows[at + SIDE + 1] = fy;
      rows[at + SIDE + 2] = fz;
      const found = -(lambda[k] + change);
      // The others were found as if what is slack pushed.
      if (isSlack || (Math.abs(found) - Math.abs(tension[k])) * u[a[k] + 3] > OFF * rest[k]) isOff = true;
      if (compress[k] === Infinity && change >= -lambda[k]) this.hasSlack = true;
      tension[k] = isSlack ? (-2 * SLACK * rest[k]) / (u[a[k] + 3] + wb) : found;
    }
    return isOff;
  }

  /** Moves the particles. */
  private apply(first: number, end: number, { u }: ParticleState): void {
    const { rows } = this;
    const { a, b, lambda } = this.distances;
    for (let k = first; k < end; k++) {
      const at = ROW * (k - first);
      const [p, q] = [a[k], b[k]];
      const [wa, wb] = [u[p + 3], u[q + 3]];
      const [fx, fy, fz] = [rows[at + SIDE], rows[at + SIDE + 1], rows[at + SIDE + 2]];
      lambda[k] += rows[at] * fx + rows[at + 1] * fy + rows[at + 2] * fz;
      u[p] += wa * fx;
      u[p + 1] += wa * fy;
      u[p + 2] += wa * fz;
      u[q] -= wb * fx;
      u[q + 1] -= wb * fy;
      u[q + 2] -= wb * fz;
    }
  }

  /** K of a link times a vector, to `left`. */
  private turn(at: number, x: number, y: number, z: number): void {
    const { left, rows } = this;
    const along = rows[at] * x + rows[at + 1] * y + rows[at + 2] * z;
    const shifted = rows[at + ALONG] * (rows[at + SHIFT] * x + rows[at + SHIFT + 1] * y + rows[at + SHIFT + 2] * z);
    const across = rows[at + ACROSS];
    left[0] = across * (x - along * rows[at]) + shifted * rows[at + SHIFT];
    left[1] = across * (y - along * rows[at + 1]) + shifted * rows[at + SHIFT + 1];
    left[2] = across * (z - along * rows[at + 2]) + shifted * rows[at + SHIFT + 2];
  }

  /** The distances write their loads. */
  finish(): number {
    return 0;
  }
}
