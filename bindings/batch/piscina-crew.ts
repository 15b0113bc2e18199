// Threads of Node, which Piscina keeps. Loaded when it is wanted: this file is a chunk of its own, beside which the package has the worker's program.
import { MessageChannel } from 'node:worker_threads';
import type { Piscina } from 'piscina';
import { type Crew, type CrewOptions, type Run, ThreadDeath } from './crew.ts';
import type { FromThread, Group, ToThread } from './messages.ts';

const MEBIBYTE = 1024 * 1024;

/** Throws what the import does where there is no Piscina. */
export async function createPiscinaCrew({ memory, workers }: CrewOptions): Promise<Crew> {
  const name = 'piscina'; // not a literal, so that bundlers for browsers do not look for it
  const { Piscina: Pool } = (await import(/* webpackIgnore: true */ /* @vite-ignore */ name)) as { Piscina: typeof Piscina };
  const pool = new Pool({
    filename: new URL('../batch-worker.js', import.meta.url).href,
    minThreads: 1,
    maxThreads: workers,
    idleTimeout: Number.POSITIVE_INFINITY,
    // Beyond its limit a heap may grow by 16 MiB once more, while the thread ends; the whole process ends where that is not enough. What survives
    // a collection of young objects moves over at once, so that there may be few of these.
    resourceLimits: { maxOldGenerationSizeMb: Math.max(16, Math.ceil(memory / MEBIBYTE)), maxYoungGenerationSizeMb: 2 },
  });
  pool.on('error', () => {}); // threads that end report it by their tasks
  return {
    run: (group, listen) => runIn(pool, group, listen),
    memory: () => process.memoryUsage.rss(),
    close: () => pool.destroy(),
  };
}

function runIn(pool: Piscina, group: Group, listen: (message: FromThread) => void): Run {
  const { port1, port2 } = new MessageChannel();
  const abort = new AbortController();
  let death: ThreadDeath | null = null;
  const done = new Promise<void>((resolve, reject) => {
    const closed = new Promise<void>((tellClosed) => port1.once('close', tellClosed));
    port1.on('message', (message: FromThread) => {
      if (message.type !== 'end') return listen(message);
      port1.close();
      resolve();
    });
    pool.run({ group, port: port2 }, { transferList: [port2], signal: abort.signal }).catch(async (cause: unknown) => {
      // What the thread has reported before it ended is handled first.
      if (death?.code !== 'cancelled') await Promise.race([closed, new Promise((wait) => setTimeout(wait, 1000).unref())]);
      port1.close();
      reject(death ?? deathOf(cause));
    });
  });
  return {
    done,
    stop: (keep) => port1.postMessage({ type: 'stop', keep } satisfies ToThread),
    kill(why) {
      death ??= why;
      abort.abort();
    },
  };
}

function deathOf(cause: unknown): ThreadDeath {
  const { code, message } = cause as { code?: string; message?: string };
  if (code === 'ERR_WORKER_OUT_OF_MEMORY')
    return new ThreadDeath('out-of-memory', 'The thread has taken more memory than the limit of the batch, and was ended.');
  return new ThreadDeath('worker-died', `The thread has ended: ${message ?? String(cause)}`);
}
