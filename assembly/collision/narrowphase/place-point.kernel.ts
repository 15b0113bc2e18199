import { contactAt, Manifold } from '../shape/convex.kernel';
import { ManifoldPointRecord } from './manifold-record';

/** Writes where a point is: it is seen from A's centre of mass, from where x, y, z lead to B's. */
export function placePoint(to: ManifoldPointRecord, found: Manifold, index: u32, x: f64, y: f64, z: f64): void {
  const from = contactAt(found, index);
  const half = 0.5 * from.separation;
  to.anchorAX = from.position.x - half * found.normal.x;
  to.anchorAY = from.position.y - half * found.normal.y;
  to.anchorAZ = from.position.z - half * found.normal.z;
  to.anchorBX = from.position.x + half * found.normal.x - x;
  to.anchorBY = from.position.y + half * found.normal.y - y;
  to.anchorBZ = from.position.z + half * found.normal.z - z;
  to.separation = from.separation;
  to.id = from.id;
}
