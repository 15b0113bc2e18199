/**
 * Separating axes of a triangle and a box: the normals of the triangle and of its sides, those of the box, and nine cross products of edges, in the frame of the box, where
 * it is an interval along each axis (Akenine-Möller, "Fast 3D triangle-box overlap testing", Journal of Graphics Tools 6, 2001). A triangle is as in polytope.kernel.ts.
 */
import { Convex } from '../shape/convex.kernel';
import { coreSize, EDGE_TOLERANCE, FACE_TOLERANCE, PARALLEL, Separation, Vertex } from './polytope.kernel';
import { supportingEdge } from './sat-box.kernel';

/** The corners, and the ways from each to the next, in the frame of the box. */
const CORNERS: usize = scratch<Vertex>(3);
const EDGES: usize = scratch<Vertex>(3);
const POINT: usize = offsetof<Vertex>();
/** The box's half sizes. */
const HALF: usize = scratch<Vertex>();

/** The best axis so far, from the triangle to the box, as long as it came; and of which edges it is. */
class Best {
  axis: vec3<f64>;
  square: f64;
  /** How far apart they are along it, and that less what axes of its kind have to be better by. */
  distance: f64;
  score: f64;
  edges: u32;
  edge: u32;
  along: u32;
}
const BEST: usize = scratch<Best>();

function at(list: usize, k: u32, axis: u32): f64 {
  return load<f64>(list + <usize>k * POINT + (<usize>axis << 3));
}

function next(k: u32): u32 {
  return k == 2 ? 0 : k + 1;
}

/** Whether `separation` along an axis of which `square` is the square of the length is more than the best by `more`: without a root. */
function beats(separation: f64, square: f64, more: f64): bool {
  const least = changetype<Best>(BEST).score + more;
  return separation * abs(separation) > least * abs(least) * square;
}

/** Takes an axis for the best one. */
function take(x: f64, y: f64, z: f64, separation: f64, square: f64, more: f64): void {
  const best = changetype<Best>(BEST);
  const distance = separation / sqrt(square);
  best.axis = vec3<f64>(x, y, z);
  best.square = square;
  best.distance = distance;
  best.score = distance - more;
  best.edges = 0;
}

/** The plane through a corner with this normal, outward: the box is so far outside it. */
function tryPlane(x: f64, y: f64, z: f64, k: u32): void {
  const n = vec3<f64>(x, y, z);
  const square = lengthSquared(n);
  // A degenerate triangle has normals of zero.
  if (square > 0) {
    const separation = -dot(changetype<Vertex>(HALF).position, abs(n)) - dot(n, changetype<Vertex>(CORNERS + <usize>k * POINT).position);
    if (beats(separation, square, 0)) take(x, y, z, separation, square, 0);
  }
}

function tryBoxFaces(more: f64): void {
  for (let axis: u32 = 0; axis < 3; axis++) {
    const p = at(CORNERS, 0, axis);
    const q = at(CORNERS, 1, axis);
    const r = at(CORNERS, 2, axis);
    const low = min(p, min(q, r));
    const high = max(p, max(q, r));
    const outward: f64 = low > -high ? -1 : 1;
    const separation = max(low, -high) - at(HALF, 0, axis);
    if (beats(separation, 1, more)) take(axis == 0 ? outward : 0, axis == 1 ? outward : 0, axis == 2 ? outward : 0, separation, 1, more);
  }
}

/** Axes across an edge of the triangle and one of the box each, on the side where the edge is the outermost of the triangle. */
function tryEdges(more: f64): void {
  for (let k: u32 = 0; k < 3; k++) {
    const opposite = next(next(k));
    const x = at(EDGES, k, 0);
    const y = at(EDGES, k, 1);
    const z = at(EDGES, k, 2);
    const whole = x * x + y * y + z * z;
    for (let axis: u32 = 0; axis < 3; axis++) {
      const i = next(axis);
      const j = next(i);
      // The edge, times the axis of the box: its components along i and j.
      const wi = at(EDGES, k, j);
      const wj = -at(EDGES, k, i);
      const square = wi * wi + wj * wj;
      if (square <= PARALLEL * whole) continue;
      const own = wi * at(CORNERS, k, i) + wj * at(CORNERS, k, j);
      const other = wi * at(CORNERS, opposite, i) + wj * at(CORNERS, opposite, j);
      const sign: f64 = own < other ? -1 : 1;
      const separation = -(at(HALF, 0, i) * abs(wi) + at(HALF, 0, j) * abs(wj)) - sign * own;
      if (!beats(separation, square, more)) continue;
      const a = sign * wi;
      const b = sign * wj;
      take(axis == 0 ? 0 : axis == 1 ? b : a, axis == 1 ? 0 : axis == 2 ? b : a, axis == 2 ? 0 : axis == 0 ? b : a, separation, square, more);
      const best = changetype<Best>(BEST);
      best.edges = 1;
      best.edge = k;
      best.along = axis;
    }
  }
}

/** Finds the axis of the largest separation, or any along which they are farther apart than the margin; the other way round where the triangle is the second. */
export function separateTriangle(t: Convex, box: Convex, margin: f64, isSecond: bool, out: Separation): void {
  const back = transpose(box.rotation);
  const a = back * (t.cornerA - box.position);
  const b = back * (t.cornerB - box.position);
  const c = back * (t.cornerC - box.position);
  changetype<Vertex>(CORNERS).position = a;
  changetype<Vertex>(CORNERS + POINT).position = b;
  changetype<Vertex>(CORNERS + 2 * POINT).position = c;
  changetype<Vertex>(HALF).position = box.size;
  const best = changetype<Best>(BEST);
  best.axis = vec3<f64>(0, 0, 0);
  best.square = 1;
  best.distance = -Infinity;
  best.score = -Infinity;
  best.edges = 0;
  const front = cross(b - a, c - a);
  const side: f64 = dot(front, a) > 0 ? -1 : 1;
  tryPlane(side * front.x, side * front.y, side * front.z, 0);
  const size: f64 = min(coreSize(t), coreSize(box));
  if (best.distance <= margin) tryBoxFaces(FACE_TOLERANCE * size);
  if (best.distance <= margin) {
    changetype<Vertex>(EDGES).position = b - a;
    changetype<Vertex>(EDGES + POINT).position = c - b;
    changetype<Vertex>(EDGES + 2 * POINT).position = a - c;
    for (let k: u32 = 0; k < 3; k++) {
      const outward = cross(changetype<Vertex>(EDGES + <usize>k * POINT).position, front);
      tryPlane(outward.x, outward.y, outward.z, k);
    }
    tryEdges(EDGE_TOLERANCE * size);
  }
  const sign: f64 = (isSecond ? -1.0 : 1.0) / sqrt(best.square);
  out.normal = box.rotation * (sign * best.axis);
  out.distance = best.distance;
  out.edges = best.edges;
  out.feature = 0;
  if (best.edges) {
    const ends: usize = changetype<usize>(out) + offsetof<Separation>('startAx');
    const own = isSecond ? ends + 48 : ends;
    const corners = changetype<usize>(t) + offsetof<Convex>('cornerAx');
    changetype<Vertex>(own).position = changetype<Vertex>(corners + <usize>best.edge * POINT).position;
    changetype<Vertex>(own + POINT).position = changetype<Vertex>(corners + <usize>next(best.edge) * POINT).position;
    const name = supportingEdge(box, best.along, isSecond ? 1.0 : -1.0, out, isSecond ? ends : ends + 48);
    out.edgeA = isSecond ? name : best.edge;
    out.edgeB = isSecond ? best.edge : name;
  }
}
