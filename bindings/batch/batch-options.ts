// The options of runBatch.
import { describe, integer, options } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { checkLimits, type JobLimits } from './job.ts';

/** The progress of a batch. */
export interface BatchProgress {
  /** Number of finished jobs, and of failed jobs among them. */
  done: number;
  failed: number;
  /** Number of jobs started so far; all of them once `isComplete`. */
  started: number;
  isComplete: boolean;
  /** Running jobs that have reported their progress. */
  running: { index: number; step: number; steps: number }[];
}

export interface BatchOptions {
  /** Number of threads; by default as many as the machine can run at once. */
  workers?: number;
  /** Cancels the batch: running jobs stop at their next step, and the iteration throws the signal's reason after the finished outcomes. */
  signal?: AbortSignal;
  onProgress?: (progress: BatchProgress) => void;
  /** Limits of each job that has none of its own; by default no limit of time, and 1 GiB. Jobs may ask for less memory, not for more. */
  limits?: JobLimits;
  /** How often a job is run again after its thread has died; once by default. A job whose scene throws is not run again. */
  retries?: number;
  /** Receives a snapshot of each running job every `snapshotEvery` s, to resume from if this process ends. */
  onSnapshot?: (snapshot: Uint8Array, of: { index: number; key: string; step: number }) => void;
  /** Time between snapshots, s; 10 by default. */
  snapshotEvery?: number;
  /** Whether cancelled jobs have a snapshot in their outcome; these outcomes arrive before the iteration throws. */
  keep?: boolean;
  /** In browsers: creates a worker with the program `holonomic/dist/batch-worker.js`, if a bundler does not find it by itself. */
  worker?: () => Worker;
}

export interface CheckedOptions extends Required<Omit<BatchOptions, 'signal' | 'onProgress' | 'onSnapshot' | 'worker' | 'limits'>> {
  limits: JobLimits & { memory: number };
  signal: AbortSignal | undefined;
  onProgress: BatchOptions['onProgress'];
  onSnapshot: BatchOptions['onSnapshot'];
  worker: BatchOptions['worker'];
}

const NAMES: readonly (keyof BatchOptions)[] = [
  ...(['workers', 'signal', 'onProgress', 'limits', 'retries'] as const),
  ...(['onSnapshot', 'snapshotEvery', 'keep', 'worker'] as const),
];
const MOST_WORKERS = 1024;
const MOST_RETRIES = 1000;
const GIBIBYTE = 0x40000000;
const SNAPSHOT_EVERY = 10; // s

/** Threads that the machine can run at once. */
export async function coresHere(): Promise<number> {
  const { navigator, process } = globalThis as { navigator?: { hardwareConcurrency?: number }; process?: { versions?: { node?: string } } };
  if (process?.versions?.node) return (await import('node:os')).availableParallelism();
  return navigator?.hardwareConcurrency ?? 2;
}

/** `cores`: how many threads there are unless given. Throws `invalid-argument`. */
export function readBatchOptions(given: BatchOptions, cores: number): CheckedOptions {
  const o = options<BatchOptions>(given, 'The options of runBatch', NAMES);
  const call = <Name extends 'onProgress' | 'onSnapshot' | 'worker'>(name: Name): BatchOptions[Name] => {
    if (o[name] !== undefined && typeof o[name] !== 'function') throw bad(`${name} must be a function, but is ${describe(o[name])}.`);
    return o[name];
  };
  const { keep = false, signal, snapshotEvery = SNAPSHOT_EVERY } = o;
  if (signal !== undefined && typeof signal?.addEventListener !== 'function')
    throw bad(`signal must be an AbortSignal, but is ${describe(signal)}.`);
  if (!(snapshotEvery > 0)) throw bad(`snapshotEvery must be greater than 0 s, but is ${describe(snapshotEvery)}.`);
  if (typeof keep !== 'boolean') throw bad(`keep must be true or false, but is ${describe(keep)}.`);
  return {
    workers: o.workers === undefined ? Math.max(1, cores) : integer(o.workers, 'workers', 1, MOST_WORKERS),
    retries: o.retries === undefined ? 1 : integer(o.retries, 'retries', 0, MOST_RETRIES),
    limits: { memory: GIBIBYTE, ...checkLimits(o.limits) },
    keep,
    signal,
    snapshotEvery,
    onProgress: call('onProgress'),
    onSnapshot: call('onSnapshot'),
    worker: call('worker'),
  };
}

function bad(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
