// holonomic worker: runs jobs of a queue until it is stopped.
import type { Command } from 'commander';
import { positive, rate, wholeNumber } from './arguments.ts';
import { loadQueue } from './load-queue.ts';

interface Options {
  redis: string;
  name?: string;
  workers?: number;
  timeLimit?: number;
  memoryLimit?: number;
  modules?: string[];
  snapshotEvery?: number;
  snapshotFolder?: string;
  rate?: { jobs: number; seconds: number };
  patience?: number;
}

const MEBIBYTE = 0x100000;
/** ms between lines that say how much has been done. */
const REPORT_EVERY = 60_000;

export function addWorker(program: Command): void {
  program
    .command('worker')
    .description('Runs jobs of a queue until it is stopped; unfinished jobs continue on other workers.')
    .requiredOption('--redis <url>', 'Redis, such as redis://127.0.0.1:6379')
    .option('--name <queue>', 'name of the queue')
    .option('--workers <count>', 'threads; as many as the machine can run at once unless given', wholeNumber)
    .option('--time-limit <s>', 'ends a run that takes longer', positive)
    .option('--memory-limit <MiB>', 'ends a run that takes more; 1024 unless given', positive)
    .option('--modules <start>', 'runs scenes of modules whose address begins so; may be repeated', (text, before: string[] = []) => [
      ...before,
      text,
    ])
    .option('--snapshot-every <s>', 'time between snapshots of a running job', positive)
    .option('--snapshot-folder <folder>', 'where they are kept, shared by all workers; in Redis unless given')
    .option('--rate <jobs/s>', 'at most so many jobs in so many seconds over all workers: 10/1', rate)
    .option('--patience <s>', 'time without a sign of life after which others take over; 30 unless given', positive)
    .action(runWorker);
}

async function runWorker({ memoryLimit, timeLimit, ...options }: Options): Promise<void> {
  const { startWorker } = await loadQueue();
  let [done, failed] = [0, 0];
  const limits = {
    ...(timeLimit !== undefined && { time: timeLimit }),
    ...(memoryLimit !== undefined && { memory: Math.round(memoryLimit * MEBIBYTE) }),
  };
  const worker = await startWorker({
    ...options,
    limits,
    onOutcome({ status }) {
      if (status === 'done') done++;
      else failed++;
    },
  });
  console.error('waiting for jobs');
  const report = () => console.error(`${done} jobs done${failed ? `, ${failed} failed` : ''}`);
  const timer = setInterval(report, REPORT_EVERY);
  for (const signal of ['SIGINT', 'SIGTERM'] as const) process.once(signal, () => void worker.close());
  try {
    await worker.done;
    await worker.close();
  } finally {
    clearInterval(timer);
    report();
  }
}
