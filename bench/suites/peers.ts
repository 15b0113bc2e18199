// Scenes of the suites of other engines, and those of our own contacts, in all engines by turns: each scene's times beside errors, and one table of
// our times over the fastest peer's.
import { ragdolls } from '../contacts/ragdolls.ts';
import { pile, pyramid, spheres, tower } from '../contacts/scenes.ts';
import { carefulContestants, isOurs, peerContestants } from '../contestants.ts';
import { type Contestant, labelOf, type SceneData } from '../model.ts';
import {
  cubeOnSticks,
  highMassRatio,
  largePyramid,
  manyPyramids,
  stableStacking,
  struckPyramid,
  wallAndBall,
  widePyramid,
} from '../peers/boxes.ts';
import { ballAndChain, bridges, chainAndBall, hangingGrid, net, ropes, swingSet, weightedRope } from '../peers/joints.ts';
import { convexPile, cubeHeap, junkyard, washer } from '../peers/piles.ts';
import { rain } from '../peers/rain.ts';
import { convexOnMesh } from '../peers/terrain.ts';
import type { Cell, Table } from '../report.ts';
import { jointGrid } from '../scenes/joint-grid.ts';
import type { Suite, SuiteOptions } from '../suite.ts';
import { meanFrame, type Runner, slowFrame, takeTurns } from '../turns.ts';

const PASSES = 2;
const MORE_PASSES = { seconds: 12, most: 6 };
const BLOCK = 10;
const SAMPLES = 5;

interface Part {
  build(): SceneData;
  frames: number;
  /** Frames before that are not timed; those of the scene unless given. */
  warmup?: number;
  /** Of hulls with many faces, and against meshes, depths are not measured. */
  depths?: boolean;
}

const PARTS: readonly Part[] = [
  { build: () => jointGrid(), frames: 100 },
  { build: () => pile(1000, 10, 8), frames: 100, warmup: 120 },
  { build: () => pile(3000, 15, 12), frames: 40, warmup: 120 },
  { build: () => ragdolls(), frames: 100, warmup: 120 },
  { build: () => spheres(), frames: 40 },
  { build: () => pyramid(), frames: 300 },
  { build: () => ({ ...pyramid(40), name: 'pyramid-40' }), frames: 300 },
  { build: () => tower(), frames: 600 },
  { build: () => wallAndBall(), frames: 200 },
  { build: () => pile(6000, 20, 15), frames: 30, warmup: 120 },
  { build: () => pile(12_000, 25, 19), frames: 20, warmup: 120 },
  { build: () => hangingGrid(), frames: 100 },
  { build: () => largePyramid(), frames: 200 },
  { build: () => manyPyramids(), frames: 100 },
  { build: () => convexPile(), frames: 60, depths: false },
  { build: () => junkyard(), frames: 60, warmup: 240, depths: false },
  { build: () => washer(), frames: 30, depths: false },
  { build: () => rain(), frames: 399, depths: false },
  { build: () => convexOnMesh(), frames: 500, depths: false },
  { build: () => widePyramid(), frames: 300 },
  { build: () => struckPyramid(), frames: 300 },
  { build: () => stableStacking(), frames: 600 },
  { build: () => cubeHeap(), frames: 300 },
  { build: () => highMassRatio(), frames: 300 },
  { build: () => cubeOnSticks(), frames: 300 },
  { build: () => weightedRope(), frames: 600 },
  { build: () => swingSet(), frames: 300 },
  { build: () => net(), frames: 200 },
  { build: () => bridges(), frames: 300 },
  { build: () => ropes(), frames: 300 },
  { build: () => chainAndBall(), frames: 600 },
  { build: () => ballAndChain(), frames: 600 },
];

function sceneTable(scene: SceneData, runners: readonly Runner[], frames: number): Table {
  const best = fastestPeer(runners);
  const errors = [...new Set(runners.flatMap((runner) => Object.keys(runner.errors)))];
  return {
    name: `peers-${scene.name}`,
    title: `${scene.name}: ${scene.description}`,
    notes: [
      `ms: processor time of a frame, mean of ${frames} frames, of each the fastest of ${PASSES} to ${MORE_PASSES.most} passes, after ${scene.warmup} frames; 99 %: the frame that one in a hundred exceeds`,
      'ratio: to the fastest peer, over the frames that both have done',
    ],
    columns: ['engine', 'ms', '99 %', 'ratio', ...errors, 'frames'],
    rows: runners.map((runner) => [
      labelOf(runner.contestant),
      meanFrame(runner),
      slowFrame(runner),
      best ? ratioOf(runner, best) : null,
      ...errors.map((name) => runner.errors[name] ?? null),
      runner.frames.length,
    ]),
  };
}

const fastestPeer = (runners: readonly Runner[]): Runner | undefined =>
  runners.filter(({ contestant, capped }) => !isOurs(contestant) && !capped).sort((a, b) => meanFrame(a) - meanFrame(b))[0];

function ratioOf(one: Runner, other: Runner): number {
  const shared = Math.min(one.frames.length, other.frames.length);
  const sum = ({ frames }: Runner) => frames.slice(0, shared).reduce((total, ms) => total + ms, 0);
  return sum(one) / sum(other);
}

/** What an engine leaves: the gap of joints where there are some, else the depth, in what does not move where no other is known, else the way of the top. */
function errorOf({ errors }: Runner): Cell {
  for (const name of ['gap rms mm', '99 % mm', 'in ground mm', 'top drift mm']) if (errors[name] !== undefined) return errors[name];
  return null;
}

function summaryRow(name: string, runners: readonly Runner[]): Cell[] {
  const best = fastestPeer(runners);
  const ours = runners.filter(({ contestant }) => isOurs(contestant));
  return [
    name,
    ...ours.flatMap((runner): Cell[] => [meanFrame(runner), errorOf(runner), best ? ratioOf(runner, best) : null]),
    best ? labelOf(best.contestant).replace(', defaults', '') : null,
    best ? meanFrame(best) : null,
    best ? errorOf(best) : null,
  ];
}

function peerSuite(name: string, contestants: readonly Contestant[], description: string): Suite {
  return {
    name,
    description,
    async run({ engine, part = '', frames: given, capSeconds, say }: SuiteOptions) {
      const chosen = contestants.filter((candidate) => candidate.engine.name.includes(engine));
      const ours = chosen.filter(isOurs).map(labelOf);
      const tables: Table[] = [];
      const summary: Cell[][] = [];
      const names = PARTS.map(({ build }) => build().name);
      for (const [k, { build, depths = true, frames: most, warmup }] of PARTS.entries()) {
        if (names.includes(part) ? names[k] !== part : !names[k].includes(part)) continue;
        const made = build();
        const scene = { ...made, warmup: warmup ?? made.warmup };
        say(`  ${scene.name}`);
        const frames = Math.min(given ?? most, most);
        const framesPerSample = Math.max(1, Math.floor(frames / SAMPLES));
        const runners = await takeTurns(scene, chosen, {
          passes: PASSES,
          morePasses: MORE_PASSES,
          frames,
          block: BLOCK,
          framesPerSample,
          capSeconds,
          depths,
          say,
        });
        tables.push(sceneTable(scene, runners, frames));
        summary.push(summaryRow(scene.name, runners));
      }
      tables.push({
        name: `${name}-summary`,
        title: `${name}: our time over the fastest peer's`,
        notes: [
          'error: rms gap of joints, else the depth that one in a hundred overlapping pairs exceeds, or the largest in the ground, mm',
        ],
        columns: ['scene', ...ours.flatMap((label) => [`${label}, ms`, 'error', 'ratio']), 'fastest peer', 'ms', 'error'],
        rows: summary,
      });
      return tables;
    },
  };
}

export const peerSuites: Suite[] = [
  peerSuite(
    'peers',
    peerContestants,
    'scenes of the suites of other engines and of our own, each engine at its defaults; one table of ratios',
  ),
  peerSuite('careful', carefulContestants, 'the same at settings of small errors'),
];
