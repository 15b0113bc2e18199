// When a moving convex shape first touches another: conservative advancement, Mirtich, "Impulse-based Dynamic Simulation" (1996). Along
// a straight way the distance is a convex function of time and its slope is known from the normal, so that this is Newton's method
// from the left: it never steps over the root.
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { closestPoints } from './closest.kernel';
import { theSearch } from './gjk.kernel';

/** Where a cast shape touches. */
export class CastHit {
  /** Of the translation. */
  fraction: f64;
  /** Unit, from the moving shape to the other. */
  normal: vec3<f64>;
  /** On the other. */
  point: vec3<f64>;
}

const MOST_STEPS: u32 = 64;
/** Of the scale: a gap that counts as touching; just above that which closestPoints does. */
const TOUCHING: f64 = 3e-10;
/** The same for steps that do not get there: passes along a surface. */
const GRAZING: f64 = 1e-7;

const MOVED: usize = memory.data(208, 16);
const NEAR: usize = memory.data(80, 16);
const AXIS: usize = memory.data(24, 16);

/**
 * Moves A by t (dx, dy, dz), t from 0 to 1, until the gap between the rounded shapes, less `radius`, is closed. What overlaps at the start
 * is hit at 0, with the normal of the penetration.
 */
export function castConvex(a: Convex, b: Convex, dx: f64, dy: f64, dz: f64, radius: f64, out: CastHit): bool {
  const d = vec3<f64>(dx, dy, dz);
  const near = changetype<Closest>(NEAR);
  const reach = a.radius + b.radius + radius;
  memory.copy(MOVED, changetype<usize>(a), offsetof<Convex>());
  memory.fill(AXIS, 0, 24);
  let t: f64 = 0;
  for (let i: u32 = 0; ; i++) {
    closestPoints(changetype<Convex>(MOVED), b, Infinity, AXIS, near);
    const gap = near.distance - reach;
    const scale = sqrt(theSearch().scaleSquare);
    const approach = dot(d, near.normal);
    if (gap > 0) {
      if (!(approach > 0)) return false;
      if (gap > TOUCHING * scale) {
        if (i < MOST_STEPS) {
          t += gap / approach;
          if (!(t <= 1)) return false;
          // The position and the three corners.
          for (let place: usize = offsetof<Convex>('position'); place < offsetof<Convex>('type'); place += offsetof<Point>()) {
            changetype<Point>(MOVED + place).position = changetype<Point>(changetype<usize>(a) + place).position + t * d;
            if (place == offsetof<Convex>('position')) place = offsetof<Convex>('radius') + 8 - offsetof<Point>();
          }
          continue;
        }
        if (gap > GRAZING * scale) return false;
      }
    }
    out.fraction = t;
    out.normal = near.normal;
    out.point = near.pointB - b.radius * near.normal;
    return true;
  }
}
