// The angle between two triangles with an edge in common, signed and continuous: C = φ − φ₀, by the gradients of Bridson, Marino and Fedkiw 2003
// ("Simulation of Clothing with Folds and Wrinkles", eq 3) in the form of XPBD. Edge a b, wings c and d.
//
//   n₁ = (c − a) × (c − b),  n₂ = (d − b) × (d − a),  e = b − a
//   ∇c = |e| n₁/|n₁|²,  ∇d = |e| n₂/|n₂|²,
//   ∇a = (c − b)·e/|e| n₁/|n₁|² + (d − b)·e/|e| n₂/|n₂|²,   ∇b = −(c − a)·e/|e| n₁/|n₁|² − (d − a)·e/|e| n₂/|n₂|²
//
// φ is 0 where the triangles lie in one plane, and positive where c and d are folded to where the normals look.
import { ParticleBendRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { angleOfPoint } from '../../bindings/core/trigonometry.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

/** Of the squares of a triangle's edges and areas, below which it has no normal. */
const FLAT = 1e-24;

export class Bends implements Holds {
  readonly count: number;
  readonly corners: Uint32Array;
  readonly rest: Float64Array;
  readonly compliance: Float64Array;
  readonly damping: Float64Array;
  private readonly lambda: Float64Array;
  private readonly sum: Float64Array;

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.bends, ParticleSetRecord.bendCount);
    const { f64, u32 } = memory;
    this.count = count;
    this.corners = new Uint32Array(4 * count);
    this.rest = new Float64Array(count);
    this.compliance = new Float64Array(count);
    this.damping = new Float64Array(count);
    this.lambda = new Float64Array(count);
    this.sum = new Float64Array(count);
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleBendRecord.size;
      for (let corner = 0; corner < 4; corner++) this.corners[4 * k + corner] = 4 * u32[((at + ParticleBendRecord.a) >>> 2) + corner];
      this.rest[k] = f64[(at + ParticleBendRecord.rest) >>> 3];
      this.compliance[k] = f64[(at + ParticleBendRecord.compliance) >>> 3];
      this.damping[k] = f64[(at + ParticleBendRecord.damping) >>> 3];
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
      const a = corners[4 * k];
      const b = corners[4 * k + 1];
      const c = corners[4 * k + 2];
      const d = corners[4 * k + 3];
      const [ex, ey, ez] = [
        start[b] + u[b] - (start[a] + u[a]),
        start[b + 1] + u[b + 1] - (start[a + 1] + u[a + 1]),
        start[b + 2] + u[b + 2] - (start[a + 2] + u[a + 2]),
      ];
      const [px, py, pz] = [
        start[c] + u[c] - (start[a] + u[a]),
        start[c + 1] + u[c + 1] - (start[a + 1] + u[a + 1]),
        start[c + 2] + u[c + 2] - (start[a + 2] + u[a + 2]),
      ];
      const [qx, qy, qz] = [
        start[d] + u[d] - (start[a] + u[a]),
        start[d + 1] + u[d + 1] - (start[a + 1] + u[a + 1]),
        start[d + 2] + u[d + 2] - (start[a + 2] + u[a + 2]),
      ];
      // (c − a) × (c − b) = e × (c − a), and (d − b) × (d − a) = (d − a) × e.
      const [mx, my, mz] = [ey * pz - ez * py, ez * px - ex * pz, ex * py - ey * px];
      const [nx, ny, nz] = [qy * ez - qz * ey, qz * ex - qx * ez, qx * ey - qy * ex];
      const e2 = ex * ex + ey * ey + ez * ez;
      const m2 = mx * mx + my * my + mz * mz;
      const n2 = nx * nx + ny * ny + nz * nz;
      if (e2 < FLAT || m2 < FLAT * e2 || n2 < FLAT * e2) continue;
      const e = Math.sqrt(e2);
      const sine = (mx * qx + my * qy + mz * qz) * e;
      const cosine = mx * nx + my * ny + mz * nz;
      const angle = angleOfPoint(sine, cosine);
      let error = angle - rest[k];
      if (error > Math.PI) error -= 2 * Math.PI;
      else if (error < -Math.PI) error += 2 * Math.PI;
      const [sc, sd] = [e / m2, e / n2];
      const [ca, cb] = [((px - ex) * ex + (py - ey) * ey + (pz - ez) * ez) / (e * m2), (px * ex + py * ey + pz * ez) / (e * m2)];
      const [da, db] = [((qx - ex) * ex + (qy - ey) * ey + (qz - ez) * ez) / (e * n2), (qx * ex + qy * ey + qz * ez) / (e * n2)];
      const [ax, ay, az] = [ca * mx + da * nx, ca * my + da * ny, ca * mz + da * nz];
      const [bx, by, bz] = [-cb * mx - db * nx, -cb * my - db * ny, -cb * mz - db * nz];
      const [wa, wb, wc, wd] = [u[a + 3], u[b + 3], u[c + 3], u[d + 3]];
      const sum = wa * (ax * ax + ay * ay + az * az) + wb * (bx * bx + by * by + bz * bz) + wc * sc * e + wd * sd * e;
      if (!(sum > 0)) continue;
      const scaled = compliance[k] * inverseH2;
      const gamma = (compliance[k] * damping[k]) / h;
      let speed = 0;
      if (gamma > 0)
        speed =
          ax * (u[a] - before[a]) +
          ay * (u[a + 1] - before[a + 1]) +
          az * (u[a + 2] - before[a + 2]) +
          bx * (u[b] - before[b]) +
          by * (u[b + 1] - before[b + 1]) +
          bz * (u[b + 2] - before[b + 2]) +
          sc * (mx * (u[c] - before[c]) + my * (u[c + 1] - before[c + 1]) + mz * (u[c + 2] - before[c + 2])) +
          sd * (nx * (u[d] - before[d]) + ny * (u[d + 1] - before[d + 1]) + nz * (u[d + 2] - before[d + 2]));
      const change = (-error - scaled * lambda[k] - gamma * speed) / ((1 + gamma) * sum + scaled);
      lambda[k] += change;
      u[a] += wa * change * ax;
      u[a + 1] += wa * change * ay;
      u[a + 2] += wa * change * az;
      u[b] += wb * change * bx;
      u[b + 1] += wb * change * by;
      u[b + 2] += wb * change * bz;
      u[c] += wc * change * sc * mx;
      u[c + 1] += wc * change * sc * my;
      u[c + 2] += wc * change * sc * mz;
      u[d] += wd * change * sd * nx;
      u[d + 1] += wd * change * sd * ny;
      u[d + 2] += wd * change * sd * nz;
    }
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.bends, ParticleSetRecord.bendCount);
    this.beginSubstep();
    for (let k = 0; k < this.count; k++) {
      memory.f64[(first + k * ParticleBendRecord.size + ParticleBendRecord.torque) >>> 3] = -this.sum[k] / (substeps * h * h);
      this.sum[k] = 0;
    }
    return 0;
  }
}
