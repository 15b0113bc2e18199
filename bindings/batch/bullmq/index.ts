// With what runs jobs here: both entries are then made of the same chunks, and the package's first entry loads no more of them.
export { runBatch, runJob } from '../index.ts';
export type { ConnectionOptions } from './connection.ts';
export { type BatchQueue, openQueue, type QueueOptions, type QueueStatus } from './queue.ts';
export { type BatchWorker, startWorker, type WorkerOptions } from './worker.ts';
