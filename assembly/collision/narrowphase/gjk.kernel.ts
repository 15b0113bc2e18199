// Nearest points of two convex cores: Gilbert, Johnson, Keerthi, "A Fast Procedure for Computing the Distance Between Complex Objects in
// Three-Dimensional Space" (1988), ended by the duality gap of van den Bergen, "A Fast and Robust GJK Implementation" (1999); the point of
// a simplex nearest to the origin by its Voronoi regions, Ericson, "Real-Time Collision Detection" (2005), section 5.1.
import { Convex, NO_VERTEX, Point, positionAt, supportPointNear, triangleNormal } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import { copyShort } from '../../memory/copy';

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
  /** The cores are at least this far apart along `nearest`, times its length. */
  progress: f64;
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
/** Of the squared distance: the duality gap at which it is known as well as it can be. */
export const RELATIVE_GAP: f64 = 1e-12;
/** Squared, of the scale: what the rounding of support points may hide. */
const NOISE_SQUARE: f64 = 4e-31;
const GROWTH_SQUARE: f64 = 1e-29;
/** Squared, of the scale: nearer than this is touching. */
const TOUCHING_SQUARE: f64 = 1e-20;
/** The same for a search that rounding stops: the normal is in doubt farther out then. */
const UNSURE_SQUARE: f64 = 1e-12;
/** Squared sine of an angle below which the sides of a triangle count as parallel. */
const FLAT_SQUARE: f64 = 1e-20;
/** Squared, of the scale: the height of a tetrahedron without volume. */
const THIN_SQUARE: f64 = 1e-28;

const SEARCH: usize = scratch<Search>();
const NORMAL: usize = scratch<Point>();
const POINT_B: usize = scratch<Point>();
export const MOST_VERTICES: u32 = 128;
/** The simplex, and the polytope that grows out of it. */
const POINTS: usize = scratch<DifferencePoint>(MOST_VERTICES);

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
function middle(c: Convex): usize {
  return changetype<usize>(c) + (c.type == <u32>ShapeType.Triangle ? offsetof<Convex>('cornerA') : offsetof<Convex>('position'));
}

/**
 * Searches until the distance is known, to a duality gap of `tolerance` times its square, or known to exceed `limit`. The simplex is left
 * in the first differencePoints, with weights unless the origin is inside a tetrahedron (count 4).
 */
export function searchNearest(a: Convex, b: Convex, limit: f64, axis: usize, tolerance: f64): Outcome {
  const search = theSearch();
  search.vertexA = NO_VERTEX;
  search.vertexB = NO_VERTEX;
  search.scaleSquare = 0;
  search.count = 0;
  let v = positionAt(axis);
  let square = lengthSquared(v);
  if (!(square > 0 && square < Infinity)) {
    v = positionAt(middle(b)) - positionAt(middle(a));
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
  let known: bool = false;
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
      search.progress = progress;
      known = gap <= tolerance * square || gap * gap <= NOISE_SQUARE * search.scaleSquare * square || isRepeated(count, count);
      if (known) break;
    }
    search.candidateSquare = Infinity;
    if (count == 0) offerSegment(address(0), address(0));
    else if (count == 1) offerSegment(address(0), address(1));
    else if (count == 2) offerTriangle(address(0), address(1), address(2));
    else if (tetrahedronHolds()) {
      search.count = 4;
      return Outcome.Overlapping;
    }
    const growth = search.candidateSquare - square;
    // A little growth may be rounding, while the normal still gets better.
    if (count && growth > 0 && growth * growth > GROWTH_SQUARE * search.scaleSquare * square) break;
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

export function address(i: u32): usize {
  return POINTS + <usize>i * offsetof<DifferencePoint>();
}

/** Whether the newest point is among the first others: nothing can be gained. */
export function isRepeated(newest: u32, others: u32): bool {
  if (!others) return false;
  const p = differencePoint(newest).position;
  const q = differencePoint(others - 1).position;
  return (p.x == q.x && p.y == q.y && p.z == q.z) || isRepeated(newest, others - 1);
}

/** Takes over the best part of the simplex; the addresses of its points rise. */
function keepCandidate(): u32 {
  const search = theSearch();
  let count: u32 = 0;
  for (let i: usize = 0; i < 3; i++) {
    const from = <usize>load<u32>(SEARCH + (i << 2), offsetof<Search>('point0'));
    if (!from) break;
    const point = differencePoint(count++);
    if (changetype<usize>(point) != from) copyShort(changetype<usize>(point), from, offsetof<DifferencePoint>());
    point.weight = load<f64>(SEARCH + (i << 3), offsetof<Search>('weight0'));
  }
  return count;
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

/** A vertex is a segment from itself to itself. */
function offerSegment(p: usize, q: usize): void {
  let v = positionAt(p);
  const b = positionAt(q);
  const e = b - v;
  const fromA = -dot(v, e);
  const fromB = dot(b, e);
  let t: f64 = 0;
  if (fromA > 0) {
    if (!(fromB > 0)) {
      offerSegment(q, q);
      return;
    }
    t = fromA / (fromA + fromB);
    const foot = v + t * e;
    // Once more across the segment: what is left of it tilts the normal where the distance is small.
    v = foot - (dot(foot, e) / (fromA + fromB)) * e;
  }
  offer(v.x, v.y, v.z, p, t > 0 ? q : 0, 0, 1 - t, t, 0);
}

/**
 * Writes the barycentric coordinates, times their sum, of the origin's foot on a triangle with the normal at an address: the volumes below
 * its sides.
 */
export function barycentric(p: usize, q: usize, r: usize, normal: usize, out: usize): void {
  const a = positionAt(p);
  const b = positionAt(q);
  const c = positionAt(r);
  const n = positionAt(normal);
  changetype<Point>(out).position = vec3<f64>(dot(n, cross(b, c)), dot(n, cross(c, a)), dot(n, cross(a, b)));
}

function offerTriangle(p: usize, q: usize, r: usize): void {
  const sides = triangleNormal(p, q, r, NORMAL);
  barycentric(p, q, r, NORMAL, POINT_B);
  const n = positionAt(NORMAL);
  const s = positionAt(POINT_B);
  const square = lengthSquared(n);
  const flat = !(square > FLAT_SQUARE * sides);
  if (!flat && s.x > 0 && s.y > 0 && s.z > 0) {
    const foot = (dot(n, positionAt(r)) / square) * n;
    const scale = 1 / (s.x + s.y + s.z);
    offer(foot.x, foot.y, foot.z, p, q, r, scale * s.x, scale * s.y, scale * s.z);
    return;
  }
  if (flat || s.x <= 0) offerSegment(q, r);
  if (flat || s.y <= 0) offerSegment(p, r);
  if (flat || s.z <= 0) offerSegment(p, q);
}

/** Whether the origin is inside; else the nearest point of the faces with the newest vertex is offered: it is not behind the fourth. */
function tetrahedronHolds(): bool {
  const r = address(3);
  const c = positionAt(r);
  let inside = true;
  for (let opposite: u32 = 0; opposite < 3; opposite++) {
    const p = address(opposite == 0 ? 1 : 0);
    const q = address(opposite == 2 ? 1 : 2);
    triangleNormal(p, q, r, NORMAL);
    const n = changetype<Point>(NORMAL).position;
    const height = dot(n, positionAt(address(opposite)) - c);
    if (height * dot(n, c) < 0 && height * height > THIN_SQUARE * theSearch().scaleSquare * lengthSquared(n)) continue;
    inside = false;
    offerTriangle(p, q, r);
  }
  return inside;
}
