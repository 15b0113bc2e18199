// What it costs to decide that joints are better solved by the sweeps: lattices, and joints that stand alone.
import { JOINT_SUBSTEPS, single } from '../engines/holonomic.ts';
import type { Quality, SceneData } from '../model.ts';
import { type Cell, format, type Table } from '../report.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import type { SuiteOptions } from '../suite.ts';
import { compare } from './same.ts';
import type { Verdict } from './verdict.ts';

// As needed, the substeps of 'auto' would be others.
const WAYS: Quality[] = (['sweeps', 'auto', 'sweeps'] as const).map((jointSolver) => ({ jointSolver, substeps: JOINT_SUBSTEPS }));
const FRAMES = 100;
const LEAST_PASSES = 2;
const ROUNDS_PER_PASS = 3;
const PAIRS = 2500;
const GREATEST_PERCENT = 1;

/** Two bodies each, joined, that spin about each other. */
function pairs(): SceneData {
  const side = Math.ceil(Math.sqrt(PAIRS));
  const inertia = [0.1, 0.2, 0.3] as const;
  const anchors = { anchorA: [0.5, 0, 0.1], anchorB: [-0.5, 0, 0] } as const;
  return {
    name: 'pairs',
    description: `${PAIRS} pairs of bodies with a ball joint each, falling`,
    gravity: [0, -9.81, 0],
    dt: 1 / 60,
    warmup: 0,
    bodies: Array.from({ length: 2 * PAIRS }, (_, i) => {
      const pair = i >> 1;
      return { mass: 1, inertia, position: [3 * (pair % side) + (i % 2), 0, 3 * Math.floor(pair / side)], orientation: [0, 0, 0, 1] };
    }),
    balls: Array.from({ length: PAIRS }, (_, pair) => ({ a: 2 * pair, b: 2 * pair + 1, ...anchors })),
  };
}

export async function auto({ rounds, engine, say }: SuiteOptions): Promise<{ table: Table; verdict: Verdict }> {
  if (!single.name.includes(engine)) throw new Error(`no engine named '${engine}' takes part`);
  const build = await single.load();
  const passes = Math.max(LEAST_PASSES, Math.ceil(rounds / ROUNDS_PER_PASS));
  const rows: Cell[][] = [];
  const percents: number[] = [];
  let allSame = true;
  for (const scene of [jointGrid(), pairs()]) {
    say(`  ${scene.name}`);
    const { ms, sameBits } = await compare(build, scene, WAYS, { frames: FRAMES, passes });
    const [more, noise] = [ms[1], ms[2]].map((sum) => 100 * (sum / ms[0] - 1));
    percents.push(more);
    allSame &&= sameBits;
    rows.push([`${scene.name}: ${scene.description}`, ms[0] / FRAMES, ms[1] / FRAMES, more, noise, sameBits ? 'yes' : 'NO']);
  }
  const worst = Math.max(...percents);
  return {
    table: {
      name: 'exact-joints-auto',
      title: "exact-joints, auto: what 'auto' costs where it decides for the sweeps",
      notes: [
        `ms: a frame, each the fastest of ${passes} passes; noise: of a second world with sweeps; same bits: whether it did decide for the sweeps`,
      ],
      columns: ['scene', 'sweeps ms', 'auto ms', 'more %', 'noise %', 'same bits'],
      rows,
    },
    verdict: {
      demand: 'auto: cost where it decides for the sweeps',
      bar: `${GREATEST_PERCENT} %`,
      direct: `${format(worst)} %`,
      sweeps: '',
      peer: '',
      met: allSame && worst <= GREATEST_PERCENT,
    },
  };
}
