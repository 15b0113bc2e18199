// A batch under way: lanes that take jobs in groups and have a thread each run them.
import type { CheckedOptions } from './batch-options.ts';
import { type Crew, ThreadDeath } from './crew.ts';
import { Intake, type Ticket } from './intake.ts';
import { identityOf, type Job, type JobOutcome } from './job.ts';
import { Outlet } from './outlet.ts';
import { WatchedRun } from './watched-run.ts';

/** ms that a group takes about: sending it costs a small part of that. */
const GROUP_TIME = 50;
const MOST_IN_GROUP = 64;
/** Part of the mean that the latest job counts. */
const LATEST = 0.2;
/** ms between looks at the clock. */
const WATCH_EVERY = 50;
/** Deaths of a thread that another one may not meet. */
const BY_CHANCE = ['worker-died', 'out-of-memory'];
/** Bytes that threads take besides what their jobs may. */
const SPARE = 256 * 1024 * 1024;

export class BatchRun {
  readonly outlet: Outlet<JobOutcome>;
  private readonly intake: Intake;
  private readonly runs = new Set<WatchedRun>();
  private done = 0;
  private failed = 0;
  /** ms that a job takes in the mean; none is known before the first. */
  private mean = Number.POSITIVE_INFINITY;
  private isCalledOff = false;
  private readonly memoryBefore: number;
  private readonly watch: ReturnType<typeof setInterval>;

  constructor(
    private readonly crew: Crew,
    jobs: Iterable<Job> | AsyncIterable<Job>,
    private readonly options: CheckedOptions,
  ) {
    this.outlet = new Outlet(Math.max(16, 4 * options.workers));
    this.intake = new Intake(jobs, options.limits, (failure) => this.emit(failure));
    this.memoryBefore = crew.memory?.() ?? 0;
    this.watch = setInterval(() => setTimeout(() => this.look(), 0), WATCH_EVERY); // after messages that have arrived have been heard
    const { signal } = options;
    const onAbort = () => this.callOff();
    signal?.addEventListener('abort', onAbort);
    const lanes = Array.from({ length: options.workers }, () => this.lane());
    void Promise.all(lanes)
      .then(
        () => (signal?.aborted ? this.outlet.fail(signal.reason) : this.outlet.close()),
        (error: unknown) => {
          this.callOff();
          this.outlet.fail(error);
        },
      )
      .finally(() => {
        clearInterval(this.watch);
        signal?.removeEventListener('abort', onAbort);
      });
    if (signal?.aborted) this.callOff();
  }

  /** No more jobs begin, and those that run stop at their next step. */
  callOff(): void {
    if (this.isCalledOff) return;
    this.isCalledOff = true;
    void this.intake.stop().catch(() => {});
    for (const run of this.runs) run.stop(this.options.keep);
  }

  private async lane(): Promise<void> {
    for (;;) {
      await this.outlet.hasRoom();
      if (this.isCalledOff) return;
      const tickets = await this.intake.take(this.groupSize());
      if (tickets.length === 0) return;
      await this.runGroup(tickets);
      if (this.intake.isComplete) this.report();
    }
  }

  private groupSize(): number {
    return Math.max(1, Math.min(MOST_IN_GROUP, Math.floor(GROUP_TIME / this.mean)));
  }

  private async runGroup(tickets: Ticket[]): Promise<void> {
    const { crew, options } = this;
    if (this.isCalledOff) return;
    const run = new WatchedRun(crew, tickets, options.onSnapshot ? 1000 * options.snapshotEvery : 0, {
      onOutcome: (outcome, ticket) => this.emit({ ...outcome, attempts: ticket.attempts + 1 }),
      onStep: () => this.report(),
      onSnapshot: (snapshot, step, { index, job }) => options.onSnapshot?.(snapshot, { index, key: job.key, step }),
    });
    this.runs.add(run);
    try {
      await run.done;
    } catch (error) {
      if (!(error instanceof ThreadDeath)) throw error;
      this.bury(run, error);
    } finally {
      this.runs.delete(run);
    }
  }

  /** A thread has died under its first job without outcome: that one may be run again, and the others are as if they had not begun. */
  private bury(run: WatchedRun, { code, message }: ThreadDeath): void {
    const [victim, ...others] = run.tickets.slice(run.place);
    for (const ticket of others) if (!this.isCalledOff) this.intake.giveBack(ticket);
    if (!victim) return;
    victim.attempts++;
    if (BY_CHANCE.includes(code) && victim.attempts <= this.options.retries && !this.isCalledOff) this.intake.giveBack(victim);
    else {
      const ms = performance.now() - Math.min(run.since, performance.now());
      this.emit({ ...identityOf(victim.job, victim.index), status: 'failed', error: { code, message }, ms, attempts: victim.attempts });
    }
  }

  private emit(outcome: JobOutcome): void {
    // Who called the batch off does not want to hear of each job, unless it can go on.
    if (outcome.status === 'failed' && outcome.error.code === 'cancelled' && this.isCalledOff && !outcome.snapshot) return;
    this.done++;
    if (outcome.status === 'failed') this.failed++;
    else this.mean = Number.isFinite(this.mean) ? (1 - LATEST) * this.mean + LATEST * outcome.ms : outcome.ms;
    this.outlet.put(outcome);
    this.report();
  }

  private report(): void {
    const { onProgress } = this.options;
    if (!onProgress) return;
    const running = [...this.runs].flatMap(({ current, step, steps }) =>
      current && steps > 0 ? [{ index: current.index, step, steps }] : [],
    );
    const { isComplete, started } = this.intake;
    onProgress({ done: this.done, failed: this.failed, started, isComplete, running });
  }

  /** Ends what takes too long, or too much. */
  private look(): void {
    const now = performance.now();
    for (const run of this.runs) if (run.isLate(now)) run.endLate(now);
    const { limits, workers } = this.options;
    const taken = (this.crew.memory?.() ?? 0) - this.memoryBefore;
    if (taken < workers * limits.memory + SPARE) return;
    // Threads that report something are between steps, where they look at it themselves.
    const [silent] = [...this.runs].sort((a, b) => a.heard - b.heard);
    silent?.kill(
      new ThreadDeath(
        'out-of-memory',
        `The process has taken ${taken} more bytes than before, and this job has been silent for the longest time.`,
      ),
    );
  }
}
