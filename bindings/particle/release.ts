// What holds particles at a body lets them go when the body is removed, and what sleeps on it wakes.

import type { WorldContext } from '../core/context.ts';
import {
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleFlag,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  WorldRecord,
} from '../core/layout.ts';

export function releaseFrom({ live, memory }: WorldContext, slot: number): void {
  const { u32, world } = memory;
  live.particles?.wakeOn(memory, slot);
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
  }
}
