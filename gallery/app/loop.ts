// One call for each picture that the screen shows, and what that costs.
import { median } from '../../scenes/statistics.ts';

const KEPT = 60;
/** ms for which pictures are drawn after something has happened: the camera comes to rest by then. */
const RESTLESS = 1500;
/** s; longer pauses, as of a page in the background, count as this. */
const LONGEST = 0.25;

export class Loop {
  private readonly costs: number[] = [];
  private readonly intervals: number[] = [];
  private last = Number.NaN;
  private request = 0;
  private woken = Number.NEGATIVE_INFINITY;
  private drawing = false;
  private charged = 0;
  private record: { costs: number[]; pictures: number; resolve(costs: number[]): void } | null = null;

  /** `draw` receives the seconds since the last picture and the clock's ms, and gives the ms that it spent on what is not the page's own. */
  constructor(private readonly draw: (elapsed: number, now: number) => number) {}

  start(): void {
    this.request = requestAnimationFrame((now) => this.frame(now));
  }

  stop(): void {
    cancelAnimationFrame(this.request);
  }

  /** Does something that comes between two pictures and is to be seen in the next one, and counts its time towards that. */
  measured(act: () => void): void {
    const begin = performance.now();
    act();
    if (!this.drawing) this.charged += performance.now() - begin;
    this.wake();
  }

  /** Something has happened that is to be seen. */
  wake(): void {
    this.woken = performance.now();
  }

  /** ms that the page itself takes for a picture, median of the last ones. */
  get cost(): number {
    return this.costs.length ? median(this.costs) : 0;
  }

  /** Pictures a second. */
  get frameRate(): number {
    return this.intervals.length ? 1 / median(this.intervals) : 0;
  }

  /** The costs of the next pictures, ms each. */
  measure(pictures: number): Promise<number[]> {
    return new Promise((resolve) => {
      this.record = { costs: [], pictures, resolve };
    });
  }

  private frame(now: number): void {
    this.start();
    const elapsed = Number.isNaN(this.last) ? 0 : (now - this.last) / 1000;
    this.last = now;
    const begin = performance.now();
    if (begin - this.woken > RESTLESS) return;
    this.drawing = true;
    const others = this.draw(Math.min(elapsed, LONGEST), now);
    this.drawing = false;
    const cost = performance.now() - begin - others + this.charged;
    this.charged = 0;
    keep(this.costs, cost);
    this.report(cost);
    if (elapsed > 0) keep(this.intervals, elapsed);
  }

  private report(cost: number): void {
    const { record } = this;
    if (!record || record.costs.push(cost) < record.pictures) return;
    this.record = null;
    record.resolve(record.costs);
  }
}

function keep(list: number[], value: number): void {
  list.push(value);
  if (list.length > KEPT) list.shift();
}
