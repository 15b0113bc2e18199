import { HolonomicError } from '../core/errors.ts';
import { type BatchOptions, coresHere, readBatchOptions } from './batch-options.ts';
import { BatchRun } from './batch-run.ts';
import type { Crew } from './crew.ts';
import type { Job, JobOutcome } from './job.ts';

/** In Node threads of Piscina, which has to be installed; elsewhere module workers. */
async function createCrew(workers: number, memory: number, make: (() => Worker) | undefined): Promise<Crew> {
  const { process } = globalThis as { process?: { versions?: { node?: string } } };
  if (process?.versions?.node && !make) {
    const { createPiscinaCrew } = await import('./piscina-crew.ts');
    return createPiscinaCrew({ workers, memory }).catch((cause: unknown) => {
      throw new HolonomicError('unsupported', 'runBatch needs Piscina in Node, which could not be loaded; run npm install piscina.', {
        cause,
      });
    });
  }
  const { createBrowserCrew } = await import('./browser-crew.ts');
  return createBrowserCrew(make);
}

/**
 * Runs jobs on all cores, and yields their outcomes in the order in which they end, no faster than they are consumed. A failed job is an
 * outcome with a typed error, and does not affect the others. Jobs are read from an iterable when a thread can run them. Throws
 * `invalid-argument` for invalid options, `unsupported` without Piscina in Node, and the reason of the signal once it has cancelled the
 * batch.
 */
export async function* runBatch(jobs: Iterable<Job> | AsyncIterable<Job>, options: BatchOptions = {}): AsyncGenerator<JobOutcome, void> {
  const checked = readBatchOptions(options, await coresHere());
  const crew = await createCrew(checked.workers, checked.limits.memory, checked.worker);
  let run: BatchRun | null = null;
  try {
    run = new BatchRun(crew, jobs, checked);
    yield* run.outlet;
  } finally {
    run?.callOff();
    await crew.close();
  }
}
