// The stage of a step that finds contacts: all pairs of the broad phase, one after the other.
import { pairAt, pairRoom } from '../broadphase/pairs';
import { PairFlag } from '../broadphase/pair-record';
import { WorldRecord } from '../world';
import { updatePair } from './contacts.kernel';

/** Finds the contacts of all pairs; false when there is no memory left. */
export function updateContacts(world: WorldRecord, dt: f64): bool {
  for (let index: u32 = 0; index < pairRoom(); index++) {
    const pair = pairAt(index);
    if (pair.flags & PairFlag.Alive && !updatePair(world, pair, index, dt)) return false;
  }
  return true;
}
