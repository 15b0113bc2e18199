// Jobs as they are given, one by one and only when there is somebody to run them.
import { HolonomicError } from '../core/errors.ts';
import { breathe } from './breathe.ts';
import { type CheckedJob, checkJob, errorOf, type Job, type JobFailure, type JobLimits } from './job.ts';

/** A job on its way: how often it has been run, and whether it is to be alone. */
export interface Ticket {
  job: CheckedJob;
  index: number;
  attempts: number;
  alone: boolean;
}

export class Intake {
  /** Jobs that were taken up. */
  started = 0;
  isComplete = false;
  private readonly again: Ticket[] = [];
  private readonly source: Iterator<Job> | AsyncIterator<Job>;
  private turn: Promise<unknown> = Promise.resolve();
  /** What the source has been asked for and has not given yet. */
  private coming: Promise<IteratorResult<Job, unknown>> | null = null;
  private tellStopped: () => void = () => {};
  private readonly stopped: Promise<null>;

  constructor(
    jobs: Iterable<Job> | AsyncIterable<Job>,
    private readonly limits: JobLimits & { memory: number },
    private readonly refuse: (failure: JobFailure) => void,
  ) {
    this.source = iteratorOf(jobs);
    this.stopped = new Promise((resolve) => {
      this.tellStopped = () => resolve(null);
    });
  }

  /** To be run again, alone: it may be what its thread has died of. */
  giveBack(ticket: Ticket): void {
    this.again.push(ticket);
  }

  /** The next jobs, at most `count`, and no more than the source has at hand; none when there are no more. Whoever asks waits for those who asked before. */
  take(count: number): Promise<Ticket[]> {
    const result = this.turn.then(() => this.takeNow(count));
    this.turn = result.catch(() => {});
    return result;
  }

  /** Closes the source: no more are needed. */
  async stop(): Promise<void> {
    if (this.isComplete) return;
    this.isComplete = true;
    this.tellStopped();
    await this.source.return?.();
  }

  private async takeNow(count: number): Promise<Ticket[]> {
    const first = this.again.shift();
    if (first) return [first];
    const tickets: Ticket[] = [];
    while (tickets.length < count && !this.isComplete) {
      const next = await this.next(tickets.length === 0);
      if (!next) break;
      const ticket = this.check(next.job);
      if (ticket) tickets.push(ticket);
      else break; // its failure is reported before more are started
    }
    return tickets.length === 0 && !this.isComplete ? this.takeNow(count) : tickets;
  }

  /** The next job of the source; null when there are no more, or, unless it is worth waiting for, none yet. */
  private async next(wait: boolean): Promise<{ job: Job } | null> {
    this.coming ??= Promise.resolve(this.source.next());
    const found = await Promise.race([this.coming, this.stopped, ...(wait ? [] : [breathe()])]);
    if (!found) return null;
    this.coming = null;
    if (!found.done) return { job: found.value };
    this.isComplete = true;
    return null;
  }

  /** Null for a job that cannot be run, which is reported. */
  private check(given: Job): Ticket | null {
    const index = this.started++;
    try {
      const job = checkJob(given);
      const memory = job.limits.memory ?? this.limits.memory;
      if (memory > this.limits.memory)
        throw new HolonomicError(
          'invalid-argument',
          `The job asks for ${memory} bytes of memory, but the batch allows ${this.limits.memory}; raise its limits.memory.`,
        );
      return { job: { ...job, limits: { ...this.limits, ...job.limits } }, index, attempts: 0, alone: false };
    } catch (error) {
      const scene = typeof given?.scene === 'string' ? given.scene : '';
      const unknown = { key: '', index, scene, parameters: {}, settings: {} };
      this.refuse({ ...unknown, status: 'failed', error: errorOf(error, 'invalid-argument'), ms: 0, attempts: 0 });
      return null;
    }
  }
}

function iteratorOf(jobs: Iterable<Job> | AsyncIterable<Job>): Iterator<Job> | AsyncIterator<Job> {
  const given = jobs as Partial<Iterable<Job> & AsyncIterable<Job>> | null | undefined;
  if (typeof given?.[Symbol.asyncIterator] === 'function') return given[Symbol.asyncIterator]!();
  if (typeof given?.[Symbol.iterator] === 'function') return given[Symbol.iterator]!();
  throw new HolonomicError('invalid-argument', 'runBatch needs an array, an iterable or an async iterable of jobs.');
}
