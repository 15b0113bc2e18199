// The flat feature of a convex core that faces a direction: what contact manifolds are clipped from.
// Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013); rims of cylinders and cones become octagons.
import { Convex, Face, FACE_POINTS, FacePoint, hullVertex, NO_VERTEX, Point, positionAt, triangleNormal } from './convex.kernel';
import { HullBlock, ShapeType } from './record';

/** Corners of a rim. */
const RIM_POINTS: u32 = 8;
/** cos 45°. */
const DIAGONAL: f64 = 0.7071067811865476;
/** Cosine from which on all corners of a face are as far along its normal. */
const ALONG: f64 = 1 - 1e-12;
/** Points that a face has at most. */
export const MOST_FACE_POINTS: u32 = 256;

/** The face, line or point of the core that faces d most, in the shared frame. */
export function supportingFace(c: Convex, dx: f64, dy: f64, dz: f64, out: Face): void {
  out.count = 0;
  out.id = 0;
  if (c.type == <u32>ShapeType.Box) {
    boxFace(c, dx, dy, dz, out);
    return;
  }
  if (c.type == <u32>ShapeType.Triangle) {
    triangleFace(c, dx, dy, dz, out);
  } else {
    out.normal = transpose(c.rotation) * vec3<f64>(dx, dy, dz);
    if (c.type == <u32>ShapeType.Hull) hullFace(c, out);
    else roundFace(c, out);
    turn(c, out);
  }
  out.normal = normalizeOr(out.normal, vec3<f64>(0, 1, 0));
}

/** Takes a face from the shape's frame to the shared one. */
function turn(c: Convex, face: Face): void {
  const R = c.rotation;
  const origin = c.position;
  for (let i: u32 = 0; i < face.count; i++) {
    const point = pointOf(face, i);
    point.position = R * point.position + origin;
  }
  face.normal = R * face.normal;
}

function pointOf(face: Face, i: u32): FacePoint {
  return changetype<FacePoint>(changetype<usize>(face) + FACE_POINTS + <usize>i * offsetof<FacePoint>());
}

function addPoint(face: Face, x: f64, y: f64, z: f64): void {
  const id = face.count++;
  const point = pointOf(face, id);
  point.position = vec3<f64>(x, y, z);
  point.id = id;
}

function axisOf(c: Convex, i: u32): vec3<f64> {
  const column = changetype<usize>(c) + (<usize>i << 3);
  return vec3<f64>(load<f64>(column), load<f64>(column, 24), load<f64>(column, 48));
}

function sizeOf(c: Convex, i: u32): f64 {
  return load<f64>(changetype<usize>(c) + (<usize>i << 3), offsetof<Convex>('size'));
}

/** A face of a box, in the shared frame. */
function boxFace(c: Convex, dx: f64, dy: f64, dz: f64, face: Face): void {
  const d = vec3<f64>(dx, dy, dz);
  const along = transpose(c.rotation) * d;
  const x = abs(along.x);
  const y = abs(along.y);
  const z = abs(along.z);
  const axis: u32 = z > max(x, y) ? 2 : y > x ? 1 : 0;
  const next: u32 = axis == 2 ? 0 : axis + 1;
  const last: u32 = axis == 0 ? 2 : axis - 1;
  const out = axisOf(c, axis);
  const positive = u32(dot(out, d) >= 0);
  const normal = (positive ? 1.0 : -1.0) * out;
  const middle = c.position + sizeOf(c, axis) * normal;
  const u = sizeOf(c, next) * axisOf(c, next);
  // Around the face counter-clockwise, the second direction turned over on the negative side.
  const v = (positive ? sizeOf(c, last) : -sizeOf(c, last)) * axisOf(c, last);
  const sum = u + v;
  const difference = u - v;
  face.normal = normal;
  face.id = axis * 2 + positive;
  face.count = 4;
  const base = positive << axis;
  const low = (positive ^ 1) << last;
  const high = positive << last;
  pointOf(face, 0).position = middle - sum;
  pointOf(face, 0).id = base | low;
  pointOf(face, 1).position = middle + difference;
  pointOf(face, 1).id = base | (<u32>1 << next) | low;
  pointOf(face, 2).position = middle + sum;
  pointOf(face, 2).id = base | (<u32>1 << next) | high;
  pointOf(face, 3).position = middle - difference;
  pointOf(face, 3).id = base | high;
}

// These find faces in the shape's frame, where face.normal is the direction before and along the normal after.

/** Whether a vertex is a corner of a hull's face. */
function hasCorner(data: usize, index: u32, vertex: u32): bool {
  const hull = changetype<HullBlock>(data);
  const range = data + hull.faces + (<usize>index << 3);
  let at = data + hull.corners + (<usize>load<u32>(range) << 2);
  const end = at + (<usize>load<u32>(range, 4) << 2);
  while (at < end && load<u32>(at) != vertex) at += 4;
  return at < end;
}

/** The face that faces a direction most; `vertex`: of those around it, unless NO_VERTEX. */
function facingFace(data: usize, dx: f64, dy: f64, dz: f64, vertex: u32): u32 {
  const hull = changetype<HullBlock>(data);
  const d = vec3<f64>(dx, dy, dz);
  let best: u32 = 0;
  let most: f64 = -Infinity;
  for (let i: u32 = 0; i < hull.faceCount; i++) {
    const facing = dot(changetype<Point>(data + hull.planes + (<usize>i << 5)).position, d);
    if (facing > most && (vertex == NO_VERTEX || hasCorner(data, i, vertex))) {
      most = facing;
      best = i;
    }
  }
  return best;
}

/** Of the faces around the vertex that is farthest along d: another one that faces d more would leave that out. */
function hullFace(c: Convex, face: Face): void {
  const data = <usize>c.data;
  const hull = changetype<HullBlock>(data);
  const d = face.normal;
  let best = facingFace(data, d.x, d.y, d.z, NO_VERTEX);
  if (dot(changetype<Point>(data + hull.planes + (<usize>best << 5)).position, d) < ALONG) {
    const farthest = hullVertex(data, d.x, d.y, d.z, NO_VERTEX);
    if (!hasCorner(data, best, farthest)) best = facingFace(data, d.x, d.y, d.z, farthest);
  }
  face.id = best;
  face.normal = changetype<Point>(data + hull.planes + (<usize>best << 5)).position;
  const range = data + hull.faces + (<usize>best << 3);
  const corners = data + hull.corners + (<usize>load<u32>(range) << 2);
  face.count = min(load<u32>(range, 4), MOST_FACE_POINTS);
  for (let i: u32 = 0; i < face.count; i++) {
    const point = pointOf(face, i);
    point.id = load<u32>(corners + (<usize>i << 2));
    point.position = positionAt(data + hull.vertices + <usize>point.id * offsetof<Point>());
  }
}

/** Cylinders, cones; capsules, which are cylinders without a cap; spheres, without a side too. */
function roundFace(c: Convex, face: Face): void {
  const d = face.normal;
  const radius: f64 = c.type <= <u32>ShapeType.Capsule ? 0 : c.size.x;
  const height: f64 = c.type == <u32>ShapeType.Sphere ? 0 : c.size.y;
  const cone = c.type == <u32>ShapeType.Cone;
  const across = sqrt(d.x * d.x + d.z * d.z);
  const ux: f64 = across > 0 ? d.x / across : 1;
  const uz: f64 = across > 0 ? d.z / across : 0;
  // The side's normal at the azimuth of d, of any length.
  const sideAcross: f64 = cone ? 2 * height : 1;
  const sideUp: f64 = cone ? radius : 0;
  const up: f64 = d.y > 0 && !cone ? 1 : -1;
  if (radius > 0 && up * d.y * sqrt(sideAcross * sideAcross + sideUp * sideUp) > sideAcross * across + sideUp * d.y) {
    let x = radius * ux;
    let z = radius * uz;
    for (; face.count < RIM_POINTS; ) {
      addPoint(face, x, up * height, z);
      const turned = DIAGONAL * (x + up * z);
      z = DIAGONAL * (z - up * x);
      x = turned;
    }
    face.normal = vec3<f64>(0, up, 0);
    face.id = up > 0 ? 2 : 1;
    return;
  }
  // A capsule's segment has no normal of its own, nor has what is a point.
  if (across > 0 && height > 0) face.normal = vec3<f64>(sideAcross * ux, sideUp, sideAcross * uz);
  let reach = radius;
  for (let y = -height; ; y = height) {
    addPoint(face, reach * ux, y, reach * uz);
    if (!(y < 0)) return;
    if (cone) reach = 0;
  }
}

/** A triangle has two sides. */
function triangleFace(c: Convex, dx: f64, dy: f64, dz: f64, face: Face): void {
  const corners = changetype<usize>(c) + offsetof<Convex>('cornerA');
  triangleNormal(corners, corners + offsetof<Point>(), corners + 2 * offsetof<Point>(), changetype<usize>(face));
  const back = dot(face.normal, vec3<f64>(dx, dy, dz)) < 0;
  if (back) face.normal = -face.normal;
  face.id = u32(back);
  face.count = 3;
  for (let i: u32 = 0; i < 3; i++) {
    const point = pointOf(face, i);
    point.id = back && i ? 3 - i : i;
    point.position = positionAt(corners + <usize>point.id * offsetof<Point>());
  }
}
