// How far a run is from what its case expects, quantity by quantity.
import {
  type Case,
  type CaseJoint,
  type CaseQuantity,
  type CaseReaction,
  type CaseStepTable,
  type CaseTrajectory,
  groundSide,
  type Tolerance,
  trajectoriesOf,
} from './case.ts';
import type { Side } from './elements.ts';
import { MEASURES } from './measures.ts';
import { accelerationAt, bodyAt, coordinateAt, elementAt, loadAt, motorLoadAt, type Run } from './run.ts';

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

/** Throws where there is nothing to compare, or where a tolerance that the case lists is about nothing that was. */
export function compare(item: Case, run: Run, given: Record<string, number> = {}): Comparison[] {
  const tolerances = { ...item.tolerances, ...item.tolerances.exact, ...given };
  const rows = trajectoriesOf(item);
  const comparisons = [
    ...rows.flatMap((row) => compareTrajectory(row, run, tolerances, rows.length > 1 ? `${row.body} ` : '', item)),
    ...(item.reference && numberOrNull(tolerances.energy) !== null ? [compareEnergy(run, tolerances)] : []),
    ...compareConstraints(item, run),
    ...(item.expected?.quantities ?? []).map((quantity) => compareQuantity(quantity, item, run)),
    ...(item.expected?.reactions ?? []).flatMap((reaction) => compareReaction(reaction, run)),
  ];
  if (comparisons.length === 0) throw new Error(`${item.name} lists nothing to compare with`);
  const missing = Object.entries(item.tolerances).flatMap(([name, tolerance]) => {
    if (!isTolerance(tolerance) || STEPS.test(name)) return [];
    const known = [name, ...(OTHER_NAMES[name] ?? [])];
    return comparisons.some(({ quantity }) => known.includes(quantity.split(' ').at(-1)!)) ? [] : [name];
  });
  if (missing.length > 0) throw new Error(`${item.name} has tolerances for what is not compared: ${missing.join(', ')}`);
  return comparisons;
}

const isTolerance = (value: unknown): boolean =>
  typeof value === 'number' || (typeof value === 'object' && value !== null && 'type' in value && 'value' in value);

/** Numbers among the tolerances that are none. */
const STEPS = /^(step.*|firstOrderSchemeE.*)$/;

/** Quantities that a tolerance is about which has not their name. */
const OTHER_NAMES: Record<string, string[]> = {
  energy: ['totalEnergy', 'kineticEnergy'],
  flipTime: ['flipTimes'],
  impactTime: ['impactTimes'],
  ratioError: ['constraintViolation'],
  pos: ['maxDisplacement'],
  reactionForce: ['force'],
  acceleration: ['displacement'],
};

/** What a column of a trajectory lists, at the moment of an index. */
function valueAt(column: string, body: string, item: Case, run: Run, index: number): number[] {
  const moment = run.moments[index];
  switch (column) {
    case 'pos':
    case 'vel':
    case 'quat':
    case 'angVel':
    case 'angularVelocityBody':
      return bodyAt(moment, body)[column];
    case 'acc':
      return accelerationAt(run, index, body, 'vel');
    case 'angAcc':
      return accelerationAt(run, index, body, 'angVel');
    case 'angle': {
      const joint = jointWhere(item, (each) => TURNING.includes(each.type) && (each.bodyA === body || each.bodyB === body));
      return [(joint.bodyB === body ? 1 : -1) * coordinateAt(moment, joint.name, 'rotation').value];
    }
    case 'motorTorque':
      return [motorLoadAt(run, index, jointWhere(item, ({ type }) => type === 'rotation-motor').name, 'rotation')];
    default: {
      const [, name, kind, onB] = /^(.+?)(Force|Torque)(B?)$/.exec(column) ?? [];
      if (!name) throw new Error(`no column '${column}' is known`);
      const [joint, side] = name === 'reaction' ? reactionSide(item, onB !== '') : namedSide(item, name);
      return loadAt(run, index, joint, side)[kind === 'Force' ? 'force' : 'torque'];
    }
  }
}

const TURNING: CaseJoint['type'][] = ['revolute', 'rotation-motor', 'cylindrical'];
/** Joints whose load is told beside that of the joint that they act on, as one on body B. */
const DRIVING: CaseJoint['type'][] = ['torsion-spring', 'linear-actuator', 'rack-and-pinion'];

/** Reactions are those on the ground, or with a B at the other end. */
function reactionSide(item: Case, otherEnd: boolean): [joint: string, side: Side] {
  const joint = jointWhere(item, ({ type }) => !DRIVING.includes(type));
  return [joint.name, (groundSide(item, joint) === 'a') === otherEnd ? 'b' : 'a'];
}

/** hinge1Force is the force of the joint hinge1. */
function namedSide(item: Case, name: string): [joint: string, side: Side] {
  const joint = jointWhere(item, (each) => each.name === name);
  return [name, DRIVING.includes(joint.type) ? 'b' : 'a'];
}

function jointWhere({ name, joints }: Case, wanted: (joint: CaseJoint) => boolean): CaseJoint {
  const joint = joints.find(wanted);
  if (!joint) throw new Error(`${name} has no joint that a column is about`);
  return joint;
}

function compareTrajectory(
  { body, t, ...columns }: CaseTrajectory,
  run: Run,
  tolerances: Record<string, unknown>,
  prefix: string,
  item: Case,
): Comparison[] {
  return Object.entries(columns as unknown as Record<string, (number | number[])[]>).map(([column, rows]) => {
    const differences = t.map((time, row) => {
      const index = row * run.stepsPerOutput;
      if (Math.abs(run.moments[index].time - time) > 1e-6) throw new Error(`row ${row} of ${item.name} is not at ${time} s`);
      const value = valueAt(column, body, item, run, index);
      const wanted = [rows[row]].flat();
      if (value.length !== wanted.length) throw new Error(`'${column}' of ${item.name} has ${wanted.length} components`);
      const sign = column === 'quat' && value.reduce((sum, component, k) => sum + component * wanted[k], 0) < 0 ? -1 : 1;
      return value.map((component, k) => component - sign * wanted[k]);
    });
    return { quantity: prefix + column, metric: 'rms', error: rootMeanSquare(differences), tolerance: numberOrNull(tolerances[column]) };
  });
}

/** Compares a soft constraint, solved in single steps of the table's size, with the recursion of the implicit step. */
export function compareSteps({ h, columns, rows }: CaseStepTable, item: Case, run: Run): Comparison[] {
  if (Math.abs(run.dt / h - 1) > 1e-6) throw new Error(`the table of ${item.name} is for steps of ${h} s`);
  const spring = item.joints.find((joint) => joint.type === 'spring-damper');
  if (!spring) throw new Error(`${item.name} has no spring that its table is about`);
  const time = columns.indexOf('t');
  return (['displacement', 'velocity'] as const).map((column) => {
    const differences = rows.map((row) => {
      const { value, speed } = coordinateAt(run.moments[Math.round(row[time] / run.dt)], spring.name, 'axial');
      return [(column === 'velocity' ? speed : value - spring.parameters.restLength) - row[columns.indexOf(column)]];
    });
    const tolerance = column === 'displacement' ? (item.tolerances.implicitStep?.pos ?? null) : null;
    return { quantity: `implicit step ${column}`, metric: 'rms', error: rootMeanSquare(differences), tolerance };
  });
}

function compareEnergy({ moments, stepsPerOutput }: Run, tolerances: Record<string, unknown>): Comparison {
  const differences = outputs(moments, stepsPerOutput).map(({ total }) => [total - moments[0].total]);
  return { quantity: 'energy', metric: 'rms', error: rootMeanSquare(differences), tolerance: numberOrNull(tolerances.energy) };
}

function compareConstraints({ joints, tolerances }: Case, { moments, stepsPerOutput }: Run): Comparison[] {
  const names = joints.map(({ name }) => name);
  const violations = outputs(moments, stepsPerOutput).map((moment) => names.flatMap((name) => elementAt(moment, name).errors));
  if (!violations[0].length) return [];
  const tolerance = numberOrNull(tolerances.constraintViolation ?? tolerances.ratioError ?? tolerances.fromSource?.constraintViolation);
  return [{ quantity: 'constraintViolation', metric: 'rms', error: rootMeanSquare(violations), tolerance }];
}

function compareQuantity({ name, value, tolerance }: CaseQuantity, item: Case, run: Run): Comparison {
  const measure = MEASURES[name];
  if (!measure) throw new Error(`nothing measures '${name}'`);
  const wanted = [value].flat();
  return deviation(name, measure(run, item), wanted, tolerance);
}

/** A torque is compared on the scale of the force at an arm of one metre where it is smaller than that. */
function compareReaction({ joint, force, torque, tolerance }: CaseReaction, run: Run): Comparison[] {
  const loads = run.moments.slice(STEPS_TO_BUILD_UP + 1).map((moment) => elementAt(moment, joint).a);
  const size = Math.hypot(...force);
  const forces = loads.map((load) => load.force);
  const compared = [deviation(`${joint} force`, forces, force, tolerance)];
  if (!torque) return compared;
  const torques = loads.map((load) => load.torque);
  return [...compared, deviation(`${joint} torque`, torques, torque, tolerance, Math.max(size, Math.hypot(...torque)))];
}

/** The largest deviation of any of the values, relative to the size of the wanted one where the tolerance is; not a number where there are no values. */
function deviation(
  quantity: string,
  values: readonly (readonly number[])[],
  wanted: number[],
  tolerance: Tolerance | null,
  size = Math.hypot(...wanted),
): Comparison {
  const relative = tolerance?.type === 'relative';
  const unit = relative ? size : 1;
  const errors = values.map((value) =>
    value.length === wanted.length ? Math.max(...value.map((component, k) => Math.abs(component - wanted[k]))) : Number.NaN,
  );
  const error = errors.length > 0 ? Math.max(...errors) / unit : Number.NaN;
  return { quantity, metric: relative ? 'largest, relative' : 'largest', error, tolerance: tolerance?.value ?? null };
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
