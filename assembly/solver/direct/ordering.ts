// In which order the joints of an island are eliminated: those that meet the fewest others first (minimum degree: Tinney and Walker 1967; George and Liu,
// "The evolution of the minimum degree ordering algorithm", 1989). Trees go from the leaves to the root and meet no new neighbours.
import { setWord, wordAt } from '../../memory/words';

const NOBODY: u32 = 0xffffffff;
/** Nodes with more neighbours are all alike. */
const BUCKETS: u32 = 64;

/** The lists of one ordering, in memory of the caller. */
// @ts-ignore: decorator
@unmanaged
export class Ordering {
  /** A word for each node: address of its neighbours, in the order of their numbers; how many; when it is eliminated; the nodes before and behind it in its bucket. */
  neighbors: usize;
  counts: usize;
  positions: usize;
  previous: usize;
  next: usize;
  /** BUCKETS words: first node of each. */
  buckets: usize;
  /** Where the next list of neighbours goes, and where there is no more room. */
  free: usize;
  end: usize;
}

/** Words that an ordering of so many nodes takes, beside those of the neighbours. */
export function orderingWords(nodes: u32): u64 {
  return 5 * <u64>nodes + BUCKETS;
}

export function layOrdering(o: Ordering, at: usize, nodes: u32, words: usize): void {
  const size = (<usize>nodes) << 2;
  o.neighbors = at;
  o.counts = at + size;
  o.positions = at + 2 * size;
  o.previous = at + 3 * size;
  o.next = at + 4 * size;
  o.buckets = at + 5 * size;
  o.free = o.buckets + (BUCKETS << 2);
  o.end = at + (words << 2);
}

function bucketOf(o: Ordering, node: u32): u32 {
  return min(wordAt(o.counts, node), BUCKETS - 1);
}

function enter(o: Ordering, node: u32): void {
  const bucket = bucketOf(o, node);
  const first = wordAt(o.buckets, bucket);
  setWord(o.previous, node, NOBODY);
  setWord(o.next, node, first);
  if (first != NOBODY) setWord(o.previous, first, node);
  setWord(o.buckets, bucket, node);
}

function leave(o: Ordering, node: u32): void {
  const before = wordAt(o.previous, node);
  const after = wordAt(o.next, node);
  if (before != NOBODY) setWord(o.next, before, after);
  else setWord(o.buckets, bucketOf(o, node), after);
  if (after != NOBODY) setWord(o.previous, after, before);
}

/** Gives `node` the neighbours of `gone` in place of it; false when there is no room. */
function meet(o: Ordering, node: u32, gone: u32): bool {
  const mine = <usize>wordAt(o.neighbors, node);
  const its = <usize>wordAt(o.neighbors, gone);
  const mineCount = wordAt(o.counts, node);
  const itsCount = wordAt(o.counts, gone);
  if (o.free + ((<usize>(mineCount + itsCount)) << 2) > o.end) return false;
  let i: u32 = 0;
  let j: u32 = 0;
  let count: u32 = 0;
  while (i < mineCount || j < itsCount) {
    const a = i < mineCount ? wordAt(mine, i) : NOBODY;
    const b = j < itsCount ? wordAt(its, j) : NOBODY;
    const least = min(a, b);
    if (a == least) i++;
    if (b == least) j++;
    if (least != node && least != gone) setWord(o.free, count++, least);
  }
  // Mostly nobody is new, and the list stays where it is.
  if (count <= mineCount) {
    memory.copy(mine, o.free, (<usize>count) << 2);
  } else {
    setWord(o.neighbors, node, <u32>o.free);
    o.free += (<usize>count) << 2;
  }
  setWord(o.counts, node, count);
  return true;
}

/**
 * Orders nodes first to end - 1 of one island. Afterwards the list of each is that of the nodes it meets and that are eliminated later. False when there is no
 * room for the lists.
 */
export function orderNodes(o: Ordering, first: u32, end: u32): bool {
  for (let k: u32 = 0; k < BUCKETS; k++) setWord(o.buckets, k, NOBODY);
  // The last to enter a bucket is the first to leave: of equal ones the first of the island goes first.
  for (let node = end; node > first; node--) enter(o, node - 1);
  let least: u32 = 0;
  for (let position = first; position < end; position++) {
    while (wordAt(o.buckets, least) == NOBODY) least++;
    const node = wordAt(o.buckets, least);
    leave(o, node);
    setWord(o.positions, node, position);
    const neighbors = <usize>wordAt(o.neighbors, node);
    const count = wordAt(o.counts, node);
    for (let k: u32 = 0; k < count; k++) {
      const other = wordAt(neighbors, k);
      leave(o, other);
      if (!meet(o, other, node)) return false;
      enter(o, other);
      least = min(least, bucketOf(o, other));
    }
  }
  return true;
}
