/**
 * Separating axes of two polytopes: the face normals of both, and the edge pairs that make a face of the Minkowski difference (Gregorius, "The
 * separating axis test between convex polyhedra", GDC 2013). What cannot beat the best face is dropped first: along a normal between those of
 * faces f and g, a point that lies at most s < 0 outside both planes is at most s outside the edge between them.
 */
import { Convex } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import {
  coreSize, Edge, EDGE_TOLERANCE, FACE_TOLERANCE, LAST_TOLERANCE, MOST_VERTICES, PARALLEL, Plane, Polytope, Pose, relativePose, SAME_AXIS,
  Separation, turnInto, Vertex, viewPolytope,
} from './polytope.kernel';

const FIRST: usize = scratch<Polytope>();
const SECOND: usize = scratch<Polytope>();
const POSE: usize = scratch<Pose>();
const BOX_VERTICES: usize = scratch<Vertex>(8);
const BOX_PLANES: usize = scratch<Plane>(6);
/** Of a polyhedron with so many vertices: Euler's formula. */
const MOST_FACES: u32 = 2 * MOST_VERTICES - 4;
const MOST_EDGES: u32 = 3 * MOST_VERTICES - 6;
/** Those of the first in the frame of the second. */
const VERTICES: usize = scratch<Vertex>(MOST_VERTICES);
const PLANES: usize = scratch<Plane>(MOST_FACES);
/** How far the middle of the other is outside each face. */
const HEIGHTS_FIRST: usize = scratch<f64>(MOST_FACES);
const HEIGHTS_SECOND: usize = scratch<f64>(MOST_FACES);
const EDGES_FIRST: usize = scratch<u32>(MOST_EDGES);
const EDGES_SECOND: usize = scratch<u32>(MOST_EDGES);

/** The best face of one polytope against the other, in the frame of the second. */
class Query {
  /** The axis of the last step, outward. */
  last: vec3<f64>;
  /** The middle of the other polytope, and a vertex of it that is deep in this one if they overlap. */
  center: vec3<f64>;
  probe: vec3<f64>;
  normal: vec3<f64>;
  /** Outward, where the other probably is. */
  way: vec3<f64>;
  distance: f64;
  score: f64;
  heights: usize;
  edges: usize;
}
const QUERY_FIRST: usize = scratch<Query>();
const QUERY_SECOND: usize = scratch<Query>();

function vertexAt(p: Polytope, i: u32): Vertex {
  return changetype<Vertex>(p.vertices + <usize>i * offsetof<Vertex>());
}

function planeAt(p: Polytope, i: u32): Plane {
  return changetype<Plane>(p.planes + <usize>i * offsetof<Plane>());
}

/** Whether a view is still that of a box. */
function isViewed(c: Convex, q: Polytope): bool {
  if (c.type != <u32>ShapeType.Box || q.vertices != BOX_VERTICES) return false;
  const corner = vertexAt(q, 7).position;
  const size = c.size;
  return corner.x == size.x && corner.y == size.y && corner.z == size.z;
}

/** The vertex of each polytope that is deepest along the other's normal becomes the other's probe. */
function takeProbes(p: Polytope, q: Polytope): void {
  for (let k: u32 = 0; k < 2; k++) {
    const query = changetype<Query>(k ? QUERY_SECOND : QUERY_FIRST);
    const other = k ? p : q;
    const n = query.normal;
    const end: usize = other.vertices + <usize>other.vertexCount * offsetof<Vertex>();
    let least: f64 = Infinity;
    for (let at: usize = other.vertices; at < end; at += offsetof<Vertex>()) {
      const vertex = changetype<Vertex>(at).position;
      const height: f64 = dot(n, vertex);
      if (height < least) {
        least = height;
        query.probe = vertex;
      }
    }
  }
}

/** The face of p from which the vertices of `other` are farthest; ends at one that is farther than the margin. */
function bestFace(p: Polytope, other: Polytope, lift: f64, margin: f64, query: Query): void {
  const center = query.center;
  const probe = query.probe;
  const last = query.last;
  const end: usize = other.vertices + <usize>other.vertexCount * offsetof<Vertex>();
  let best: f64 = -Infinity;
  query.distance = -Infinity;
  query.normal = vec3<f64>(0, 0, 0);
  // The face that looks most along the way of the probe comes first: the better the first, the more of the others are passed over.
  const way = query.way;
  let likely: u32 = 0;
  let most: f64 = -Infinity;
  for (let f: u32 = 0; f < p.faceCount; f++) {
    const plane = planeAt(p, f);
    const n = plane.normal;
    store<f64>(query.heights + (f << 3), dot(n, center) - plane.offset);
    const facing: f64 = dot(n, way);
    if (facing > most) {
      most = facing;
      likely = f;
    }
  }
  for (let k: u32 = 0; k <= p.faceCount; k++) {
    const f: u32 = k ? k - 1 : likely;
    if (k && f == likely) continue;
    const plane = planeAt(p, f);
    const n = plane.normal;
    const offset: f64 = plane.offset;
    let least: f64 = load<f64>(query.heights + (f << 3));
    least = min(least, dot(n, probe) - offset) + lift;
    if (least <= best) continue;
    const extra: f64 = dot(n, last) > SAME_AXIS ? lift : 0.0;
    least += extra - lift;
    for (let at: usize = other.vertices; at < end && least > best; at += offsetof<Vertex>()) {
      least = min(least, dot(n, changetype<Vertex>(at).position) - offset + extra);
    }
    // A degenerate triangle has normals of zero.
    if (least <= best || lengthSquared(n) < 0.5) continue;
    best = least;
    query.distance = least - extra;
    query.normal = n;
    if (least - extra > margin) break;
  }
  query.score = best;
}

/** Lists the edges of p that may make an axis better than `bound`. */
function listEdges(p: Polytope, bound: f64, query: Query): u32 {
  const probe = query.probe;
  let count: u32 = 0;
  for (let i: u32 = 0; i < p.edgeCount; i++) {
    const place: usize = p.edges + <usize>i * offsetof<Edge>();
    const edge = changetype<Edge>(place);
    if (max(load<f64>(query.heights + (edge.left << 3)), load<f64>(query.heights + (edge.right << 3))) <= bound) continue;
    const left = planeAt(p, edge.left);
    const right = planeAt(p, edge.right);
    if (max(dot(left.normal, probe) - left.offset, dot(right.normal, probe) - right.offset) <= bound) continue;
    store<u32>(query.edges + (count++ << 2), <u32>place);
  }
  return count;
}

/** Writes vertices of a polytope where a pose takes them. */
function placeVertices(p: Polytope, first: u32, step: u32, count: u32, pose: Pose, out: usize): void {
  const R = pose.rotation;
  const origin = pose.position;
  for (let k: u32 = 0; k < count; k++) {
    const vertex = vertexAt(p, first + k * step).position;
    changetype<Vertex>(out + <usize>k * offsetof<Vertex>()).position = R * vertex + origin;
  }
}

/** Writes both ends of an edge in the shared frame, and returns its number. */
function placeEdge(p: Polytope, edge: Edge, frame: Convex, ends: usize): u32 {
  placeVertices(p, edge.start, edge.end - edge.start, 2, changetype<Pose>(changetype<usize>(frame)), ends);
  return <u32>((changetype<usize>(edge) - p.edges) / offsetof<Edge>());
}

/**
 * Finds the axis of the largest separation, or any along which the cores are farther apart than the margin; fitsPolytope() of both holds.
 * `lastAxis`: 3 f64.
 */
export function separatePolytopes(a: Convex, b: Convex, margin: f64, lastAxis: usize, out: Separation): void {
  // Computed in the frame of the second; triangles come first, hulls second.
  const swapped: bool = b.type == <u32>ShapeType.Triangle || (a.type == <u32>ShapeType.Hull && b.type == <u32>ShapeType.Box);
  const c = swapped ? b : a;
  const d = swapped ? a : b;
  const p = changetype<Polytope>(FIRST);
  const q = changetype<Polytope>(SECOND);
  viewPolytope(c, VERTICES, PLANES, p);
  // Box after box, or triangle after triangle of a mesh, the view of a box often stays what it is.
  if (!isViewed(d, q)) viewPolytope(d, BOX_VERTICES, BOX_PLANES, q);
  const pose = changetype<Pose>(POSE);
  relativePose(c, d, pose);
  const turn = pose.rotation;
  const move = pose.position;
  placeVertices(p, 0, 1, p.vertexCount, pose, VERTICES);
  for (let i: u32 = 0; i < p.faceCount; i++) {
    const plane = planeAt(p, i);
    const n = turn * plane.normal;
    const placed = changetype<Plane>(PLANES + <usize>i * offsetof<Plane>());
    placed.offset = plane.offset + dot(n, move);
    placed.normal = n;
  }
  p.vertices = VERTICES;
  p.planes = PLANES;

  const size: f64 = min(coreSize(c), coreSize(d));
  const lift: f64 = LAST_TOLERANCE * size;
  const ofFirst = changetype<Query>(QUERY_FIRST);
  const ofSecond = changetype<Query>(QUERY_SECOND);
  const sign: f64 = swapped ? -1.0 : 1.0;
  turnInto(d, lastAxis, sign, QUERY_FIRST);
  const last = ofFirst.last;
  ofSecond.last = -last;
  ofFirst.center = q.center;
  ofSecond.center = turn * p.center + move;
  ofFirst.heights = HEIGHTS_FIRST;
  ofSecond.heights = HEIGHTS_SECOND;
  ofFirst.edges = EDGES_FIRST;
  ofSecond.edges = EDGES_SECOND;
  ofFirst.normal = lengthSquared(last) > 0.5 ? last : q.center - ofSecond.center;
  ofSecond.normal = -ofFirst.normal;
  ofFirst.way = ofFirst.normal;
  ofSecond.way = ofSecond.normal;
  takeProbes(p, q);

  bestFace(p, q, lift, margin, ofFirst);
  let best: f64 = ofFirst.score;
  let distance: f64 = ofFirst.distance;
  let first: usize = 0;
  let second: usize = 0;
  if (distance <= margin) {
    bestFace(q, p, lift, margin, ofSecond);
    const score: f64 = ofSecond.score - FACE_TOLERANCE * size;
    if (score > best) {
      best = score;
      distance = ofSecond.distance;
      ofFirst.normal = -ofSecond.normal;
    }
  }
  let n = ofFirst.normal;
  if (distance <= margin) {
    const penalty: f64 = EDGE_TOLERANCE * size;
    const bound: f64 = min(best + penalty - lift, 0.0);
    ofSecond.normal = -n;
    takeProbes(p, q);
    const countFirst = listEdges(p, bound, ofFirst);
    const countSecond = countFirst ? listEdges(q, bound, ofSecond) : 0;
    for (let j: u32 = 0; j < countSecond && distance <= margin; j++) {
      const edge = changetype<Edge>(load<u32>(EDGES_SECOND + (j << 2)));
      const start = vertexAt(q, edge.start).position;
      const v = vertexAt(q, edge.end).position - start;
      const left = planeAt(q, edge.left).normal;
      const right = planeAt(q, edge.right).normal;
      for (let i: u32 = 0; i < countFirst; i++) {
        const other = changetype<Edge>(load<u32>(EDGES_FIRST + (i << 2)));
        // u x v is between the normals beside an edge of each, of p outward and of q inward, if these four have the same sign.
        const side: f64 = dot(v, planeAt(p, other.left).normal);
        if (side * dot(v, planeAt(p, other.right).normal) >= 0.0) continue;
        const corner = vertexAt(p, other.start).position;
        const u = vertexAt(p, other.end).position - corner;
        if (side * dot(u, left) <= 0.0 || side * dot(u, right) >= 0.0) continue;
        const w = cross(u, v);
        const square: f64 = lengthSquared(w);
        if (square <= PARALLEL * lengthSquared(u) * lengthSquared(v)) continue;
        const axis = ((side < 0.0 ? -1.0 : 1.0) / sqrt(square)) * w;
        const separation: f64 = dot(axis, start - corner);
        const score: f64 = separation - penalty + (dot(axis, last) > SAME_AXIS ? lift : 0.0);
        if (score > best) {
          best = score;
          distance = separation;
          n = axis;
          first = changetype<usize>(other);
          second = changetype<usize>(edge);
        }
      }
    }
  }

  out.distance = distance;
  out.normal = d.rotation * (sign * n);
  out.edges = first ? 1 : 0;
  if (first) {
    const ends: usize = changetype<usize>(out) + offsetof<Separation>('startAx');
    const nameFirst = placeEdge(p, changetype<Edge>(first), d, swapped ? ends + 48 : ends);
    const nameSecond = placeEdge(q, changetype<Edge>(second), d, swapped ? ends : ends + 48);
    out.edgeA = swapped ? nameSecond : nameFirst;
    out.edgeB = swapped ? nameFirst : nameSecond;
  }
}
