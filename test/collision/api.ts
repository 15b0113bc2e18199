// Shapes of the package from plain data, and what the tests of collision share.

import { type Solid, solid, surfaceSolid } from './oracles/solid.ts';
import { FIXED_TYPES, type ShapeSpec } from './oracles/spec.ts';
import { triangles } from './oracles/surface.ts';
import { type Pose, unitQuaternion, type Vector } from './oracles/vector.ts';
import {
  type Body,
  type BodyOptions,
  Box,
  Capsule,
  Compound,
  Cone,
  ConvexHull,
  type ConvexShape,
  Cylinder,
  HalfSpace,
  HeightField,
  type Shape,
  Sphere,
  Spline,
  TriangleMesh,
  type World,
} from './package.ts';

export function makeShape(shape: ShapeSpec): Shape {
  switch (shape.type) {
    case 'sphere':
      return new Sphere(shape.radius);
    case 'capsule':
      return new Capsule(shape.radius, shape.halfHeight);
    case 'box':
      return new Box(shape.halfExtents, { rounding: shape.rounding ?? 0 });
    case 'cylinder':
      return new Cylinder(shape.radius, shape.halfHeight, { rounding: shape.rounding ?? 0 });
    case 'cone':
      return new Cone(shape.radius, shape.halfHeight, { rounding: shape.rounding ?? 0 });
    case 'convexHull':
      return new ConvexHull(shape.points, { rounding: shape.rounding ?? 0 });
    case 'halfSpace':
      return new HalfSpace(shape.normal);
    case 'mesh':
      return new TriangleMesh(shape.vertices, shape.indices, { solid: shape.solid });
    case 'heightField': {
      const { heights, rows, columns, spacing } = shape;
      return new HeightField({ heights, rows, columns, spacing });
    }
    case 'spline': {
      const { points, tangents, radius, closed } = shape;
      return new Spline(points, { radius, closed, tangents });
    }
    case 'compound':
      return new Compound(shape.children.map(({ shape: child, ...pose }) => ({ ...pose, shape: makeShape(child) as ConvexShape })));
  }
}

/** A body of a world and what it was made from. */
export interface Placed {
  spec: ShapeSpec;
  body: Body;
  /** At the pose that the world has stored, rounded as it rounds. */
  solid: Solid;
}

export function poseOf(body: Body): Pose {
  const [x, y, z] = body.position;
  return { position: [x, y, z], orientation: unitQuaternion(body.orientation) };
}

export function solidOf(spec: ShapeSpec, body: Body): Solid {
  if (spec.type !== 'heightField') return solid(spec, poseOf(body));
  // a height field is its triangles, whichever way it cuts its cells
  const { positions, indices } = body.shape!.triangulate();
  return surfaceSolid(triangles(positions, indices), poseOf(body), false);
}

export const isFixed = ({ type }: ShapeSpec): boolean => (FIXED_TYPES as readonly string[]).includes(type);

/** Adds a body: dynamic if its shape may be, else static. */
export function addShape(world: World, spec: ShapeSpec, pose: Pose, options: BodyOptions = {}): Placed {
  const body = world.addBody({ type: isFixed(spec) ? 'static' : 'dynamic', shape: makeShape(spec), ...pose, ...options });
  return { spec, body, solid: solidOf(spec, body) };
}

export const asVector = (values: ArrayLike<number>): Vector => [values[0], values[1], values[2]];
