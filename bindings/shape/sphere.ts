import type { Vec3 } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { length } from '../core/geometry.ts';
import { ShapeType } from '../core/layout.ts';
import { size } from './arguments.ts';
import { sphereProperties } from './mass-properties.ts';
import { type Profile, revolutionLines, revolutionTriangles } from './revolution.ts';
import { ConvexShape } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/**
 * A ball about the body's origin.
 *
 * Throws `invalid-argument` unless the radius, in metres, is finite and above zero.
 */
export class Sphere extends ConvexShape {
  readonly type = 'sphere';
  readonly radius: number;

  constructor(radius: number) {
    super(sphereProperties(size(radius, 'radius')));
    this.radius = radius;
    fixProperties(this);
  }

  override support(): number {
    return this.radius;
  }

  override reachFrom(point: Vec3): number {
    return length(point) + this.radius;
  }

  override breadth(): number {
    return this.radius;
  }

  override core() {
    return { type: ShapeType.Sphere, size: [0, 0, 0] as Vec3, radius: this.radius };
  }

  override wireframe(): Float32Array {
    return revolutionLines(this.profile());
  }

  override triangulate(): Triangulation {
    return revolutionTriangles(this.profile());
  }

  private profile(): Profile {
    return [{ center: [0, 0], radius: this.radius, from: [0, -1], to: [0, 1] }];
  }
}
