// Points on a lattice fine enough to be exact and coarse enough to compute with: 25 bits a coordinate. The determinant that decides on
// which side of three points a fourth one lies is then exact in double precision (two sums of whole numbers below 2^53), so that a hull
// of lattice points is a convex polyhedron whatever the input. Each axis has its own step: hulls do not mind being stretched.
import type { Vec3 } from '../core/arguments.ts';
import { HolonomicError } from '../core/errors.ts';
import { boundingBox } from '../shape/mass-properties.ts';

/** What is nearer than this part of the extent counts as the same point, line or plane: input rounded to single precision stays flat. */
const RELATIVE_TOLERANCE = 1e-6;
/** Parts of the largest coordinate by which rounding to double precision may have moved a point. */
const COORDINATE_TOLERANCE = 2e-15;
const LARGEST_CELL = 0xffffff;
const SMALLEST_EXTENT = 1e-60;
const LARGEST_EXTENT = 1e60;

export interface Lattice {
  /** Whole numbers x y z of each point, at most 2^24 - 1 in size. */
  readonly cells: Float64Array;
  /** Cells in a metre, along each axis. */
  readonly density: Vec3;
  /** Where the cells are, in metres from the middle of the bounding box. */
  readonly places: Float64Array;
  readonly middle: Vec3;
  /** What is nearer counts as the same; m. */
  readonly tolerance: number;
}

export function degenerate(sentence: string): HolonomicError {
  return new HolonomicError('degenerate-hull', sentence);
}

/** Throws `degenerate-hull` if all points are at the same place, `invalid-argument` if they are too far apart. */
export function latticeOf(points: Float64Array): Lattice {
  const [low, high] = boundingBox(points);
  const sides = low.map((bound, axis) => high[axis] - bound);
  const extent = Math.max(...sides);
  const farthest = Math.max(...low.map(Math.abs), ...high.map(Math.abs));
  if (!(extent <= LARGEST_EXTENT))
    throw new HolonomicError('invalid-argument', `The points of a convex hull must be less than ${LARGEST_EXTENT} m apart.`);
  const tolerance = Math.max(RELATIVE_TOLERANCE * extent, COORDINATE_TOLERANCE * farthest);
  if (extent <= Math.max(tolerance, SMALLEST_EXTENT))
    throw degenerate('All points of the convex hull are at the same place. Pass points that enclose a volume, or use a Sphere.');
  const middle = low.map((bound, axis) => bound + sides[axis] / 2) as Vec3;
  const density = sides.map((side) => LARGEST_CELL / (Math.max(side, extent * RELATIVE_TOLERANCE) / 2)) as Vec3;
  const limit = (cell: number) => Math.max(-LARGEST_CELL, Math.min(LARGEST_CELL, cell));
  const cells = points.map((coordinate, k) => limit(Math.round((coordinate - middle[k % 3]) * density[k % 3])));
  return { cells, density, middle, tolerance, places: cells.map((cell, k) => cell / density[k % 3]) };
}
