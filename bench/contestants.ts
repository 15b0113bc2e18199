// Who takes part in the benchmarks of scenes. In those of joints, the first of those present is what the others are compared with.
import { box3d } from './engines/box3d.ts';
import { cannon } from './engines/cannon.ts';
import { havok } from './engines/havok.ts';
import { double, JOINT_SUBSTEPS, reference, single } from './engines/holonomic.ts';
import { jolt } from './engines/jolt.ts';
import { physxPgs, physxTgs } from './engines/physx.ts';
import { rapier } from './engines/rapier.ts';
import type { Contestant, Quality } from './model.ts';

/** As many sweeps as PhysX takes by default, in one substep. */
const AS_PHYSX: Quality = { substeps: 1, iterations: 4 };
/** As many substeps as the suites of single joints have. */
const AS_JOINTS: Quality = { substeps: JOINT_SUBSTEPS };
const velocityRows: Contestant[] = [
  { engine: single, quality: { solver: 'pgs', ...AS_PHYSX } },
  { engine: single, quality: { solver: 'tgs', ...AS_PHYSX } },
];
const physx: Contestant[] = [
  { engine: physxPgs, quality: {} },
  { engine: physxTgs, quality: {} },
];

/** Velocity rows at four iterations: PhysX's, Jolt's and ours. */
export const velocityContestants: Contestant[] = [
  ...velocityRows,
  { engine: single, quality: { solver: 'tgs', warmStart: true, ...AS_PHYSX } },
  { engine: double, quality: { solver: 'tgs', ...AS_PHYSX } },
  ...physx,
  { engine: jolt, quality: { iterations: 4 } },
  { engine: jolt, quality: {} },
];

export const contestants: Contestant[] = [
  { engine: single, quality: { jointSolver: 'sweeps', ...AS_JOINTS } },
  { engine: single, quality: { jointSolver: 'direct', ...AS_JOINTS } },
  { engine: single, quality: { substeps: 5 } },
  { engine: double, quality: { jointSolver: 'sweeps', ...AS_JOINTS } },
  { engine: double, quality: { jointSolver: 'direct', ...AS_JOINTS } },
  { engine: reference, quality: AS_JOINTS },
  ...velocityRows,
  ...physx,
  { engine: rapier, quality: {} },
  { engine: rapier, quality: { iterations: 16 } },
  { engine: havok, quality: {} },
  { engine: havok, quality: { substeps: 4 } },
  { engine: jolt, quality: {} },
  { engine: jolt, quality: { substeps: 4 } },
  { engine: cannon, quality: {} },
  { engine: cannon, quality: { iterations: 50 } },
  { engine: box3d, quality: {} },
  { engine: box3d, quality: { substeps: 16, hertz: 240 } },
];

/** Where bodies collide: our own substeps, and the peers as they come. */
export const contactContestants: Contestant[] = [
  { engine: single, quality: {} },
  ...[4, 8, 12, 20].map((substeps) => ({ engine: single, quality: { substeps } })),
  ...velocityRows,
  ...physx,
  { engine: rapier, quality: {} },
  { engine: havok, quality: {} },
  { engine: jolt, quality: {} },
  { engine: cannon, quality: {} },
  { engine: box3d, quality: {} },
  { engine: box3d, quality: { substeps: 8, hertz: 120 } },
];

/** In the scenes of other engines' suites: ours as it comes and at two numbers of substeps, and the peers as they come. */
export const peerContestants: Contestant[] = [
  { engine: single, quality: {} },
  { engine: single, quality: { substeps: 10 } },
  { engine: single, quality: { substeps: 4 } },
  { engine: rapier, quality: {} },
  { engine: havok, quality: {} },
  ...physx,
  { engine: jolt, quality: {} },
  { engine: box3d, quality: {} },
];

/** The same with more substeps or iterations, where errors are small. */
export const carefulContestants: Contestant[] = [
  { engine: single, quality: { substeps: 20 } },
  { engine: single, quality: {} },
  { engine: rapier, quality: { iterations: 16 } },
  { engine: havok, quality: { substeps: 4 } },
  { engine: physxPgs, quality: { iterations: 16 } },
  { engine: physxTgs, quality: { iterations: 16 } },
  { engine: jolt, quality: { substeps: 4 } },
  { engine: box3d, quality: { substeps: 16, hertz: 240 } },
];

/** Whether a contestant is ours. */
export const isOurs = ({ engine }: Contestant): boolean => [single, double, reference].includes(engine);
