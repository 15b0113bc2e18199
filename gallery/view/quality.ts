// Resolution that follows what the machine can draw: speed may not go down, resolution may.
import { median } from '../../scenes/statistics.ts';

/** Device pixels to a CSS pixel, the finest first. */
const RATIOS = [2, 1.5, 1, 0.75, 0.5];
/** Pictures that are looked at before a change, and fast ones before it gets finer again. */
const PICTURES = 20;
const FAST_PICTURES = 300;
/** s from one picture to the next. */
const TOO_LONG = 0.028;
const SHORT = 0.0125;
/** How often a finer resolution is tried again after it was too slow. */
const TRIES = 2;

export class Quality {
  private level: number;
  private intervals: number[] = [];
  private fast = 0;
  private readonly failures = new Map<number, number>();
  private readonly ratios: readonly number[];

  /** @param finest device pixels to a CSS pixel that the screen has */
  constructor(finest: number) {
    this.ratios = [Math.min(finest, RATIOS[0]), ...RATIOS.filter((ratio) => ratio < Math.min(finest, RATIOS[0]))];
    this.level = 0;
  }

  get ratio(): number {
    return this.ratios[this.level];
  }

  /** So many s have passed since the last picture; whether the resolution is another one now. */
  see(interval: number): boolean {
    this.intervals.push(interval);
    if (this.intervals.length < PICTURES) return false;
    const usual = median(this.intervals);
    this.intervals = [];
    this.fast = usual < SHORT ? this.fast + PICTURES : 0;
    if (usual > TOO_LONG && this.level < this.ratios.length - 1) {
      this.failures.set(this.level, (this.failures.get(this.level) ?? 0) + 1);
      return this.go(this.level + 1);
    }
    const finer = this.level - 1;
    if (finer < 0 || this.fast < FAST_PICTURES || (this.failures.get(finer) ?? 0) >= TRIES) return false;
    return this.go(finer);
  }

  private go(level: number): true {
    this.level = level;
    this.fast = 0;
    return true;
  }
}
