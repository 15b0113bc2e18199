import type { Vec3 } from '../core/arguments.ts';
import { fixProperties, refuseReadOnly } from '../core/assignments.ts';
import { dot, fixedParts, length, scale } from '../core/geometry.ts';
import { ShapeType } from '../core/layout.ts';
import { ShownNumbers } from '../core/lists.ts';
import { buildHull, type Hull, hullBlock, hullProperties } from '../hull/index.ts';
import { coordinates, type RoundingOptions, readRounding } from './arguments.ts';
import { boundingBox } from './mass-properties.ts';
import { polyhedronLines, polyhedronTriangles } from './polyhedron.ts';
import type { ShapeExtent } from './shape.ts';
import { ConvexShape, requireBounds, SHAPE_ADVICE } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/**
 * The smallest convex solid around a set of points, anywhere in the body's frame. A rounding is added outside the points.
 *
 * `points` holds x, y, z of each point in metres. It is copied, and points inside the hull have no effect. Throws
 *
 * - `invalid-argument` for numbers that are not finite or beyond 1e18 m, a length that is not a multiple of three, a negative rounding, and
 *   a hull of more than 256 vertices;
 * - `degenerate-hull` for fewer than four points, or points that lie, nearly or exactly, in one plane.
 */
export class ConvexHull extends ConvexShape {
  readonly type = 'convex-hull';
  readonly rounding: number;
  readonly #hull: Hull;
  readonly #vertices: ShownNumbers<Float64Array>;
  readonly #faces: readonly (readonly number[])[];

  constructor(points: ArrayLike<number>, options?: RoundingOptions) {
    const list = coordinates(points, 'points', 'three coordinates a point');
    const rounding = readRounding(options, 'ConvexHull');
    const [low, high] = boundingBox(list);
    requireBounds(low.map((bound) => bound - rounding) as Vec3, high.map((bound) => bound + rounding) as Vec3, 'The hull');
    const hull = buildHull(list);
    super(hullProperties(hull, rounding));
    this.rounding = rounding;
    this.#hull = hull;
    this.#vertices = new ShownNumbers(hull.vertices);
    this.#faces = fixedParts(hull.faces);
    fixProperties(this);
  }

  /** x, y, z of the hull's vertices, m. */
  get vertices(): readonly number[] {
    return this.#vertices.shown;
  }

  /** Vertex indices around each face, counter-clockwise seen from outside. */
  get faces(): readonly (readonly number[])[] {
    return this.#faces;
  }

  override support(normal: Vec3): number {
    return farthest(this.#hull.vertices, normal) + this.rounding;
  }

  override reachFrom([x, y, z]: Vec3): number {
    const { vertices } = this.#hull;
    let distance = 0;
    for (let k = 0; k < vertices.length; k += 3)
      distance = Math.max(distance, length([vertices[k] - x, vertices[k + 1] - y, vertices[k + 2] - z]));
    return distance + this.rounding;
  }

  override breadth(): number {
    const { planes } = this.#hull;
    let width = Infinity;
    for (let k = 0; k < planes.length; k += 4) {
      const inward = scale([planes[k], planes[k + 1], planes[k + 2]], -1);
      width = Math.min(width, planes[k + 3] + farthest(this.#hull.vertices, inward));
    }
    return width / 2 + this.rounding;
  }

  /** @internal The numbers of its geometry: what takes long is the block. */
  extent(): ShapeExtent {
    return { ...this.box(), size: [0, 0, 0], radius: this.rounding };
  }

  override core() {
    return { type: ShapeType.Hull, size: [0, 0, 0] as Vec3, radius: this.rounding, block: hullBlock(this.#hull) };
  }

  override wireframe(): Float32Array {
    return polyhedronLines(this.#hull, this.rounding);
  }

  override triangulate(): Triangulation {
    return polyhedronTriangles(this.#hull, this.rounding);
  }
}

refuseReadOnly(ConvexHull, 'a shape', SHAPE_ADVICE);

/** Largest n·x of a list of points. */
function farthest(points: Float64Array, normal: Vec3): number {
  let distance = -Infinity;
  for (let k = 0; k < points.length; k += 3) distance = Math.max(distance, dot([points[k], points[k + 1], points[k + 2]], normal));
  return distance;
}
