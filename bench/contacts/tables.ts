// What the benchmarks of contacts report: times beside errors, errors against times, and the stages of our own steps.
import { isOurs } from '../contestants.ts';
import { type Contestant, labelOf, type SceneData } from '../model.ts';
import type { Cell, Table } from '../report.ts';
import { median } from '../statistics.ts';

export interface Outcome {
  contestant: Contestant;
  /** Mean of the frames before measuring started, ms. */
  settling: number;
  /** Mean frame of each round, ms; none if it was too slow to take part. */
  times: number[];
  frames: number;
  errors: Record<string, number>;
  /** Milliseconds of our stages. */
  profile?: Record<string, number>;
}

const BROAD_PHASE = 'broadphase';

/** The peer with the least median time, if any took part. */
export function fastestPeer(outcomes: Outcome[]): Outcome | undefined {
  const peers = outcomes.filter(({ contestant, times }) => times.length && !isOurs(contestant));
  return peers.sort((a, b) => median(a.times) - median(b.times))[0];
}

/** Median of the quotients of the rounds that both took part in. */
export function timeRatio(one: Outcome, other: Outcome | undefined): number | null {
  if (!other) return null;
  const shared = Math.min(one.times.length, other.times.length);
  return shared ? median(one.times.slice(0, shared).map((ms, round) => ms / other.times[round])) : null;
}

const errorNames = (outcomes: Outcome[]): string[] => [...new Set(outcomes.flatMap(({ errors }) => Object.keys(errors)))];

export function timeTable(scene: SceneData, outcomes: Outcome[]): Table {
  const peer = fastestPeer(outcomes);
  const names = errorNames(outcomes);
  const rounds = Math.max(...outcomes.map(({ times }) => times.length));
  return {
    name: `contacts-${scene.name}`,
    title: `contacts-${scene.name}: ${scene.description}`,
    notes: [
      `ms: a frame, median of the means of ${rounds} rounds, after ${scene.warmup} frames; settling: mean of those frames, one engine after the other`,
      `ratio: to the fastest peer${peer ? `, ${labelOf(peer.contestant)}` : ''}`,
      'deepest, 99 %: penetration of the shapes as they were given, of all pairs that overlap; lost: bodies below the floor',
    ],
    columns: ['engine', 'ms', 'fastest', 'slowest', 'ratio', ...names, 'settling ms', 'frames'],
    rows: outcomes.map((outcome) => {
      const { contestant, times, errors, settling, frames } = outcome;
      const spread: Cell[] = times.length ? [median(times), Math.min(...times), Math.max(...times)] : [null, null, null];
      return [labelOf(contestant), ...spread, timeRatio(outcome, peer), ...names.map((name) => errors[name] ?? null), settling, frames];
    }),
  };
}

/** Our substeps, or another formulation with its iterations. */
function settingOf({ contestant: { quality } }: Pick<Outcome, 'contestant'>): string {
  const { iterations, solver, substeps } = quality;
  return solver ? `${solver}, ${iterations} iterations` : (substeps?.toString() ?? 'default');
}

/** Our substeps: what they cost, and what they leave, over the fastest peer's. */
export function errorAgainstTime(scene: SceneData, outcomes: Outcome[]): Table {
  const peer = fastestPeer(outcomes);
  const names = errorNames(outcomes).filter((name) => name !== 'lost');
  const ours = outcomes.filter(({ contestant, times }) => times.length && isOurs(contestant));
  const over = (value: number | undefined, base: number | undefined): Cell =>
    value === undefined || base === undefined || base === 0 ? null : value / base;
  return {
    name: `contacts-${scene.name}-error-against-time`,
    title: `contacts-${scene.name}: our error against time${peer ? `, both over those of ${labelOf(peer.contestant)}` : ''}`,
    notes: ['below 1: faster, or less of an error; lost: bodies below the floor, of which no depth is measured'],
    columns: ['substeps', 'ms', 'time', ...names.map((name) => name.replace(/ mm$/, '')), 'lost'],
    rows: [...ours]
      .sort((a, b) => median(a.times) - median(b.times))
      .map((outcome) => [
        settingOf(outcome),
        median(outcome.times),
        timeRatio(outcome, peer),
        ...names.map((name) => over(outcome.errors[name], peer?.errors[name])),
        outcome.errors.lost ?? null,
      ]),
  };
}

/** Where the time of our own steps goes. */
export function profileTable(scene: SceneData, outcomes: Outcome[]): Table {
  const profiled = outcomes.filter(({ profile }) => profile);
  const stages = [...new Set(profiled.flatMap(({ profile }) => Object.keys(profile!)))];
  return {
    name: `contacts-${scene.name}-profile`,
    title: `contacts-${scene.name}: milliseconds of our stages`,
    notes: [],
    columns: ['substeps', ...stages, 'sum', 'broad phase %'],
    rows: profiled.map(({ contestant, profile }) => {
      const times = stages.map((stage) => profile![stage] ?? 0);
      const sum = times.reduce((total, ms) => total + ms, 0);
      const share = (100 * (profile![BROAD_PHASE] ?? 0)) / sum;
      return [settingOf({ contestant }), ...times, sum, share];
    }),
  };
}
