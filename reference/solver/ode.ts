// Rows with error reduction and constraint force mixing as one mixed linear complementarity problem, as in the Open Dynamics Engine
// (SPECIFICATION.md, section 4), in impulses p = h λ:
//
//   (J M⁻¹ Jᵀ + CFM / h) p = vT - ERP C / h - J u,   low <= p <= high,   u += M⁻¹ Jᵀ p
//
// Friction is a pyramid of two rows, bounded by the normal's load of the last solve.
import { Linear } from '../../bindings/core/layout.ts';
import type { ConstraintRow } from '../constraint/row.ts';
import type { Scene } from './formulation.ts';
import { type BoundedRows, frictionBounds } from './linear/bounds.ts';
import { solveDantzig } from './linear/dantzig.ts';
import { islandsOf } from './linear/islands.ts';
import { solveSor } from './linear/sor.ts';
import { RowSystem } from './linear/system.ts';
import { type Aim, aimLine } from './row/aim.ts';
import { RowFormulation } from './row/formulation.ts';
import type { Line } from './row/line.ts';
import { Vectors } from './row/vectors.ts';
import type { Substep } from './substep.ts';

/** Rows of an island up to which 'auto' pivots: the time grows with their cube. */
const MOST_PIVOTED = 300;
/** Solves of an island with friction: without, at rest, sliding. */
const PASSES = 2;
const SEED = 1;

export class Ode extends RowFormulation {
  protected override solve(scene: Scene, substep: Substep, iterations: number): void {
    const { bodies, clock, contacts, profile } = scene;
    const { duration: h } = substep;
    const start = clock();
    for (const body of bodies) body.startSubstep(substep);
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
    const of = new Map(lines.map((line) => [line.row, line]));
    const prepared = clock();
    for (const rows of islandsOf(lines.map(({ row }) => row).filter((row) => aims.has(row)))) this.solveIsland(rows, aims, of, iterations);
    profile.prepare += prepared - start;
    profile.solve += clock() - prepared;
    for (const body of bodies) body.finishSubstep(substep);
    this.book(owned, h);
  }

  private solveIsland(
    rows: readonly ConstraintRow[],
    aims: ReadonlyMap<ConstraintRow, Aim>,
    lines: ReadonlyMap<ConstraintRow, Line>,
    iterations: number,
  ): void {
    const { linear, relaxation, warmStart } = this.options;
    const all = rows.map((row) => aims.get(row) as Aim);
    const system = new RowSystem(
      rows,
      all.map(({ softness }) => softness),
    );
    const speeds = system.speeds();
    const wanted: BoundedRows = {
      target: speeds.map((speed, k) => all[k].speed - speed),
      low: Float64Array.from(all, ({ low }) => low),
      high: Float64Array.from(all, ({ high }) => high),
      byLoads: frictionBounds(rows),
    };
    const vectors = new Vectors(rows, lines, wanted);
    const pivots = linear === Linear.Dantzig || (linear !== Linear.Quickstep && rows.length <= MOST_PIVOTED);
    const start = warmStart ? { start: rows.map(({ impulse }) => impulse) } : {};
    const solve = () =>
      pivots
        ? solveDantzig(system.assemble(), wanted, { passes: PASSES }).z
        : solveSor(system, wanted, { sweeps: iterations, relaxation, seed: SEED, ...start }).z;
    let z = solve();
    if (vectors.limit(z)) z = solve();
    const slides = slidingRows(rows, z);
    if (slides.size > 0) {
      wanted.byLoads = frictionBounds(rows, (row) => slides.has(row));
      z = solve();
    }
    for (const [k, row] of rows.entries()) lines.get(row)?.goTo(z[k]);
  }
}

/** Friction that does not hold where sliding has another coefficient than rest. */
function slidingRows(rows: readonly ConstraintRow[], z: Float64Array): Set<ConstraintRow> {
  const loads = new Map(rows.map((row, k) => [row, z[k]]));
  const slides = new Set<ConstraintRow>();
  rows.forEach((row, k) => {
    if (row.normals.length === 0 || row.sliding === row.friction) return;
    const most = row.friction * row.normals.reduce((sum, normal) => sum + (loads.get(normal) ?? 0), 0);
    if (Math.abs(z[k]) >= most * (1 - 1e-9)) slides.add(row);
  });
  return slides;
}
