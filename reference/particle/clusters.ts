// Shape matching (Müller et al. 2005, "Meshless Deformations Based on Shape Matching"; Müller et al. 2020, 3.3): the particles of a cluster go towards where they
// are in its shape at rest, turned by the rotation R that fits them best, about their centre of mass c:
//
//   A = Σ m (x − c) qᵀ,   R: the rotation of A's polar decomposition,   x += s (c + R q − x),   s = 1 / (1 + α̃ / m̄⁻¹)
//
// less the mean of that, which is no more than rounding. What is pressed to a part of its volume, or turned inside out, goes no further, and is let back slowly:
//
//   V = det(A) / (Σ μ q²)³ ≥ b,   Δxᵢ = λ cof(A) qᵢ,   λ = (b − V) / Σ μ |cof(A) q|²     with μ = m / Σ m, and A and q over Σ μ q²
//
// R follows from the last one: rotation.ts. With kernels, kernel-clusters.ts does the same.
import { ParticleClusterPoint, ParticleClusterRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { fitRotation } from './rotation.ts';
import { type Holds, listOf, type Numbers, type ParticleState } from './state.ts';

/** Of its volume at rest: no cluster is pressed to less. */
const LEAST_VOLUME = 0.4;
/** 1/s: how fast one that is gets back. */
const RECOVERY = 30;
/** As in assembly/particle/cluster.kernel.ts: of √(Σ μ q²), how far a pass moves what is pressed too much. */
const FARTHEST = 0.1;
const TINY = 1e-30;
/** Of a cluster in space: what is flatter has no volume. */
const FLAT = 1e-6;
/** Of how far places are from the origin: how far apart points at one place may be by rounding. */
const POINT = 1e-13;

export class Clusters implements Holds {
  readonly count: number;
  /** Of each cluster its first point; and one more. */
  readonly starts: Uint32Array;
  /** Indices of the first numbers of the points' particles. */
  readonly particles: Uint32Array;
  /** Places at rest, three numbers a point. */
  readonly places: Float64Array;
  readonly compliance: Float64Array;
  readonly rotations: Float64Array;
  /** Of each the least volume now. */
  private readonly bounds: Float64Array;
  /** A and R by rows. */
  private readonly a = new Float64Array(9);
  private readonly r = new Float64Array(9);

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.clusters, ParticleSetRecord.clusterCount);
    const points = listOf(memory, record, ParticleSetRecord.clusterPoints, ParticleSetRecord.clusterPointCount);
    const { f64, u32 } = memory;
    this.count = count;
    this.starts = new Uint32Array(count + 1);
    this.particles = new Uint32Array(points.count);
    this.places = new Float64Array(3 * points.count);
    this.compliance = new Float64Array(count);
    this.rotations = new Float64Array(4 * count);
    this.bounds = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleClusterRecord.size;
      this.starts[k] = u32[(at + ParticleClusterRecord.firstPoint) >>> 2];
      this.starts[k + 1] = this.starts[k] + u32[(at + ParticleClusterRecord.pointCount) >>> 2];
      this.compliance[k] = f64[(at + ParticleClusterRecord.compliance) >>> 3];
      for (let axis = 0; axis < 4; axis++) this.rotations[4 * k + axis] = f64[((at + ParticleClusterRecord.x) >>> 3) + axis];
    }
    for (let k = 0; k < points.count; k++) {
      const at = points.first + k * ParticleClusterPoint.size;
      this.particles[k] = 4 * u32[(at + ParticleClusterPoint.particle) >>> 2];
      for (let axis = 0; axis < 3; axis++) this.places[3 * k + axis] = f64[((at + ParticleClusterPoint.x) >>> 3) + axis];
    }
  }

  /** What is pressed to less than its least volume as the step begins stays so for now. */
  beginStep({ masses, start, u }: ParticleState): void {
    const { particles, places } = this;
    for (let k = 0; k < this.count; k++) {
      const { least, middle, scale, whole } = this.sizeOf(k, masses, u);
      const a = new Float64Array(9);
      const first = particles[this.starts[k]];
      for (let i = this.starts[k]; i < this.starts[k + 1]; i++) {
        const p = particles[i];
        const mu = weight(masses, u, p) / whole;
        for (let row = 0; row < 3; row++)
          for (let column = 0; column < 3; column++)
            a[3 * row + column] += mu * (start[p + row] - start[first + row]) * (places[3 * i + column] - middle[column]);
      }
      const scaled = a.map((x) => scale * x);
      this.bounds[k] = Math.min(least, determinant(scaled, cofactors(scaled)));
    }
  }

  beginSubstep(): void {}

  solve(state: ParticleState, h: number): void {
    for (let k = 0; k < this.count; k++) this.solveOne(k, state, h);
  }

  private solveOne(k: number, { masses, start: origin, u }: ParticleState, h: number): void {
    const { a, particles, places, r } = this;
    const [start, end] = [this.starts[k], this.starts[k + 1]];
    const { least, middle, scale, whole: mass } = this.sizeOf(k, masses, u);
    // From the first particle, so that far from the origin nothing is lost.
    const first = particles[start];
    const way = (p: number, axis: number) => origin[p + axis] - origin[first + axis] + (u[p + axis] - u[first + axis]);
    const center = [0, 0, 0];
    a.fill(0);
    for (let i = start; i < end; i++) {
      const p = particles[i];
      const m = weight(masses, u, p) / mass;
      for (let row = 0; row < 3; row++) {
        const d = m * way(p, row);
        center[row] += d;
        for (let column = 0; column < 3; column++) a[3 * row + column] += d * (places[3 * i + column] - middle[column]);
      }
    }
    const scaled = a.map((x) => scale * x);
    const c = cofactors(scaled);
    // What is flat has no volume.
    const missing = least > 0 ? this.bounds[k] - determinant(scaled, c) : 0;
    this.bounds[k] = Math.min(least, this.bounds[k] + growthOf(least, h));
    let swelling = 0;
    const swollen = (i: number, row: number) =>
      scale * [0, 1, 2].reduce((sum, column) => sum + c[3 * row + column] * (places[3 * i + column] - middle[column]), 0);
    if (missing > 0) {
      let square = 0;
      for (let i = start; i < end; i++)
        for (let row = 0; row < 3; row++) square += (weight(masses, u, particles[i]) / mass) * swollen(i, row) ** 2;
      swelling = missing / Math.max(square, (Math.sqrt(square * scale) * missing) / FARTHEST, TINY);
    }
    fitRotation(a, this.rotations, 4 * k, r);
    const errors = new Float64Array(3 * (end - start));
    const mean = [0, 0, 0];
    for (let i = start; i < end; i++) {
      const p = particles[i];
      const [qx, qy, qz] = [places[3 * i] - middle[0], places[3 * i + 1] - middle[1], places[3 * i + 2] - middle[2]];
      for (let row = 0; row < 3; row++) {
        const error = r[3 * row] * qx + r[3 * row + 1] * qy + r[3 * row + 2] * qz + center[row] - way(p, row);
        errors[3 * (i - start) + row] = error;
        mean[row] += (weight(masses, u, p) * error) / mass;
      }
    }
    const share = shareOf(this.compliance[k], mass, end - start, h);
    if (share === 0) return;
    for (let i = start; i < end; i++) {
      const p = particles[i];
      if (u[p + 3] === 0) continue;
      for (let row = 0; row < 3; row++) {
        const swell = swelling === 0 ? 0 : swelling * swollen(i, row);
        u[p + row] += share * (errors[3 * (i - start) + row] - mean[row]) + swell;
      }
    }
  }

  /** Of a cluster: its mass, the centre of its places, 1 / Σ μ q², and the least volume that it has to have, over (Σ μ q²)³. */
  sizeOf(k: number, masses: Float64Array, u: Numbers): { middle: number[]; scale: number; whole: number; least: number } {
    const { particles, places } = this;
    const middle = this.middleOf(k, masses, u);
    const shape = new Float64Array(9);
    let whole = 0;
    for (let i = this.starts[k]; i < this.starts[k + 1]; i++) whole += weight(masses, u, particles[i]);
    for (let i = this.starts[k]; i < this.starts[k + 1]; i++) {
      const mu = weight(masses, u, particles[i]) / whole;
      for (let row = 0; row < 3; row++)
        for (let column = 0; column < 3; column++)
          shape[3 * row + column] += mu * (places[3 * i + row] - middle[row]) * (places[3 * i + column] - middle[column]);
    }
    const square = shape[0] + shape[4] + shape[8];
    // Less is what rounding leaves of points at one place.
    const rounding = POINT * Math.max(...middle.map(Math.abs));
    const scale = square > rounding * rounding ? 1 / square : 0;
    const scaled = shape.map((x) => scale * x);
    const volume = determinant(scaled, cofactors(scaled));
    return { least: volume > FLAT ? LEAST_VOLUME * volume : 0, middle, scale, whole };
  }

  /** Centre of the places at rest: not that of the masses where particles are held. */
  middleOf(k: number, masses: Float64Array, u: Numbers): number[] {
    const { particles, places } = this;
    const sum = [0, 0, 0];
    let mass = 0;
    for (let i = this.starts[k]; i < this.starts[k + 1]; i++) {
      const m = weight(masses, u, particles[i]);
      mass += m;
      for (let axis = 0; axis < 3; axis++) sum[axis] += m * places[3 * i + axis];
    }
    return sum.map((one) => one / mass);
  }

  finish(memory: StateMemory, record: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.clusters, ParticleSetRecord.clusterCount);
    for (let k = 0; k < this.count; k++) {
      const at = (first + k * ParticleClusterRecord.size + ParticleClusterRecord.x) >>> 3;
      for (let axis = 0; axis < 4; axis++) memory.f64[at + axis] = this.rotations[4 * k + axis];
    }
    return 0;
  }
}

/** Particles that nothing moves count a thousand times, so that the others go to them. */
const HELD = 1000;
export function weight(masses: Float64Array, u: Numbers, p: number): number {
  return u[p + 3] === 0 ? HELD * masses[p >>> 2] : masses[p >>> 2];
}

/** By how much the least volume of a cluster that had less grows in a substep. */
export const growthOf = (least: number, h: number): number => RECOVERY * least * h;

/** Of matrices by rows. */
function cofactors(a: Float64Array): Float64Array {
  const c = new Float64Array(9);
  for (let row = 0; row < 3; row++)
    for (let column = 0; column < 3; column++) {
      const [i, j, k, l] = [(row + 1) % 3, (row + 2) % 3, (column + 1) % 3, (column + 2) % 3];
      c[3 * row + column] = a[3 * i + k] * a[3 * j + l] - a[3 * i + l] * a[3 * j + k];
    }
  return c;
}

const determinant = (a: Float64Array, c: Float64Array): number => a[0] * c[0] + a[1] * c[1] + a[2] * c[2];

/** By how much of the way particles go to their places. */
export function shareOf(compliance: number, mass: number, points: number, h: number): number {
  return 1 / (1 + (compliance * mass) / (points * h * h));
}
