// Attachments by the kernel of particles: each beside the address of its particle, the runs of a body behind a copy of it.
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { AttachedRun, AttachedRuns, Attachments } from './attachments.ts';
import { SHIFT, SUMS } from './held.ts';
import type { Place } from './kernel-holds.ts';
import { BODY_COPY, type Rigid } from './rigid.ts';
import type { Holds, Numbers, ParticleState } from './state.ts';

const NUMBERS_AT = 8;

export class KernelAttachments implements AttachedRuns, Holds {
  readonly count: number;
  private readonly at: number;
  private readonly body: number;
  private readonly bytes: number;
  /** A copy of the body at hand, what it is to be displaced by, and the sums. */
  private copy: Numbers = new Float64Array(0);
  private shift: Float64Array = new Float64Array(0);
  private sums: Float64Array = new Float64Array(0);

  constructor(
    private readonly place: Place,
    private readonly attachments: Attachments,
    private readonly rigid: Rigid,
  ) {
    const { memory } = place;
    this.count = attachments.count;
    this.bytes = memory.kernels.attachmentBytes();
    this.at = memory.allocate(this.count * this.bytes);
    this.body = memory.allocate(8 * (BODY_COPY + SHIFT + SUMS));
  }

  /** Writes what does not change, once all of the memory is there. */
  fill(): void {
    const { at, attachments, body, bytes, place } = this;
    const { allWords, row } = place.memory;
    if (this.count === 0) return;
    attachments.moveTo(place.memory.doubles(at + NUMBERS_AT, this.count * (bytes >>> 3) - 1), bytes >>> 3);
    for (let k = 0; k < this.count; k++)
      allWords[(at + attachments.places[k] * bytes) >>> 2] = place.u + row * (attachments.particles[k] >>> 2);
    this.copy = place.memory.doubles(body, BODY_COPY);
    this.shift = place.memory.doubles(body + 8 * BODY_COPY, SHIFT);
    this.sums = place.memory.doubles(body + 8 * (BODY_COPY + SHIFT), SUMS);
  }

  get runs(): readonly AttachedRun[] {
    return this.attachments.runs;
  }

  beginStep(memory: StateMemory, record: number, h: number): void {
    const { at, attachments, bytes, place } = this;
    attachments.beginStep(memory, record, h);
    for (let k = 0; k < this.count; k++)
      place.memory.allWords[((at + attachments.places[k] * bytes) >>> 2) + 1] = attachments.isBroken[k] ? 0 : 1;
  }

  beginSubstep(): void {}
  solve(): void {}

  gather({ count, entry, first: from }: AttachedRun, _: ParticleState, h: number, first: boolean, sums: Float64Array): void {
    const { at, body, bytes, copy, place } = this;
    this.rigid.copy(entry, copy, 0);
    this.sums.fill(0);
    place.memory.kernels.gatherAttachments(at + from * bytes, count, body, place.start, place.u, place.before - place.u, h, first ? 1 : 0);
    for (let k = 0; k < SUMS; k++) sums[k] += this.sums[k];
  }

  apply({ count, first }: AttachedRun, _: ParticleState, shift: Float64Array): void {
    this.shift.set(shift);
    this.place.memory.kernels.applyAttachments(this.at + first * this.bytes, count, this.body);
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    return this.attachments.finish(memory, record, substeps, h);
  }
}
