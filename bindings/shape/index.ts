import type { Box } from './box.ts';
import type { Capsule } from './capsule.ts';
import type { Compound } from './compound.ts';
import type { Cone } from './cone.ts';
import type { ConvexHull } from './convex-hull.ts';
import type { Cylinder } from './cylinder.ts';
import type { HalfSpace } from './half-space.ts';
import type { HeightField } from './height-field.ts';
import type { TriangleMesh } from './mesh.ts';
import type { Sphere } from './sphere.ts';
import type { Spline } from './spline.ts';

export type { RoundingOptions } from './arguments.ts';
export { Box } from './box.ts';
export { Capsule } from './capsule.ts';
export { Compound, type CompoundChild, type CompoundPart } from './compound.ts';
export { Cone } from './cone.ts';
export { ConvexHull } from './convex-hull.ts';
export { Cylinder } from './cylinder.ts';
export { HalfSpace } from './half-space.ts';
export { HeightField, type HeightFieldOptions } from './height-field.ts';
export { TriangleMesh, type TriangleMeshOptions } from './mesh.ts';
export { ConvexShape, ShapeBase, type ShapeTypeName } from './shape.ts';
export { Sphere } from './sphere.ts';
export { Spline, type SplineOptions } from './spline.ts';
export type { Triangulation } from './triangle-list.ts';

/** Everything a body can be made of. */
export type Shape = Sphere | Box | Capsule | Cylinder | Cone | ConvexHull | HalfSpace | TriangleMesh | HeightField | Spline | Compound;
