import { SingleBar } from 'cli-progress';

/** How far a program has got that runs scenes one after the other. */
export interface Progress {
  /** Frames of the run that is going. */
  frame(done: number): void;
  /** A run is over; the line says which. */
  finish(line: string): void;
  end(): void;
}

/** A bar on a terminal, a line for each run elsewhere or where nobody knows how many there will be; on stderr, so that stdout holds the results alone. */
export function createProgress(runs: number | null, frames: number, unit = 'frames'): Progress {
  if (runs === null || !process.stderr.isTTY) return { frame() {}, finish: (line) => console.error(line), end() {} };
  const bar = new SingleBar({ format: `{bar} {value}/{total} ${unit}, {eta_formatted} left`, hideCursor: true, stream: process.stderr });
  bar.start(runs * frames, 0);
  let earlier = 0;
  return {
    frame: (done) => bar.update(earlier + done),
    finish() {
      earlier += frames;
      bar.update(earlier);
    },
    end: () => bar.stop(),
  };
}
