// Shape matching (Müller et al. 2005, "Meshless Deformations Based on Shape Matching"; Müller et al. 2020, 3.3): the particles of a cluster go towards where they
// are in its shape at rest, turned by the rotation R that fits them best, about their centre of mass c:
//
//   A = Σ m (x − c) qᵀ,   R: the rotation of A's polar decomposition,   x += s (c + R q − x),   s = 1 / (1 + α̃ / m̄⁻¹)
//
// R follows from the last one by the iteration of Müller, Bender, Chentanez and Macklin 2016 ("A Robust Method to Extract the Rotational Part of Deformations"),
// which needs no inverse and takes inverted shapes back:  ω = Σᵢ rᵢ × aᵢ / (|Σᵢ rᵢ·aᵢ| + ε),  R ← exp(ω) R  over the columns of R and A.
import { ParticleClusterPoint, ParticleClusterRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { type Holds, listOf, type Numbers, type ParticleState } from './state.ts';

/** Iterations for the rotation at most, and the turn, rad, after which it is known. */
const MOST_TURNS = 20;
const LEAST_TURN = 1e-9;
const TINY = 1e-30;

export class Clusters implements Holds {
  readonly count: number;
  private readonly starts: Uint32Array;
  private readonly particles: Uint32Array;
  /** Places at rest, three numbers a point. */
  private readonly places: Float64Array;
  private readonly compliance: Float64Array;
  private readonly rotations: Float64Array;

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

  beginSubstep(): void {}

  solve({ masses, start: origin, u }: ParticleState, h: number): void {
    const { starts, particles, places, rotations } = this;
    for (let k = 0; k < this.count; k++) {
      const [start, end] = [starts[k], starts[k + 1]];
      let [mass, cx, cy, cz] = [0, 0, 0, 0];
      for (let i = start; i < end; i++) {
        const p = particles[i];
        const m = weight(masses, u, p);
        mass += m;
        cx += m * (origin[p] + u[p]);
        cy += m * (origin[p + 1] + u[p + 1]);
        cz += m * (origin[p + 2] + u[p + 2]);
      }
      cx /= mass;
      cy /= mass;
      cz /= mass;
      let [a00, a01, a02, a10, a11, a12, a20, a21, a22] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
      for (let i = start; i < end; i++) {
        const p = particles[i];
        const m = weight(masses, u, p);
        const [dx, dy, dz] = [m * (origin[p] + u[p] - cx), m * (origin[p + 1] + u[p + 1] - cy), m * (origin[p + 2] + u[p + 2] - cz)];
        const [qx, qy, qz] = [places[3 * i], places[3 * i + 1], places[3 * i + 2]];
        a00 += dx * qx;
        a01 += dx * qy;
        a02 += dx * qz;
        a10 += dy * qx;
        a11 += dy * qy;
        a12 += dy * qz;
        a20 += dz * qx;
        a21 += dz * qy;
        a22 += dz * qz;
      }
      let [x0, y0, z0, w0] = [rotations[4 * k], rotations[4 * k + 1], rotations[4 * k + 2], rotations[4 * k + 3]];
      let [r00, r01, r02, r10, r11, r12, r20, r21, r22] = [0, 0, 0, 0, 0, 0, 0, 0, 0];
      for (let turn = 0; ; turn++) {
        r00 = 1 - 2 * (y0 * y0 + z0 * z0);
        r01 = 2 * (x0 * y0 - w0 * z0);
        r02 = 2 * (x0 * z0 + w0 * y0);
        r10 = 2 * (x0 * y0 + w0 * z0);
        r11 = 1 - 2 * (x0 * x0 + z0 * z0);
        r12 = 2 * (y0 * z0 - w0 * x0);
        r20 = 2 * (x0 * z0 - w0 * y0);
        r21 = 2 * (y0 * z0 + w0 * x0);
        r22 = 1 - 2 * (x0 * x0 + y0 * y0);
        if (turn === MOST_TURNS) break;
        const scale =
          1 / (Math.abs(r00 * a00 + r10 * a10 + r20 * a20 + r01 * a01 + r11 * a11 + r21 * a21 + r02 * a02 + r12 * a12 + r22 * a22) + TINY);
        const ox = scale * (r10 * a20 - r20 * a10 + r11 * a21 - r21 * a11 + r12 * a22 - r22 * a12);
        const oy = scale * (r20 * a00 - r00 * a20 + r21 * a01 - r01 * a21 + r22 * a02 - r02 * a22);
        const oz = scale * (r00 * a10 - r10 * a00 + r01 * a11 - r11 * a01 + r02 * a12 - r12 * a02);
        const square = ox * ox + oy * oy + oz * oz;
        if (square < LEAST_TURN * LEAST_TURN) break;
        // cay(ω), made a unit quaternion.
        const s = 1 / Math.sqrt(1 + 0.25 * square);
        const [ux, uy, uz] = [0.5 * ox * s, 0.5 * oy * s, 0.5 * oz * s];
        const [nx, ny, nz, nw] = [
          s * x0 + ux * w0 + uy * z0 - uz * y0,
          s * y0 - ux * z0 + uy * w0 + uz * x0,
          s * z0 + ux * y0 - uy * x0 + uz * w0,
          s * w0 - ux * x0 - uy * y0 - uz * z0,
        ];
        const norm = 1 / Math.sqrt(nx * nx + ny * ny + nz * nz + nw * nw);
        [x0, y0, z0, w0] = [nx * norm, ny * norm, nz * norm, nw * norm];
      }
      [rotations[4 * k], rotations[4 * k + 1], rotations[4 * k + 2], rotations[4 * k + 3]] = [x0, y0, z0, w0];
      const share = 1 / (1 + (this.compliance[k] * mass) / ((end - start) * h * h));
      for (let i = start; i < end; i++) {
        const p = particles[i];
        if (u[p + 3] === 0) continue;
        const [qx, qy, qz] = [places[3 * i], places[3 * i + 1], places[3 * i + 2]];
        u[p] += share * (cx + r00 * qx + r01 * qy + r02 * qz - (origin[p] + u[p]));
        u[p + 1] += share * (cy + r10 * qx + r11 * qy + r12 * qz - (origin[p + 1] + u[p + 1]));
        u[p + 2] += share * (cz + r20 * qx + r21 * qy + r22 * qz - (origin[p + 2] + u[p + 2]));
      }
    }
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
function weight(masses: Float64Array, u: Numbers, p: number): number {
  return u[p + 3] === 0 ? HELD * masses[p >>> 2] : masses[p >>> 2];
}
