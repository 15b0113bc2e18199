// Which of the 32 groups meet: a word for each, with a bit for each group that it meets. Without a table all meet all.
import { WorldRecord } from '../core/layout.ts';
import type { CollisionKernels, StateMemory } from '../core/memory.ts';

const GROUPS = 32;
export const LAST_GROUP = GROUPS - 1;

const tableOf = ({ u32, world }: StateMemory): number => u32[(world + WorldRecord.groupTable) >>> 2];

export function groupsMeet(memory: StateMemory, a: number, b: number): boolean {
  const table = tableOf(memory);
  return table === 0 || ((memory.u32[(table >>> 2) + a] >>> b) & 1) !== 0;
}

/** Throws `out-of-memory`, and then nothing has changed. */
export function writeGroups(memory: () => StateMemory, kernels: CollisionKernels, a: number, b: number, meet: boolean): void {
  if (tableOf(memory()) === 0) {
    const block = kernels.allocateBlock(4 * GROUPS);
    const { u32, world } = memory();
    u32.fill(0xffffffff, block >>> 2, (block >>> 2) + GROUPS);
    u32[(world + WorldRecord.groupTable) >>> 2] = block;
  }
  const now = memory();
  const table = tableOf(now) >>> 2;
  const write = (group: number, other: number) => {
    if (meet) now.u32[table + group] |= 1 << other;
    else now.u32[table + group] &= ~(1 << other);
  };
  write(a, b);
  write(b, a);
}
