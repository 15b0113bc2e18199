// The side that has jobs and wants their results.
import { Queue, type Job as QueuedJob } from 'bullmq';
import { HolonomicError } from '../../core/errors.ts';
import { type CheckedJob, checkJob, identityOf, type Job, type JobOutcome } from '../job.ts';
import { type ConnectionOptions, connect, type Place, requireAnswer } from './connection.ts';
import { Results } from './results.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';

export interface QueueOptions extends ConnectionOptions {
  /** Folder in which the workers keep snapshots; by default they are in Redis. */
  snapshotFolder?: string;
}

/** The state of a queue. */
export interface QueueStatus {
  waiting: number;
  active: number;
  /** Number of jobs that no worker could finish; their outcome says so. */
  failed: number;
  results: number;
  /** Number of jobs with two different hashes, which should be 0. */
  mismatches: number;
  workers: number;
  running: { key: string; scene: string; step: number; steps: number }[];
}

/** What BullMQ carries: a job as it was checked. */
export type QueuedData = Omit<CheckedJob, 'from' | 'snapshot'> & { index: number; snapshot: boolean };

/** Jobs in one message to Redis. */
const CHUNK = 500;
/** Results in one answer. */
const PAGE = 500;
/** ms between looks for results, at least and at most. */
const POLL = [50, 500];
/** Times that BullMQ tries again to have a job done where a worker could not, such as without Redis. */
const ATTEMPTS = 10;

/** Connects to a queue. Throws `invalid-argument`, or `unsupported` if Redis does not answer. */
export async function openQueue(options: QueueOptions): Promise<BatchQueue> {
  const place = connect(options);
  try {
    await requireAnswer(place);
  } catch (error) {
    await place.close();
    throw error;
  }
  const snapshots = openSnapshots(place, { folder: options.snapshotFolder, limit: Number.MAX_SAFE_INTEGER });
  return new BatchQueue(place, snapshots);
}

/** A queue of jobs, which workers on any machine run. */
export class BatchQueue {
  readonly #queue: Queue<QueuedData>;
  readonly #results: Results;

  /** @internal */
  constructor(
    private readonly place: Place,
    private readonly snapshots: Snapshots,
  ) {
    this.#queue = new Queue<QueuedData>(place.name, place.queue);
    this.#queue.on('error', () => {}); // it connects again
    this.#results = new Results(place);
  }

  /**
   * Adds jobs to the queue, except those that have a result or are on it already, and returns the keys of all. Throws `invalid-argument`
   * for an invalid job, and for one with a `from` snapshot.
   */
  async add(jobs: Iterable<Job> | AsyncIterable<Job>): Promise<string[]> {
    const keys: string[] = [];
    let chunk: QueuedData[] = [];
    for await (const job of jobs) {
      const data = dataOf(job, keys.length);
      keys.push(data.key);
      chunk.push(data);
      if (chunk.length < CHUNK) continue;
      await this.addChunk(chunk);
      chunk = [];
    }
    await this.addChunk(chunk);
    return keys;
  }

  /** Yields outcomes as they arrive, each once: those of the given keys, or those of all jobs until none is left to be run. */
  async *outcomes({ keys, signal }: { keys?: Iterable<string>; signal?: AbortSignal } = {}): AsyncGenerator<JobOutcome, void> {
    const wanted = keys ? new Set(keys) : null;
    const seen = new Set<string>();
    let cursor = 0;
    let pause = POLL[0];
    for (;;) {
      signal?.throwIfAborted();
      const found = await this.#results.keys(cursor, PAGE);
      cursor += found.length;
      const news = found.filter((key) => !seen.has(key) && (!wanted || wanted.has(key)));
      for (const outcome of await this.#results.get(news)) {
        if (!outcome) continue;
        seen.add(outcome.key);
        yield outcome;
      }
      if (wanted && seen.size >= wanted.size) return;
      if (found.length > 0) {
        pause = POLL[0];
        continue;
      }
      if (await this.isIdle()) {
        await this.tellFailed();
        const isLast = (await this.#results.keys(cursor, 1)).length === 0;
        if (isLast && !wanted) return;
        // Redis may have been taken back to an earlier state.
        if (isLast) cursor = 0;
      }
      pause = Math.min(POLL[1], 1.5 * pause);
      await new Promise((resolve) => setTimeout(resolve, pause));
    }
  }

  /**
   * Adds jobs and yields their outcomes as they arrive; `index` is the position among these jobs. Jobs that Redis has lost meanwhile are
   * added again.
   */
  async *run(jobs: Iterable<Job> | AsyncIterable<Job>, { signal }: { signal?: AbortSignal } = {}): AsyncGenerator<JobOutcome, void> {
    const known = new Map<string, QueuedData>();
    const noting = async function* (): AsyncGenerator<Job> {
      for await (const job of jobs) {
        signal?.throwIfAborted();
        const data = dataOf(job, known.size);
        if (!known.has(data.key)) known.set(data.key, data);
        yield job;
      }
    };
    const guard = setInterval(() => void this.addLost(known).catch(() => {}), 10_000);
    try {
      const keys = await this.add(noting());
      for await (const outcome of this.outcomes({ keys, ...(signal && { signal }) })) {
        const { index } = known.get(outcome.key)!;
        known.delete(outcome.key);
        yield { ...outcome, index };
      }
    } finally {
      clearInterval(guard);
    }
  }

  async status(): Promise<QueueStatus> {
    const counts = await this.#queue.getJobCounts('waiting', 'active', 'delayed', 'failed');
    const active = (await this.#queue.getActive(0, 100)) as QueuedJob<QueuedData>[];
    return {
      waiting: counts['waiting'] + counts['delayed'],
      active: counts['active'],
      failed: counts['failed'],
      results: await this.#results.count(),
      mismatches: await this.#results.mismatchCount(),
      workers: await this.#queue.getWorkersCount(),
      running: active.filter(Boolean).map(({ data: { key, scene }, progress }) => {
        const { step = 0, steps = 0 } = (typeof progress === 'object' ? progress : {}) as { step?: number; steps?: number };
        return { key, scene, step, steps };
      }),
    };
  }

  /** The snapshot of a job that asked for one, or is running; null if there is none. */
  async snapshot(key: string): Promise<Uint8Array | null> {
    return this.snapshots.load(key);
  }

  /** Removes all jobs and results. */
  async clear(): Promise<void> {
    await this.#queue.obliterate({ force: true });
    await this.#results.clear();
  }

  async close(): Promise<void> {
    await this.#queue.close();
    await this.place.close();
  }

  private async addChunk(chunk: readonly QueuedData[]): Promise<void> {
    const missing = await this.#results.without(chunk.map(({ key }) => key));
    const added = chunk.filter(({ key }) => missing.has(key));
    if (added.length === 0) return;
    await this.#queue.addBulk(
      added.map((data) => ({
        name: data.scene,
        data,
        opts: { jobId: idOf(data.key), removeOnComplete: true, attempts: ATTEMPTS, backoff: { type: 'fixed', delay: 1000 } },
      })),
    );
  }

  private async addLost(known: ReadonlyMap<string, QueuedData>): Promise<void> {
    if (!(await this.isIdle())) return;
    const data = [...known.values()];
    for (let k = 0; k < data.length; k += CHUNK) await this.addChunk(data.slice(k, k + CHUNK));
  }

  private async isIdle(): Promise<boolean> {
    const counts = await this.#queue.getJobCounts('waiting', 'active', 'delayed', 'prioritized');
    return Object.values(counts).every((count) => count === 0);
  }

  /** Gives jobs that BullMQ has given up an outcome that says so. */
  private async tellFailed(): Promise<void> {
    for (const job of (await this.#queue.getFailed(0, PAGE)) as QueuedJob<QueuedData>[]) {
      if (!job) continue;
      const error = { code: 'worker-died', message: `No worker has finished the job: ${job.failedReason}` } as const;
      const identity = identityOf({ ...job.data, from: undefined }, job.data.index);
      await this.#results.store({ ...identity, status: 'failed', error, ms: 0, attempts: job.attemptsStarted });
      await job.remove();
    }
  }
}

/** BullMQ takes no numbers. */
export const idOf = (key: string): string => `job-${key}`;

function dataOf(given: Job, index: number): QueuedData {
  const { from, ...job } = checkJob(given);
  if (from)
    throw new HolonomicError('invalid-argument', 'A job on a queue cannot have a from snapshot; workers resume from their own snapshots.');
  return { ...job, index };
}
