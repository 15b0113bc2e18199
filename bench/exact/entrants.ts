// Who is asked for the fewest substeps or iterations that reach an error: ourselves with both ways to solve joints, and the peers with every
// setting that trades time for accuracy.
import { box3d } from '../engines/box3d.ts';
import { cannon } from '../engines/cannon.ts';
import { havok } from '../engines/havok.ts';
import { double, single } from '../engines/holonomic.ts';
import { jolt } from '../engines/jolt.ts';
import { rapier } from '../engines/rapier.ts';
import type { Engine, Quality } from '../model.ts';

export interface Entrant {
  engine: Engine;
  kind: 'direct' | 'sweeps' | 'peer';
  /** What may be turned up, one after the other: the one that reaches the error in the least time counts. */
  settings: ((n: number) => Quality)[];
}

const substeps = (n: number): Quality => ({ substeps: n });
const iterations = (n: number): Quality => ({ iterations: n });

/** Joints of Box3D are springs of at most a quarter of the substeps' rate. */
const FRAMES_PER_SECOND = 60;
const stiffest = (n: number): Quality => ({ substeps: n, hertz: (n * FRAMES_PER_SECOND) / 4 });

const ours = (kind: 'direct' | 'sweeps'): Entrant[] =>
  [single, double].map((engine) => ({ engine, kind, settings: [(n) => ({ substeps: n, jointSolver: kind })] }));

const peer = (engine: Engine, ...settings: Entrant['settings']): Entrant => ({ engine, kind: 'peer', settings });

export const entrants: Entrant[] = [
  ...ours('sweeps'),
  ...ours('direct'),
  peer(rapier, iterations, substeps, (n) => ({ substeps: n, iterations: 1 })),
  peer(rapier, (n) => ({ substeps: n, iterations: 1, reduced: true })),
  peer(havok, substeps),
  peer(jolt, substeps, iterations, (n) => ({ substeps: n, iterations: 2 })),
  peer(cannon, iterations, substeps),
  peer(box3d, stiffest),
];
