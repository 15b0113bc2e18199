// One demand: everybody looks for the setting that reaches the error, and those who found one are timed side by side.
import { interleave, type LaneTimes, warmUp } from '../interleave.ts';
import { type Builder, type Contestant, labelOf, type SceneData, type Simulation } from '../model.ts';
import { format, type Table } from '../report.ts';
import { median } from '../statistics.ts';
import type { SuiteOptions } from '../suite.ts';
import type { Demand } from './demands.ts';
import { type Entrant, entrants } from './entrants.ts';
import { fewest, type Outcome, type Trial } from './search.ts';
import { type Result, type Verdict, verdictOf } from './verdict.ts';

const FRAMES_PER_ROUND = 10;

/** An entrant at the setting that serves it best. */
export interface Settled {
  entrant: Entrant;
  contestant: Contestant;
  build: Builder;
  outcome: Outcome;
}

/** A run of the scene from its start. */
async function attempt(demand: Demand, build: Builder, contestant: Contestant, capSeconds: number): Promise<Trial> {
  const scene = demand.scene();
  const simulation = await build(scene, contestant.quality);
  const watch = demand.watch(scene, simulation);
  const times: number[] = [];
  const started = performance.now();
  const seconds = () => (performance.now() - started) / 1000;
  for (let frame = 0; frame < demand.frames && seconds() < capSeconds; frame++) {
    const before = performance.now();
    simulation.step();
    times.push(performance.now() - before);
    watch.afterFrame();
  }
  const error = times.length === demand.frames ? watch.error() : Number.NaN;
  simulation.dispose();
  return { error, ms: median(times), seconds: seconds() };
}

const better = (one: Outcome, other: Outcome): boolean => {
  if (one.reached !== other.reached) return one.reached;
  return one.reached ? one.trial.ms < other.trial.ms : one.trial.error < other.trial.error;
};

async function settle(demand: Demand, entrant: Entrant, capSeconds: number): Promise<Settled> {
  const { engine, settings } = entrant;
  const build = await engine.load();
  let best: Settled | undefined;
  for (const quality of settings) {
    const run = (n: number) => attempt(demand, build, { engine, quality: quality(n) }, capSeconds);
    const greatestMs = best?.outcome.reached ? best.outcome.trial.ms : undefined;
    const outcome = await fewest(run, { greatestError: demand.greatestError, capSeconds: capSeconds / settings.length, greatestMs });
    if (!best || better(outcome, best.outcome)) best = { entrant, contestant: { engine, quality: quality(outcome.n) }, build, outcome };
  }
  return best!;
}

async function settleAll(demand: Demand, { engine, capSeconds, say }: SuiteOptions): Promise<Settled[]> {
  const settled: Settled[] = [];
  for (const entrant of entrants.filter((candidate) => candidate.engine.name.includes(engine))) {
    try {
      settled.push(await settle(demand, entrant, capSeconds));
    } catch (error) {
      say(`  ${entrant.engine.name} sits out: ${(error as Error).message}`);
    }
  }
  if (!settled.length) throw new Error(`no engine named '${engine}' could run`);
  return settled;
}

/** Builds the scene as often as it takes to have it past its first second, with the compilers settled. */
export async function prepare(scene: SceneData, build: Builder, { quality }: Contestant): Promise<Simulation> {
  const rehearsal = await build(scene, quality);
  warmUp(() => rehearsal.step());
  rehearsal.dispose();
  const simulation = await build(scene, quality);
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return simulation;
}

async function time(demand: Demand, settled: Settled[], { rounds, capSeconds }: SuiteOptions): Promise<LaneTimes[]> {
  const simulations: Simulation[] = [];
  for (const { build, contestant } of settled) simulations.push(await prepare(demand.scene(), build, contestant));
  const lanes = simulations.map((simulation, i) => ({ label: labelOf(settled[i].contestant), step: () => simulation.step() }));
  const times = interleave(lanes, { rounds, framesPerRound: FRAMES_PER_ROUND, capSeconds });
  for (const simulation of simulations) simulation.dispose();
  return times;
}

export async function race(demand: Demand, options: SuiteOptions): Promise<{ table: Table; verdict: Verdict }> {
  const all = await settleAll(demand, options);
  const reached = all.filter(({ outcome }) => outcome.reached);
  const times = reached.length ? await time(demand, reached, options) : [];
  const results = all.map((settled): Result => {
    const { entrant, contestant, outcome } = settled;
    return { label: labelOf(contestant), kind: entrant.kind, error: outcome.trial.error, times: times[reached.indexOf(settled)] };
  });
  return { table: tableOf(demand, results, times[0]), verdict: verdictOf(demand, results) };
}

function tableOf(demand: Demand, results: Result[], base: LaneTimes | undefined): Table {
  const { name, what, unit, greatestError } = demand;
  return {
    name: `exact-joints-${name}`,
    title: `exact-joints, ${name}: ${demand.scene().description}; ${what} of at most ${format(greatestError)} ${unit}`,
    notes: [
      `${what}, ${unit}: in ${demand.frames} frames, at the fewest substeps or iterations that reach it, as the next two have to;`,
      '  where nothing reaches it, what comes nearest in the time that --cap allows, which is not timed',
      `ms: a frame, mean of the medians of ${base?.rounds.length ?? 0} rounds, after ${demand.scene().warmup} frames; ratio: to ${base?.label ?? 'nobody'}`,
    ],
    columns: ['engine', `${what}, ${unit}`, 'reached', 'ms', 'fastest', 'slowest', 'ratio'],
    rows: results.map(({ label, error, times }) => [
      label,
      error,
      times ? 'yes' : 'no',
      ...(times ? [times.ms, times.low, times.high, times.ratio] : [null, null, null, null]),
    ]),
  };
}
