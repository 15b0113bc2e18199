// What holds particles at a body lets them go when the body is removed, and what sleeps on it wakes.

import type { WorldContext } from '../core/context.ts';
import {
  BodyRecord,
  BroadPhaseRecord,
  HoldFlag,
  ParticleAttachmentRecord,
  ParticleFlag,
  ParticleLengthPoint,
  ParticleLengthRecord,
  ParticleSetRecord,
  TreeNode,
  WorldRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';

export function releaseFrom({ memory }: WorldContext, slot: number): void {
  const { f32, u32, world } = memory;
  const leaf = u32[(u32[(world + WorldRecord.bodyBase) >>> 2] + slot * BodyRecord.size + BodyRecord.leaf) >>> 2];
  if (leaf !== 0) {
    const node = (u32[(u32[(world + WorldRecord.broadphase) >>> 2] + BroadPhaseRecord.nodeBase) >>> 2] + leaf * TreeNode.size) >>> 2;
    wakeBeside(memory, f32.subarray(node, node + 3), f32.subarray(node + 4, node + 7));
  }
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

/** Wakes the sets that sleep with a particle in or at a box. */
export function wakeBeside({ f64, u32, world }: StateMemory, low: ArrayLike<number>, high: ArrayLike<number>): void {
  const read = (at: number) => u32[at >>> 2];
  for (let set = read(world + WorldRecord.particleSets); set !== 0; set = read(set + ParticleSetRecord.next)) {
    if (!(read(set + ParticleSetRecord.flags) & ParticleFlag.Asleep)) continue;
    const reach = 2 * f64[(set + ParticleSetRecord.reach) >>> 3];
    const first = (set + read(set + ParticleSetRecord.positions)) >>> 3;
    const isBeside = (p: number) => [0, 1, 2].every((axis) => f64[p + axis] + reach >= low[axis] && f64[p + axis] - reach <= high[axis]);
    for (let p = first; p < first + 3 * read(set + ParticleSetRecord.particleCount); p += 3) {
      if (!isBeside(p)) continue;
      u32[(set + ParticleSetRecord.flags) >>> 2] &= ~ParticleFlag.Asleep;
      f64[(set + ParticleSetRecord.restTime) >>> 3] = 0;
      break;
    }
  }
}

/** The corners of the box around particles of these radii. */
export function boundsOf(positions: Float64Array, radii: Float64Array): [low: number[], high: number[]] {
  const [low, high] = [Array(3).fill(Infinity), Array(3).fill(-Infinity)];
  for (const [k, x] of positions.entries()) {
    const radius = radii[Math.floor(k / 3)];
    low[k % 3] = Math.min(low[k % 3], x - radius);
    high[k % 3] = Math.max(high[k % 3], x + radius);
  }
  return [low, high];
}
