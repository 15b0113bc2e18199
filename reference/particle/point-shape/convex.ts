import { ShapeRecord, ShapeType } from '../../../bindings/core/layout.ts';
import type { StateMemory } from '../../../bindings/core/state-memory.ts';
import { pointHull } from './hull.ts';
import { pointBox, pointCapsule, pointCone, pointCylinder, pointSphere } from './round.ts';
import { type SurfacePoint, setFar } from './surface-point.ts';

/** Of a shape that is convex and can be a child of a compound. */
export function pointConvex(memory: StateMemory, shape: number, x: number, y: number, z: number, reach: number, out: SurfacePoint): void {
  switch (memory.u32[(shape + ShapeRecord.type) >>> 2]) {
    case ShapeType.Sphere:
      pointSphere(memory, shape, x, y, z, out);
      break;
    case ShapeType.Capsule:
      pointCapsule(memory, shape, x, y, z, out);
      break;
    case ShapeType.Box:
      pointBox(memory, shape, x, y, z, out);
      break;
    case ShapeType.Cylinder:
      pointCylinder(memory, shape, x, y, z, out);
      break;
    case ShapeType.Cone:
      pointCone(memory, shape, x, y, z, out);
      break;
    case ShapeType.Hull:
      pointHull(memory, shape, x, y, z, reach, out);
      break;
    default:
      setFar(out);
  }
}
