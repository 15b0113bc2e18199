// All memory of a world: records first, blocks behind them, handed out in order and given back to lists. The lists are in the
// world's memory, so that a copy of it up to `arenaTop` is a copy of the whole state. Small blocks have sizes of a few classes; large ones
// that are given back merge with their free neighbours and are cut to size when they are used again (Knuth, The Art of Computer Programming,
// vol. 1, 2.5: first fit in a list in the order of addresses). From `arenaTop` on all bytes are zero, as they are in fresh memory: what is
// handed out there is not touched before it is used.
import { WorldRecord } from '../world';

const ALIGNMENT: usize = 16;
const PAGE: usize = 65536;
/** Bytes before a block that hold its size. @layout */
export const BLOCK_HEADER: u32 = 16;
const HEADER: usize = BLOCK_HEADER;

/** No byte of a world lies here or beyond: no sum of an address and a size is as large as 2^32. */
export const END_OF_MEMORY: u32 = 0xffff0000;

/** Address of the world's record, and of all that lasts. Who makes the instance says it: several may share a memory. */
declare const world: usize;

export function worldAddress(): usize {
  return world;
}

export function theWorld(): WorldRecord {
  return changetype<WorldRecord>(world);
}

/** Sizes are rounded up to one of four an octave, each with a list of its own of blocks given back; what is larger goes to one list, by address. */
const LARGEST_CLASS: usize = 65536;
export const CLASSES: u32 = 64;

/** Worlds of more bytes have their small blocks in others of `SLAB` bytes. */
const SCATTERED: usize = 1 << 21;
const SLAB: usize = 1 << 18;

/** The class of a size, a multiple of 16; 0 for large ones. */
export function classOf(size: usize): u32 {
  if (size > LARGEST_CLASS) return 0;
  if (size <= 64) return <u32>(size >> 4);
  const octave = 31 - <u32>clz(<u32>(size - 1));
  const quarter = <u32>((size - 1) >> (octave - 2)) & 3;
  return 5 + (octave - 6) * 4 + quarter;
}

/** The largest size of a class. */
function classSize(index: u32): usize {
  if (index <= 4) return (<usize>index) << 4;
  const octave = 6 + (index - 5) / 4;
  return (<usize>(5 + ((index - 5) & 3))) << (octave - 2);
}

/** Where a class has its first free block; of large ones, class 0, the lists go by address. */
export function listOf(index: u32): usize {
  return <usize>theWorld().freeBlocks + ((<usize>index) << 2);
}

/** The header of a block holds its size, and the first word of a free one the next of its list. */
export function sizeOf(block: usize): u32 {
  return load<u32>(block - HEADER);
}

export function roundUp(bytes: usize): usize {
  return (max<usize>(bytes, 16) + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
}

/** Bytes of so many records; more than there can be where the product has more than 32 bits. */
export function bytesOf(count: u64, size: usize): usize {
  return <usize>min<u64>(count * <u64>size, END_OF_MEMORY);
}

/** Zeroed bytes, 16-byte aligned; 0 when there is no memory left, and then nothing has changed. */
export function allocate(bytes: usize): usize {
  if (bytes >= END_OF_MEMORY) return 0;
  const rounded = roundUp(bytes);
  const index = classOf(rounded);
  const size = index ? classSize(index) : rounded;
  let reused = index ? takeFirst(index) : takeLarge(size);
  if (index && !reused) reused = takeSmall(size);
  if (reused) {
    memory.fill(reused, 0, sizeOf(reused));
    return reused;
  }
  const world = theWorld();
  const block = <usize>world.arenaTop + HEADER;
  if (!extend(block, size)) return 0;
  store<u32>(block - HEADER, <u32>size);
  return block;
}

/** Gives a block back; 0 is no block. */
export function release(block: usize): void {
  if (!block) return;
  const index = classOf(sizeOf(block));
  if (!index) {
    releaseLarge(block);
    return;
  }
  const list = listOf(index);
  store<u32>(block, load<u32>(list));
  store<u32>(list, <u32>block);
}

function takeFirst(index: u32): usize {
  const list = listOf(index);
  const block = <usize>load<u32>(list);
  if (block) store<u32>(list, load<u32>(block));
  return block;
}

/** The first free large block that holds `size`. */
function takeLarge(size: usize): usize {
  for (let block = <usize>load<u32>(listOf(0)); block != 0; block = <usize>load<u32>(block)) {
    if (<usize>sizeOf(block) < size) continue;
    unlink(block);
    cut(block, size);
    return block;
  }
  return 0;
}

/** Bytes of large blocks that are free. */
export function freeBytes(): u32 {
  let sum: u32 = 0;
  for (let block = <usize>load<u32>(listOf(0)); block != 0; block = <usize>load<u32>(block)) sum += sizeOf(block);
  return sum;
}

/** Takes a large block from its list. */
function unlink(block: usize): void {
  let link = listOf(0);
  while (<usize>load<u32>(link) != block) link = <usize>load<u32>(link);
  store<u32>(link, load<u32>(block));
}

/** What is behind the first `size` bytes of a block becomes free if it is large. */
function cut(block: usize, size: usize): void {
  const rest = endOf(block) - block - size;
  if (rest <= LARGEST_CLASS + HEADER) return;
  store<u32>(block - HEADER, <u32>size);
  store<u32>(block + size, <u32>(rest - HEADER));
  releaseLarge(block + size + HEADER);
}

/** Makes a large block `size` bytes large with the free blocks next to it, and moves its `used` bytes to the start of them; 0 where these do not suffice. */
function widen(block: usize, used: usize, size: usize): usize {
  let before: usize = 0;
  let behind = <usize>load<u32>(listOf(0));
  for (; behind != 0 && behind < block; behind = <usize>load<u32>(behind)) before = behind;
  if (before && endOf(before) + HEADER != block) before = 0;
  if (behind != endOf(block) + HEADER) behind = 0;
  const start = before ? before : block;
  const end = endOf(behind ? behind : block);
  if (end - start < size) return 0;
  if (before) unlink(before);
  if (behind) unlink(behind);
  memory.copy(start, block, used);
  store<u32>(start - HEADER, <u32>(end - start));
  cut(start, size);
  memory.fill(start + used, 0, <usize>sizeOf(start) - used);
  return start;
}

/**
 * A small block, of one that is cut up for them from the front: scattered between large ones they would keep these from becoming one. 0 where a world is so small that
 * this is of no use, or has no memory left.
 */
function takeSmall(size: usize): usize {
  const world = theWorld();
  if (<usize>world.arenaTop - worldAddress() < SCATTERED) return 0;
  if (!world.slab || <usize>sizeOf(world.slab) <= size + HEADER + LARGEST_CLASS) {
    release(world.slab);
    world.slab = <u32>allocate(SLAB);
    if (!world.slab) return 0;
  }
  const block = <usize>world.slab;
  const rest = block + size + HEADER;
  store<u32>(rest - HEADER, <u32>(endOf(block) - rest));
  store<u32>(block - HEADER, <u32>size);
  world.slab = <u32>rest;
  return block;
}

/** Puts a large block into its list, as one with those before and behind it; what is last is free as if it had never been used. */
function releaseLarge(block: usize): void {
  const world = theWorld();
  let link = listOf(0);
  let before: usize = 0;
  for (let free = <usize>load<u32>(link); free != 0 && free < block; free = <usize>load<u32>(link)) {
    before = link;
    link = free;
  }
  const next = <usize>load<u32>(link);
  if (next && next == endOf(block) + HEADER) {
    store<u32>(block - HEADER, <u32>(endOf(next) - block));
    store<u32>(block, load<u32>(next));
  } else store<u32>(block, <u32>next);
  store<u32>(link, <u32>block);
  if (before && endOf(link) + HEADER == block) {
    store<u32>(link - HEADER, <u32>(endOf(block) - link));
    store<u32>(link, load<u32>(block));
    block = link;
    link = before;
  }
  if (endOf(block) != <usize>world.arenaTop) return;
  store<u32>(link, 0);
  memory.fill(block - HEADER, 0, <usize>world.arenaTop - block + HEADER);
  world.arenaTop = <u32>(block - HEADER);
}

/** The byte behind a block: that of the next one's header. */
export function endOf(block: usize): usize {
  return block + <usize>sizeOf(block);
}

/** Moves the end of what is in use to `size` bytes behind an address; false when there is no memory left. */
export function extend(from: usize, size: usize): bool {
  const world = theWorld();
  const end = <u64>from + <u64>size;
  if (end > <u64>min(world.memoryLimit, END_OF_MEMORY)) return false;
  if (!ensure(<usize>end)) return false;
  world.arenaTop = <u32>end;
  return true;
}

/** Grows the memory so that it reaches `end`; ahead of need by a part in 32, so that growing is rare. Others may grow it at the same time. */
function ensure(end: usize): bool {
  const needed = <u32>((end - 1) / PAGE + 1);
  const most = (min(theWorld().memoryLimit, END_OF_MEMORY) - 1) / <u32>PAGE + 1;
  let seen: u32 = 0;
  for (let have = <u32>memory.size(); have != seen; have = <u32>memory.size()) {
    if (needed <= have) return true;
    const ahead = min(max(needed, have + min(have / 32, 1024)), max(most, needed));
    if (memory.grow(<i32>(ahead - have)) >= 0 || memory.grow(<i32>(needed - have)) >= 0) return true;
    seen = have;
  }
  return false;
}

/** Reserves the world's record and the lists of free blocks at the bottom of the arena, which is to end before `limit`. */
export function initializeArena(limit: u32): bool {
  const world = worldAddress();
  const lists = (world + offsetof<WorldRecord>() + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
  const top = lists + ((<usize>CLASSES) << 2);
  const missing = <i32>((top - 1) / PAGE + 1) - memory.size();
  if (top > <usize>limit || (missing > 0 && memory.grow(missing) < 0)) return false;
  memory.fill(world, 0, top - world);
  theWorld().memoryLimit = limit;
  theWorld().freeBlocks = <u32>lists;
  theWorld().arenaTop = <u32>top;
  return true;
}

/**
 * A block of at least `bytes` that replaces `block` (of `used` bytes, kept), with room to grow: the same one where it is large enough, or
 * large and the last; with the free memory around it where that suffices. 0 when there is no memory left: the old block stays.
 */
export function regrow(block: usize, used: usize, bytes: usize): usize {
  if (block) {
    const have = <usize>sizeOf(block);
    if (have >= bytes) return block;
    if (!classOf(have) && endOf(block) == <usize>theWorld().arenaTop) {
      if (bytes >= END_OF_MEMORY || !extend(block, roundUp(bytes))) return 0;
      store<u32>(block - HEADER, <u32>roundUp(bytes));
      return block;
    }
    const wider = !classOf(have) && bytes < END_OF_MEMORY ? widen(block, used, roundUp(bytes)) : 0;
    if (wider) return wider;
  }
  const larger = allocate(bytes);
  if (!larger) return 0;
  if (block) memory.copy(larger, block, used);
  release(block);
  return larger;
}

/** The same for the block whose address is in a field; false when there is no memory left, and then nothing has changed. */
export function regrowAt(field: usize, used: usize, bytes: usize): bool {
  const block = regrow(load<u32>(field), used, bytes);
  if (block) store<u32>(field, <u32>block);
  return block != 0;
}
