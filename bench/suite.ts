// What a suite of benchmarks is to the command line.
import type { Table } from './report.ts';

export interface SuiteOptions {
  rounds: number;
  /** Part of an engine's name; empty for all of them. */
  engine: string;
  /** Seconds that one contestant may use in one scene. */
  capSeconds: number;
  /** Frames of a turn, in suites that let it be chosen. */
  frames?: number;
  /** Part of the name of a part, in suites that have some; all of them unless given. */
  part?: string;
  /** Progress, to stderr. */
  say(line: string): void;
}

export interface Suite {
  name: string;
  /** One sentence: what is measured. */
  description: string;
  run(options: SuiteOptions): Promise<Table | Table[]>;
}

/** The suite of that name, or those whose names start with it as a word, or else all whose names contain it. */
export function chooseSuites(suites: Suite[], filter: string): Suite[] {
  const family = suites.filter(({ name }) => name === filter || name.startsWith(`${filter}-`));
  return family.length ? family : suites.filter(({ name }) => name.includes(filter));
}
