// Joints that a load beyond their thresholds disables after the step.
import { activeJoint } from '../island/joints';
import { BodyFlag } from '../body/record';
import { bodyAt, jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { JointFlag } from './record';

function size(x: f64, y: f64, z: f64): f64 {
  return Math.sqrt(x * x + y * y + z * z);
}

/** What the step before broke is no news any more. */
export function forgetBreaks(world: WorldRecord): void {
  if (!world.brokenCount) return;
  world.brokenCount = 0;
  for (let slot: u32 = 0; slot < world.jointCount; slot++) jointAt(slot).flags &= ~(<u32>JointFlag.JustBroken);
}

/** Disables the joints whose mean load over the step is beyond what they bear. */
export function breakJoints(world: WorldRecord): void {
  const live: u32 = JointFlag.Alive | JointFlag.Enabled;
  for (let index: u32 = 0; index < world.activeJointCount; index++) {
    const joint = jointAt(activeJoint(world, index));
    if ((joint.flags & live) != live) continue;
    if (joint.breakForce == Infinity && joint.breakTorque == Infinity) continue;
    if (
      size(joint.reactionForceX, joint.reactionForceY, joint.reactionForceZ) <= joint.breakForce &&
      size(joint.reactionTorqueX, joint.reactionTorqueY, joint.reactionTorqueZ) <= joint.breakTorque
    )
      continue;
    joint.flags = (joint.flags & ~(<u32>JointFlag.Enabled)) | JointFlag.Broken | JointFlag.JustBroken;
    bodyAt(joint.bodyA).flags &= ~(<u32>BodyFlag.Begun);
    bodyAt(joint.bodyB).flags &= ~(<u32>BodyFlag.Begun);
    world.brokenCount += 1;
    world.topologyDirty = 1;
  }
}
