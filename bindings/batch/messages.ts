// What a thread that runs jobs and its owner say to each other.
import type { CheckedJob, JobOutcome } from './job.ts';

/** Jobs that a thread runs one after the other. */
export interface Group {
  jobs: CheckedJob[];
  /** Their places among those that were given. */
  indices: number[];
  /** ms between snapshots of a job that is running; 0 for none. */
  snapshotEvery: number;
}

export type ToThread = { type: 'run'; group: Group } | { type: 'stop'; keep: boolean };

/** `place` is that in the group. */
export type FromThread =
  | { type: 'started' }
  | { type: 'step'; place: number; step: number; steps: number }
  | { type: 'snapshot'; place: number; step: number; snapshot: Uint8Array }
  | { type: 'outcome'; place: number; outcome: JobOutcome }
  | { type: 'end' };
