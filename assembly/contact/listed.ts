// The contacts that are solved, in the order of their pairs, which is that of memory.
import { ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { manifoldAt } from '../collision/narrowphase/manifolds.kernel';
import { WorldRecord } from '../world';

/**
 * A manifold that is solved.
 * @layout
 */
// @ts-ignore: decorator
@unmanaged
export class ListedContact {
  /** Slot of the manifold, and of its pair. */
  manifold: u32;
  pair: u32;
  /** Its group, or the cell that becomes one; its lane in its bundle, and the address of that bundle's ContactManifold. */
  group: u16;
  lane: u16;
  bundle: u32;
  bodyA: u32;
  bodyB: u32;
  /** Not 0: its bodies touched before. */
  told: u32;
  /** How many points it has. */
  points: u32;
}

export function listedAt(world: WorldRecord, index: u32): ListedContact {
  return changetype<ListedContact>(<usize>world.contactList + <usize>index * offsetof<ListedContact>());
}

/** The manifold that is solved and lies in the given place of the list. */
export function listed(world: WorldRecord, index: u32): ManifoldRecord {
  return manifoldAt(listedAt(world, index).manifold);
}
