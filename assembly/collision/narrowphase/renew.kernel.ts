// Manifolds that stay while their points are found anew, within a step.
import { PairRecord } from '../broadphase/pair-record';
import { bodyAt } from '../../memory/records';
import { contactAt, Manifold } from '../shape/convex.kernel';
import { findPoints } from './contacts.kernel';
import { finishedGroup, groupCount } from './groups.kernel';
import { ManifoldPointRecord, ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { placePoint } from './place-point.kernel';
import { partFilter } from './part-filter.kernel';

/** m: separation of a point that is no more. */
export const GONE: f64 = 1e9;
/** Normals with a lower cosine are of other manifolds. */
const SAME_NORMAL: f64 = 0.7;

/** Gives the manifolds of a pair the normals and points that the records' poses of its bodies have; loads stay with the points. */
export function renewManifolds(pair: PairRecord): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  findPoints(pair);
  const x = b.positionX - a.positionX;
  const y = b.positionY - a.positionY;
  const z = b.positionZ - a.positionZ;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    manifold.originX = a.positionX;
    manifold.originY = a.positionY;
    manifold.originZ = a.positionZ;
    renew(manifold, x, y, z);
  }
}

function renew(manifold: ManifoldRecord, x: f64, y: f64, z: f64): void {
  let found: u32 = 0;
  let best = SAME_NORMAL;
  for (let k: u32 = 0; k < groupCount(); k++) {
    const group = finishedGroup(k);
    const cosine = group.normal.x * manifold.normalX + group.normal.y * manifold.normalY + group.normal.z * manifold.normalZ;
    if (cosine < best || (partFilter().bodyA && group.children != manifold.children)) continue;
    best = cosine;
    found = k + 1;
  }
  if (!found) {
    for (let k: u32 = 0; k < manifold.count; k++) takePoint(manifoldPoint(manifold, k));
    return;
  }
  const group = finishedGroup(found - 1);
  manifold.normalX = group.normal.x;
  manifold.normalY = group.normal.y;
  manifold.normalZ = group.normal.z;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    const from = sameOf(group, point.id, k);
    if (from < group.count) placePoint(point, group, from, x, y, z);
    else takePoint(point);
  }
}

/** A point that is no more bears nothing. */
function takePoint(point: ManifoldPointRecord): void {
  point.separation = GONE;
  point.force = 0;
}

/** The point of a group with an id, or else that of the same number. */
function sameOf(group: Manifold, id: u32, otherwise: u32): u32 {
  for (let k: u32 = 0; k < group.count; k++) if (contactAt(group, k).id == id) return k;
  return otherwise;
}
