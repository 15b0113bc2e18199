// Tetrahedra of an elastic solid: what of their energy resists shear, with F the deformation gradient and R the rotation that is nearest to it,
//
//   W = μ V |F − R|²,   F = Σ xᵢ bᵢᵀ,   and that of volume in tetrahedra.ts, λ V (J − 1)² / 2:
//
// together the corotated solid with Lamé's constants μ and λ (Stomakhin, Howes, Schroeder and Teran 2012, "Energetically consistent invertible elasticity", eq 5).
// F − R is one block of XPBD with nine rows and the compliance α = 1 / (2 μ V), dampers with γ = τ / h between F and the stretch U₀ that the substep began with:
//
//   ΔΛ = −((1 + γ) F − R T) G,   G = ((1 + γ) S + α̃)⁻¹,   S = Σ wᵢ bᵢ bᵢᵀ,   T = 1 − α̃ RᵀΛ + γ U₀,   Δxᵢ = wᵢ ΔΛ bᵢ
//
// R is the rotation of the polar decomposition of F G Tᵀ: so ΔΛ Fᵀ is symmetric, and the angular momentum stays exact in every iteration. In the first
// iteration that is where inertia and energy together are least, so that no stiffness is too much; and R has no reflection, so what is inverted comes back.
import { ParticleElementRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { fitRotation, rotationRows } from './rotation.ts';
import { type Holds, listOf, type Numbers, type ParticleState } from './state.ts';

/** Of S: less compliance is none. */
const LEAST = 1e-9;

export class Elements implements Holds {
  readonly count: number;
  /** Indices of the first numbers of the particles, four for each. */
  readonly corners: Uint32Array;
  /** b of the last three particles, nine numbers for each; that of the first is less their sum. */
  readonly slopes: Float64Array;
  /** 1 / (2 μ V), and s. */
  readonly compliance: Float64Array;
  readonly damping: Float64Array;
  readonly rotations: Float64Array;
  /** T of each. */
  private readonly targets: Float64Array;
  private readonly r = new Float64Array(9);
  private readonly f = new Float64Array(9);
  private readonly a = new Float64Array(9);
  private readonly g = new Float64Array(6);
  private readonly stretch = new Float64Array(9);
  private isFirst = true;

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.elements, ParticleSetRecord.elementCount);
    const { f64, u32 } = memory;
    const rest = (record + u32[(record + ParticleSetRecord.restPositions) >>> 2]) >>> 3;
    this.count = count;
    this.corners = new Uint32Array(4 * count);
    this.slopes = new Float64Array(9 * count);
    this.compliance = new Float64Array(count);
    this.damping = new Float64Array(count);
    this.rotations = new Float64Array(4 * count);
    this.targets = new Float64Array(9 * count);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleElementRecord.size;
      const corners = [0, 4, 8, 12].map((corner) => u32[(at + ParticleElementRecord.a + corner) >>> 2]);
      for (const [index, corner] of corners.entries()) this.corners[4 * k + index] = 4 * corner;
      const [o, p, q, r] = corners.map((corner) => f64.subarray(rest + 3 * corner, rest + 3 * corner + 3));
      const six = slopesOf(this.slopes.subarray(9 * k, 9 * k + 9), o, p, q, r);
      this.compliance[k] = 3 / (f64[(at + ParticleElementRecord.shearModulus) >>> 3] * Math.abs(six));
      this.damping[k] = f64[(at + ParticleElementRecord.damping) >>> 3];
      for (let axis = 0; axis < 4; axis++) this.rotations[4 * k + axis] = f64[((at + ParticleElementRecord.x) >>> 3) + axis];
    }
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(state: ParticleState, h: number): void {
    for (let k = 0; k < this.count; k++) this.solveOne(k, state, h);
    this.isFirst = false;
  }

  private solveOne(k: number, { before, start, u }: ParticleState, h: number): void {
    const { a, corners, f, g, r, slopes, targets } = this;
    const [p0, p1, p2, p3] = [corners[4 * k], corners[4 * k + 1], corners[4 * k + 2], corners[4 * k + 3]];
    const [w0, w1, w2, w3] = [u[p0 + 3], u[p1 + 3], u[p2 + 3], u[p3 + 3]];
    const b = 9 * k;
    const [b10, b11, b12, b20, b21, b22, b30, b31, b32] = [
      slopes[b],
      slopes[b + 1],
      slopes[b + 2],
      slopes[b + 3],
      slopes[b + 4],
      slopes[b + 5],
      slopes[b + 6],
      slopes[b + 7],
      slopes[b + 8],
    ];
    const [b00, b01, b02] = [-b10 - b20 - b30, -b11 - b21 - b31, -b12 - b22 - b32];
    const sxx = w0 * b00 * b00 + w1 * b10 * b10 + w2 * b20 * b20 + w3 * b30 * b30;
    const syy = w0 * b01 * b01 + w1 * b11 * b11 + w2 * b21 * b21 + w3 * b31 * b31;
    const szz = w0 * b02 * b02 + w1 * b12 * b12 + w2 * b22 * b22 + w3 * b32 * b32;
    const size = sxx + syy + szz;
    if (!(size > 0)) return;
    const gamma = this.damping[k] / h;
    const scaled = Math.max(this.compliance[k] / (h * h), LEAST * size);
    const c = 1 + gamma;
    inverse(
      g,
      c * sxx + scaled,
      c * syy + scaled,
      c * szz + scaled,
      c * (w0 * b00 * b01 + w1 * b10 * b11 + w2 * b20 * b21 + w3 * b30 * b31),
      c * (w0 * b00 * b02 + w1 * b10 * b12 + w2 * b20 * b22 + w3 * b30 * b32),
      c * (w0 * b01 * b02 + w1 * b11 * b12 + w2 * b21 * b22 + w3 * b31 * b32),
    );
    if (this.isFirst) this.beginTarget(k, gamma, start, before);
    gradient(f, slopes, b, start, u, p0, p1, p2, p3);
    // A = F G Tᵀ.
    for (let row = 0; row < 9; row += 3) {
      const [x, y, z] = [f[row], f[row + 1], f[row + 2]];
      const [gx, gy, gz] = [g[0] * x + g[3] * y + g[4] * z, g[3] * x + g[1] * y + g[5] * z, g[4] * x + g[5] * y + g[2] * z];
      for (let column = 0; column < 3; column++) {
        const t = b + 3 * column;
        a[row + column] = gx * targets[t] + gy * targets[t + 1] + gz * targets[t + 2];
      }
    }
    fitRotation(a, this.rotations, 4 * k, r);
    // ΔΛ, row by row.
    for (let row = 0; row < 3; row++) {
      const [r0, r1, r2] = [r[3 * row], r[3 * row + 1], r[3 * row + 2]];
      const x = r0 * targets[b] + r1 * targets[b + 3] + r2 * targets[b + 6] - c * f[3 * row];
      const y = r0 * targets[b + 1] + r1 * targets[b + 4] + r2 * targets[b + 7] - c * f[3 * row + 1];
      const z = r0 * targets[b + 2] + r1 * targets[b + 5] + r2 * targets[b + 8] - c * f[3 * row + 2];
      const [lx, ly, lz] = [g[0] * x + g[3] * y + g[4] * z, g[3] * x + g[1] * y + g[5] * z, g[4] * x + g[5] * y + g[2] * z];
      a[3 * row] = lx;
      a[3 * row + 1] = ly;
      a[3 * row + 2] = lz;
      u[p0 + row] += w0 * (lx * b00 + ly * b01 + lz * b02);
      u[p1 + row] += w1 * (lx * b10 + ly * b11 + lz * b12);
      u[p2 + row] += w2 * (lx * b20 + ly * b21 + lz * b22);
      u[p3 + row] += w3 * (lx * b30 + ly * b31 + lz * b32);
    }
    // T ← T − α̃ Rᵀ ΔΛ
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        targets[b + 3 * row + column] -= scaled * (r[row] * a[column] + r[3 + row] * a[3 + column] + r[6 + row] * a[6 + column]);
  }

  /** T at the start of a substep: 1 + γ U₀. */
  private beginTarget(k: number, gamma: number, start: Float64Array, before: Numbers): void {
    const { corners, r, rotations, slopes, stretch, targets } = this;
    const b = 9 * k;
    for (let i = 0; i < 9; i++) targets[b + i] = i % 4 === 0 ? 1 : 0;
    if (gamma === 0) return;
    gradient(stretch, slopes, b, start, before, corners[4 * k], corners[4 * k + 1], corners[4 * k + 2], corners[4 * k + 3]);
    rotationRows(r, rotations, 4 * k);
    for (let row = 0; row < 3; row++)
      for (let column = 0; column < 3; column++)
        targets[b + 3 * row + column] +=
          gamma * (r[row] * stretch[column] + r[3 + row] * stretch[3 + column] + r[6 + row] * stretch[6 + column]);
  }

  finish(memory: StateMemory, record: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.elements, ParticleSetRecord.elementCount);
    for (let k = 0; k < this.count; k++) {
      const at = (first + k * ParticleElementRecord.size + ParticleElementRecord.x) >>> 3;
      for (let axis = 0; axis < 4; axis++) memory.f64[at + axis] = this.rotations[4 * k + axis];
    }
    return 0;
  }
}

/** Rows of the inverse of the sides p, q and r from o; returns six times the volume. */
function slopesOf(to: Float64Array, o: Float64Array, p: Float64Array, q: Float64Array, r: Float64Array): number {
  const [a, b, c] = [p, q, r].map((corner) => [corner[0] - o[0], corner[1] - o[1], corner[2] - o[2]]);
  const cross = (m: number[], n: number[]) => [m[1] * n[2] - m[2] * n[1], m[2] * n[0] - m[0] * n[2], m[0] * n[1] - m[1] * n[0]];
  const rows = [cross(b, c), cross(c, a), cross(a, b)];
  const six = a[0] * rows[0][0] + a[1] * rows[0][1] + a[2] * rows[0][2];
  to.set(rows.flat().map((value) => value / six));
  return six;
}

/** F = Σ xᵢ bᵢᵀ, of the separations from the first particle. */
function gradient(
  f: Float64Array,
  slopes: Float64Array,
  b: number,
  start: Float64Array,
  u: Numbers,
  p0: number,
  p1: number,
  p2: number,
  p3: number,
): void {
  for (let row = 0; row < 3; row++) {
    const x0 = u[p0 + row];
    const s0 = start[p0 + row];
    const d1 = start[p1 + row] - s0 + (u[p1 + row] - x0);
    const d2 = start[p2 + row] - s0 + (u[p2 + row] - x0);
    const d3 = start[p3 + row] - s0 + (u[p3 + row] - x0);
    f[3 * row] = d1 * slopes[b] + d2 * slopes[b + 3] + d3 * slopes[b + 6];
    f[3 * row + 1] = d1 * slopes[b + 1] + d2 * slopes[b + 4] + d3 * slopes[b + 7];
    f[3 * row + 2] = d1 * slopes[b + 2] + d2 * slopes[b + 5] + d3 * slopes[b + 8];
  }
}

/** Inverse of a symmetric, positive definite matrix: xx yy zz xy xz yz. */
function inverse(to: Float64Array, xx: number, yy: number, zz: number, xy: number, xz: number, yz: number): void {
  const a = yy * zz - yz * yz;
  const d = xz * yz - xy * zz;
  const e = xy * yz - xz * yy;
  const s = 1 / (xx * a + xy * d + xz * e);
  to[0] = s * a;
  to[1] = s * (xx * zz - xz * xz);
  to[2] = s * (xx * yy - xy * xy);
  to[3] = s * d;
  to[4] = s * e;
  to[5] = s * (xy * xz - xx * yz);
}
