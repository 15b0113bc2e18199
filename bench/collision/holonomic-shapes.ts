// Holonomic's shapes of those that are measured.
import type { BenchShape } from './model.ts';

export function makeShape(H: any, shape: BenchShape): any {
  switch (shape.type) {
    case 'sphere':
      return new H.Sphere(shape.radius);
    case 'capsule':
      return new H.Capsule(shape.radius, shape.halfHeight);
    case 'cylinder':
      return new H.Cylinder(shape.radius, shape.halfHeight);
    case 'cone':
      return new H.Cone(shape.radius, shape.halfHeight);
    case 'box':
      return new H.Box(shape.halfExtents);
    case 'hull':
      return new H.ConvexHull(shape.points);
    case 'compound':
      return new H.Compound(shape.children.map(({ shape: child, position }) => ({ shape: makeShape(H, child), position })));
    case 'halfSpace':
      return new H.HalfSpace();
    case 'mesh':
      return new H.TriangleMesh(shape.vertices, shape.indices, { solid: false });
    case 'heightField':
      return new H.HeightField({ heights: shape.heights, rows: shape.samples, columns: shape.samples, spacing: shape.spacing });
    case 'spline':
      return new H.Spline(shape.points, { radius: shape.radius });
  }
}
