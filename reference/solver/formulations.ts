// The one switch over solvers.
import { Solver } from '../../bindings/core/layout.ts';
import { Dbd } from './dbd.ts';
import type { Formulation } from './formulation.ts';
import { Pgs } from './pgs.ts';
import { Tgs } from './tgs.ts';
import { Xpbd } from './xpbd.ts';

const FORMULATIONS: Partial<Record<Solver, new () => Formulation>> = {
  [Solver.Xpbd]: Xpbd,
  [Solver.Dbd]: Dbd,
  [Solver.Pgs]: Pgs,
  [Solver.Tgs]: Tgs,
};

export function makeFormulation(solver: number): Formulation {
  const Chosen = FORMULATIONS[solver as Solver] ?? Xpbd;
  return new Chosen();
}
