// All memory of a world: records first, blocks behind them, handed out in order and given back to a list. The list is in the
// world's record, so that a copy of the memory up to `arenaTop` is a copy of the whole state.
import { WorldRecord } from '../world';

const ALIGNMENT: usize = 16;
const PAGE: usize = 65536;
/** Bytes before a block that hold its size. */
const HEADER: usize = 16;

/** Address of the world's record, the same in every instance. */
export function worldAddress(): usize {
  return (__heap_base + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
}

export function theWorld(): WorldRecord {
  return changetype<WorldRecord>(worldAddress());
}

/** Sizes are rounded up to one of four an octave, each with a list of its own of blocks given back; what is larger goes to one list. */
const LARGEST_CLASS: usize = 65536;
const CLASSES: u32 = 64;

/** The class of a size, a multiple of 16; 0 for large ones. */
function classOf(size: usize): u32 {
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

function listOf(index: u32): usize {
  return <usize>theWorld().freeBlocks + ((<usize>index) << 2);
}

/** A block given back: its size is in the header, and the next of the list in its first bytes. */
function sizeOf(block: usize): u32 {
  return load<u32>(block - HEADER);
}

/** Zeroed bytes, 16-byte aligned; 0 when there is no memory left. */
export function allocate(bytes: usize): usize {
  const world = theWorld();
  const rounded = (max<usize>(bytes, 16) + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
  const index = classOf(rounded);
  const size = index ? classSize(index) : rounded;
  const reused = index ? takeFirst(index) : takeLarge(size);
  if (reused) {
    memory.fill(reused, 0, sizeOf(reused));
    return reused;
  }
  const block = <usize>world.arenaTop + HEADER;
  if (!ensure(block + size)) return 0;
  store<u32>(block - HEADER, <u32>size);
  world.arenaTop = <u32>(block + size);
  memory.fill(block, 0, size);
  return block;
}

/** Gives a block back; 0 is no block. */
export function release(block: usize): void {
  if (!block) return;
  const list = listOf(classOf(sizeOf(block)));
  store<u32>(block, load<u32>(list));
  store<u32>(list, <u32>block);
}

function takeFirst(index: u32): usize {
  const list = listOf(index);
  const block = <usize>load<u32>(list);
  if (block) store<u32>(list, load<u32>(block));
  return block;
}

/** The first free large block that holds `size` and is not more than twice as large. */
function takeLarge(size: usize): usize {
  let link = listOf(0);
  for (let block = <usize>load<u32>(link); block != 0; block = <usize>load<u32>(link)) {
    if (<usize>sizeOf(block) >= size && <usize>sizeOf(block) <= 2 * size) {
      store<u32>(link, load<u32>(block));
      return block;
    }
    link = block;
  }
  return 0;
}

/** Grows the memory so that it reaches `end`; ahead of need, so that growing is rare. */
function ensure(end: usize): bool {
  const have = <usize>memory.size() * PAGE;
  if (end <= have) return true;
  const missing = (end - have + PAGE - 1) / PAGE;
  const ahead = max<usize>(missing, min<usize>(<usize>memory.size() / 2, 1024));
  return memory.grow(<i32>ahead) >= 0 || memory.grow(<i32>missing) >= 0;
}

/** Reserves the world's record and the lists of free blocks at the bottom of the arena. */
export function initializeArena(): bool {
  const world = worldAddress();
  const lists = (world + offsetof<WorldRecord>() + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
  const top = lists + ((<usize>CLASSES) << 2);
  if (!ensure(top)) return false;
  memory.fill(world, 0, top - world);
  theWorld().freeBlocks = <u32>lists;
  theWorld().arenaTop = <u32>top;
  return true;
}

/**
 * A block of at least `bytes` that replaces `block` (of `used` bytes, kept), with room to grow. 0 when there is no memory
 * left: the old block stays.
 */
export function regrow(block: usize, used: usize, bytes: usize): usize {
  const larger = allocate(bytes);
  if (!larger) return 0;
  if (block) memory.copy(larger, block, used);
  release(block);
  return larger;
}
