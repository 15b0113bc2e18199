// What the points of a pair bore before its contacts were found anew. A new point takes the load of the one with its id; what is left over, because
// a vertex has become the end of an edge or another face the one of reference, takes that of the nearest in place.
import { PairRecord } from '../broadphase/pair-record';
import { rotate } from '../../math/quat.kernel';
import { ManifoldPointRecord, ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';

/** Points of a pair's last manifolds that are compared. */
const MOST_REMEMBERED: u32 = 256;
const REMEMBERED: usize = scratch<RememberedPoint>(MOST_REMEMBERED);

/** Cosine between normals below which a load is nothing to go on with. */
const ALIKE: f64 = 0.98;

/** A point of the last detection, with its share of what its manifold bore. */
// @ts-ignore: decorator
@unmanaged
class RememberedPoint {
  force: f64;
  frictionX: f64;
  frictionY: f64;
  frictionZ: f64;
  twist: f64;
  rollX: f64;
  rollY: f64;
  rollZ: f64;
  /** From the bodies' centres of mass, and the normal, as they were. */
  armA: vec3<f64>;
  armB: vec3<f64>;
  normal: vec3<f64>;
  id: u32;
  age: u32;
  /** Not 0: some new point goes on with its load. */
  taken: u32;
  unused: u32;
}

function rememberedAt(index: u32): RememberedPoint {
  return changetype<RememberedPoint>(REMEMBERED + <usize>index * offsetof<RememberedPoint>());
}

/** Notes places, ids, ages and loads of the pair's points; returns how many. */
export function rememberPoints(pair: PairRecord): u32 {
  let count: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    let force: f64 = 0;
    for (let k: u32 = 0; k < manifold.count; k++) force += manifoldPoint(manifold, k).force;
    const inverse = force > 0 ? 1 / force : 0;
    for (let k: u32 = 0; k < manifold.count && count < MOST_REMEMBERED; k++) {
      const point = manifoldPoint(manifold, k);
      const to = rememberedAt(count++);
      const share = inverse * point.force;
      to.force = point.force;
      to.frictionX = share * manifold.frictionX;
      to.frictionY = share * manifold.frictionY;
      to.frictionZ = share * manifold.frictionZ;
      to.twist = share * manifold.twist;
      to.rollX = share * manifold.rollX;
      to.rollY = share * manifold.rollY;
      to.rollZ = share * manifold.rollZ;
      to.armA = vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ);
      to.armB = vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ);
      to.normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
      to.id = point.id;
      to.age = point.age;
      to.taken = 0;
    }
    slot = manifold.next;
  }
  return count;
}

/** Goes on with what a point bore. */
function take(manifold: ManifoldRecord, point: ManifoldPointRecord, known: RememberedPoint): void {
  known.taken = 1;
  point.age = known.age + 1;
  point.force = known.force;
  manifold.frictionX += known.frictionX;
  manifold.frictionY += known.frictionY;
  manifold.frictionZ += known.frictionZ;
  manifold.twist += known.twist;
  manifold.rollX += known.rollX;
  manifold.rollY += known.rollY;
  manifold.rollZ += known.rollZ;
}

/** Gives a point the age and the load of the one with its id, if there was one. */
function recallById(manifold: ManifoldRecord, point: ManifoldPointRecord, remembered: u32): bool {
  for (let k: u32 = 0; k < remembered; k++) {
    const known = rememberedAt(k);
    if (known.id != point.id) continue;
    take(manifold, point, known);
    return true;
  }
  return false;
}

/** The square of how far a point is from a remembered one that goes with either body. */
function apart(point: ManifoldPointRecord, known: RememberedPoint, turnA: quat<f64>, turnB: quat<f64>): f64 {
  const onA = vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ) - rotate(turnA, known.armA);
  const onB = vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ) - rotate(turnB, known.armB);
  return min(lengthSquared(onA), lengthSquared(onB));
}

/** The remembered point that none goes on with and that is nearest, within `reach`; the number of them if there is none. */
function nearestLeft(
  manifold: ManifoldRecord, point: ManifoldPointRecord, remembered: u32, turnA: quat<f64>, turnB: quat<f64>, reach: f64,
): u32 {
  let nearest = remembered;
  let least = reach * reach;
  const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  for (let k: u32 = 0; k < remembered; k++) {
    const known = rememberedAt(k);
    if (known.taken) continue;
    const distance = apart(point, known, turnA, turnB);
    if (distance >= least || dot(normal, rotate(turnA, known.normal)) < ALIKE) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

/** Gives the points of a pair, which are new, the ages and loads of those that were there before: of the same id, or else within `reach`. The turns are those of the bodies since. */
export function recallPoints(pair: PairRecord, remembered: u32, turnA: quat<f64>, turnB: quat<f64>, reach: f64): void {
  let left: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) if (!recallById(manifold, manifoldPoint(manifold, k), remembered)) left++;
  }
  for (let slot: u32 = left ? pair.firstManifold : 0; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      if (point.age) continue;
      const nearest = nearestLeft(manifold, point, remembered, turnA, turnB, reach);
      if (nearest < remembered) take(manifold, point, rememberedAt(nearest));
    }
  }
}
