// Worker thread: compiles the target it is given and posts the result, so that two targets use two cores.
import { parentPort, workerData } from 'node:worker_threads';
import { compileTarget } from './compile-target.mjs';

try {
  parentPort.postMessage({ result: await compileTarget(workerData.root, workerData.target) });
} catch (error) {
  parentPort.postMessage({ error: error.name === 'KernelError' ? String(error) : error.message });
}
