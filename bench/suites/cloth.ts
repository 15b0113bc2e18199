// A cloth of 100 x 100 particles falls on a sphere and comes to rest: holonomic, soft bodies of Jolt, particles of cannon-es. All run several times over, ten
// frames each by turns; all are deterministic, so that the fastest pass of a frame is what the frame costs on a quiet machine.
import { cannonCloth } from '../cloth/cannon.ts';
import { holonomicCloth } from '../cloth/holonomic.ts';
import { joltCloth } from '../cloth/jolt.ts';
import { CLOTH, type ClothEngine, type ClothQuality, type ClothSimulation, errorsOf } from '../cloth/model.ts';
import { warmUp } from '../interleave.ts';
import type { Table } from '../report.ts';
import { mean } from '../statistics.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

const PASSES = 3;
const FRAMES = 150;
const TURN = 10;
const WARM_UP = { milliseconds: 600, frames: 60 };
/** Frames of cannon-es, of which each takes about half a second. */
const FEW = 1;
/** %: what stretches more is no cloth any more. Five iterations of Jolt, its default, diverge. */
const MOST_STRETCH = 15;

interface Contestant {
  engine: ClothEngine;
  quality: ClothQuality;
  label: string;
  /** Frames that it takes part in, unrehearsed, if not all. */
  few?: number;
}

const ours = (substeps: number): Contestant => ({
  engine: holonomicCloth,
  quality: { substeps },
  label: `${holonomicCloth.name} ${substeps} substeps`,
});
const jolt = (iterations: number, bends: 'none' | 'distance' | 'dihedral'): Contestant => ({
  engine: joltCloth,
  quality: { iterations, bends },
  label: `${joltCloth.name} ${iterations} iterations${bends === 'none' ? '' : `, ${bends} bends`}`,
});
const CONTESTANTS: Contestant[] = [
  ours(2),
  ours(5),
  ours(10),
  jolt(5, 'none'),
  jolt(5, 'distance'),
  jolt(20, 'none'),
  jolt(20, 'distance'),
  jolt(50, 'none'),
  { engine: cannonCloth, quality: { iterations: 10 }, label: `${cannonCloth.name} 10 iterations`, few: FEW },
];

interface Runner {
  contestant: Contestant;
  /** ms of each frame, the fastest pass; and frames that it takes part in. */
  frames: number[];
  most: number;
  errors: number[];
}

async function pass(runners: Runner[], frames: number, isFirst: boolean): Promise<void> {
  const simulations: ClothSimulation[] = [];
  for (const { contestant } of runners) simulations.push(await (await contestant.engine.load())(CLOTH, contestant.quality));
  globalThis.gc?.();
  for (let start = 0; start < frames; start += TURN)
    for (let turn = 0; turn < runners.length; turn++) {
      const lane = (turn + start / TURN) % runners.length;
      const runner = runners[lane];
      for (let frame = start; frame < Math.min(start + TURN, frames, runner.most); frame++) {
        const started = performance.now();
        simulations[lane].step();
        runner.frames[frame] = Math.min(runner.frames[frame] ?? Number.POSITIVE_INFINITY, performance.now() - started);
      }
    }
  for (const [lane, simulation] of simulations.entries()) {
    if (isFirst && runners[lane].most >= frames) {
      const positions = new Float64Array(3 * CLOTH.side ** 2);
      simulation.read(positions);
      const { depth, maximum, mean: all } = errorsOf(CLOTH, positions);
      // What has no place any more has diverged.
      runners[lane].errors = [100 * maximum, 100 * all, 1000 * depth].map((error) =>
        Number.isNaN(error) ? Number.POSITIVE_INFINITY : error,
      );
    }
    simulation.dispose();
  }
}

async function race({ engine, frames = FRAMES, say }: SuiteOptions): Promise<Table> {
  const contestants = CONTESTANTS.filter(({ label }) => label.includes(engine));
  for (const { engine: each, few, quality } of contestants) {
    if (few) continue;
    const rehearsal = await (await each.load())(CLOTH, quality);
    warmUp(() => rehearsal.step(), WARM_UP);
    rehearsal.dispose();
  }
  const runners: Runner[] = contestants.map((contestant) => ({
    contestant,
    frames: [],
    most: contestant.few ?? Number.POSITIVE_INFINITY,
    errors: [Number.NaN, Number.NaN, Number.NaN],
  }));
  for (let k = 0; k < PASSES; k++) {
    say(`  pass ${k + 1} of ${PASSES}`);
    await pass(
      runners.filter(({ most }) => k === 0 || most >= frames),
      frames,
      k === 0,
    );
  }
  const peers = runners.filter(({ contestant, errors: [maximum] }) => contestant.engine !== holonomicCloth && maximum <= MOST_STRETCH);
  const best = Math.min(...peers.map(({ frames: times }) => mean(times)));
  return {
    name: 'cloth',
    title: `cloth: ${CLOTH.side} × ${CLOTH.side} particles fall on a sphere`,
    notes: [
      `ms: mean of ${frames} frames, of each the fastest of ${PASSES} passes; of the first frame for cannon-es; ratio: to the fastest peer that stretches by at most ${MOST_STRETCH} %`,
      'stretch: of threads over their lengths when the frames are over; depth: of the deepest particle in the sphere',
    ],
    columns: ['engine', 'ms', 'ratio', 'maximum stretch %', 'mean %', 'depth mm'],
    rows: runners.map(({ contestant, errors, frames: times }) => [contestant.label, mean(times), mean(times) / best, ...errors]),
  };
}

export const cloth: Suite = {
  name: 'cloth',
  description: 'a cloth of 100 × 100 particles falls on a sphere, beside soft bodies of Jolt and particles of cannon-es: time and stretch',
  run: race,
};
