// Times several things side by side: in every round each of them gets a few frames, so that a machine that slows down for a
// while slows all of them. What is compared is compared within a round.
import { mean, median } from './statistics.ts';

export interface Lane {
  label: string;
  /** One frame; what is timed. */
  step(): void;
  /** After each round, outside the clock. */
  afterRound?(): void;
}

export interface LaneTimes {
  label: string;
  /** Time of a frame in each round, in milliseconds: its median frame, unless the schedule says otherwise. */
  rounds: number[];
  /** Mean of the rounds: a phase of the scene that costs more counts, a disturbed frame does not. */
  ms: number;
  /** Fastest and slowest round: how quiet the machine was. */
  low: number;
  high: number;
  /** This lane's time over the first lane's, both over the rounds that they share. */
  ratio: number;
  /** Frames that were timed. */
  frames: number;
}

export interface Schedule {
  rounds: number;
  framesPerRound: number;
  /** A lane that has used this many seconds sits the remaining rounds out. */
  capSeconds: number;
  /** The time of a round from those of its frames: the median, unless given. */
  average?(times: number[]): number;
}

/** Runs untimed frames until the compilers of V8 have settled: at least this many milliseconds or frames. */
export function warmUp(step: () => void, { milliseconds = 400, frames = 200 } = {}): void {
  const started = performance.now();
  for (let i = 0; i < frames && performance.now() - started < milliseconds; i++) step();
}

function timeFrames(step: () => void, frames: number): number[] {
  const times: number[] = [];
  for (let i = 0; i < frames; i++) {
    const started = performance.now();
    step();
    times.push(performance.now() - started);
  }
  return times;
}

export function interleave(lanes: Lane[], { rounds, framesPerRound, capSeconds, average = median }: Schedule): LaneTimes[] {
  const averages = lanes.map(() => [] as number[]);
  const spent = lanes.map(() => 0);
  for (let round = 0; round < rounds; round++) {
    globalThis.gc?.();
    for (let turn = 0; turn < lanes.length; turn++) {
      const lane = (turn + round) % lanes.length; // nobody always runs after the same neighbour's cache
      if (spent[lane] > capSeconds * 1000) continue;
      const times = timeFrames(lanes[lane].step, framesPerRound);
      spent[lane] += times.reduce((sum, time) => sum + time, 0);
      averages[lane].push(average(times));
      lanes[lane].afterRound?.();
    }
  }
  return lanes.map(({ label }, lane) => summarise(label, averages[lane], averages[0], framesPerRound));
}

function summarise(label: string, rounds: number[], base: number[], framesPerRound: number): LaneTimes {
  const shared = Math.min(rounds.length, base.length);
  return {
    label,
    rounds,
    ms: mean(rounds),
    low: Math.min(...rounds),
    high: Math.max(...rounds),
    ratio: mean(rounds.slice(0, shared)) / mean(base.slice(0, shared)),
    frames: rounds.length * framesPerRound,
  };
}
