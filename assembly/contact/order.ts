// Which contacts go together: each step anew, manifolds get colours in the order of their pairs, so that none of a colour share a body that
// moves, and LANES of a colour with about as many points make a bundle.
import { LANES } from 'precision';
import { typeOf } from '../body/pack.kernel';
import { BodyFlag, BodyType } from '../body/record';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { pairAt } from '../broadphase/pairs';
import { nextAwake } from '../island/awake';
import { allocate, bytesOf, release, theWorld } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { bodyAt } from '../memory/records';
import { ManifoldRecord } from '../narrowphase/manifold-record';
import { forgetManifolds, manifoldAt, theNarrowphase } from '../narrowphase/manifolds.kernel';
import { activePair } from '../narrowphase/narrowphase';
import { Lack, WorldRecord } from '../world';
import { contactBundleBytes, MANIFOLD } from './contact-bundle.kernel';
import { ContactGroup } from './group';
import { noteTurning, turnsFast } from './renew.kernel';

/** The last colour takes every manifold whose bodies are in all others. */
const OVERFLOW: u32 = 63;
/** In a colour: manifolds of one point, of two, and of more. */
const SIZES: u32 = 3;
const KINDS: u32 = 64 * SIZES;
/** Manifolds of each kind, and then where the next of the kind goes. */
const COUNTS: usize = scratch<u32>(KINDS);
/** Number of the group of each kind. */
const GROUPS: usize = scratch<u32>(KINDS);

function countOf(kind: u32): u32 {
  return load<u32>(COUNTS + (kind << 2));
}

export function contactGroupAt(world: WorldRecord, index: u32): ContactGroup {
  return changetype<ContactGroup>(<usize>world.contactGroups + <usize>index * offsetof<ContactGroup>());
}

function sizeOf(points: u32): u32 {
  return points > 2 ? 2 : points - 1;
}

/** Room for groups of all kinds; false when there is no memory left. */
export function initializeContacts(): bool {
  const groups = allocate(<usize>KINDS * offsetof<ContactGroup>());
  theWorld().contactGroups = <u32>groups;
  return groups != 0;
}

/** Sorts the manifolds that are solved, as many of them as there is memory for. */
export function orderContacts(world: WorldRecord, dt: f64): void {
  let most = theNarrowphase().manifoldLive;
  while (!orderSome(world, dt, most)) {
    world.lacks |= Lack.Contacts;
    most >>= 1;
  }
}

/** Gives the bundles of contacts back, which steps make anew; whether there were any. */
export function forgetContactBundles(world: WorldRecord): bool {
  if (!world.contactBundles) return false;
  world.contactGroupCount = 0;
  release(world.contactBundles);
  world.contactBundles = 0;
  world.contactBundleCapacity = 0;
  return true;
}

function manifoldsOf(pair: PairRecord): u32 {
  let count: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) count++;
  return count;
}

/** Sorts `most` of the manifolds that are solved, those of the first pairs; the others are taken from their pairs. False when there is no memory left. */
function orderSome(world: WorldRecord, dt: f64, most: u32): bool {
  world.contactCount = 0;
  world.contactGroupCount = 0;
  world.turningCount = 0;
  const live = theNarrowphase().manifoldLive;
  if (!live) return true;
  if (!ensureBlock(world, offsetof<WorldRecord>('contactOrder'), bytesOf(most, 8))) return false;
  memory.fill(COUNTS, 0, KINDS << 2);
  const found = <usize>world.contactOrder + ((<usize>most) << 2);
  let count: u32 = 0;
  for (let body = nextAwake(world, 0); body < world.bodyCount; body = nextAwake(world, body + 1)) store<u64>(colorsAt(world, body), 0);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const index = activePair(world, k);
    const pair = pairAt(index);
    if (!pair.firstManifold || !isSolved(pair)) continue;
    if (most < live && count + manifoldsOf(pair) > most) {
      forgetManifolds(pair);
      pair.flags &= ~(<u32>PairFlag.Found);
      continue;
    }
    if (turnsFast(pair, dt)) noteTurning(world, index, most);
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
      const kind = takeColor(world, pair) * SIZES + sizeOf(manifoldAt(slot - 1).count);
      manifoldAt(slot - 1).kind = kind;
      store<u32>(COUNTS + (kind << 2), countOf(kind) + 1);
      store<u32>(found + ((<usize>count) << 2), slot - 1);
      count++;
    }
  }
  world.contactCount = count;
  if (!layOutGroups(world)) return false;
  for (let k: u32 = 0; k < count; k++) {
    const slot = load<u32>(found + ((<usize>k) << 2));
    placeManifold(world, slot, manifoldAt(slot));
  }
  world.contactList = <u32>found;
  return true;
}

/** Gives a manifold the next place of its kind, and with it its lane. */
function placeManifold(world: WorldRecord, slot: u32, manifold: ManifoldRecord): void {
  const kind = manifold.kind;
  const place = load<u32>(COUNTS + (kind << 2));
  store<u32>(<usize>place, slot);
  store<u32>(COUNTS + (kind << 2), place + 4);
  manifold.kind = load<u32>(GROUPS + (kind << 2));
  const group = contactGroupAt(world, manifold.kind);
  const index = (place - group.manifolds) >> 2;
  const lanes: u32 = group.isOverflow ? 1 : LANES;
  manifold.lane = index % lanes;
  manifold.bundle = group.first + (index / lanes) * group.bytes + <u32>MANIFOLD;
}

/** Whether the contacts of a pair push. */
function isSolved(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if ((a.flags | b.flags) & BodyFlag.Sensor || !(pair.flags & PairFlag.Alive)) return false;
  return typeOf(a) == BodyType.Dynamic || typeOf(b) == BodyType.Dynamic;
}

function colorsAt(world: WorldRecord, slot: u32): usize {
  return <usize>world.contactColors + ((<usize>slot) << 3);
}

/** The first colour that neither body has. */
function takeColor(world: WorldRecord, pair: PairRecord): u32 {
  const a = colorsAt(world, pair.bodyA);
  const b = colorsAt(world, pair.bodyB);
  const movesA = typeOf(bodyAt(pair.bodyA)) == BodyType.Dynamic;
  const movesB = typeOf(bodyAt(pair.bodyB)) == BodyType.Dynamic;
  const taken = (movesA ? load<u64>(a) : 0) | (movesB ? load<u64>(b) : 0);
  const color = min(<u32>ctz<u64>(~taken), OVERFLOW);
  const bit: u64 = (<u64>1) << color;
  if (movesA) store<u64>(a, load<u64>(a) | bit);
  if (movesB) store<u64>(b, load<u64>(b) | bit);
  return color;
}

/** One group for each kind there is, in the order of solving; COUNTS then says where the manifolds of a kind go. */
function layOutGroups(world: WorldRecord): bool {
  let bytes: u64 = 0;
  let place = world.contactOrder;
  for (let kind: u32 = 0; kind < KINDS; kind++) {
    const manifolds = countOf(kind);
    if (!manifolds) continue;
    store<u32>(GROUPS + (kind << 2), world.contactGroupCount);
    const group = contactGroupAt(world, world.contactGroupCount++);
    const size = kind % SIZES;
    group.points = size == 2 ? 4 : size + 1;
    group.bytes = <u32>contactBundleBytes(group.points);
    group.isOverflow = kind / SIZES == OVERFLOW ? 1 : 0;
    group.manifoldCount = manifolds;
    group.count = group.isOverflow ? manifolds : (manifolds + LANES - 1) / LANES;
    group.first = <u32>bytes;
    group.manifolds = place;
    store<u32>(COUNTS + (kind << 2), place);
    bytes += <u64>group.count * <u64>group.bytes;
    place += manifolds << 2;
  }
  if (!ensureBlock(world, offsetof<WorldRecord>('contactBundles'), bytesOf(bytes, 1))) return false;
  for (let k: u32 = 0; k < world.contactGroupCount; k++) contactGroupAt(world, k).first += world.contactBundles;
  return true;
}
