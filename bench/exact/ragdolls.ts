// A hundred ragdolls in a heap: the direct solver at a hundredth of the error that the sweeps leave, and what either costs.
import { ragdolls } from '../contacts/ragdolls.ts';
import { Watch } from '../contacts/watch.ts';
import { box3d } from '../engines/box3d.ts';
import { havok } from '../engines/havok.ts';
import { double, single } from '../engines/holonomic.ts';
import { jolt } from '../engines/jolt.ts';
import { rapier } from '../engines/rapier.ts';
import { interleave } from '../interleave.ts';
import { type Contestant, labelOf, type Quality, type Simulation } from '../model.ts';
import { format, type Table } from '../report.ts';
import { mean, median } from '../statistics.ts';
import type { SuiteOptions } from '../suite.ts';
import { fewest } from './search.ts';
import type { Verdict } from './verdict.ts';

const SHARE = 100;
const FRAMES_PER_ROUND = 10;
/** After the fall, of a search. */
const FRAMES = 60;
const FRAMES_PER_SAMPLE = 10;
const GAP = 'gap rms mm';

interface Fallen {
  simulation: Simulation;
  watch: Watch;
}

const PEERS: Contestant[] = [
  { engine: rapier, quality: {} },
  { engine: havok, quality: {} },
  { engine: jolt, quality: {} },
  { engine: box3d, quality: {} },
  { engine: box3d, quality: { substeps: 16, hertz: 240 } },
];

async function fall({ engine, quality }: Contestant): Promise<Fallen> {
  const scene = ragdolls();
  const build = await engine.load();
  const simulation = await build(scene, quality);
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return { simulation, watch: new Watch(scene, simulation) };
}

/** The gaps of joints at rest after a fall. */
async function attempt(contestant: Contestant) {
  const started = performance.now();
  const { simulation, watch } = await fall(contestant);
  const times: number[] = [];
  for (let frame = 1; frame <= FRAMES; frame++) {
    const before = performance.now();
    simulation.step();
    times.push(performance.now() - before);
    if (frame % FRAMES_PER_SAMPLE === 0) watch.sample();
  }
  simulation.dispose();
  return { error: watch.result()[GAP], ms: median(times), seconds: (performance.now() - started) / 1000 };
}

/** The sweeps at their defaults, the direct solver with as many substeps as it needs, and the peers. */
async function chooseContestants(greatestError: number, { engine: wanted, capSeconds }: SuiteOptions): Promise<Contestant[]> {
  const ours = [single, double].filter(({ name }) => name.includes(wanted));
  const chosen: Contestant[] = [];
  for (const jointSolver of ['sweeps', 'direct'] as const) for (const engine of ours) chosen.push({ engine, quality: { jointSolver } });
  for (const engine of ours) {
    const quality = (substeps: number): Quality => ({ substeps, jointSolver: 'direct' });
    const { n, reached } = await fewest((substeps) => attempt({ engine, quality: quality(substeps) }), { greatestError, capSeconds });
    if (reached) chosen.push({ engine, quality: quality(n) });
  }
  return [...chosen, ...PEERS.filter(({ engine }) => engine.name.includes(wanted))];
}

export async function ragdollRace(options: SuiteOptions): Promise<{ table: Table; verdict: Verdict }> {
  const { rounds, capSeconds, say } = options;
  const sweeps = await attempt({ engine: single, quality: { jointSolver: 'sweeps' } });
  const greatestError = sweeps.error / SHARE;
  const contestants: Contestant[] = [];
  const fallen: Fallen[] = [];
  for (const contestant of await chooseContestants(greatestError, options)) {
    try {
      fallen.push(await fall(contestant));
      contestants.push(contestant);
    } catch (error) {
      say(`  ${labelOf(contestant)} sits out: ${(error as Error).message}`);
    }
  }
  if (!fallen.length) throw new Error(`no engine named '${options.engine}' could run`);
  const lanes = fallen.map(({ simulation, watch }, i) => ({
    label: labelOf(contestants[i]),
    step: () => simulation.step(),
    afterRound: () => watch.sample(),
  }));
  const times = interleave(lanes, { rounds, framesPerRound: FRAMES_PER_ROUND, capSeconds, average: mean });
  const entries = times.map((lane, i) => ({ ...lane, contestant: contestants[i], ms: median(lane.rounds), ...pick(fallen[i].watch) }));
  for (const { simulation } of fallen) simulation.dispose();
  return {
    table: {
      name: 'exact-joints-ragdolls',
      title: `exact-joints, ragdolls: ${ragdolls().description}; gaps of at most ${format(greatestError)} mm, a hundredth of those of the sweeps`,
      notes: [
        `ms: a frame, median of the means of ${times[0].rounds.length} rounds, after ${ragdolls().warmup} frames; ratio: to ${times[0].label}`,
        'gap: between the anchors of joints, root mean square and largest; direct with as few substeps as reach the error, if any do',
      ],
      columns: ['engine', 'gap rms mm', 'gap max mm', 'ms', 'fastest', 'slowest', 'ratio'],
      rows: entries.map(({ label, gap, largest, ms, low, high, ratio }) => [label, gap, largest, ms, low, high, ratio]),
    },
    verdict: verdictOf(entries, greatestError),
  };
}

function pick(watch: Watch): { gap: number; largest: number } {
  const result = watch.result();
  return { gap: result[GAP], largest: result['gap max mm'] };
}

interface Entry {
  label: string;
  contestant: Contestant;
  /** Of the fastest round, ms. */
  low: number;
  gap: number;
}

export function verdictOf(entries: Entry[], greatestError: number): Verdict {
  const by = (test: (contestant: Contestant) => boolean) => entries.filter(({ contestant }) => test(contestant));
  const fastest = (some: Entry[]) => [...some].sort((a, b) => a.low - b.low)[0] as Entry | undefined;
  const accurate = (some: Entry[]) => fastest(some.filter(({ gap }) => gap <= greatestError));
  const text = (entry: Entry | undefined) =>
    entry ? `${format(entry.low)} ms at ${format(entry.gap)} mm (${entry.label})` : 'not reached';
  const sweeps = fastest(by(({ quality }) => quality.jointSolver === 'sweeps'));
  const direct = accurate(by(({ quality }) => quality.jointSolver === 'direct'));
  return {
    demand: `ragdolls: gaps of ${format(greatestError)} mm, a hundredth of the sweeps'`,
    bar: sweeps ? `${format(sweeps.low)} ms, as the sweeps` : '',
    direct: text(direct),
    sweeps: text(sweeps),
    peer: text(accurate(by(({ quality }) => !quality.jointSolver))),
    met: sweeps !== undefined && direct !== undefined && direct.low <= sweeps.low,
  };
}
