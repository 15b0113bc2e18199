// What the points of a pair bore before its contacts were found anew. A new point takes the load of the one with its id; what is left over, because
// a vertex has become the end of an edge or another face the one of reference, takes that of the nearest in place.
import { PairRecord } from '../broadphase/pair-record';
import { rotate } from '../../math/quat.kernel';
import { Point } from '../shape/convex.kernel';
import { ManifoldPointRecord, ManifoldRecord } from './manifold-record';
import { forceOf, manifoldAt, manifoldPoint } from './manifolds.kernel';

/** Points of a pair's last manifolds that are compared. */
const MOST_REMEMBERED: u32 = 128;
const REMEMBERED: usize = scratch<RememberedPoint>(MOST_REMEMBERED);

/** Cosine between normals below which a load is nothing to go on with. */
export const ALIKE: f64 = 0.98;

/** A point of the last detection, with its share of what its manifold bore. */
// @ts-ignore: decorator
@unmanaged
class RememberedPoint {
  force: f64;
  /** Friction, twist and rolling torque, in the order of a ManifoldRecord. */
  load0: f64;
  load1: f64;
  load2: f64;
  load3: f64;
  load4: f64;
  load5: f64;
  load6: f64;
  /** From the bodies' centres of mass, and the normal, as they were. */
  armA: vec3<f64>;
  armB: vec3<f64>;
  normal: vec3<f64>;
  id: u32;
  age: u32;
  /** Not 0: some new point goes on with its load. */
  taken: u32;
  reserved: u32;
}

/** Bytes of the loads that the points of a manifold share, and where they are. */
const LOADS: usize = offsetof<ManifoldRecord>('frictionImpulseX') - offsetof<ManifoldRecord>('frictionX');
const BORNE: usize = offsetof<ManifoldRecord>('frictionX');
const KEPT: usize = offsetof<RememberedPoint>('load0');

function rememberedAt(index: u32): RememberedPoint {
  return changetype<RememberedPoint>(REMEMBERED + <usize>index * offsetof<RememberedPoint>());
}

/** Notes places, ids, ages and loads of the pair's points; returns how many. */
export function rememberPoints(pair: PairRecord): u32 {
  let count: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; ) {
    const manifold = manifoldAt(slot - 1);
    const force = forceOf(manifold);
    const inverse = force > 0 ? 1 / force : 0;
    for (let k: u32 = 0; k < manifold.count && count < MOST_REMEMBERED; k++) {
      const point = manifoldPoint(manifold, k);
      const to = rememberedAt(count++);
      const share = inverse * point.force;
      to.force = point.force;
      for (let n: usize = 0; n < LOADS; n += 8) store<f64>(changetype<usize>(to) + KEPT + n, share * load<f64>(changetype<usize>(manifold) + BORNE + n));
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
  for (let n: usize = 0; n < LOADS; n += 8) {
    const at = changetype<usize>(manifold) + BORNE + n;
    store<f64>(at, load<f64>(at) + load<f64>(changetype<usize>(known) + KEPT + n));
  }
}

/** Gives a point the age and the load of the one with its id, if there was one. The search begins at `first`, as most come in the order of before; returns where the next begins. */
function recallById(manifold: ManifoldRecord, point: ManifoldPointRecord, remembered: u32, first: u32): u32 {
  let k = first;
  for (let looked: u32 = 0; looked < remembered; looked++) {
    if (k >= remembered) k = 0;
    const known = rememberedAt(k++);
    if (known.id != point.id) continue;
    take(manifold, point, known);
    return k;
  }
  return first;
}

/** The square of how far a point is from a remembered one that goes with either body. */
function apart(point: ManifoldPointRecord, known: RememberedPoint): f64 {
  const onA = vec3<f64>(point.anchorAX, point.anchorAY, point.anchorAZ) - known.armA;
  const onB = vec3<f64>(point.anchorBX, point.anchorBY, point.anchorBZ) - known.armB;
  return min(lengthSquared(onA), lengthSquared(onB));
}

/** Turns those that none goes on with along with the bodies; whether there are any. */
function turnLeft(remembered: u32, turnA: quat<f64>, turnB: quat<f64>): bool {
  let left = false;
  for (let k: u32 = 0; k < remembered; k++) {
    const known = rememberedAt(k);
    if (known.taken) continue;
    for (let at = offsetof<RememberedPoint>('armAx'); at < offsetof<RememberedPoint>('id'); at += 24) {
      const vector = changetype<Point>(changetype<usize>(known) + at);
      const isArmB = at == offsetof<RememberedPoint>('armBx');
      const turn = quat<f64>(isArmB ? turnB.x : turnA.x, isArmB ? turnB.y : turnA.y, isArmB ? turnB.z : turnA.z, isArmB ? turnB.w : turnA.w);
      vector.position = rotate(turn, vector.position);
    }
    left = true;
  }
  return left;
}

/** The remembered point that none goes on with and that is nearest, within `reach`; the number of them if there is none. */
function nearestLeft(manifold: ManifoldRecord, point: ManifoldPointRecord, remembered: u32, reach: f64): u32 {
  let nearest = remembered;
  let least = reach * reach;
  const normal = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  for (let k: u32 = 0; k < remembered; k++) {
    const known = rememberedAt(k);
    if (known.taken) continue;
    const distance = apart(point, known);
    if (distance >= least || dot(normal, known.normal) < ALIKE) continue;
    least = distance;
    nearest = k;
  }
  return nearest;
}

/** Gives the points of a pair, which are new, the ages and loads of those that were there before: of the same id, or else within `reach`. The turns are those of the bodies since. */
export function recallPoints(pair: PairRecord, remembered: u32, turnA: quat<f64>, turnB: quat<f64>, reach: f64): void {
  // All ids first: what has gone on by them is nobody's by place.
  let next: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) next = recallById(manifold, manifoldPoint(manifold, k), remembered, next);
  }
  if (turnLeft(remembered, turnA, turnB)) recallByPlace(pair, remembered, reach);
}

function recallByPlace(pair: PairRecord, remembered: u32, reach: f64): void {
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      if (point.age) continue;
      const nearest = nearestLeft(manifold, point, remembered, reach);
      if (nearest < remembered) take(manifold, point, rememberedAt(nearest));
    }
  }
}
