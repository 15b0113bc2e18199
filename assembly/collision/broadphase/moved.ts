// Boxes of bodies that move, and which of these look for pairs.
import { bodyAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { chooseBounds, takeBounds, TOO_LARGE, TOO_SMALL } from './grow';
import { theBroadphase } from './record';
import { moveLeaf } from './tree';

/** Every how many updates it is asked whether a box is too large. */
const SHRINK_TURNS: u32 = 8;

/** A body with a leaf looks for pairs in the next update. */
export function lookAgain(slot: u32): void {
  const word = <usize>theBroadphase().movedBase + <usize>((slot >> 5) << 2);
  store<u32>(word, load<u32>(word) | ((<u32>1) << (slot & 31)));
}

/** Makes the box of a body hold where it gets in `dt` s. */
export function adaptBody(world: WorldRecord, slot: u32, dt: f64, shrink: bool): void {
  const wrong = chooseBounds(world, slot, dt);
  if (!(wrong & TOO_SMALL) && !(wrong & TOO_LARGE && shrink && (slot + theBroadphase().updates) % SHRINK_TURNS == 0)) return;
  takeBounds(bodyAt(slot).leaf);
  moveLeaf(bodyAt(slot).leaf);
  lookAgain(slot);
}
