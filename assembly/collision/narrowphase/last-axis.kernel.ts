/**
 * The separating axis of two polytopes that was the best one when they were last seen. What is nearest usually stays the same face and vertex, or the same
 * two edges. Where that vertex is above the face, or these edges cross between their ends, the separation is the largest of all near them; of shapes that do not
 * overlap it is the largest of all (Gregorius, "The separating axis test between convex polyhedra", GDC 2013: what is nearest to the origin of the Minkowski difference).
 */
import { Convex } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';
import { deepestVertex } from './polytope-lanes.kernel';
import { Edge, PARALLEL, Plane, Polytope, Pose, Vertex } from './polytope.kernel';

/** What an axis is of, in the high bits of a feature; the numbers of the first polytope's face or edge and of the second's are in the others. */
export const enum Kind {
  None,
  FirstFace,
  SecondFace,
  Edges,
}
const KIND_SHIFT: u32 = 28;
const NUMBER_BITS: u32 = 14;
const NUMBER: u32 = (1 << 14) - 1;

/** A feature is kept in so many last bits of each of the three numbers of its axis, which are of no matter there. */
const LAST_BITS: u32 = 10;
const LAST: u32 = (1 << 10) - 1;

export class Axis {
  /** From the first to the second, in the second's frame. */
  normal: vec3<f64>;
  distance: f64;
  feature: u32;
}

export function featureOf(kind: Kind, first: u32, second: u32): u32 {
  return (kind << KIND_SHIFT) | (first << NUMBER_BITS) | second;
}

/** Writes a feature into its axis, three f64. */
export function noteFeature(axis: usize, feature: u32): void {
  for (let k: u32 = 0; k < 3; k++) {
    const at = axis + (<usize>k << 3);
    store<u32>(at, (load<u32>(at) & ~LAST) | ((feature >> (k * LAST_BITS)) & LAST));
  }
}

/** The feature in an axis that noteFeature() has seen; any number in others, which recallAxis() sees through. */
export function featureIn(axis: usize): u32 {
  return (load<u32>(axis) & LAST) | ((load<u32>(axis, 8) & LAST) << LAST_BITS) | ((load<u32>(axis, 16) & LAST) << (2 * LAST_BITS));
}

export function kindOf(feature: u32): u32 {
  return feature >> KIND_SHIFT;
}

export function firstOf(feature: u32): u32 {
  return (feature >> NUMBER_BITS) & NUMBER;
}

export function secondOf(feature: u32): u32 {
  return feature & NUMBER;
}

export function vertexAt(p: Polytope, i: u32): Vertex {
  return changetype<Vertex>(p.vertices + <usize>i * offsetof<Vertex>());
}

export function planeAt(p: Polytope, i: u32): Plane {
  return changetype<Plane>(p.planes + <usize>i * offsetof<Plane>());
}

export function edgeAt(p: Polytope, i: u32): Edge {
  return changetype<Edge>(p.edges + <usize>i * offsetof<Edge>());
}

/** Whether a point is above a face of a box, hull or triangle, in the shape's frame. */
function isAbove(c: Convex, p: Polytope, face: u32, x: f64, y: f64, z: f64): bool {
  const point = vec3<f64>(x, y, z);
  if (c.type == <u32>ShapeType.Box) {
    const axis = face >> 1;
    const beyond = abs(point) - c.size;
    return (axis == 0 || beyond.x <= 0) && (axis == 1 || beyond.y <= 0) && (axis == 2 || beyond.z <= 0);
  }
  // A triangle's corners go around its front, which is its first face.
  const whole = c.type == <u32>ShapeType.Triangle;
  const hull = changetype<HullBlock>(<usize>c.data);
  const range = whole ? <usize>0 : <usize>c.data + hull.faces + (<usize>face << 3);
  const corners = whole ? <usize>0 : <usize>c.data + hull.corners + (<usize>load<u32>(range) << 2);
  const count: u32 = whole ? 3 : load<u32>(range, 4);
  const n = planeAt(p, whole ? 0 : face).normal;
  let from = vertexAt(p, whole ? 2 : load<u32>(corners + (<usize>(count - 1) << 2))).position;
  for (let k: u32 = 0; k < count; k++) {
    const to = vertexAt(p, whole ? k : load<u32>(corners + (<usize>k << 2))).position;
    if (dot(cross(to - from, point - from), n) < 0) return false;
    from = to;
  }
  return true;
}

/** How far the other polytope is outside a face, whose vertex next to it has to be above it; otherwise -Infinity. `pose`: into the frame of the other. */
function heightOver(c: Convex, p: Polytope, face: u32, other: Polytope, pose: Pose): f64 {
  const plane = planeAt(p, face);
  const n = pose.rotation * plane.normal;
  const vertex = vertexAt(other, deepestVertex(other, n.x, n.y, n.z)).position;
  const point = transpose(pose.rotation) * (vertex - pose.position);
  return isAbove(c, p, face, point.x, point.y, point.z) ? dot(plane.normal, point) - plane.offset : -Infinity;
}

/** Writes the axis across two edges that cross between their ends; false if they do not, or if no face of the Minkowski difference is theirs. */
function crossesEdges(p: Polytope, q: Polytope, pose: Pose, feature: u32, out: Axis): bool {
  const first = edgeAt(p, firstOf(feature));
  const second = edgeAt(q, secondOf(feature));
  const start = vertexAt(p, first.start).position;
  const corner = vertexAt(q, second.start).position;
  const u = pose.rotation * (vertexAt(p, first.end).position - start);
  const v = vertexAt(q, second.end).position - corner;
  const side: f64 = dot(v, pose.rotation * planeAt(p, first.left).normal);
  if (side * dot(v, pose.rotation * planeAt(p, first.right).normal) >= 0.0) return false;
  if (side * dot(u, planeAt(q, second.left).normal) <= 0.0 || side * dot(u, planeAt(q, second.right).normal) >= 0.0) return false;
  const w = cross(u, v);
  const square: f64 = lengthSquared(w);
  if (square <= PARALLEL * lengthSquared(u) * lengthSquared(v)) return false;
  const between = corner - (pose.rotation * start + pose.position);
  const s: f64 = dot(cross(between, v), w);
  const t: f64 = dot(cross(between, u), w);
  if (!(min(s, t) >= 0.0 && max(s, t) <= square)) return false;
  const n = ((side < 0.0 ? -1.0 : 1.0) / sqrt(square)) * w;
  out.normal = n;
  out.distance = dot(n, between);
  return true;
}

/**
 * Writes the axis of the features that were the best ones, unless others may be better by now, or the shapes are in each other by more than `depth`. The first is the
 * core c, the second d; `into` and `back` are the poses of each in the frame of the other.
 */
export function recallAxis(c: Convex, p: Polytope, d: Convex, q: Polytope, into: Pose, back: Pose, feature: u32, depth: f64, out: Axis): bool {
  const kind = kindOf(feature);
  const first = firstOf(feature);
  const second = secondOf(feature);
  out.feature = feature;
  if (kind == Kind.Edges) {
    if (first >= p.edgeCount || second >= q.edgeCount || !crossesEdges(p, q, into, feature, out)) return false;
  } else if (kind == Kind.FirstFace && first < p.faceCount) {
    out.distance = heightOver(c, p, first, q, into);
    out.normal = into.rotation * planeAt(p, first).normal;
  } else if (kind == Kind.SecondFace && second < q.faceCount) {
    out.distance = heightOver(d, q, second, p, back);
    out.normal = -planeAt(q, second).normal;
  } else return false;
  // Degenerate triangles have normals of zero.
  return out.distance >= -depth && lengthSquared(out.normal) > 0.5;
}
