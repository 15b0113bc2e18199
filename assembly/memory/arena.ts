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

/** A block given back: its size is in the header, and the next of the list in its first bytes. */
function sizeOf(block: usize): u32 {
  return load<u32>(block - HEADER);
}

/** Zeroed bytes, 16-byte aligned; 0 when there is no memory left. */
export function allocate(bytes: usize): usize {
  const world = theWorld();
  const size = (max<usize>(bytes, 16) + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1);
  const reused = takeFree(world, size);
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
  const world = theWorld();
  store<u32>(block, world.freeBlocks);
  world.freeBlocks = <u32>block;
}

/** The first free block that holds `size` and is not more than twice as large. */
function takeFree(world: WorldRecord, size: usize): usize {
  let previous: usize = 0;
  for (let block: usize = world.freeBlocks; block != 0; block = load<u32>(block)) {
    if (sizeOf(block) >= <u32>size && <usize>sizeOf(block) <= 2 * size) {
      const next = load<u32>(block);
      if (previous) store<u32>(previous, next);
      else world.freeBlocks = next;
      return block;
    }
    previous = block;
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

/** Reserves the world's record at the bottom of the arena. */
export function initializeArena(): bool {
  const world = worldAddress();
  if (!ensure(world + offsetof<WorldRecord>())) return false;
  memory.fill(world, 0, offsetof<WorldRecord>());
  theWorld().arenaTop = <u32>((world + offsetof<WorldRecord>() + (ALIGNMENT - 1)) & ~(ALIGNMENT - 1));
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
