// Signed distance of a point to a convex solid, by the regions of its surface: Ericson, "Real-Time Collision Detection" (2005), section 5.1.
import { closestPoints } from '../narrowphase/closest.kernel';
import { halfAxis, nearestOnTriangle, SHORTEST, writeAcross } from '../narrowphase/segments.kernel';
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { HullBlock, ShapeType } from '../shape/record';

const PROBE: usize = memory.data(208, 16);
const AXIS: usize = memory.data(24, 16);
/** Beside the core's size, nearer than this the way to a point has no direction. */
const NEAR: f64 = 1e-13;

/**
 * Signed distance of a point to the solid with its rounding, below 0 inside: pointA becomes the nearest point of the surface, pointB
 * the point itself, normal the outward one from A to B.
 */
export function pointConvex(c: Convex, px: f64, py: f64, pz: f64, out: Closest): f64 {
  const type = c.type;
  if (type == <u32>ShapeType.Triangle) {
    pointTriangle(c, px, py, pz, out);
    return out.distance;
  }
  const p = vec3<f64>(px, py, pz);
  out.pointB = p;
  if (type <= <u32>ShapeType.Capsule) {
    const axis = halfAxis(c);
    const arm = p - c.position;
    const t = clamp(dot(arm, axis) / max(lengthSquared(axis), SHORTEST * SHORTEST), -1, 1);
    const d = arm - t * axis;
    const distance = length(d);
    out.distance = distance;
    if (distance > SHORTEST) out.normal = (1 / distance) * d;
    else writeAcross(axis.x, axis.y, axis.z, changetype<usize>(out));
  } else {
    out.pointA = transpose(c.rotation) * (p - c.position);
    if (type == <u32>ShapeType.Hull) {
      if (!insideHull(c, out)) return outsideHull(c, out);
    } else if (type == <u32>ShapeType.Box) {
      boxSurface(c, out);
    } else {
      roundSurface(c, out);
    }
    out.normal = c.rotation * out.normal;
  }
  return roundOff(c, out);
}

/** A triangle has no inside: in its plane a point is in front. Returns the region of nearestOnTriangle. */
export function pointTriangle(c: Convex, px: f64, py: f64, pz: f64, out: Closest): u32 {
  const p = vec3<f64>(px, py, pz);
  const region = nearestOnTriangle(c, px, py, pz, AXIS);
  const d = p - changetype<Point>(AXIS).position;
  const n = cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA);
  const size = length(n);
  const distance = length(d);
  out.pointB = p;
  if (size > SHORTEST && (region == 0 || distance <= NEAR * sqrt(size))) {
    const height = dot(p - c.cornerA, n) / size;
    out.normal = (height < 0 ? -1 / size : 1 / size) * n;
    out.distance = region == 0 ? abs(height) : distance;
  } else {
    out.normal = distance > SHORTEST ? (1 / distance) * d : vec3<f64>(0, 1, 0);
    out.distance = distance;
  }
  roundOff(c, out);
  return region;
}

/** From the core's distance and normal to the solid's distance and surface. */
function roundOff(c: Convex, out: Closest): f64 {
  const distance = out.distance - c.radius;
  out.distance = distance;
  out.pointA = out.pointB - distance * out.normal;
  return distance;
}

// These take the point in the shape's frame from out.pointA and write the core's normal there, and its distance.

function boxSurface(c: Convex, out: Closest): void {
  const p = out.pointA;
  const beyond = abs(p) - c.size;
  const outside = max(beyond, vec3<f64>(0, 0, 0));
  const distance = length(outside);
  if (distance > NEAR * (c.size.x + c.size.y + c.size.z)) {
    out.distance = distance;
    out.normal = (1 / distance) * copysign(outside, p);
    return;
  }
  const x = beyond.x >= beyond.y && beyond.x >= beyond.z;
  const y = !x && beyond.y >= beyond.z;
  out.distance = x ? beyond.x : y ? beyond.y : beyond.z;
  out.normal = vec3<f64>(x ? copysign<f64>(1, p.x) : 0, y ? copysign<f64>(1, p.y) : 0, x || y ? 0 : copysign<f64>(1, p.z));
}

/** Cylinders and cones: the trapezoid or triangle that turns about y. */
function roundSurface(c: Convex, out: Closest): void {
  const p = out.pointA;
  const across = sqrt(p.x * p.x + p.z * p.z);
  const base = c.size.x;
  const height = c.size.y;
  const top: f64 = c.type == <u32>ShapeType.Cone ? 0 : base;
  const slant = sqrt((base - top) * (base - top) + 4 * height * height);
  let nearest: f64 = Infinity;
  let highest: f64 = -Infinity;
  let wayAcross: f64 = 0;
  let wayUp: f64 = 0;
  let faceAcross: f64 = 0;
  let faceUp: f64 = 0;
  // Bottom, top and side, each from a start along a unit direction; the outward normal is to the right of it.
  for (let i = 0; i < 3; i++) {
    const startAcross: f64 = i == 2 ? base : 0;
    const startUp: f64 = i == 1 ? height : -height;
    const alongAcross: f64 = i < 2 ? 1 : slant > 0 ? (top - base) / slant : 0;
    const alongUp: f64 = i < 2 ? 0 : slant > 0 ? (2 * height) / slant : 1;
    const longest: f64 = i == 0 ? base : i == 1 ? top : slant;
    const normalAcross = alongUp;
    const normalUp: f64 = i == 1 ? 1 : -alongAcross;
    const x = across - startAcross;
    const y = p.y - startUp;
    const level = x * normalAcross + y * normalUp;
    if (level > highest) {
      highest = level;
      faceAcross = normalAcross;
      faceUp = normalUp;
    }
    const t = clamp(x * alongAcross + y * alongUp, 0, longest);
    const dx = x - t * alongAcross;
    const dy = y - t * alongUp;
    const distance = dx * dx + dy * dy;
    if (distance < nearest) {
      nearest = distance;
      wayAcross = dx;
      wayUp = dy;
    }
  }
  const distance = sqrt(nearest);
  let outAcross = faceAcross;
  let outUp = faceUp;
  out.distance = highest;
  if (highest > 0 && distance > NEAR * (base + height)) {
    outAcross = wayAcross / distance;
    outUp = wayUp / distance;
    out.distance = distance;
  }
  const x: f64 = across > SHORTEST ? p.x / across : 1;
  const z: f64 = across > SHORTEST ? p.z / across : 0;
  out.normal = vec3<f64>(outAcross * x, outUp, outAcross * z);
}

/** Whether the point is inside; then the face that is nearest. */
function insideHull(c: Convex, out: Closest): bool {
  const p = out.pointA;
  const hull = changetype<HullBlock>(<usize>c.data);
  let plane = <usize>c.data + hull.planes;
  let highest: f64 = -Infinity;
  for (let end = plane + (<usize>hull.faceCount << 5); plane < end; plane += 32) {
    const n = changetype<Point>(plane).position;
    const level = dot(n, p) - load<f64>(plane, 24);
    if (level > highest) {
      highest = level;
      out.normal = n;
    }
  }
  out.distance = highest;
  return highest <= NEAR * c.radius;
}

/** The point is out.pointB, in the shared frame. */
function outsideHull(c: Convex, out: Closest): f64 {
  const probe = changetype<Convex>(PROBE);
  probe.type = ShapeType.Sphere;
  probe.rotation = mat3<f64>(1, 0, 0, 0, 1, 0, 0, 0, 1);
  probe.position = out.pointB;
  // The nearest face is a good start.
  changetype<Point>(AXIS).position = c.rotation * out.normal;
  closestPoints(c, probe, Infinity, AXIS, out);
  out.pointB = probe.position;
  return roundOff(c, out);
}
