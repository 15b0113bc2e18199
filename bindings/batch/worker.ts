// The program of a thread that runs jobs: a task of Piscina in Node, a module worker in browsers.
import { HolonomicError } from '../core/errors.ts';
import type { JobLimits } from './job.ts';
import type { FromThread, Group, ToThread } from './messages.ts';
import { runGroup, type Stop } from './run-group.ts';

/** A port of either kind. */
interface Port {
  postMessage(message: FromThread, transfer: ArrayBuffer[]): void;
  onmessage: ((event: { data: ToThread }) => void) | null;
  close?(): void;
}

/** What Piscina calls. */
export default async function runTask({ group, port }: { group: Group; port: Port }): Promise<void> {
  const stop: Stop = { wanted: false };
  port.onmessage = ({ data }) => noteStop(stop, data);
  await runGroup(group, stop, (message, transfer = []) => port.postMessage(message, transfer), memoryGuard());
  port.close?.();
}

function noteStop(stop: Stop, message: ToThread): void {
  if (message.type === 'stop') stop.wanted = message.keep ? 'keep' : 'stop';
}

/** In Node: what this thread has in buffers, which the limits of its heap do not count. */
function memoryGuard(): ((limits: JobLimits) => void) | undefined {
  const { process } = globalThis as { process?: NodeJS.Process };
  if (typeof process?.memoryUsage !== 'function') return undefined;
  const before = process.memoryUsage().arrayBuffers;
  return ({ memory }) => {
    if (memory === undefined) return;
    const taken = process.memoryUsage().arrayBuffers - before;
    if (taken > memory)
      throw new HolonomicError('out-of-memory', `The scene has taken ${taken} bytes in buffers; the job may take ${memory}.`);
  };
}

/** In browsers: one group at a time, for as long as the worker lives. */
const { WorkerGlobalScope } = globalThis as { WorkerGlobalScope?: new () => object };
if (WorkerGlobalScope && globalThis instanceof WorkerGlobalScope) {
  const stop: Stop = { wanted: false };
  const own = globalThis as unknown as Port;
  own.onmessage = ({ data }) => {
    if (data.type === 'stop') return noteStop(stop, data);
    stop.wanted = false;
    void runGroup(data.group, stop, (message, transfer = []) => own.postMessage(message, transfer));
  };
}
