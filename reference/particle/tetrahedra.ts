// A tetrahedron that keeps its signed volume (Waterson 10.2): C = d₁·(d₂ × d₃) − 6 V₀ with dᵢ = xᵢ − x₀, which restores it where it is inverted.
//
//   J₁ = d₂ × d₃,  J₂ = d₃ × d₁,  J₃ = d₁ × d₂,  J₀ = −(J₁ + J₂ + J₃)
import { ParticleSetRecord, ParticleTetrahedronRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** Six volumes in one product of edges. */
const SIX = 6;

export class Tetrahedra implements Holds {
  readonly count: number;
  readonly corners: Uint32Array;
  readonly rest: Float64Array;
  readonly compliance: Float64Array;
  readonly damping: Float64Array;
  private readonly lambda: Float64Array;
  private readonly sum: Float64Array;

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.tetrahedra, ParticleSetRecord.tetrahedronCount);
    const { f64, u32 } = memory;
    this.count = count;
    this.corners = new Uint32Array(4 * count);
    this.rest = new Float64Array(count);
    this.compliance = new Float64Array(count);
    this.damping = new Float64Array(count);
    this.lambda = new Float64Array(count);
    this.sum = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleTetrahedronRecord.size;
      for (let corner = 0; corner < 4; corner++)
        this.corners[4 * k + corner] = 4 * u32[((at + ParticleTetrahedronRecord.a) >>> 2) + corner];
      this.rest[k] = f64[(at + ParticleTetrahedronRecord.rest) >>> 3];
      // Of six volumes, a pressure over six.
      this.compliance[k] = SIX * SIX * f64[(at + ParticleTetrahedronRecord.compliance) >>> 3];
      this.damping[k] = f64[(at + ParticleTetrahedronRecord.damping) >>> 3] / (SIX * SIX);
    }
  }

  beginSubstep(): void {
    for (let k = 0; k < this.count; k++) {
      this.sum[k] += this.lambda[k];
      this.lambda[k] = 0;
    }
  }

  solve({ before, start, u }: ParticleState, h: number): void {
    const { corners, rest, compliance, damping, lambda } = this;
    const inverseH2 = 1 / (h * h);
    for (let k = 0; k < this.count; k++) {
      const o = corners[4 * k];
      const a = corners[4 * k + 1];
      const b = corners[4 * k + 2];
      const c = corners[4 * k + 3];
      const [ax, ay, az] = [
        start[a] + u[a] - (start[o] + u[o]),
        start[a + 1] + u[a + 1] - (start[o + 1] + u[o + 1]),
        start[a + 2] + u[a + 2] - (start[o + 2] + u[o + 2]),
      ];
      const [bx, by, bz] = [
        start[b] + u[b] - (start[o] + u[o]),
        start[b + 1] + u[b + 1] - (start[o + 1] + u[o + 1]),
        start[b + 2] + u[b + 2] - (start[o + 2] + u[o + 2]),
      ];
      const [cx, cy, cz] = [
        start[c] + u[c] - (start[o] + u[o]),
        start[c + 1] + u[c + 1] - (start[o + 1] + u[o + 1]),
        start[c + 2] + u[c + 2] - (start[o + 2] + u[o + 2]),
      ];
      const [jx, jy, jz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
      const [kx, ky, kz] = [cy * az - cz * ay, cz * ax - cx * az, cx * ay - cy * ax];
      const [lx, ly, lz] = [ay * bz - az * by, az * bx - ax * bz, ax * by - ay * bx];
      const [ox, oy, oz] = [-jx - kx - lx, -jy - ky - ly, -jz - kz - lz];
      const [wo, wa, wb, wc] = [u[o + 3], u[a + 3], u[b + 3], u[c + 3]];
      const sum =
        wo * (ox * ox + oy * oy + oz * oz) +
        wa * (jx * jx + jy * jy + jz * jz) +
        wb * (kx * kx + ky * ky + kz * kz) +
        wc * (lx * lx + ly * ly + lz * lz);
      if (!(sum > 0)) continue;
      const error = ax * jx + ay * jy + az * jz - rest[k];
      const scaled = compliance[k] * inverseH2;
      const gamma = (compliance[k] * damping[k]) / h;
      let speed = 0;
      if (gamma > 0)
        speed =
          ox * (u[o] - before[o]) +
          oy * (u[o + 1] - before[o + 1]) +
          oz * (u[o + 2] - before[o + 2]) +
          jx * (u[a] - before[a]) +
          jy * (u[a + 1] - before[a + 1]) +
          jz * (u[a + 2] - before[a + 2]) +
          kx * (u[b] - before[b]) +
          ky * (u[b + 1] - before[b + 1]) +
          kz * (u[b + 2] - before[b + 2]) +
          lx * (u[c] - before[c]) +
          ly * (u[c + 1] - before[c + 1]) +
          lz * (u[c + 2] - before[c + 2]);
      const change = (-error - scaled * lambda[k] - gamma * speed) / ((1 + gamma) * sum + scaled);
      lambda[k] += change;
      u[o] += wo * change * ox;
      u[o + 1] += wo * change * oy;
      u[o + 2] += wo * change * oz;
      u[a] += wa * change * jx;
      u[a + 1] += wa * change * jy;
      u[a + 2] += wa * change * jz;
      u[b] += wb * change * kx;
      u[b + 1] += wb * change * ky;
      u[b + 2] += wb * change * kz;
      u[c] += wc * change * lx;
      u[c + 1] += wc * change * ly;
      u[c + 2] += wc * change * lz;
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.tetrahedra, ParticleSetRecord.tetrahedronCount);
    this.beginSubstep();
    for (let k = 0; k < this.count; k++) {
      // λ belongs to six volumes: the pressure does its work on one.
      memory.f64[(first + k * ParticleTetrahedronRecord.size + ParticleTetrahedronRecord.pressure) >>> 3] =
        (SIX * this.sum[k]) / (substeps * h * h);
      this.sum[k] = 0;
    }
    return 0;
  }
}
