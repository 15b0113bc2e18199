// Which cases are validated, and at which steps.
import type { WorldOptions } from '../../bindings/index.ts';
import { readCase } from './case.ts';
import { type Comparison, compare, compareSteps } from './compare.ts';
import { runCase } from './run.ts';

/** s; joints tell their mean load over a step, so steps of one substep tell most about them. */
export interface Step {
  dt: number;
  substeps: number;
}

export interface Entry extends Step {
  name: string;
  /** Another step in single precision. */
  single?: Step;
  /** Where single precision misses the tenfold tolerance: the error in parts of the tolerance, measured and rounded up. */
  missInSingle?: number;
  /** Tolerances that the case tells in words only. */
  tolerances?: Record<string, number>;
  /** The case lists the recursion of the implicit step, too: single steps of its size are compared with it. */
  hasStepTable?: boolean;
}

/**
 * Most steps are those with which the sources of the cases reach their own tolerances. Springs and dampers are implicit here, which damps:
 * they need smaller substeps. In single precision those would only add roundings.
 */
export const ENTRIES: Entry[] = [
  // Falls of 120 m, to 49 m/s: the roundings of the velocity in single precision add up, and longer steps have fewer.
  { name: 'cylindrical-case01', dt: 6.25e-4, substeps: 1, single: { dt: 2e-3, substeps: 1 } },
  { name: 'prismatic-case01', dt: 6.25e-4, substeps: 1, single: { dt: 2e-3, substeps: 1 } },
  { name: 'distance-case01', dt: 5e-4, substeps: 1 }, // the source needed 1e-5 s
  // Loads across the guide have to be below 1e-10 N m, and an error of the last digit counts with 1 / h².
  { name: 'linear-actuator-case01', dt: 1e-2, substeps: 1, missInSingle: 60 }, // 6e-9 N m, where exactly nothing is wanted
  { name: 'rack-pinion-case01', dt: 5e-4, substeps: 1 },
  { name: 'revolute-case01', dt: 5e-4, substeps: 1 },
  // Of an angular velocity of 3 rad/s, 1e-3 is wanted in single; the roundings of 25 000 substeps add up to 4.7e-3.
  { name: 'revolute-spherical-case01', dt: 2e-4, substeps: 20, single: { dt: 2e-4, substeps: 1 }, missInSingle: 50 },
  { name: 'rotation-motor-case01', dt: 1e-3, substeps: 1, tolerances: { quat: 5e-4 } },
  { name: 'spherical-case01', dt: 5e-4, substeps: 1 },
  { name: 'spring-damper-case01', dt: 1e-3, substeps: 60, single: { dt: 1e-3, substeps: 20 } },
  { name: 'spring-damper-custom-case01', dt: 5e-4, substeps: 160, single: { dt: 5e-4, substeps: 20 } },
  { name: 'torsion-spring-case01', dt: 2e-4, substeps: 3 },
  { name: 'universal-case01', dt: 5e-4, substeps: 1 },
  { name: 'double-pendulum', dt: 2e-4, substeps: 1 },
  { name: 'dzhanibekov', dt: 1e-3, substeps: 1, tolerances: { quat: 0.05, angVel: 0.05, angularVelocityBody: 0.05 } },
  { name: 'hanging-chain-case01', dt: 1 / 480, substeps: 20 },
  { name: 'mass-spring-damper-case01', dt: 1 / 960, substeps: 20, hasStepTable: true },
  { name: 'pendulum-horizontal', dt: 1e-3, substeps: 1 },
  // Their files suggest 1/240 s, which does not divide the time between two outputs.
  { name: 'bouncing-ball-case01', dt: 4e-3, substeps: 1 },
  { name: 'incline-roll-sphere-case01', dt: 4e-3, substeps: 1 },
  { name: 'incline-slide-case01', dt: 4e-3, substeps: 1 },
  { name: 'incline-stick-case01', dt: 4e-3, substeps: 1 },
];

/** Errors in parts of a tolerance that pass. */
export const allowance = ({ precision, backend }: WorldOptions, { missInSingle }: Entry): number =>
  precision === 'single' && backend !== 'reference' ? (missInSingle ?? 10) : 1;

/** Runs a case and compares it with what it expects. */
export async function validate(entry: Entry, settings: WorldOptions): Promise<Comparison[]> {
  const item = readCase(entry.name);
  const { dt, substeps } = (settings.precision === 'single' && entry.single) || entry;
  const run = await runCase(item, dt, { ...settings, substeps });
  const comparisons = compare(item, run, entry.tolerances);
  if (!entry.hasStepTable) return comparisons;
  const table = item.expected!.implicitStep!;
  return [...comparisons, ...compareSteps(table, item, await runCase(item, table.h, { ...settings, substeps: 1 }))];
}
