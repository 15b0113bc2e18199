// Brings the nodes of the trees into order: inner ones depth-first, so that what is near in space mostly is so in memory, and behind them leaves in that of their bodies, which
// read them one after the other. Where leaves change their places a lot, inner nodes come to lie anywhere, and a search waits for one after the other.
import { ensureBlock } from '../../memory/blocks';
import { bodyAt } from '../../memory/records';
import { setWord, wordAt } from '../../memory/words';
import { WorldRecord } from '../../world';
import { clearPlaces, hasPlace, permute, placeRest } from './permute';
import { BroadPhaseRecord, nodeAt, theBroadphase, TreeNode } from './record';
import { nodeAfter } from './traverse';

/** Fewer nodes fit the cache. */
const LEAST: u32 = 4096;
/** They are sorted again once so many leaves for each node have been put somewhere else. */
const TURNS: u32 = 2;

/** Sorts the nodes where many leaves have changed their places. */
export function sortNodes(world: WorldRecord): void {
  const record = theBroadphase();
  const room = record.nodeRoom;
  if (room < LEAST || record.insertions - record.insertionsSorted < TURNS * room) return;
  // The list of contacts is written anew in each step.
  if (!ensureBlock(world, offsetof<WorldRecord>('contactList'), (<usize>room) << 2)) return;
  record.insertionsSorted = record.insertions;
  const places = <usize>world.contactList;
  clearPlaces(places, room);
  // There is no node 0.
  setWord(places, 0, 0);
  let used = numberInner(record, places, record.movingRoot, numberInner(record, places, record.staticRoot, 1));
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) if (bodyAt(slot).leaf) setWord(places, bodyAt(slot).leaf, used++);
  for (let index: u32 = 1; index < room; index++) if (hasPlace(places, index)) moveLinks(places, nodeAt(index), index);
  placeRest(places, room, used);
  record.staticRoot = wordAt(places, record.staticRoot);
  record.movingRoot = wordAt(places, record.movingRoot);
  permute(places, room, record.nodeBase, offsetof<TreeNode>(), 0, 0);
  record.nodeRoom = used;
  record.nodeFirstFree = 0;
}

/** Writes for each inner node of a tree where it goes; returns the next place. */
function numberInner(record: BroadPhaseRecord, places: usize, root: u32, first: u32): u32 {
  let count = first;
  for (let index = root; index; ) {
    if (nodeAt(index).right) {
      setWord(places, index, count++);
      index = nodeAt(index).left;
    } else index = nodeAfter(record.nodeBase, index, root);
  }
  return count;
}

/** Where the links of a node, and of its body to it, lead once all are in their places. */
function moveLinks(places: usize, node: TreeNode, index: u32): void {
  node.parent = wordAt(places, node.parent);
  if (node.right) {
    node.left = wordAt(places, node.left);
    node.right = wordAt(places, node.right);
  } else bodyAt(node.left).leaf = wordAt(places, index);
}
