// Several engines run a scene in blocks of frames by turns, a few times over. All are deterministic: every pass is the same simulation, so that the
// fastest pass of each frame is what that frame costs where nothing disturbs it. Frames are timed by the processor time of the process.
import { Watch } from './contacts/watch.ts';
import { warmUp } from './interleave.ts';
import { type Contestant, hasContacts, labelOf, type SceneData, type Simulation } from './model.ts';
import { mean, quantile } from './statistics.ts';

const WARM_UP = { milliseconds: 600, frames: 100 };

export interface Runner {
  contestant: Contestant;
  /** ms of each frame, the fastest pass. */
  frames: number[];
  errors: Record<string, number>;
  /** The time was up before all frames were done. */
  capped: boolean;
}

export interface Turns {
  /** At least so many passes, and more while they have taken less than so many seconds together. */
  passes: number;
  morePasses?: { seconds: number; most: number };
  frames: number;
  /** Frames of a turn. */
  block: number;
  framesPerSample: number;
  /** What one engine may use in one pass, s. */
  capSeconds: number;
  /** Whether depths are measured; of hulls with many faces that takes minutes. */
  depths: boolean;
  say(line: string): void;
}

/** ms that this process has used: on a machine that others use too, a frame longer than a slice of the scheduler is never undisturbed. */
function processorTime(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

async function build(scene: SceneData, { engine, quality }: Contestant): Promise<Simulation> {
  const simulation = await (await engine.load())(scene, quality);
  for (let frame = 0; frame < scene.warmup; frame++) simulation.step();
  return simulation;
}

export async function takeTurns(scene: SceneData, contestants: readonly Contestant[], turns: Turns): Promise<Runner[]> {
  const runners: Runner[] = [];
  for (const contestant of contestants) {
    try {
      const rehearsal = await (await contestant.engine.load())(scene, contestant.quality);
      warmUp(() => rehearsal.step(), WARM_UP);
      rehearsal.dispose();
      runners.push({ contestant, frames: [], errors: {}, capped: false });
    } catch (error) {
      turns.say(`  ${labelOf(contestant)} sits out: ${(error as Error).message}`);
    }
  }
  const { passes, morePasses } = turns;
  const started = processorTime();
  const isWorthMore = (done: number) =>
    morePasses !== undefined && done < morePasses.most && processorTime() - started < 1000 * morePasses.seconds;
  for (let pass = 0; pass < passes || isWorthMore(pass); pass++) await runPass(scene, runners, pass, turns);
  return runners;
}

async function runPass(scene: SceneData, all: Runner[], pass: number, turns: Turns): Promise<void> {
  const isFirst = pass === 0;
  const lanes: { runner: Runner; simulation: Simulation; watch: Watch; spent: number }[] = [];
  for (const runner of all) {
    // Who is slow is measured once.
    if (runner.capped) continue;
    const simulation = await build(scene, runner.contestant);
    lanes.push({ runner, simulation, watch: new Watch(scene, simulation, turns.depths), spent: 0 });
  }
  globalThis.gc?.();
  for (let first = 0, turn = 0; first < turns.frames; first += turns.block, turn++)
    for (let k = 0; k < lanes.length; k++) {
      // Whoever comes first after the collection of garbage takes longer: another one in each pass.
      const lane = lanes[(k + turn + pass) % lanes.length];
      const { runner, simulation, watch } = lane;
      if (runner.capped) continue;
      for (let frame = first; frame < Math.min(turns.frames, first + turns.block); frame++) {
        const started = processorTime();
        simulation.step();
        const ms = processorTime() - started;
        lane.spent += ms;
        runner.frames[frame] = Math.min(runner.frames[frame] ?? Number.POSITIVE_INFINITY, ms);
        if (isFirst && frame % turns.framesPerSample === turns.framesPerSample - 1) watch.sample();
      }
      if (lane.spent > turns.capSeconds * 1000) runner.capped = true;
    }
  for (const { runner, simulation, watch } of lanes) {
    if (isFirst) runner.errors = errorsOf(watch, scene, turns);
    simulation.dispose();
  }
}

function errorsOf(watch: Watch, scene: SceneData, { depths }: Turns): Record<string, number> {
  const all = watch.result();
  const hasJoints = scene.balls.length + (scene.hinges?.length ?? 0) > 0;
  const names = [
    ...(hasContacts(scene) ? [...(depths ? ['deepest mm', '99 % mm'] : []), 'lost'] : []),
    ...(hasJoints ? ['gap rms mm', 'gap max mm'] : []),
    ...Object.keys(watch.measured),
  ];
  return Object.fromEntries(names.map((name) => [name, all[name]]));
}

export const meanFrame = ({ frames }: Runner): number => mean(frames);
/** The frame that one in a hundred exceeds. */
export const slowFrame = ({ frames }: Runner): number => quantile(frames, 0.99);
