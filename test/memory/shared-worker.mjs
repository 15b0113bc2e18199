// Steps a scene in a shared memory. Starts when the other thread is ready too, and tells how far that was in the middle.
import { register } from 'node:module';
import { parentPort, workerData } from 'node:worker_threads';

register('../../tools/ts-loader.mjs', import.meta.url);
const { openShared, stepHash, STEPS } = await import('./shared-scene.ts');

const { scene, place, progress } = workerData;
const world = openShared(scene);
Atomics.add(progress, 2, 1);
Atomics.notify(progress, 2);
while (Atomics.load(progress, 2) < 2) Atomics.wait(progress, 2, 1);
const hashes = [];
let other = 0;
for (let step = 1; step <= STEPS; step++) {
  hashes.push(stepHash(world));
  Atomics.store(progress, place, step);
  if (step === STEPS >> 1) other = Atomics.load(progress, 1 - place);
}
parentPort.postMessage({ hashes, other });
