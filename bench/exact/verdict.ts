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

export function verdictOf({ name, what, unit, greatestError, greatestMs }: Demand, results: Result[]): Verdict {
  const best = (kind: Entrant['kind']) => fastest(results.filter((result) => result.kind === kind));
  const text = (result: Result | undefined) => (result ? `${format(result.times!.low)} ms (${result.label})` : 'not reached');
  const [direct, sweeps, peer] = [best('direct'), best('sweeps'), best('peer')];
  return {
    demand: `${name}: ${what} ${format(greatestError)} ${unit}`,
    bar: `${format(greatestMs)} ms`,
    direct: text(direct),
    sweeps: text(sweeps),
    peer: text(peer),
    met: direct !== undefined && direct.times!.low <= greatestMs,
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
      'The bars in milliseconds are those of one machine; elsewhere compare the columns.',
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
