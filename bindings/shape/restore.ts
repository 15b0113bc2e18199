// Shapes made from the records of a snapshot that another world took.

import { readRecordMaterial } from '../body/material.ts';
import type { Quat, Vec3 } from '../core/arguments.ts';
import {
  Bvh,
  ChildFlag,
  ChildRecord,
  HeightFieldBlock,
  HullBlock,
  MeshBlock,
  ShapeFlag,
  ShapeRecord,
  ShapeType,
  SplineSegment,
  SurfaceRecord,
  TriangleRecord,
} from '../core/layout.ts';
import type { StateMemory } from '../core/memory.ts';
import { readQuaternion, readVector } from '../core/records.ts';
import { Box } from './box.ts';
import { Capsule } from './capsule.ts';
import type { ChildOptions } from './child.ts';
import { Compound } from './compound.ts';
import { Cone } from './cone.ts';
import { ConvexHull } from './convex-hull.ts';
import { Cylinder } from './cylinder.ts';
import { HalfSpace } from './half-space.ts';
import { HeightField } from './height-field.ts';
import { TriangleMesh } from './mesh.ts';
import type { ConvexShape, ShapeBase } from './shape.ts';
import { Sphere } from './sphere.ts';
import { Spline } from './spline.ts';

/** `recordOf` gives the byte offset of the record of a slot. */
export function restoreShape(memory: StateMemory, record: number, recordOf: (slot: number) => number): ShapeBase {
  const { f64, u32 } = memory;
  const [x, y, z] = readVector(memory, record + ShapeRecord.sizeX);
  const radius = f64[(record + ShapeRecord.radius) >>> 3];
  const flags = u32[(record + ShapeRecord.flags) >>> 2];
  const block = u32[(record + ShapeRecord.data) >>> 2];
  const oneSided = (flags & ShapeFlag.OneSided) !== 0;
  switch (u32[(record + ShapeRecord.type) >>> 2] as ShapeType) {
    case ShapeType.Sphere:
      return new Sphere(radius);
    case ShapeType.Capsule:
      return new Capsule(radius, y);
    case ShapeType.Box:
      return new Box([x + radius, y + radius, z + radius], { rounding: radius });
    case ShapeType.Cylinder:
      return new Cylinder(x + radius, y + radius, { rounding: radius });
    case ShapeType.Cone: {
      const halfHeight = radius + y - z;
      return new Cone((x * halfHeight) / y, halfHeight, { rounding: radius });
    }
    case ShapeType.Hull:
      return new ConvexHull(numbers(memory, block, HullBlock.vertices, 3 * u32[(block + HullBlock.vertexCount) >>> 2]), {
        rounding: radius,
      });
    case ShapeType.HalfSpace:
      return new HalfSpace([x, y, z]);
    case ShapeType.Spline:
      return restoreSpline(memory, block, radius);
    case ShapeType.Mesh:
      return restoreMesh(memory, block, (flags & ShapeFlag.Solid) !== 0, oneSided);
    case ShapeType.HeightField: {
      const [rows, columns] = [HeightFieldBlock.rows, HeightFieldBlock.columns].map((field) => u32[(block + field) >>> 2]);
      const [alongX, alongZ] = [HeightFieldBlock.spacingX, HeightFieldBlock.spacingZ].map((field) => f64[(block + field) >>> 3]);
      const heights = numbers(memory, block, HeightFieldBlock.heights, rows * columns);
      return new HeightField({ heights, rows, columns, spacing: [alongX, alongZ], oneSided });
    }
    default:
      return restoreCompound(memory, block, recordOf);
  }
}

/** A list of a block, whose place is a field of its head. */
function numbers({ f64, u32 }: StateMemory, block: number, place: number, count: number): Float64Array {
  const start = (block + u32[(block + place) >>> 2]) >>> 3;
  return f64.slice(start, start + count);
}

/** Byte offsets of a block's parts. */
function partsOf({ u32 }: StateMemory, block: number, size: number): number[] {
  const first = block + u32[(block + Bvh.parts) >>> 2];
  return Array.from({ length: u32[(block + Bvh.partCount) >>> 2] }, (_, k) => first + k * size);
}

function restoreSpline(memory: StateMemory, block: number, radius: number): Spline {
  const segments = partsOf(memory, block, SplineSegment.size);
  const read = (field: number) => segments.map((segment) => readVector(memory, segment + field));
  const [starts, ends, leaving, arriving] = [SplineSegment.p0X, SplineSegment.p1X, SplineSegment.m0X, SplineSegment.m1X].map(read);
  const closed = starts[0].every((coordinate, axis) => coordinate === ends[ends.length - 1][axis]);
  const points = closed ? starts : [...starts, ends[ends.length - 1]];
  const tangents = closed ? leaving : [...leaving, arriving[arriving.length - 1]];
  return new Spline(points.flat(), { radius, closed, tangents: tangents.flat() });
}

/** The triangles in the order in which they were given. */
function restoreMesh(memory: StateMemory, block: number, solid: boolean, oneSided: boolean): TriangleMesh {
  const { u32 } = memory;
  const vertices = numbers(memory, block, MeshBlock.vertices, 3 * u32[(block + MeshBlock.vertexCount) >>> 2]);
  const indices: number[] = [];
  for (const triangle of partsOf(memory, block, TriangleRecord.size)) {
    const part = u32[(triangle + TriangleRecord.part) >>> 2];
    for (let k = 0; k < 3; k++) indices[3 * part + k] = u32[((triangle + TriangleRecord.a) >>> 2) + k];
  }
  return new TriangleMesh(vertices, indices, { solid, oneSided });
}

function restoreSurface(memory: StateMemory, surface: number): ChildOptions {
  const side = readVector(memory, surface + SurfaceRecord.oneWayX);
  const material = readRecordMaterial(memory, surface);
  return {
    ...(Object.keys(material).length > 0 && { material }),
    ...(!Number.isNaN(side[0]) && { oneWay: side.every((component) => component === 0) ? null : side }),
  };
}

function restoreTraits(memory: StateMemory, block: number, child: number): ChildOptions {
  const word = (field: number) => memory.u32[(child + field) >>> 2];
  const flags = word(ChildRecord.flags);
  return {
    sensor: (flags & ChildFlag.Sensor) !== 0,
    ...(flags & ChildFlag.Group && { collisionGroup: word(ChildRecord.collisionGroup) }),
    ...(flags & ChildFlag.Mask && { collisionMask: word(ChildRecord.collisionMask) }),
    ...(word(ChildRecord.surface) && restoreSurface(memory, block + word(ChildRecord.surface))),
  };
}

function restoreCompound(memory: StateMemory, block: number, recordOf: (slot: number) => number): Compound {
  const children = partsOf(memory, block, ChildRecord.size).map((child) => ({
    shape: restoreShape(memory, recordOf(memory.u32[(child + ChildRecord.shape) >>> 2]), recordOf) as ConvexShape,
    position: readVector(memory, child + ChildRecord.positionX) as Vec3,
    orientation: readQuaternion(memory, child + ChildRecord.orientationX) as Quat,
    ...restoreTraits(memory, block, child),
  }));
  return new Compound(children);
}
