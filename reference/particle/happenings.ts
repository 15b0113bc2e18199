// What a step tells of sets of particles: which bodies they have begun and ceased to touch, and what has torn.

import {
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleDistanceRecord,
  ParticleLengthRecord,
  ParticleSetRecord,
} from '../../bindings/core/layout.ts';
import type { ParticleHappening } from '../../bindings/core/particle-stages.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { ParticleSolver } from './set.ts';
import { listOf } from './state.ts';

const KINDS = [
  ['distance', ParticleSetRecord.distances, ParticleSetRecord.distanceCount, ParticleDistanceRecord],
  ['length', ParticleSetRecord.lengths, ParticleSetRecord.lengthCount, ParticleLengthRecord],
  ['attachment', ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount, ParticleAttachmentRecord],
] as const;

export class Happenings {
  /** By the numbers of sets: slots of bodies that they touched last, what was torn before the step, and what the last step tells. */
  private readonly touched = new Map<number, ReadonlySet<number>>();
  private readonly torn = new Map<number, ReadonlySet<string>>();
  private readonly told = new Map<number, ParticleHappening[]>();

  of(id: number): readonly ParticleHappening[] {
    return this.told.get(id) ?? [];
  }

  forget(): void {
    for (const map of [this.touched, this.torn, this.told]) map.clear();
  }

  /** A set that has changed, or is new. */
  begin(memory: StateMemory, record: number, id: number): void {
    this.torn.set(id, tornOf(memory, record));
  }

  tell(memory: StateMemory, moved: readonly ParticleSolver[]): void {
    this.told.clear();
    for (const solver of moved) {
      const { record } = solver;
      const id = memory.u32[(record + ParticleSetRecord.id) >>> 2];
      const told: ParticleHappening[] = [];
      const [before, now] = [this.touched.get(id) ?? new Set<number>(), new Set(solver.met())];
      for (const slot of now) if (!before.has(slot)) told.push({ type: 'touch-begin', slot });
      for (const slot of before) if (!now.has(slot)) told.push({ type: 'touch-end', slot });
      this.touched.set(id, now);
      if (memory.u32[(record + ParticleSetRecord.brokenCount) >>> 2] > 0) {
        const [whole, torn] = [this.torn.get(id), tornOf(memory, record)];
        for (const one of torn) {
          if (whole?.has(one)) continue;
          const [kind, number] = one.split(' ');
          told.push({ type: 'tear', kind: kind as (typeof KINDS)[number][0], number: Number(number) });
        }
        this.torn.set(id, torn);
      }
      if (told.length > 0) this.told.set(id, told);
    }
  }
}

/** Kinds and numbers of what is torn, in the order in which they were given. */
function tornOf(memory: StateMemory, record: number): Set<string> {
  const torn = new Set<string>();
  for (const [kind, list, counter, fields] of KINDS) {
    const { count, first } = listOf(memory, record, list, counter);
    for (let k = 0; k < count; k++) {
      const at = first + k * fields.size;
      const number = 'number' in fields ? memory.u32[(at + fields.number) >>> 2] : k;
      if (memory.u32[(at + fields.flags) >>> 2] & HoldFlag.Broken) torn.add(`${kind} ${number}`);
    }
  }
  return torn;
}
