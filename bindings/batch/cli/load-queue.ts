import { HolonomicError } from '../../index.ts';

/** What works on a queue, which needs packages besides. Throws `unsupported`. */
export async function loadQueue(): Promise<typeof import('../bullmq/index.ts')> {
  try {
    return await import('../bullmq/index.ts');
  } catch (cause) {
    throw new HolonomicError('unsupported', 'A queue is that of BullMQ on Redis, which could not be loaded: npm install bullmq ioredis.', {
      cause,
    });
  }
}
