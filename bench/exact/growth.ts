// Chains of 10 to 10 000 links at the default number of substeps: does time grow with their length, or faster?
import { double, single } from '../engines/holonomic.ts';
import { interleave } from '../interleave.ts';
import type { Quality } from '../model.ts';
import { type Cell, format, type Table } from '../report.ts';
import type { SuiteOptions } from '../suite.ts';
import { prepare } from './race.ts';
import { weightedChain } from './scenes.ts';
import type { Verdict } from './verdict.ts';

const LENGTHS = [10, 100, 1000, 10_000];
/** The shortest whose time is that of its links, and not of a step as such. */
const FIRST = 100;
const LINKS_PER_ROUND = 20_000;
const LEAST_FRAMES = 3;
/** Of time over the number of links; twice as many that take 2.14 times as long make 1.1. */
const GREATEST_EXPONENT = 1.1;

const LANES = (['sweeps', 'direct'] as const).flatMap((jointSolver) =>
  [single, double].map((engine) => ({ engine, jointSolver, label: `${engine.name.replace('holonomic ', '')}, ${jointSolver}` })),
);

export async function growth({ rounds, capSeconds, engine: wanted, say }: SuiteOptions): Promise<{ table: Table; verdict: Verdict }> {
  const lanes = LANES.filter(({ engine }) => engine.name.includes(wanted));
  if (!lanes.length) throw new Error(`no engine named '${wanted}' takes part`);
  const microseconds: number[][] = [];
  for (const links of LENGTHS) {
    say(`  ${links} links`);
    const simulations = await Promise.all(
      lanes.map(async ({ engine, jointSolver }) => {
        const quality: Quality = { jointSolver };
        return prepare(weightedChain(links, 1), await engine.load(), { engine, quality });
      }),
    );
    const framesPerRound = Math.max(LEAST_FRAMES, Math.min(100, Math.round(LINKS_PER_ROUND / links)));
    const timed = simulations.map((simulation, lane) => ({ label: lanes[lane].label, step: () => simulation.step() }));
    const times = interleave(timed, { rounds, framesPerRound, capSeconds });
    microseconds.push(times.map((lane) => (1000 * lane.low) / links));
    for (const simulation of simulations) simulation.dispose();
  }
  const exponents = lanes.map((_, lane) => exponentOf(microseconds.map((row) => row[lane])));
  const rows: Cell[][] = LENGTHS.map((links, row) => [links, ...microseconds[row]]);
  return {
    table: {
      name: 'exact-joints-growth',
      title: 'exact-joints, growth: µs per link of a hanging chain and frame, default substeps',
      notes: [`of the fastest of ${rounds} rounds; exponent: of time over the number of links from ${FIRST} on; 1 is linear`],
      columns: ['links', ...lanes.map(({ label }) => label)],
      rows: [...rows, ['exponent', ...exponents]],
    },
    verdict: verdictOf(exponents, lanes),
  };
}

/** Of time over the number of links, between the first length that counts and the last. */
export function exponentOf(perLink: number[], lengths = LENGTHS): number {
  const first = lengths.indexOf(FIRST);
  const last = lengths.length - 1;
  return 1 + Math.log(perLink[last] / perLink[first]) / Math.log(lengths[last] / lengths[first]);
}

function verdictOf(exponents: number[], lanes: typeof LANES): Verdict {
  const worst = (kind: string) => Math.max(...exponents.filter((_, lane) => lanes[lane].jointSolver === kind));
  return {
    demand: `growth: exponent of time over ${FIRST} to ${LENGTHS.at(-1)} links`,
    bar: format(GREATEST_EXPONENT),
    direct: format(worst('direct')),
    sweeps: format(worst('sweeps')),
    peer: '',
    met: worst('direct') <= GREATEST_EXPONENT,
  };
}
