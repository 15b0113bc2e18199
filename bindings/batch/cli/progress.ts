import { SingleBar } from 'cli-progress';

/** How far a sweep is, on stderr, so that stdout holds results alone. */
export interface Progress {
  update(done: number, failed: number): void;
  end(line: string): void;
}

/** s between lines where there is no terminal. */
const LINE_EVERY = 10;

/** A bar on a terminal, a line now and then elsewhere. */
export function createProgress(total: number): Progress {
  if (!process.stderr.isTTY) {
    let reported = performance.now();
    return {
      update(done, failed) {
        if (performance.now() - reported < 1000 * LINE_EVERY) return;
        reported = performance.now();
        console.error(`${done} of ${total} jobs${failed ? `, ${failed} failed` : ''}`);
      },
      end: (line) => console.error(line),
    };
  }
  const bar = new SingleBar({
    format: '{bar} {value}/{total} jobs, {failed} failed, {eta_formatted} left',
    hideCursor: true,
    stream: process.stderr,
  });
  bar.start(total, 0, { failed: 0 });
  return {
    update: (done, failed) => bar.update(done, { failed }),
    end(line) {
      bar.stop();
      console.error(line);
    },
  };
}
