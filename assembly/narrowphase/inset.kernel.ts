// How to part cores that overlap a little: along the line between the nearest points of smaller ones. These have the same faces and edges in
// the same directions, so that GJK tells the normal of a face or of two edges as separating axes and EPA do, at the price of two searches.
import { Closest, Convex, supportPoint } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';
import { Outcome, searchNearest, theSearch } from './gjk.kernel';
import { witness } from './closest.kernel';

/** Size of the smaller cores: overlaps of up to two parts in a hundred of a core count as little, and the depth may be too large by about a tenth of that. */
const SCALE: f64 = 0.98;

const SMALLER_A: usize = memory.data(offsetof<Convex>(), 16);
const SMALLER_B: usize = memory.data(offsetof<Convex>(), 16);
const SUPPORT: usize = memory.data(32, 16);

/** Copies a convex shape with a core that is smaller, about a point inside; triangles as they are. */
function makeSmaller(c: Convex, smaller: Convex): void {
  memory.copy(changetype<usize>(smaller), changetype<usize>(c), offsetof<Convex>());
  let center = vec3<f64>(0, 0, 0);
  if (c.type == <u32>ShapeType.Hull) {
    const hull = changetype<HullBlock>(<usize>c.data);
    center = vec3<f64>(hull.centerX, hull.centerY, hull.centerZ);
  } else if (c.type == <u32>ShapeType.Cone) center = vec3<f64>(0, -0.5 * c.size.y, 0);
  smaller.position = c.position + (1 - SCALE) * (c.rotation * center);
  smaller.rotation = SCALE * c.rotation;
}

/** How far the core reaches along a unit vector. */
function reach(c: Convex, x: f64, y: f64, z: f64): f64 {
  supportPoint(c, x, y, z, SUPPORT);
  return x * load<f64>(SUPPORT) + y * load<f64>(SUPPORT, 8) + z * load<f64>(SUPPORT, 16);
}

/** Fills `out` for cores that overlap, if smaller ones do not. The normal parts them by the depth, which may be more than the least. */
export function findShallow(a: Convex, b: Convex, axis: usize, out: Closest): bool {
  const smallerA = changetype<Convex>(SMALLER_A);
  const smallerB = changetype<Convex>(SMALLER_B);
  makeSmaller(a, smallerA);
  makeSmaller(b, smallerB);
  if (searchNearest(smallerA, smallerB, Infinity, axis) != <u32>Outcome.Apart) return false;
  const search = theSearch();
  witness(out);
  const gap: f64 = sqrt(search.square);
  const n = (1 / gap) * search.nearest;
  out.normal = n;
  out.distance = -reach(b, -n.x, -n.y, -n.z) - reach(a, n.x, n.y, n.z);
  // Midway between the smaller ones, and from there as far as the whole ones are in each other.
  out.pointA = out.pointA + 0.5 * (gap - out.distance) * n;
  return true;
}
