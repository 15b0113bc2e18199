// The angle between two triangles with an edge in common, signed and continuous: C = φ − φ₀, by the gradients of Bridson, Marino and Fedkiw 2003
// ("Simulation of Clothing with Folds and Wrinkles", eq 3). Edge a b, wings c and d, e = b − a:
//
//   n₁ = e × (c − a),  n₂ = (d − a) × e,   ∇c = |e| n₁/|n₁|²,  ∇d = |e| n₂/|n₂|²,
//   ∇b = −(c − a)·e/|e| n₁/|n₁|² − (d − a)·e/|e| n₂/|n₂|²,   ∇a = −(∇b + ∇c + ∇d)
//
// φ is 0 where the triangles lie in one plane, and positive where c and d are folded to where the normals look.
import { ParticleBendRecord, ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { angleOfPoint } from '../../bindings/core/trigonometry.ts';
import { FourCorners, writeWay } from './four-corners.ts';
import type { ParticleState } from './state.ts';

/** Of the squares of a triangle's edges and areas, below which it has no normal. */
const FLAT = 1e-24;
/** Of Σ w |∇C|² over α̃: where one is stiffer, passes over them go there and back. Those of a cloth of 5 × 6 grow from 0.3 on. */
const STIFF = 0.1;

export class Bends extends FourCorners {
  /** From a to b, c and d. */
  private readonly ways = new Float64Array(9);
  /** 1/s²: of the stiffest. */
  private readonly stiffness: number;

  constructor(memory: StateMemory, record: number) {
    super(memory, record, {
      list: ParticleSetRecord.bends,
      counter: ParticleSetRecord.bendCount,
      record: ParticleBendRecord,
      load: ParticleBendRecord.torque,
      loadScale: -1,
      unit: 1,
    });
    this.stiffness = this.stiffest(memory, record);
  }

  override isSweptBack(h: number): boolean {
    return this.stiffness * h * h > STIFF;
  }

  protected override measure(k: number, state: ParticleState): boolean {
    const { corners, gradient, rest, ways } = this;
    for (let corner = 1; corner < 4; corner++) writeWay(ways, 3 * corner - 3, state, corners[4 * k], corners[4 * k + corner]);
    const [ex, ey, ez, px, py, pz, qx, qy, qz] = ways;
    const [mx, my, mz] = [ey * pz - ez * py, ez * px - ex * pz, ex * py - ey * px];
    const [nx, ny, nz] = [qy * ez - qz * ey, qz * ex - qx * ez, qx * ey - qy * ex];
    const e2 = ex * ex + ey * ey + ez * ez;
    const m2 = mx * mx + my * my + mz * mz;
    const n2 = nx * nx + ny * ny + nz * nz;
    if (e2 < FLAT || m2 < FLAT * e2 || n2 < FLAT * e2) return false;
    const e = Math.sqrt(e2);
    const angle = angleOfPoint((mx * qx + my * qy + mz * qz) * e, mx * nx + my * ny + mz * nz);
    let error = angle - rest[k];
    if (error > Math.PI) error -= 2 * Math.PI;
    else if (error < -Math.PI) error += 2 * Math.PI;
    this.error = error;
    const [sc, sd] = [e / m2, e / n2];
    // Where c and d stand over the edge.
    const [fc, fd] = [(px * ex + py * ey + pz * ez) / (e * m2), (qx * ex + qy * ey + qz * ez) / (e * n2)];
    const [m, n] = [
      [mx, my, mz],
      [nx, ny, nz],
    ];
    for (let axis = 0; axis < 3; axis++) {
      gradient[3 + axis] = -fc * m[axis] - fd * n[axis];
      gradient[6 + axis] = sc * m[axis];
      gradient[9 + axis] = sd * n[axis];
      gradient[axis] = -gradient[3 + axis] - gradient[6 + axis] - gradient[9 + axis];
    }
    return true;
  }
}
