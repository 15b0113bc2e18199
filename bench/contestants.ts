// Who takes part in the scene benchmarks. The first of those present is what the others are compared with.
import { cannon } from './engines/cannon.ts';
import { havok } from './engines/havok.ts';
import { double, reference, single } from './engines/holonomic.ts';
import { jolt } from './engines/jolt.ts';
import { rapier } from './engines/rapier.ts';
import type { Contestant } from './model.ts';

export const contestants: Contestant[] = [
  { engine: single, quality: {} },
  { engine: single, quality: { substeps: 5 } },
  { engine: double, quality: {} },
  { engine: reference, quality: {} },
  { engine: rapier, quality: {} },
  { engine: rapier, quality: { iterations: 16 } },
  { engine: havok, quality: {} },
  { engine: havok, quality: { substeps: 4 } },
  { engine: jolt, quality: {} },
  { engine: jolt, quality: { substeps: 4 } },
  { engine: cannon, quality: {} },
  { engine: cannon, quality: { iterations: 50 } },
];
