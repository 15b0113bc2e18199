// The manifolds that stay from one detection to the next.
import { ownerOf } from '../broadphase/crowd';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { freeListOf, FREE_LISTS_BYTES, takenList } from '../broadphase/free-lists';
import { theBroadphase } from '../broadphase/record';
import { allocate, bytesOf, regrowAt, theWorld } from '../../memory/arena';
import { contactGraph, releaseBundles } from '../../constraint/graph';
import { grownCapacity } from '../../memory/capacity';
import { bodyAt } from '../../memory/records';
import { contactAt, Manifold } from '../shape/convex.kernel';
import { placePoint } from './place-point.kernel';
import { ManifoldPointRecord, ManifoldRecord, MANIFOLD_BYTES, NarrowphaseRecord } from './manifold-record';

/** Reserves the record; false when there is no memory left. */
export function initializeNarrowphase(): bool {
  const record = allocate(offsetof<NarrowphaseRecord>() + FREE_LISTS_BYTES);
  theWorld().narrowphase = <u32>record;
  return record != 0;
}

export function theNarrowphase(): NarrowphaseRecord {
  return changetype<NarrowphaseRecord>(<usize>theWorld().narrowphase);
}

export function manifoldAt(slot: u32): ManifoldRecord {
  return changetype<ManifoldRecord>(<usize>theNarrowphase().manifoldBase + <usize>slot * MANIFOLD_BYTES);
}

export function manifoldPoint(manifold: ManifoldRecord, index: u32): ManifoldPointRecord {
  const first = changetype<usize>(manifold) + offsetof<ManifoldRecord>();
  return changetype<ManifoldPointRecord>(first + <usize>index * offsetof<ManifoldPointRecord>());
}

/** Whether some point was not there before. */
export function isFresh(manifold: ManifoldRecord): bool {
  for (let k: u32 = 0; k < manifold.count; k++) if (manifoldPoint(manifold, k).age == 0) return true;
  return false;
}

/** A manifold whose pair is farther than so many from that of the one before is out of order. */
const FAR_PAIRS: i32 = 128;

/** Where lists of free manifolds begin. */
export function freeManifolds(state: NarrowphaseRecord): usize {
  return changetype<usize>(state) + offsetof<NarrowphaseRecord>();
}

/** Slot plus one of a manifold that is free, for a pair; 0 when there is no memory left. */
function takeManifold(pair: PairRecord): u32 {
  const state = theNarrowphase();
  if (state.manifoldLive == state.manifoldCapacity && !reserveManifolds(state)) return 0;
  const list = takenList(freeManifolds(state), pair.bodyA, state.manifoldCount < state.manifoldCapacity);
  let taken = state.manifoldCount + 1;
  if (list) {
    taken = load<u32>(list);
    store<u32>(list, manifoldAt(taken - 1).next);
  } else state.manifoldCount = taken;
  state.manifoldLive++;
  return taken;
}

function reserveManifolds(state: NarrowphaseRecord): bool {
  if (state.failed) return false;
  if (growManifolds(state, grownCapacity(state.manifoldCapacity, 0)) || growManifolds(state, state.manifoldCapacity + 4)) return true;
  state.failed = 1;
  return false;
}

/** Of so many bodies one has room for a contact, whatever else takes memory: what bodies need most is not to be short of it. */
const BODIES_TO_A_MANIFOLD: u32 = 16;

/** Makes room for the contacts that so many bodies have at least; false when there is no memory left. */
export function reserveManifoldsFor(bodies: u32): bool {
  const state = theNarrowphase();
  const wanted = (bodies / BODIES_TO_A_MANIFOLD + 3) & ~3;
  return wanted <= state.manifoldCapacity || growManifolds(state, wanted);
}

export function growManifolds(state: NarrowphaseRecord, capacity: u32): bool {
  const used = <usize>state.manifoldCount * MANIFOLD_BYTES;
  releaseBundles(theWorld(), contactGraph(theWorld()));
  if (!regrowAt(changetype<usize>(state) + offsetof<NarrowphaseRecord>('manifoldBase'), used, bytesOf(capacity, MANIFOLD_BYTES))) return false;
  state.manifoldCapacity = capacity;
  return true;
}

/** Gives the manifolds of a pair back that has parted. */
export function forgetManifolds(pair: PairRecord): void {
  pair.flags &= ~(<u32>PairFlag.Touching);
  while (pair.firstManifold) forgetManifold(pair, changetype<usize>(pair) + offsetof<PairRecord>('firstManifold'));
}

/** Gives one manifold of a pair back; `link`: where its slot plus one is noted. */
export function forgetManifold(pair: PairRecord, link: usize): void {
  const state = theNarrowphase();
  const slot = load<u32>(link);
  const manifold = manifoldAt(slot - 1);
  const list = freeListOf(freeManifolds(state), pair.bodyA);
  store<u32>(link, manifold.next);
  manifold.count = 0;
  manifold.next = load<u32>(list);
  store<u32>(list, slot);
  state.manifoldLive--;
  if (!pair.firstManifold) ownerOf(pair).contactCount--;
}

/**
 * Adds a manifold without loads to a pair, whose points are seen from bodyA's centre of mass; `x`, `y`, `z` lead from there to that of bodyB. False
 * when there is no memory left.
 */
export function addManifold(pair: PairRecord, index: u32, found: Manifold, x: f64, y: f64, z: f64): bool {
  const slot = takeManifold(pair);
  if (!slot) return false;
  if (!pair.firstManifold) ownerOf(pair).contactCount++;
  const manifold = manifoldAt(slot - 1);
  if (slot > 1 && abs(<i32>(index - manifoldAt(slot - 2).pair)) > FAR_PAIRS) theBroadphase().scattered++;
  manifold.pair = index;
  manifold.next = pair.firstManifold;
  manifold.count = found.count;
  forgetForces(manifold);
  pair.firstManifold = slot;
  for (let k: u32 = 0; k < found.count; k++) manifoldPoint(manifold, k).age = 0;
  writeManifold(pair, manifold, found, x, y, z);
  return true;
}

/**
 * Takes over where the points of a pair's one manifold are now, and what they bore stays theirs, if they are the same ones in the same order. False otherwise.
 */
export function moveManifold(pair: PairRecord, found: Manifold, x: f64, y: f64, z: f64): bool {
  if (!pair.firstManifold) return false;
  const manifold = manifoldAt(pair.firstManifold - 1);
  if (manifold.next || manifold.count != found.count) return false;
  for (let k: u32 = 0; k < found.count; k++) if (manifoldPoint(manifold, k).id != contactAt(found, k).id) return false;
  for (let k: u32 = 0; k < found.count; k++) manifoldPoint(manifold, k).age++;
  if (!(forceOf(manifold) > 0)) clearLoads(manifold, offsetof<ManifoldRecord>('frictionX'));
  clearLoads(manifold, offsetof<ManifoldRecord>('frictionImpulseX'));
  pair.flags &= ~(<u32>PairFlag.Touching);
  writeManifold(pair, manifold, found, x, y, z);
  return true;
}

/** N: along the normal, in the last substep. */
export function forceOf(manifold: ManifoldRecord): f64 {
  let force: f64 = 0;
  for (let k: u32 = 0; k < manifold.count; k++) force += manifoldPoint(manifold, k).force;
  return force;
}

/** From an offset on. */
export function clearLoads(manifold: ManifoldRecord, from: usize): void {
  for (let at = from; at < offsetof<ManifoldRecord>('pair'); at += 8) store<f64>(changetype<usize>(manifold) + at, 0);
}

/** The next substep starts from nothing. */
export function forgetForces(manifold: ManifoldRecord): void {
  clearLoads(manifold, offsetof<ManifoldRecord>('frictionX'));
  for (let k: u32 = 0; k < manifold.count; k++) manifoldPoint(manifold, k).force = 0;
}

/** Where a manifold and its points are. */
function writeManifold(pair: PairRecord, manifold: ManifoldRecord, found: Manifold, x: f64, y: f64, z: f64): void {
  const a = bodyAt(pair.bodyA);
  manifold.normalX = found.normal.x;
  manifold.normalY = found.normal.y;
  manifold.normalZ = found.normal.z;
  manifold.originX = a.positionX;
  manifold.originY = a.positionY;
  manifold.originZ = a.positionZ;
  manifold.children = found.children;
  manifold.corners = <u16>max(found.corners, found.count);
  for (let k: u32 = 0; k < found.count; k++) {
    const to = manifoldPoint(manifold, k);
    placePoint(to, found, k, x, y, z);
    to.impulse = 0;
    if (to.separation <= 0) pair.flags |= PairFlag.Touching;
  }
}
