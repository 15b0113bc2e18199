// Scenes with contacts: time beside error for our numbers of substeps and for the peers as they come, from one interleaved run; and where our
// time goes.
import { drivenRagdolls, ragdolls } from '../contacts/ragdolls.ts';
import { hullPile, pile, pyramid, spheres, tower } from '../contacts/scenes.ts';
import { errorAgainstTime, type Outcome, profileTable, timeTable } from '../contacts/tables.ts';
import { Watch } from '../contacts/watch.ts';
import { contactContestants } from '../contestants.ts';
import { interleave, warmUp } from '../interleave.ts';
import { type Contestant, labelOf, type SceneData, type Simulation } from '../model.ts';
import { mean } from '../statistics.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

const FRAMES_PER_ROUND = 20;
const FRAMES_PER_SAMPLE = 10;
/** Frames of a stack are short, and the compilers need their time. */
const WARM_UP = { milliseconds: 1000, frames: 1000 };
const PROFILED_FRAMES = 20;
/** Samples of the errors of one contestant, which take longer than a frame. */
const SAMPLES = 10;

interface Entry {
  contestant: Contestant;
  simulation: Simulation;
  watch: Watch;
  /** Mean over the frames until measuring starts, ms. */
  settling: number;
  /** Whether those frames were over before the time was up. */
  settled: boolean;
}

/** Lets the compilers settle on a copy that is thrown away, and runs the scene until it is worth measuring. */
async function prepare(scene: SceneData, contestant: Contestant, capSeconds: number): Promise<Entry> {
  const build = await contestant.engine.load();
  const rehearsal = await build(scene, contestant.quality);
  warmUp(() => rehearsal.step(), WARM_UP);
  rehearsal.dispose();
  const simulation = await build(scene, contestant.quality);
  const watch = new Watch(scene, simulation);
  let spent = 0;
  let frames = 0;
  while (frames < scene.warmup && spent < capSeconds * 1000) {
    const started = performance.now();
    simulation.step();
    spent += performance.now() - started;
    frames++;
    if (frames % FRAMES_PER_SAMPLE === 0) watch.sampleEarly();
  }
  return { contestant, simulation, watch, settling: spent / frames, settled: frames === scene.warmup };
}

async function prepareAll(scene: SceneData, { engine, capSeconds, say }: SuiteOptions): Promise<Entry[]> {
  const entries: Entry[] = [];
  for (const contestant of contactContestants.filter((candidate) => candidate.engine.name.includes(engine))) {
    try {
      const entry = await prepare(scene, contestant, capSeconds);
      entries.push(entry);
      if (!entry.settled) say(`  ${labelOf(contestant)} is not timed: the first ${scene.warmup} frames take too long`);
    } catch (error) {
      say(`  ${labelOf(contestant)} sits out: ${(error as Error).message}`);
    }
  }
  if (!entries.length) throw new Error(`no engine named '${engine}' could run`);
  return entries;
}

function measure(entries: Entry[], { rounds, capSeconds }: SuiteOptions, framesPerRound: number): Outcome[] {
  const settled = entries.filter((entry) => entry.settled);
  const sampled = Math.max(1, Math.floor(rounds / SAMPLES));
  const lanes = settled.map(({ contestant, simulation, watch }) => {
    let round = 0;
    return {
      label: labelOf(contestant),
      step: () => simulation.step(),
      afterRound: () => {
        if (round++ % sampled === 0) watch.sample();
      },
    };
  });
  // Not the median frame: what an engine does in every tenth frame only is to count.
  const times = interleave(lanes, { rounds, framesPerRound, capSeconds, average: mean });
  return entries.map(({ contestant, settling, simulation, watch }) => {
    const lane = settled.findIndex((entry) => entry.contestant === contestant);
    return {
      contestant,
      settling,
      times: times[lane]?.rounds ?? [],
      frames: times[lane]?.frames ?? 0,
      errors: lane < 0 ? {} : watch.result(),
      profile: lane < 0 ? undefined : simulation.profile?.(PROFILED_FRAMES),
    };
  });
}

function contactSuite(build: () => SceneData, framesPerRound = FRAMES_PER_ROUND): Suite {
  const { name, description } = build();
  return {
    name: `contacts-${name}`,
    description,
    async run(options) {
      const scene = build();
      const entries = await prepareAll(scene, options);
      const outcomes = measure(entries, options, options.frames ?? framesPerRound);
      for (const { simulation } of entries) simulation.dispose();
      return [timeTable(scene, outcomes), errorAgainstTime(scene, outcomes), profileTable(scene, outcomes)].filter(
        ({ rows }) => rows.length,
      );
    },
  };
}

export const contactSuites: Suite[] = [
  contactSuite(() => pile(1000, 10, 8)),
  contactSuite(() => pile(3000, 15, 12)),
  contactSuite(() => hullPile(1000, 10, 8)),
  contactSuite(() => pyramid()),
  contactSuite(() => tower()),
  contactSuite(() => ragdolls()),
  contactSuite(() => drivenRagdolls()),
  contactSuite(spheres, 10),
];
