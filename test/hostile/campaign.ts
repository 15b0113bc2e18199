/** A way to look for faults: any number of cases, each of which follows from its seed alone. */
export interface Campaign {
  readonly name: string;
  /** What it tries, in one sentence. */
  readonly description: string;
  /** Cases that `npm test` runs, from seed 1 on. */
  readonly cases: number;
  /** Runs the case of a seed; throws what it found. */
  run(seed: number): void | Promise<void>;
}
