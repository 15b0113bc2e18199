// Prints the table of docs/formulations.md:  node tools/run-ts.mjs test/formulations/report.ts [beginning of a case] [solver]
import type { WorldOptions } from '../../bindings/index.ts';
import { ENTRIES, type Entry, validate } from '../validation/suite.ts';
import { SOLVERS, type SolverName } from './worlds.ts';

/** With which every formulation comes nearest to the motion: impulses along rows of where the substep starts, corrections that are kept. */
export const PRECISE: Record<SolverName, WorldOptions> = {
  xpbd: {},
  dbd: { gradient: 'start', iterations: 16 },
  pgs: { velocityIterations: 0, iterations: 16 },
  tgs: { velocityIterations: 0, iterations: 1 },
  ode: { erp: 1 },
  force: { integrator: 'rk4' },
};

interface Attempt {
  /** Steps are cut into so many times as many substeps. */
  finer: number;
  settings: WorldOptions;
  /** How the table marks it. */
  mark: string;
}
/** One after the other, until a case is within its tolerances. */
function attempts(solver: SolverName): Attempt[] {
  const cut = [1, 2, 4, 8, 20].map((finer) => ({ finer, settings: PRECISE[solver], mark: finer > 1 ? ` at 1/${finer}` : '' }));
  // Loads of joints that turn want errors that are followed within the substep.
  return solver === 'tgs' ? [...cut, { finer: 8, settings: { iterations: 16 }, mark: ' at 1/8 × 16' }] : cut;
}

const isOfContacts = ({ name }: Entry): boolean => /bouncing|incline/.test(name);

interface Worst {
  ratio: number;
  quantity: string;
}

async function worstOf(entry: Entry, solver: SolverName, { finer, settings }: Attempt): Promise<Worst> {
  const substeps = entry.substeps * finer;
  const once = { ...entry, single: undefined, hasStepTable: false, substeps: 1, dt: entry.dt / finer };
  // Loads are those of a whole step: small steps tell most.
  const one = entry.substeps === 1 ? once : { ...once, dt: entry.dt, substeps };
  const comparisons = await validate(one, { backend: 'reference', solver, ...settings });
  const ratios = comparisons.flatMap(({ error, quantity, tolerance }) =>
    tolerance === null ? [] : [{ ratio: error / tolerance, quantity }],
  );
  return ratios.reduce((most, each) => (each.ratio > most.ratio ? each : most));
}

async function cell(entry: Entry, solver: SolverName): Promise<string> {
  let best: (Worst & Attempt) | null = null;
  for (const attempt of attempts(solver)) {
    const found = await worstOf(entry, solver, attempt);
    if (!best || found.ratio < best.ratio) best = { ...found, ...attempt };
    if (found.ratio <= 1) break;
  }
  const { mark, quantity, ratio } = best as Worst & Attempt;
  return `${ratio.toPrecision(2)}${mark}${ratio > 1 ? ` (${quantity})` : ''}`;
}

const row = (cells: string[]) => `| ${cells.join(' | ')} |`;
const [wanted = '', only = ''] = process.argv.slice(2);
const solvers = SOLVERS.filter((solver) => only === '' || solver === only);
console.log(row(['case', 'step', ...solvers.map((solver) => `'${solver}'`)]));
console.log(row(['---', '---', ...solvers.map(() => '---')]));
for (const entry of ENTRIES.filter((one) => !isOfContacts(one) && one.name.startsWith(wanted))) {
  // Twenty substeps are for the rounding of another precision.
  const own = entry.name === 'revolute-spherical-case01' ? { ...entry, substeps: 1 } : entry;
  const cells: string[] = [];
  for (const solver of solvers) cells.push(await cell(own, solver));
  console.log(row([own.name, `${Number(own.dt.toPrecision(3))} s${own.substeps > 1 ? ` / ${own.substeps}` : ''}`, ...cells]));
}
