// When a moving convex shape first touches another: conservative advancement, Mirtich, "Impulse-based Dynamic Simulation" (1996). Along
// a straight way the distance is a convex function of time and its slope is known from the normal, so that this is Newton's method
// from the left: it never steps over the root.
import { Closest, Convex, Point, supportPoint } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import { closestPoints } from './closest.kernel';
import { Outcome, searchNearest, theSearch } from './gjk.kernel';

/** Where a cast shape touches. */
export class CastHit {
  /** Of the translation. */
  fraction: f64;
  /** Unit, from the moving shape to the other. */
  normal: vec3<f64>;
  /** On the other. */
  point: vec3<f64>;
  /** Of the shapes where they touch: below zero where they overlap at the start. */
  gap: f64;
}

const MOST_STEPS: u32 = 64;
/** Of the scale: the gap that steps lead to, from where the last one is computed, and one that counts as it: wide enough to tell the normal. */
const AIM: f64 = 1e-8;
const TOUCHING: f64 = 2e-8;
/** The same for steps that do not get there: passes along a surface. */
const GRAZING: f64 = 1e-7;

/** Of the scale, and sine of the angle to the surface: nearer and flatter, the normal, known to about a millionth, does not tell whether the way leads into it. */
const CLOSE: f64 = 1e-6;
const SLOW: f64 = 1e-3;
const MOST_HALVINGS: u32 = 40;
/** Of the squared distance of the cores: how well it has to be known for a step, */
const ROUGH: f64 = 0.02;
/** and of the gap: how much of it has to be sure. Beside thick roundings the gap is far smaller than that distance. */
const SURE: f64 = 0.5;

const MOVED: usize = scratch<Convex>();
const NEAR: usize = scratch<Closest>();
const PROBE: usize = scratch<Closest>();
const AXIS: usize = scratch<Point>();

/** Puts MOVED where A is after a part of its way. */
function moveTo(a: Convex, t: f64, dx: f64, dy: f64, dz: f64): void {
  const moved = changetype<Convex>(MOVED);
  const way = vec3<f64>(t * dx, t * dy, t * dz);
  moved.position = a.position + way;
  moved.cornerA = a.cornerA + way;
  moved.cornerB = a.cornerB + way;
  moved.cornerC = a.cornerC + way;
}

/**
 * A time after `from` at which the gap is below `deep`, or 0 if there is none: halves the rest of the way by the sign of the slope, until the
 * tangent shows that the gap, which is convex, does not get there.
 */
function wayIn(
  a: Convex, b: Convex, dx: f64, dy: f64, dz: f64, reach: f64, deep: f64, from: f64, fromGap: f64, fromApproach: f64,
): f64 {
  const near = changetype<Closest>(PROBE);
  let low = from;
  let gap = fromGap;
  let approach = fromApproach;
  let high: f64 = 1;
  let t: f64 = 1;
  for (let i: u32 = 0; i < MOST_HALVINGS && gap - approach * (high - low) < deep; i++) {
    moveTo(a, t, dx, dy, dz);
    closestPoints(changetype<Convex>(MOVED), b, Infinity, AXIS, near);
    const gapThere = near.distance - reach;
    if (gapThere < deep) return t;
    const rate = dot(vec3<f64>(dx, dy, dz), near.normal);
    if (t < high && rate > 0) {
      low = t;
      gap = gapThere;
      approach = rate;
    } else high = t;
    t = 0.5 * (low + high);
  }
  return 0;
}

/** Whether a shape stays on one side of the plane of a triangle on all of its way. */
function staysBeside(a: Convex, b: Convex, dx: f64, dy: f64, dz: f64, reach: f64): bool {
  const n = cross(b.cornerB - b.cornerA, b.cornerC - b.cornerA);
  const level = dot(n, b.cornerA);
  const way = dot(n, vec3<f64>(dx, dy, dz));
  const thick = reach * length(n);
  supportPoint(a, -n.x, -n.y, -n.z, AXIS);
  const lowest = dot(n, changetype<Point>(AXIS).position) - level;
  supportPoint(a, n.x, n.y, n.z, AXIS);
  const highest = dot(n, changetype<Point>(AXIS).position) - level;
  return lowest + min(way, 0) > thick || highest + max(way, 0) < -thick;
}

/**
 * Moves A by t (dx, dy, dz), t from 0 to 1, until the gap between the rounded shapes, less `radius`, is closed. What overlaps at the start
 * is hit at 0, with the normal of the penetration; what only touches there is hit if A goes on into it.
 */
export function castConvex(a: Convex, b: Convex, dx: f64, dy: f64, dz: f64, radius: f64, out: CastHit): bool {
  const d = vec3<f64>(dx, dy, dz);
  const near = changetype<Closest>(NEAR);
  const reach = a.radius + b.radius + radius;
  if (b.type == <u32>ShapeType.Triangle && staysBeside(a, b, dx, dy, dz, reach)) return false;
  memory.copy(MOVED, changetype<usize>(a), offsetof<Convex>());
  changetype<Point>(AXIS).position = vec3<f64>(0, 0, 0);
  let t: f64 = 0;
  const search = theSearch();
  const size = length(d);
  for (let i: u32 = 0; ; i++) {
    // What is left of the way, and something for rounding.
    const limit = reach + (1 - t + 1e-6) * size + 1e-6 * abs(reach);
    // Far away a plane between the two will do that need not be the one of the nearest points.
    const outcome = searchNearest(changetype<Convex>(MOVED), b, limit, AXIS, ROUGH);
    if (outcome == <u32>Outcome.Far) return false;
    let scale = sqrt(search.scaleSquare);
    const distance = sqrt(search.square);
    const least = search.progress / distance;
    if (outcome == <u32>Outcome.Apart && least - reach > max(CLOSE * scale, SURE * (distance - reach)) && i < MOST_STEPS) {
      near.normal = (1 / distance) * search.nearest;
      near.distance = least;
      changetype<Point>(AXIS).position = near.normal;
    } else {
      closestPoints(changetype<Convex>(MOVED), b, Infinity, AXIS, near);
      scale = sqrt(search.scaleSquare);
    }
    const gap = near.distance - reach;
    let approach = dot(d, near.normal);
    if (gap > -TOUCHING * scale) {
      // Along a surface, or away from it, nothing is met, whatever rounding makes of gap and normal.
      if (gap <= CLOSE * scale && approach <= SLOW * size) {
        const inner = wayIn(a, b, dx, dy, dz, reach, -TOUCHING * scale, t, gap, approach);
        if (!(inner > t)) return false;
        approach = max(approach, gap / (inner - t));
      } else if (!(approach > 0)) return false;
      if (gap > TOUCHING * scale) {
        if (i < MOST_STEPS) {
          t += (gap - AIM * scale) / approach;
          if (!(t <= 1)) return false;
          moveTo(a, t, dx, dy, dz);
          continue;
        }
        // Where steps do not get there in time, it is hit early rather than passed through.
        if (gap > GRAZING * scale && !(wayIn(a, b, dx, dy, dz, reach, -TOUCHING * scale, t, gap, approach) > t)) return false;
      }
      t = max(t + gap / approach, 0);
      if (!(t <= 1)) return false;
    }
    out.fraction = t;
    out.gap = gap;
    out.normal = near.normal;
    out.point = near.pointB - b.radius * near.normal;
    return true;
  }
}
