// What the suite sums up: a line for each demand.
import type { LaneTimes } from '../interleave.ts';
import { format, type Table } from '../report.ts';
import type { Demand } from './demands.ts';
import type { Entrant } from './entrants.ts';

/** How an entrant did. */
export interface Result {
  label: string;
  kind: Entrant['kind'];
  error: number;
  /** If it reached the error. */
  times?: LaneTimes;
}

export interface Verdict {
  demand: string;
  bar: string;
  direct: string;
  sweeps: string;
  peer: string;
  met: boolean;
}

/** Met where the time is, or where it is as small a part of the others' times as it was to be on the machine that the bar was set on. */
export function verdictOf({ name, what, unit, greatestError, greatestMs, others }: Demand, results: Result[]): Verdict {
  const best = (kind: Entrant['kind']) => fastest(results.filter((result) => result.kind === kind));
  const [direct, sweeps, peer] = [best('direct'), best('sweeps'), best('peer')];
  const text = (result: Result | undefined) => (result ? `${format(result.times!.low)} ms (${result.label})` : 'not reached');
  const within = (other: Result | undefined, ms: number) => direct && other && direct.times!.low / other.times!.low <= greatestMs / ms;
  return {
    demand: `${name}: ${what} ${format(greatestError)} ${unit}`,
    bar: `${format(greatestMs)} ms${others ? ` (of ${format(others.sweeps)} and ${format(others.peer)})` : ''}`,
    direct: text(direct),
    sweeps: text(sweeps),
    peer: text(peer),
    met:
      direct !== undefined &&
      (direct.times!.low <= greatestMs || Boolean(others && within(sweeps, others.sweeps) && within(peer, others.peer))),
  };
}

function fastest(results: Result[]): Result | undefined {
  return results.filter(({ times }) => times).sort((a, b) => a.times!.low - b.times!.low)[0];
}

export function verdictTable(verdicts: Verdict[], solvesDirectly: boolean): Table {
  return {
    name: 'exact-joints',
    title: 'exact-joints: what the direct solver of joints has to show',
    notes: [
      'ms: of the fastest round, what a machine that others use disturbs least',
      'sweeps, direct: the better of single and double precision, by time; peer: the fastest of those that reach the error',
      'bar: of one machine, in parentheses what the sweeps and the best peer took there; elsewhere the same parts of their times will do',
      ...(solvesDirectly ? [] : ["'direct' gives the bits of 'sweeps': this build does not solve joints directly, and nothing is met"]),
    ],
    columns: ['demand', 'bar', 'direct', 'sweeps', 'best peer', 'met'],
    rows: verdicts.map(({ demand, bar, direct, sweeps, peer, met }) => [
      demand,
      bar,
      direct,
      sweeps,
      peer,
      met && solvesDirectly ? 'yes' : 'NO',
    ]),
  };
}
