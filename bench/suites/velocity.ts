// Solvers on velocity rows at four iterations, side by side: PhysX, Jolt, and 'pgs' and 'tgs' of holonomic.
import { ragdolls } from '../contacts/ragdolls.ts';
import { pile } from '../contacts/scenes.ts';
import { isOurs, velocityContestants } from '../contestants.ts';
import { labelOf, type SceneData } from '../model.ts';
import type { Table } from '../report.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import type { Suite, SuiteOptions } from '../suite.ts';
import { meanFrame, takeTurns } from '../turns.ts';

const PASSES = 4;
const FRAMES = 60;
const FRAMES_PER_SAMPLE = 20;

async function race(scene: SceneData, { engine, frames = FRAMES, capSeconds, say }: SuiteOptions): Promise<Table> {
  const contestants = velocityContestants.filter((candidate) => candidate.engine.name.includes(engine));
  const turns = { passes: PASSES, frames, block: 1, framesPerSample: FRAMES_PER_SAMPLE, capSeconds, depths: true, say };
  const runners = await takeTurns(scene, contestants, turns);
  const best = Math.min(...runners.filter(({ contestant }) => !isOurs(contestant)).map(meanFrame));
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
      meanFrame(runner),
      meanFrame(runner) / best,
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
