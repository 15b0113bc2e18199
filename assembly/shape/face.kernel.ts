// The flat feature of a convex core that faces a direction: what contact manifolds are clipped from.
// Gregorius, "The Separating Axis Test between Convex Polyhedra" (GDC 2013); rims of cylinders and cones become octagons.
import { Convex, Face, FACE_POINTS, FacePoint, Point } from './convex.kernel';
import { HullBlock, ShapeType } from './record';

/** Corners of a rim. */
const RIM_POINTS: u32 = 8;
/** cos 45°. */
const DIAGONAL: f64 = 0.7071067811865476;
/** Points that a face has at most. */
const MOST_FACE_POINTS: u32 = 256;

/** The face, line or point of the core that faces d most, in the shared frame. */
export function supportingFace(c: Convex, dx: f64, dy: f64, dz: f64, out: Face): void {
  const d = vec3<f64>(dx, dy, dz);
  out.count = 0;
  out.id = 0;
  if (c.type == <u32>ShapeType.Triangle) {
    triangleFace(c, dx, dy, dz, out);
    return;
  }
  const u = transpose(c.rotation) * normalizeOr(d, vec3<f64>(0, 1, 0));
  out.normal = u;
  if (c.type == <u32>ShapeType.Box) boxFace(c, out);
  else if (c.type == <u32>ShapeType.Hull) hullFace(c, out);
  else if (c.type == <u32>ShapeType.Sphere) addPoint(out, 0, 0, 0, 0);
  else roundFace(c, out);
  out.normal = c.rotation * out.normal;
  for (let i: u32 = 0; i < out.count; i++) {
    const point = pointOf(out, i);
    point.position = c.rotation * point.position + c.position;
  }
}

function pointOf(face: Face, i: u32): FacePoint {
  return changetype<FacePoint>(changetype<usize>(face) + FACE_POINTS + <usize>i * offsetof<FacePoint>());
}

function addPoint(face: Face, x: f64, y: f64, z: f64, id: u32): void {
  const point = pointOf(face, face.count++);
  point.position = vec3<f64>(x, y, z);
  point.id = id;
}

// These find faces in the shape's frame, where face.normal is the direction before and the normal after.

function boxFace(c: Convex, face: Face): void {
  const x = abs(face.normal.x);
  const y = abs(face.normal.y);
  const z = abs(face.normal.z);
  const axis: u32 = x >= y && x >= z ? 0 : y >= z ? 1 : 2;
  const positive = load<f64>(changetype<usize>(face) + (<usize>axis << 3)) >= 0;
  const sign: f64 = positive ? 1 : -1;
  face.id = axis * 2 + u32(positive);
  face.normal = vec3<f64>(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0);
  const next: u32 = axis == 2 ? 0 : axis + 1;
  const last: u32 = axis == 0 ? 2 : axis - 1;
  for (let i: u32 = 0; i < 4; i++) {
    // Around the face counter-clockwise, the second coordinate turned over on the negative side.
    const first = u32(i == 1 || i == 2);
    const second = u32(i >= 2) ^ u32(!positive);
    const vertex = (u32(positive) << axis) | (first << next) | (second << last);
    const s = c.size;
    addPoint(face, vertex & 1 ? s.x : -s.x, vertex & 2 ? s.y : -s.y, vertex & 4 ? s.z : -s.z, vertex);
  }
}

function hullFace(c: Convex, face: Face): void {
  const data = <usize>c.data;
  const hull = changetype<HullBlock>(data);
  const d = face.normal;
  let best: u32 = 0;
  let most: f64 = -Infinity;
  for (let i: u32 = 0; i < hull.faceCount; i++) {
    const facing = dot(changetype<Point>(data + hull.planes + (<usize>i << 5)).position, d);
    if (facing > most) {
      most = facing;
      best = i;
    }
  }
  face.id = best;
  face.normal = changetype<Point>(data + hull.planes + (<usize>best << 5)).position;
  const range = data + hull.faces + (<usize>best << 3);
  const corners = data + hull.corners + (<usize>load<u32>(range) << 2);
  const count = min(load<u32>(range, 4), MOST_FACE_POINTS);
  for (let i: u32 = 0; i < count; i++) {
    const vertex = load<u32>(corners + (<usize>i << 2));
    const position = changetype<Point>(data + hull.vertices + <usize>vertex * offsetof<Point>()).position;
    addPoint(face, position.x, position.y, position.z, vertex);
  }
}

/** Cylinders, cones, and capsules, which are cylinders without a cap. */
function roundFace(c: Convex, face: Face): void {
  const d = face.normal;
  const radius: f64 = c.type == <u32>ShapeType.Capsule ? 0 : c.size.x;
  const height = c.size.y;
  const cone = c.type == <u32>ShapeType.Cone;
  const across = sqrt(d.x * d.x + d.z * d.z);
  const ux: f64 = across > 0 ? d.x / across : 1;
  const uz: f64 = across > 0 ? d.z / across : 0;
  // The side's normal at the azimuth of d.
  let sideAcross: f64 = 1;
  let sideUp: f64 = 0;
  const slant = sqrt(4 * height * height + radius * radius);
  if (cone && slant > 0) {
    sideAcross = (2 * height) / slant;
    sideUp = radius / slant;
  }
  const up: f64 = d.y > 0 && !cone ? 1 : -1;
  if (radius > 0 && up * d.y > sideAcross * across + sideUp * d.y) {
    let x = radius * ux;
    let z = radius * uz;
    for (let i: u32 = 0; i < RIM_POINTS; i++) {
      addPoint(face, x, up * height, z, i);
      const turned = DIAGONAL * (x + up * z);
      z = DIAGONAL * (z - up * x);
      x = turned;
    }
    face.normal = vec3<f64>(0, up, 0);
    face.id = up > 0 ? 2 : 1;
    return;
  }
  // A capsule's segment has no normal of its own, nor has what is a point.
  if (across > 0) face.normal = vec3<f64>(sideAcross * ux, sideUp, sideAcross * uz);
  addPoint(face, radius * ux, -height, radius * uz, 0);
  if (height > 0) addPoint(face, cone ? 0 : radius * ux, height, cone ? 0 : radius * uz, 1);
}

/** A triangle has two sides. */
function triangleFace(c: Convex, dx: f64, dy: f64, dz: f64, face: Face): void {
  const d = vec3<f64>(dx, dy, dz);
  const n = normalizeOr(cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA), normalizeOr(d, vec3<f64>(0, 1, 0)));
  const back = dot(n, d) < 0;
  face.normal = back ? -n : n;
  face.id = u32(back);
  addPoint(face, c.cornerA.x, c.cornerA.y, c.cornerA.z, 0);
  for (let i: u32 = 1; i < 3; i++) {
    const vertex: u32 = back ? 3 - i : i;
    const corner = changetype<Point>(changetype<usize>(c) + offsetof<Convex>('cornerA') + <usize>vertex * offsetof<Point>()).position;
    addPoint(face, corner.x, corner.y, corner.z, vertex);
  }
}
