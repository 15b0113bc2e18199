// npm run compare -- SCENE [options]: runs a scene under all solvers, and prints by how much joints open, surfaces overlap, energy and momentum
// change, and how long a frame takes.
import { Command, InvalidArgumentError } from 'commander';
import { compareSolvers, type Outcome, type SolverComparison } from '../compare.ts';
import { findScene } from '../index.ts';
import { SETTING_NAMES, SOLVERS, type SolverName } from '../settings.ts';
import { formatPairs, formatTable } from './format.ts';
import { addParameters, addSettings, runProgram, settingsOf, wholeNumber } from './options.ts';
import { createProgress } from './progress.ts';

interface Options {
  set?: Record<string, string>;
  frames?: number;
  solvers: SolverName[];
  within?: number;
  json?: boolean;
}

function solverList(text: string): SolverName[] {
  const names = text.split(',') as SolverName[];
  const unknown = names.find((name) => !SOLVERS.includes(name));
  if (unknown !== undefined) throw new InvalidArgumentError(`There is no '${unknown}'; there are ${SOLVERS.join(', ')}.`);
  return names;
}

function length(text: string): number {
  const value = Number(text);
  if (!(value > 0) || !Number.isFinite(value)) throw new InvalidArgumentError('It must be a length above 0, m.');
  return value;
}

const DIGITS = 3;
const NOTHING = '-';

/** Three digits, with a power of ten where that is shorter. */
function short(value: number | null): string {
  if (value === null) return NOTHING;
  if (!Number.isFinite(value)) return String(value);
  const rounded = Number(value.toPrecision(DIGITS));
  const size = Math.abs(rounded);
  return size === 0 || (size >= 0.01 && size < 1e5) ? String(rounded) : rounded.toExponential().replace('e+', 'e');
}

interface Column {
  title: string;
  cell(outcome: Outcome): string;
  /** Left out where no solver has anything to say. */
  isOptional?: boolean;
}

function columnsOf({ energyRange }: SolverComparison): Column[] {
  const optional = (title: string, value: (outcome: Outcome) => number | null): Column => ({
    title,
    cell: (outcome) => short(value(outcome)),
    isOptional: true,
  });
  const percent = (joules: number) => short(energyRange > 0 ? (100 * joules) / energyRange : null);
  return [
    { title: 'solver', cell: ({ solver }) => solver },
    { title: 'substeps × iterations', cell: ({ iterations, substeps }) => `${substeps} × ${iterations}` },
    optional('joint error, m', ({ jointError }) => jointError),
    optional('rms, m', ({ jointErrorRms }) => jointErrorRms),
    optional('angle, rad', ({ angularError }) => angularError),
    optional('overlap, m', ({ overlap }) => overlap),
    { title: 'energy, %', cell: ({ energyChange }) => percent(energyChange) },
    { title: 'gain, %', cell: ({ energyGain }) => percent(energyGain) },
    optional('momentum', ({ momentumChange }) => momentumChange),
    optional('angular momentum', ({ angularMomentumChange }) => angularMomentumChange),
    { title: 'ms per frame', cell: ({ msPerFrame }) => short(msPerFrame) },
    optional('frozen', ({ frozenBodies }) => frozenBodies || null),
  ];
}

function describeComparison(comparison: SolverComparison): string[] {
  const { energyRange, frames, outcomes, parameters, scene } = comparison;
  const rows = outcomes.map((outcome) => columnsOf(comparison).map((column) => column.cell(outcome)));
  const columns = columnsOf(comparison);
  const kept = columns.flatMap((column, index) => (column.isOptional && rows.every((row) => row[index] === NOTHING) ? [] : [index]));
  const assignments = Object.entries(parameters).map(([name, value]) => `${name} ${value}`);
  return [
    scene,
    ...formatPairs([
      ['parameters', assignments.join(', ') || 'none'],
      ['frames', String(frames)],
      ['energy is in parts of', `${short(energyRange)} J`],
    ]),
    '',
    ...formatTable(
      kept.map((index) => columns[index].title),
      rows.map((row) => kept.map((index) => row[index])),
    ),
  ];
}

const program = new Command('compare')
  .description('Runs a scene under all solvers, and prints errors of joints, overlap, changes of energy and momentum, and time.')
  .argument('<name>', 'scene to run')
  .option('--frames <count>', 'frames to run', wholeNumber)
  .option('--solvers <names>', 'solvers to run, with commas between', solverList, [...SOLVERS])
  .option('--within <metres>', 'finds the fewest substeps, a power of two, with which no joint is off by more', length)
  .option('--json', 'prints one JSON object alone; numbers that are not finite are null');

addSettings(
  addParameters(program),
  SETTING_NAMES.filter((name) => name !== 'solver'),
).action(async (name: string, options: Options & Record<string, unknown>) => {
  const { frames, json, set: parameters, solvers, within } = options;
  const scene = findScene(name);
  const runs = within === undefined ? solvers.length : null;
  const progress = createProgress(runs, frames ?? scene.frames);
  let done = 0;
  const comparison = await compareSolvers(scene, {
    parameters,
    settings: settingsOf(options),
    solvers,
    ...(frames !== undefined && { frames }),
    ...(within !== undefined && { within }),
    onFrame: progress.frame,
    onRun({ iterations, solver, substeps }) {
      done++;
      progress.finish(`${runs ? `${done}/${runs} ` : ''}${solver} ${substeps} × ${iterations} done`);
    },
  });
  progress.end();
  console.log(json ? JSON.stringify(comparison) : describeComparison(comparison).join('\n'));
});

await runProgram(program);
