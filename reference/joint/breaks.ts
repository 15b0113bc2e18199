// Joints that a load beyond their thresholds disables after the step.
import { restart } from '../../bindings/body/publish.ts';
import { BodyRecord, JointFlag, JointRecord, WorldRecord } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/memory.ts';

function* liveJoints({ u32, world }: StateMemory): Generator<number> {
  const base = u32[(world + WorldRecord.jointBase) >>> 2];
  const count = u32[(world + WorldRecord.jointCount) >>> 2];
  for (let slot = 0; slot < count; slot++) {
    const record = base + slot * JointRecord.size;
    if (u32[(record + JointRecord.flags) >>> 2] & JointFlag.Alive) yield record;
  }
}

function size({ f64 }: StateMemory, offset: number): number {
  const index = offset >>> 3;
  return Math.sqrt(f64[index] * f64[index] + f64[index + 1] * f64[index + 1] + f64[index + 2] * f64[index + 2]);
}

/** What the step before broke is no news any more. */
export function forgetBreaks(memory: StateMemory): void {
  const { u32, world } = memory;
  if (u32[(world + WorldRecord.brokenCount) >>> 2] === 0) return;
  u32[(world + WorldRecord.brokenCount) >>> 2] = 0;
  for (const record of liveJoints(memory)) u32[(record + JointRecord.flags) >>> 2] &= ~JointFlag.JustBroken;
}

/** Disables the joints whose mean load over the step is beyond what they bear. */
export function breakJoints(memory: StateMemory): void {
  const { f64, u32, world } = memory;
  const bodyBase = u32[(world + WorldRecord.bodyBase) >>> 2];
  for (const record of liveJoints(memory)) {
    const flags = (record + JointRecord.flags) >>> 2;
    if (!(u32[flags] & JointFlag.Enabled)) continue;
    const force = size(memory, record + JointRecord.reactionForceX);
    const torque = size(memory, record + JointRecord.reactionTorqueX);
    if (force <= f64[(record + JointRecord.breakForce) >>> 3] && torque <= f64[(record + JointRecord.breakTorque) >>> 3]) continue;
    u32[flags] = (u32[flags] & ~JointFlag.Enabled) | JointFlag.Broken | JointFlag.JustBroken;
    for (const body of [JointRecord.bodyA, JointRecord.bodyB]) restart(memory, bodyBase + u32[(record + body) >>> 2] * BodyRecord.size);
    u32[(world + WorldRecord.brokenCount) >>> 2] += 1;
    u32[(world + WorldRecord.topologyDirty) >>> 2] = 1;
  }
}
