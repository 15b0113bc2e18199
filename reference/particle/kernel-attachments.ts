// Attachments by the kernel of particles: each beside the addresses of its particle and of a copy of its body.
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import type { Attachments } from './attachments.ts';
import type { Place } from './kernel-holds.ts';
import { BODY_COPY, type Rigid } from './rigid.ts';
import type { Holds, Numbers, ParticleState } from './state.ts';

const NUMBERS_AT = 8;

export class KernelAttachments implements Holds {
  readonly count: number;
  private readonly at: number;
  private readonly bodies: number;
  private readonly bytes: number;
  private readonly bodyBytes: number;
  /** Numbers in the step of the bodies that are held, each once. */
  private entries: number[] = [];
  private copies: Numbers = new Float64Array(0);
  private isFirst = true;

  constructor(
    private readonly place: Place,
    private readonly attachments: Attachments,
    private readonly rigid: Rigid,
  ) {
    const { memory } = place;
    this.count = attachments.count;
    this.bytes = memory.kernels.attachmentBytes();
    this.bodyBytes = memory.kernels.attachedBodyBytes();
    this.at = memory.allocate(this.count * this.bytes);
    this.bodies = memory.allocate(new Set(attachments.slots).size * this.bodyBytes);
  }

  /** Writes what does not change, once all of the memory is there. */
  fill(): void {
    const { at, attachments, bytes, place } = this;
    const { allWords, row } = place.memory;
    if (this.count === 0) return;
    attachments.moveTo(place.memory.doubles(at + NUMBERS_AT, this.count * (bytes >>> 3) - 1), bytes >>> 3);
    for (let k = 0; k < this.count; k++) allWords[(at + k * bytes) >>> 2] = place.u + row * (attachments.particles[k] >>> 2);
    this.copies = place.memory.doubles(this.bodies, (new Set(attachments.slots).size * this.bodyBytes) >>> 3);
  }

  beginStep(memory: StateMemory): void {
    const { at, attachments, bytes, place } = this;
    attachments.beginStep(memory);
    const places = new Map<number, number>();
    for (let k = 0; k < this.count; k++) {
      const entry = attachments.entries[k];
      if (!attachments.isBroken[k] && !places.has(entry)) places.set(entry, places.size);
      const body = attachments.isBroken[k] ? 0 : this.bodies + (places.get(entry) as number) * this.bodyBytes;
      place.memory.allWords[((at + k * bytes) >>> 2) + 1] = body;
    }
    this.entries = [...places.keys()];
  }

  beginSubstep(): void {
    this.isFirst = true;
  }

  solve(_: ParticleState, h: number): void {
    const { copies, entries, place, rigid } = this;
    for (let k = 0; k < entries.length; k++) rigid.copy(entries[k], copies, k * BODY_COPY);
    place.memory.kernels.attachments(this.at, this.count, place.start, place.u, place.before - place.u, h, this.isFirst ? 1 : 0);
    this.isFirst = false;
    for (let k = 0; k < entries.length; k++) rigid.take(entries[k], copies, k * BODY_COPY);
  }

  finish(memory: StateMemory, record: number, substeps: number, h: number): number {
    return this.attachments.finish(memory, record, substeps, h);
  }
}
