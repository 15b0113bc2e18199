// Solvers on velocity rows at four iterations, side by side: PhysX, Jolt, and 'pgs' and 'tgs' of holonomic. Each engine runs a scene several times over,
// frame by frame by turns; all are deterministic, so that the fastest pass of a frame is what the frame costs on a quiet machine.
import { ragdolls } from '../contacts/ragdolls.ts';
import { pile } from '../contacts/scenes.ts';
import { Watch } from '../contacts/watch.ts';
import { isOurs, velocityContestants } from '../contestants.ts';
import { warmUp } from '../interleave.ts';
import { type Contestant, hasContacts, labelOf, type SceneData, type Simulation } from '../model.ts';
import type { Table } from '../report.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

const PASSES = 4;
const FRAMES = 60;
const FRAMES_PER_SAMPLE = 20;
const WARM_UP = { milliseconds: 600, frames: 100 };

interface Runner {
  contestant: Contestant;
  /** ms of each frame, the fastest pass. */
  frames: number[];
  errors: Record<string, number>;
}

const inMillimetres = (watch: Watch, scene: SceneData): Record<string, number> => {
  const all = watch.result();
  const names = [
    ...(hasContacts(scene) ? ['deepest mm', '99 % mm', 'lost'] : []),
    ...(scene.balls.length ? ['gap rms mm', 'gap max mm'] : []),
  ];
  return Object.fromEntries(names.map((name) => [name, all[name]]));
};

async function warmedUp(scene: SceneData, { engine, quality }: Contestant): Promise<Simulation> {
  const simulation = await (await engine.load())(scene, quality);
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return simulation;
}

/** Frames of one pass, all engines by turns. */
async function pass(scene: SceneData, runners: Runner[], isFirst: boolean, frames: number): Promise<void> {
  const simulations: Simulation[] = [];
  for (const { contestant } of runners) simulations.push(await warmedUp(scene, contestant));
  const watches = simulations.map((simulation) => new Watch(scene, simulation));
  globalThis.gc?.();
  for (let frame = 0; frame < frames; frame++) {
    for (let turn = 0; turn < runners.length; turn++) {
      const lane = (turn + frame) % runners.length;
      const started = performance.now();
      simulations[lane].step();
      const ms = performance.now() - started;
      const known = runners[lane].frames;
      known[frame] = Math.min(known[frame] ?? Number.POSITIVE_INFINITY, ms);
    }
    if (isFirst && frame % FRAMES_PER_SAMPLE === FRAMES_PER_SAMPLE - 1) for (const watch of watches) watch.sample();
  }
  if (isFirst) for (const [lane, runner] of runners.entries()) runner.errors = inMillimetres(watches[lane], scene);
  for (const simulation of simulations) simulation.dispose();
}

async function race(scene: SceneData, { engine, frames = FRAMES, say }: SuiteOptions): Promise<Table> {
  const runners: Runner[] = [];
  for (const contestant of velocityContestants.filter((candidate) => candidate.engine.name.includes(engine))) {
    try {
      const rehearsal = await (await contestant.engine.load())(scene, contestant.quality);
      warmUp(() => rehearsal.step(), WARM_UP);
      rehearsal.dispose();
      runners.push({ contestant, frames: [], errors: {} });
    } catch (error) {
      say(`  ${labelOf(contestant)} sits out: ${(error as Error).message}`);
    }
  }
  for (let k = 0; k < PASSES; k++) await pass(scene, runners, k === 0, frames);
  const time = ({ frames }: Runner) => frames.reduce((sum, ms) => sum + ms, 0) / frames.length;
  const peers = runners.filter(({ contestant }) => !isOurs(contestant));
  const best = Math.min(...peers.map(time));
  const errors = Object.keys(runners[0].errors);
  return {
    name: `velocity-${scene.name}`,
    title: `${scene.name}: ${scene.description}`,
    notes: [
      `ms: mean of ${frames} frames, of each the fastest of ${PASSES} passes, after ${scene.warmup} frames; ratio: to the fastest peer`,
    ],
    columns: ['engine', 'ms', 'ratio', ...errors],
    rows: runners.map((runner) => [
      labelOf(runner.contestant),
      time(runner),
      time(runner) / best,
      ...errors.map((name) => runner.errors[name]),
    ]),
  };
}

const SCENES = [() => pile(1000, 10, 8), () => jointGrid(), () => ragdolls()];

export const velocitySuites: Suite[] = SCENES.map((build) => {
  const { name, description } = build();
  return {
    name: `velocity-${name}`,
    description: `${description}; solvers on velocities at four iterations`,
    run: (options) => race(build(), options),
  };
});
