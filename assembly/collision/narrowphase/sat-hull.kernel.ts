/**
 * Separating axes of two polytopes: the face normals of both, and the edge pairs that make a face of the Minkowski difference (Gregorius, "The
 * separating axis test between convex polyhedra", GDC 2013). What cannot beat the best face is dropped first: along a normal between those of
 * faces f and g, a point that lies at most s < 0 outside both planes is at most s outside the edge between them.
 */
import { Convex } from '../shape/convex.kernel';
import { ShapeType } from '../shape/record';
import { Axis, edgeAt, featureIn, featureOf, firstOf, Kind, kindOf, planeAt, recallAxis, secondOf, vertexAt } from './last-axis.kernel';
import { deepestVertex, fillLanes, leastAlong, lookAtFaces, Looks, markFaces, mayExceed, ROUNDING } from './polytope-lanes.kernel';
import {
  coreSize, Edge, EDGE_TOLERANCE, FACE_TOLERANCE, LAST_TOLERANCE, MOST_VERTICES, PARALLEL, Plane, Polytope, Pose, relativePose, SAME_AXIS,
  Separation, turnInto, Vertex, VIEW_BYTES, viewPolytope,
} from './polytope.kernel';

const FIRST: usize = scratch<Polytope>();
const SECOND: usize = scratch<Polytope>();
const VIEW_FIRST: usize = scratch<u8>(VIEW_BYTES);
const VIEW_SECOND: usize = scratch<u8>(VIEW_BYTES);
/** From the frame of each to that of the other. */
const POSE_FIRST: usize = scratch<Pose>();
const POSE_SECOND: usize = scratch<Pose>();
const LAST: usize = scratch<Vertex>();
/** Of a polyhedron with so many vertices: Euler's formula. And room for whole fours. */
const MOST_FACES: u32 = 2 * MOST_VERTICES;
const MOST_EDGES: u32 = 3 * MOST_VERTICES - 6;
/** How far the middle of the other is outside each face, the less of that and how far its probe is, and marks: f32, f32 and a word for each. */
const HEIGHTS_FIRST: usize = scratch<f32>(MOST_FACES);
const HEIGHTS_SECOND: usize = scratch<f32>(MOST_FACES);
const LOWS: usize = scratch<f32>(MOST_FACES);
const MARKS: usize = scratch<u32>(MOST_FACES);
const EDGES_FIRST: usize = scratch<u32>(MOST_EDGES);
const EDGES_SECOND: usize = scratch<u32>(MOST_EDGES);
const AXIS: usize = scratch<Axis>();
/** Beside the size: so deep another axis may be better than the one that was. */
const DEEP: f64 = 0.02;

/** The best face of one polytope against the other, in its own frame. It begins with its Looks. */
class Query {
  center: vec3<f64>;
  probe: vec3<f64>;
  way: vec3<f64>;
  /** The axis of the last step, outward. */
  last: vec3<f64>;
  normal: vec3<f64>;
  distance: f64;
  score: f64;
  /** A bound on the rounding of heights. */
  rounding: f64;
  pose: usize;
  heights: usize;
  edges: usize;
  face: u32;
}
const QUERY_FIRST: usize = scratch<Query>();
const QUERY_SECOND: usize = scratch<Query>();

/** An edge of the first polytope in the frame of the second: one end, the way to the other, and the normals beside it. */
class PlacedEdge {
  corner: vec3<f64>;
  way: vec3<f64>;
  left: vec3<f64>;
  right: vec3<f64>;
  square: f64;
}
/** So many are placed at a time. */
const PLACED: u32 = 32;
const PLACED_EDGES: usize = scratch<PlacedEdge>(PLACED);

function looksOf(query: Query): Looks {
  return changetype<Looks>(changetype<usize>(query));
}

/** Whether a view is still that of a box. */
function isViewed(c: Convex, q: Polytope): bool {
  if (c.type != <u32>ShapeType.Box || q.vertices != VIEW_SECOND) return false;
  const corner = vertexAt(q, 7).position;
  const size = c.size;
  return corner.x == size.x && corner.y == size.y && corner.z == size.z;
}

function view(c: Convex, room: usize, out: Polytope): void {
  viewPolytope(c, room, out);
  if (c.type != <u32>ShapeType.Hull) fillLanes(out);
}

/** Takes the vertex of the other polytope that is deepest along the normal for the probe, as seen from the middle. `p`: the polytope of the query. */
function takeProbe(p: Polytope, other: Polytope, query: Query): void {
  const pose = changetype<Pose>(query.pose);
  const n = pose.rotation * query.normal;
  const vertex = vertexAt(other, deepestVertex(other, n.x, n.y, n.z)).position;
  const probe = transpose(pose.rotation) * (vertex - pose.position) - p.center;
  const center = query.center;
  query.probe = probe;
  query.rounding = ROUNDING * (p.reach + abs(probe.x) + abs(probe.y) + abs(probe.z) + abs(center.x) + abs(center.y) + abs(center.z));
}

/** Takes a face for the best one if all vertices of `other` are farther outside it than outside the best so far. */
function tryFace(p: Polytope, other: Polytope, face: u32, lift: f64, query: Query): void {
  const plane = planeAt(p, face);
  const own = plane.normal;
  const pose = changetype<Pose>(query.pose);
  const n = pose.rotation * own;
  const offset: f64 = plane.offset + dot(n, pose.position);
  const extra: f64 = dot(own, query.last) > SAME_AXIS ? lift : 0.0;
  const best: f64 = query.score;
  const near: f64 = leastAlong(other, n.x, n.y, n.z) + dot(n, other.center) - offset + extra;
  if (near + ROUNDING * other.reach <= best) return;
  const end: usize = other.vertices + <usize>other.vertexCount * offsetof<Vertex>();
  let least: f64 = Infinity;
  for (let at: usize = other.vertices; at < end; at += offsetof<Vertex>()) least = min(least, dot(n, changetype<Vertex>(at).position));
  least += extra - offset;
  // A degenerate triangle has normals of zero.
  if (least <= best || lengthSquared(own) < 0.5) return;
  query.score = least;
  query.distance = least - extra;
  query.normal = own;
  query.face = face;
}

/** The face of p from which the vertices of `other` are farthest; ends at one that is farther than the margin. */
function bestFace(p: Polytope, other: Polytope, lift: f64, margin: f64, query: Query): void {
  query.score = -Infinity;
  query.distance = -Infinity;
  query.normal = vec3<f64>(0, 0, 0);
  // The face that looks most along the way of the probe comes first: the better the first, the more of the others are passed over.
  const likely = lookAtFaces(p, looksOf(query), query.heights, LOWS);
  tryFace(p, other, likely, lift, query);
  const groups = (p.faceCount + 3) >> 2;
  for (let g: u32 = 0; g < groups; g++) {
    for (let left = mayExceed(LOWS, g, query.score - lift - query.rounding); left; left &= left - 1) {
      const face = <u32>4 * g + ctz<u32>(left);
      if (face == likely || face >= p.faceCount) continue;
      if (query.distance > margin) return;
      tryFace(p, other, face, lift, query);
    }
  }
}

/** Lists the edges of p that may make an axis better than `bound`. */
function listEdges(p: Polytope, bound: f64, query: Query): u32 {
  markFaces(p, looksOf(query), query.heights, bound - query.rounding, MARKS);
  const end: usize = p.edges + <usize>p.edgeCount * offsetof<Edge>();
  let count: u32 = 0;
  for (let place: usize = p.edges; place < end; place += offsetof<Edge>()) {
    const edge = changetype<Edge>(place);
    if ((load<u32>(MARKS + (edge.left << 2)) | load<u32>(MARKS + (edge.right << 2))) != 3) continue;
    store<u32>(query.edges + (count++ << 2), <u32>place);
  }
  return count;
}

/** Places listed edges of the first polytope. */
function placeEdges(p: Polytope, first: u32, count: u32): void {
  const turn = changetype<Pose>(POSE_FIRST).rotation;
  const move = changetype<Pose>(POSE_FIRST).position;
  for (let k: u32 = 0; k < count; k++) {
    const edge = changetype<Edge>(load<u32>(EDGES_FIRST + ((first + k) << 2)));
    const placed = changetype<PlacedEdge>(PLACED_EDGES + <usize>k * offsetof<PlacedEdge>());
    const corner = vertexAt(p, edge.start).position;
    const way = turn * (vertexAt(p, edge.end).position - corner);
    placed.corner = turn * corner + move;
    placed.way = way;
    placed.left = turn * planeAt(p, edge.left).normal;
    placed.right = turn * planeAt(p, edge.right).normal;
    placed.square = lengthSquared(way);
  }
}

/** Of a triangle the face that the middle of the other polytope is in front of: most often the best one, about which nothing is remembered. */
function sideOf(p: Polytope, q: Polytope, pose: Pose): u32 {
  const plane = planeAt(p, 0);
  const n = pose.rotation * plane.normal;
  return featureOf(Kind.FirstFace, dot(n, q.center - pose.position) < plane.offset ? 1 : 0, 0);
}

/** Writes both ends of an edge in the shared frame. */
function writeEnds(p: Polytope, edge: Edge, c: Convex, ends: usize): void {
  const R = c.rotation;
  const origin = c.position;
  changetype<Vertex>(ends).position = R * vertexAt(p, edge.start).position + origin;
  changetype<Vertex>(ends + offsetof<Vertex>()).position = R * vertexAt(p, edge.end).position + origin;
}

function numberOf(p: Polytope, edge: usize): u32 {
  return <u32>((edge - p.edges) / offsetof<Edge>());
}

/** Looks for the axis of the largest separation of two polytopes, or any along which they are farther apart than the margin, where views and poses are known. */
function searchAxes(p: Polytope, q: Polytope, size: f64, margin: f64): void {
  const turn = changetype<Pose>(POSE_FIRST).rotation;
  const move = changetype<Pose>(POSE_FIRST).position;
  const lift: f64 = LAST_TOLERANCE * size;
  const ofFirst = changetype<Query>(QUERY_FIRST);
  const ofSecond = changetype<Query>(QUERY_SECOND);
  const last = changetype<Vertex>(LAST).position;
  const between = q.center - turn * p.center - move;
  ofFirst.last = transpose(turn) * last;
  ofSecond.last = -last;
  ofFirst.center = transpose(turn) * between;
  ofSecond.center = -between;
  ofFirst.pose = POSE_FIRST;
  ofSecond.pose = POSE_SECOND;
  ofFirst.heights = HEIGHTS_FIRST;
  ofSecond.heights = HEIGHTS_SECOND;
  ofFirst.edges = EDGES_FIRST;
  ofSecond.edges = EDGES_SECOND;
  const start = lengthSquared(last) > 0.5 ? last : between;
  ofFirst.normal = transpose(turn) * start;
  ofSecond.normal = -start;
  ofFirst.way = ofFirst.normal;
  ofSecond.way = ofSecond.normal;
  takeProbe(p, q, ofFirst);

  bestFace(p, q, lift, margin, ofFirst);
  let best: f64 = ofFirst.score;
  let distance: f64 = ofFirst.distance;
  let n = turn * ofFirst.normal;
  let feature = featureOf(Kind.FirstFace, ofFirst.face, 0);
  if (distance <= margin) {
    takeProbe(q, p, ofSecond);
    bestFace(q, p, lift, margin, ofSecond);
    const score: f64 = ofSecond.score - FACE_TOLERANCE * size;
    if (score > best) {
      best = score;
      distance = ofSecond.distance;
      n = -ofSecond.normal;
      feature = featureOf(Kind.SecondFace, 0, ofSecond.face);
    }
  }
  if (distance <= margin) {
    const penalty: f64 = EDGE_TOLERANCE * size;
    const bound: f64 = min(best + penalty - lift, 0.0);
    ofFirst.normal = transpose(turn) * n;
    ofSecond.normal = -n;
    takeProbe(p, q, ofFirst);
    takeProbe(q, p, ofSecond);
    const countFirst = listEdges(p, bound, ofFirst);
    const countSecond = countFirst ? listEdges(q, bound, ofSecond) : 0;
    for (let from: u32 = 0; countSecond && from < countFirst && distance <= margin; from += PLACED) {
      const count = min(countFirst - from, PLACED);
      placeEdges(p, from, count);
      for (let j: u32 = 0; j < countSecond && distance <= margin; j++) {
        const edge = changetype<Edge>(load<u32>(EDGES_SECOND + (j << 2)));
        const corner = vertexAt(q, edge.start).position;
        const v = vertexAt(q, edge.end).position - corner;
        const left = planeAt(q, edge.left).normal;
        const right = planeAt(q, edge.right).normal;
        for (let i: u32 = 0; i < count; i++) {
          const other = changetype<PlacedEdge>(PLACED_EDGES + <usize>i * offsetof<PlacedEdge>());
          // u x v is between the normals beside an edge of each, of p outward and of q inward, if these four have the same sign.
          const side: f64 = dot(v, other.left);
          if (side * dot(v, other.right) >= 0.0) continue;
          const u = other.way;
          if (side * dot(u, left) <= 0.0 || side * dot(u, right) >= 0.0) continue;
          const w = cross(u, v);
          const square: f64 = lengthSquared(w);
          if (square <= PARALLEL * other.square * lengthSquared(v)) continue;
          const axis = ((side < 0.0 ? -1.0 : 1.0) / sqrt(square)) * w;
          const separation: f64 = dot(axis, corner - other.corner);
          const score: f64 = separation - penalty + (dot(axis, last) > SAME_AXIS ? lift : 0.0);
          if (score > best) {
            best = score;
            distance = separation;
            n = axis;
            feature = featureOf(Kind.Edges, numberOf(p, load<u32>(EDGES_FIRST + ((from + i) << 2))), numberOf(q, changetype<usize>(edge)));
          }
        }
      }
    }
  }
  const axis = changetype<Axis>(AXIS);
  axis.normal = n;
  axis.distance = distance;
  axis.feature = feature;
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
  view(c, VIEW_FIRST, p);
  // Box after box, or triangle after triangle of a mesh, the view of a box often stays what it is.
  if (!isViewed(d, q)) view(d, VIEW_SECOND, q);
  relativePose(c, d, changetype<Pose>(POSE_FIRST));
  const turn = changetype<Pose>(POSE_FIRST).rotation;
  const move = changetype<Pose>(POSE_FIRST).position;
  changetype<Pose>(POSE_SECOND).rotation = transpose(turn);
  changetype<Pose>(POSE_SECOND).position = -(transpose(turn) * move);

  const size: f64 = min(coreSize(c), coreSize(d));
  const sign: f64 = swapped ? -1.0 : 1.0;
  const axis = changetype<Axis>(AXIS);
  const feature = c.type == <u32>ShapeType.Triangle ? sideOf(p, q, changetype<Pose>(POSE_FIRST)) : featureIn(lastAxis);
  if (!recallAxis(c, p, d, q, changetype<Pose>(POSE_FIRST), changetype<Pose>(POSE_SECOND), feature, DEEP * size, axis)) {
    turnInto(d, lastAxis, sign, LAST);
    searchAxes(p, q, size, margin);
  }

  out.feature = axis.feature;
  out.distance = axis.distance;
  out.normal = d.rotation * (sign * axis.normal);
  out.edges = kindOf(axis.feature) == Kind.Edges ? 1 : 0;
  if (out.edges) {
    const ends: usize = changetype<usize>(out) + offsetof<Separation>('startAx');
    const first = firstOf(axis.feature);
    const second = secondOf(axis.feature);
    writeEnds(p, edgeAt(p, first), c, swapped ? ends + 48 : ends);
    writeEnds(q, edgeAt(q, second), d, swapped ? ends : ends + 48);
    out.edgeA = swapped ? second : first;
    out.edgeB = swapped ? first : second;
  }
}
