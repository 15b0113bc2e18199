// The page docs/validation.md: words around tables of results.
import { BACKENDS } from '../../scenes/backends.ts';
import { readCase } from '../case.ts';
import type { Comparison } from '../compare.ts';
import { STEPS } from '../convergence.ts';
import { LASTING, SMOOTH } from '../motions.ts';
import { type CaseResult, ORDERS, type Results } from './measure.ts';
import { digits, stepOf, table, worst } from './tables.ts';

const COLUMNS = ORDERS.map((order) => `\`'${order}'\``);

const HEAD = `# Validation

Small systems from \`test/validation/data\`, against trajectories that another program computed, closed forms, and integrations of the minimal
equations that have converged far below the tolerances. This page is written by

    npm run validate

from what it measures, and is not edited by hand; \`npm test\` runs the same cases with both kernels and with the reference solver.

Each case is built from its file alone: frames are in world coordinates at the start, the body's origin is its centre of mass. Every column of a
trajectory, every quantity, reaction and constraint that a file lists is compared, forces and torques of joints and contacts as the API reports
them. Errors of trajectories are root mean squares over all samples, of the component that is worst; quantities of closed forms are compared by
the largest deviation at any time. The tolerances are those of the files.
`;

const PRACTICAL = `## At a practical step, and at that of the files

The quantity that comes nearest to its tolerance, as a part of it, in double precision: above 1 it is missed, and set in bold type. The practical
setting is the defaults, in steps of 1/60 s or the next shorter ones that end where the case has outputs. The step of the files is the one with
which their source reaches the tolerances, or for which these are suggested; here it is the duration of a substep. It was chosen for other
schemes, and some tolerances are meant for it: 1e-10 N m, or 1e-4 m/s after a fall of 120 m.
`;

const TESTED = `## At the steps of the tests

With \`timeStepping: 'auto'\`, the default, at steps with which double precision meets every tolerance. In single precision ten times the
tolerance is allowed; where the table shows more, the test holds it where it is. Smaller steps than these only add roundings there.
`;

const SAMPLED = `## What is sampled when

In second order, which \`timeStepping: 'auto'\` is without contacts, and away from limits and the ends of ropes, positions and velocities at the end of a step are those of
that time. With \`'first-order'\` the scheme is the leapfrog with the names of its moments shifted: started from rest, velocities are those of
the end of the step, with an error of the square of the substep, and positions run half a substep ahead, so that x − h v / 2 is of second order.
They are compared as reported.

A joint and a contact report their mean load over a step. So at a sample the mean of the steps before and after is compared, at the start the load
of the first step. That is the load at the time of the sample up to the square of the step, not of the substep: at 1/60 s it is what most loads of
second order are off by. Accelerations are differences of the velocities over the same two steps.

Reactions are what the moving body exerts on the ground, torques are about the joint's point on the ground: \`getLoads\` on the side of the ground.
The reported load of a hinge with a torsion spring includes the spring's, that of a guide excludes its actuator's (\`motor\` of \`getLoads\`). Contact
forces are \`contactForce()\`, from 0.2 s on. Forces of the chain are compared from its third step on, those of the motor that starts from rest
after 0.1 s. A torque that should be zero beside a force is measured in parts of the force at an arm of one metre.

Orientations are compared with the nearer of q and −q. Energy is the sum of the kinetic and potential energies of the samples. What a file calls
the error of a ratio is taken to be the distance in metres that a rack is off.
`;

const ORDER = `## Order of convergence

Errors of positions and orientations, and of velocities, of smooth motions, against the same motion in far smaller steps of second order: with the
longest of ${STEPS.length} substeps, and the slope of the error over the substep, both by their logarithms. Motions last half a second, the squeezer
0.02 s; steps are 1/${STEPS[0]} to 1/${STEPS.at(-1)} of that, in two substeps. Double precision.
`;

const DRIFT = `## A hundred seconds

At the defaults, in steps of 1/60 s, in double precision: the largest deviation of the energy at any step and its mean over the last tenth of the
time, in parts of the range of the potential energy, and the largest deviation of the angular momentum about the vertical where that stays.
Chains and triple pendulums are chaotic: of theirs only the size counts.
`;

function summary(cases: CaseResult[]): string[] {
  const header = ['case', 'practical step', ...COLUMNS, 'step of the file', ...COLUMNS];
  return table(
    header,
    cases.map(({ entry, practical, stated, atPractical, atStated }) => [
      entry.name,
      stepOf(practical),
      ...atPractical.map(worst),
      stepOf(stated),
      ...atStated.map(worst),
    ]),
  );
}

function tested(cases: CaseResult[]): string[] {
  return table(
    ['case', 'step', 'step in single precision', ...BACKENDS.map(({ label }) => label)],
    cases.map(({ entry, tested }) => [entry.name, stepOf(entry), stepOf(entry.single ?? entry), ...tested.map(worst)]),
  );
}

function convergence({ convergence }: Results): string[] {
  const each = ORDERS.flatMap((order) => [`order, \`'${order}'\``, 'largest errors']);
  return table(
    ['motion', ...each],
    Object.keys(SMOOTH).map((name, k) => [
      name,
      ...convergence[k].flatMap(({ errors, orders }) => [
        orders.map((order) => order.toFixed(2)).join(' and '),
        errors.map((error) => error.toExponential(1)).join(' and '),
      ]),
    ]),
  );
}

const percent = (part: number) => `${digits(100 * part)} %`;

function drift({ drift }: Results): string[] {
  const each = ORDERS.flatMap((order) => [`energy, \`'${order}'\``, 'at the end', 'momentum']);
  return table(
    ['motion', ...each],
    Object.keys(LASTING).map((name, k) => [
      name,
      ...drift[k].flatMap(({ atEnd, largest, momentum }) => [percent(largest), percent(atEnd), momentum === null ? '' : percent(momentum)]),
    ]),
  );
}

function details({ entry, practical, stated, atPractical, atStated, tested }: CaseResult): string[] {
  const columns = [...atPractical, ...atStated, ...tested];
  const listed = new Map(columns.flat().map((comparison) => [comparison.quantity, comparison]));
  const errorOf = (comparisons: Comparison[], name: string) => {
    const found = comparisons.find(({ quantity }) => quantity === name);
    return found ? digits(found.error) : '';
  };
  const labels = [...ORDERS.map((order) => `practical, ${order}`), ...ORDERS.map((order) => `file's, ${order}`)];
  const steps = [`practical ${stepOf(practical)}`, `of the file ${stepOf(stated)}`, `of the tests ${stepOf(entry)}`];
  if (entry.single) steps.push(`there in single precision ${stepOf(entry.single)}`);
  return [
    `### ${entry.name}`,
    '',
    `${readCase(entry.name).description} Steps: ${steps.join(', ')}.`,
    '',
    ...table(
      ['quantity', 'error', 'tolerance', ...labels, ...BACKENDS.map(({ label }) => label)],
      [...listed.values()].map(({ quantity, metric, tolerance }) => [
        quantity,
        metric,
        tolerance === null ? '' : digits(tolerance),
        ...columns.map((comparisons) => errorOf(comparisons, quantity)),
      ]),
    ),
  ];
}

export function page(results: Results): string {
  const { cases } = results;
  return [
    HEAD,
    PRACTICAL,
    ...summary(cases),
    TESTED,
    ...tested(cases),
    ORDER,
    ...convergence(results),
    DRIFT,
    ...drift(results),
    SAMPLED,
    '## Cases',
    '',
    "Errors in SI units. Beside the practical step and the file's, in double precision, the step of the tests in both precisions and with the reference solver.",
    '',
    ...cases.flatMap(details),
  ]
    .join('\n')
    .trimEnd()
    .concat('\n');
}
