// Over the middle of a comparison: by how much one world is off more than the other.
import type { Sample } from '../engine/types.ts';
import { setText } from './elements.ts';

/** s of simulated time over which the largest error counts. */
const WINDOW = 1;
/** m; smaller errors are not compared. */
const LEAST = 1e-6;

interface Reading {
  readonly time: number;
  readonly error: number;
}

export class Badge {
  private readings: [Reading[], Reading[]] = [[], []];
  /** What was compared last: joints where there are any, else penetration. */
  private what = '';

  constructor(
    private readonly root: HTMLElement,
    private readonly number: HTMLElement,
    private readonly text: HTMLElement,
  ) {}

  clear(): void {
    this.readings = [[], []];
    this.root.hidden = true;
  }

  push(side: 0 | 1, { time, joints, largestError, penetration }: Sample): void {
    const list = this.readings[side];
    this.what = joints > 0 ? 'joint error' : 'penetration';
    list.push({ time, error: joints > 0 ? largestError : penetration });
    while (list.length > 1 && (list[0].time < time - WINDOW || list[0].time > time)) list.shift();
  }

  /** To be called in every frame. */
  show(comparing: boolean, names: readonly string[]): void {
    const [first, second] = this.readings.map((list) => Math.max(0, ...list.map(({ error }) => error)));
    this.root.hidden = !comparing || Math.min(first, second) < LEAST;
    if (this.root.hidden) return;
    setText(this.number, `×${Number((second / first).toPrecision(2))}`);
    setText(this.text, `${this.what} over the last second, ${names[1]} relative to ${names[0]}`);
  }
}
