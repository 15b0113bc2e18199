// Two particles at a distance: C = |xa − xb| − L, of XPBD (Müller et al. 2020, eqs 2 to 9 with w = 1/m), with compliances of its own for each sign of C
// and Rayleigh damping (Macklin et al. 2016, eq 26):
//
//   Δλ = (−C − α̃ λ − γ ∇C·(x − x₀)) / ((1 + γ) Σ w + α̃),   α̃ = α / h²,   γ = α β / h
import { HoldFlag, ParticleDistanceRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** m: particles nearer than this have no direction. */
const NEAREST = 1e-12;
/** Of all that resists a distance, its damper: from there on passes go there and back. */
const STRONG = 0.05;
/** α̃ over Σ w: so do passes over stiffer ones that brace each other, which are more than so many a particle: a net without diagonals has fewer. */
const STIFF = 0.5;
const BRACED = 2;

export class Distances implements Holds {
  readonly count: number;
  /** Index of the first number of a, and of b. */
  readonly a: Uint32Array;
  readonly b: Uint32Array;
  readonly rest: Float64Array;
  readonly stretch: Float64Array;
  readonly compress: Float64Array;
  readonly damping: Float64Array;
  readonly longest: Float64Array;
  readonly isBroken: Uint8Array;
  /** Some have a load that breaks them. */
  readonly canBreak: boolean;
  /** Of the substep, and the sum of those before it, kg m. */
  readonly lambda: Float64Array;
  private readonly sum: Float64Array;
  /** λ of the last substep. */
  readonly last: Float64Array;
  /** Those of lines between bodies that sleep. */
  readonly keepsLoad: Uint8Array;
  /** Those that chains solve are passed over, but for what is looked at of all. */
  readonly isChained: Uint8Array;
  /** Whether passes go back in substeps of that length. */
  private known = 0;
  private goesBack = false;

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.distances, ParticleSetRecord.distanceCount);
    this.count = count;
    this.a = new Uint32Array(count);
    this.b = new Uint32Array(count);
    this.rest = new Float64Array(count);
    this.stretch = new Float64Array(count);
    this.compress = new Float64Array(count);
    this.damping = new Float64Array(count);
    this.longest = new Float64Array(count);
    this.isBroken = new Uint8Array(count);
    this.isChained = new Uint8Array(count);
    this.keepsLoad = new Uint8Array(count);
    this.lambda = new Float64Array(count);
    this.sum = new Float64Array(count);
    this.last = new Float64Array(count);
    const { f64, u32 } = memory;
    let canBreak = false;
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleDistanceRecord.size;
      this.a[k] = 4 * u32[(at + ParticleDistanceRecord.a) >>> 2];
      this.b[k] = 4 * u32[(at + ParticleDistanceRecord.b) >>> 2];
      this.rest[k] = f64[(at + ParticleDistanceRecord.rest) >>> 3];
      this.stretch[k] = f64[(at + ParticleDistanceRecord.stretchCompliance) >>> 3];
      this.compress[k] = f64[(at + ParticleDistanceRecord.compressCompliance) >>> 3];
      this.damping[k] = f64[(at + ParticleDistanceRecord.damping) >>> 3];
      this.longest[k] = this.rest[k] * (1 + f64[(at + ParticleDistanceRecord.maxStrain) >>> 3]);
      this.isBroken[k] = u32[(at + ParticleDistanceRecord.flags) >>> 2] & HoldFlag.Broken;
      if (f64[(at + ParticleDistanceRecord.breakForce) >>> 3] < Infinity) canBreak = true;
    }
    this.canBreak = canBreak;
  }

  get anyRigid(): boolean {
    return this.stretch.includes(0);
  }

  /**
   * Closes what rigid ones are open by at the start of a substep, there and back, without speed: the displacements there and those since move alike.
   * Strong dampers would hold on to the speed that a pass closes them with, and the next pass would close them with more.
   */
  closeRigid({ before, start, u }: ParticleState): void {
    const { a, b, compress, isBroken, rest, stretch } = this;
    const close = (k: number) => {
      if (isBroken[k] || stretch[k] > 0) return;
      const [p, q] = [a[k], b[k]];
      const [wa, wb] = [u[p + 3], u[q + 3]];
      const both = wa + wb;
      const dx = start[p] + before[p] - (start[q] + before[q]);
      const dy = start[p + 1] + before[p + 1] - (start[q + 1] + before[q + 1]);
      const dz = start[p + 2] + before[p + 2] - (start[q + 2] + before[q + 2]);
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      const error = length - rest[k];
      if (both === 0 || length < NEAREST || (error < 0 && compress[k] > 0)) return;
      const share = -error / (both * length);
      const move = (at: number, size: number) => {
        for (const each of [u, before]) {
          each[at] += size * dx;
          each[at + 1] += size * dy;
          each[at + 2] += size * dz;
        }
      };
      move(p, wa * share);
      move(q, -wb * share);
    };
    for (let k = 0; k < this.count; k++) close(k);
    for (let k = this.count - 1; k >= 0; k--) close(k);
  }

  /** What was carried in the last step tells how taut the lines are. */
  beginStep({ f64, u32 }: StateMemory, record: number, h: number): void {
    const tension = record + u32[(record + ParticleSetRecord.distances) >>> 2] + ParticleDistanceRecord.tension;
    for (let k = 0; k < this.count; k++) {
      this.lambda[k] = -h * h * f64[(tension + k * ParticleDistanceRecord.size) >>> 3];
      // The first substep adds the one to the other.
      this.sum[k] = -this.lambda[k];
    }
  }

  beginSubstep(): void {
    const { lambda, last, sum } = this;
    for (let k = 0; k < this.count; k++) {
      sum[k] += lambda[k];
      last[k] = lambda[k];
      lambda[k] = 0;
    }
  }

  solve(state: ParticleState, h: number): void {
    const { isChained } = this;
    const ranges: [first: number, last: number][] = [];
    for (let k = 0; k < this.count; ) {
      const start = k;
      while (k < this.count && isChained[k] === isChained[start]) k++;
      if (!isChained[start]) ranges.push([start, k - 1]);
    }
    for (const [first, last] of ranges) this.sweep(state, h, first, last);
    if (this.isSweptBack(h, state)) for (const [first, last] of ranges.reverse()) this.sweep(state, h, last, first);
  }

  /**
   * Whether a pass goes there and back, as over bends: one way it gains energy where dampers are strong, and where stiff ones brace each other. One way an
   * error x becomes P (2 x - x before) in a substep, P the product of projections that do not commute: where P has complex eigenvalues, that grows. There and
   * back the product over the distances is symmetric.
   */
  isSweptBack(h: number, { masses }: ParticleState): boolean {
    if (h === this.known) return this.goesBack;
    const { a, b, compress, damping, isChained, stretch } = this;
    this.known = h;
    this.goesBack = false;
    const isBraced = this.count > BRACED * masses.length;
    for (let k = 0; k < this.count && !this.goesBack; k++) {
      if (isChained[k]) continue;
      const both = 1 / masses[a[k] >>> 2] + 1 / masses[b[k] >>> 2];
      for (const compliance of [stretch[k], compress[k]]) {
        const damper = ((stretch[k] * damping[k]) / h) * both;
        const isDamped = damper > STRONG * (both + damper + compliance / (h * h));
        const isStiff = isBraced && compliance < STIFF * both * h * h;
        if (compliance < Infinity && (isDamped || isStiff)) this.goesBack = true;
      }
    }
    return this.goesBack;
  }

  /** One after the other, from `first` to `last`. */
  sweep({ before, start, u }: ParticleState, h: number, first: number, last: number): void {
    const { a, b, rest, stretch, compress, damping, longest, isBroken, lambda } = this;
    const inverseH2 = 1 / (h * h);
    const step = last < first ? -1 : 1;
    for (let k = first; k !== last + step; k += step) {
      if (isBroken[k]) continue;
      const p = a[k];
      const q = b[k];
      const [wa, wb] = [u[p + 3], u[q + 3]];
      const both = wa + wb;
      if (both === 0) continue;
      const dx = start[p] + u[p] - (start[q] + u[q]);
      const dy = start[p + 1] + u[p + 1] - (start[q + 1] + u[q + 1]);
      const dz = start[p + 2] + u[p + 2] - (start[q + 2] + u[q + 2]);
      const length = Math.sqrt(dx * dx + dy * dy + dz * dz);
      if (length < NEAREST) continue;
      const error = length - rest[k];
      // As it would be without what it has been pulled by: what is taut stays so when it has its length. What a damper pulls with does not tell.
      const compliance = error > (damping[k] > 0 ? 0 : lambda[k] * both) ? stretch[k] : compress[k];
      let change = 0;
      if (compliance < Infinity) {
        const scaled = compliance * inverseH2;
        // One time for both signs of C.
        const gamma = damping[k] > 0 ? (stretch[k] * damping[k]) / h : 0;
        const speed =
          gamma === 0
            ? 0
            : (dx * (u[p] - before[p] - u[q] + before[q]) +
                dy * (u[p + 1] - before[p + 1] - u[q + 1] + before[q + 1]) +
                dz * (u[p + 2] - before[p + 2] - u[q + 2] + before[q + 2])) /
              length;
        change = (-error - scaled * lambda[k] - gamma * speed) / ((1 + gamma) * both + scaled);
      }
      // What is stretched beyond its limit is brought back to it, whatever its compliance.
      const after = length + both * change;
      if (after > longest[k]) change += (longest[k] - after) / both;
      lambda[k] += change;
      const share = change / length;
      const [ax, bx] = [wa * share, wb * share];
      u[p] += ax * dx;
      u[p + 1] += ax * dy;
      u[p + 2] += ax * dz;
      u[q] -= bx * dx;
      u[q + 1] -= bx * dy;
      u[q + 2] -= bx * dz;
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.distances, ParticleSetRecord.distanceCount);
    const { f64 } = memory;
    this.beginSubstep();
    let broken = 0;
    for (let k = 0; k < this.count; k++) {
      const at = first + k * ParticleDistanceRecord.size;
      const tension = -this.sum[k] / (substeps * h * h);
      this.sum[k] = 0;
      if (this.keepsLoad[k] && !this.isBroken[k]) continue;
      f64[(at + ParticleDistanceRecord.tension) >>> 3] = this.isBroken[k] ? 0 : tension;
      if (this.breaks(memory, record, k, tension)) broken += 1;
    }
    return broken;
  }

  /** Breaks one that is loaded beyond its threshold; whether it did. */
  breaks({ f64, u32 }: StateMemory, record: number, k: number, tension: number): boolean {
    const at = record + u32[(record + ParticleSetRecord.distances) >>> 2] + k * ParticleDistanceRecord.size;
    if (this.isBroken[k] || !(tension > f64[(at + ParticleDistanceRecord.breakForce) >>> 3])) return false;
    u32[(at + ParticleDistanceRecord.flags) >>> 2] |= HoldFlag.Broken;
    this.isBroken[k] = 1;
    return true;
  }
}
