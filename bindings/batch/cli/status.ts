// holonomic status: how a queue is.
import type { Command } from 'commander';
import type { QueueStatus } from '../bullmq/index.ts';
import { loadQueue } from './load-queue.ts';

interface Options {
  redis: string;
  name?: string;
  json?: boolean;
}

export function addStatus(program: Command): void {
  program
    .command('status')
    .description('Reports how many jobs of a queue are waiting, running and done, and on how many workers.')
    .requiredOption('--redis <url>', 'Redis, such as redis://127.0.0.1:6379')
    .option('--name <queue>', 'name of the queue')
    .option('--json', 'prints one JSON object alone')
    .action(async ({ json, name, redis }: Options) => {
      const { openQueue } = await loadQueue();
      const queue = await openQueue({ redis, ...(name !== undefined && { name }) });
      try {
        const status = await queue.status();
        console.log(json ? JSON.stringify(status) : describeStatus(status).join('\n'));
      } finally {
        await queue.close();
      }
    });
}

function describeStatus({ running, ...counts }: QueueStatus): string[] {
  const width = Math.max(...Object.keys(counts).map((name) => name.length));
  const lines = Object.entries(counts).map(([name, count]) => `${name.padEnd(width)}  ${count}`);
  const under = running
    .filter(({ steps }) => steps > 0)
    .map(({ key, scene, step, steps }) => `  ${key.slice(0, 8)}  ${scene}  ${step}/${steps}`);
  return [...lines, ...(under.length > 0 ? ['running', ...under] : [])];
}
