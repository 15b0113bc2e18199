// Redis, and what the keys of a queue are called there.
import type { QueueOptions } from 'bullmq';
import { Redis } from 'ioredis';
import { describe } from '../../core/arguments.ts';
import { HolonomicError } from '../../core/errors.ts';

export interface ConnectionOptions {
  /** URL of Redis, such as redis://127.0.0.1:6379. */
  redis: string;
  /** Name of the queue; 'holonomic' by default. */
  name?: string;
}

/** A connection, and names. */
export interface Place {
  client: Redis;
  name: string;
  /** What BullMQ receives. */
  queue: Pick<QueueOptions, 'connection'>;
  keyOf(what: string): string;
  close(): Promise<void>;
}

const NAME = /^[\w-]{1,64}$/;
/** ms between tries to reach Redis again, at most. */
const RETRY = 2000;

/** Throws `invalid-argument` for what is no URL of Redis; that nobody answers there is known only later. */
export function connect({ name = 'holonomic', redis }: ConnectionOptions): Place {
  if (typeof redis !== 'string' || !/^rediss?:\/\//.test(redis))
    throw bad(`redis must be a URL like redis://127.0.0.1:6379, but is ${describe(redis)}.`);
  if (typeof name !== 'string' || !NAME.test(name)) throw bad(`name must be a word of letters, digits, - and _, but is ${describe(name)}.`);
  const open = () => {
    // Commands wait for a Redis that is away: what is running goes on meanwhile.
    const client = new Redis(redis, { maxRetriesPerRequest: null, retryStrategy: (times) => Math.min(RETRY, 50 * times) });
    client.on('error', () => {}); // it tries again
    return client;
  };
  const client = open();
  return {
    client,
    name,
    queue: { connection: { url: redis, maxRetriesPerRequest: null, retryStrategy: (times: number) => Math.min(RETRY, 50 * times) } },
    keyOf: (what) => `holonomic:${name}:${what}`,
    async close() {
      client.disconnect();
    },
  };
}

/** Throws `unsupported` where nobody answers. */
export async function requireAnswer({ client }: Place, within = 5000): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<never>((_, reject) => {
    timer = setTimeout(
      () =>
        reject(
          new HolonomicError(
            'unsupported',
            `Redis does not answer within ${within / 1000} s; make sure that it runs and that the URL is correct.`,
          ),
        ),
      within,
    );
  });
  try {
    await Promise.race([client.ping(), late]);
  } finally {
    clearTimeout(timer);
  }
}

function bad(message: string): HolonomicError {
  return new HolonomicError('invalid-argument', message);
}
