import type { Vec3 } from '../core/arguments.ts';
import { add, scale } from '../core/geometry.ts';
import { sineAndCosine } from '../core/trigonometry.ts';

/** Segments that make a full circle of a drawing. */
export const CIRCLE_SEGMENTS = 32;

/** Collects a wireframe. */
export class LineList {
  private readonly ends: number[] = [];

  segment(from: Vec3, to: Vec3): void {
    this.ends.push(...from, ...to);
  }

  path(points: readonly Vec3[], closed = false): void {
    for (let k = 0; k + 1 < points.length; k++) this.segment(points[k], points[k + 1]);
    if (closed) this.segment(points[points.length - 1], points[0]);
  }

  /** The circle that u turns through towards v; both have the circle's radius as length. */
  circle(center: Vec3, u: Vec3, v: Vec3): void {
    this.path(
      circleDirections(CIRCLE_SEGMENTS).map(({ sine, cosine }) => add(center, add(scale(u, cosine), scale(v, sine)))),
      true,
    );
  }

  finish(): Float32Array {
    return Float32Array.from(this.ends);
  }
}

/** Equal steps around a circle. */
export function circleDirections(segments: number): { sine: number; cosine: number }[] {
  return Array.from({ length: segments }, (_, k) => sineAndCosine((2 * Math.PI * k) / segments));
}
