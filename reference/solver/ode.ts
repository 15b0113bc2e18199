// Rows with error reduction and constraint force mixing as one mixed linear complementarity problem, as in the Open Dynamics Engine
// (SPECIFICATION.md, section 4), in impulses p = h λ:
//
//   (J M⁻¹ Jᵀ + CFM / h) p = vT - ERP C / h - J u,   low <= p <= high,   u += M⁻¹ Jᵀ p
//
// Friction is a pyramid of two rows, bounded by the normal's load of the last solve.
import { Linear } from '../../bindings/core/layout.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import type { Scene } from './formulation.ts';
import { type Aim, aimLine } from './row/aim.ts';
import { RowFormulation } from './row/formulation.ts';
import { type IslandProblem, MOST_PIVOTED, problemsOf } from './row/problem.ts';
import type { Substep } from './substep.ts';

export class Ode extends RowFormulation {
  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, profile } = scene;
    const { duration: h } = substep;
    const start = clock();
    for (const body of bodies) body.startSubstep(substep);
    scene.particles();
    const owned = this.gather(scene, h);
    const lines = owned.flatMap((one) => one.lines);
    for (const line of lines) line.meet(h, contacts?.bounceSpeed ?? 0);
    const { cfm, erp } = this.options;
    const fastest = contacts?.depenetrationSpeed ?? 0;
    const aims = new Map<ConstraintRow, Aim>();
    for (const line of lines) {
      const aim = aimLine(line, { h, share: erp, fastest, softness: cfm / h });
      if (aim) aims.set(line.row, aim);
    }
    const prepared = clock();
    for (const problem of problemsOf(lines, aims)) this.solveIsland(problem, iterations);
    profile.prepare += prepared - start;
    profile.solve += clock() - prepared;
    for (const body of bodies) body.finishSubstep(substep);
    this.book(owned, h);
  }

  private solveIsland(problem: IslandProblem, iterations: number): void {
    const { linear, relaxation, warmStart } = this.options;
    const { rows } = problem;
    const pivots = linear === Linear.Dantzig || (linear !== Linear.Quickstep && rows.length <= MOST_PIVOTED);
    const start = warmStart ? { start: rows.map(({ impulse }) => impulse) } : {};
    const sweeps = pivots ? null : { sweeps: iterations, relaxation, ...start };
    problem.apply(problem.solve(sweeps));
  }
}
