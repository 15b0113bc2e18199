// What the scrubber goes back to: snapshots of the last seconds.
import type { World } from '../../bindings/index.ts';

/** s of simulated time that are kept, and from one snapshot to the next. */
const KEPT = 20;
const SPACING = 0.25;
/** Bytes that all snapshots may take; where they are large there are fewer. */
const MOST_BYTES = 96e6;

interface Moment {
  readonly frame: number;
  readonly bytes: Uint8Array;
}

export class Rewind {
  private moments: Moment[] = [];

  /** @param dt s of a frame */
  constructor(private readonly dt: number) {}

  /** The oldest frame that one can go back to. */
  get first(): number {
    return this.moments[0]?.frame ?? 0;
  }

  /** To be called at each frame: keeps its state if it is time for that, and forgets what was recorded at later ones. */
  record(frame: number, world: World): void {
    while ((this.moments.at(-1)?.frame ?? -1) >= frame) this.moments.pop();
    const size = this.moments[0]?.bytes.length ?? 0;
    const room = size > 0 ? Math.max(2, Math.floor(MOST_BYTES / size)) : Infinity;
    const spacing = Math.max(SPACING, KEPT / room) / this.dt;
    const last = this.moments.at(-1);
    if (last && frame - last.frame < spacing) return;
    this.moments.push({ frame, bytes: world.snapshot() });
    while (this.moments.length > 1 && (this.moments[1].frame <= frame - KEPT / this.dt || this.moments.length > room)) this.moments.shift();
  }

  /** The last moment at a frame or before it; the oldest one where there is none. */
  before(frame: number): Moment | null {
    return this.moments.findLast((moment) => moment.frame <= frame) ?? this.moments[0] ?? null;
  }
}
