// How strong gravity is, and what lies along it.
import { ManifoldRecord } from './collision/narrowphase/manifold-record';
import { WorldRecord } from './world';

/** m/s² */
export function gravityOf(world: WorldRecord): f64 {
  return Math.sqrt(world.gravityX * world.gravityX + world.gravityY * world.gravityY + world.gravityZ * world.gravityZ);
}

/** How far the way from A to B goes along gravity, times its strength. */
export function downOf(world: WorldRecord, manifold: ManifoldRecord): f64 {
  return manifold.normalX * world.gravityX + manifold.normalY * world.gravityY + manifold.normalZ * world.gravityZ;
}
