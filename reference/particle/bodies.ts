import { SOLVER_BODY_NUMBERS, type SolverBodies } from '../../bindings/core/particle-stages.ts';
import type { Body } from '../body/body.ts';

/** The bodies of the reference, one at a time. */
export class PlainBodies implements SolverBodies {
  readonly values = new Float64Array(SOLVER_BODY_NUMBERS);

  constructor(private readonly bodies: readonly Body[]) {}

  place(): number {
    return 0;
  }
  read(slot: number): void {
    const { angularVelocity: w, displacement: d, inverseInertia: i, inverseMass: m, turn: q, velocity: v } = this.bodies[slot];
    this.values.set([v.x, v.y, v.z, m.z, w.x, w.y, w.z, 0, d.x, d.y, d.z, 0, q.x, q.y, q.z, q.w]);
    this.values.set([i.xx, i.yy, i.zz, m.x, i.xy, i.xz, i.yz, m.y], 16);
  }
  write(slot: number): void {
    const { velocity, angularVelocity } = this.bodies[slot];
    const { values } = this;
    [velocity.x, velocity.y, velocity.z] = [values[0], values[1], values[2]];
    [angularVelocity.x, angularVelocity.y, angularVelocity.z] = [values[4], values[5], values[6]];
  }
}
