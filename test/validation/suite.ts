// Which cases are validated, and at which steps.
import type { WorldOptions } from '../../bindings/index.ts';
import { readCase } from './case.ts';
import { type Comparison, compare } from './compare.ts';
import { runCase } from './run.ts';

export interface Entry {
  name: string;
  /** s; joints tell their mean load over a step, so steps of one substep tell most about them. */
  dt: number;
  substeps: number;
  /** Another step in single precision, s. */
  dtSingle?: number;
  /** Tolerances that the case tells in words only. */
  tolerances?: Record<string, number>;
}

/** Most steps are those with which the sources of the cases reach their own tolerances. */
export const ENTRIES: Entry[] = [
  { name: 'distance-case01', dt: 5e-4, substeps: 1 }, // the source needed 1e-5 s
  // A fall of 120 m, to 49 m/s: the roundings of the velocity in single precision add up, and longer steps have fewer.
  { name: 'prismatic-case01', dt: 5e-4, substeps: 1, dtSingle: 2e-3 },
  { name: 'revolute-case01', dt: 5e-4, substeps: 1 },
  { name: 'spherical-case01', dt: 5e-4, substeps: 1 },
  { name: 'double-pendulum', dt: 2e-4, substeps: 1 },
  { name: 'dzhanibekov', dt: 1e-3, substeps: 1, tolerances: { quat: 0.05, angVel: 0.05, angularVelocityBody: 0.05 } },
  { name: 'hanging-chain-case01', dt: 1 / 480, substeps: 20 },
  { name: 'pendulum-horizontal', dt: 1e-3, substeps: 1 },
];

/** Errors in parts of a tolerance that pass. */
export const allowance = ({ precision, backend }: WorldOptions): number => (precision === 'single' && backend !== 'reference' ? 10 : 1);

/** Runs a case and compares it with what it expects. */
export async function validate(entry: Entry, settings: WorldOptions): Promise<Comparison[]> {
  const item = readCase(entry.name);
  const dt = settings.precision === 'single' ? (entry.dtSingle ?? entry.dt) : entry.dt;
  const run = await runCase(item, dt, { ...settings, substeps: entry.substeps });
  return compare(item, run, entry.tolerances);
}
