// cannon-es beside holonomic/cannon, which has its names, and the API of holonomic itself: the same scenes, by turns.
import { SCENES } from '../cannon/scenes.ts';
import { type Fleet, fleet } from '../cannon/vehicles.ts';
import { measurePenetration } from '../contacts/penetration.ts';
import { cannon, cannonHere } from '../engines/cannon.ts';
import { single } from '../engines/holonomic.ts';
import { interleave, type LaneTimes, warmUp } from '../interleave.ts';
import { anchorErrors, type Engine, Poses, type SceneData, type Simulation } from '../model.ts';
import type { Cell, Table } from '../report.ts';
import { mean, median } from '../statistics.ts';
import type { Suite, SuiteOptions } from '../suite.ts';

const TURN = 10;
const WARM_UP = { milliseconds: 1000, frames: 300 };
const CONTESTANTS: { engine: Engine; label: string }[] = [
  { engine: cannon, label: 'cannon-es' },
  { engine: cannonHere, label: 'holonomic/cannon' },
  { engine: single, label: 'holonomic' },
];

interface Runner {
  label: string;
  simulation: Simulation;
  /** mm, after each round. */
  errors: number[];
}

/** How far joints are open and how deep bodies are in each other, mm: the worst of both. */
function errorOf(scene: SceneData, simulation: Simulation): number {
  const poses = new Poses(scene.bodies.length);
  simulation.read(poses);
  const joints = scene.balls.length + (scene.hinges?.length ?? 0) > 0 ? anchorErrors(scene, poses).max : 0;
  const contacts = scene.bodies.some(({ shape }) => shape) ? measurePenetration(scene, poses).percentile99 : 0;
  return 1000 * Math.max(joints, contacts);
}

async function start(scene: SceneData, { engine, label }: (typeof CONTESTANTS)[number]): Promise<Runner> {
  const build = await engine.load();
  const rehearsal = await build(scene, {});
  warmUp(() => rehearsal.step(), WARM_UP);
  rehearsal.dispose();
  const simulation = await build(scene, {});
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return { label, simulation, errors: [] };
}

/** Median of the quotients of rounds that two took part in. */
const quotient = (a: LaneTimes, b: LaneTimes): number =>
  median(a.rounds.slice(0, b.rounds.length).map((time, round) => time / b.rounds[round]));

function row(name: string, label: string, times: LaneTimes[], lane: number, error: number): Cell[] {
  const own = times[lane];
  return [`${name} ${label}`, median(own.rounds), quotient(times[0], own), times.length > 2 ? quotient(own, times[2]) : null, error];
}

async function race(scene: SceneData, { rounds, capSeconds, say }: SuiteOptions): Promise<Cell[][]> {
  say(`  ${scene.name}`);
  const runners: Runner[] = [];
  for (const contestant of CONTESTANTS) runners.push(await start(scene, contestant));
  const lanes = runners.map(({ label, simulation, errors }) => ({
    label,
    step: () => simulation.step(),
    afterRound: () => errors.push(errorOf(scene, simulation)),
  }));
  const times = interleave(lanes, { rounds, framesPerRound: TURN, capSeconds, average: mean });
  for (const { simulation } of runners) simulation.dispose();
  return runners.map(({ label, errors }, lane) => row(scene.name, label, times, lane, median(errors)));
}

async function raceVehicles({ rounds, capSeconds, say }: SuiteOptions): Promise<Cell[][]> {
  say('  vehicles-20');
  const packages: [string, string][] = [
    ['cannon-es', 'cannon-es'],
    ['holonomic/cannon', new URL('../../dist/cannon.js', import.meta.url).href],
  ];
  const runners: { label: string; run: Fleet; lowest: number[] }[] = [];
  for (const [label, file] of packages) {
    const C = await import(file);
    const rehearsal = fleet(C);
    warmUp(() => rehearsal.step(), WARM_UP);
    const run = fleet(C);
    for (let frame = 0; frame < 120; frame++) run.step();
    runners.push({ label, run, lowest: [] });
  }
  const lanes = runners.map(({ label, run, lowest }) => ({
    label,
    step: () => run.step(),
    afterRound: () => lowest.push(run.clearance()),
  }));
  const times = interleave(lanes, { rounds, framesPerRound: TURN, capSeconds, average: mean });
  // A chassis hangs at 0.7 m over the ground: what it is lower counts as an error.
  return runners.map(({ label, lowest }, lane) => row('vehicles-20', label, times, lane, 1000 * Math.max(0, 0.7 - median(lowest))));
}

async function run(options: SuiteOptions): Promise<Table> {
  const rows: Cell[][] = [];
  for (const scene of SCENES) if (scene.name.includes(options.part ?? '')) rows.push(...(await race(scene, options)));
  if ('vehicles-20'.includes(options.part ?? '')) rows.push(...(await raceVehicles(options)));
  return {
    name: 'cannon',
    title: 'cannon: cannon-es, holonomic/cannon and holonomic in the same scenes',
    notes: [
      `ms: median round of ${TURN} frames; faster: than cannon-es, to native: time over that of holonomic itself; both medians of the quotients of rounds`,
      'error mm: widest open joint, or the depth that one in a hundred contacts exceeds; of vehicles, by how much the lowest is below 0.7 m; medians of the rounds',
    ],
    columns: ['scene and package', 'ms', 'times faster', 'to native', 'error mm'],
    rows,
  };
}

export const cannonSuite: Suite = {
  name: 'cannon',
  description: 'cannon-es, holonomic/cannon and the API of holonomic: a pyramid, a pile, a chain, ragdolls, vehicles: time and error',
  run,
};
