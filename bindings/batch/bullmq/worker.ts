// The side that runs jobs: a process with threads, of which there may be any number on any machine.
import { type Job as QueuedJob, WaitingError, Worker } from 'bullmq';
import { boolean, describe, finite, integer, options } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';
import { type BatchOptions, coresHere, readBatchOptions } from '../batch-options.ts';
import { identityOf, type Job, type JobLimits, type JobOutcome } from '../job.ts';
import { runBatch } from '../run-batch.ts';
import { isModule } from '../scene-source.ts';
import { type ConnectionOptions, connect, type Place, requireAnswer } from './connection.ts';
import { Feed } from './feed.ts';
import type { QueuedData } from './queue.ts';
import { Results } from './results.ts';
import { openSnapshots, type Snapshots } from './snapshots.ts';

export interface WorkerOptions extends ConnectionOptions {
  /** Number of threads; by default as many as the machine can run at once. */
  workers?: number;
  /** Limits of jobs, like `limits` of `runBatch`. */
  limits?: JobLimits;
  /** Allowed beginnings of the addresses of scene modules, since a job runs the code of its scene here. None by default. */
  modules?: readonly string[];
  /** Time between snapshots of a running job, s; 10 by default. */
  snapshotEvery?: number;
  /** A folder for snapshots that all workers share; by default they are in Redis. */
  snapshotFolder?: string;
  /** Maximum size of a compressed snapshot, bytes; 16 MiB by default. Jobs with larger ones start over. */
  snapshotLimit?: number;
  /** Maximum number of jobs per number of seconds, over all workers of the queue. */
  rate?: { jobs: number; seconds: number };
  /** Time without a sign of life after which other workers take over the jobs of this one, s; 30 by default. */
  patience?: number;
  /** How often a job may be running on a worker that dies before it fails; 20 by default. */
  deaths?: number;
  onOutcome?: (outcome: JobOutcome) => void;
}

const NAMES: readonly (keyof WorkerOptions)[] = [
  ...(['redis', 'name', 'workers', 'limits', 'modules', 'snapshotEvery', 'snapshotFolder'] as const),
  ...(['snapshotLimit', 'rate', 'patience', 'deaths', 'onOutcome'] as const),
];
/** Jobs that a thread has before it: short ones are run in groups. */
const AHEAD = 8;
const SNAPSHOT_LIMIT = 0x1000000;
/** ms between notes of how far a job is. */
const NOTE_EVERY = 1000;

/** Starts to run jobs of a queue. Throws `invalid-argument`, or `unsupported` if Redis does not answer or Piscina is not installed. */
export async function startWorker(given: WorkerOptions): Promise<BatchWorker> {
  const o = options<WorkerOptions>(given, 'The options of startWorker', NAMES);
  const { deaths = 20, modules = [], patience = 30, rate, snapshotEvery = 10, snapshotLimit = SNAPSHOT_LIMIT } = o;
  const { workers, limits } = readBatchOptions(
    { ...(o.workers !== undefined && { workers: o.workers }), ...(o.limits !== undefined && { limits: o.limits }), snapshotEvery },
    await coresHere(),
  );
  if (!(finite(patience, 'patience') >= 0.2)) throw bad(`patience must be at least 0.2 s, but is ${patience}.`);
  if (rate !== undefined && !(rate.jobs >= 1 && rate.seconds > 0))
    throw bad(`rate must be like { jobs: 10, seconds: 1 }, but is ${describe(rate)}.`);
  integer(deaths, 'deaths', 0, 1e6);
  integer(snapshotLimit, 'snapshotLimit', 0, 0x20000000);
  if (!Array.isArray(modules) || !modules.every((each) => typeof each === 'string'))
    throw bad(`modules must be a list of beginnings of URLs, but is ${describe(modules)}.`);
  const place = connect(o);
  try {
    await requireAnswer(place);
  } catch (error) {
    await place.close();
    throw error;
  }
  const snapshots = openSnapshots(place, { folder: o.snapshotFolder, limit: snapshotLimit });
  return new BatchWorker(place, snapshots, { deaths, limits, modules, onOutcome: o.onOutcome, patience, rate, snapshotEvery, workers });
}

interface Settings {
  deaths: number;
  limits: JobLimits;
  modules: readonly string[];
  onOutcome: WorkerOptions['onOutcome'];
  patience: number;
  rate: WorkerOptions['rate'];
  snapshotEvery: number;
  workers: number;
}

/** A process that runs jobs of a queue until it is closed. */
export class BatchWorker {
  /** Resolves when the worker has been closed; rejects when it cannot continue. */
  readonly done: Promise<void>;
  readonly #worker: Worker<QueuedData>;
  readonly #results: Results;
  readonly #feed = new Feed();
  readonly #end = new AbortController();
  /** When it was noted how far a job is. */
  readonly #noted = new Map<string, number>();
  #closing: Promise<void> | null = null;

  /** @internal */
  constructor(
    private readonly place: Place,
    private readonly snapshots: Snapshots,
    private readonly settings: Settings,
  ) {
    this.#results = new Results(place);
    const { deaths, patience, rate, workers } = settings;
    this.#worker = new Worker<QueuedData>(place.name, (job, token) => this.process(job, token), {
      ...place.queue,
      concurrency: AHEAD * workers,
      lockDuration: 1000 * patience,
      stalledInterval: 1000 * patience,
      maxStalledCount: deaths,
      ...(rate && { limiter: { max: rate.jobs, duration: 1000 * rate.seconds } }),
    });
    this.#worker.on('error', () => {}); // it connects again
    this.done = this.runAll();
    this.done.catch(() => {});
  }

  /**
   * Stops taking jobs, and returns running jobs with a snapshot, so that other workers continue them; with `finish`, it first finishes
   * them.
   */
  close({ finish = false }: { finish?: boolean } = {}): Promise<void> {
    boolean(finish, 'finish');
    this.#closing ??= this.closeNow(finish);
    return this.#closing;
  }

  private async closeNow(finish: boolean): Promise<void> {
    if (!finish) this.#end.abort(new HolonomicError('cancelled', 'The worker is being closed.'));
    await this.#worker.close();
    this.#feed.end();
    await this.done.catch(() => {});
    await this.place.close();
  }

  private async runAll(): Promise<void> {
    const { limits, snapshotEvery, workers } = this.settings;
    const batch: BatchOptions = {
      workers,
      limits,
      snapshotEvery,
      keep: true,
      signal: this.#end.signal,
      onSnapshot: (snapshot, { key }) => void this.snapshots.save(key, snapshot).catch(() => {}),
      onProgress: ({ running }) => {
        for (const { index, step, steps } of running) this.note(index, step, steps);
      },
    };
    try {
      for await (const outcome of runBatch(this.#feed.jobs(), batch)) this.#feed.settle(outcome);
    } catch (error) {
      if (!this.#end.signal.aborted) {
        this.#feed.fail(error);
        await this.#worker.close(true);
        throw error;
      }
    }
    this.#feed.fail(new WaitingError()); // those that had not begun
  }

  /** What BullMQ calls for each job. */
  private async process(job: QueuedJob<QueuedData>, token: string | undefined): Promise<string> {
    const { data } = job;
    if (await this.#results.has(data.key)) return 'known';
    const refused = this.refusal(data);
    if (refused) return this.deliver(refused);
    // Somebody has had it before.
    const from = job.attemptsStarted > 1 ? await this.snapshots.load(data.key) : null;
    const { index: _, key: __, seed, steps, every, ...rest } = data;
    const run: Job = {
      ...rest,
      ...(seed !== undefined && seed !== null && { seed }),
      ...(steps !== undefined && steps !== null && { steps }),
      ...(every > 0 && { every }),
      ...(from && { from }),
    };
    const outcome = await this.#feed.run(run, job).catch((error: unknown) => this.giveBack(job, token, error));
    if (outcome.status === 'failed' && outcome.error.code === 'cancelled') {
      if (outcome.snapshot) await this.snapshots.save(data.key, outcome.snapshot);
      return this.giveBack(job, token, new WaitingError());
    }
    // A snapshot that cannot be gone on from must not keep a job from ever being done.
    if (from && outcome.status === 'failed' && outcome.error.code === 'bad-snapshot') {
      await this.snapshots.remove(data.key);
      throw new Error(outcome.error.message);
    }
    return this.deliver({ ...outcome, index: data.index, attempts: Math.max(outcome.attempts, job.attemptsStarted) });
  }

  private async deliver(outcome: JobOutcome): Promise<string> {
    const { key, snapshot } = outcome;
    if (snapshot) await this.snapshots.save(key, snapshot);
    await this.#results.store(outcome);
    if (!snapshot) await this.snapshots.remove(key);
    this.settings.onOutcome?.(outcome);
    return outcome.status === 'done' ? outcome.hash : outcome.error.code;
  }

  private async giveBack(job: QueuedJob<QueuedData>, token: string | undefined, error: unknown): Promise<never> {
    if (error instanceof WaitingError) await job.moveToWait(token);
    throw error;
  }

  /** Jobs of modules that this worker does not run. */
  private refusal(data: QueuedData): JobOutcome | null {
    if (!isModule(data.scene) || this.settings.modules.some((start) => data.scene.startsWith(start))) return null;
    const message = `This worker runs no modules at ${data.scene}; allow the beginning of their addresses with the option 'modules'.`;
    return {
      ...identityOf({ ...data, from: undefined }, data.index),
      status: 'failed',
      error: { code: 'bad-scene', message },
      ms: 0,
      attempts: 1,
    };
  }

  private note(index: number, step: number, steps: number): void {
    const job = this.#feed.about(index) as QueuedJob<QueuedData> | undefined;
    if (!job?.id) return;
    const now = performance.now();
    if (now - (this.#noted.get(job.id) ?? now - 0.5 * NOTE_EVERY) < NOTE_EVERY) {
      if (!this.#noted.has(job.id)) this.#noted.set(job.id, now);
      return;
    }
    if (this.#noted.size > 10_000) this.#noted.clear();
    this.#noted.set(job.id, now);
    void job.updateProgress({ step, steps }).catch(() => {});
  }
}

function bad(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
