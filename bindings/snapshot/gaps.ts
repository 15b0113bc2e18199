// What of a state need not last: free memory, and what each step writes again before it reads it. Snapshots go without.
import { BLOCK_HEADER, Graph, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/state-memory.ts';
import type { Gaps } from './packing.ts';

/** A free block begins with the next one of its list. */
const LINK = 16;

/** Fields of the world that are addresses of blocks of such contents. */
export const PASSING: readonly number[] = [
  WorldRecord.solverBodies,
  WorldRecord.bodyBundles,
  WorldRecord.contactGroups + Graph.groups,
  WorldRecord.contactGroups + Graph.bundles,
  WorldRecord.contactGroups + Graph.order,
  WorldRecord.found,
  WorldRecord.contactList,
  WorldRecord.bodyColors,
  WorldRecord.islands,
  WorldRecord.impacts,
  WorldRecord.rows,
  WorldRecord.planWork,
];

/** Bytes from the world's record on. */
export function findGaps({ u32, world }: StateMemory): Gaps {
  const gaps: [number, number][] = [];
  const add = (block: number, skipped: number) => {
    if (block) gaps.push([block + skipped - world, block + u32[(block - BLOCK_HEADER) >>> 2] - world]);
  };
  for (const field of PASSING) add(u32[(world + field) >>> 2], 0);
  const lists = u32[(world + WorldRecord.freeBlocks) >>> 2];
  const end = u32[(world + WorldRecord.broadphase) >>> 2] - BLOCK_HEADER;
  for (let list = lists; list < end; list += 4) for (let block = u32[list >>> 2]; block; block = u32[block >>> 2]) add(block, LINK);
  return gaps.sort((a, b) => a[0] - b[0]);
}
