// Where two segments meet that were seen to move against each other: the points of both that stay nearest to each other.
import type { Vec3 } from '../../core/arguments.ts';
import { conjugate, multiply, rotate, subtract, unrotate } from '../../core/geometry.ts';
import { solveSymmetric } from '../articulation/dynamics.ts';
import type { SegmentPose, SkeletonFit } from './relax.ts';

/** How strongly a guess counts, of a frame: it decides along the axis of what moves as a hinge. */
const GUESS = 1e-3;

const UNITS: readonly Vec3[] = [
  [1, 0, 0],
  [0, 1, 0],
  [0, 0, 1],
];

/** The anchors with the least sum of squared distances over pairs of poses, of parent and child, and not far from a guess. */
export function jointCenters(
  pairs: readonly (readonly [SegmentPose, SegmentPose])[],
  { onParent, onSegment }: SkeletonFit['anchors'][number],
): SkeletonFit['anchors'][number] {
  const matrix = new Float64Array(36);
  const right = new Float64Array(6);
  const most = pairs.length;
  for (let k = 0; k < 6; k++) {
    matrix[7 * k] = most * (1 + GUESS);
    right[k] = most * GUESS * [...onParent, ...onSegment][k];
  }
  for (const [parent, own] of pairs) {
    const apart = subtract(own.position, parent.position);
    const between = multiply(conjugate(parent.orientation), own.orientation);
    const [above, below] = [unrotate(parent.orientation, apart), unrotate(own.orientation, apart)];
    for (const [column, unit] of UNITS.entries()) {
      const turned = rotate(between, unit);
      for (let row = 0; row < 3; row++) {
        matrix[6 * row + 3 + column] -= turned[row];
        matrix[6 * (3 + column) + row] -= turned[row];
      }
      right[column] += above[column];
      right[3 + column] -= below[column];
    }
  }
  const [a, b, c, d, e, f] = solveSymmetric(matrix, right);
  return { onParent: [a, b, c], onSegment: [d, e, f] };
}
