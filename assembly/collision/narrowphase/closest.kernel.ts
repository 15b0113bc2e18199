// Distance or depth of two convex cores: GJK while they are apart, the expanding polytope algorithm where they overlap or touch.
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { findPenetration } from './epa.kernel';
import { differencePoint, Outcome, RELATIVE_GAP, Search, searchNearest, theSearch } from './gjk.kernel';

/**
 * The nearest points of the cores, or how to part them with least motion if they overlap. False when they are farther apart than
 * `limit`: `out` says nothing then. `axis`: address of a direction from A to B to start from, zero if there is none; the one found,
 * a unit vector, is left there.
 */
export function closestPoints(a: Convex, b: Convex, limit: f64, axis: usize, out: Closest): bool {
  const outcome = seek(a, b, limit, axis, out);
  if (outcome == <u32>Outcome.Far) return false;
  if (outcome == <u32>Outcome.Overlapping) findPenetration(a, b, out);
  return finish(axis, out) <= limit;
}

/** The same for contacts: tells what the cores are to each other. For those that overlap `out` tells how to part them only if `deep` is set. */
export function contactPoints(a: Convex, b: Convex, limit: f64, axis: usize, deep: bool, out: Closest): Outcome {
  const outcome = seek(a, b, limit, axis, out);
  if (outcome == <u32>Outcome.Far) return outcome;
  if (outcome == <u32>Outcome.Overlapping) {
    if (!deep) return outcome;
    findPenetration(a, b, out);
  }
  finish(axis, out);
  return outcome;
}

/** The same only where the cores are apart, and not farther than `limit`. */
export function apartPoints(a: Convex, b: Convex, limit: f64, axis: usize, out: Closest): bool {
  if (seek(a, b, limit, axis, out) != <u32>Outcome.Apart) return false;
  finish(axis, out);
  return true;
}

function seek(a: Convex, b: Convex, limit: f64, axis: usize, out: Closest): Outcome {
  const search = theSearch();
  const outcome = searchNearest(a, b, limit, axis, RELATIVE_GAP);
  if (outcome == <u32>Outcome.Far) {
    changetype<Point>(axis).position = normalizeOr(search.nearest, vec3<f64>(0, 0, 0));
    return outcome;
  }
  witness(out);
  if (outcome == <u32>Outcome.Apart) {
    out.distance = sqrt(search.square);
    out.normal = (1 / out.distance) * search.nearest;
  }
  return outcome;
}

/** Completes the answer; returns the distance. */
function finish(axis: usize, out: Closest): f64 {
  out.pointB = out.pointA + out.distance * out.normal;
  changetype<Point>(axis).position = out.normal;
  return out.distance;
}

/** The simplex's nearest point on the first core; its middle when the origin is inside. */
function witness(out: Closest): void {
  const count = theSearch().count;
  let sum = vec3<f64>(0, 0, 0);
  for (let i: u32 = 0; i < count; i++) {
    const point = differencePoint(i);
    sum = sum + (count == 4 ? 0.25 : point.weight) * point.pointA;
  }
  out.pointA = sum;
}
