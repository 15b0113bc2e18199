// Shapes of which a test can tell by itself how far a point is from their surface.
import fc from 'fast-check';
import type { Quat, Vec3 } from '../../bindings/core/arguments.ts';
import { subtract, unrotate } from '../../bindings/core/geometry.ts';
import { Box, Capsule, Compound, Cone, type ConvexShape, Cylinder, Sphere } from '../../bindings/shape/index.ts';

export interface Solid {
  name: string;
  shape: ConvexShape;
  /** From the surface, negative inside. */
  distance: (point: Vec3) => number;
}

/** Of a box of two or three dimensions about the origin. */
function boxDistance(extents: readonly number[], point: readonly number[]): number {
  const beyond = extents.map((extent, axis) => Math.abs(point[axis]) - extent);
  return Math.hypot(...beyond.map((value) => Math.max(value, 0))) + Math.min(Math.max(...beyond), 0);
}

function segmentDistance(point: readonly number[], a: readonly number[], b: readonly number[]): number {
  const along = b.map((value, k) => value - a[k]);
  const arm = point.map((value, k) => value - a[k]);
  const share = arm.reduce((sum, value, k) => sum + value * along[k], 0) / along.reduce((sum, value) => sum + value * value, 0);
  const t = Math.min(Math.max(share, 0), 1);
  return Math.hypot(...arm.map((value, k) => value - t * along[k]));
}

const acrossAxis = ([x, , z]: Vec3) => Math.hypot(x, z);

/** Of a sharp cone whose base of radius r is at `base` and whose tip at `tip`. */
function coneDistance(radius: number, base: number, tip: number, point: Vec3): number {
  const flat = [acrossAxis(point), point[1]];
  const border = Math.min(segmentDistance(flat, [0, base], [radius, base]), segmentDistance(flat, [radius, base], [0, tip]));
  const inside = flat[1] > base && flat[0] < (radius * (tip - flat[1])) / (tip - base);
  return inside ? -border : border;
}

export const sphere = (radius: number): Solid => ({
  name: `sphere ${radius}`,
  shape: new Sphere(radius),
  distance: (point) => Math.hypot(...point) - radius,
});

export const capsule = (radius: number, halfHeight: number): Solid => ({
  name: `capsule ${radius} ${halfHeight}`,
  shape: new Capsule(radius, halfHeight),
  distance: (point) => segmentDistance(point, [0, -halfHeight, 0], [0, halfHeight, 0]) - radius,
});

export const box = (extents: Vec3, rounding = 0): Solid => ({
  name: `box ${extents} rounded by ${rounding}`,
  shape: new Box(extents, { rounding }),
  distance: (point) =>
    boxDistance(
      extents.map((extent) => extent - rounding),
      point,
    ) - rounding,
});

export const cylinder = (radius: number, halfHeight: number, rounding = 0): Solid => ({
  name: `cylinder ${radius} ${halfHeight} rounded by ${rounding}`,
  shape: new Cylinder(radius, halfHeight, { rounding }),
  distance: (point) => boxDistance([radius - rounding, halfHeight - rounding], [acrossAxis(point), point[1]]) - rounding,
});

/** By its faces moved in: the base by the rounding, and the side along its normal. */
export function coneCore(radius: number, halfHeight: number, rounding: number) {
  const slant = Math.hypot(radius, 2 * halfHeight);
  const base = -halfHeight + rounding;
  const tip = halfHeight - (rounding * slant) / radius;
  return { radius: ((tip - base) * radius) / (2 * halfHeight), base, tip, slant };
}

export function cone(radius: number, halfHeight: number, rounding = 0): Solid {
  const core = coneCore(radius, halfHeight, rounding);
  return {
    name: `cone ${radius} ${halfHeight} rounded by ${rounding}`,
    shape: new Cone(radius, halfHeight, { rounding }),
    distance: (point) => coneDistance(core.radius, core.base, core.tip, point) - rounding,
  };
}

/** Of the largest ball in a cone. */
export const inscribed = (radius: number, halfHeight: number) => (2 * halfHeight * radius) / (radius + Math.hypot(radius, 2 * halfHeight));

/** One of each, and of each that can be rounded a rounded one. */
export const SOLIDS: Solid[] = [
  sphere(0.7),
  capsule(0.3, 0.8),
  box([0.5, 1, 1.5]),
  box([0.5, 1, 1.5], 0.2),
  cylinder(0.6, 0.9),
  cylinder(0.6, 0.9, 0.25),
  cylinder(2, 0.1, 0.05),
  cone(0.8, 1.1),
  cone(0.8, 1.1, 0.2),
  cone(2, 0.3, 0.1),
  cone(0.2, 3, 0.05),
];

const length = fc.double({ min: 0.05, max: 3, noNaN: true });
/** Of what a rounding may be. */
const share = fc.double({ min: 0, max: 0.95, noNaN: true });

export const anySolid: fc.Arbitrary<Solid> = fc.oneof(
  length.map(sphere),
  fc.tuple(length, length).map(([r, h]) => capsule(r, h)),
  fc.tuple(length, length, length, share).map(([x, y, z, part]) => box([x, y, z], part * Math.min(x, y, z))),
  fc.tuple(length, length, share).map(([r, h, part]) => cylinder(r, h, part * Math.min(r, h))),
  fc.tuple(length, length, share).map(([r, h, part]) => cone(r, h, part * inscribed(r, h))),
);

export const anyVector = fc.tuple(...[0, 1, 2].map(() => fc.double({ min: -2, max: 2, noNaN: true }))) as fc.Arbitrary<Vec3>;
export const anyRotation: fc.Arbitrary<Quat> = fc
  .tuple(...[0, 1, 2, 3].map(() => fc.double({ min: -1, max: 1, noNaN: true })))
  .filter((q) => Math.hypot(...q) > 0.1)
  .map((q) => q.map((component) => component / Math.hypot(...q)) as Quat);

export interface Placed {
  solid: Solid;
  position: Vec3;
  orientation: Quat;
}

export const anyPlaced: fc.Arbitrary<Placed> = fc.record({ solid: anySolid, position: anyVector, orientation: anyRotation });

export const compoundOf = (parts: readonly Placed[]) =>
  new Compound(parts.map(({ solid, position, orientation }) => ({ shape: solid.shape, position, orientation })));

export const distanceTo = ({ solid, position, orientation }: Placed, point: Vec3) =>
  solid.distance(unrotate(orientation, subtract(point, position)));
