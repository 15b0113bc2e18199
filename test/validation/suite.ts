// Which cases are validated, and at which steps.
import type { WorldOptions } from '../../bindings/index.ts';
import { type Case, readCase } from './case.ts';
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
  // Falls of 120 m, to 49 m/s: the roundings of the velocity in single precision add up, and longer steps have fewer. Of torques of 0, 1e-6 N m are wanted, of which roundings
  // count with 1 / h².
  { name: 'cylindrical-case01', dt: 1.25e-3, substeps: 1, single: { dt: 2e-3, substeps: 1 } },
  { name: 'prismatic-case01', dt: 1.25e-3, substeps: 1, single: { dt: 2e-3, substeps: 1 } },
  { name: 'distance-case01', dt: 5e-4, substeps: 1 }, // the source needed 1e-5 s
  // Loads across the guide have to be below 1e-10 N m, and an error of the last digit counts with 1 / h².
  { name: 'linear-actuator-case01', dt: 1e-2, substeps: 1, missInSingle: 60 }, // 6e-9 N m, where exactly nothing is wanted
  { name: 'rack-pinion-case01', dt: 5e-4, substeps: 1 },
  { name: 'revolute-case01', dt: 5e-4, substeps: 1 },
  // Of an angular velocity of 3 rad/s, 1e-3 is wanted in single; the roundings of 25 000 substeps add up to 4.7e-3.
  { name: 'revolute-spherical-case01', dt: 2e-4, substeps: 10, single: { dt: 2e-4, substeps: 1 }, missInSingle: 50 },
  { name: 'rotation-motor-case01', dt: 1e-3, substeps: 1, tolerances: { quat: 5e-4 } },
  { name: 'spherical-case01', dt: 5e-4, substeps: 1 },
  { name: 'spring-damper-case01', dt: 1e-3, substeps: 4 },
  { name: 'spring-damper-custom-case01', dt: 5e-4, substeps: 10, single: { dt: 5e-4, substeps: 4 } },
  { name: 'torsion-spring-case01', dt: 2e-4, substeps: 1 },
  { name: 'universal-case01', dt: 5e-4, substeps: 1 },
  { name: 'double-pendulum', dt: 2e-4, substeps: 1 },
  { name: 'dzhanibekov', dt: 1e-3, substeps: 1, tolerances: { quat: 0.05, angVel: 0.05, angularVelocityBody: 0.05 } },
  { name: 'hanging-chain-case01', dt: 1 / 480, substeps: 10 },
  { name: 'mass-spring-damper-case01', dt: 1 / 960, substeps: 1, hasStepTable: true },
  { name: 'pendulum-horizontal', dt: 1e-3, substeps: 1 },
  // Their files suggest 1/240 s, which does not divide the time between two outputs.
  { name: 'bouncing-ball-case01', dt: 4e-3, substeps: 2 },
  { name: 'incline-roll-sphere-case01', dt: 4e-3, substeps: 1 },
  { name: 'incline-slide-case01', dt: 4e-3, substeps: 1 },
  { name: 'incline-stick-case01', dt: 4e-3, substeps: 1 },
];

/** s: longest step of a practical setting. */
const PRACTICAL = 1 / 60;

/** Moments of a run at most: where its steps would be more, they have several substeps. */
const MOST_STEPS = 50_000;

/** The longest step up to some duration that divides the time between two outputs. */
const dividing = ({ outputInterval }: Case, longest: number): number => outputInterval / Math.ceil(outputInterval / longest - 1e-6);

/** What one would run: the defaults, in steps of 1/60 s or the next shorter ones that end where the case has outputs. */
export function practicalStep(item: Case): Step {
  return { dt: dividing(item, PRACTICAL), substeps: 10 };
}

/** Substeps as long as the steps that the case names. */
export function statedStep(item: Case): Step {
  const { exact, step, stepUsedBySource } = item.tolerances;
  const stated = stepUsedBySource ?? exact?.step ?? step;
  if (stated === undefined) throw new Error(`${item.name} names no step`);
  const dt = dividing(item, Math.max(stated, item.duration / MOST_STEPS));
  return { dt, substeps: Math.ceil(dt / stated - 1e-6) };
}

/** Runs a case in given steps, in double precision, and compares it with what it expects. */
export async function compareAt({ name, tolerances }: Entry, { dt, substeps }: Step, settings: WorldOptions): Promise<Comparison[]> {
  const item = readCase(name);
  return compare(item, await runCase(item, dt, { precision: 'double', substeps, ...settings }), tolerances);
}

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
  return [
    ...comparisons,
    ...compareSteps(table, item, await runCase(item, table.h, { ...settings, substeps: 1, timeStepping: 'first-order' })),
  ];
}
