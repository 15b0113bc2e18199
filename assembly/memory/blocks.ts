// Blocks of the world that are as large as they have to be and whose contents need not last.
import { WorldRecord } from '../world';
import { allocate, release } from './arena';

/** What grows beyond this is made larger than asked for by a sixteenth instead of a quarter. */
const LARGE: usize = 1 << 20;

/**
 * Makes the block whose address and capacity are in two neighbouring fields of the world at least `bytes` large; its contents are lost.
 * False when there is no memory left, and then it is as large as before.
 */
export function ensureBlock(world: WorldRecord, address: usize, bytes: usize): bool {
  const field = changetype<usize>(world) + address;
  const have = <usize>load<u32>(field, 4);
  if (bytes <= have) return true;
  release(load<u32>(field));
  let size = bytes + (bytes >> (bytes > LARGE ? 4 : 2));
  let block: usize = size < bytes ? 0 : allocate(size);
  if (!block) {
    size = bytes;
    block = allocate(size);
  }
  const done = block != 0;
  if (!done) {
    // What has just been given back is there to be taken again.
    size = have;
    if (have) block = allocate(have);
  }
  store<u32>(field, <u32>block);
  store<u32>(field, <u32>size, 4);
  return done;
}

/** Gives such a block back; whether there was one. */
export function releaseBlock(world: WorldRecord, address: usize): bool {
  const field = changetype<usize>(world) + address;
  const block = <usize>load<u32>(field);
  release(block);
  store<u64>(field, 0);
  return block != 0;
}
