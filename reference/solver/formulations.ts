// The one switch over solvers.
import { Solver } from '../../bindings/core/layout.ts';
import { Dbd } from './dbd.ts';
import { Force } from './force.ts';
import type { Formulation } from './formulation.ts';
import { Ode } from './ode.ts';
import { Pgs } from './pgs.ts';
import { Tgs } from './tgs.ts';
import { Xpbd } from './xpbd.ts';

const FORMULATIONS: Record<Solver, new () => Formulation> = {
  [Solver.Xpbd]: Xpbd,
  [Solver.Dbd]: Dbd,
  [Solver.Pgs]: Pgs,
  [Solver.Tgs]: Tgs,
  [Solver.Ode]: Ode,
  [Solver.Force]: Force,
};

export function makeFormulation(solver: number): Formulation {
  return new FORMULATIONS[solver as Solver]();
}
