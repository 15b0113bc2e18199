// How far a run is from what its case expects, quantity by quantity.
import { type Case, type CaseQuantity, type CaseReaction, type CaseTrajectory, type Tolerance, trajectoriesOf } from './case.ts';
import { MEASURES } from './measures.ts';
import { accelerationAt, bodyAt, type Run, reactionAt } from './run.ts';

export interface Comparison {
  /** Name of the quantity, after that of its body where the case has several. */
  quantity: string;
  /** What the error is: the largest component of a root mean square, or the largest deviation at any time. */
  metric: 'rms' | 'largest' | 'largest, relative';
  error: number;
  /** Null where the case sets none: told for information. */
  tolerance: number | null;
}

/** Loads of a chain that starts unloaded need a few steps to build up. */
const STEPS_TO_BUILD_UP = 2;

export function compare(item: Case, run: Run, given: Record<string, number> = {}): Comparison[] {
  const tolerances = { ...item.tolerances, ...given };
  const rows = trajectoriesOf(item);
  return [
    ...rows.flatMap((row) => compareTrajectory(row, run, tolerances, rows.length > 1 ? `${row.body} ` : '', item)),
    ...(item.reference ? [compareEnergy(run, tolerances)] : []),
    ...compareConstraints(item, run),
    ...(item.expected?.quantities ?? []).map((quantity) => compareQuantity(quantity, item, run)),
    ...(item.expected?.reactions ?? []).map((reaction) => compareReaction(reaction, run)),
  ];
}

/** What a column of a trajectory lists, at the moment of an index. */
function valueAt(column: string, body: string, item: Case, run: Run, index: number): number[] {
  const state = bodyAt(run.moments[index], body);
  const only = item.joints[0]?.name;
  switch (column) {
    case 'pos':
    case 'vel':
    case 'quat':
    case 'angVel':
    case 'angularVelocityBody':
      return state[column];
    case 'acc':
      return accelerationAt(run, index, body, 'vel');
    case 'angAcc':
      return accelerationAt(run, index, body, 'angVel');
    case 'reactionForce':
      return reactionAt(run, index, only).force;
    case 'reactionTorque':
      return reactionAt(run, index, only).torque;
    default:
      // hinge1Force: the force of the joint hinge1.
      if (column.endsWith('Force')) return reactionAt(run, index, column.slice(0, -'Force'.length)).force;
      throw new Error(`no column '${column}' is known`);
  }
}

function compareTrajectory(
  { body, t, ...columns }: CaseTrajectory,
  run: Run,
  tolerances: Record<string, unknown>,
  prefix: string,
  item: Case,
): Comparison[] {
  return Object.entries(columns as unknown as Record<string, number[][]>).map(([column, rows]) => {
    const differences = t.map((time, row) => {
      const index = row * run.stepsPerOutput;
      if (Math.abs(run.moments[index].time - time) > 1e-6) throw new Error(`row ${row} of ${item.name} is not at ${time} s`);
      const value = valueAt(column, body, item, run, index);
      const sign = column === 'quat' && value.reduce((sum, component, k) => sum + component * rows[row][k], 0) < 0 ? -1 : 1;
      return value.map((component, k) => component - sign * rows[row][k]);
    });
    return { quantity: prefix + column, metric: 'rms', error: rootMeanSquare(differences), tolerance: numberOrNull(tolerances[column]) };
  });
}

function compareEnergy({ moments, stepsPerOutput }: Run, tolerances: Record<string, unknown>): Comparison {
  const differences = outputs(moments, stepsPerOutput).map(({ total }) => [total - moments[0].total]);
  return { quantity: 'energy', metric: 'rms', error: rootMeanSquare(differences), tolerance: numberOrNull(tolerances.energy) };
}

function compareConstraints({ joints, tolerances }: Case, { moments, stepsPerOutput }: Run): Comparison[] {
  if (!joints.length) return [];
  const violations = outputs(moments, stepsPerOutput).map(({ errors }) => errors.flat());
  const tolerance = numberOrNull(tolerances.constraintViolation ?? tolerances.fromSource?.constraintViolation);
  return [{ quantity: 'constraintViolation', metric: 'rms', error: rootMeanSquare(violations), tolerance }];
}

function compareQuantity({ name, value, tolerance }: CaseQuantity, item: Case, run: Run): Comparison {
  const measure = MEASURES[name];
  if (!measure) throw new Error(`nothing measures '${name}'`);
  const wanted = [value].flat();
  return deviation(name, measure(run, item), wanted, tolerance);
}

function compareReaction({ joint, force, tolerance }: CaseReaction, run: Run): Comparison {
  const forces = run.moments.slice(STEPS_TO_BUILD_UP + 1).map(({ reactions }) => reactions.get(joint)?.force ?? []);
  return deviation(`${joint} force`, forces, force, tolerance);
}

/** The largest deviation of any of the values, relative to the size of the wanted one where the tolerance is. */
function deviation(quantity: string, values: readonly (readonly number[])[], wanted: number[], tolerance: Tolerance): Comparison {
  const relative = tolerance.type === 'relative';
  const unit = relative ? Math.hypot(...wanted) : 1;
  const errors = values.map((value) =>
    value.length === wanted.length ? Math.max(...value.map((component, k) => Math.abs(component - wanted[k]))) : Number.NaN,
  );
  const error = errors.reduce((most, one) => Math.max(most, one), 0) / unit;
  return { quantity, metric: relative ? 'largest, relative' : 'largest', error, tolerance: tolerance.value };
}

function outputs<Item>(moments: Item[], stepsPerOutput: number): Item[] {
  return moments.filter((_, index) => index % stepsPerOutput === 0);
}

/** The largest component of the root mean square of vectors. */
function rootMeanSquare(vectors: number[][]): number {
  const sums = vectors[0].map((_, k) => vectors.reduce((sum, vector) => sum + vector[k] ** 2, 0));
  return Math.sqrt(Math.max(...sums) / vectors.length);
}

function numberOrNull(value: unknown): number | null {
  return typeof value === 'number' ? value : null;
}
