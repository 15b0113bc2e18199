// Nearest points of two convex cores: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space" (1988), ended by the duality gap of van den Bergen, "A Fast and Robust GJK Implementation" (1999); the point of
// a simplex nearest to the origin by its Voronoi regions, Ericson, "Real-Time Collision Detection" (2005), section 5.1.
import { Convex, NO_VERTEX, Point, supportPointNear } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';

/** A point of the difference B - A and where it comes from. */
export class DifferencePoint {
  position: vec3<f64>;
  pointA: vec3<f64>;
  /** Its share in the simplex's nearest point. */
  weight: f64;
  vertexA: u32;
  vertexB: u32;
}

/** State of the search, and its result. */
export class Search {
  /** The point of the simplex nearest to the origin. */
  nearest: vec3<f64>;
  square: f64;
  /** The best point of the simplex under test. */
  candidate: vec3<f64>;
  candidateSquare: f64;
  weight0: f64;
  weight1: f64;
  weight2: f64;
  point0: u32;
  point1: u32;
  point2: u32;
  count: u32;
  /** Largest squared size of the coordinates seen: what rounding errors are measured by. */
  scaleSquare: f64;
  /** Where the search began: from A to B, roughly. */
  start: vec3<f64>;
  vertexA: u32;
  vertexB: u32;
}

export const enum Outcome {
  Far = 0,
  Apart = 1,
  /** Overlapping, touching, or too near to tell the normal from the nearest points. */
  Overlapping = 2,
}

const MOST_ITERATIONS: u32 = 64;
/** Of the squared distance: the duality gap at which it is known well enough. */
const RELATIVE_GAP: f64 = 1e-12;
/** Squared, of the scale: what the rounding of support points may hide. */
const NOISE_SQUARE: f64 = 4e-31;
/** Squared, of the scale: nearer than this is touching. */
const TOUCHING_SQUARE: f64 = 1e-20;
/** The same for a search that rounding stops: the normal is in doubt farther out then. */
const UNSURE_SQUARE: f64 = 1e-12;
/** Squared sine of an angle below which the sides of a triangle count as parallel. */
const FLAT_SQUARE: f64 = 1e-20;
/** Squared, of the scale: the height of a tetrahedron without volume. */
const THIN_SQUARE: f64 = 1e-28;

const SEARCH: usize = memory.data(256, 16);
const POINT_B: usize = memory.data(24, 16);
export const MOST_VERTICES: u32 = 128;
/** The simplex, and the polytope that grows out of it. */
const POINTS: usize = memory.data(128 * 64, 16);

export function theSearch(): Search {
  return changetype<Search>(SEARCH);
}

export function differencePoint(i: u32): DifferencePoint {
  return changetype<DifferencePoint>(POINTS + <usize>i * offsetof<DifferencePoint>());
}

/** The point of B - A farthest along d. */
export function differenceSupport(a: Convex, b: Convex, dx: f64, dy: f64, dz: f64, out: DifferencePoint): void {
  const search = theSearch();
  const pointA = changetype<usize>(out) + offsetof<DifferencePoint>('pointA');
  out.vertexA = supportPointNear(a, -dx, -dy, -dz, search.vertexA, pointA);
  out.vertexB = supportPointNear(b, dx, dy, dz, search.vertexB, POINT_B);
  search.vertexA = out.vertexA;
  search.vertexB = out.vertexB;
  const p = out.pointA;
  const q = changetype<Point>(POINT_B).position;
  out.position = q - p;
  search.scaleSquare = max(search.scaleSquare, lengthSquared(p) + lengthSquared(q));
}

/** Something in the middle of a core. */
function middle(c: Convex, out: usize): void {
  const triangle = c.type == <u32>ShapeType.Triangle;
  changetype<Point>(out).position = triangle ? c.cornerA : c.position;
}

/**
 * Searches until the distance is known, or known to exceed `limit`. The simplex is left in the first differencePoints, with weights
 * unless the origin is inside a tetrahedron (count 4).
 */
export function searchNearest(a: Convex, b: Convex, limit: f64, axis: usize): Outcome {
  const search = theSearch();
  search.vertexA = NO_VERTEX;
  search.vertexB = NO_VERTEX;
  search.scaleSquare = 0;
  search.count = 0;
  let v = changetype<Point>(axis).position;
  let square = lengthSquared(v);
  if (!(square > 0)) {
    middle(b, POINT_B);
    v = changetype<Point>(POINT_B).position;
    middle(a, POINT_B);
    v = v - changetype<Point>(POINT_B).position;
    square = lengthSquared(v);
    if (!(square > 0)) {
      v = vec3<f64>(0, 1, 0);
      square = 1;
    }
  }
  search.start = v;
  search.nearest = v;
  const bound = limit > 0 ? limit * limit : 0;
  let count: u32 = 0;
  let known = false;
  for (let i: u32 = 0; i < MOST_ITERATIONS; i++) {
    const next = differencePoint(count);
    differenceSupport(a, b, -v.x, -v.y, -v.z, next);
    const progress = dot(v, next.position);
    if (progress > 0 && progress * progress > bound * square) {
      search.nearest = v;
      return Outcome.Far;
    }
    if (count) {
      const gap = square - progress;
      known = gap <= RELATIVE_GAP * square || gap * gap <= NOISE_SQUARE * search.scaleSquare * square || isRepeated(count);
      if (known) break;
    }
    search.candidateSquare = Infinity;
    if (count == 0) offerVertex(address(0));
    else if (count == 1) offerSegment(address(0), address(1));
    else if (count == 2) offerTriangle(address(0), address(1), address(2));
    else if (tetrahedronHolds()) {
      search.count = 4;
      return Outcome.Overlapping;
    }
    if (count && search.candidateSquare >= square) break;
    count = keepCandidate();
    search.count = count;
    v = search.candidate;
    square = search.candidateSquare;
    search.nearest = v;
    if (square <= TOUCHING_SQUARE * search.scaleSquare) return Outcome.Overlapping;
  }
  search.square = square;
  return !known && square <= UNSURE_SQUARE * search.scaleSquare ? Outcome.Overlapping : Outcome.Apart;
}

function address(i: u32): usize {
  return POINTS + <usize>i * offsetof<DifferencePoint>();
}

/** Whether the newest point is in the simplex already: nothing can be gained. */
function isRepeated(newest: u32): bool {
  const p = differencePoint(newest).position;
  for (let i: u32 = 0; i < newest; i++) {
    const q = differencePoint(i).position;
    if (p.x == q.x && p.y == q.y && p.z == q.z) return true;
  }
  return false;
}

/** Takes over the best part of the simplex; the addresses of its points rise. */
function keepCandidate(): u32 {
  const search = theSearch();
  let count: u32 = 0;
  for (let i: usize = 0; i < 3; i++) {
    const from = <usize>load<u32>(SEARCH + (i << 2), offsetof<Search>('point0'));
    if (!from) break;
    const point = differencePoint(count++);
    if (changetype<usize>(point) != from) memory.copy(changetype<usize>(point), from, offsetof<DifferencePoint>());
    point.weight = load<f64>(SEARCH + (i << 3), offsetof<Search>('weight0'));
  }
  return count;
}

function positionAt(point: usize): vec3<f64> {
  return changetype<DifferencePoint>(point).position;
}

/** Notes a point of the simplex with its barycentric coordinates if none is nearer. */
function offer(x: f64, y: f64, z: f64, p: usize, q: usize, r: usize, weightP: f64, weightQ: f64, weightR: f64): void {
  const search = theSearch();
  const v = vec3<f64>(x, y, z);
  const square = lengthSquared(v);
  if (square >= search.candidateSquare) return;
  search.candidate = v;
  search.candidateSquare = square;
  search.point0 = <u32>p;
  search.point1 = <u32>q;
  search.point2 = <u32>r;
  search.weight0 = weightP;
  search.weight1 = weightQ;
  search.weight2 = weightR;
}

function offerVertex(p: usize): void {
  const a = positionAt(p);
  offer(a.x, a.y, a.z, p, 0, 0, 1, 0, 0);
}

function offerSegment(p: usize, q: usize): void {
  const a = positionAt(p);
  const b = positionAt(q);
  const e = b - a;
  const fromA = -dot(a, e);
  const fromB = dot(b, e);
  if (!(fromA > 0)) offerVertex(p);
  else if (!(fromB > 0)) offerVertex(q);
  else {
    const t = fromA / (fromA + fromB);
    const v = a + t * e;
    offer(v.x, v.y, v.z, p, q, 0, 1 - t, t, 0);
  }
}

function offerTriangle(p: usize, q: usize, r: usize): void {
  const a = positionAt(p);
  const b = positionAt(q);
  const c = positionAt(r);
  const e = a - c;
  const f = b - c;
  const n = cross(e, f);
  const square = lengthSquared(n);
  const flat = !(square > FLAT_SQUARE * lengthSquared(e) * lengthSquared(f));
  const u = dot(n, cross(b, c));
  const v = dot(n, cross(c, a));
  const w = dot(n, cross(a, b));
  if (!flat && u > 0 && v > 0 && w > 0) {
    const foot = (dot(n, c) / square) * n;
    const scale = 1 / (u + v + w);
    offer(foot.x, foot.y, foot.z, p, q, r, scale * u, scale * v, scale * w);
    return;
  }
  if (flat || u <= 0) offerSegment(q, r);
  if (flat || v <= 0) offerSegment(p, r);
  if (flat || w <= 0) offerSegment(p, q);
}

/** Whether the origin is inside; else the nearest point of the three faces with the newest vertex is offered: it is not behind the other. */
function tetrahedronHolds(): bool {
  const r = address(3);
  const c = positionAt(r);
  let inside = true;
  for (let opposite: u32 = 0; opposite < 3; opposite++) {
    const p = address(opposite == 0 ? 1 : 0);
    const q = address(opposite == 2 ? 1 : 2);
    const n = cross(positionAt(p) - c, positionAt(q) - c);
    const height = dot(n, positionAt(address(opposite)) - c);
    if (height * dot(n, c) < 0 && height * height > THIN_SQUARE * theSearch().scaleSquare * lengthSquared(n)) continue;
    inside = false;
    offerTriangle(p, q, r);
  }
  return inside;
}
