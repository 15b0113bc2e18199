// One group under way: who of its jobs has had an outcome, and how long the next one may take.
import { type Crew, type Run, ThreadDeath } from './crew.ts';
import type { Ticket } from './intake.ts';
import type { JobOutcome } from './job.ts';
import type { FromThread } from './messages.ts';

export interface RunListener {
  onOutcome(outcome: JobOutcome, ticket: Ticket): void;
  onStep(): void;
  onSnapshot(snapshot: Uint8Array, step: number, ticket: Ticket): void;
}

/** ms after which a thread that was asked to stop is ended. */
const STOP_WITHIN = 2000;

export class WatchedRun {
  /** Place of the job that runs. */
  place = 0;
  step = 0;
  steps = 0;
  /** When the job that runs began, or has reported something, ms; infinite before the thread has begun. */
  since = Number.POSITIVE_INFINITY;
  heard = Number.POSITIVE_INFINITY;
  private stopBy = Number.POSITIVE_INFINITY;
  private readonly run: Run;

  constructor(
    crew: Crew,
    readonly tickets: readonly Ticket[],
    snapshotEvery: number,
    private readonly listener: RunListener,
  ) {
    const group = { jobs: tickets.map(({ job }) => job), indices: tickets.map(({ index }) => index), snapshotEvery };
    this.run = crew.run(group, (message) => this.hear(message));
  }

  get done(): Promise<void> {
    return this.run.done;
  }
  get current(): Ticket | undefined {
    return this.tickets[this.place];
  }

  stop(keep: boolean): void {
    this.stopBy = Math.min(this.stopBy, performance.now() + STOP_WITHIN);
    this.run.stop(keep);
  }

  kill(death: ThreadDeath): void {
    this.run.kill(death);
  }

  /** Whether the job that runs has taken longer than it may. */
  isLate(now: number): boolean {
    const { time } = this.current?.job.limits ?? {};
    return now > this.stopBy || (time !== undefined && now - this.since > 1000 * time);
  }

  endLate(now: number): void {
    const { time } = this.current?.job.limits ?? {};
    if (now > this.stopBy) this.kill(new ThreadDeath('cancelled', 'The job was cancelled, but did not stop by itself.'));
    else this.kill(new ThreadDeath('timeout', `The job has taken longer than its limit of ${time} s, and was ended.`));
  }

  private hear(message: FromThread): void {
    this.heard = performance.now();
    if (message.type === 'started') this.since = this.heard;
    else if (message.type === 'step') {
      this.step = message.step;
      this.steps = message.steps;
      this.listener.onStep();
    } else if (message.type === 'snapshot') this.listener.onSnapshot(message.snapshot, message.step, this.tickets[message.place]);
    else if (message.type === 'outcome') {
      this.place = message.place + 1;
      this.step = this.steps = 0;
      this.since = this.heard;
      this.listener.onOutcome(message.outcome, this.tickets[message.place]);
    }
  }
}
