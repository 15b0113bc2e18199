// Convex hulls of point clouds: the exact hull of rounded points (quickhull.ts), whose nearly flat regions are merged and whose
// superfluous vertices are left out (flat-regions.ts) until every vertex counts.
import { HolonomicError } from '../core/errors.ts';
import { findFaces } from './flat-regions.ts';
import { degenerate, type Lattice, latticeOf } from './lattice.ts';
import { assemble, type Hull } from './polyhedron.ts';
import { flat, quickhull } from './quickhull.ts';

export { hullBlock } from './block.ts';
export { type Hull, hullBreadth } from './polyhedron.ts';
export { hullProperties } from './properties.ts';

/** What the kernels can number in a manifold. */
export const MOST_VERTICES = 256;

/**
 * The convex hull of points, x y z of each in metres; they must be finite. What is within one millionth of the hull's extent counts as
 * the same place, line or plane, so that neighbouring faces are never coplanar and all input lies within a few millionths of the hull.
 * The vertices are points of the input, in its order. The same points give the same bits, and the hull of a hull's vertices is that hull.
 *
 * Throws
 *
 * - `degenerate-hull` if the points enclose no volume: fewer than four, or all nearly at one place, on one line or in one plane;
 * - `invalid-argument` if the hull has more than 256 vertices.
 */
export function buildHull(points: Float64Array): Hull {
  const count = points.length / 3;
  if (count < 4)
    throw degenerate(
      `A convex hull needs at least 4 points that are not in one plane, but has ${count}. Pass more points, or use another shape.`,
    );
  for (let kept = points; ; ) {
    const { vertices, faces, lattice } = hullOf(kept);
    if (faces && vertices.length === kept.length / 3) {
      requireFew(vertices.length);
      return assemble(kept.slice(), faces, lattice);
    }
    if (vertices.length < 4) throw flat();
    kept = Float64Array.from(vertices.flatMap((vertex) => [kept[3 * vertex], kept[3 * vertex + 1], kept[3 * vertex + 2]]));
  }
}

/** The vertices to keep, in order, and the faces if none was left out on their account. */
function hullOf(points: Float64Array): { vertices: number[]; faces?: number[][]; lattice: Lattice } {
  const lattice = latticeOf(points);
  const facets = quickhull(lattice);
  const vertices = [...new Set(facets.flatMap(({ corners }) => corners))].sort((a, b) => a - b);
  const result = findFaces(facets, lattice);
  if ('faces' in result) return { vertices, faces: result.faces, lattice };
  return { vertices: vertices.filter((vertex) => !result.superfluous.has(vertex)), lattice };
}

function requireFew(count: number): void {
  if (count > MOST_VERTICES)
    throw new HolonomicError(
      'invalid-argument',
      `The convex hull has ${count} vertices, but at most ${MOST_VERTICES} are possible. Pass fewer points.`,
    );
}
