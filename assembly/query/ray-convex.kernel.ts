// Rays against convex solids. What has no rounding is an intersection of half-spaces, a cylinder or a cone, each of which cuts the ray to
// an interval: Haines, "Fast Ray-Convex Polyhedron Intersection" (Graphics Gems II, 1991), and the quadrics of Ericson, "Real-Time
// Collision Detection" (2005), section 5.3. Rounded ones take Newton steps on the distance, which is convex along a ray: van den Bergen,
// "Ray Casting against General Convex Objects" (2004).
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';
import { pointConvex } from './point-convex.kernel';
import { RayHit } from './ray-hit.kernel';

/** One end of the part of a ray that is inside. */
class RayEnd {
  distance: f64;
  normal: vec3<f64>;
  part: u32;
  reserved: u32;
}

/** A ray in a shape's frame, its origin where it is nearest to the shape's, and the part of it that is inside. */
class RaySpan {
  origin: vec3<f64>;
  direction: vec3<f64>;
}

const SPAN: usize = memory.data(48 + 2 * 40, 16);
const ENDS: usize = SPAN + offsetof<RaySpan>();
const SURFACE: usize = memory.data(80, 16);
/** Beside the distance of its origin from the shape's, a ray that is nearer to the surface starts on it. */
const TOUCH: f64 = 1e-12;
const MOST_STEPS: i32 = 96;
const NO_PART: u32 = 0xffffffff;

/**
 * A ray with a unit direction against a convex solid with its rounding, up to `limit`. Inside it hits at once or, where the solid is hollow, where it
 * leaves. A ray that starts on the surface hits on the way in and misses on the way out. Triangles have two sides.
 */
export function rayConvex(
  c: Convex, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const type = c.type;
  if (type > <u32>ShapeType.Capsule && c.radius > 0) return rayRounded(c, ox, oy, oz, dx, dy, dz, limit, hollow, hit);
  if (type == <u32>ShapeType.Triangle) return rayTriangle(c, ox, oy, oz, dx, dy, dz, limit, hit);
  const direction = vec3<f64>(dx, dy, dz);
  const span = changetype<RaySpan>(SPAN);
  const arm = vec3<f64>(ox, oy, oz) - c.position;
  const skipped = -dot(arm, direction);
  const origin = arm + skipped * direction;
  const enter = changetype<RayEnd>(ENDS);
  const exit = changetype<RayEnd>(ENDS + offsetof<RayEnd>());
  enter.distance = -Infinity;
  exit.distance = Infinity;
  enter.part = NO_PART;
  exit.part = NO_PART;
  const turned = type != <u32>ShapeType.Sphere;
  if (turned) {
    span.origin = transpose(c.rotation) * origin;
    span.direction = transpose(c.rotation) * direction;
  } else {
    span.origin = origin;
    span.direction = direction;
  }
  if (type <= <u32>ShapeType.Capsule) {
    if (!cutCapsule(type == <u32>ShapeType.Capsule ? c.size.y : 0, c.radius)) return false;
  } else if (type == <u32>ShapeType.Hull) {
    cutPlanes(<usize>c.data);
  } else {
    for (let axis = 0; axis < 3; axis++) {
      if (type == <u32>ShapeType.Box || axis == 1) {
        const size = load<f64>(changetype<usize>(c) + offsetof<Convex>('sizex') + (<usize>axis << 3));
        for (let sign: f64 = -1; sign < 2; sign += 2) cutPlane(axis == 0 ? sign : 0, axis == 1 ? sign : 0, axis == 2 ? sign : 0, size, NO_PART);
      }
    }
    if (type != <u32>ShapeType.Box) cutSide(c.size.x, c.size.y, type == <u32>ShapeType.Cone);
  }

  const near = skipped + enter.distance;
  const far = skipped + exit.distance;
  const touch = TOUCH * (length(arm) + c.radius);
  if (!(near <= far) || far <= touch) return false;
  const inside = (hollow ? touch : -touch) > near;
  if (inside && !hollow) {
    hit.distance = 0;
    hit.normal = -direction;
    return true;
  }
  const end = inside ? exit : enter;
  hit.distance = inside ? far : max(near, 0);
  const n = end.normal;
  if (turned) hit.normal = c.rotation * n;
  else hit.normal = n;
  if (end.part != NO_PART) hit.part = end.part;
  return hit.distance <= limit;
}

/** A ray does not enter before `distance` or, with sign 1, does not leave after it. */
function bound(sign: f64, distance: f64, nx: f64, ny: f64, nz: f64, part: u32): void {
  const end = changetype<RayEnd>(sign < 0 ? ENDS : ENDS + offsetof<RayEnd>());
  if (!(sign * distance < sign * end.distance)) return;
  end.distance = distance;
  end.normal = vec3<f64>(nx, ny, nz);
  end.part = part;
}

function cutAll(): void {
  changetype<RayEnd>(ENDS).distance = Infinity;
}

function cutPlane(nx: f64, ny: f64, nz: f64, offset: f64, part: u32): void {
  const span = changetype<RaySpan>(SPAN);
  const n = vec3<f64>(nx, ny, nz);
  const rate = dot(n, span.direction);
  const height = dot(n, span.origin) - offset;
  if (rate != 0) bound(rate, -height / rate, nx, ny, nz, part);
  else if (height > 0) cutAll();
}

function cutPlanes(data: usize): void {
  const hull = changetype<HullBlock>(data);
  for (let i: u32 = 0; i < hull.faceCount; i++) {
    const plane = data + hull.planes + (<usize>i << 5);
    const n = changetype<Point>(plane).position;
    cutPlane(n.x, n.y, n.z, load<f64>(plane, 24), i);
  }
}

/** The side of a cylinder or cone, without end: x² + z² <= r² where r = middle - slope y is not negative. */
function cutSide(base: f64, height: f64, cone: bool): void {
  const span = changetype<RaySpan>(SPAN);
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
  for (let sign: f64 = -1; sign < 2; sign += 2) {
    // Steeper than the side, it is in both halves of the double cone, and one of them is none.
    if (A <= 0 && sign * d.y < 0) continue;
    const t: f64 = sign < 0 == A > 0 ? low : high;
    const x = o.x + t * d.x;
    const z = o.z + t * d.z;
    const up = slope * (r - slope * t * d.y);
    const size = sqrt(x * x + z * z + up * up);
    const inverse: f64 = size > 0 ? 1 / size : 0;
    bound(sign, t, inverse * x, size > 0 ? inverse * up : 1, inverse * z, NO_PART);
  }
}

/** Both ends of a capsule or sphere; false where the ray misses it. */
function cutCapsule(height: f64, radius: f64): bool {
  const span = changetype<RaySpan>(SPAN);
  const o = span.origin;
  const d = span.direction;
  const A = d.x * d.x + d.z * d.z;
  const B = o.x * d.x + o.z * d.z;
  const C = o.x * o.x + o.z * o.z - radius * radius;
  const discriminant = B * B - A * C;
  const along = A < 1e-30;
  if (along ? C > 0 : discriminant < 0) return false;
  for (let sign: f64 = -1; sign < 2; sign += 2) {
    let t: f64 = along ? sign * Infinity : (sign * sqrt(discriminant) - B) / A;
    const y = o.y + t * d.y;
    let center = clamp(y, -height, height);
    if (height == 0 || center != y) {
      // Through a ball at the end.
      const h = o.y - center;
      const b = B + h * d.y;
      const square = b * b - (C + h * h);
      if (square < 0) return false;
      t = sign * sqrt(square) - b;
    }
    const n = (1 / radius) * (o + t * d - vec3<f64>(0, center, 0));
    bound(sign, t, n.x, n.y, n.z, NO_PART);
  }
  return true;
}

/**
 * From both sides. Each edge counts for both of its triangles: its sign here is the exact opposite there. Moeller and Trumbore (1997);
 * Woop et al., "Watertight Ray/Triangle Intersection" (2013).
 */
function rayTriangle(c: Convex, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hit: RayHit): bool {
  const o = vec3<f64>(ox, oy, oz);
  const d = vec3<f64>(dx, dy, dz);
  const a = c.cornerA - o;
  const b = c.cornerB - o;
  const e = c.cornerC - o;
  const u = dot(d, cross(e, b));
  const v = dot(d, cross(a, e));
  const w = dot(d, cross(b, a));
  if (min(u, min(v, w)) < 0 && max(u, max(v, w)) > 0) return false;
  const n = cross(b - a, e - a);
  const rate = dot(n, d);
  const distance = dot(n, a) / rate;
  if (!(distance >= 0 && distance <= limit)) return false;
  const size = length(n);
  hit.distance = distance;
  hit.normal = (rate > 0 ? -1 / size : 1 / size) * n;
  return true;
}

function rayRounded(
  c: Convex, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64, hollow: bool, hit: RayHit,
): bool {
  const surface = changetype<Closest>(SURFACE);
  const o = vec3<f64>(ox, oy, oz);
  const d = vec3<f64>(dx, dy, dz);
  const touch = TOUCH * (length(o - c.position) + c.radius);
  const start = pointConvex(c, ox, oy, oz, surface);
  const leaving = dot(surface.normal, d) >= 0;
  if (start > (hollow && !leaving ? touch : -touch)) {
    if (leaving) return false;
    hit.distance = march(c, ox, oy, oz, dx, dy, dz, limit);
    hit.normal = surface.normal;
    return hit.distance <= limit;
  }
  hit.distance = 0;
  hit.normal = -d;
  if (!hollow) return true;
  // Where it leaves is where its reverse, from beyond, enters.
  let beyond = c.radius;
  for (let i = 0; i < MOST_STEPS; i++) {
    const p = o + beyond * d;
    if (pointConvex(c, p.x, p.y, p.z, surface) > 0) break;
    beyond *= 2;
  }
  const p = o + beyond * d;
  hit.distance = beyond - march(c, p.x, p.y, p.z, -dx, -dy, -dz, Infinity);
  hit.normal = surface.normal;
  return hit.distance <= limit && hit.distance > touch;
}

/** How far a ray from outside goes to the surface; infinite where it misses. Leaves the normal in SURFACE. */
function march(c: Convex, ox: f64, oy: f64, oz: f64, dx: f64, dy: f64, dz: f64, limit: f64): f64 {
  const surface = changetype<Closest>(SURFACE);
  const o = vec3<f64>(ox, oy, oz);
  const d = vec3<f64>(dx, dy, dz);
  let t: f64 = 0;
  let distance: f64 = 0;
  let scale: f64 = 0;
  for (let i = 0; i < MOST_STEPS && t <= limit; i++) {
    const p = o + t * d;
    distance = pointConvex(c, p.x, p.y, p.z, surface);
    scale = length(p - c.position) + c.radius;
    const rate = dot(surface.normal, d);
    if (distance <= 1e-14 * scale) return t;
    if (rate >= 0) return Infinity;
    const step = distance / -rate;
    t += step;
    if (step <= 1e-13 * scale) return t;
  }
  return distance <= 1e-8 * scale ? t : Infinity;
}
