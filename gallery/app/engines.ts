// Where the engine runs.
import { type Remote, releaseProxy, wrap } from 'comlink';
import { Session } from '../engine/session.ts';
import type { Address } from '../page/address.ts';

/** A session in this thread or in another one: what its methods give has to be awaited. */
export interface Engine {
  session: Remote<Session> | Session;
  /** Rejects if the engine cannot be loaded, or ends; never resolves. */
  failure: Promise<never>;
  dispose(): void;
}

export function createEngine(kind: Address['engine']): Engine {
  return kind === 'worker' ? inWorker() : onThisThread();
}

function onThisThread(): Engine {
  const session = new Session();
  return { session, failure: new Promise(() => {}), dispose: () => session.dispose() };
}

function inWorker(): Engine {
  const worker = new Worker(new URL('worker.js', document.baseURI), { type: 'module' });
  const session = wrap<Session>(worker);
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The engine's worker failed: ${message || 'it could not be loaded'}.`)),
    );
  });
  return {
    session,
    failure,
    dispose() {
      session[releaseProxy]();
      worker.terminate();
    },
  };
}
