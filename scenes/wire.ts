// A wire along a curve.
import { Spline, type Vec3 } from '../bindings/index.ts';

/** `point` returns the position at a distance along the wire, m; it has to be smooth. `spacing` is the distance between points of the spline, m. */
export function wire(point: (way: number) => Vec3, length: number, radius: number, spacing: number): Spline {
  const count = Math.ceil(length / spacing);
  const step = length / count;
  const ways = Array.from({ length: count + 1 }, (_, k) => k * step);
  const small = 1e-4;
  const slopeAt = (way: number) => {
    const [before, after] = [point(way - small), point(way + small)];
    return after.map((component, axis) => ((component - before[axis]) * step) / (2 * small));
  };
  return new Spline(ways.flatMap(point), { radius, tangents: ways.flatMap(slopeAt) });
}
