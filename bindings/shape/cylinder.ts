import type { Vec3 } from '../core/arguments.ts';
import { fixProperties } from '../core/assignments.ts';
import { ShapeType } from '../core/layout.ts';
import { innerRounding, type RoundingOptions, size } from './arguments.ts';
import { cylinderProperties } from './mass-properties.ts';
import { type Profile, revolutionLines, revolutionProperties, revolutionTriangles } from './revolution.ts';
import { ConvexShape } from './shape.ts';
import type { Triangulation } from './triangle-list.ts';

/**
 * A cylinder about the body's origin and along its y axis, `2 * halfHeight` metres long, its rims sharp or rounded. The rounding
 * does not make it larger.
 *
 * Throws `invalid-argument` unless radius and half height are finite and above zero, and the rounding is at least zero and less than both.
 */
export class Cylinder extends ConvexShape {
  readonly type = 'cylinder';
  readonly radius: number;
  readonly halfHeight: number;
  readonly rounding: number;

  constructor(radius: number, halfHeight: number, options?: RoundingOptions) {
    const limit = Math.min(size(radius, 'radius'), size(halfHeight, 'halfHeight'));
    const rounding = innerRounding(options, 'Cylinder', limit, 'the lesser of radius and halfHeight');
    super(rounding === 0 ? cylinderProperties(radius, halfHeight) : revolutionProperties(cylinderProfile(radius, halfHeight, rounding)));
    this.radius = radius;
    this.halfHeight = halfHeight;
    this.rounding = rounding;
    fixProperties(this);
  }

  override support([x, y, z]: Vec3): number {
    const { radius, halfHeight, rounding } = this;
    return (radius - rounding) * Math.sqrt(x * x + z * z) + (halfHeight - rounding) * Math.abs(y) + rounding;
  }

  override reachFrom([x, y, z]: Vec3): number {
    const across = Math.sqrt(x * x + z * z) + this.radius - this.rounding;
    const along = Math.abs(y) + this.halfHeight - this.rounding;
    return Math.sqrt(across * across + along * along) + this.rounding;
  }

  override breadth(): number {
    return Math.min(this.radius, this.halfHeight);
  }

  override core() {
    const { radius, halfHeight, rounding } = this;
    return { type: ShapeType.Cylinder, size: [radius - rounding, halfHeight - rounding, 0] as Vec3, radius: rounding };
  }

  override wireframe(): Float32Array {
    return revolutionLines(this.profile());
  }

  override triangulate(): Triangulation {
    return revolutionTriangles(this.profile());
  }

  private profile(): Profile {
    return cylinderProfile(this.radius, this.halfHeight, this.rounding);
  }
}

function cylinderProfile(radius: number, halfHeight: number, rounding: number): Profile {
  const [inner, level] = [radius - rounding, halfHeight - rounding];
  const bottom = { from: [0, -halfHeight], to: [inner, -halfHeight] } as const;
  const side = { from: [radius, -level], to: [radius, level] } as const;
  const top = { from: [inner, halfHeight], to: [0, halfHeight] } as const;
  if (rounding === 0) return [bottom, side, top];
  return [
    bottom,
    { center: [inner, -level], radius: rounding, from: [0, -1], to: [1, 0] },
    side,
    { center: [inner, level], radius: rounding, from: [1, 0], to: [0, 1] },
    top,
  ];
}
