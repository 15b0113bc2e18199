// Jobs that come one by one from outside, as an iterable, and their outcomes on the way back.
import type { Job, JobOutcome } from '../job.ts';

interface Waiting {
  about: unknown;
  resolve(outcome: JobOutcome): void;
  reject(error: unknown): void;
}

export class Feed {
  private readonly coming: Job[] = [];
  /** By the place in which a job came. */
  private readonly waiting = new Map<number, Waiting>();
  private count = 0;
  private wake: (() => void) | null = null;
  private isEnded = false;
  private failure: unknown;
  private hasFailed = false;

  /** The outcome of a job, once it has been taken and run; `about` is whatever belongs to it. */
  run(job: Job, about: unknown): Promise<JobOutcome> {
    if (this.hasFailed) return Promise.reject(this.failure);
    return new Promise((resolve, reject) => {
      this.waiting.set(this.count++, { about, resolve, reject });
      this.coming.push(job);
      this.wake?.();
    });
  }

  about(index: number): unknown {
    return this.waiting.get(index)?.about;
  }

  async *jobs(): AsyncGenerator<Job, void> {
    for (;;) {
      for (let job = this.coming.shift(); job; job = this.coming.shift()) yield job;
      if (this.isEnded) return;
      await new Promise<void>((resolve) => {
        this.wake = resolve;
      });
    }
  }

  settle(outcome: JobOutcome): void {
    this.waiting.get(outcome.index)?.resolve(outcome);
    this.waiting.delete(outcome.index);
  }

  /** There will be no more jobs. */
  end(): void {
    this.isEnded = true;
    this.wake?.();
  }

  /** All jobs without outcome, and all that come, fail. */
  fail(error: unknown): void {
    this.hasFailed = true;
    this.failure = error;
    for (const { reject } of this.waiting.values()) reject(error);
    this.waiting.clear();
    this.end();
  }
}
