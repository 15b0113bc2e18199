// What a suite of benchmarks is to the command line.
import type { Table } from './report.ts';

export interface SuiteOptions {
  rounds: number;
  /** Part of an engine's name; empty for all of them. */
  engine: string;
  /** Seconds that one contestant may use in one scene. */
  capSeconds: number;
  /** Progress, to stderr. */
  say(line: string): void;
}

export interface Suite {
  name: string;
  /** One sentence: what is measured. */
  description: string;
  run(options: SuiteOptions): Promise<Table>;
}
