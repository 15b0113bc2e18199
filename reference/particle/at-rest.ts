// When a set of particles may fall asleep.
import { ParticleSetRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';

/** Whether a set has been at rest for long enough to fall asleep, but for what it touches. */
export function isAtRest({ f64, world }: StateMemory, { record }: { record: number }): boolean {
  const rest = f64[(record + ParticleSetRecord.restTime) >>> 3];
  return rest > 0 && rest >= f64[(world + WorldRecord.sleepDelay) >>> 3];
}
