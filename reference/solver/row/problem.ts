// The rows of one island as a mixed complementarity problem of impulses, (J M⁻¹ Jᵀ + softness) p = speed - J u within bounds, for what solves all of
// them at once.
import type { ConstraintRow } from '../../constraint/row.ts';
import { type BoundedRows, frictionBounds } from '../linear/bounds.ts';
import { solveDantzig } from '../linear/dantzig.ts';
import { islandsOf } from '../linear/islands.ts';
import { type SorOptions, solveSor } from '../linear/sor.ts';
import { RowSystem } from '../linear/system.ts';
import type { Aim } from './aim.ts';
import type { Line } from './line.ts';
import { Vectors } from './vectors.ts';

/** Rows of an island that are pivoted unless that is asked for: the time grows with their cube. */
export const MOST_PIVOTED = 300;
/** Solves of an island with friction: without, and with that of the loads found. */
const PASSES = 2;
/** Of the order of rows in sweeps. */
const SEED = 1;

export class IslandProblem {
  private readonly system: RowSystem;
  private readonly wanted: BoundedRows;
  private readonly vectors: Vectors;

  constructor(
    readonly rows: readonly ConstraintRow[],
    aims: ReadonlyMap<ConstraintRow, Aim>,
    private readonly lines: ReadonlyMap<ConstraintRow, Line>,
  ) {
    const all = rows.map((row) => aims.get(row) as Aim);
    this.system = new RowSystem(
      rows,
      all.map(({ softness }) => softness),
    );
    const speeds = this.system.speeds();
    this.wanted = {
      target: speeds.map((speed, k) => all[k].speed - speed),
      low: Float64Array.from(all, ({ low }) => low),
      high: Float64Array.from(all, ({ high }) => high),
      byLoads: frictionBounds(rows),
    };
    this.vectors = new Vectors(rows, lines, this.wanted);
  }

  /** The impulses: by pivoting, or by such sweeps; and again with the coefficients of sliding for what slides. */
  solve(sweeps: Omit<SorOptions, 'seed'> | null): Float64Array {
    let z = this.solveOnce(sweeps);
    if (this.vectors.limit(z)) z = this.solveOnce(sweeps);
    const slides = slidingRows(this.rows, z);
    if (slides.size === 0) return z;
    this.wanted.byLoads = frictionBounds(this.rows, (row) => slides.has(row));
    return this.solveOnce(sweeps);
  }

  /** Gives them to the bodies. */
  apply(z: Float64Array): void {
    for (const [k, row] of this.rows.entries()) this.lines.get(row)?.goTo(z[k]);
  }

  private solveOnce(sweeps: Omit<SorOptions, 'seed'> | null): Float64Array {
    const { system, wanted } = this;
    if (sweeps) return solveSor(system, wanted, { ...sweeps, seed: SEED }).z;
    return solveDantzig(system.assemble(), wanted, { passes: PASSES }).z;
  }
}

/** Those of all rows that have an aim, an island each. */
export function problemsOf(lines: readonly Line[], aims: ReadonlyMap<ConstraintRow, Aim>): IslandProblem[] {
  const of = new Map(lines.map((line) => [line.row, line]));
  return islandsOf(lines.map(({ row }) => row).filter((row) => aims.has(row))).map((rows) => new IslandProblem(rows, aims, of));
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
