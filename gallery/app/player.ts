// The clock of what is shown: engines are asked for steps a little ahead of it, and bodies are drawn between the last two.
import type { Frame } from '../engine/types.ts';
import type { Engine } from './engines.ts';

/** Steps that one request is for at most: where the engine cannot keep up, time goes slower. */
const MOST_STEPS = 8;
/** Steps by which an engine elsewhere may be late and still catch up. */
const LATE_STEPS = 3;
/** ms that one request may take: the engine hears of nothing else meanwhile. */
const LONGEST_REQUEST = 50;
/** Steps of one request on the way to a frame that was asked for. */
const STEPS_AT_ONCE = 20;

export interface PlayerEvents {
  /** Frames have come, one of each engine. */
  onFrames(frames: Frame[]): void;
  onError(error: unknown): void;
  /** It goes, or stands still. */
  onPlaying(playing: boolean): void;
}

export class Player {
  /** Times the pace of the world. */
  speed = 1;
  /** Where it stops by itself. */
  stopAt = Infinity;
  /** On the way to a frame, which pictures would only hold up. */
  hurries = false;
  private playingNow = false;
  private current: Frame[] = [];
  private next: Frame[] | null = null;
  private waiting = false;
  /** In frames. */
  private clock = 0;
  private pace = 1;
  /** The engines are on this thread: they step when a step is due, others ahead of that. */
  private immediate = false;
  /** Counts the breaks in time: what was asked for before does not count. */
  private era = 0;

  constructor(
    private readonly sessions: readonly Engine['session'][],
    private readonly dt: number,
    private readonly events: PlayerEvents,
  ) {}

  get playing(): boolean {
    return this.playingNow;
  }
  set playing(value: boolean) {
    if (value === this.playingNow) return;
    this.playingNow = value;
    if (value && this.frame >= this.stopAt) this.stopAt = Infinity;
    if (!value && this.next) this.show(this.next); // it has been simulated
    this.events.onPlaying(value);
  }

  /** What is to be shown now. */
  get frames(): readonly Frame[] {
    return this.current;
  }
  get frame(): number {
    return this.current[0]?.frame ?? 0;
  }
  /** Where between the step before and the frame, 0 to 1. */
  get alpha(): number {
    return Math.min(1, Math.max(0, this.clock - (this.frame - 1)));
  }

  /** So many seconds have passed. */
  tick(elapsed: number): void {
    if (!this.playingNow || this.current.length === 0) return;
    this.pace = (elapsed * this.speed) / this.dt;
    this.clock = Math.min(this.clock + this.pace, (this.next ?? this.current)[0].frame + this.allowance);
    this.turnOver();
    this.request();
    if (this.frame >= this.stopAt && this.clock >= this.stopAt) this.playing = false;
  }

  /** Shows the state of now after something has changed it, without a step. */
  async refresh(): Promise<void> {
    const era = ++this.era;
    this.next = null;
    const frames = await this.advance(0);
    if (era === this.era) this.present(frames);
  }

  /** Goes on by so many steps and stands still. */
  async step(count: number): Promise<void> {
    this.playing = false;
    const era = ++this.era;
    const frames = await this.advance(count);
    if (era === this.era) this.present(frames);
  }

  /** Goes to a frame as fast as the engines can, and stands still there. */
  async runTo(frame: number): Promise<void> {
    this.hurries = true;
    while (this.frame < frame) {
      const era = this.era + 1;
      await this.step(Math.min(STEPS_AT_ONCE, frame - this.frame));
      if (era !== this.era) break;
      await nextTask();
    }
    this.hurries = false;
  }

  /** Nothing comes from it any more. */
  stop(): void {
    this.era++;
    this.playingNow = false;
  }

  /** Shows frames that are reported for the first time. */
  private present(frames: Frame[]): void {
    this.show(frames);
    this.events.onFrames(frames);
  }

  private show(frames: Frame[]): void {
    this.current = frames;
    this.next = null;
    this.clock = frames[0].frame;
  }

  /** How far the clock may run ahead of the frames that there are. */
  private get allowance(): number {
    return this.immediate ? MOST_STEPS : LATE_STEPS;
  }

  /** Of one request. */
  private get mostSteps(): number {
    const slowest = Math.max(...this.current.map(({ duration, steps }) => duration / steps));
    return slowest > LONGEST_REQUEST / MOST_STEPS ? Math.max(1, Math.floor(LONGEST_REQUEST / slowest)) : MOST_STEPS;
  }

  private advance(steps: number): Frame[] | Promise<Frame[]> {
    const results = this.sessions.map((session) => session.advance(steps));
    this.immediate = !results.some((result) => result instanceof Promise);
    return this.immediate ? (results as Frame[]) : Promise.all(results);
  }

  private turnOver(): void {
    if (!this.next || this.clock <= this.frame) return;
    this.current = this.next;
    this.next = null;
  }

  private request(): void {
    if (this.waiting || this.next) return;
    const due = Math.ceil(this.clock + (this.immediate ? 0 : this.pace)) - this.frame;
    const steps = Math.min(Math.max(due, this.immediate ? 0 : 1), this.mostSteps, this.stopAt - this.frame);
    if (!(steps > 0)) return;
    const { era } = this;
    const results = this.advance(steps);
    if (!(results instanceof Promise)) {
      this.current = results;
      this.clock = Math.min(this.clock, this.frame);
      this.events.onFrames(results);
      return;
    }
    this.waiting = true;
    results
      .then((frames) => {
        if (era !== this.era) return;
        if (this.playingNow) this.next = frames;
        else this.show(frames);
        this.events.onFrames(frames);
      })
      .catch((error) => this.events.onError(error))
      .finally(() => {
        this.waiting = false;
      });
  }
}

const nextTask = (): Promise<void> => new Promise((resolve) => setTimeout(resolve));
