// Signed distance of a point to a shape: what particles collide with.
import { ShapeRecord, ShapeType } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { pointCompound } from './point-shape/compound.ts';
import { pointConvex } from './point-shape/convex.ts';
import { pointHalfSpace } from './point-shape/round.ts';
import type { SurfacePoint } from './point-shape/surface-point.ts';

export { type SurfacePoint, surfacePoint } from './point-shape/surface-point.ts';

/**
 * Signed distance of the point (x, y, z), in the shape's own frame, to the surface of the shape whose record is at `shape`, and the
 * outward normal there. What is farther than `reach` may be told as Infinity.
 */
export function pointShape(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  switch (memory.u32[(shape + ShapeRecord.type) >>> 2]) {
    case ShapeType.HalfSpace:
      return pointHalfSpace(memory, shape, x, y, z, out);
    case ShapeType.Compound:
      return pointCompound(memory, shape, x, y, z, reach, out);
    default:
      return pointConvex(memory, shape, x, y, z, reach, out);
  }
}
