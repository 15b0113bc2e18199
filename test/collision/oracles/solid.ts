// What a body's shape is at a pose, to the oracles: a union of convex parts, a half-space, a tube or a surface of triangles.
import { type Convex, extent, place, signedDistance, triangle } from './convex.ts';
import { type Curve, distanceToCurve, hermiteCurve, leastAlong } from './curve.ts';
import type { Polygon } from './polytope.ts';
import { type Separation, separation } from './separation.ts';
import type { ShapeSpec } from './spec.ts';
import { distanceToSurface, faces, hasArea, raySurface, type Triangle, triangles, windingNumber } from './surface.ts';
import { along, compose, dot, negate, type Pose, rotate, scale, toLocal, toWorld, UPRIGHT, type Vector } from './vector.ts';

export interface Solid {
  /** Exact outside, of a union at most the true depth inside; a surface without an inside has no negative distances. */
  signedDistance(point: Vector): number;
  /** Of a convex solid; normals from this solid to it. */
  separation(convex: Convex): Separation;
  /** How far it reaches along a unit vector. */
  extent(n: Vector): number;
  /** Parts that are convex and have an inside. */
  parts: Convex[];
  /** The triangles of a mesh or a height field. */
  surface: Triangle[];
  /** False of a mesh that is only a surface. */
  hasInside: boolean;
  /** Of a half-space: solid where n·x < offset. */
  plane?: { normal: Vector; offset: number };
}

const APART: Separation = { distance: Infinity, normal: [0, 1, 0], gap: 0 };
const flip = ({ normal, ...rest }: Separation): Separation => ({ ...rest, normal: negate(normal) });

function union(parts: Convex[]): Solid {
  return {
    parts,
    surface: [],
    hasInside: true,
    signedDistance: (point) => Math.min(...parts.map((part) => signedDistance(part, point))),
    separation: (convex) => nearest(parts, convex),
    extent: (n) => Math.max(...parts.map((part) => extent(part, n))),
  };
}

function nearest(parts: readonly Convex[], convex: Convex): Separation {
  let best = APART;
  for (const part of parts) {
    const found = separation(part, convex);
    if (found.distance < best.distance) best = found;
  }
  return best;
}

function halfSpace(normal: Vector, position: Vector): Solid {
  const offset = dot(normal, position);
  return {
    parts: [],
    surface: [],
    hasInside: true,
    plane: { normal, offset },
    signedDistance: (point) => dot(normal, point) - offset,
    separation: (convex) => ({ distance: -extent(convex, negate(normal)) - offset, normal, gap: 0 }),
    extent: (n) => (dot(n, normal) > 1 - 1e-12 ? offset : Infinity),
  };
}

function tube(curve: Curve, radius: number, pose: Pose): Solid {
  return {
    parts: [],
    surface: [],
    hasInside: true,
    signedDistance: (point) => distanceToCurve(curve, toLocal(pose, point)) - radius,
    separation(convex) {
      const { t, value } = leastAlong(curve, (point) => convex.coreDistance(toWorld(pose, point)));
      const at = toWorld(pose, curve.at(t));
      return { distance: value - radius - convex.radius, normal: gradient(convex.coreDistance, at, 1e-6 * convex.radius + 1e-7), gap: 0 };
    },
    extent: (n) => radius - leastAlong(curve, (point) => -dot(n, toWorld(pose, point))).value,
  };
}

/** Down the slope of a distance: from the point into the solid. */
function gradient(distance: (point: Vector) => number, at: Vector, step: number): Vector {
  const slopes = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vector[]
  ).map((axis) => distance(along(at, axis, -step)) - distance(along(at, axis, step)));
  const size = Math.hypot(...slopes) || 1;
  return [slopes[0] / size, slopes[1] / size, slopes[2] / size];
}

/** Triangles at a pose: with an inside if they are closed and solid. */
export function surfaceSolid(local: Triangle[], pose: Pose, inside: boolean): Solid {
  const placed = local.filter(hasArea).map((corners) => corners.map((corner) => toWorld(pose, corner)) as Triangle);
  const polygons: Polygon[] = faces(placed);
  const parts = placed.map(([a, b, c]) => triangle(a, b, c));
  return {
    parts: [],
    surface: placed,
    hasInside: inside,
    signedDistance(point) {
      const distance = distanceToSurface(polygons, point);
      return inside && windingNumber(placed, point) > 0.5 ? -distance : distance;
    },
    separation: (convex) => nearest(parts, convex),
    extent: (n) => Math.max(...parts.map((part) => extent(part, n))),
  };
}

/** Two triangles a cell; rows run along z and columns along x, from the grid's middle. */
export function heightFieldTriangles({ heights, rows, columns, spacing: [x, z] }: ShapeSpec & { type: 'heightField' }): Triangle[] {
  const at = (row: number, column: number): Vector => [
    (column - (columns - 1) / 2) * x,
    heights[row * columns + column],
    (row - (rows - 1) / 2) * z,
  ];
  const list: Triangle[] = [];
  for (let row = 0; row + 1 < rows; row++)
    for (let column = 0; column + 1 < columns; column++) {
      const [a, b, c, d] = [at(row, column), at(row, column + 1), at(row + 1, column), at(row + 1, column + 1)];
      list.push([a, c, b], [b, c, d]);
    }
  return list;
}

export function solid(shape: ShapeSpec, pose: Pose = UPRIGHT): Solid {
  switch (shape.type) {
    case 'compound':
      return union(shape.children.map(({ shape: child, ...inner }) => place(child, compose(pose, inner))));
    case 'halfSpace':
      return halfSpace(rotate(pose.orientation, shape.normal), pose.position);
    case 'spline':
      return tube(hermiteCurve(shape.points, shape.tangents, shape.closed), shape.radius, pose);
    case 'mesh':
      return surfaceSolid(triangles(shape.vertices, shape.indices), pose, shape.solid);
    case 'heightField':
      return surfaceSolid(heightFieldTriangles(shape), pose, false);
    default:
      return union([place(shape, pose)]);
  }
}

/** Signed separation of two solids, the normal from the first to the second; one of them has convex parts only. */
export function separationOf(a: Solid, b: Solid): Separation {
  if (b.parts.length)
    return b.parts.map((part) => a.separation(part)).reduce((best, each) => (each.distance < best.distance ? each : best));
  return flip(separationOf(b, a));
}

export interface RayHit {
  distance: number;
  normal: Vector;
}

const MOST_STEPS = 3000;

/**
 * Where a ray with a unit direction meets what is within `swell` of the solid (closer than the solid shrunk by it, if negative):
 * sphere tracing (Hart 1996), a plane at once, and for shrunk surfaces every triangle without its rim. Sphere tracing goes at most as far
 * as the surface: where a ray nearly along it uses the steps up (at an angle of 0.005 each step takes half a percent of the distance),
 * a swollen solid is said to be hit there, which is no later than it is, and a shrunk one to be missed. So the two still enclose the truth.
 */
export function traceRay(target: Solid, origin: Vector, direction: Vector, limit: number, swell = 0): RayHit | null {
  if (target.surface.length && swell <= 0) {
    const hit = raySurface(target.surface, origin, direction, -swell);
    return hit && hit.distance <= limit ? { distance: hit.distance, normal: facing(target.surface[hit.triangle], direction) } : null;
  }
  if (target.plane) {
    const { normal, offset } = target.plane;
    const height = dot(normal, origin) - offset - swell;
    const distance = height <= 0 ? 0 : height / -dot(normal, direction);
    return distance >= 0 && distance <= limit ? { distance, normal } : null;
  }
  const value = (t: number) => target.signedDistance(along(origin, direction, t)) - swell;
  let t = 0;
  for (let step = 0; t <= limit; step++) {
    const distance = value(t);
    if (step === MOST_STEPS) return swell > 0 ? { distance: t, normal: negate(direction) } : null;
    if (distance <= 1e-12 * (1 + t)) return { distance: t, normal: outward(target, along(origin, direction, t), direction) };
    t += distance;
  }
  return null;
}

function facing([a, b, c]: Triangle, direction: Vector): Vector {
  const { normal } = faces([[a, b, c]])[0];
  return dot(normal, direction) > 0 ? negate(normal) : normal;
}

const outward = (target: Solid, at: Vector, direction: Vector): Vector => {
  const normal = scale(
    gradient((point) => target.signedDistance(point), at, 1e-7),
    -1,
  );
  return dot(normal, normal) > 0 ? normal : negate(direction);
};

/** The box around a solid; infinite where a half-space is. */
export function box(target: Solid): { low: Vector; high: Vector } {
  const reach = (x: number, y: number, z: number) => target.extent([x, y, z]);
  return { low: [-reach(-1, 0, 0), -reach(0, -1, 0), -reach(0, 0, -1)], high: [reach(1, 0, 0), reach(0, 1, 0), reach(0, 0, 1)] };
}

/** How large a shape is: half the greatest distance across the box around it, 1 for a half-space. */
export function sizeOf(target: Solid): number {
  const across = (
    [
      [1, 0, 0],
      [0, 1, 0],
      [0, 0, 1],
    ] as Vector[]
  ).map((n) => target.extent(n) + target.extent([-n[0], -n[1], -n[2]]));
  const size = Math.hypot(...across) / 2;
  return Number.isFinite(size) ? size : 1;
}
