// The fewest substeps, iterations or whatever that reach an error.

export interface Trial {
  /** Not a number if the trial took too long. */
  error: number;
  /** A frame, ms. */
  ms: number;
  /** s, of the whole trial. */
  seconds: number;
}

export interface Outcome {
  /** The fewest; where nothing reaches the error, what comes nearest. */
  n: number;
  trial: Trial;
  reached: boolean;
}

export interface SearchOptions {
  greatestError: number;
  /** For all trials. */
  capSeconds: number;
  /** Nothing slower is worth looking at, ms. */
  greatestMs?: number;
}

const RUNGS = [1, 2, 3, 4, 6, 8, 12, 16, 24, 32, 48, 64, 96, 128, 192, 256, 384, 512];
/** So many of the next greater ones have to reach the error as well: a chaotic motion may end up near the truth by luck. */
const CONFIRMATIONS = 2;

type Run = (n: number) => Promise<Trial>;

/** Climbs until the error is reached, the time is up or a frame costs too much, then looks between the last two rungs. */
export async function fewest(
  measure: Run,
  { greatestError, capSeconds, greatestMs = Number.POSITIVE_INFINITY }: SearchOptions,
): Promise<Outcome> {
  const trials = new Map<number, Trial>();
  let spent = 0;
  const run: Run = async (n) => {
    const known = trials.get(n);
    if (known) return known;
    const trial = await measure(n);
    spent += trial.seconds;
    trials.set(n, trial);
    return trial;
  };
  const reaches = async (n: number) => {
    for (let i = 0; i <= CONFIRMATIONS; i++) if (!((await run(n + i)).error <= greatestError)) return false;
    return true;
  };

  let below = 0;
  for (const n of RUNGS) {
    if (await reaches(n)) return between(below, n);
    below = n;
    const trial = await run(n);
    if (2 * trial.seconds > capSeconds - spent || trial.ms > greatestMs) break;
  }
  return nearest(trials);

  async function between(below: number, above: number): Promise<Outcome> {
    while (above - below > 1) {
      const n = (below + above) >> 1;
      if (await reaches(n)) above = n;
      else below = n;
    }
    return { n: above, trial: await run(above), reached: true };
  }
}

function nearest(trials: Map<number, Trial>): Outcome {
  const size = ({ error }: Trial) => (Number.isNaN(error) ? Number.POSITIVE_INFINITY : error);
  const [n, trial] = [...trials].reduce((best, candidate) => (size(candidate[1]) < size(best[1]) ? candidate : best));
  return { n, trial, reached: false };
}
