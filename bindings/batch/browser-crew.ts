// Module workers of browsers. Loaded when it is wanted: this file is a chunk of its own, beside which the package has the worker's program.
import { type Crew, type Run, ThreadDeath } from './crew.ts';
import type { FromThread, Group, ToThread } from './messages.ts';

/** `make` makes a worker that runs the program `holonomic/dist/batch-worker.js`; bundlers see it in the call below. */
export function createBrowserCrew(make: (() => Worker) | undefined): Crew {
  const start = make ?? (() => new Worker(new URL('../batch-worker.js', import.meta.url), { type: 'module' }));
  const idle: Worker[] = [];
  const all = new Set<Worker>();
  const end = (worker: Worker) => {
    all.delete(worker);
    worker.terminate();
  };
  return {
    run(group, listen) {
      const worker = idle.pop() ?? start();
      all.add(worker);
      return runIn(worker, group, listen, (sound) => {
        if (sound) idle.push(worker);
        else end(worker);
      });
    },
    async close() {
      for (const worker of [...all]) end(worker);
    },
  };
}

function runIn(worker: Worker, group: Group, listen: (message: FromThread) => void, release: (sound: boolean) => void): Run {
  let fail: (death: ThreadDeath) => void = () => {};
  const done = new Promise<void>((resolve, reject) => {
    const finish = (sound: boolean) => {
      worker.onmessage = worker.onerror = worker.onmessageerror = null;
      fail = () => {};
      release(sound);
    };
    fail = (death) => {
      finish(false);
      reject(death);
    };
    worker.onmessage = ({ data }: MessageEvent<FromThread>) => {
      if (data.type !== 'end') return listen(data);
      finish(true);
      resolve();
    };
    worker.onerror = (event) => {
      event.preventDefault();
      fail(new ThreadDeath('worker-died', `The worker has ended: ${event.message || 'its program could not be loaded'}.`));
    };
    worker.onmessageerror = () => fail(new ThreadDeath('worker-died', 'A message of the worker could not be read.'));
  });
  worker.postMessage({ type: 'run', group } satisfies ToThread);
  return {
    done,
    stop: (keep) => worker.postMessage({ type: 'stop', keep } satisfies ToThread),
    kill: (death) => fail(death),
  };
}
