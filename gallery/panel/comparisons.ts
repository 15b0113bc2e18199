import type { WorldChoices } from '../engine/types.ts';

/** Two worlds that are worth a comparison. */
export interface Comparison {
  readonly name: string;
  readonly first: WorldChoices;
  readonly second: WorldChoices;
}

export const COMPARISONS: readonly Comparison[] = [
  { name: '20 × 1 against 1 × 20', first: { substeps: 20, iterations: 1 }, second: { substeps: 1, iterations: 20 } },
  { name: 'single against double', first: { backend: 'wasm', precision: 'single' }, second: { backend: 'wasm', precision: 'double' } },
  { name: 'kernels against reference', first: { backend: 'wasm', precision: 'double' }, second: { backend: 'reference' } },
  { name: 'first against second order', first: { timeStepping: 'first-order' }, second: { timeStepping: 'second-order' } },
  { name: 'XPBD against TGS', first: { solver: 'xpbd' }, second: { solver: 'tgs' } },
  { name: 'PGS against TGS', first: { solver: 'pgs', iterations: 4 }, second: { solver: 'tgs', iterations: 4 } },
  { name: 'ODE against forces', first: { solver: 'ode' }, second: { solver: 'force' } },
  { name: 'soft against position contacts', first: { contacts: 'soft' }, second: { contacts: 'position' } },
  {
    name: 'velocity pass against plain PBD',
    first: { contacts: 'position', contactNormals: 'current' },
    second: { contacts: 'position', contactNormals: 'current', velocityPass: false },
  },
  { name: 'Gauss-Seidel against Jacobi', first: { jointSolver: 'sweeps' }, second: { sweep: 'jacobi' } },
];
