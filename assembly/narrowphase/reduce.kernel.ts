/**
 * Reduces contact points to four that support as well: the deepest, the one farthest from it, and on either side of the line between them the
 * one that adds the most area.
 */
import { ContactPoint, Manifold, MANIFOLD_POINTS, MOST_POINTS } from '../shape/convex.kernel';

const POINT: usize = offsetof<ContactPoint>();
/** Areas and squared distances that differ by less than this fraction count as equal, and depths by this fraction of the extent: names choose. */
const TIE: f64 = 1e-3;
const TIE_DEPTH: f64 = 1e-7;
const CHOSEN: usize = memory.data(4 * 4, 16);

function pointAt(points: usize, i: u32): ContactPoint {
  return changetype<ContactPoint>(points + <usize>i * POINT);
}

function chosen(i: u32): u32 {
  return load<u32>(CHOSEN + (i << 2));
}

/** What point i adds to the points chosen so far, which are `count`. */
function merit(points: usize, i: u32, count: u32, normal: Manifold): f64 {
  const point = pointAt(points, i);
  if (count == 0) return -point.separation;
  const p = point.position;
  const first = pointAt(points, chosen(0)).position;
  if (count == 1) return lengthSquared(p - first);
  const second = pointAt(points, chosen(1)).position;
  const n = normal.normal;
  const area: f64 = dot(n, cross(second - first, p - first));
  if (count == 2) return abs(area);
  // Beyond an edge of the triangle, whichever way round it runs.
  const third = pointAt(points, chosen(2)).position;
  const whole: f64 = dot(n, cross(second - first, third - first));
  const sign: f64 = whole < 0.0 ? 1.0 : -1.0;
  const beyond: f64 = max(dot(n, cross(third - second, p - second)) * sign, dot(n, cross(first - third, p - third)) * sign);
  return max(area * sign, beyond);
}

/** Puts at most MOST_POINTS of `count` points into `out`, which has the normal; they may be out's own. */
export function reducePoints(points: usize, count: u32, out: Manifold): void {
  let kept: u32 = 0;
  if (count <= MOST_POINTS) {
    for (; kept < count; kept++) store<u32>(CHOSEN + (kept << 2), kept);
  } else {
    const tie: f64 = TIE_DEPTH * length(pointAt(points, count >> 1).position - pointAt(points, 0).position);
    while (kept < MOST_POINTS) {
      let best: f64 = kept ? 0.0 : -f64.MAX_VALUE;
      let found: i32 = -1;
      for (let i: u32 = 0; i < count; i++) {
        const value: f64 = merit(points, i, kept, out);
        const slack: f64 = kept ? TIE * best : tie;
        if (value > best + slack || (found >= 0 && value >= best - slack && pointAt(points, i).id < pointAt(points, <u32>found).id)) {
          best = max(best, value);
          found = i;
        }
      }
      if (found < 0) break;
      store<u32>(CHOSEN + (kept++ << 2), found);
    }
    // In the order they came, so that none is overwritten before it has moved.
    for (let i: u32 = 1; i < kept; i++) {
      for (let j: u32 = i; j && chosen(j) < chosen(j - 1); j--) {
        const swap = chosen(j);
        store<u32>(CHOSEN + (j << 2), chosen(j - 1));
        store<u32>(CHOSEN + ((j - 1) << 2), swap);
      }
    }
  }
  out.count = kept;
  const target: usize = changetype<usize>(out) + MANIFOLD_POINTS;
  for (let i: u32 = 0; i < kept; i++) {
    const from: usize = points + <usize>chosen(i) * POINT;
    const to: usize = target + <usize>i * POINT;
    v128.store(to, v128.load(from));
    v128.store(to, v128.load(from, 16), 16);
    store<u64>(to, load<u64>(from, 32), 32);
  }
}

/** Reduces up to 256 points of a manifold to MOST_POINTS; the deepest stays, and so do names. */
export function reduceManifold(m: Manifold): void {
  reducePoints(changetype<usize>(m) + MANIFOLD_POINTS, m.count, m);
}
