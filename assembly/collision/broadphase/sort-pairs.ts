// Brings the records of pairs and of their manifolds into the order of their bodies, where many have come to lie elsewhere: all that passes over them, or over contacts in
// their order, reads each body a few times in a row then, and not at random from all over memory.
import { ensureBlock } from '../../memory/blocks';
import { bodyAt } from '../../memory/records';
import { setWord, wordAt } from '../../memory/words';
import { WorldRecord } from '../../world';
import { MANIFOLD_BYTES } from '../narrowphase/manifold-record';
import { freeManifolds, manifoldAt, theNarrowphase } from '../narrowphase/manifolds.kernel';
import { FREE_LISTS_BYTES } from './free-lists';
import { PairLinks, PairRecord } from './pair-record';
import { freePairs, linksOf, nextOf, pairAt, pairOf } from './pairs';
import { clearPlaces, permute, placeRest } from './permute';
import { BroadPhaseRecord, theBroadphase } from './record';

/** Fewer pairs fit the cache. */
const LEAST: u32 = 1024;
/** One record of so many has been put far from those of its bodies. */
const SHARE: u32 = 5;

/** Sorts pairs and manifolds where many are out of order. To be called before contacts are found: what lists pairs by their numbers is not changed. */
export function sortPairs(world: WorldRecord): void {
  const record = theBroadphase();
  if (record.pairCount < LEAST || SHARE * record.scattered < record.pairCount + theNarrowphase().manifoldLive) return;
  record.scattered = 0;
  numberPairs(world, record);
  movePairs(world, record);
  if (sortManifolds(world, record)) return;
  for (let index: u32 = 0; index < record.pairRoom; index++) {
    for (let slot = pairAt(index).firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) manifoldAt(slot - 1).pair = index;
  }
}

/** Writes for each pair where it goes, by its first body and then by its second, in the room of notes about contacts; free ones go behind them. */
function numberPairs(world: WorldRecord, record: BroadPhaseRecord): void {
  const places = <usize>world.found;
  // Of each body, the place of its next pair: colours are given later in a step.
  const next = <usize>world.bodyColors;
  clearPlaces(places, record.pairRoom);
  let count: u32 = 0;
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) {
    setWord(next, slot, count);
    for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) count += link & 1;
  }
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) {
    for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) {
      if (link & 1) continue;
      const index = pairOf(link);
      const first = linksOf(index).bodyA;
      const place = wordAt(next, first);
      setWord(places, index, place);
      setWord(next, first, place + 1);
    }
  }
  placeRest(places, record.pairRoom, count);
}

/** Where a link leads once pairs are in their places. */
function movedLink(places: usize, link: u32): u32 {
  return link ? 2 * wordAt(places, pairOf(link)) + ((link - 1) & 1) + 1 : 0;
}

function movePairs(world: WorldRecord, record: BroadPhaseRecord): void {
  const places = <usize>world.found;
  let used: u32 = 0;
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) {
    const body = bodyAt(slot);
    body.firstPair = movedLink(places, body.firstPair);
  }
  for (let index: u32 = 0; index < record.pairRoom; index++) {
    const links = linksOf(index);
    if (!pairAt(index).flags) continue;
    used++;
    links.nextA = movedLink(places, links.nextA);
    links.previousA = movedLink(places, links.previousA);
    links.nextB = movedLink(places, links.nextB);
    links.previousB = movedLink(places, links.previousB);
  }
  permute(places, record.pairRoom, record.pairBase, offsetof<PairRecord>(), record.linkBase, offsetof<PairLinks>());
  record.pairRoom = used;
  record.pairsFree = 0;
  memory.fill(freePairs(record), 0, FREE_LISTS_BYTES);
}

/** Sorts manifolds by their pairs; false when there is no memory left, and then they are where they were. */
function sortManifolds(world: WorldRecord, record: BroadPhaseRecord): bool {
  const state = theNarrowphase();
  // The list of contacts is written anew in each step.
  if (!ensureBlock(world, offsetof<WorldRecord>('contactList'), (<usize>state.manifoldCount) << 2)) return false;
  const places = <usize>world.contactList;
  clearPlaces(places, state.manifoldCount);
  let count: u32 = 0;
  for (let index: u32 = 0; index < record.pairRoom; index++) {
    const pair = pairAt(index);
    const first = pair.firstManifold;
    if (first) pair.firstManifold = count + 1;
    for (let slot = first; slot != 0; ) {
      const manifold = manifoldAt(slot - 1);
      setWord(places, slot - 1, count++);
      slot = manifold.next;
      manifold.pair = index;
      manifold.next = slot ? count + 1 : 0;
    }
  }
  placeRest(places, state.manifoldCount, count);
  permute(places, state.manifoldCount, state.manifoldBase, MANIFOLD_BYTES, 0, 0);
  state.manifoldCount = count;
  memory.fill(freeManifolds(state), 0, FREE_LISTS_BYTES);
  return true;
}
