import { BodyRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Pool } from '../core/pool.ts';

/** 64 bits of FNV-1a over the bits of all live bodies' poses and velocities. */
export function stateHash(memory: StateMemory, bodies: Pool): string {
  const { u32 } = memory;
  const words = (BodyRecord.angularVelocityX - BodyRecord.positionX) / 4 + 6;
  let low = 0x811c9dc5;
  let high = 0xc9dc5118;
  for (let slot = 0; slot < bodies.count; slot++) {
    if (!bodies.isAlive(slot)) continue;
    const start = (bodies.offset(slot) + BodyRecord.positionX) >>> 2;
    for (let word = start; word < start + words; word++) {
      low = Math.imul(low ^ u32[word], 0x01000193);
      high = Math.imul(high ^ u32[word] ^ (low >>> 15), 0x85ebca6b);
    }
  }
  return (high >>> 0).toString(16).padStart(8, '0') + (low >>> 0).toString(16).padStart(8, '0');
}
