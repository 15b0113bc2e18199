// Distance of a point to a mesh: from the nearest triangle of the tree.
import { MeshBlock, ShapeFlag, ShapeRecord, TriangleRecord } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { isAtBorder, isBehind } from './mesh-side.ts';
import { nearestParts } from './nearest-parts.ts';
import { NEAR, type SurfacePoint, setFar } from './surface-point.ts';
import { corners, measureTriangle, nearest, setNearest } from './triangle.ts';

const asked = { block: 0, x: 0.5, y: 0.5, z: 0.5 };

export function pointMesh(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  const { f64, u32 } = memory;
  const flags = u32[(shape + ShapeRecord.flags) >>> 2];
  const block = u32[(shape + ShapeRecord.data) >>> 2];
  const size = f64[(shape + ShapeRecord.reach) >>> 3];
  const solid = (flags & ShapeFlag.Solid) !== 0;
  asked.block = block;
  asked.x = x;
  asked.y = y;
  asked.z = z;
  nearest.square = Infinity;
  // Any depth counts in a solid.
  const limit = solid && isInBounds(f64, shape, x, y, z) ? Infinity : reach * reach;
  nearestParts(memory, block, x, y, z, limit, measurePart);
  if (nearest.square > limit) {
    setFar(out);
    return;
  }
  const sided = (flags & (ShapeFlag.Solid | ShapeFlag.OneSided)) !== 0 && Math.sqrt(nearest.square) > NEAR * size;
  const behind = sided && isBehind(memory, block);
  if (behind && !solid && isAtBorder()) setFar(out);
  else setNearest(out, size, behind);
}

function isInBounds(f64: Float64Array, shape: number, x: number, y: number, z: number): boolean {
  const low = (shape + ShapeRecord.lowX) >>> 3;
  const high = (shape + ShapeRecord.highX) >>> 3;
  return x >= f64[low] && y >= f64[low + 1] && z >= f64[low + 2] && x <= f64[high] && y <= f64[high + 1] && z <= f64[high + 2];
}

function measurePart({ f64, u32 }: StateMemory, part: number, limit: number): number {
  const { block, x, y, z } = asked;
  const vertices = (block + u32[(block + MeshBlock.vertices) >>> 2]) >>> 3;
  const record = (block + u32[(block + MeshBlock.parts) >>> 2] + part * TriangleRecord.size) >>> 2;
  for (let k = 0; k < 3; k++) {
    const vertex = vertices + 3 * u32[record + k];
    corners[3 * k] = f64[vertex] - x;
    corners[3 * k + 1] = f64[vertex + 1] - y;
    corners[3 * k + 2] = f64[vertex + 2] - z;
  }
  measureTriangle(part);
  return Math.min(limit, nearest.square);
}
