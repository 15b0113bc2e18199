// A worker in a process of its own, which may be killed at any time: node worker-process.mjs JSON
import { startWorker } from '../../../dist/batch-bullmq.js';

const worker = await startWorker(JSON.parse(process.argv[2]));
process.send?.('ready');
process.once('SIGTERM', () => void worker.close().then(() => process.exit(0)));
process.once('disconnect', () => process.exit(1));
await worker.done;
