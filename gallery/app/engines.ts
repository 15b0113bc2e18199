// Where the engine runs.
import { type Remote, releaseProxy, wrap } from 'comlink';
import type { Session } from '../engine/session.ts';
import type { Address } from '../page/address.ts';

/** A session in this thread or in another one: what its methods give has to be awaited. */
export interface Engine {
  session: Remote<Session> | Session;
  /** Rejects if the engine cannot be loaded, or ends; never resolves. */
  failure: Promise<never>;
  /** Whether it may make functions of text. */
  evaluates: boolean;
  dispose(): void;
}

/** Of an engine on this thread; the page does without its code where there is none. */
let ownSession: typeof Session | null = null;

/** To be awaited before engines of a kind are created. */
export async function loadEngine(kind: Address['engine']): Promise<void> {
  if (kind === 'main') ownSession ??= (await import('../engine/session.ts')).Session;
}

/** An engine that `evaluates` has an address of its own, by which servers recognize it: see tools/serve.mjs. */
export function createEngine(kind: Address['engine'], evaluates = false): Engine {
  if (kind === 'worker') return inWorker(evaluates);
  if (!ownSession) throw new Error('The engine has not been loaded.');
  return onThisThread(new ownSession());
}

function onThisThread(session: Session): Engine {
  return { session, evaluates: false, failure: new Promise(() => {}), dispose: () => session.dispose() };
}

function inWorker(evaluates: boolean): Engine {
  const worker = new Worker(new URL(evaluates ? 'worker.js?evaluates' : 'worker.js', document.baseURI), { type: 'module' });
  const session = wrap<Session>(worker);
  const failure = new Promise<never>((_, reject) => {
    worker.addEventListener('error', ({ message }) =>
      reject(new Error(`The engine's worker failed: ${message || 'it could not be loaded'}.`)),
    );
  });
  return {
    session,
    evaluates,
    failure,
    dispose() {
      session[releaseProxy]();
      worker.terminate();
    },
  };
}
