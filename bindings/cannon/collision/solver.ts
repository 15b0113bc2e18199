// The solvers of cannon-es by name: accepted, and not asked.
import type { Body } from '../body/body.ts';
import type { Equation } from '../equation/equation.ts';
import { unsupported } from '../unsupported.ts';

const OWN = 'world.step solves joints and contacts together';

export class Solver {
  declare equations: Equation[];

  constructor() {
    this.equations = [];
  }

  solve(_dt: number, _world: unknown): number {
    return unsupported('Solver.solve', OWN);
  }
  addEquation(eq: Equation): void {
    if (eq.enabled && !eq.bi.isTrigger && !eq.bj.isTrigger) this.equations.push(eq);
  }
  removeEquation(eq: Equation): void {
    const index = this.equations.indexOf(eq);
    if (index >= 0) this.equations.splice(index, 1);
  }
  removeAllEquations(): void {
    this.equations.length = 0;
  }
}

export class GSSolver extends Solver {
  declare iterations: number;
  declare tolerance: number;

  constructor() {
    super();
    this.iterations = 10;
    this.tolerance = 1e-7;
  }

  override solve(_dt: number, _world: unknown): number {
    return unsupported('GSSolver.solve', OWN);
  }
}

interface SplitSolverNode {
  body: Body | null;
  children: SplitSolverNode[];
  eqs: Equation[];
  visited: boolean;
}

const POOLED = 128;

export class SplitSolver extends Solver {
  declare iterations: number;
  declare tolerance: number;
  declare subsolver: GSSolver;
  declare nodes: SplitSolverNode[];
  declare nodePool: SplitSolverNode[];

  constructor(subsolver: GSSolver) {
    super();
    this.iterations = 10;
    this.tolerance = 1e-7;
    this.subsolver = subsolver;
    this.nodes = [];
    this.nodePool = Array.from({ length: POOLED }, () => this.createNode());
  }

  createNode(): SplitSolverNode {
    return { body: null, children: [], eqs: [], visited: false };
  }
  override solve(_dt: number, _world: unknown): number {
    return unsupported('SplitSolver.solve', OWN);
  }
}
