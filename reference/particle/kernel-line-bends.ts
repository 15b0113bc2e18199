// Lines that resist being bent, by the kernels of particles: LANES lines side by side, whose links stand in bundles already.
import type { KernelMemory } from './kernels.ts';
import type { Holds, ParticleState } from './state.ts';

/** Scaled compliances that are larger are none. */
const NONE = 1e30;

/** The bends of LANES lines. */
export interface BentLines {
  /** Address of the first bundle of links, and how many links each line has. */
  links: number;
  count: number;
  /** Room for what a pass knows of a line. */
  rows: number;
  /** Of each line. */
  compliances: readonly number[];
  dampings: readonly number[];
  /** Bytes from the displacements to those at the start of the substep. */
  ahead: number;
}

export class LineBendBundles implements Holds {
  readonly count = 1;
  private readonly at: number;
  private readonly damped: number;
  private isFirst = true;
  private lastH = 0;

  constructor(
    private readonly memory: KernelMemory,
    private readonly lines: BentLines,
  ) {
    this.at = memory.allocate(memory.kernels.lineBendBytes(lines.count));
    this.damped = lines.dampings.some((damping) => damping > 0) ? 1 : 0;
  }

  beginStep(h: number): void {
    if (h === this.lastH) return;
    this.lastH = h;
    const { at, lines, memory } = this;
    for (let lane = 0; lane < memory.lanes; lane++) {
      memory.all[memory.index(at) + lane] = Math.min((lines.compliances[lane] ?? NONE) / (h * h), NONE);
      memory.all[memory.index(at + 16) + lane] = (lines.dampings[lane] ?? 0) * h;
    }
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(_: ParticleState): void {
    const { ahead, count, links, rows } = this.lines;
    this.memory.kernels.lineBends(links, count, this.at, rows, ahead, this.isFirst ? 1 : 0, this.damped);
    this.isFirst = false;
  }

  finish(): number {
    return 0;
  }
}
