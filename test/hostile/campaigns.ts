import { beyondKernels } from './beyond-kernels.ts';
import { bullets } from './bullets.ts';
import type { Campaign } from './campaign.ts';
import { children } from './children.ts';
import { constraintGraphs } from './constraint-graphs.ts';
import { contradictoryJoints } from './contradictory-joints.ts';
import { forgedSnapshots } from './forged-snapshots.ts';
import { freeRotation } from './free-rotation.ts';
import { jointStepLengths } from './joint-step-lengths.ts';
import { keptPlans } from './kept-plans.ts';
import { members } from './members.ts';
import { outOfMemory } from './out-of-memory.ts';
import { poisonedScratch } from './poisoned-scratch.ts';
import { randomTrees } from './random-trees.ts';
import { regions } from './regions.ts';
import { requests } from './requests.ts';
import { rolling } from './rolling.ts';
import { settings } from './settings.ts';
import { shapeMatching } from './shape-matching.ts';
import { snapshotTwins } from './snapshot-twins.ts';
import { softBodies } from './soft-bodies.ts';
import { softEnergy } from './soft-energy.ts';
import { softOperations } from './soft-operations.ts';
import { stepLengths } from './step-lengths.ts';
import { velocityKernels } from './velocity-kernels.ts';

/** All campaigns: `npm test` runs some cases of each, `npm run fuzz` as many as there is time for. */
export const campaigns: readonly Campaign[] = [
  beyondKernels,
  bullets,
  children,
  contradictoryJoints,
  constraintGraphs,
  forgedSnapshots,
  freeRotation,
  jointStepLengths,
  keptPlans,
  members,
  outOfMemory,
  poisonedScratch,
  randomTrees,
  regions,
  requests,
  rolling,
  settings,
  shapeMatching,
  snapshotTwins,
  softBodies,
  softEnergy,
  softOperations,
  stepLengths,
  velocityKernels,
];
