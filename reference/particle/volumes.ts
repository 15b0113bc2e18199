// A closed surface that keeps `inflation` times its volume: C = Σ x₁·(x₂ × x₃) / 6 − k V₀ over its triangles (Müller et al. 2007, section 4.4, in the form of
// XPBD). λ / h² is the pressure in it, over that outside.
import { ParticleSetRecord, ParticleTriangleRecord, ParticleVolumeRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type Holds, listOf, type ParticleState } from './state.ts';

interface Volume {
  /** Indices of the first numbers of the corners. */
  corners: Uint32Array;
  /** Those of its particles, each once, and where the gradient of each is. */
  particles: Uint32Array;
  rest: number;
  compliance: number;
  damping: number;
  lambda: number;
  sum: number;
}

export class Volumes implements Holds {
  readonly count: number;
  readonly volumes: Volume[] = [];
  private gradient = new Float64Array(0);

  constructor(memory: StateMemory, record: number) {
    const { first, count } = listOf(memory, record, ParticleSetRecord.volumes, ParticleSetRecord.volumeCount);
    const { first: triangles } = listOf(memory, record, ParticleSetRecord.triangles, ParticleSetRecord.triangleCount);
    const { f64, u32 } = memory;
    this.count = count;
    for (let k = 0; k < count; k++) {
      const at = first + k * ParticleVolumeRecord.size;
      const start = (triangles + u32[(at + ParticleVolumeRecord.firstTriangle) >>> 2] * ParticleTriangleRecord.size) >>> 2;
      const corners = u32.slice(start, start + 3 * u32[(at + ParticleVolumeRecord.triangleCount) >>> 2]).map((corner) => 4 * corner);
      this.volumes.push({
        corners,
        particles: new Uint32Array(new Set(corners)).sort(),
        rest: f64[(at + ParticleVolumeRecord.rest) >>> 3] * f64[(at + ParticleVolumeRecord.inflation) >>> 3],
        compliance: f64[(at + ParticleVolumeRecord.compliance) >>> 3],
        damping: f64[(at + ParticleVolumeRecord.damping) >>> 3],
        lambda: 0,
        sum: 0,
      });
    }
  }

  beginSubstep(): void {
    for (const volume of this.volumes) {
      volume.sum += volume.lambda;
      volume.lambda = 0;
    }
  }

  solve(state: ParticleState, h: number): void {
    for (const volume of this.volumes) this.solveOne(volume, state, h);
  }

  private solveOne(volume: Volume, { before, start, u }: ParticleState, h: number): void {
    const { compliance, corners, particles } = volume;
    if (this.gradient.length < u.length) this.gradient = new Float64Array(u.length);
    const { gradient } = this;
    for (const p of particles) gradient.fill(0, p, p + 3);
    // About one of its own points, so that far from the origin nothing is lost.
    const o = corners[0];
    const [ox, oy, oz] = [start[o] + u[o], start[o + 1] + u[o + 1], start[o + 2] + u[o + 2]];
    let six = 0;
    for (let k = 0; k < corners.length; k += 3) {
      const [a, b, c] = [corners[k], corners[k + 1], corners[k + 2]];
      const [ax, ay, az] = [start[a] + u[a] - ox, start[a + 1] + u[a + 1] - oy, start[a + 2] + u[a + 2] - oz];
      const [bx, by, bz] = [start[b] + u[b] - ox, start[b + 1] + u[b + 1] - oy, start[b + 2] + u[b + 2] - oz];
      const [cx, cy, cz] = [start[c] + u[c] - ox, start[c + 1] + u[c + 1] - oy, start[c + 2] + u[c + 2] - oz];
      const [ux, uy, uz] = [by * cz - bz * cy, bz * cx - bx * cz, bx * cy - by * cx];
      gradient[a] += ux;
      gradient[a + 1] += uy;
      gradient[a + 2] += uz;
      gradient[b] += cy * az - cz * ay;
      gradient[b + 1] += cz * ax - cx * az;
      gradient[b + 2] += cx * ay - cy * ax;
      gradient[c] += ay * bz - az * by;
      gradient[c + 1] += az * bx - ax * bz;
      gradient[c + 2] += ax * by - ay * bx;
      six += ax * ux + ay * uy + az * uz;
    }
    const gamma = (compliance * volume.damping) / h;
    let sum = 0;
    let speed = 0;
    for (const p of particles) {
      for (let axis = p; axis < p + 3; axis++) {
        gradient[axis] /= 6;
        sum += u[p + 3] * gradient[axis] * gradient[axis];
        speed += gradient[axis] * (u[axis] - before[axis]);
      }
    }
    if (!(sum > 0)) return;
    const scaled = compliance / (h * h);
    const change = (volume.rest - six / 6 - scaled * volume.lambda - gamma * speed) / ((1 + gamma) * sum + scaled);
    volume.lambda += change;
    for (const p of particles) for (let axis = p; axis < p + 3; axis++) u[axis] += u[p + 3] * change * gradient[axis];
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    const { first } = listOf(memory, record, ParticleSetRecord.volumes, ParticleSetRecord.volumeCount);
    this.beginSubstep();
    for (const [k, volume] of this.volumes.entries()) {
      memory.f64[(first + k * ParticleVolumeRecord.size + ParticleVolumeRecord.pressure) >>> 3] = volume.sum / (substeps * h * h);
      volume.sum = 0;
    }
    return 0;
  }
}
