// Bodies that have left their boxes since these were chosen. Queries look at them one by one instead of moving boxes, so that to ask changes
// nothing that a step reads.
import { nextAwake } from '../../island/awake';
import { ensureBlock } from '../../memory/blocks';
import { bytesOf } from '../../memory/arena';
import { bodyAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { isInBox } from './grow';

/** Lists them; false when there is no memory left. */
export function listOutliers(world: WorldRecord): bool {
  world.outlierCount = 0;
  let count: u32 = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1))
    if (bodyAt(slot).leaf && !isInBox(slot)) count++;
  if (!count) return true;
  if (!ensureBlock(world, offsetof<WorldRecord>('outliers'), bytesOf(count, sizeof<u32>()))) return false;
  let place = <usize>world.outliers;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (!bodyAt(slot).leaf || isInBox(slot)) continue;
    store<u32>(place, slot);
    place += sizeof<u32>();
  }
  world.outlierCount = count;
  return true;
}

export function outlierAt(world: WorldRecord, index: u32): u32 {
  return load<u32>(<usize>world.outliers + ((<usize>index) << 2));
}
