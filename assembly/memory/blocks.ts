// Blocks of the world that are as large as they have to be and whose contents need not last.
import { WorldRecord } from '../world';
import { allocate, release } from './arena';

/**
 * Makes the block whose address and capacity are in two neighbouring fields of the world at least `bytes` large; its contents are lost.
 * False when there is no memory left.
 */
export function ensureBlock(world: WorldRecord, address: usize, bytes: usize): bool {
  const field = changetype<usize>(world) + address;
  if (bytes <= <usize>load<u32>(field, 4)) return true;
  const size = bytes + (bytes >> 2);
  release(load<u32>(field));
  const block = allocate(size);
  store<u32>(field, <u32>block);
  store<u32>(field, block ? <u32>size : 0, 4);
  return block != 0;
}
