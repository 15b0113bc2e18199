import { EventRecord, EventType, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import type { Pool } from '../core/pool.ts';

/** A generation that no record has. */
const NOBODY = 0xffffffff;

/** Gives the records of a foreign state generations of this world's own; the events that name them follow. */
export function renumberEvents({ u32, world }: StateMemory, pool: Pool, ofJoints: boolean): void {
  const before = Array.from({ length: pool.count }, (_, slot) => pool.generation(slot));
  pool.renumber();
  const events = u32[(world + WorldRecord.events) >>> 2];
  for (let index = 0; index < u32[(world + WorldRecord.eventCount) >>> 2]; index++) {
    const record = events + index * EventRecord.size;
    if ((u32[(record + EventRecord.type) >>> 2] === EventType.JointBreak) !== ofJoints) continue;
    for (const field of [EventRecord.bodyA, EventRecord.bodyB]) {
      const slot = u32[(record + field) >>> 2];
      const known = pool.isAlive(slot) && u32[(record + field + 4) >>> 2] === before[slot];
      u32[(record + field + 4) >>> 2] = known ? pool.generation(slot) : NOBODY;
    }
  }
}
