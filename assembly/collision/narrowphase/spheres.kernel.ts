// Contacts of shapes that are points or segments with a radius: closed forms. Ericson, "Real-Time Collision Detection" (2005), chapter 5.
import { surfaceNear } from './point-convex.kernel';
import { Closest, contactAt, Convex, Manifold, Point } from '../shape/convex.kernel';
import { halfAxis, nearestOnSegments, SHORTEST, writeAcross } from './segments.kernel';

/** Square of the sine below which capsules lie side by side, about 3 degrees. */
const PARALLEL: f64 = 0.0025;
/** The same below which an end of one may come down on the other while the nearest places are elsewhere, 30 degrees. */
const ALONG: f64 = 0.25;
/** Part of the half of the first of two parallel capsules that has to lie beside the other for two points. */
const LEAST_OVERLAP: f64 = 0.02;
/** Of the half of a capsule: places nearer to each other are one. */
const DISTINCT: f64 = 0.1;
// Point ids: ends of capsules that lie side by side.
const END_OF_A: u32 = 1;
const END_OF_B: u32 = 3;

const NEAREST: usize = scratch<Closest>();
const AXES: usize = scratch<Point>(2);

/**
 * Adds the contact of a point of A's core and one of B's, seen along the manifold's normal, unless they are farther apart than `margin`
 * with their radii.
 */
export function addContact(
  out: Manifold, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, radiusA: f64, radiusB: f64, margin: f64, id: u32,
): void {
  const a = vec3<f64>(ax, ay, az);
  const separation = dot(vec3<f64>(bx, by, bz) - a, out.normal) - radiusA - radiusB;
  if (!(separation <= margin)) return;
  const point = contactAt(out, out.count);
  point.position = a + (radiusA + 0.5 * separation) * out.normal;
  point.separation = separation;
  point.id = id;
  out.count++;
}

/** The same where the points are beside each other: as balls that meet along the normal, if they do. */
function addBeside(
  out: Manifold, ax: f64, ay: f64, az: f64, bx: f64, by: f64, bz: f64, radiusA: f64, radiusB: f64, margin: f64, id: u32,
): void {
  const n = out.normal;
  const way = vec3<f64>(bx - ax, by - ay, bz - az);
  const along = dot(way, n);
  const aside = way - along * n;
  const radii = radiusA + radiusB;
  const cosine = sqrt(max(1 - lengthSquared(aside) / (radii * radii), 0));
  const part = radiusA / radii;
  const x = ax + part * aside.x;
  const y = ay + part * aside.y;
  const z = az + part * aside.z;
  if (cosine > 0) addContact(out, x, y, z, x + along * n.x, y + along * n.y, z + along * n.z, cosine * radiusA, cosine * radiusB, margin, id);
}

/**
 * A sphere against any convex shape. On a triangle the id tells where: 0 for its face, 1 to 3 for the edges AB, BC, CA, 4 to 6 for the
 * corners; a centre in its plane is in front.
 */
export function sphereConvex(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const p = a.position;
  const surface = changetype<Closest>(NEAREST);
  const id = surfaceNear(b, p.x, p.y, p.z, surface);
  const q = surface.pointA;
  out.count = 0;
  out.normal = -surface.normal;
  addContact(out, p.x, p.y, p.z, q.x, q.y, q.z, a.radius, 0, margin, id);
}

export function sphereSphere(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

export function sphereCapsule(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

export function sphereBox(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

export function sphereTriangle(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

export function capsuleCapsule(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const u = halfAxis(a);
  const v = halfAxis(b);
  const r = b.position - a.position;
  const [s, t] = nearestOnSegments(r, u, v);
  const d = r + t * v - s * u;
  const distance = length(d);
  out.count = 0;
  out.normal = d / distance;
  if (distance <= SHORTEST) {
    changetype<Point>(AXES).position = u;
    changetype<Point>(AXES + 24).position = v;
    writeAcross(AXES, AXES + 24, changetype<usize>(out));
  }

  // Side by side: the ends of the part of A's axis that lies beside B's. Else the nearest place, and these ends as well unless they are beside it.
  const aa = lengthSquared(u);
  const sine = lengthSquared(cross(u, v));
  const flat = sine <= PARALLEL * aa * lengthSquared(v);
  const middle = dot(r, u) / aa;
  const half = dot(u, v) / aa;
  const low = max(-1, middle - abs(half));
  const high = min(1, middle + abs(half));
  const overlaps = high - low > LEAST_OVERLAP * min(1, abs(half));
  const two = flat && overlaps;
  if (!two) {
    const p = a.position + s * u;
    const q = b.position + t * v;
    addContact(out, p.x, p.y, p.z, q.x, q.y, q.z, a.radius, b.radius, margin, 0);
    if (!(overlaps && sine <= ALONG * aa * lengthSquared(v))) return;
  }
  for (let end: u32 = 0; end < 2; end++) {
    const place: f64 = end ? high : low;
    if (!two && abs(place - s) < DISTINCT) continue;
    const beside: f64 = clamp((place - middle) / half, -1, 1);
    const p = a.position + place * u;
    const q = b.position + beside * v;
    const id: u32 = abs(place) < 1 ? END_OF_B + u32(beside > 0) : END_OF_A + end;
    if (two) addContact(out, p.x, p.y, p.z, q.x, q.y, q.z, a.radius, b.radius, margin, id);
    else addBeside(out, p.x, p.y, p.z, q.x, q.y, q.z, a.radius, b.radius, margin, id);
  }
}
