// Constraints of four particles, in the form of XPBD with Rayleigh damping (Müller et al. 2020, eqs 2 to 9; Macklin et al. 2016, eq 26), from C and its gradients:
//
//   Δλ = (−C − α̃ λ − γ Σ ∇ᵢC·(xᵢ − xᵢ₀)) / ((1 + γ) Σ wᵢ |∇ᵢC|² + α̃),   Δxᵢ = wᵢ Δλ ∇ᵢC,   α̃ = α / h²,   γ = α β / h
import { ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type Holds, listOf, type Numbers, ParticleState } from './state.ts';

const TINY = 1e-300;

/** Where the records of a kind are, and what is in them. */
export interface CornerKind {
  list: number;
  counter: number;
  record: { size: number; a: number; rest: number; compliance: number; damping: number };
  /** Field of the mean load, and what it is over λ / h². */
  load: number;
  loadScale: number;
  /** How many times what the record's compliance is of C is. */
  unit: number;
}

export abstract class FourCorners implements Holds {
  readonly count: number;
  /** Indices of the first numbers of the particles, four for each constraint. */
  readonly corners: Uint32Array;
  readonly rest: Float64Array;
  readonly compliance: Float64Array;
  readonly damping: Float64Array;
  private readonly lambda: Float64Array;
  private readonly sum: Float64Array;
  /** What `measure` has found: C, and its gradients by the four particles. */
  protected error = 0;
  protected readonly gradient = new Float64Array(12);

  constructor(
    memory: StateMemory,
    record: number,
    private readonly kind: CornerKind,
  ) {
    const { first, count } = listOf(memory, record, kind.list, kind.counter);
    const { f64, u32 } = memory;
    const { a, compliance, damping, rest, size } = kind.record;
    const unit2 = kind.unit * kind.unit;
    this.count = count;
    this.corners = new Uint32Array(4 * count);
    this.rest = new Float64Array(count);
    this.compliance = new Float64Array(count);
    this.damping = new Float64Array(count);
    this.lambda = new Float64Array(count);
    this.sum = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const at = first + k * size;
      for (let corner = 0; corner < 4; corner++) this.corners[4 * k + corner] = 4 * u32[((at + a) >>> 2) + corner];
      this.rest[k] = f64[(at + rest) >>> 3];
      this.compliance[k] = unit2 * f64[(at + compliance) >>> 3];
      this.damping[k] = f64[(at + damping) >>> 3] / unit2;
    }
  }

  /** Finds C and its gradients; false where there are none. */
  protected abstract measure(k: number, state: ParticleState): boolean;

  beginSubstep(): void {
    for (let k = 0; k < this.count; k++) {
      this.sum[k] += this.lambda[k];
      this.lambda[k] = 0;
    }
  }

  solve(state: ParticleState, h: number): void {
    for (let k = 0; k < this.count; k++) if (this.measure(k, state)) this.project(k, state, h);
    if (!this.isSweptBack(h)) return;
    for (let k = this.count - 1; k >= 0; k--) if (this.measure(k, state)) this.project(k, state, h);
  }

  /**
   * Whether a pass goes there and back. With P the product of the projections of a pass, x moves by P (2 x − x of before): bounded where P is symmetric, as
   * it is there and back. One way P has complex eigenvalues near 1 where many stiff constraints share each particle, and those grow.
   */
  isSweptBack(_: number): boolean {
    return false;
  }

  /** 1/s²: Σ |∇C|² / m over α of the stiffest, where the particles are at rest. */
  protected stiffest(memory: StateMemory, record: number): number {
    const { corners, gradient } = this;
    const state = restOf(memory, record);
    let most = 0;
    for (let k = 0; k < this.count; k++) {
      if (!this.measure(k, state)) continue;
      let sum = 0;
      for (let i = 0; i < 12; i++) sum += (gradient[i] * gradient[i]) / state.masses[corners[4 * k + Math.floor(i / 3)] >>> 2];
      most = Math.max(most, sum / Math.max(this.compliance[k], TINY));
    }
    return most;
  }

  private project(k: number, { before, u }: ParticleState, h: number): void {
    const { compliance, corners, damping, gradient, lambda } = this;
    let sum = 0;
    let speed = 0;
    for (let corner = 0; corner < 4; corner++) {
      const p = corners[4 * k + corner];
      for (let axis = 0; axis < 3; axis++) {
        const g = gradient[3 * corner + axis];
        sum += u[p + 3] * g * g;
        speed += g * (u[p + axis] - before[p + axis]);
      }
    }
    if (!(sum > 0)) return;
    const scaled = compliance[k] / (h * h);
    const gamma = (compliance[k] * damping[k]) / h;
    const change = (-this.error - scaled * lambda[k] - gamma * speed) / ((1 + gamma) * sum + scaled);
    lambda[k] += change;
    for (let corner = 0; corner < 4; corner++) {
      const p = corners[4 * k + corner];
      const push = u[p + 3] * change;
      for (let axis = 0; axis < 3; axis++) u[p + axis] += push * gradient[3 * corner + axis];
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { counter, list, load, loadScale, record: fields } = this.kind;
    const { first } = listOf(memory, record, list, counter);
    this.beginSubstep();
    for (let k = 0; k < this.count; k++) {
      memory.f64[(first + k * fields.size + load) >>> 3] = (loadScale * this.sum[k]) / (substeps * h * h);
      this.sum[k] = 0;
    }
    return 0;
  }
}

/** The particles of a set where its lists began. */
function restOf(memory: StateMemory, record: number): ParticleState {
  const { f64, u32 } = memory;
  const list = (field: number) => (record + u32[(record + field) >>> 2]) >>> 3;
  const state = new ParticleState(u32[(record + ParticleSetRecord.particleCount) >>> 2]);
  const [rest, masses] = [list(ParticleSetRecord.restPositions), list(ParticleSetRecord.masses)];
  for (let k = 0; k < state.count; k++) {
    state.start.set(f64.subarray(rest + 3 * k, rest + 3 * k + 3), 4 * k);
    state.masses[k] = f64[masses + k];
  }
  return state;
}

/** The way from one particle to another, to three numbers of a list. */
export function writeWay(to: Float64Array, at: number, { start, u }: { start: Float64Array; u: Numbers }, from: number, end: number): void {
  for (let axis = 0; axis < 3; axis++) to[at + axis] = start[end + axis] + u[end + axis] - (start[from + axis] + u[from + axis]);
}
