import { ShapeRecord, ShapeType } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { pointHull } from './hull.ts';
import { pointBox, pointCapsule, pointCone, pointCylinder, pointSphere } from './round.ts';
import { type SurfacePoint, setFar } from './surface-point.ts';

/** Of a shape that is convex and can be a child of a compound. */
export function pointConvex(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  switch (memory.u32[(shape + ShapeRecord.type) >>> 2]) {
    case ShapeType.Sphere:
      return pointSphere(memory, shape, x, y, z, out);
    case ShapeType.Capsule:
      return pointCapsule(memory, shape, x, y, z, out);
    case ShapeType.Box:
      return pointBox(memory, shape, x, y, z, out);
    case ShapeType.Cylinder:
      return pointCylinder(memory, shape, x, y, z, out);
    case ShapeType.Cone:
      return pointCone(memory, shape, x, y, z, out);
    case ShapeType.Hull:
      return pointHull(memory, shape, x, y, z, reach, out);
    default:
      return setFar(out);
  }
}
