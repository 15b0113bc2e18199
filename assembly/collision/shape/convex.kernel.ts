// Convex shapes in a shared frame, and the support function that collision detection sees of them:
// van den Bergen, "Collision Detection in Interactive 3D Environments" (2003), chapter 4; hulls by hill climbing along their edges.
import { rotationMatrix } from '../../math/quat.kernel';
import { HullBlock, ShapeRecord, ShapeType } from './record';

/**
 * A convex shape at a place, in a frame that it shares with another: a core, and `radius` around it. All collision is computed in
 * double precision in both builds, in a frame whose origin is near.
 */
export class Convex {
  /** From the shape's frame to the shared one. */
  rotation: mat3<f64>;
  position: vec3<f64>;
  /** See ShapeRecord.sizeX. */
  size: vec3<f64>;
  radius: f64;
  /** A triangle's corners, counter-clockwise from its front, in the shared frame: its rotation and position are not read. */
  cornerA: vec3<f64>;
  cornerB: vec3<f64>;
  cornerC: vec3<f64>;
  type: u32;
  /** Address of a hull's block. */
  data: u32;
}

/** A polygon, a segment or a point of a convex core, in the shared frame; counter-clockwise from outside. */
export class Face {
  normal: vec3<f64>;
  count: u32;
  /** Tells faces of one shape apart. */
  id: u32;
}

/** Bytes of a Face before its points, and of each of those: position, and a vertex number that stays the same while the shape moves. */
export const FACE_POINTS: usize = offsetof<Face>();
export class FacePoint {
  position: vec3<f64>;
  id: u32;
  reserved: u32;
}

/** Where two convex cores are nearest, or deepest in each other. */
export class Closest {
  /** Unit vector from the first to the second: moving the second along it takes them apart. */
  normal: vec3<f64>;
  /** On the first core and on the second. */
  pointA: vec3<f64>;
  pointB: vec3<f64>;
  /** (pointB - pointA)·normal: negative where the cores overlap. */
  distance: f64;
}

/** A point of a manifold. */
export class ContactPoint {
  /** Midway between the two surfaces, in the shared frame. */
  position: vec3<f64>;
  /** Of the surfaces, with their radii, along the normal; negative where they overlap. */
  separation: f64;
  /** The features that meet here; the same for the same features from step to step. */
  id: u32;
  reserved: u32;
}

/** Contact points with one normal, from the first shape to the second; the points (ContactPoint) follow. */
export class Manifold {
  normal: vec3<f64>;
  count: u32;
  /** Bits 1 and 2: the normal is that of a face of the first body, or of the second; 4: of a ball. Only told of compounds. */
  onFace: u32;
  /** Numbers of the children of compounds plus one, as in ManifoldRecord. */
  children: u32;
  /** Of the patch where the shapes meet, before points are left out: see ManifoldRecord. */
  corners: u32;
}

export const MANIFOLD_POINTS: usize = offsetof<Manifold>();
/** A point of a manifold. */
export function contactAt(manifold: Manifold, index: u32): ContactPoint {
  return changetype<ContactPoint>(changetype<usize>(manifold) + MANIFOLD_POINTS + <usize>index * offsetof<ContactPoint>());
}

/** Points that a manifold has at most, once it is reduced. */
export const MOST_POINTS: u32 = 4;

/** A shape at a pose of its body in the shared frame. */
export function placeConvex(c: Convex, shape: ShapeRecord, px: f64, py: f64, pz: f64, qx: f64, qy: f64, qz: f64, qw: f64): void {
  const R = rotationMatrix(quat<f64>(qx, qy, qz, qw));
  const cone = shape.type == <u32>ShapeType.Cone;
  const lift: f64 = cone ? shape.sizeZ : 0;
  c.rotation = R;
  c.position = vec3<f64>(px + lift * R.m01, py + lift * R.m11, pz + lift * R.m21);
  c.size = vec3<f64>(shape.sizeX, shape.sizeY, cone ? 0 : shape.sizeZ);
  c.radius = shape.radius;
  c.type = shape.type;
  c.data = shape.data;
}

/** Three numbers in memory. */
export class Point {
  position: vec3<f64>;
}

export function positionAt(point: usize): vec3<f64> {
  return changetype<Point>(point).position;
}

/** Where a search for a vertex starts when none is near. */
export const NO_VERTEX: u32 = 0xffffffff;
/** Hulls with more vertices are climbed, smaller ones scanned. */
const MOST_SCANNED: u32 = 24;
/** Vertices, spread over the list, among which a climb without a start begins. */
const SAMPLES: u32 = 8;

/** Writes the core's farthest point along d; returns its vertex number. */
export function supportPoint(c: Convex, dx: f64, dy: f64, dz: f64, out: usize): u32 {
  return supportPointNear(c, dx, dy, dz, NO_VERTEX, out);
}

/** supportPoint for a hull of which `near` is a vertex that is probably close to the farthest. */
export function supportPointNear(c: Convex, dx: f64, dy: f64, dz: f64, near: u32, out: usize): u32 {
  const type = c.type;
  const d = vec3<f64>(dx, dy, dz);
  if (type == <u32>ShapeType.Triangle) {
    const a = dot(c.cornerA, d);
    const b = dot(c.cornerB, d);
    const e = dot(c.cornerC, d);
    const vertex: u32 = b > a ? (e > b ? 2 : 1) : e > a ? 2 : 0;
    changetype<Point>(out).position = positionAt(changetype<usize>(c) + offsetof<Convex>('cornerA') + <usize>vertex * offsetof<Point>());
    return vertex;
  }
  if (type == <u32>ShapeType.Sphere) {
    changetype<Point>(out).position = c.position;
    return 0;
  }
  const u = transpose(c.rotation) * d;
  let x: f64 = 0;
  let y: f64 = copysign(c.size.y, u.y);
  let z: f64 = 0;
  let vertex: u32 = 0;
  if (type == <u32>ShapeType.Box) {
    x = copysign(c.size.x, u.x);
    z = copysign(c.size.z, u.z);
    vertex = 7 ^ <u32>((reinterpret<u64>(u.x) >>> 63) | ((reinterpret<u64>(u.y) >>> 63) << 1) | ((reinterpret<u64>(u.z) >>> 63) << 2));
  } else if (type == <u32>ShapeType.Hull) {
    vertex = hullVertex(c.data, u.x, u.y, u.z, near);
    const corner = changetype<Point>(<usize>c.data + changetype<HullBlock>(<usize>c.data).vertices + <usize>vertex * offsetof<Point>());
    x = corner.position.x;
    y = corner.position.y;
    z = corner.position.z;
  } else if (type != <u32>ShapeType.Capsule) {
    const across = sqrt(u.x * u.x + u.z * u.z);
    const cone = type == <u32>ShapeType.Cone;
    if (cone) y = 2 * c.size.y * u.y > c.size.x * across ? c.size.y : -c.size.y;
    if (across > 0 && !(cone && y > 0)) {
      const scale = c.size.x / across;
      x = scale * u.x;
      z = scale * u.z;
    }
  }
  changetype<Point>(out).position = c.rotation * vec3<f64>(x, y, z) + c.position;
  return vertex;
}

/**
 * The vertex of a hull that is farthest along (x, y, z). None of its neighbours is farther where no vertex is: a hull is convex,
 * so plateaus and ties need no care.
 */
export function hullVertex(data: usize, x: f64, y: f64, z: f64, near: u32): u32 {
  const hull = changetype<HullBlock>(data);
  const vertices = data + hull.vertices;
  const count = hull.vertexCount;
  const climbs = count > MOST_SCANNED;
  const known = climbs && near < count;
  const stride: u32 = climbs ? count / SAMPLES : 1;
  const end = known ? near + 1 : count;
  let best: u32 = 0;
  let most: f64 = -Infinity;
  for (let i: u32 = known ? near : 0; i < end; i += stride) {
    const distance = along(vertices, i, x, y, z);
    if (distance > most) {
      most = distance;
      best = i;
    }
  }
  // Each step goes farther, so that none is repeated and they end.
  for (let last = NO_VERTEX; climbs && last != best; ) {
    last = best;
    const starts = data + hull.neighbourStarts + <usize>best * 4;
    const stop = data + hull.neighbours + <usize>load<u32>(starts, 4) * 4;
    for (let place = data + hull.neighbours + <usize>load<u32>(starts) * 4; place < stop; place += 4) {
      const i = load<u32>(place);
      const distance = along(vertices, i, x, y, z);
      if (distance > most) {
        most = distance;
        best = i;
      }
    }
  }
  return best;
}

function along(vertices: usize, vertex: u32, x: f64, y: f64, z: f64): f64 {
  return dot(changetype<Point>(vertices + <usize>vertex * offsetof<Point>()).position, vec3<f64>(x, y, z));
}

/**
 * Writes the normal of a triangle, as long as twice its area; returns the square of the product of the sides it is made of. Those are
 * the shorter two: the error of the product of long sides would turn the normal of a needle.
 */
export function triangleNormal(p: usize, q: usize, r: usize, out: usize): f64 {
  const a = positionAt(p);
  const b = positionAt(q);
  const c = positionAt(r);
  const x = b - a;
  const y = c - b;
  const z = a - c;
  const xx = lengthSquared(x);
  const yy = lengthSquared(y);
  const zz = lengthSquared(z);
  const longX = xx > yy && xx > zz;
  const longY = !longX && yy > zz;
  const e = longX ? y : longY ? z : x;
  const f = longX ? z : longY ? x : y;
  changetype<Point>(out).position = cross(e, f);
  return (longX ? zz : xx) * (longX || !longY ? yy : zz);
}
