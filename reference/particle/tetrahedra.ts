// A tetrahedron that keeps its signed volume (Waterson 10.2): C = d₁·(d₂ × d₃) − 6 V₀ with dᵢ = xᵢ − x₀, which restores it where it is inverted.
//
//   J₁ = d₂ × d₃,  J₂ = d₃ × d₁,  J₃ = d₁ × d₂,  J₀ = −(J₁ + J₂ + J₃)
import { ParticleSetRecord, ParticleTetrahedronRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { FourCorners, writeWay } from './four-corners.ts';
import type { ParticleState } from './state.ts';

/** Six volumes in one product of edges: λ belongs to them, and the pressure does its work on one. */
const SIX = 6;
/** Of Σ w |∇C|² over α̃: where one is stiffer, passes over them go there and back, as over bends. */
const STIFF = 0.1;

export class Tetrahedra extends FourCorners {
  /** d₁, d₂ and d₃. */
  private readonly ways = new Float64Array(9);
  /** 1/s²: of the stiffest. */
  private readonly stiffness: number;

  constructor(memory: StateMemory, record: number) {
    super(memory, record, {
      list: ParticleSetRecord.tetrahedra,
      counter: ParticleSetRecord.tetrahedronCount,
      record: ParticleTetrahedronRecord,
      load: ParticleTetrahedronRecord.pressure,
      loadScale: SIX,
      unit: SIX,
    });
    this.stiffness = this.stiffest(memory, record);
  }

  override isSweptBack(h: number): boolean {
    return this.count > 1 && this.stiffness * h * h > STIFF;
  }

  protected override measure(k: number, state: ParticleState): boolean {
    const { corners, gradient, rest, ways } = this;
    for (let corner = 1; corner < 4; corner++) writeWay(ways, 3 * corner - 3, state, corners[4 * k], corners[4 * k + corner]);
    for (let corner = 1; corner < 4; corner++) {
      const [p, q] = [3 * (corner % 3), 3 * ((corner + 1) % 3)];
      for (let axis = 0; axis < 3; axis++) {
        const [i, j] = [(axis + 1) % 3, (axis + 2) % 3];
        gradient[3 * corner + axis] = ways[p + i] * ways[q + j] - ways[p + j] * ways[q + i];
      }
    }
    for (let axis = 0; axis < 3; axis++) gradient[axis] = -gradient[3 + axis] - gradient[6 + axis] - gradient[9 + axis];
    this.error = ways[0] * gradient[3] + ways[1] * gradient[4] + ways[2] * gradient[5] - rest[k];
    return true;
  }
}
