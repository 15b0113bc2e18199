// Joints solved exactly beside joints solved by sweeps: what it costs to stay below an error, ours with either solver and the peers.
import { single } from '../engines/holonomic.ts';
import { auto } from '../exact/auto.ts';
import { demands } from '../exact/demands.ts';
import { growth } from '../exact/growth.ts';
import { race } from '../exact/race.ts';
import { ragdollRace } from '../exact/ragdolls.ts';
import { compare } from '../exact/same.ts';
import { weightedChain } from '../exact/scenes.ts';
import { type Verdict, verdictTable } from '../exact/verdict.ts';
import type { Quality } from '../model.ts';
import type { Table } from '../report.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

interface Part {
  name: string;
  run(options: SuiteOptions): Promise<{ table: Table; verdict: Verdict }>;
}

const parts: Part[] = [
  ...demands.map((demand) => ({ name: demand.name, run: (options: SuiteOptions) => race(demand, options) })),
  { name: 'ragdolls', run: ragdollRace },
  { name: 'growth', run: growth },
  { name: 'auto', run: auto },
];

/** Whether this build solves joints directly where it is asked to. */
async function solvesDirectly(): Promise<boolean> {
  const build = await single.load();
  const ways: Quality[] = [{ jointSolver: 'sweeps' }, { jointSolver: 'direct' }];
  const { sameBits } = await compare(build, weightedChain(20, 0.01, 100), ways, { frames: 20, passes: 1 });
  return !sameBits;
}

export const exactJoints: Suite = {
  name: 'exact-joints',
  description: 'the fewest substeps that reach an error, and their time: direct, sweeps and peers',
  async run(options) {
    const chosen = parts.filter(({ name }) => name.includes(options.part ?? ''));
    if (!chosen.length) throw new Error(`no part named '${options.part}': there are ${parts.map(({ name }) => name).join(', ')}`);
    const tables: Table[] = [];
    const verdicts: Verdict[] = [];
    for (const { name, run } of chosen) {
      options.say(`  ${name}`);
      const { table, verdict } = await run(options);
      tables.push(table);
      verdicts.push(verdict);
    }
    return [...tables, verdictTable(verdicts, await solvesDirectly())];
  },
};
