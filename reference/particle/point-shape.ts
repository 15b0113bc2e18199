// Signed distance of a point to a shape: what particles collide with.
import { ShapeRecord, ShapeType } from '../../bindings/core/layout.ts';
import type { StateMemory } from '../../bindings/core/state-memory.ts';
import { pointCompound } from './point-shape/compound.ts';
import { pointConvex } from './point-shape/convex.ts';
import { pointHeightField } from './point-shape/height-field.ts';
import { pointMesh } from './point-shape/mesh.ts';
import { pointHalfSpace } from './point-shape/round.ts';
import { pointSpline } from './point-shape/spline.ts';
import type { SurfacePoint } from './point-shape/surface-point.ts';

export { type SurfacePoint, surfacePoint } from './point-shape/surface-point.ts';

/**
 * Signed distance of the point (x, y, z), in the shape's own frame, to the surface of the shape whose record is at `shape`, and the
 * outward normal there. What is farther than `reach` may be told as Infinity; what is inside is not, however deep.
 *
 * Meshes that are no solids and height fields have no inside: the normal is on the point's side. If they are one-sided, a point behind
 * their front is inside down to a depth of `reach`; farther behind, or beside their border, it is Infinity.
 */
export function pointShape(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  switch (memory.u32[(shape + ShapeRecord.type) >>> 2]) {
    case ShapeType.HalfSpace:
      pointHalfSpace(memory, shape, x, y, z, out);
      break;
    case ShapeType.Spline:
      pointSpline(memory, shape, x, y, z, reach, out);
      break;
    case ShapeType.Mesh:
      pointMesh(memory, shape, x, y, z, reach, out);
      break;
    case ShapeType.HeightField:
      pointHeightField(memory, shape, x, y, z, reach, out);
      break;
    case ShapeType.Compound:
      pointCompound(memory, shape, x, y, z, reach, out);
      break;
    default:
      pointConvex(memory, shape, x, y, z, reach, out);
  }
}
