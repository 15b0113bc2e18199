import { BodyRecord, ParticleSetRecord, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Pool } from '../core/pool.ts';

/** 64 bits of FNV-1a over the bits of all live bodies' poses and velocities, and of the particles' positions and velocities. */
export function stateHash(memory: StateMemory, bodies: Pool): string {
  const { u32 } = memory;
  const words = (BodyRecord.angularVelocityX - BodyRecord.positionX) / 4 + 6;
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  const add = (address: number, count: number) => {
    const start = address >>> 2;
    for (let word = start; word < start + count; word++) {
      low = Math.imul(low ^ u32[word], 0x01000193);
      high = Math.imul(high ^ u32[word] ^ (low >>> 15), 0x85ebca6b);
    }
  };
  for (let slot = 0; slot < bodies.count; slot++) if (bodies.isAlive(slot)) add(bodies.offset(slot) + BodyRecord.positionX, words);
  for (let set = u32[(memory.world + WorldRecord.particleSets) >>> 2]; set !== 0; set = u32[(set + ParticleSetRecord.next) >>> 2])
    for (const list of [ParticleSetRecord.positions, ParticleSetRecord.velocities])
      add(set + u32[(set + list) >>> 2], 6 * u32[(set + ParticleSetRecord.particleCount) >>> 2]);
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
