/**
 * Reduces contact points to four that support as well: the outermost of those about as deep as the deepest, the one farthest from it, and on either side of the line between
 * them the one that adds the most area.
 */
import { ContactPoint, Manifold, MANIFOLD_POINTS, MOST_POINTS, Point } from '../shape/convex.kernel';

const POINT: usize = offsetof<ContactPoint>();
/** Areas and squared distances that differ by less than this fraction count as equal: names choose. And so do depths that differ by less than this fraction of the extent. */
const TIE: f64 = 1e-3;
const TIE_DEPTH: f64 = 1e-4;
/** Areas below this fraction of the squared extent are none: points in a line, of which two are enough. */
const NO_AREA: f64 = 1e-9;
/** A triangle keeps more, until its neighbours' are known: a face with four corners has up to seven of it. */
export const TRIANGLE_POINTS: u32 = 8;
/** Points to choose from, at most: those that clipping leaves, and a few. */
export const MOST_CANDIDATES: u32 = 520;
const MERITS: usize = scratch<f64>(MOST_CANDIDATES);
const CHOSEN: usize = scratch<u32>(TRIANGLE_POINTS);

function pointAt(points: usize, i: u32): ContactPoint {
  return changetype<ContactPoint>(points + <usize>i * POINT);
}

function chosen(i: u32): u32 {
  return load<u32>(CHOSEN + (i << 2));
}

/** A line through two points: `across` · x - `offset` is twice the area of the triangle of them and x, seen along the normal. */
class Line {
  across: vec3<f64>;
  offset: f64;
}
const LINES: usize = scratch<Line>(3);
const MIDDLE: usize = scratch<Point>();

function lineAt(i: u32): Line {
  return changetype<Line>(LINES + <usize>i * offsetof<Line>());
}

function setLine(points: usize, i: u32, from: u32, to: u32, sign: f64, out: Manifold): void {
  const start = pointAt(points, from).position;
  const across = sign * cross(out.normal, pointAt(points, to).position - start);
  lineAt(i).across = across;
  lineAt(i).offset = dot(across, start);
}

function beyond(points: usize, i: u32, line: Line): f64 {
  return dot(line.across, pointAt(points, i).position) - line.offset;
}

/** Prepares merit() for what has been chosen. */
function setLines(points: usize, count: u32, out: Manifold): void {
  if (count < 2) return;
  setLine(points, 0, chosen(0), chosen(1), 1, out);
  if (count == 2) return;
  // Outward from the triangle, whichever way round it runs.
  const sign: f64 = beyond(points, chosen(2), lineAt(0)) < 0.0 ? 1.0 : -1.0;
  for (let k: u32 = 0; k < 3; k++) setLine(points, k, chosen(k), chosen(k == 2 ? 0 : k + 1), sign, out);
}

/** What point i adds to those chosen so far, which are `count`. */
function merit(points: usize, i: u32, count: u32): f64 {
  if (count == 0) return -pointAt(points, i).separation;
  if (count == 1) return lengthSquared(pointAt(points, i).position - pointAt(points, chosen(0)).position);
  const area = beyond(points, i, lineAt(0));
  if (count == 2) return abs(area);
  return max(area, max(beyond(points, i, lineAt(1)), beyond(points, i, lineAt(2))));
}

/** The one with the lowest name of the points whose merit is `enough`. */
function firstNamed(points: usize, count: u32, enough: f64): u32 {
  let found: u32 = count;
  for (let i: u32 = 0; i < count; i++) {
    if (load<f64>(MERITS + (i << 3)) < enough || (found < count && pointAt(points, i).id >= pointAt(points, found).id)) continue;
    found = i;
  }
  return found;
}

/** Of the points that are `best` deep, or less deep by no more than `TIE_DEPTH` of what all span, the one farthest from the middle of all: a corner. */
function deepestCorner(points: usize, count: u32, best: f64): u32 {
  changetype<Point>(MIDDLE).position = vec3<f64>(0, 0, 0);
  for (let i: u32 = 0; i < count; i++) changetype<Point>(MIDDLE).position = changetype<Point>(MIDDLE).position + pointAt(points, i).position;
  const middle = (1.0 / <f64>count) * changetype<Point>(MIDDLE).position;
  let extent: f64 = 0.0;
  for (let i: u32 = 0; i < count; i++) {
    const square: f64 = lengthSquared(pointAt(points, i).position - middle);
    store<f64>(MERITS + (i << 3), square);
    extent = max(extent, square);
  }
  const enough: f64 = TIE_DEPTH * sqrt(extent) - best;
  let most: f64 = 0.0;
  for (let i: u32 = 0; i < count; i++) {
    if (pointAt(points, i).separation > enough) store<f64>(MERITS + (i << 3), -1.0);
    else most = max(most, load<f64>(MERITS + (i << 3)));
  }
  return firstNamed(points, count, most * (1.0 - TIE));
}

/** Puts `count` points into `out`, which has the normal, or MOST_POINTS of them if they are more than `most`, up to 8; they may be out's own. */
export function reducePoints(points: usize, count: u32, most: u32, out: Manifold): void {
  let kept: u32 = 0;
  if (count <= most) {
    for (; kept < count; kept++) store<u32>(CHOSEN + (kept << 2), kept);
  } else {
    let extent: f64 = 0.0;
    while (kept < MOST_POINTS) {
      setLines(points, kept, out);
      let best: f64 = kept ? 0.0 : -f64.MAX_VALUE;
      for (let i: u32 = 0; i < count; i++) {
        const value = merit(points, i, kept);
        store<f64>(MERITS + (i << 3), value);
        if (value > best) best = value;
      }
      const found = kept ? firstNamed(points, count, best - TIE * best) : deepestCorner(points, count, best);
      if (kept == 1) extent = best;
      if (found == count || (kept && best <= NO_AREA * extent)) break;
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

/** Reduces up to MOST_CANDIDATES points of a manifold to MOST_POINTS; names stay. */
export function reduceManifold(m: Manifold): void {
  reducePoints(changetype<usize>(m) + MANIFOLD_POINTS, min(m.count, MOST_CANDIDATES), MOST_POINTS, m);
}
