// What holds particles at a body lets them go when the body is removed; and what hangs on particles, or lies on them, wakes when these go.

import type { WorldContext } from '../core/context.ts';
import {
  BodyFlag,
  BodyRecord,
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleFlag,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  WorldRecord,
} from '../core/layout.ts';
import { bodyRecord } from '../core/records.ts';
import { boundsOf } from '../query/bounds.ts';

export function releaseFrom({ memory }: WorldContext, slot: number): void {
  const { f64, u32, world } = memory;
  const read = (at: number) => u32[at >>> 2];
  for (let set = read(world + WorldRecord.particleSets); set !== 0; set = read(set + ParticleSetRecord.next)) {
    const listed = (list: number, count: number, size: number) =>
      Array.from({ length: read(set + count) }, (_, k) => set + read(set + list) + k * size);
    const attachments = listed(ParticleSetRecord.attachments, ParticleSetRecord.attachmentCount, ParticleAttachmentRecord.size)
      .filter((at) => read(at + ParticleAttachmentRecord.body) === slot)
      .map((at) => at + ParticleAttachmentRecord.flags);
    const points = listed(ParticleSetRecord.lengthPoints, ParticleSetRecord.lengthPointCount, ParticleLengthPoint.size);
    const lines = listed(ParticleSetRecord.lengths, ParticleSetRecord.lengthCount, ParticleLengthRecord.size)
      .filter((at) => {
        const first = read(at + ParticleLengthRecord.firstPoint);
        const own = points.slice(first, first + read(at + ParticleLengthRecord.pointCount));
        return own.some((point) => read(point + ParticleLengthPoint.body) === slot + 1);
      })
      .map((at) => at + ParticleLengthRecord.flags);
    for (const flags of [...attachments, ...lines]) u32[flags >>> 2] |= HoldFlag.Broken;
    if (attachments.length + lines.length === 0) continue;
    u32[(set + ParticleSetRecord.version) >>> 2] += 1;
    u32[(set + ParticleSetRecord.flags) >>> 2] &= ~ParticleFlag.Asleep;
    f64[(set + ParticleSetRecord.restTime) >>> 3] = 0;
  }
}

/** Wakes the bodies that a set is attached to, or has lines of limited length to. */
export function wakeHeld(context: WorldContext, set: number): void {
  const { u32 } = context.memory;
  const read = (at: number) => u32[at >>> 2];
  const slots = new Set<number>();
  for (let k = 0; k < read(set + ParticleSetRecord.attachmentCount); k++) {
    const at = set + read(set + ParticleSetRecord.attachments) + k * ParticleAttachmentRecord.size;
    if (!(read(at + ParticleAttachmentRecord.flags) & HoldFlag.Broken)) slots.add(read(at + ParticleAttachmentRecord.body));
  }
  for (let k = 0; k < read(set + ParticleSetRecord.lengthPointCount); k++) {
    const at = set + read(set + ParticleSetRecord.lengthPoints) + k * ParticleLengthPoint.size;
    if (read(at + ParticleLengthPoint.body) > 0) slots.add(read(at + ParticleLengthPoint.body) - 1);
  }
  for (const slot of slots) if (isAsleep(context, slot)) context.wakeBody(slot);
}

/** Wakes the bodies that sleep at a box, m. */
export function wakeBodiesAt(context: WorldContext, low: readonly number[], high: readonly number[]): void {
  const { memory } = context;
  const count = memory.u32[(memory.world + WorldRecord.bodyCount) >>> 2];
  for (let slot = 1; slot < count; slot++) {
    if (!isAsleep(context, slot)) continue;
    const box = boundsOf(memory, context.bodyOffset(slot));
    if (box && [0, 1, 2].every((axis) => box.low[axis] <= high[axis] && box.high[axis] >= low[axis])) context.wakeBody(slot);
  }
}

function isAsleep({ memory }: WorldContext, slot: number): boolean {
  const flags = memory.u32[(bodyRecord(memory, slot) + BodyRecord.flags) >>> 2];
  return (flags & BodyFlag.Alive) !== 0 && (flags & BodyFlag.Asleep) !== 0;
}
