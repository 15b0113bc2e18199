// Shapes of the plane as what they are in space: circles are spheres, polygons prisms, capsules capsules in the plane.
import { describe, positive } from '../core/arguments.ts';
import { readEntries } from '../core/lists.ts';
import { type Body, Capsule, ConvexHull, HalfSpace, HolonomicError, type Shape, Sphere } from '../index.ts';

/** What each solid was made for. */
const planar = new WeakMap<Shape, Shape2D>();

/** Two numbers, or an object with x and y. */
export type Vec2Like = ArrayLike<number> | { readonly x: number; readonly y: number };
export type Vec2 = [x: number, y: number];

export function inSpace([x, y]: Readonly<Vec2>): [number, number, number] {
  return [x, y, 0];
}

/** Checks and copies two numbers. Throws `invalid-argument`. */
export function vector2(value: unknown, name: string): Vec2 {
  const given = value as { length?: unknown; x?: unknown; y?: unknown; [index: number]: unknown } | null | undefined;
  const found = typeof given === 'object' && given !== null ? (given.length === 2 ? [given[0], given[1]] : [given.x, given.y]) : [];
  if (found.length === 2 && found.every((each) => typeof each === 'number' && Number.isFinite(each))) return found as Vec2;
  throw new HolonomicError('invalid-argument', `${name} must be two finite numbers, as in [1, 2], but is ${describe(value)}.`);
}

/** A shape of the plane: its area, its moment of inertia about its centroid over its mass, the centroid, and the solid behind it. */
export interface Shape2D {
  readonly area: number;
  /** Moment of inertia about the centroid, divided by the mass, m². */
  readonly squaredRadius: number;
  readonly centroid: Vec2;
  /** @internal */
  readonly solid: Shape;
}

/** A disc. Throws `invalid-argument`. */
export class Circle implements Shape2D {
  readonly area: number;
  readonly squaredRadius: number;
  readonly centroid: Vec2 = [0, 0];
  readonly solid: Shape;

  constructor(readonly radius: number) {
    positive(radius, 'radius');
    this.area = Math.PI * radius * radius;
    this.squaredRadius = (radius * radius) / 2;
    this.solid = solidOf(this, new Sphere(radius));
  }
}

/** The convex hull of corners, which may be in any order, relative to the body's origin. Throws `invalid-argument`. */
export class Polygon implements Shape2D {
  readonly area: number;
  readonly squaredRadius: number;
  readonly centroid: Vec2;
  readonly solid: Shape;
  /** Those of the hull, counter-clockwise. */
  readonly corners: readonly Readonly<Vec2>[];

  constructor(given: readonly Vec2Like[]) {
    const needs = () => `A polygon needs at least three corners that are not on one line, but has ${describe(given)}.`;
    const most = [3, Number.POSITIVE_INFINITY] as const;
    const corners = convexHull(readEntries(given, 'corners', most, needs, (corner, k) => vector2(corner, `corners[${k}]`)));
    const { area, centroid, squaredRadius } = areaOf(corners);
    if (corners.length < 3 || !(area > 0)) throw new HolonomicError('invalid-argument', needs());
    this.corners = Object.freeze(corners.map((corner) => Object.freeze(corner)));
    this.area = area;
    this.squaredRadius = squaredRadius;
    this.centroid = centroid;
    // So deep that the way out of whatever overlaps it is in the plane.
    const squares = corners.map(([x, y]) => (x - centroid[0]) * (x - centroid[0]) + (y - centroid[1]) * (y - centroid[1]));
    const depth = Math.sqrt(squares.reduce((most, square) => Math.max(most, square), 0));
    this.solid = solidOf(this, new ConvexHull(corners.flatMap(([x, y]) => [x, y, -depth, x, y, depth])));
  }

  /** A rectangle about the origin. */
  static box(halfWidth: number, halfHeight: number): Polygon {
    const [x, y] = [positive(halfWidth, 'halfWidth'), positive(halfHeight, 'halfHeight')];
    return new Polygon([
      [-x, -y],
      [x, -y],
      [x, y],
      [-x, y],
    ]);
  }
}

/** A rectangle with half discs at both ends, along the body's y axis. Throws `invalid-argument`. */
export class Capsule2D implements Shape2D {
  readonly area: number;
  readonly squaredRadius: number;
  readonly centroid: Vec2 = [0, 0];
  readonly solid: Shape;

  constructor(
    readonly radius: number,
    readonly halfHeight: number,
  ) {
    const [r, l] = [positive(radius, 'radius'), positive(halfHeight, 'halfHeight')];
    const [middle, ends] = [4 * l * r, Math.PI * r * r];
    this.area = middle + ends;
    // The centroid of a half disc is 4 r / 3π from its edge.
    const out = (4 * r) / (3 * Math.PI);
    const half = (r * r) / 2 - out * out;
    this.squaredRadius = (middle * ((4 * l * l + 4 * r * r) / 12) + ends * (half + (l + out) * (l + out))) / this.area;
    this.solid = solidOf(this, new Capsule(r, l));
  }
}

/** The half of the plane on the side of a line through the origin that the normal points away from. For static bodies. */
export class HalfPlane implements Shape2D {
  readonly area = Infinity;
  readonly squaredRadius = Infinity;
  readonly centroid: Vec2 = [0, 0];
  readonly solid: Shape;
  /** Unit vector out of it. */
  readonly normal: Readonly<Vec2>;

  constructor(normal: Vec2Like) {
    const [x, y] = vector2(normal, 'normal');
    const solid = new HalfSpace([x, y, 0]);
    this.normal = Object.freeze<Vec2>([solid.normal[0], solid.normal[1]]);
    this.solid = solidOf(this, solid);
  }
}

function solidOf(shape: Shape2D, solid: Shape): Shape {
  planar.set(solid, shape);
  return solid;
}

/** The shape of the plane that a solid is the solid of, also where a snapshot has brought it; null if it is of none. */
export function shapeOfSolid(given: Body['shape']): Shape2D | null {
  if (!given) return null;
  const solid = given as Shape;
  const known = planar.get(solid);
  if (known) return known;
  const found = readSolid(solid);
  if (found) planar.set(solid, found);
  return found;
}

function readSolid(solid: Shape): Shape2D | null {
  if (solid.type === 'sphere') return new Circle(solid.radius);
  if (solid.type === 'capsule') return new Capsule2D(solid.radius, solid.halfHeight);
  if (solid.type === 'half-space') return solid.normal[2] === 0 ? new HalfPlane([solid.normal[0], solid.normal[1]]) : null;
  if (solid.type !== 'convex-hull') return null;
  const { vertices } = solid;
  const corners: Vec2[] = [];
  for (let k = 0; k < vertices.length; k += 3) if (vertices[k + 2] > 0) corners.push([vertices[k], vertices[k + 1]]);
  const isPrism = 6 * corners.length === vertices.length && vertices.every((z, k) => k % 3 !== 2 || Math.abs(z) === Math.abs(vertices[2]));
  return isPrism && corners.length > 2 ? new Polygon(corners) : null;
}

/** Throws `invalid-argument` if a value is no shape of the plane. */
export function requireShape2D(value: unknown): Shape2D {
  const given = value as Partial<Shape2D> | null;
  if (typeof given === 'object' && given !== null && given.solid && typeof given.area === 'number') return given as Shape2D;
  throw new HolonomicError('invalid-argument', 'shape must be a shape of the plane, such as new Circle(0.5) or Polygon.box(1, 1).');
}

/** The corners of the hull, counter-clockwise (Andrew's monotone chain). */
function convexHull(points: readonly Vec2[]): Vec2[] {
  const sorted = [...points].sort((p, q) => p[0] - q[0] || p[1] - q[1]);
  const side = (o: Vec2, p: Vec2, q: Vec2) => (p[0] - o[0]) * (q[1] - o[1]) - (p[1] - o[1]) * (q[0] - o[0]);
  const chain = (line: readonly Vec2[]) => {
    const hull: Vec2[] = [];
    for (const point of line) {
      while (hull.length > 1 && side(hull[hull.length - 2], hull[hull.length - 1], point) <= 0) hull.pop();
      hull.push(point);
    }
    return hull.slice(0, -1);
  };
  return [...chain(sorted), ...chain([...sorted].reverse())];
}

function areaOf(corners: readonly Vec2[]): { area: number; centroid: Vec2; squaredRadius: number } {
  let [twice, x, y, polar] = [0, 0, 0, 0];
  // From one of the corners, as the origin may be far away.
  const [ox, oy] = corners[0] ?? [0, 0];
  corners.forEach((corner, k) => {
    const next = corners[(k + 1) % corners.length];
    const [px, py, qx, qy] = [corner[0] - ox, corner[1] - oy, next[0] - ox, next[1] - oy];
    const cross = px * qy - py * qx;
    twice += cross;
    x += (px + qx) * cross;
    y += (py + qy) * cross;
    polar += (px * px + px * qx + qx * qx + py * py + py * qy + qy * qy) * cross;
  });
  const [cx, cy] = [x / (3 * twice), y / (3 * twice)];
  return { area: twice / 2, centroid: [ox + cx, oy + cy], squaredRadius: polar / (6 * twice) - cx * cx - cy * cy };
}
