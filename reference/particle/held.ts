// Bodies that particles are attached to: all attachments of a body at once, of all sets, one body after the other.
import type { AttachedRun, AttachedRuns } from './attachments.ts';
import type { Rigid } from './rigid.ts';
import type { ParticleState } from './state.ts';

/** Numbers that `gather` adds to, and those of a displacement. */
export const SUMS = 16;
export const SHIFT = 6;

interface Share {
  attached: AttachedRuns;
  run: AttachedRun;
  state: ParticleState;
}

export class HeldBodies {
  /** Of each body that is solved, what holds it. */
  private groups: { entry: number; shares: Share[]; isTied: boolean }[] = [];
  private readonly sums = new Float64Array(SUMS);
  private readonly shift = new Float64Array(SHIFT);

  constructor(private readonly rigid: Rigid) {}

  /** Those of one body that come again in a set, with the same particles, are solved as one more body. */
  beginStep(sets: readonly { attached: AttachedRuns; isTied: boolean; state: ParticleState }[]): void {
    const known = new Map<number, Share[][]>();
    const tied = new Set<AttachedRuns>();
    for (const { attached, isTied, state } of sets) {
      if (isTied) tied.add(attached);
      const turns = new Map<number, number>();
      for (const run of attached.runs) {
        const turn = turns.get(run.entry) ?? 0;
        turns.set(run.entry, turn + 1);
        const all = known.get(run.entry) ?? [];
        known.set(run.entry, all);
        all[turn] ??= [];
        all[turn].push({ attached, run, state });
      }
    }
    this.groups = [...known].flatMap(([entry, all]) =>
      all.map((shares) => ({ entry, shares, isTied: shares.some(({ attached }) => tied.has(attached)) })),
    );
  }

  /** Before lines that end at bodies: they begin where these are. */
  lead(h: number, first: boolean): void {
    for (const group of this.groups) if (group.isTied) this.solveOne(group, h, first);
  }

  /** One pass over all bodies; the first of a substep or not. */
  solve(h: number, first: boolean): void {
    for (const group of this.groups) this.solveOne(group, h, first && !group.isTied);
  }

  private solveOne({ entry, shares }: { entry: number; shares: Share[] }, h: number, first: boolean): void {
    const { rigid, shift, sums } = this;
    sums.fill(0);
    for (const { attached, run, state } of shares) attached.gather(run, state, h, first, sums);
    rigid.displace(entry, sums, shift);
    for (const { attached, run, state } of shares) attached.apply(run, state, shift);
  }
}
