// Jobs through Redis with worker processes that are killed all the time, and a Redis that is restarted, against a plain run of the same jobs.
import { type ChildProcess, fork } from 'node:child_process';
import path from 'node:path';
import { pathToFileURL } from 'node:url';
import type { WorkerOptions } from '../../../bindings/batch/bullmq/index.ts';
import type { Job } from '../../../bindings/batch/index.ts';
import { ROOT } from '../../package/dist.ts';
import { startRedis } from '../redis-server.ts';

export interface CampaignOptions {
  jobs: readonly Job[];
  processes: number;
  /** When a worker dies: after so many ms, or so many results, again and again. */
  killEvery: { ms: number } | { results: number };
  /** Share of the results after which Redis is restarted. */
  restartAt: number;
  worker: Partial<WorkerOptions>;
  onProgress?(results: number, kills: number): void;
}

export interface CampaignReport {
  results: number;
  /** Jobs whose outcome was given more than once. */
  repeated: number;
  /** Jobs without an outcome, and with another hash than in the plain run. */
  missing: number;
  wrong: number;
  failed: number;
  mismatches: number;
  kills: number;
  /** Jobs that were begun more than once. */
  begunAgain: number;
  restarts: number;
  seconds: number;
}

const dist = (file: string) => import(/* @vite-ignore */ pathToFileURL(path.join(ROOT, 'dist', file)).href);

export async function runCampaign({ jobs, killEvery, onProgress, processes, restartAt, worker }: CampaignOptions): Promise<CampaignReport> {
  const { keyOfJob, runBatch } = (await dist('batch.js')) as typeof import('../../../bindings/batch/index.ts');
  const { openQueue } = (await dist('batch-bullmq.js')) as typeof import('../../../bindings/batch/bullmq/index.ts');
  const expected = new Map<string, string>();
  for await (const outcome of runBatch(jobs, { workers: 2 })) if (outcome.status === 'done') expected.set(outcome.key, outcome.hash);
  const redis = await startRedis();
  const workers = new Workers({ redis: redis.url, ...worker });
  const start = performance.now();
  const report = {
    results: 0,
    repeated: 0,
    missing: 0,
    wrong: 0,
    failed: 0,
    mismatches: 0,
    kills: 0,
    begunAgain: 0,
    restarts: 0,
    seconds: 0,
  };
  const queue = await openQueue({ redis: redis.url });
  let killer: ReturnType<typeof setInterval> | undefined;
  let restarting: Promise<void> | null = null;
  try {
    for (let k = 0; k < processes; k++) workers.start();
    const kill = () => {
      workers.killOne();
      report.kills++;
    };
    if ('ms' in killEvery) killer = setInterval(kill, killEvery.ms);
    const seen = new Set<string>();
    for await (const outcome of queue.run(jobs)) {
      if (seen.has(outcome.key)) report.repeated++;
      seen.add(outcome.key);
      report.results++;
      if (outcome.attempts > 1) report.begunAgain++;
      if (outcome.status === 'failed') report.failed++;
      else if (outcome.hash !== expected.get(outcome.key)) report.wrong++;
      if ('results' in killEvery && report.results % killEvery.results === 0) kill();
      if (!restarting && report.results >= restartAt * jobs.length) {
        report.restarts++;
        restarting = redis.restart();
      }
      onProgress?.(report.results, report.kills);
    }
    report.missing = new Set(jobs.map(keyOfJob)).size - seen.size;
    report.mismatches = (await queue.status()).mismatches;
    report.seconds = (performance.now() - start) / 1000;
    return report;
  } finally {
    clearInterval(killer);
    await restarting;
    await workers.end();
    await queue.close();
    await redis.stop();
  }
}

/** Processes of workers, of which there are always as many as were started. */
class Workers {
  private readonly running: ChildProcess[] = [];

  constructor(private readonly options: WorkerOptions) {}

  start(): void {
    const child = fork(path.join(import.meta.dirname, 'worker-process.mjs'), [JSON.stringify(this.options)], { execArgv: [] });
    this.running.push(child);
  }

  /** Kills the oldest, and starts another in its place. */
  killOne(): void {
    this.running.shift()?.kill('SIGKILL');
    this.start();
  }

  async end(): Promise<void> {
    await Promise.all(
      this.running.map(
        (child) =>
          new Promise<void>((resolve) => {
            if (child.exitCode !== null || child.signalCode !== null) return resolve();
            child.once('exit', () => resolve());
            child.kill('SIGKILL');
          }),
      ),
    );
  }
}
