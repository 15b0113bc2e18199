// The jobs of a group, one after the other, in the thread of a worker.
import { identityOf, type JobOutcome } from './job.ts';
import type { FromThread, Group } from './messages.ts';
import { outcomeOf, type ThreadControl } from './run-job.ts';
import { WorldPlaces } from './world-places.ts';

/** ms between messages that report the progress of a job. */
const REPORT_EVERY = 100;

const places = new WorldPlaces();

/** Asked for while a group runs. */
export interface Stop {
  wanted: false | 'stop' | 'keep';
}

type Report = (message: FromThread, transfer?: ArrayBuffer[]) => void;

export async function runGroup(
  { indices, jobs, snapshotEvery }: Group,
  stop: Stop,
  report: Report,
  requireMemory?: ThreadControl['requireMemory'],
): Promise<void> {
  report({ type: 'started' });
  for (const [place, job] of jobs.entries()) {
    let reported = performance.now();
    let kept = reported;
    const outcome: JobOutcome = stop.wanted
      ? { ...identityOf(job, indices[place]), status: 'failed', error: CALLED_OFF, step: 0, ms: 0, attempts: 1 }
      : await outcomeOf(job, indices[place], {
          places,
          ...(requireMemory && { requireMemory }),
          stop: () => stop.wanted,
          onStep(step, steps) {
            if (performance.now() - reported < REPORT_EVERY) return;
            reported = performance.now();
            report({ type: 'step', place, step, steps });
          },
          wantsSnapshot() {
            if (snapshotEvery === 0 || performance.now() - kept < snapshotEvery) return false;
            kept = performance.now();
            return true;
          },
          onSnapshot: (snapshot, step) => report({ type: 'snapshot', place, step, snapshot }, [snapshot.buffer as ArrayBuffer]),
        });
    const { snapshot } = outcome;
    report({ type: 'outcome', place, outcome }, snapshot ? [snapshot.buffer as ArrayBuffer] : []);
  }
  report({ type: 'end' });
}

const CALLED_OFF = { code: 'cancelled', message: 'The job was cancelled before it began.' } as const;
