// Free records of pairs, and of manifolds, in lists by the first of their two bodies: a new record takes the place of one whose body was near, so that
// records in a row are of bodies near each other in memory.
import { theWorld } from '../../memory/arena';

/** @layout */
export const FREE_LISTS: u32 = 256;

/** Bytes of the lists, which lie behind a record: of each, the number of its first plus one. */
export const FREE_LISTS_BYTES: usize = (<usize>FREE_LISTS) << 2;

/** Fewer bodies than 2 to this fit the cache, and share a list. */
const LEAST_SHIFT: u32 = 6;
/** And so do so many where there are more than as many lists of them. */
const LIST_BITS: u32 = 8;

/** Address of the list for a body, of those at an address. */
export function freeListOf(lists: usize, slot: u32): usize {
  const bits = 32 - <u32>clz<u32>(theWorld().bodyCount - 1);
  return lists + ((<usize>(slot >> (max(bits, LIST_BITS + LEAST_SHIFT) - LIST_BITS))) << 2);
}

/** Address of the list whose first record a body takes; 0: it takes one behind all others, for which there `isRoom`. Without that there has to be a free one. */
export function takenList(lists: usize, slot: u32, isRoom: bool): usize {
  const own = freeListOf(lists, slot);
  if (load<u32>(own)) return own;
  if (isRoom) return 0;
  let list = lists;
  while (!load<u32>(list)) list += 4;
  return list;
}
