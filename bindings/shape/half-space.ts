import { direction, type Vec3, type Vec3Like } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { add, anyNormal, cross, scale } from '../core/geometry.ts';
import { ShapeType } from '../core/layout.ts';
import { LARGEST_COORDINATE } from './arguments.ts';
import { LineList } from './line-list.ts';
import type { ShapeGeometry } from './shape.ts';
import { ShapeBase } from './shape.ts';
import { TriangleList, type Triangulation } from './triangle-list.ts';

/** Half the side of the square that is drawn, m; lines lie one metre apart. */
const DRAWN = 10;

/**
 * Everything behind a plane through the body's origin: an endless floor, or a wall. `normal` points out of the solid; its length does not
 * matter. For static and kinematic bodies.
 *
 * It is drawn as a square of 20 m. Throws `invalid-argument` unless the normal is three finite numbers that are not all zero.
 */
export class HalfSpace extends ShapeBase {
  readonly type = 'half-space';
  /** Unit vector out of the solid. */
  readonly normal: Readonly<Vec3>;

  constructor(normal: Vec3Like = [0, 1, 0]) {
    super();
    this.normal = Object.freeze(direction(normal, 'normal'));
    fixProperties(this);
  }

  protected override makeGeometry(): ShapeGeometry {
    return {
      type: ShapeType.HalfSpace,
      low: [-LARGEST_COORDINATE, -LARGEST_COORDINATE, -LARGEST_COORDINATE],
      high: [LARGEST_COORDINATE, LARGEST_COORDINATE, LARGEST_COORDINATE],
      size: [...this.normal],
      radius: 0,
      breadth: Infinity,
      reach: Infinity,
      flags: 0,
    };
  }

  override wireframe(): Float32Array {
    const lines = new LineList();
    for (let k = -DRAWN; k <= DRAWN; k++) {
      lines.segment(this.inPlane(k, -DRAWN), this.inPlane(k, DRAWN));
      lines.segment(this.inPlane(-DRAWN, k), this.inPlane(DRAWN, k));
    }
    return lines.finish();
  }

  override triangulate(): Triangulation {
    const triangles = new TriangleList();
    const corners = [this.inPlane(-DRAWN, -DRAWN), this.inPlane(DRAWN, -DRAWN), this.inPlane(DRAWN, DRAWN), this.inPlane(-DRAWN, DRAWN)];
    triangles.polygon(corners, [...this.normal]);
    return triangles.finish();
  }

  private inPlane(along: number, across: number): Vec3 {
    const u = anyNormal([...this.normal]);
    return add(scale(u, along), scale(cross([...this.normal], u), across));
  }
}
