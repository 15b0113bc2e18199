// Room for the pairs and contacts that a step may bring, before it begins: pools that grow in a step have to go where there is room, and leave their old room behind.
import { contactGraph, releaseBundles } from '../constraint/graph';
import { releaseBlock } from '../memory/blocks';
import { grownCapacity } from '../memory/capacity';
import { bytesOf, freeBytes, sizeOf, worldAddress } from '../memory/arena';
import { addSlider, beginSliders, slide } from '../memory/slide';
import { WorldRecord } from '../world';
import { growPairs, layPairs } from './broadphase/pairs';
import { BroadPhaseRecord, theBroadphase } from './broadphase/record';
import { MANIFOLD_BYTES, NarrowphaseRecord } from './narrowphase/manifold-record';
import { growManifolds, theNarrowphase } from './narrowphase/manifolds.kernel';

/** Pools of fewer records grow when they are full. */
const LEAST: u32 = 4096;
/** Larger ones before a step in which less than this part of them is free. */
const FREE: u32 = 16;
/** They move together too once memory has grown while this part of it lay free between them. */
const HOLES: u32 = 16;
/** Memory is short where no more than this part of it is left. */
const SHORT: u32 = 4;

function isNearlyFull(used: u32, capacity: u32): bool {
  return capacity >= LEAST && (capacity - used) * FREE < capacity;
}

/** To be called before contacts are found in a step. */
export function makeRoom(world: WorldRecord): void {
  const used = world.arenaTop - <u32>worldAddress();
  // Where memory is short, what contacts need most is not to be taken by room that may not be needed.
  if (<u64>world.arenaTop + <u64>(used / SHORT) > <u64>world.memoryLimit) return;
  const broadphase = theBroadphase();
  const narrowphase = theNarrowphase();
  const pairsFull = isNearlyFull(broadphase.pairRoom - broadphase.pairsFree, broadphase.pairCapacity);
  const manifoldsFull = isNearlyFull(narrowphase.manifoldLive, narrowphase.manifoldCapacity);
  const hasHoles = world.arenaTop > narrowphase.highestTop && freeBytes() > used / HOLES;
  narrowphase.highestTop = max(narrowphase.highestTop, world.arenaTop);
  if (!pairsFull && !manifoldsFull && !hasHoles) return;
  const pairs = pairsFull ? grownCapacity(broadphase.pairCapacity, 0) : broadphase.pairCapacity;
  const manifolds = manifoldsFull ? grownCapacity(narrowphase.manifoldCapacity, 0) : narrowphase.manifoldCapacity;
  // What a step writes before it reads it.
  releaseBundles(world, contactGraph(world));
  releaseBlock(world, offsetof<WorldRecord>('contactList'));
  releaseBlock(world, offsetof<WorldRecord>('turning'));
  releaseBlock(world, offsetof<WorldRecord>('impacts'));
  releaseBlock(world, offsetof<WorldRecord>('rows'));
  beginSliders();
  layPairs(pairs, true);
  const kept = <usize>narrowphase.manifoldCount * MANIFOLD_BYTES;
  addSlider(changetype<usize>(narrowphase) + offsetof<NarrowphaseRecord>('manifoldBase'), kept, bytesOf(manifolds, MANIFOLD_BYTES));
  addWhole(changetype<usize>(broadphase) + offsetof<BroadPhaseRecord>('nodeBase'));
  addWhole(changetype<usize>(world) + offsetof<WorldRecord>('events'));
  slide();
  if (pairsFull) growPairs(pairs);
  if (manifoldsFull) growManifolds(narrowphase, manifolds);
}

/** A pool that stays as large as it is. */
function addWhole(field: usize): void {
  const block = <usize>load<u32>(field);
  if (block) addSlider(field, sizeOf(block), sizeOf(block));
}
