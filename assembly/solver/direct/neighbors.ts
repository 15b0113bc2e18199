// The joints of direct islands as nodes, which of them share a body, and in which order they are eliminated.
import { activeJoint } from '../../island/joints';
import { jointBody } from '../../island/wake';
import { JointRecord } from '../../joint/record';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { jointAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { degreeOf, isOwn } from './islands';
import { chosenOf } from './kept';
import { layOrdering, orderNodes, Ordering, orderingWords } from './ordering';
import { addWord, setWord, wordAt } from '../../memory/words';

/** Words for the neighbours of a node to begin with; more where that is not enough. */
export const NEIGHBOR_WORDS: u64 = 32;
export const ORDERING: usize = scratch<Ordering>();

/** What is laid out from where on. */
// @ts-ignore: decorator
@unmanaged
export class Layout {
  nodes: u32;
  bodies: u32;
  islands: u32;
  /** Lists of words in the work block: slot of each node's joint; first node of each island; first of each body's nodes, and these; address of each body. */
  slots: usize;
  firsts: usize;
  bodyFirsts: usize;
  bodyNodes: usize;
  bodyAddresses: usize;
  /** Node at each position. */
  order: usize;
  /** Bytes of all new plans, and where what has not been laid out yet goes. */
  bytes: u64;
  next: usize;
  /** Where the next of each goes. */
  links: usize;
  targets: usize;
  pairs: usize;
  maps: usize;
  entries: usize;
  numbers: usize;
}

export function nodeJoint(layout: Layout, node: u32): JointRecord {
  return jointAt(wordAt(layout.slots, node));
}

/** Room for the lists of the work block. */
export function makeWork(world: WorldRecord, layout: Layout, words: u64): bool {
  const nodes = layout.nodes;
  const bodies = world.bodyCount;
  const lists: u64 = 2 * <u64>nodes + <u64>(layout.islands + 1) + 2 * <u64>(bodies + 1) + 4 * <u64>world.activeJointCount;
  if (!ensureBlock(world, offsetof<WorldRecord>('planWork'), bytesOf(lists + orderingWords(nodes) + words, 4))) return false;
  layout.slots = <usize>world.planWork;
  layout.order = layout.slots + ((<usize>nodes) << 2);
  layout.firsts = layout.order + ((<usize>nodes) << 2);
  layout.bodyFirsts = layout.firsts + ((<usize>(layout.islands + 1)) << 2);
  layout.bodyAddresses = layout.bodyFirsts + ((<usize>(bodies + 1)) << 2);
  layout.bodyNodes = layout.bodyAddresses + ((<usize>(bodies + 1)) << 2);
  return true;
}

export function listNodes(world: WorldRecord, layout: Layout): bool {
  layout.nodes = 0;
  for (let k: u32 = 0; k < world.activeJointCount; k++) if (chosenOf(world, jointAt(activeJoint(world, k)))) layout.nodes++;
  if (!makeWork(world, layout, NEIGHBOR_WORDS * <u64>layout.nodes)) return false;
  listAll(world, layout);
  return true;
}

/** Lists the joints island by island, and those of each body. */
export function listAll(world: WorldRecord, layout: Layout): void {
  const firsts = layout.firsts;
  memory.fill(firsts, 0, (<usize>(layout.islands + 1)) << 2);
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const number = chosenOf(world, jointAt(activeJoint(world, k)));
    if (number) addWord(firsts, number, 1);
  }
  for (let k: u32 = 0; k < layout.islands; k++) addWord(firsts, k + 1, wordAt(firsts, k));
  for (let k: u32 = 0; k < world.activeJointCount; k++) {
    const slot = activeJoint(world, k);
    const number = chosenOf(world, jointAt(slot));
    if (number) setWord(layout.slots, addWord(firsts, number - 1, 1), slot);
  }
  for (let k = layout.islands; k > 0; k--) setWord(firsts, k, wordAt(firsts, k - 1));
  setWord(firsts, 0, 0);
  let next: u32 = 0;
  layout.bodies = 0;
  for (let body: u32 = 0; body < world.bodyCount; body++) {
    setWord(layout.bodyFirsts, body, next);
    setWord(layout.bodyAddresses, body, 0);
    next += degreeOf(world, body);
  }
  setWord(layout.bodyFirsts, world.bodyCount, next);
  for (let node: u32 = 0; node < layout.nodes; node++) {
    const joint = nodeJoint(layout, node);
    for (let k: u32 = 0; k < 4; k++) {
      if (!isOwn(world, joint, k)) continue;
      const body = jointBody(joint, k);
      // How many it has so far stands in place of its address.
      const at = addWord(layout.bodyAddresses, body, 1);
      if (!at) layout.bodies++;
      setWord(layout.bodyNodes, wordAt(layout.bodyFirsts, body) + at, node);
    }
  }
}

/** Orders the nodes of all islands; false when the lists of neighbours have no room. */
export function orderAll(world: WorldRecord, layout: Layout, words: u64): bool {
  const o = changetype<Ordering>(ORDERING);
  layOrdering(o, layout.bodyNodes + ((<usize>world.activeJointCount) << 4), layout.nodes, <usize>words);
  for (let node: u32 = 0; node < layout.nodes; node++) if (!listNeighbors(world, layout, o, node)) return false;
  for (let k: u32 = 0; k < layout.islands; k++) if (!orderNodes(o, wordAt(layout.firsts, k), wordAt(layout.firsts, k + 1))) return false;
  for (let node: u32 = 0; node < layout.nodes; node++) setWord(layout.order, wordAt(o.positions, node), node);
  return true;
}

/** The nodes that share a body with one, in order. */
function listNeighbors(world: WorldRecord, layout: Layout, o: Ordering, node: u32): bool {
  const joint = nodeJoint(layout, node);
  setWord(o.neighbors, node, <u32>o.free);
  let count: u32 = 0;
  for (let k: u32 = 0; k < 4; k++) {
    if (!isOwn(world, joint, k)) continue;
    const body = jointBody(joint, k);
    const first = wordAt(layout.bodyFirsts, body);
    const end = first + wordAt(layout.bodyAddresses, body);
    if (o.free + ((<usize>(count + end - first)) << 2) > o.end) return false;
    for (let n = first; n < end; n++) count = insert(o.free, count, wordAt(layout.bodyNodes, n), node);
  }
  setWord(o.counts, node, count);
  o.free += (<usize>count) << 2;
  return true;
}

/** Puts a number into its place of a list, unless it is there already or is `but`; returns how many there are then. */
function insert(list: usize, count: u32, number: u32, but: u32): u32 {
  if (number == but) return count;
  let at = count;
  while (at > 0 && wordAt(list, at - 1) > number) at--;
  if (at > 0 && wordAt(list, at - 1) == number) return count;
  for (let k = count; k > at; k--) setWord(list, k, wordAt(list, k - 1));
  setWord(list, at, number);
  return count + 1;
}
