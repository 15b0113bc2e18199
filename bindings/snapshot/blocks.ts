// The blocks of memory in a snapshot, as assembly/memory/arena.ts keeps them: one behind the other, each with one owner, or in the list of free
// blocks of its size, or forgotten. Small ones are as large as a class of sizes; large ones that are free are in one list, by address, and
// none of them is next to another or the last.
import { BLOCK_HEADER, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';
import { requireSound, type SnapshotState, unsound } from './state.ts';

/** What of the kernels the bytes of a snapshot depend on. */
export interface BlockSizes {
  /** The list of free blocks that a block of this size goes to. */
  blockClass(size: number): number;
  /** Bytes of the solver's rows, and of the bundles, of so many bodies. */
  solverBytes(capacity: number): number;
  bundleBytes(capacity: number): number;
}

/** What is made with a world, in the order of addresses. */
const FIXED = [WorldRecord.broadphase, WorldRecord.narrowphase, WorldRecord.query];

/** The list of large free blocks. */
const LARGE = 0;

export class Blocks {
  /** Sizes by address, of the blocks that nobody has claimed. */
  private readonly sizes = new Map<number, number>();

  /** `like` is the memory of a world of the same build: what is made with a world is where it is there. */
  constructor(
    private readonly state: SnapshotState,
    like: StateMemory,
    readonly kernels: BlockSizes,
  ) {
    const fixed = (field: number) => like.u32[(like.world + field) >>> 2];
    for (const field of [WorldRecord.freeBlocks, ...FIXED])
      requireSound(state.field(field) === fixed(field), 'its records are not where they belong');
    requireSound(state.field(WorldRecord.arenaTop) === state.end, 'its length is not that of its memory');
    const first = fixed(WorldRecord.broadphase);
    this.walk(first);
    this.takeSlab();
    this.takeFree((first - BLOCK_HEADER - fixed(WorldRecord.freeBlocks)) / 4);
    for (const field of FIXED) {
      const block = state.field(field);
      const size = this.take(block);
      requireSound(size === like.u32[(block - BLOCK_HEADER) >>> 2], 'its records have other sizes');
    }
  }

  /** Whether an address is that of a block of at least so many bytes that nobody else has; 0 is no block, and has room for nothing. */
  claim(address: number, bytes: number): void {
    if (address === 0 && bytes === 0) return;
    const size = this.sizes.get(address);
    if (size === undefined || size < bytes) unsound('a list lies where there is no room for it');
    this.sizes.delete(address);
  }

  /** Claims the block at a field of a record. */
  claimAt(record: number, field: number, bytes: number): void {
    this.claim(this.state.u32[(record + field) >>> 2], bytes);
  }

  /** Claims the block at a field of the world, which the next field gives as many bytes; returns these. */
  claimSized(field: number, least = 0): number {
    const bytes = this.state.field(field + 4);
    this.claim(this.state.field(field), bytes);
    requireSound(bytes >= least, 'a list lies where there is no room for it');
    return bytes;
  }

  /** Bytes of the block at an address, which is claimed. */
  take(address: number): number {
    const size = this.sizes.get(address);
    if (size === undefined) unsound('a block of memory lies where none can be');
    this.sizes.delete(address);
    return size;
  }

  private walk(first: number): void {
    const { u32, end } = this.state;
    requireSound(first <= end && end % 16 === 0, 'it ends within its records');
    let header = first - BLOCK_HEADER;
    while (header < end) {
      const size = u32[header >>> 2];
      const fits = size >= 16 && size % 16 === 0 && header + BLOCK_HEADER + size <= end;
      requireSound(fits && this.isClassSize(size), 'a block of memory has no such size');
      this.sizes.set(header + BLOCK_HEADER, size);
      header += BLOCK_HEADER + size;
    }
  }

  /** Small blocks are cut from the front of a large one. */
  private takeSlab(): void {
    const slab = this.state.field(WorldRecord.slab);
    if (slab) requireSound(this.kernels.blockClass(this.take(slab)) === LARGE, 'small blocks are cut from one that is small itself');
  }

  /** Who takes a small block out of a list relies on the largest size of its class. */
  private isClassSize(size: number): boolean {
    const index = this.kernels.blockClass(size);
    return index === LARGE || this.kernels.blockClass(size + 16) !== index;
  }

  private takeFree(lists: number): void {
    const { u32 } = this.state;
    const start = this.state.field(WorldRecord.freeBlocks) >>> 2;
    for (let list = 0; list < lists; list++) {
      // Behind the header of the block that follows the last one.
      let after = 0;
      for (let block = u32[start + list]; block !== 0; block = u32[block >>> 2]) {
        const size = this.sizes.get(block);
        if (size === undefined || this.kernels.blockClass(size) !== list) unsound('a list of free memory names what is not free');
        this.sizes.delete(block);
        if (list !== LARGE) continue;
        if (block <= after) unsound('the list of large free blocks is not in order');
        after = block + size + BLOCK_HEADER;
      }
      requireSound(after !== this.state.end + BLOCK_HEADER, 'its memory ends with a free block');
    }
  }
}
