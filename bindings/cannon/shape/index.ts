export { Box } from './box.ts';
export { ConvexPolyhedron, type ConvexPolyhedronContactPoint } from './convex-polyhedron.ts';
export { Cylinder } from './cylinder.ts';
export { Heightfield, type HeightfieldOptions } from './heightfield.ts';
export { Particle } from './particle.ts';
export { Plane } from './plane.ts';
export { SHAPE_TYPES, Shape, type ShapeOptions, type ShapeType } from './shape.ts';
export { Sphere } from './sphere.ts';
export { Trimesh } from './trimesh.ts';
