// Manifolds that stay while their points are found anew, within a step.
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { BodyRecord } from '../../body/record';
import { bodyAt, shapeAt } from '../../memory/records';
import { contactAt, Manifold } from '../shape/convex.kernel';
import { findPoints } from './contacts.kernel';
import { finishedGroup, groupCount } from './groups.kernel';
import { ManifoldPointRecord, ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { placePoint } from './place-point.kernel';
import { partFilter } from './part-filter.kernel';
import { measureTurns, refreshManifolds } from './refresh.kernel';
import { hasClosedForm, renewRound } from './round-pair.kernel';

/** m: separation of a point that is no more. */
export const GONE: f64 = 1e9;
/** m: what is no more does not touch. */
const APART: f64 = 1e-9;
/** Normals with a lower cosine are of other manifolds. */
const SAME_NORMAL: f64 = 0.7;

/** Gives the manifolds of a pair the normals and points that the records' poses of its bodies have; loads stay with the points. */
export function renewManifolds(pair: PairRecord): void {
  if (renewClosed(pair)) return;
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if (pair.flags & PairFlag.GoesAlong) {
    goAlong(pair, a, b);
    return;
  }
  findPoints(pair, pair.margin);
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

/** The same points go along with the bodies. What is told of the pair stays as the step has found it. */
function goAlong(pair: PairRecord, a: BodyRecord, b: BodyRecord): void {
  const flags = pair.flags;
  measureTurns(pair, a, b);
  refreshManifolds(pair, a, b, shapeAt(a.shape - 1), shapeAt(b.shape - 1));
  pair.flags = flags;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) manifoldPoint(manifold, k).age--;
  }
}

/** The same by a closed form; false where there is none, or where it has other points. What is told of the pair stays as the step has found it. */
function renewClosed(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  if (!pair.firstManifold || pair.flags & PairFlag.OneWay || !hasClosedForm(shapeA, shapeB)) return false;
  const manifold = manifoldAt(pair.firstManifold - 1);
  const before = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const flags = pair.flags;
  if (!renewRound(pair, a, b, shapeA, shapeB, pair.margin)) return false;
  pair.flags = flags;
  const same = manifold.normalX * before.x + manifold.normalY * before.y + manifold.normalZ * before.z >= SAME_NORMAL;
  if (!same) {
    manifold.normalX = before.x;
    manifold.normalY = before.y;
    manifold.normalZ = before.z;
  }
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    point.age--;
    if (!same) takePoint(point);
  }
  return true;
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

/** Once the bodies are where a step takes them: says of points that are no more how far apart their places on the surfaces are. */
export function placeGone(pair: PairRecord): void {
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      if (point.separation >= GONE) point.separation = max(gapAt(pair, manifold, point), APART);
    }
  }
}

/** m: between the places of a point on both bodies, along the normal. */
function gapAt(pair: PairRecord, manifold: ManifoldRecord, point: ManifoldPointRecord): f64 {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const x = b.positionX - a.positionX + point.anchorBX - point.anchorAX;
  const y = b.positionY - a.positionY + point.anchorBY - point.anchorAY;
  const z = b.positionZ - a.positionZ + point.anchorBZ - point.anchorAZ;
  return x * manifold.normalX + y * manifold.normalY + z * manifold.normalZ;
}
