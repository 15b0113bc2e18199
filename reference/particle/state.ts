// The numbers of a set of particles that a step works on, apart from the memory, which may grow meanwhile.
import { ParticleSetRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';

/** x y z of each particle lie together. */
export class ParticleState {
  /** Where the particles are: at the end of the substep, as far as it is known. */
  readonly x: Float64Array;
  /** At the start of the substep. */
  readonly from: Float64Array;
  readonly v: Float64Array;
  /** 1/kg */
  readonly w: Float64Array;
  readonly masses: Float64Array;
  readonly radii: Float64Array;

  constructor(readonly count: number) {
    this.x = new Float64Array(3 * count);
    this.from = new Float64Array(3 * count);
    this.v = new Float64Array(3 * count);
    this.w = new Float64Array(count);
    this.masses = new Float64Array(count);
    this.radii = new Float64Array(count);
  }

  read(memory: StateMemory, record: number): void {
    const copy = (to: Float64Array, list: number) => {
      const start = (record + memory.u32[(record + list) >>> 2]) >>> 3;
      to.set(memory.f64.subarray(start, start + to.length));
    };
    copy(this.x, ParticleSetRecord.positions);
    copy(this.v, ParticleSetRecord.velocities);
    copy(this.w, ParticleSetRecord.inverseMasses);
    copy(this.masses, ParticleSetRecord.masses);
    copy(this.radii, ParticleSetRecord.radii);
  }

  write({ f64, u32 }: StateMemory, record: number): void {
    f64.set(this.x, (record + u32[(record + ParticleSetRecord.positions) >>> 2]) >>> 3);
    f64.set(this.v, (record + u32[(record + ParticleSetRecord.velocities) >>> 2]) >>> 3);
  }
}

/** The records of a list: where its first is, and how many there are. */
export function listOf({ u32 }: StateMemory, record: number, list: number, count: number): { first: number; count: number } {
  return { first: record + u32[(record + list) >>> 2], count: u32[(record + count) >>> 2] };
}

/** What holds particles, of one kind, and what a step does with it. */
export interface Holds {
  readonly count: number;
  /** Before the first iteration of a substep. */
  beginSubstep(): void;
  /** One pass over all of them, at the end of a substep of `h` seconds. */
  solve(state: ParticleState, h: number): void;
  /** Writes the mean loads of a step of so many substeps of `h` seconds, and breaks what was loaded too much; returns how many. */
  finish(memory: StateMemory, record: number, substeps: number, h: number): number;
}
