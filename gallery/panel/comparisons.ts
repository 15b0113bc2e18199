import type { SceneFeature } from '../../scenes/scene.ts';
import type { WorldChoices } from '../engine/types.ts';

/** Two worlds that are worth a comparison. */
export interface Comparison {
  readonly name: string;
  readonly first: WorldChoices;
  readonly second: WorldChoices;
}

/** What one click compares: the same work spent in two ways, or two kinds of contacts where the scene is about these. */
export function comparisonOf(scene: string, feature: SceneFeature): Comparison {
  if (ON_JOINTS.has(scene)) return SWEEPS;
  return feature === 'stacks and piles' || feature === 'contacts and friction' ? CONTACTS : SWEEPS;
}

/** Among those with contacts, the scenes whose joints are what one looks at. */
const ON_JOINTS = new Set(['wrecking-ball', 'trebuchet', 'ragdoll-pile', 'cradle']);

const BUDGETS: Comparison = {
  name: '20 × 1 vs. 1 × 20',
  first: { substeps: 20, iterations: 1 },
  second: { substeps: 1, iterations: 20 },
};
/** Joint by joint: solved together, they would hardly be off either way. */
const SWEEPS: Comparison = {
  name: '20 × 1 vs. 1 × 20, joint by joint',
  first: { substeps: 20, iterations: 1, jointSolver: 'sweeps' },
  second: { substeps: 1, iterations: 20 },
};
const CONTACTS: Comparison = { name: 'soft vs. position contacts', first: { contacts: 'soft' }, second: { contacts: 'position' } };

export const COMPARISONS: readonly Comparison[] = [
  BUDGETS,
  SWEEPS,
  { name: 'single vs. double', first: { backend: 'wasm', precision: 'single' }, second: { backend: 'wasm', precision: 'double' } },
  { name: 'kernels vs. reference', first: { backend: 'wasm', precision: 'double' }, second: { backend: 'reference' } },
  { name: 'first vs. second order', first: { timeStepping: 'first-order' }, second: { timeStepping: 'second-order' } },
  { name: 'XPBD vs. TGS', first: { solver: 'xpbd' }, second: { solver: 'tgs' } },
  { name: 'PGS vs. TGS', first: { solver: 'pgs', iterations: 4 }, second: { solver: 'tgs', iterations: 4 } },
  { name: 'ODE vs. forces', first: { solver: 'ode' }, second: { solver: 'force' } },
  CONTACTS,
  {
    name: 'velocity pass vs. plain PBD',
    first: { contacts: 'position', contactNormals: 'current' },
    second: { contacts: 'position', contactNormals: 'current', velocityPass: false },
  },
  { name: 'Gauss-Seidel vs. Jacobi', first: { jointSolver: 'sweeps' }, second: { sweep: 'jacobi' } },
];
