// The normals of contacts with triangles of meshes and height fields that the whole surface allows.
// A triangle alone has edges that its surface does not: a box that slides over a floor of triangles would catch on them. A normal that
// belongs to an edge or a corner is right only as long as the neighbour across the edge lies behind it, in the Voronoi region of the
// edge: Moravanszky and Terdiman, "Fast Contact Reduction for Dynamics Simulation" (2004); van den Bergen, "Ghost Collisions" (GDC 2017).
import { contactAt, Convex, ContactPoint, Face, FACE_POINTS, FacePoint, Manifold, MANIFOLD_POINTS } from '../shape/convex.kernel';
import { MOST_FACE_POINTS, supportingFace } from '../shape/face.kernel';
import { supportPoint } from '../shape/convex.kernel';
import { HeightFieldBlock } from '../shape/heightfield';
import { MeshBlock } from '../shape/mesh';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { awaitPlane } from './await-plane.kernel';
import { clipFace } from './clip.kernel';
import { loadTriangle, meshVertex, POINT, recordOf, triangleVertex, vertexAcross } from './mesh-triangles.kernel';
import { MOST_CANDIDATES, reducePoints, TRIANGLE_POINTS } from './reduce.kernel';

/** A normal turned by less than this belongs to the face: 1 - cos of some 0.0001 rad. */
const ALIGNED: f64 = 1 - 5e-9;
/** Sine of the angle by which a normal may lean over a neighbour. */
const LEANING: f64 = 1e-6;
/** Sine of the angle to an edge's plane within which a normal belongs to the edge. */
const LEVEL: f64 = 1e-4;
/** Sine of the angle, about a degree, up to which a ridge counts as flat. */
const FLAT: f64 = 0.0175;
/** Slope of the other shape's face, against the triangle, above which only its corners rest on the triangle. */
const TILTED: f64 = 0.05;
/** Cosine below which a normal runs along the face, so that the shape's middle says on which side it is. */
const SIDEWAYS: f64 = 0.05;
/** Along the face's normal a contact may be this much deeper than along its own; a deeper one is its neighbour's. */
const DEEPER: f64 = 4;
/** Part of the margin up to which an overlap counts as none. */
const TOUCHING: f64 = 0.01;

class Vertex {
  position: vec3<f64>;
}
/** An edge of a triangle: unit vectors across it, in the plane of the triangle and into the neighbour. */
class Edge {
  outward: vec3<f64>;
  across: vec3<f64>;
}

const ACROSS: usize = scratch<Vertex>();
const EDGE: usize = scratch<Edge>();
/** How far the sides of a triangle are moved outward. */
const MOVED: usize = scratch<Vertex>(3);
const SUPPORT: usize = scratch<Vertex>(2);
const RESULT: usize = scratch<usize>();
const OWN_FACE: usize = scratch<Face, FacePoint>(3);
const OTHER_FACE: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS);
const CLIPPED: usize = scratch<ContactPoint>(MOST_CANDIDATES);
/** The deepest manifold whose normal was not allowed, and how deep it is: -Infinity once any triangle keeps an overlap. */
const REFUSED: usize = scratch<Manifold, ContactPoint>(TRIANGLE_POINTS);
export const REFUSED_BYTES: usize = MANIFOLD_POINTS + <usize>TRIANGLE_POINTS * offsetof<ContactPoint>();
const REFUSED_DEPTH: usize = scratch<f64>();

function corner(c: Convex, i: u32): Vertex {
  return changetype<Vertex>(changetype<usize>(c) + offsetof<Convex>('cornerA') + <usize>(i % 3) * POINT);
}

function movedOut(side: u32): Vertex {
  return changetype<Vertex>(MOVED + <usize>(side % 3) * POINT);
}

/** Describes an edge that has a neighbour; false where it has none. The normal is that of the triangle's front. */
function describeEdge(shape: ShapeRecord, triangle: u32, c: Convex, edge: u32, nx: f64, ny: f64, nz: f64): bool {
  if (!vertexAcross(shape, triangle, edge, ACROSS)) return false;
  const e = changetype<Edge>(EDGE);
  const a = corner(c, edge).position;
  const along = normalizeOr(corner(c, edge + 1).position - a, vec3<f64>(0, 0, 0));
  const r = changetype<Vertex>(ACROSS).position - a;
  e.outward = cross(along, vec3<f64>(nx, ny, nz));
  e.across = normalizeOr(r - dot(r, along) * along, vec3<f64>(0, 0, 0));
  return true;
}

/**
 * Whether the corner of the triangle that is farthest along the normal is so together with the next one, along edge `edge`.
 */
function isLevel(c: Convex, edge: u32, n: Manifold): bool {
  const along = corner(c, edge + 1).position - corner(c, edge).position;
  const rise = dot(along, n.normal);
  return rise * rise <= LEVEL * LEVEL * lengthSquared(along);
}

/**
 * Whether the surface around a corner of the triangle, where it leads away along `d` (0: everywhere), rises above the plane through it with this
 * normal; with the opposite one, falls below.
 */
function rises(shape: ShapeRecord, triangle: u32, c: Convex, i: u32, nx: f64, ny: f64, nz: f64, dx: f64, dy: f64, dz: f64): bool {
  const n = vec3<f64>(nx, ny, nz);
  const d = vec3<f64>(dx, dy, dz);
  const origin = corner(c, i).position;
  const field = shape.type == <u32>ShapeType.HeightField;
  const block = <usize>shape.data;
  let ring: usize = 0;
  let count: u32 = 9;
  if (!field) {
    const mesh = changetype<MeshBlock>(block);
    const vertex = <usize>load<u32>(changetype<usize>(recordOf(shape, triangle)) + ((<usize>i) << 2));
    const starts = block + <usize>mesh.ringStarts + (vertex << 2);
    ring = block + <usize>mesh.rings + ((<usize>load<u32>(starts)) << 2);
    count = load<u32>(starts, 4) - load<u32>(starts);
  }
  for (let k: u32 = 0; k < count; k++) {
    // In a height field, to all eight around but for the two across from the diagonals.
    const rows = <i32>(k / 3) - 1;
    const columns = <i32>(k % 3) - 1;
    const found = field
      ? rows != columns && triangleVertex(changetype<HeightFieldBlock>(block), triangle, i32(i == 1) + rows, i32(i == 2) + columns, ACROSS)
      : meshVertex(shape, load<u32>(ring + ((<usize>k) << 2)), ACROSS);
    if (!found) continue;
    const r = changetype<Vertex>(ACROSS).position - origin;
    const height = dot(r, n);
    if (height > 0 && height * height > LEANING * LEANING * lengthSquared(r) && dot(r, d) >= 0) return true;
  }
  return false;
}

/** Whether a point is within the prism over the triangle. */
function isOver(c: Convex, nx: f64, ny: f64, nz: f64, x: f64, y: f64, z: f64): bool {
  for (let k: u32 = 0; k < 3; k++) {
    const start = corner(c, k).position;
    const outward = cross(corner(c, k + 1).position - start, vec3<f64>(nx, ny, nz));
    const out = dot(outward, vec3<f64>(x, y, z) - start);
    if (out > 0 && out * out > 1e-18 * lengthSquared(outward) * lengthSquared(outward)) return false;
  }
  return true;
}

/** Whether the middle of what is above and below the triangle's plane is above it. */
function isInFront(c: Convex, b: Convex, nx: f64, ny: f64, nz: f64): bool {
  supportPoint(b, nx, ny, nz, SUPPORT);
  supportPoint(b, -nx, -ny, -nz, SUPPORT + POINT);
  const middle = changetype<Vertex>(SUPPORT).position + changetype<Vertex>(SUPPORT + POINT).position;
  return dot(0.5 * middle - c.cornerA, vec3<f64>(nx, ny, nz)) >= 0;
}

/** The least separation of the points, or 0. */
export function deepestOf(m: Manifold): f64 {
  let deepest: f64 = 0;
  for (let i: u32 = 0; i < m.count; i++) {
    deepest = min<f64>(deepest, contactAt(m, i).separation);
  }
  return deepest;
}

/** Moves the sides of a triangle beyond which the surface rises outward in its plane: what comes over them within the margin finds the plane before it is in it. */
function widen(shape: ShapeRecord, triangle: u32, c: Convex, nx: f64, ny: f64, nz: f64, side: f64, margin: f64): void {
  const n = vec3<f64>(nx, ny, nz);
  for (let k: u32 = 0; k < 3; k++) {
    const a = corner(c, k).position;
    const along = corner(c, k + 1).position - a;
    const square = lengthSquared(along);
    const found = vertexAcross(shape, triangle, k, ACROSS);
    const r = changetype<Vertex>(ACROSS).position - a;
    const rise = dot(r, n);
    const way = dot(r, along);
    const rises = found && rise > 0 && rise * rise * square > LEANING * LEANING * (lengthSquared(r) * square - way * way);
    // On the back the corners run around the other way.
    movedOut(k).position = (rises ? (side * margin) / sqrt(square) : 0) * cross(along, n);
  }
  for (let k: u32 = 0; k < 3; k++) corner(c, k).position = corner(c, k).position + movedOut(k).position + movedOut(k + 2).position;
}

/** Makes the manifold anew with a normal of the face: the feature of B that faces it, within the triangle's sides, unless it is deeper than `floor`. */
function rebuild(c: Convex, b: Convex, nx: f64, ny: f64, nz: f64, margin: f64, floor: f64, m: Manifold): void {
  const n = vec3<f64>(nx, ny, nz);
  const own = changetype<Face>(OWN_FACE);
  const other = changetype<Face>(OTHER_FACE);
  supportingFace(b, -nx, -ny, -nz, other);
  let count = other.count;
  let from = changetype<usize>(other) + FACE_POINTS;
  let low: f64 = Infinity;
  let high: f64 = -Infinity;
  let breadth: f64 = 0;
  const first = changetype<FacePoint>(from).position;
  for (let i: u32 = 0; i < count; i++) {
    const r = changetype<FacePoint>(from + <usize>i * offsetof<FacePoint>()).position - first;
    low = min<f64>(low, dot(n, r));
    high = max<f64>(high, dot(n, r));
    breadth = max<f64>(breadth, lengthSquared(r));
  }
  const tilted = high - low > TILTED * sqrt<f64>(breadth);
  const clipped = !tilted && count > 1;
  if (clipped) {
    supportingFace(c, nx, ny, nz, own);
    count = clipFace(own, other, 0, RESULT);
    from = load<usize>(RESULT);
  }
  let made: u32 = 0;
  const origin = c.cornerA;
  let deepest = margin;
  for (let i: u32 = 0; i < count; i++) {
    const p = changetype<FacePoint>(from);
    const place = p.position;
    const separation = dot(n, place - origin) - b.radius;
    from += offsetof<FacePoint>();
    if (!(separation <= margin) || ((tilted || count == 1) && !isOver(c, nx, ny, nz, place.x, place.y, place.z))) continue;
    deepest = min<f64>(deepest, separation);
    const to = changetype<ContactPoint>(CLIPPED + <usize>made * offsetof<ContactPoint>());
    to.position = place - (b.radius + 0.5 * separation) * n;
    to.separation = separation;
    to.id = (p.id & 0xffff) | (clipped ? p.reserved << 16 : 0);
    made++;
  }
  m.normal = n;
  m.count = 0;
  if (deepest >= floor) reducePoints(CLIPPED, made, TRIANGLE_POINTS, m);
}

/** Turns the normal; the points keep where they are on the triangle and on B's surface. */
function turn(nx: f64, ny: f64, nz: f64, m: Manifold): void {
  const n = vec3<f64>(nx, ny, nz);
  const cosine = dot(n, m.normal);
  for (let i: u32 = 0; i < m.count; i++) {
    contactAt(m, i).separation *= cosine;
  }
  m.normal = n;
}

/** To be called before the triangles that a shape may meet. */
export function beginTriangles(margin: f64): void {
  store<f64>(REFUSED_DEPTH, -TOUCHING * margin);
  changetype<Manifold>(REFUSED).count = 0;
}

/**
 * The manifold for a shape that overlaps triangles each of which left it to another: deep in a surface, none need be left. Empty if it is not so.
 */
export function refusedManifold(): Manifold {
  return changetype<Manifold>(REFUSED);
}

/** What the surface around a triangle says of a normal. */
export const enum Verdict {
  Keep,
  /** It leans over a ridge: that of the neighbour is the limit. */
  Turn,
  /** It is to be that of the face. */
  Face,
  /** There is no contact, or another triangle has it. */
  Drop,
  /** A sphere is to wait for the plane of the triangle that rises from there. */
  Await,
}

/** What a verdict is about: the normal of the face on the side of the second shape, 1 or -1 for its front or back, and the limit of a normal that leans too far. */
class Judged {
  face: vec3<f64>;
  side: f64;
  limit: vec3<f64>;
}
const JUDGED: usize = scratch<Judged>();

/**
 * Judges the normal of a manifold between a triangle (first) and a convex shape (second), in the frame of the mesh.
 *
 * - A normal along the face stays. From behind a one-sided surface there is no contact.
 * - A normal over an edge stays where the neighbour does not rise above it, one over a corner where nothing around the corner does.
 * - Else a sphere touches what rises instead, and awaits the plane of a triangle that rises from there. Other shapes get the face's normal,
 *   also within the margin beside it where it rises from there, or, over a ridge, that of the neighbour.
 */
export function judgeNormal(shape: ShapeRecord, triangle: u32, c: Convex, b: Convex, m: Manifold): Verdict {
  const front = normalizeOr(cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA), vec3<f64>(0, 0, 0));
  const n = m.normal;
  const cosine = dot(n, front);
  const above = abs(cosine) > SIDEWAYS ? cosine > 0 : isInFront(c, b, front.x, front.y, front.z);
  if (!above && shape.flags & ShapeFlag.OneSided) return Verdict.Drop;
  const side = above ? 1.0 : -1.0;
  const face = side * front;
  if (dot(n, face) > ALIGNED) return Verdict.Keep;
  const judged = changetype<Judged>(JUDGED);
  judged.face = face;
  judged.side = side;

  // The corner that is farthest along the normal, and which of its edges lie as far.
  const a = dot(n, c.cornerA);
  const bb = dot(n, c.cornerB);
  const cc = dot(n, c.cornerC);
  const top: u32 = a >= bb && a >= cc ? 0 : bb >= cc ? 1 : 2;
  const before: u32 = top == 0 ? 2 : top - 1;
  const levelAfter = isLevel(c, top, m);
  const levelBefore = isLevel(c, before, m);
  const sphere = b.type == <u32>ShapeType.Sphere;
  if (levelAfter != levelBefore) {
    const edge = levelAfter ? top : before;
    if (!describeEdge(shape, triangle, c, edge, front.x, front.y, front.z)) return Verdict.Keep;
    const across = changetype<Edge>(EDGE).across;
    if (dot(n, across) <= LEANING) return Verdict.Keep;
    const bend = dot(face, across);
    if (sphere) return bend > LEANING ? Verdict.Await : Verdict.Drop;
    if (bend >= -FLAT) return Verdict.Face;
    const outward = changetype<Edge>(EDGE).outward;
    judged.limit = dot(across, outward) * face - bend * outward;
    return Verdict.Turn;
  }
  if (!rises(shape, triangle, c, top, n.x, n.y, n.z, 0, 0, 0)) return Verdict.Keep;
  if (!sphere) return Verdict.Face;
  const d = n - dot(n, face) * face;
  const falls = rises(shape, triangle, c, top, -face.x, -face.y, -face.z, d.x, d.y, d.z);
  return !falls && rises(shape, triangle, c, top, face.x, face.y, face.z, d.x, d.y, d.z) ? Verdict.Await : Verdict.Drop;
}

/** Makes a manifold anew with the normal of the face on the other side, however deep that is. */
export function turnOver(c: Convex, b: Convex, margin: f64, m: Manifold): void {
  const front = normalizeOr(cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA), vec3<f64>(0, 0, 0));
  const face = (dot(front, m.normal) < 0 ? 1.0 : -1.0) * front;
  rebuild(c, b, face.x, face.y, face.z, margin, -Infinity, m);
}

/** Makes a manifold whose normal was judged just now one that the surface allows; it may lose all points. */
export function correctNormal(shape: ShapeRecord, triangle: u32, c: Convex, b: Convex, margin: f64, verdict: Verdict, m: Manifold): void {
  const judged = changetype<Judged>(JUDGED);
  const face = judged.face;
  if (verdict == Verdict.Face) {
    const deepest = deepestOf(m);
    if (deepest < load<f64>(REFUSED_DEPTH)) {
      store<f64>(REFUSED_DEPTH, deepest);
      memory.copy(REFUSED, changetype<usize>(m), REFUSED_BYTES);
    }
    widen(shape, triangle, c, face.x, face.y, face.z, judged.side, margin);
    rebuild(c, b, face.x, face.y, face.z, margin, DEEPER * deepest - margin, m);
    loadTriangle(shape, triangle, c);
  } else if (verdict == Verdict.Turn) turn(judged.limit.x, judged.limit.y, judged.limit.z, m);
  else if (verdict == Verdict.Await) awaitPlane(c, b, face.x, face.y, face.z, margin, m);
  else if (verdict == Verdict.Drop) m.count = 0;
  if (deepestOf(m) >= -TOUCHING * margin) return;
  store<f64>(REFUSED_DEPTH, -Infinity);
  changetype<Manifold>(REFUSED).count = 0;
}
