import { type Vec3, type Vec3Like, vector } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { ShapeType } from '../core/layout.ts';
import { innerRounding, type RoundingOptions, size } from './arguments.ts';
import { boxProperties, roundedBoxProperties } from './mass-properties.ts';
import { type Polyhedron, polyhedronLines, polyhedronTriangles } from './polyhedron.ts';
import { ConvexShape } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/**
 * A cuboid about the body's origin, its edges along the body's axes, sharp or rounded. The rounding does not make it larger.
 *
 * `halfExtents` are half its edge lengths in metres: `new Box([0.5, 0.5, 0.5])` is a cube of one metre. Throws `invalid-argument`
 * unless all three are finite and above zero, and the rounding is at least zero and less than each of them.
 */
export class Box extends ConvexShape {
  readonly type = 'box';
  readonly halfExtents: Readonly<Vec3>;
  readonly rounding: number;

  constructor(halfExtents: Vec3Like, options?: RoundingOptions) {
    const extents = vector(halfExtents, 'halfExtents');
    for (const [axis, extent] of extents.entries()) size(extent, `halfExtents.${'xyz'[axis]}`);
    const rounding = innerRounding(options, 'Box', Math.min(...extents), 'the least of halfExtents');
    super(rounding === 0 ? boxProperties(extents) : roundedBoxProperties(shrunk(extents, rounding), rounding));
    this.halfExtents = Object.freeze(extents);
    this.rounding = rounding;
    fixProperties(this);
  }

  override support(normal: Vec3): number {
    return this.inner().reduce((sum, extent, axis) => sum + extent * Math.abs(normal[axis]), this.rounding);
  }

  override reachFrom(point: Vec3): number {
    const square = this.inner().reduce((sum, extent, axis) => sum + (extent + Math.abs(point[axis])) * (extent + Math.abs(point[axis])), 0);
    return Math.sqrt(square) + this.rounding;
  }

  override breadth(): number {
    return Math.min(...this.halfExtents);
  }

  override core() {
    return { type: ShapeType.Box, size: this.inner(), radius: this.rounding };
  }

  override wireframe(): Float32Array {
    return polyhedronLines(boxPolyhedron(this.inner()), this.rounding);
  }

  override triangulate(): Triangulation {
    return polyhedronTriangles(boxPolyhedron(this.inner()), this.rounding);
  }

  private inner(): Vec3 {
    return shrunk(this.halfExtents, this.rounding);
  }
}

const shrunk = (extents: Readonly<Vec3>, rounding: number) => extents.map((extent) => extent - rounding) as Vec3;

/** Corner k is at the high end of x where its bit 0 is set, of y where bit 1 is, of z where bit 2 is. */
function boxPolyhedron(extents: Vec3): Polyhedron {
  const vertices = [0, 1, 2, 3, 4, 5, 6, 7].flatMap((corner) => extents.map((extent, axis) => (corner & (1 << axis) ? extent : -extent)));
  const faces = [
    [0, 4, 6, 2],
    [1, 3, 7, 5],
    [0, 1, 5, 4],
    [2, 6, 7, 3],
    [0, 2, 3, 1],
    [4, 5, 7, 6],
  ];
  const [x, y, z] = extents;
  const planes = [-1, 0, 0, x, 1, 0, 0, x, 0, -1, 0, y, 0, 1, 0, y, 0, 0, -1, z, 0, 0, 1, z];
  return { vertices, faces, planes };
}
