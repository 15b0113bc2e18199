// Contacts of shapes that are points or segments with a radius: closed forms. Ericson, "Real-Time Collision Detection" (2005), chapter 5.
import { pointConvex, pointTriangle } from '../query/point-convex.kernel';
import { Closest, ContactPoint, Convex, Manifold, MANIFOLD_POINTS } from '../shape/convex.kernel';
import { halfAxis, nearestOnSegments, SHORTEST, writeAcross } from './segments.kernel';

/** Square of the sine below which capsules lie side by side, about 3 degrees. */
const PARALLEL: f64 = 0.0025;
/** Part of the shorter of two parallel capsules that has to lie beside the other for two points. */
const LEAST_OVERLAP: f64 = 0.02;
/** Point ids: features of single points have low ones. */
const END_OF_A: u32 = 1;
const END_OF_B: u32 = 3;

const NEAREST: usize = memory.data(80, 16);

/** Adds the contact between a point (x, y, z) of A's core and what lies `separation` from its surface along the manifold's normal. */
export function addContact(out: Manifold, x: f64, y: f64, z: f64, radius: f64, separation: f64, id: u32): void {
  const point = changetype<ContactPoint>(changetype<usize>(out) + MANIFOLD_POINTS + <usize>out.count * offsetof<ContactPoint>());
  point.position = vec3<f64>(x, y, z) + (radius + 0.5 * separation) * out.normal;
  point.separation = separation;
  point.id = id;
  out.count++;
}

/**
 * The contact of two points of cores, d apart; where they coincide the normal is across (x, y, z). Plain, so that it exists once: the
 * way d is in out.normal and becomes the normal there.
 */
function contactAlong(out: Manifold, px: f64, py: f64, pz: f64, radiusA: f64, radiusB: f64, x: f64, y: f64, z: f64, margin: f64): void {
  const d = out.normal;
  const distance = length(d);
  out.count = 0;
  const separation = distance - radiusA - radiusB;
  if (!(separation <= margin)) return;
  if (distance > SHORTEST) {
    out.normal = (1 / distance) * d;
  } else {
    writeAcross(x, y, z, changetype<usize>(out));
  }
  addContact(out, px, py, pz, radiusA, separation, 0);
}

export function sphereSphere(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const p = a.position;
  out.normal = b.position - p;
  contactAlong(out, p.x, p.y, p.z, a.radius, b.radius, 0, 0, 0, margin);
}

export function capsuleCapsule(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const u = halfAxis(a);
  const v = halfAxis(b);
  const r = b.position - a.position;
  const [s, t] = nearestOnSegments(r, u, v);
  const p = a.position + s * u;
  const w = cross(u, v);
  const aa = lengthSquared(u);
  const bb = lengthSquared(v);
  const bent = lengthSquared(w);
  out.normal = r + t * v - s * u;
  // Crossing axes are pushed apart across both.
  const crossing = bent > 1e-20 * aa * bb;
  if (crossing && lengthSquared(out.normal) < SHORTEST * SHORTEST) out.normal = (SHORTEST / sqrt(bent)) * 2 * w;
  contactAlong(out, p.x, p.y, p.z, a.radius, b.radius, u.x, u.y, u.z, margin);
  if (out.count == 0 || bent > PARALLEL * aa * bb || aa < SHORTEST || bb < SHORTEST) return;

  // Side by side: the ends of the part of A's axis that lies beside B's.
  const middle = dot(r, u) / aa;
  const half = dot(u, v) / aa;
  const reach = abs(half);
  const low = max(-1, middle - reach);
  const high = min(1, middle + reach);
  if (high - low <= LEAST_OVERLAP * min(1, reach)) return;
  const nearest = out.count;
  const n = out.normal;
  out.count = 0;
  for (let end = 0; end < 2; end++) {
    const sign: f64 = end ? 1 : -1;
    const place: f64 = end ? high : low;
    const inner = place * sign < 1;
    const beside = clamp((place - middle) / half, -1, 1);
    const q = a.position + place * u;
    const separation = dot(b.position + beside * v - q, n) - a.radius - b.radius;
    const id: u32 = inner ? END_OF_B + u32(beside > 0) : END_OF_A + end;
    if (separation <= margin) addContact(out, q.x, q.y, q.z, a.radius, separation, id);
  }
  if (out.count == 0) out.count = nearest;
}

/** A sphere against any convex shape. */
export function sphereConvex(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const p = a.position;
  const surface = changetype<Closest>(NEAREST);
  pointConvex(b, p.x, p.y, p.z, surface);
  contactBelow(a, surface, margin, out, 0);
}

export function sphereCapsule(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

export function sphereBox(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  sphereConvex(a, b, margin, out);
}

/** The id tells where on the triangle: 0 for its face, 1 to 3 for the edges AB, BC, CA, 4 to 6 for the corners. A centre in its plane is in front. */
export function sphereTriangle(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const p = a.position;
  const surface = changetype<Closest>(NEAREST);
  const region = pointTriangle(b, p.x, p.y, p.z, surface);
  contactBelow(a, surface, margin, out, region);
}

/** The contact of a sphere with the point of a surface that is nearest to its centre. */
function contactBelow(a: Convex, surface: Closest, margin: f64, out: Manifold, id: u32): void {
  const p = a.position;
  const separation = surface.distance - a.radius;
  out.count = 0;
  if (!(separation <= margin)) return;
  out.normal = -surface.normal;
  addContact(out, p.x, p.y, p.z, a.radius, separation, id);
}
