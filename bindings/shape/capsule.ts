import type { Vec3 } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { ShapeType } from '../core/layout.ts';
import { size } from './arguments.ts';
import { capsuleProperties } from './mass-properties.ts';
import { type Profile, revolutionLines, revolutionTriangles } from './revolution.ts';
import { ConvexShape } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/**
 * A cylinder with a half ball at each end, about the body's origin and along its y axis.
 *
 * `halfHeight` is half the length of the cylindrical part alone, in metres: from tip to tip the capsule measures
 * `2 * (halfHeight + radius)`. Throws `invalid-argument` unless both are finite and above zero.
 */
export class Capsule extends ConvexShape {
  readonly type = 'capsule';
  readonly radius: number;
  readonly halfHeight: number;

  constructor(radius: number, halfHeight: number) {
    super(capsuleProperties(size(radius, 'radius'), size(halfHeight, 'halfHeight')));
    this.radius = radius;
    this.halfHeight = halfHeight;
    fixProperties(this);
  }

  override support([, y]: Vec3): number {
    return this.halfHeight * Math.abs(y) + this.radius;
  }

  override reachFrom([x, y, z]: Vec3): number {
    const height = Math.abs(y) + this.halfHeight;
    return Math.sqrt(x * x + height * height + z * z) + this.radius;
  }

  override breadth(): number {
    return this.radius;
  }

  override core() {
    return { type: ShapeType.Capsule, size: [0, this.halfHeight, 0] as Vec3, radius: this.radius };
  }

  override wireframe(): Float32Array {
    return revolutionLines(this.profile());
  }

  override triangulate(): Triangulation {
    return revolutionTriangles(this.profile());
  }

  private profile(): Profile {
    const { radius, halfHeight } = this;
    return [
      { center: [0, -halfHeight], radius, from: [0, -1], to: [1, 0] },
      { from: [radius, -halfHeight], to: [radius, halfHeight] },
      { center: [0, halfHeight], radius, from: [1, 0], to: [0, 1] },
    ];
  }
}
