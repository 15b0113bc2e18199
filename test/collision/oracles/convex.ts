// Convex shapes at a pose: support functions and signed distances of their cores, and the radius around them.
import {
  distanceToPolygon,
  distanceToSegment,
  edgeDirections,
  hullFaces,
  type Polygon,
  signedDistanceToPolytope,
  triangleFace,
} from './polytope.ts';
import type { ConvexSpec } from './spec.ts';
import { add, dot, negate, type Pose, rotate, scale, toLocal, toWorld, UPRIGHT, unit, unrotate, type Vector, vectors } from './vector.ts';

/** A convex solid in the world's frame: the points within `radius` of the core. */
export interface Convex {
  radius: number;
  /** Somewhere inside. */
  middle: Vector;
  /** A point of the core that is farthest along a direction. */
  coreSupport(direction: Vector): Vector;
  /** Of the core; negative inside, exact on both sides. */
  coreDistance(point: Vector): number;
  /** Normals of the core's faces, outward; both of a flat core. */
  normals: Vector[];
  /** Directions of the core's edges. */
  edges: Vector[];
  /** Circles of normals (sine·axis + cosine·across) where the support point jumps, but for those of edges: the sides of round cores. */
  sides: { axis: Vector; sine: number }[];
  /** Are the core's faces and edges all that there is? Then the depth of an overlap is found along finitely many directions. */
  flat: boolean;
}

export const support = (convex: Convex, direction: Vector): Vector => {
  const n = unit(direction);
  return add(convex.coreSupport(n), scale(n, convex.radius));
};
/** How far the solid reaches along a unit vector. */
export const extent = ({ coreSupport, radius }: Convex, n: Vector): number => dot(coreSupport(n), n) + radius;
export const signedDistance = ({ coreDistance, radius }: Convex, point: Vector): number => coreDistance(point) - radius;

/** In the shape's frame. */
type Core = Convex;

const AXES: Vector[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];
const UP: Vector = [0, 1, 0];
const sign = (value: number) => (value < 0 ? -1 : 1);

function boxDistance(q: readonly number[]): number {
  const outside = Math.hypot(...q.map((each) => Math.max(each, 0)));
  return outside > 0 ? outside : Math.max(...q);
}

function boxCore([x, y, z]: Vector, radius: number): Core {
  return {
    radius,
    middle: [0, 0, 0],
    coreSupport: (d) => [sign(d[0]) * x, sign(d[1]) * y, sign(d[2]) * z],
    coreDistance: (p) => boxDistance([Math.abs(p[0]) - x, Math.abs(p[1]) - y, Math.abs(p[2]) - z]),
    normals: AXES.flatMap((axis) => [axis, negate(axis)]),
    edges: AXES,
    sides: [],
    flat: true,
  };
}

function segmentCore(halfHeight: number, radius: number): Core {
  return {
    radius,
    middle: [0, 0, 0],
    coreSupport: (d) => [0, sign(d[1]) * halfHeight, 0],
    coreDistance: (p) => distanceToSegment(p, [0, -halfHeight, 0], [0, halfHeight, 0]),
    normals: [],
    edges: halfHeight > 0 ? [UP] : [],
    sides: [],
    flat: true,
  };
}

function cylinderCore(coreRadius: number, halfHeight: number, radius: number): Core {
  return {
    radius,
    middle: [0, 0, 0],
    coreSupport: (d) => {
      const across = Math.hypot(d[0], d[2]);
      const k = across > 1e-150 ? coreRadius / across : 0;
      return [d[0] * k, sign(d[1]) * halfHeight, d[2] * k];
    },
    coreDistance: (p) => boxDistance([Math.hypot(p[0], p[2]) - coreRadius, Math.abs(p[1]) - halfHeight]),
    normals: [UP, negate(UP)],
    edges: [],
    sides: [{ axis: UP, sine: 0 }],
    flat: false,
  };
}

/** The cone inside which a ball of the rounding's radius rolls has faces that much farther in. */
export function insetCone(coneRadius: number, halfHeight: number, rounding: number): { radius: number; base: number; tip: number } {
  const sine = coneRadius / Math.hypot(coneRadius, 2 * halfHeight);
  const base = -halfHeight + rounding;
  const tip = halfHeight - rounding / sine;
  return { radius: (coneRadius * (tip - base)) / (2 * halfHeight), base, tip };
}

function coneCore(coneRadius: number, halfHeight: number, rounding: number): Core {
  const { radius, base, tip } = insetCone(coneRadius, halfHeight, rounding);
  const outline: [Vector, Vector, Vector] = [
    [-radius, base, 0],
    [radius, base, 0],
    [0, tip, 0],
  ];
  const plane = triangleFace(...outline);
  const sides = outline.map((corner, i) => {
    const next = outline[(i + 1) % 3];
    const normal = unit([next[1] - corner[1], corner[0] - next[0], 0]);
    return { normal, offset: dot(normal, corner) };
  });
  return {
    radius: rounding,
    middle: [0, base + (tip - base) / 4, 0],
    coreSupport: (d) => {
      const across = Math.hypot(d[0], d[2]);
      if (d[1] * (tip - base) > across * radius) return [0, tip, 0];
      const k = across > 1e-150 ? radius / across : 0;
      return [d[0] * k, base, d[2] * k];
    },
    coreDistance: (p) => {
      const flat: Vector = [Math.hypot(p[0], p[2]), p[1], 0];
      const depth = Math.max(...sides.map(({ normal, offset }) => dot(normal, flat) - offset));
      return depth <= 0 ? depth : distanceToPolygon(flat, plane);
    },
    normals: [negate(UP)],
    edges: [],
    sides: [{ axis: UP, sine: coneRadius / Math.hypot(coneRadius, 2 * halfHeight) }],
    flat: false,
  };
}

function polytopeCore(faces: readonly Polygon[], points: readonly Vector[], radius: number): Core {
  return {
    radius,
    middle: scale(points.reduce(add), 1 / points.length),
    coreSupport: (d) => points.reduce((best, point) => (dot(point, d) > dot(best, d) ? point : best)),
    coreDistance: (p) => signedDistanceToPolytope(p, faces),
    normals: faces.map(({ normal }) => normal),
    edges: edgeDirections(faces),
    sides: [],
    flat: true,
  };
}

/** A triangle is a polytope of no thickness. */
export function triangle(a: Vector, b: Vector, c: Vector): Convex {
  const face = triangleFace(a, b, c);
  return {
    ...polytopeCore([face], [a, b, c], 0),
    coreDistance: (p) => distanceToPolygon(p, face),
    normals: [face.normal, negate(face.normal)],
  };
}

function core(shape: ConvexSpec): Core {
  switch (shape.type) {
    case 'sphere':
      return segmentCore(0, shape.radius);
    case 'capsule':
      return segmentCore(shape.halfHeight, shape.radius);
    case 'box': {
      const r = shape.rounding ?? 0;
      const [x, y, z] = shape.halfExtents;
      return boxCore([x - r, y - r, z - r], r);
    }
    case 'cylinder': {
      const r = shape.rounding ?? 0;
      return cylinderCore(shape.radius - r, shape.halfHeight - r, r);
    }
    case 'cone':
      return coneCore(shape.radius, shape.halfHeight, shape.rounding ?? 0);
    case 'convexHull': {
      const points = vectors(shape.points);
      return polytopeCore(hullFaces(points), points, shape.rounding ?? 0);
    }
  }
}

/** A convex shape at a pose. */
export function place(shape: ConvexSpec, pose: Pose = UPRIGHT): Convex {
  const local = core(shape);
  return {
    ...local,
    middle: toWorld(pose, local.middle),
    coreSupport: (d) => toWorld(pose, local.coreSupport(unrotate(pose.orientation, d))),
    coreDistance: (p) => local.coreDistance(toLocal(pose, p)),
    normals: local.normals.map((normal) => rotate(pose.orientation, normal)),
    edges: local.edges.map((edge) => rotate(pose.orientation, edge)),
    sides: local.sides.map(({ axis, sine }) => ({ axis: rotate(pose.orientation, axis), sine })),
  };
}

/** The same solid elsewhere. */
export function moved(convex: Convex, by: Vector): Convex {
  return {
    ...convex,
    middle: add(convex.middle, by),
    coreSupport: (d) => add(convex.coreSupport(d), by),
    coreDistance: (p) => convex.coreDistance([p[0] - by[0], p[1] - by[1], p[2] - by[2]]),
  };
}
