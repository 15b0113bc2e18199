// The jobs of a sweep: every point of a parameter space with every seed.
import { integer } from '../core/arguments.ts';
import { JOB_SETTING_NAMES, type Job } from './job.ts';
import type { Point } from './spaces.ts';

export interface SweepOptions extends Omit<Job, 'from' | 'seed'> {
  /** Points as `grid`, `random` or `halton` give them; the one without anything unless given. Options of the world are settings, all else parameters of the scene. */
  points?: Iterable<Point>;
  /** How many seeds each point is run with, counted from `firstSeed`; none unless given. */
  seeds?: number;
  /** 0 unless given. */
  firstSeed?: number;
}

/** Jobs as `runBatch` takes them, one by one. */
export function* sweep({ firstSeed = 0, points = [{}], seeds, ...job }: SweepOptions): Generator<Job, void> {
  if (seeds !== undefined) integer(seeds, 'seeds', 1, 0x10000000000);
  integer(firstSeed, 'firstSeed', 0, 0x10000000000);
  for (const point of points) {
    const { parameters, settings } = assign(point);
    const common = { ...job, parameters: { ...job.parameters, ...parameters }, settings: { ...job.settings, ...settings } };
    if (seeds === undefined) yield common;
    else for (let k = 0; k < seeds; k++) yield { ...common, seed: firstSeed + k };
  }
}

function assign(point: Point): Pick<Job, 'parameters' | 'settings'> {
  const isSetting = ([name]: [string, unknown]) => (JOB_SETTING_NAMES as readonly string[]).includes(name);
  const entries = Object.entries(point);
  return {
    settings: Object.fromEntries(entries.filter(isSetting)),
    parameters: Object.fromEntries(entries.filter((entry) => !isSetting(entry))),
  };
}
