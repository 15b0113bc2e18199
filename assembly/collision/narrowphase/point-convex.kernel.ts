// Signed distance of a point to a convex solid, by the regions of its surface: Ericson, "Real-Time Collision Detection" (2005), section 5.1.
import { closestPoints } from './closest.kernel';
import { SHORTEST, turnIn, turnOut } from './segments.kernel';
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';

const PROBE: usize = scratch<Convex>();
const AXIS: usize = scratch<Point>();
/** Beside the core's size, nearer than this the way to a point has no direction. */
const NEAR: f64 = 1e-13;

/**
 * Signed distance of a point to the solid with its rounding, below 0 inside: pointA becomes the nearest point of the surface, pointB
 * the point itself, normal the outward one from A to B.
 */
export function pointConvex(c: Convex, px: f64, py: f64, pz: f64, out: Closest): f64 {
  surfaceNear(c, px, py, pz, out);
  return out.distance;
}

/** The same; returns where on a triangle the point is: see pointTriangle. */
export function surfaceNear(c: Convex, px: f64, py: f64, pz: f64, out: Closest): u32 {
  const p = vec3<f64>(px, py, pz);
  const type = c.type;
  let region: u32 = 0;
  out.pointB = p;
  if (type == <u32>ShapeType.Triangle) {
    region = pointTriangle(c, out);
  } else {
    out.pointA = p - c.position;
    const round = type != <u32>ShapeType.Sphere;
    if (round) turnIn(c, changetype<usize>(out) + offsetof<Closest>('pointA'));
    if (type <= <u32>ShapeType.Box) boxSurface(c, out);
    else if (type == <u32>ShapeType.Hull) hullSurface(c, out);
    else roundSurface(c, out);
    if (round) turnOut(c, changetype<usize>(out));
    if (type == <u32>ShapeType.Hull && out.distance > NEAR * c.radius) {
      const probe = changetype<Convex>(PROBE);
      probe.type = ShapeType.Sphere;
      probe.position = p;
      // The nearest face is a good start.
      changetype<Point>(AXIS).position = out.normal;
      closestPoints(c, probe, Infinity, AXIS, out);
      out.pointB = p;
    }
  }
  const distance = out.distance - c.radius;
  out.distance = distance;
  out.pointA = p - distance * out.normal;
  return region;
}

/**
 * From the nearest of the edges on whose outer side the point is, if there is one. Returns 0 for the face, 1 to 3 for the edges AB, BC,
 * CA, 4 to 6 for the corners. A triangle has no inside: in its plane a point is in front.
 */
function pointTriangle(c: Convex, out: Closest): u32 {
  const p = out.pointB;
  const corners = changetype<usize>(c) + offsetof<Convex>('cornerA');
  const n = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
  const size = length(n);
  const height = dot(p - c.cornerA, n) / size;
  let nearest: f64 = Infinity;
  let region: u32 = 0;
  let from: u32 = 2;
  for (let to: u32 = 0; to < 3; to++) {
    const start = changetype<Point>(corners + <usize>from * offsetof<Point>()).position;
    const edge = changetype<Point>(corners + <usize>to * offsetof<Point>()).position - start;
    const arm = p - start;
    if (dot(cross(edge, arm), n) <= 0) {
      const t = clamp(dot(arm, edge) / max(lengthSquared(edge), SHORTEST * SHORTEST), 0, 1);
      const d = arm - t * edge;
      const distance = length(d);
      if (distance < nearest) {
        nearest = distance;
        out.normal = d / distance;
        region = t <= 0 ? 4 + from : t >= 1 ? 4 + to : 1 + from;
      }
    }
    from = to;
  }
  out.distance = region ? nearest : abs(height);
  if (region == 0 || nearest <= max(NEAR * sqrt(size), SHORTEST)) {
    if (size > SHORTEST) out.normal = (height < 0 ? -1 / size : 1 / size) * n;
    else out.normal = vec3<f64>(0, 1, 0);
  }
  return region;
}

// These take the point in the shape's frame from out.pointA and write the core's normal there, and its distance.

/** Spheres and capsules are boxes without width. */
function boxSurface(c: Convex, out: Closest): void {
  const p = out.pointA;
  const box = c.type == <u32>ShapeType.Box;
  const beyondX = abs(p.x) - (box ? c.size.x : 0);
  const beyondY = abs(p.y) - (c.type != <u32>ShapeType.Sphere ? c.size.y : 0);
  const beyondZ = abs(p.z) - (box ? c.size.z : 0);
  let n = vec3<f64>(max(beyondX, 0), max(beyondY, 0), max(beyondZ, 0));
  let distance = length(n);
  if (distance > max(NEAR * (abs(p.x) + abs(p.y) + abs(p.z)), SHORTEST)) {
    n *= 1 / distance;
  } else {
    distance = max(beyondX, max(beyondY, beyondZ));
    const y = beyondY == distance;
    const x = !y && beyondX == distance;
    n = vec3<f64>(f64(x), f64(y), f64(!x && !y));
  }
  out.distance = distance;
  out.normal = copysign(n, p);
}

/** Cylinders and cones: the trapezoid or triangle that turns about y. */
function roundSurface(c: Convex, out: Closest): void {
  const p = out.pointA;
  const across = sqrt(p.x * p.x + p.z * p.z);
  const base = c.size.x;
  const height = c.size.y;
  const top: f64 = c.type == <u32>ShapeType.Cone ? 0 : base;
  const slant = max(sqrt((base - top) * (base - top) + 4 * height * height), SHORTEST);
  let nearest: f64 = Infinity;
  let highest: f64 = -Infinity;
  let wayAcross: f64 = 0;
  let wayUp: f64 = 0;
  let faceAcross: f64 = 0;
  let faceUp: f64 = 0;
  // Bottom, top and side, each from a start along a unit direction.
  for (let i = 0; i < 3; i++) {
    const side = i == 2;
    const alongAcross: f64 = side ? (top - base) / slant : 1;
    const alongUp: f64 = side ? (slant > SHORTEST ? (2 * height) / slant : 1) : 0;
    const normalUp: f64 = i == 1 ? 1 : -alongAcross;
    const x: f64 = side ? across - base : across;
    const y: f64 = i == 1 ? p.y - height : p.y + height;
    const level = x * alongUp + y * normalUp;
    if (level > highest) {
      highest = level;
      faceAcross = alongUp;
      faceUp = normalUp;
    }
    const t = clamp(x * alongAcross + y * alongUp, 0, side ? slant : i ? top : base);
    const dx = x - t * alongAcross;
    const dy = y - t * alongUp;
    const distance = sqrt(dx * dx + dy * dy);
    if (distance < nearest) {
      nearest = distance;
      wayAcross = dx;
      wayUp = dy;
    }
  }
  out.distance = highest;
  if (highest > 0 && nearest > NEAR * slant) {
    faceAcross = wayAcross / nearest;
    faceUp = wayUp / nearest;
    out.distance = nearest;
  }
  const outward = across > SHORTEST;
  out.normal = vec3<f64>(faceAcross * (outward ? p.x / across : 1), faceUp, faceAcross * (outward ? p.z / across : 0));
}

/** The face that is nearest from inside, or highest below the point. */
function hullSurface(c: Convex, out: Closest): void {
  const p = out.pointA;
  const hull = changetype<HullBlock>(<usize>c.data);
  let plane = <usize>c.data + hull.planes;
  out.distance = -Infinity;
  for (let end = plane + (<usize>hull.faceCount << 5); plane < end; plane += 32) {
    const n = changetype<Point>(plane).position;
    const level = dot(n, p) - load<f64>(plane, 24);
    if (level > out.distance) {
      out.distance = level;
      out.normal = n;
    }
  }
}
