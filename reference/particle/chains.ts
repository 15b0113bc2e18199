// Lines of distances at once: sweeps carry a load along a line of n links in n² of them, and so stretch it by n² g h². One Newton step of all links is a
// tridiagonal system, which elimination solves in n (Thomas):
//
//   A Δλ = −C − α̃ λ − γ J (x − x₀),   A_kk = (1 + γ_k)(w_k + w_k+1) + α̃_k,   A_k,k+1 = −w_k+1 n_k·n_k+1
//
// Links that only pull take no part while they are slack. Where the tension of late, T, turns links within a substep (T h² w / L beyond 0.4), the links are
// swept instead: directions are those of the prediction, and a line so taut would swing up.
import { ParticleChainRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Distances } from './distances.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

const NEAREST = 1e-12;
/** Of T h² w / L: beyond it a line is swept. */
const TAUT = 0.4;
/** Of its length: a link that is less slack counts as taut. */
const SLACK = 1e-3;
/** Of a row: the last of a straight line that is held at both ends follows from the others. */
const LEAST_PIVOT = 1e-3;

export class Chains implements Holds {
  readonly count: number;
  readonly starts: Uint32Array;
  readonly ends: Uint32Array;
  /** For each link of a line: its direction, its row, and its right side. */
  private directions = new Float64Array(0);
  private diagonal = new Float64Array(0);
  private side = new Float64Array(0);

  constructor(
    memory: StateMemory,
    record: number,
    private readonly distances: Distances,
  ) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.chains, ParticleSetRecord.chainCount);
    this.count = count;
    this.starts = new Uint32Array(count);
    this.ends = new Uint32Array(count);
    let longest = 0;
    for (let k = 0; k < count; k++) {
      const at = (first + k * ParticleChainRecord.size) >>> 2;
      const [start, links] = [memory.u32[at], memory.u32[at + 1]];
      this.starts[k] = start;
      this.ends[k] = start + links;
      distances.isChained.fill(1, start, start + links);
      longest = Math.max(longest, links);
    }
    this.directions = new Float64Array(3 * longest);
    this.diagonal = new Float64Array(longest);
    this.side = new Float64Array(longest);
  }

  beginSubstep(): void {}

  solve(state: ParticleState, h: number): void {
    for (let k = 0; k < this.count; k++) {
      if (this.isTaut(this.starts[k], this.ends[k], state)) this.distances.sweep(state, h, this.starts[k], this.ends[k]);
      else this.solveLine(this.starts[k], this.ends[k], state, h);
    }
  }

  /** Whether the tension of the last substep turns a link too far for one linear step. */
  private isTaut(start: number, end: number, { u }: ParticleState): boolean {
    const { a, b, rest, last } = this.distances;
    for (let k = start; k < end; k++) {
      const most = Math.max(u[a[k] + 3], u[b[k] + 3]);
      if (Math.abs(last[k]) * most > TAUT * rest[k]) return true;
    }
    return false;
  }

  private solveLine(first: number, end: number, { before, start, u }: ParticleState, h: number): void {
    const { diagonal, directions, distances, side } = this;
    const { a, b, compress, damping, isBroken, lambda, longest, rest, stretch } = distances;
    const inverseH2 = 1 / (h * h);
    let pivot = 0;
    for (let k = first; k < end; k++) {
      const i = k - first;
      const p = a[k];
      const q = b[k];
      const [dx, dy, dz] = [
        start[p] + u[p] - (start[q] + u[q]),
        start[p + 1] + u[p + 1] - (start[q + 1] + u[q + 1]),
        start[p + 2] + u[p + 2] - (start[q + 2] + u[q + 2]),
      ];
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const both = u[p + 3] + u[q + 3];
      const error = length - rest[k];
      // What only pulls takes part as soon as it is nearly taut.
      const slack = compress[k] === Infinity ? -SLACK * rest[k] : 0;
      const compliance = error + lambda[k] * both > slack ? stretch[k] : compress[k];
      const isLimited = length > longest[k];
      // A row that is no part of the system answers with nothing.
      if (isBroken[k] || both === 0 || length < NEAREST || (compliance === Infinity && !isLimited)) {
        diagonal[i] = 1;
        side[i] = 0;
        directions.fill(0, 3 * i, 3 * i + 3);
        pivot = 0;
        continue;
      }
      const [nx, ny, nz] = [dx / length, dy / length, dz / length];
      directions[3 * i] = nx;
      directions[3 * i + 1] = ny;
      directions[3 * i + 2] = nz;
      const scaled = isLimited ? 0 : compliance * inverseH2;
      const gamma = isLimited ? 0 : (compliance * damping[k]) / h;
      let wanted = isLimited ? longest[k] - length : -error - scaled * lambda[k];
      if (gamma > 0)
        wanted -=
          gamma *
          (nx * (u[p] - before[p] - u[q] + before[q]) +
            ny * (u[p + 1] - before[p + 1] - u[q + 1] + before[q + 1]) +
            nz * (u[p + 2] - before[p + 2] - u[q + 2] + before[q + 2]));
      const own = (1 + gamma) * both + scaled;
      // What couples it to the link before, which ends where it begins.
      const o = 3 * (i - 1);
      const coupling = i > 0 && pivot > 0 ? -u[p + 3] * (nx * directions[o] + ny * directions[o + 1] + nz * directions[o + 2]) : 0;
      const factor = coupling === 0 ? 0 : coupling / pivot;
      diagonal[i] = Math.max(own - factor * coupling, LEAST_PIVOT * own);
      side[i] = wanted - (i > 0 ? factor * side[i - 1] : 0);
      pivot = diagonal[i];
    }
    let next = 0;
    for (let k = end - 1; k >= first; k--) {
      const i = k - first;
      const p = a[k];
      const q = b[k];
      const [nx, ny, nz] = [directions[3 * i], directions[3 * i + 1], directions[3 * i + 2]];
      const o = 3 * (i + 1);
      const coupling = k + 1 < end ? -u[q + 3] * (nx * directions[o] + ny * directions[o + 1] + nz * directions[o + 2]) : 0;
      const wanted = (side[i] - coupling * next) / diagonal[i];
      const change = compress[k] === Infinity ? Math.min(wanted, -lambda[k]) : wanted;
      next = change;
      lambda[k] += change;
      const [wa, wb] = [u[p + 3] * change, u[q + 3] * change];
      u[p] += wa * nx;
      u[p + 1] += wa * ny;
      u[p + 2] += wa * nz;
      u[q] -= wb * nx;
      u[q + 1] -= wb * ny;
      u[q + 2] -= wb * nz;
    }
  }

  /** The distances write their loads. */
  finish(): number {
    return 0;
  }
}
