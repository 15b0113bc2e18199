import type { Vec3 } from '../core/arguments.ts';
import { BodyRecord, BroadPhaseRecord, TreeNode, WorldRecord } from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';

/** A box along the world's axes, m. */
export interface Bounds {
  low: Vec3;
  high: Vec3;
}

/** The box that the broad phase keeps for the body whose record this is; null where it keeps none. */
export function boundsOf({ u32, f32, world }: StateMemory, body: number): Bounds | null {
  const leaf = u32[(body + BodyRecord.leaf) >>> 2];
  if (leaf === 0) return null;
  const broadphase = u32[(world + WorldRecord.broadphase) >>> 2];
  const node = u32[(broadphase + BroadPhaseRecord.nodeBase) >>> 2] + leaf * TreeNode.size;
  const corner = (field: number): Vec3 => {
    const index = (node + field) >>> 2;
    return [f32[index], f32[index + 1], f32[index + 2]];
  };
  return { low: corner(TreeNode.lowX), high: corner(TreeNode.highX) };
}
