// A scene in every engine: time per frame beside the error, from one interleaved run.
import { contestants } from '../contestants.ts';
import { interleave, type LaneTimes, warmUp } from '../interleave.ts';
import { anchorErrors, type Contestant, labelOf, Poses, type SceneData, type Simulation } from '../model.ts';
import type { Table } from '../report.ts';
import { bunnyChain } from '../scenes/bunny-chain.ts';
import { heavyChain } from '../scenes/heavy-chain.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import { mean } from '../statistics.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

/** Errors are sampled after each round. */
const FRAMES_PER_ROUND = 10;

/** Watches a simulation's errors while it runs. */
class Watch {
  private readonly poses: Poses;
  private readonly meanSquares: number[] = [];
  private readonly measures: Record<string, number>[] = [];
  private max = 0;

  constructor(
    private readonly scene: SceneData,
    private readonly simulation: Simulation,
  ) {
    this.poses = new Poses(scene.bodies.length);
  }

  sample(): void {
    this.simulation.read(this.poses);
    const { max, meanSquare } = anchorErrors(this.scene, this.poses);
    this.max = Math.max(this.max, max);
    this.meanSquares.push(meanSquare);
    const measures = this.scene.measure?.(this.poses);
    if (measures) this.measures.push(measures);
  }

  /** Errors over all samples; a scene's own measures as the mean over the second half, when it has settled. */
  result(): Record<string, number> {
    const settled = this.measures.slice(this.measures.length >> 1);
    const names = Object.keys(settled[0] ?? {});
    return {
      'max error m': this.max,
      'rms error m': Math.sqrt(mean(this.meanSquares)),
      ...Object.fromEntries(names.map((name) => [name, mean(settled.map((measures) => measures[name]))])),
    };
  }
}

interface Entry {
  label: string;
  simulation: Simulation;
  watch: Watch;
}

/** Builds the scene, lets the compilers settle on a copy that is thrown away, and runs the frames before measuring starts. */
async function prepare(scene: SceneData, contestant: Contestant): Promise<Entry> {
  const build = await contestant.engine.load();
  const rehearsal = await build(scene, contestant.quality);
  warmUp(() => rehearsal.step());
  rehearsal.dispose();
  const simulation = await build(scene, contestant.quality);
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return { label: labelOf(contestant), simulation, watch: new Watch(scene, simulation) };
}

async function prepareAll(scene: SceneData, { engine, say }: SuiteOptions): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const contestant of contestants.filter((candidate) => candidate.engine.name.includes(engine))) {
    try {
      entries.push(await prepare(scene, contestant));
    } catch (error) {
      say(`${labelOf(contestant)} sits out: ${(error as Error).message}`);
    }
  }
  if (!entries.length) throw new Error(`no engine named '${engine}' could run`);
  return entries;
}

function tableOf(scene: SceneData, times: LaneTimes[], entries: Entry[]): Table {
  const results = entries.map(({ watch }) => watch.result());
  const measures = Object.keys(results[0]);
  return {
    name: scene.name,
    title: `${scene.name}: ${scene.description}`,
    notes: [
      `ms: a frame, mean of the medians of ${times[0].rounds.length} rounds, after ${scene.warmup} frames; ratio: to ${times[0].label}`,
      'error: distance between the two anchors of a joint, from poses; the largest and the root mean square over joints and time',
    ],
    columns: ['engine', 'ms', 'fastest', 'slowest', 'ratio', ...measures, 'frames'],
    rows: times.map(({ label, ms, low, high, ratio, frames }, lane) => [
      label,
      ms,
      low,
      high,
      ratio,
      ...measures.map((name) => results[lane][name]),
      frames,
    ]),
  };
}

function sceneSuite(build: () => SceneData): Suite {
  const { name, description } = build();
  return {
    name,
    description: `${description}; every engine`,
    async run(options) {
      const scene = build();
      const entries = await prepareAll(scene, options);
      const lanes = entries.map(({ label, simulation, watch }) => ({
        label,
        step: () => simulation.step(),
        afterRound: () => watch.sample(),
      }));
      const { rounds, capSeconds } = options;
      const times = interleave(lanes, { rounds, framesPerRound: FRAMES_PER_ROUND, capSeconds });
      const table = tableOf(scene, times, entries);
      for (const { simulation } of entries) simulation.dispose();
      return table;
    },
  };
}

export const sceneSuites = [jointGrid, () => heavyChain(100), bunnyChain].map((build) => sceneSuite(() => build()));
