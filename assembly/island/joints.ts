// The joints that a step looks at: those at a body that is awake, in the order of their slots.
import { JointFlag } from '../joint/record';
import { ensureBlock } from '../memory/blocks';
import { jointAt } from '../memory/records';
import { WorldRecord } from '../world';
import { isAwake } from './awake';
import { jointBody } from './wake';

/** Slot of the joint at a place of the list. */
export function activeJoint(world: WorldRecord, index: u32): u32 {
  return load<u32>(<usize>world.activeJoints + ((<usize>index) << 2));
}

/** Whether some body of a joint that is alive is awake. */
export function isActive(world: WorldRecord, slot: u32): bool {
  const joint = jointAt(slot);
  if (!(joint.flags & JointFlag.Alive)) return false;
  for (let k: u32 = 0; k < 4; k++) if (isAwake(world, jointBody(joint, k))) return true;
  return false;
}

/** Lists the active joints, to be done when joints were changed, or bodies with joints woke or fell asleep; false when there is no memory left. */
export function listActiveJoints(world: WorldRecord): bool {
  world.activeJointCount = 0;
  if (!ensureBlock(world, offsetof<WorldRecord>('activeJoints'), (<usize>world.jointCount) << 2)) return false;
  let count: u32 = 0;
  for (let slot: u32 = 0; slot < world.jointCount; slot++) {
    if (!isActive(world, slot)) continue;
    store<u32>(<usize>world.activeJoints + ((<usize>count) << 2), slot);
    count++;
  }
  world.activeJointCount = count;
  return true;
}
