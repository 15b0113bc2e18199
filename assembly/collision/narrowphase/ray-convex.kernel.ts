// Rays against convex solids. What has no rounding is an intersection of half-spaces, a cylinder or a cone, each of which cuts the ray to
// an interval: Haines, "Fast Ray-Convex Polyhedron Intersection" (Graphics Gems II, 1991), and the quadrics of Ericson, "Real-Time
// Collision Detection" (2005), section 5.3. Rounded ones take Newton steps on the distance, which is convex along a ray: van den Bergen,
// "Ray Casting against General Convex Objects" (2004).
import { turnIn, turnOut } from './segments.kernel';
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';
import { pointConvex } from './point-convex.kernel';
import { RayHit } from './ray-hit.kernel';

/** One end of the part of a ray that is inside: where, and the face of a hull, the axis of a pair of planes, or what bends. */
class RayEnd {
  distance: f64;
  face: u32;
  reserved: u32;
}

/** A ray. */
class Ray {
  origin: vec3<f64>;
  direction: vec3<f64>;
}

/** As it is given, and in the shape's frame with the origin where it is nearest to the shape's. */
const GIVEN: usize = scratch<Ray>();
const SPAN: usize = scratch<Ray>();
/** The part of it that is inside. */
const ENTER: usize = scratch<RayEnd>();
const EXIT: usize = scratch<RayEnd>();
const SURFACE: usize = scratch<Closest>();
/** Beside the distance of its origin from the shape's, a ray that is nearer to the surface starts on it. */
const TOUCH: f64 = 1e-12;
const MOST_STEPS: i32 = 96;
const BENT: u32 = 3;

/**
 * A ray with a unit direction against a convex solid with its rounding, up to `limit`. Inside it hits at once or, where the solid is hollow,
 * where it leaves. A ray that starts on the surface hits on the way in and misses on the way out. Triangles have two sides.
 */
export function rayConvex(
  c: Convex, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const type = c.type;
  const direction = vec3<f64>(dx, dy, dz);
  const arm = vec3<f64>(ox, oy, oz) - c.position;
  const span = changetype<Ray>(SPAN);
  const enter = changetype<RayEnd>(ENTER);
  const exit = changetype<RayEnd>(EXIT);
  const touch = TOUCH * (length(arm) + c.radius);
  hit.part = 0;
  let near: f64 = 0;
  let far: f64 = 0;
  const steps = type == <u32>ShapeType.Triangle || (type > <u32>ShapeType.Capsule && c.radius > 0);
  if (steps) {
    const given = changetype<Ray>(GIVEN);
    given.origin = vec3<f64>(ox, oy, oz);
    given.direction = direction;
    const start = distanceAlong(c, 0);
    const leaving = dot(changetype<Closest>(SURFACE).normal, direction) > 0;
    if (start > -touch && leaving && !(start <= touch && type == <u32>ShapeType.Triangle)) return false;
    if (start > (hollow ? touch : -touch)) {
      near = march(c, 0, 1, limit);
      far = Infinity;
    } else {
      near = -Infinity;
      // Where it leaves is where its reverse, from beyond, enters.
      let beyond = c.radius;
      for (let i = 0; i < MOST_STEPS && distanceAlong(c, beyond) <= 0; i++) beyond *= 2;
      far = march(c, beyond, -1, Infinity);
    }
  } else {
    const skipped = -dot(arm, direction);
    span.origin = arm + skipped * direction;
    span.direction = direction;
    enter.distance = -Infinity;
    enter.face = 0;
    exit.distance = Infinity;
    exit.face = 0;
    for (let vector: usize = 0; type != <u32>ShapeType.Sphere && vector <= 24; vector += 24) turnIn(c, SPAN + vector);
    if (type <= <u32>ShapeType.Capsule) cutCapsule(type == <u32>ShapeType.Capsule ? c.size.y : 0, c.radius);
    else if (type == <u32>ShapeType.Hull) cutPlanes(<usize>c.data);
    else {
      for (let axis: u32 = 0; axis < 3; axis++) {
        const size = load<f64>(changetype<usize>(c) + (<usize>axis << 3), offsetof<Convex>('sizex'));
        if (type == <u32>ShapeType.Box || axis == 1) cutSlab(axis, size);
      }
      if (type != <u32>ShapeType.Box) cutSide(c.size.x, c.size.y, type == <u32>ShapeType.Cone);
    }
    near = skipped + enter.distance;
    far = skipped + exit.distance;
  }

  if (!(near <= far) || far <= touch) return false;
  const inside = (hollow ? touch : -touch) > near;
  hit.distance = 0;
  hit.normal = -direction;
  if (inside && !hollow) return true;
  hit.distance = inside ? far : max(near, 0);
  // What it never meets is not farther than a limit that is infinite itself.
  if (!(hit.distance <= limit) || hit.distance == Infinity) return false;
  if (steps) {
    hit.normal = changetype<Closest>(SURFACE).normal;
  } else {
    writeNormal(c, inside ? exit : enter, hit);
    if (type != <u32>ShapeType.Sphere) turnOut(c, changetype<usize>(hit) + 8);
  }
  return true;
}

/** The normal in the shape's frame, and the face of a hull. */
function writeNormal(c: Convex, end: RayEnd, hit: RayHit): void {
  const span = changetype<Ray>(SPAN);
  const face = end.face;
  const p = span.origin + end.distance * span.direction;
  if (c.type == <u32>ShapeType.Hull) {
    const data = <usize>c.data;
    hit.part = face;
    hit.normal = changetype<Point>(data + changetype<HullBlock>(data).planes + (<usize>face << 5)).position;
    return;
  }
  // A plane's normal is on the side of the hit; what bends is straight across y, or slopes.
  let n = vec3<f64>(face == 0 ? p.x : 0, face == 1 ? p.y : 0, face == 2 ? p.z : 0);
  if (face == BENT) {
    const height = c.size.y;
    const slope: f64 = c.type == <u32>ShapeType.Cone ? (0.5 * c.size.x) / height : 0;
    let up = slope * slope * (height - p.y);
    if (c.type == <u32>ShapeType.Capsule) up = p.y - clamp(p.y, -height, height);
    if (c.type == <u32>ShapeType.Sphere) up = p.y;
    n = vec3<f64>(p.x, up, p.z);
  }
  hit.normal = normalizeOr(n, vec3<f64>(0, 1, 0));
}

/** A ray is inside from `low` to `high` at most. */
function cut(low: f64, high: f64, face: u32): void {
  const enter = changetype<RayEnd>(ENTER);
  const exit = changetype<RayEnd>(EXIT);
  if (low > enter.distance) {
    enter.distance = low;
    enter.face = face;
  }
  if (high < exit.distance) {
    exit.distance = high;
    exit.face = face;
  }
}

function cutAll(): void {
  changetype<RayEnd>(ENTER).distance = Infinity;
}

/** Between -size and size along one axis. */
function cutSlab(axis: u32, size: f64): void {
  const place = SPAN + (<usize>axis << 3);
  const height = load<f64>(place);
  const rate = load<f64>(place, 24);
  const middle = -height / rate;
  const half = size / abs(rate);
  if (rate == 0) {
    if (abs(height) > size) cutAll();
    return;
  }
  cut(middle - half, middle + half, axis);
}

function cutPlanes(data: usize): void {
  const span = changetype<Ray>(SPAN);
  const hull = changetype<HullBlock>(data);
  for (let i: u32 = 0; i < hull.faceCount; i++) {
    const plane = data + hull.planes + (<usize>i << 5);
    const n = changetype<Point>(plane).position;
    const rate = dot(n, span.direction);
    const height = dot(n, span.origin) - load<f64>(plane, 24);
    const t = -height / rate;
    if (rate != 0) cut(rate < 0 ? t : -Infinity, rate > 0 ? t : Infinity, i);
    else if (height > 0) cutAll();
  }
}

/** The side of a cylinder or cone, without end: x² + z² <= r² where r = middle - slope y is not negative. */
function cutSide(base: f64, height: f64, cone: bool): void {
  const span = changetype<Ray>(SPAN);
  const o = span.origin;
  const d = span.direction;
  const slope: f64 = cone ? base / (2 * height) : 0;
  const r = (cone ? 0.5 * base : base) - slope * o.y;
  const A = d.x * d.x + d.z * d.z - slope * slope * d.y * d.y;
  const B = o.x * d.x + o.z * d.z + slope * d.y * r;
  const C = o.x * o.x + o.z * o.z - r * r;
  const discriminant = B * B - A * C;
  const root = sqrt(max(discriminant, 0));
  const q = -(B + copysign(root, B));
  if (q == 0 || discriminant < 0) {
    if (A > 0 || C > 0) cutAll();
    return;
  }
  // From 0 below, a ray along the cone's side ends like a steeper one.
  const first = q / (A > 0 ? A : min(A, -0.0));
  const second = C / q;
  const low = min(first, second);
  const high = max(first, second);
  // Steeper than the side, it is in both halves of the double cone, and one of them is none.
  const steep = A <= 0;
  cut(steep ? (d.y < 0 ? high : -Infinity) : low, steep ? (d.y < 0 ? Infinity : low) : high, BENT);
}

/** A capsule or sphere. */
function cutCapsule(height: f64, radius: f64): void {
  const span = changetype<Ray>(SPAN);
  const o = span.origin;
  const d = span.direction;
  const A = d.x * d.x + d.z * d.z;
  const B = o.x * d.x + o.z * d.z;
  const C = o.x * o.x + o.z * o.z - radius * radius;
  const discriminant = B * B - A * C;
  const along = A < 1e-30;
  let square = along ? -C : discriminant;
  let low: f64 = 0;
  let high: f64 = 0;
  for (let sign: f64 = -1; sign < 2 && square >= 0; sign += 2) {
    let t: f64 = along ? sign * Infinity : (sign * sqrt(discriminant) - B) / A;
    const y = o.y + t * d.y;
    const center = clamp(y, -height, height);
    if (height == 0 || center != y) {
      // Through a ball at the end.
      const h = o.y - center;
      const b = B + h * d.y;
      square = b * b - (C + h * h);
      t = sign * sqrt(square) - b;
    }
    if (sign < 0) low = t;
    else high = t;
  }
  if (square < 0) cutAll();
  else cut(low, high, BENT);
}

/** The distance from the surface at a place of the given ray. */
function distanceAlong(c: Convex, t: f64): f64 {
  const given = changetype<Ray>(GIVEN);
  const p = given.origin + t * given.direction;
  return pointConvex(c, p.x, p.y, p.z, changetype<Closest>(SURFACE));
}

/** Where the given ray, from outside forward (sign 1) or back (-1), meets the surface; infinite where it does not. */
function march(c: Convex, start: f64, sign: f64, limit: f64): f64 {
  const surface = changetype<Closest>(SURFACE);
  let t = start;
  for (let i = 0; i < MOST_STEPS && t <= limit; i++) {
    const distance = distanceAlong(c, t);
    const scale = length(surface.pointB - c.position) + c.radius;
    const rate = sign * dot(surface.normal, changetype<Ray>(GIVEN).direction);
    if (distance <= 1e-14 * scale) {
      // The one of a triangle's sides that it came from.
      if (rate > 0) surface.normal = -surface.normal;
      return t;
    }
    if (rate >= 0) break;
    const step = distance / -rate;
    t += sign * step;
    if (step <= 1e-13 * scale) return t;
  }
  return Infinity;
}
