/**
 * Contact manifold of two convex shapes. The normal comes from closed forms (spheres, capsules), from separating axes (polytopes without
 * rounding) or from the nearest points of the cores; the points from clipping the face that faces the other shape (Ericson, "Real-Time Collision
 * Detection", 2005, chapters 5 and 9).
 */
import { Closest, ContactPoint, Convex, Face, FacePoint, Manifold, MOST_POINTS, Point, supportPoint } from '../shape/convex.kernel';
import { MOST_FACE_POINTS, supportingFace } from '../shape/face.kernel';
import { ShapeType } from '../shape/record';
import { clipFace, facePoint, narrowFace } from './clip.kernel';
import { apartPoints, closestPoints, contactPoints } from './closest.kernel';
import { Outcome } from './gjk.kernel';
import { coreSize, fitsPolytope, Separation, Vertex } from './polytope.kernel';
import { featureIn, noteFeature } from './last-axis.kernel';
import { nearestOverFace } from './over-face.kernel';
import { MOST_CANDIDATES, reducePoints, TRIANGLE_POINTS } from './reduce.kernel';
import { separateBoxes } from './sat-box.kernel';
import { separatePolytopes } from './sat-hull.kernel';
import { separateTriangle } from './sat-triangle.kernel';
import { capsuleCapsule, sphereBox, sphereCapsule, sphereSphere, sphereTriangle } from './spheres.kernel';

/** Beside the size of the cores: how far apart they are where the nearest points tell the normal, and how near points count as one. */
const APART: f64 = 1e-6;
/** Beside the width of a face: how far beyond its sides a point still counts as on it, so that aligned faces keep their corners. */
const SLACK: f64 = 1e-4;
/** Of a face that leans farther from the contact's normal than FACING, along which heights change with what is beyond the sides. */
const LEANING: f64 = 1e-5;
/** Cosines: a face whose normal is nearer to the contact's than this faces it; nearer than that, its normal is the contact's. */
const FACING: f64 = 0.996;
const EQUAL: f64 = 0.99999995;
/** The same where edges cross or a capsule is past a side of a face: other corners, and its other end, may come down on the face. */
const BENEATH: f64 = 0.87;
/** A's face is preferred if it is not worse by more: where axes have been compared already, only rounding is left to choose. */
const PREFERENCE: f64 = 1e-6;
const ROUNDING: f64 = 1e-13;
/** Squared sine between segments that lie side by side. */
const SIDE_BY_SIDE: f64 = 0.01;
/** A crossing of edges so far beyond their ends, beside their length, is none. */
const OVERSHOOT: f64 = 0.01;

/** In the id of a point: it lies on the face of A and the reference is B's; it is where two edges cross, or the nearest points. */
const REFERENCE_B: u32 = 0x40000000;
const CROSSING: u32 = 0x80000000;
const NAME_BITS: u32 = 15;
const NAME: u32 = 0x7fff;

const SUPPORT: usize = scratch<Point>();
const START: usize = scratch<Point>();
const SEPARATION: usize = scratch<Separation>();
const CLOSEST: usize = scratch<Closest>();
const FACE_A: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS + 1);
const FACE_B: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS + 1);
const CLIPPED: usize = scratch<usize>();
const POINTS: usize = scratch<ContactPoint>(MOST_CANDIDATES);

/** A round core without its skin, which is so thick beside the core's size. */
const SKIN: f64 = 0.1;
const INNER: usize = scratch<Convex>();
/** Beside the size: depths that count as equal. */
const SAME_DEPTH: f64 = 1e-8;

/** Makes INNER a cylinder or cone whose surface is `skin` below that of the core. */
function peel(c: Convex, skin: f64): void {
  memory.copy(INNER, changetype<usize>(c), offsetof<Convex>());
  const inner = changetype<Convex>(INNER);
  const radius: f64 = c.size.x;
  const height: f64 = c.size.y;
  if (c.type == <u32>ShapeType.Cylinder) {
    inner.size = vec3<f64>(radius - skin, height - skin, 0);
    return;
  }
  // Base and tip of a cone move towards each other.
  const top = skin * (sqrt(4 * height * height + radius * radius) / radius);
  const half: f64 = height - 0.5 * (skin + top);
  inner.size = vec3<f64>((radius * half) / height, half, 0);
  const lift: f64 = 0.5 * (skin - top);
  const R = c.rotation;
  inner.position += vec3<f64>(lift * R.m01, lift * R.m11, lift * R.m21);
}

/**
 * The depth of a cylinder or cone that is not deep in another core: as the distance from what is left without a skin, which is much easier
 * to find. True where it is proved: no other normal parts cores with less motion than the cores themselves are in each other along this one.
 */
function depthBySkin(a: Convex, b: Convex, limit: f64, axis: usize, near: Closest): bool {
  const ofA: bool = a.type == <u32>ShapeType.Cylinder || a.type == <u32>ShapeType.Cone;
  if (!ofA && b.type != <u32>ShapeType.Cylinder && b.type != <u32>ShapeType.Cone) return false;
  const round = ofA ? a : b;
  const size: f64 = coreSize(round);
  const skin: f64 = SKIN * size;
  if (!(skin > 0.0)) return false;
  peel(round, skin);
  const inner = changetype<Convex>(INNER);
  if (!apartPoints(ofA ? inner : a, ofA ? b : inner, limit + skin, axis, near)) return false;
  const n = near.normal;
  near.distance -= skin;
  if (ofA) near.pointA += skin * n;
  near.pointB = near.pointA + near.distance * n;
  return near.distance - separationAlong(a, b, n.x, n.y, n.z) - a.radius - b.radius <= SAME_DEPTH * size;
}

/** The largest x·d of the points x of a core. */
function extent(c: Convex, dx: f64, dy: f64, dz: f64): f64 {
  const d = vec3<f64>(dx, dy, dz);
  if (c.type == <u32>ShapeType.Box) return dot(c.position, d) + dot(c.size, abs(transpose(c.rotation) * d));
  supportPoint(c, dx, dy, dz, SUPPORT);
  return dx * load<f64>(SUPPORT) + dy * load<f64>(SUPPORT, 8) + dz * load<f64>(SUPPORT, 16);
}

/** How far apart the shapes are along a unit vector from A to B; of a vector of zero, minus their radii. */
export function separationAlong(a: Convex, b: Convex, nx: f64, ny: f64, nz: f64): f64 {
  return -extent(b, -nx, -ny, -nz) - extent(a, nx, ny, nz) - a.radius - b.radius;
}

/** Closed forms; false if there is none for these types, which are in order. */
function analytic(a: Convex, b: Convex, margin: f64, out: Manifold): bool {
  if (a.type == <u32>ShapeType.Capsule) {
    if (b.type != <u32>ShapeType.Capsule) return false;
    capsuleCapsule(a, b, margin, out);
    return true;
  }
  if (b.type == <u32>ShapeType.Sphere) sphereSphere(a, b, margin, out);
  else if (b.type == <u32>ShapeType.Capsule) sphereCapsule(a, b, margin, out);
  else if (b.type == <u32>ShapeType.Box && b.radius == 0.0) sphereBox(a, b, margin, out);
  else if (b.type == <u32>ShapeType.Triangle && b.radius == 0.0) sphereTriangle(a, b, margin, out);
  else return false;
  return true;
}

/** Where the segment at `ends`, as a part of its length, passes the segment at `others`, seen along n. */
function passing(ends: usize, others: usize, axis: Separation): f64 {
  const start = changetype<Vertex>(ends).position;
  const first = changetype<Vertex>(others).position;
  const across = cross(changetype<Vertex>(others + 24).position - first, axis.normal);
  return dot(first - start, across) / dot(changetype<Vertex>(ends + 24).position - start, across);
}

/** Where the edges of a separating axis are nearest; false if that is beyond their ends. */
function crossEdges(axis: Separation, near: Closest): bool {
  const ends: usize = changetype<usize>(axis) + offsetof<Separation>('startAx');
  const s = passing(ends, ends + 48, axis);
  const t = passing(ends + 48, ends, axis);
  // The edges of overlapping shapes do meet, but for rounding.
  if (axis.distance > 0.0 && max(abs(s - 0.5), abs(t - 0.5)) > 0.5 + OVERSHOOT) return false;
  near.pointA = axis.startA + min(max(s, 0.0), 1.0) * (axis.endA - axis.startA);
  near.pointB = near.pointA + axis.distance * axis.normal;
  return true;
}

/**
 * Clips one face against the other and lists the points within the margin; the manifold has the normal, which `snap` lets become that of the
 * reference face. `crosses`: the normal is that of two edges that cross. Returns how many there are.
 */
function facePoints(a: Convex, b: Convex, margin: f64, snap: bool, crosses: bool, manifold: Manifold): u32 {
  const faceA = changetype<Face>(FACE_A);
  const faceB = changetype<Face>(FACE_B);
  let n = manifold.normal;
  supportingFace(a, n.x, n.y, n.z, faceA);
  supportingFace(b, -n.x, -n.y, -n.z, faceB);
  const facingA: f64 = faceA.count > 2 ? dot(faceA.normal, n) : 0.0;
  const facingB: f64 = faceB.count > 2 ? -dot(faceB.normal, n) : 0.0;
  const facing: f64 = crosses || min(a.type, b.type) == <u32>ShapeType.Capsule ? BENEATH : FACING;
  const ofA: bool = facingA >= facingB - (snap ? PREFERENCE : ROUNDING) && facingA > facing;
  const ofB: bool = !ofA && facingB > facing;
  const reference = ofB ? faceB : faceA;
  const incident = ofB ? faceA : faceB;
  if (ofA || ofB) {
    if (snap && max(facingA, facingB) > EQUAL) {
      n = ofA ? faceA.normal : -faceB.normal;
      manifold.normal = n;
    }
  } else {
    // Edges or corners meet, or the sides of cylinders and cones.
    narrowFace(faceA, n.x, n.y, n.z);
    narrowFace(faceB, -n.x, -n.y, -n.z);
    if (faceA.count + faceB.count < 4) return 0;
    const u = facePoint(faceA, 1).position - facePoint(faceA, 0).position;
    const v = facePoint(faceB, 1).position - facePoint(faceB, 0).position;
    const uu = lengthSquared(u);
    if (!(lengthSquared(cross(u, v)) < SIDE_BY_SIDE * uu * lengthSquared(v))) return 0;
    faceA.normal = n - (dot(n, u) / uu) * u;
  }

  const origin = facePoint(reference, 0).position;
  let width: f64 = lengthSquared(facePoint(reference, 1).position - origin);
  if (incident.count > 1) width = min(width, lengthSquared(facePoint(incident, 1).position - facePoint(incident, 0).position));
  const outward = ofB ? -n : n;
  const slope = (1.0 / max(dot(reference.normal, outward), 0.5)) * reference.normal;
  // Heights are measured along the contact's normal, so that what is above the face is, too.
  reference.normal = outward;
  const slack: f64 = (ofA || ofB) && max(facingA, facingB) <= FACING ? LEANING : SLACK;
  const clipped = clipFace(reference, incident, slack * sqrt(width), CLIPPED);
  const level: f64 = dot(slope, origin);
  const radii: f64 = a.radius + b.radius;
  const lift: f64 = ofB ? a.radius - b.radius : b.radius - a.radius;
  const flag: u32 = ofB ? REFERENCE_B : 0;
  let count: u32 = 0;
  let from: usize = load<usize>(CLIPPED);
  let to: usize = POINTS;
  for (let i: u32 = 0; i < clipped; i++) {
    // A FacePoint, which a ContactPoint begins like.
    const corner = changetype<ContactPoint>(from);
    const position = corner.position;
    const height: f64 = dot(slope, position) - level;
    if (height - radii <= margin) {
      const point = changetype<ContactPoint>(to);
      point.position = position - 0.5 * (height + lift) * outward;
      point.separation = height - radii;
      point.id = flag | (load<u32>(from, 28) << NAME_BITS) | load<u32>(from, 24);
      point.reserved = 0;
      count++;
      to += offsetof<ContactPoint>();
    }
    from += 32;
  }
  return count;
}

/** Whether the normal that was found is that of separating axes. */
const BY_AXES: usize = scratch<u32>();

/** Whether separating axes have found two shapes to be apart. */
export function areApart(a: Convex, b: Convex): bool {
  return load<u32>(BY_AXES) != 0 && changetype<Closest>(CLOSEST).distance >= a.radius + b.radius;
}

/**
 * The normal of two convex shapes, where they are not farther apart than `margin`; returns whether convexPoints() is to find the points, else they are there, or there are none.
 * `axis`: 3 f64 that the caller keeps for the pair, at first zeros: the unit vector from A to B along which they were apart, or touched, when last seen.
 */
export function convexNormal(a: Convex, b: Convex, margin: f64, axis: usize, out: Manifold): bool {
  out.count = 0;
  out.corners = 0;
  const swapped: bool = a.type > b.type;
  const last = changetype<Closest>(axis);
  if (min(a.type, b.type) <= <u32>ShapeType.Capsule && analytic(swapped ? b : a, swapped ? a : b, margin, out)) {
    if (swapped) out.normal = -out.normal;
    last.normal = out.normal;
    return false;
  }
  const radii: f64 = a.radius + b.radius;
  const near = changetype<Closest>(CLOSEST);
  const separation = changetype<Separation>(SEPARATION);
  const polytopes: bool = fitsPolytope(a) && fitsPolytope(b);
  let byAxes: bool = polytopes && radii == 0.0;
  // How far polytopes are apart is seen again with the features that were nearest; of some nothing is remembered.
  const remembers: bool = lengthSquared(last.normal) > 0.0 && !(byAxes && featureIn(axis));
  if (remembers && separationAlong(a, b, last.normal.x, last.normal.y, last.normal.z) > margin) return false;
  const start = changetype<Closest>(START);
  start.normal = last.normal;
  if (!byAxes && !nearestOverFace(a, b, near)) {
    let outcome: Outcome = Outcome.Apart;
    if (!depthBySkin(a, b, margin + radii, START, near)) outcome = contactPoints(a, b, margin + radii, START, !polytopes, near);
    if (outcome == <u32>Outcome.Far) {
      last.normal = start.normal;
      return false;
    }
    byAxes = polytopes && (outcome == <u32>Outcome.Overlapping || abs(near.distance) <= APART * min(coreSize(a), coreSize(b)));
  }
  separation.edges = 0;
  separation.feature = 0;
  if (byAxes) {
    const isBoxA = a.type == <u32>ShapeType.Box;
    const isBoxB = b.type == <u32>ShapeType.Box;
    if (isBoxA && isBoxB) separateBoxes(a, b, margin + radii, axis, separation);
    else if (isBoxB && a.type == <u32>ShapeType.Triangle) separateTriangle(a, b, margin + radii, false, separation);
    else if (isBoxA && b.type == <u32>ShapeType.Triangle) separateTriangle(b, a, margin + radii, true, separation);
    else separatePolytopes(a, b, margin + radii, axis, separation);
    near.normal = separation.normal;
    near.distance = separation.distance;
  }
  const n = near.normal;
  // Not so where a degenerate shape left no normal.
  if (!(lengthSquared(n) > 0.5)) return false;
  last.normal = n;
  if (separation.feature) noteFeature(axis, separation.feature);
  if (near.distance - radii > margin || (separation.edges && !crossEdges(separation, near))) return false;
  out.normal = n;
  store<u32>(BY_AXES, byAxes ? 1 : 0);
  return true;
}

/** The contact points along the normal that was found last, at most MOST_POINTS. */
export function convexPoints(a: Convex, b: Convex, margin: f64, out: Manifold): void {
  const near = changetype<Closest>(CLOSEST);
  const separation = changetype<Separation>(SEPARATION);
  const byAxes: bool = load<u32>(BY_AXES) != 0;
  const radii: f64 = a.radius + b.radius;
  const touching: f64 = near.distance - radii;
  let count: u32 = 0;
  let lacking: bool = true;
  let nameA = separation.edgeA;
  let nameB = separation.edgeB;
  if (separation.edges) {
    // Faces that nearly meet, too, so that they do not close about the crossing; what is below it counts as deep as it.
    count = facePoints(a, b, margin, false, true, out);
    for (let i: u32 = 0; i < count; i++) {
      const point = changetype<ContactPoint>(POINTS + <usize>i * offsetof<ContactPoint>());
      point.separation = max(point.separation, touching);
    }
  } else {
    count = facePoints(a, b, margin, !byAxes, false, out);
    let deepest: f64 = Infinity;
    for (let i: u32 = 0; i < count; i++) deepest = min(deepest, changetype<ContactPoint>(POINTS + <usize>i * offsetof<ContactPoint>()).separation);
    if (!byAxes) {
      // Faces of cylinders are polygons inside them.
      lacking = deepest > touching + SLACK * min(coreSize(a) + a.radius, coreSize(b) + b.radius);
    } else {
      // Faces that only just miss each other do not touch; those that overlap do, but for rounding.
      lacking = count == 0 && touching <= 0.0 && closestPoints(a, b, margin + radii, START, near);
    }
    nameA = facePoint(changetype<Face>(FACE_A), 0).id & NAME;
    nameB = facePoint(changetype<Face>(FACE_B), 0).id & NAME;
  }
  if (lacking) {
    if (count == 0) out.normal = near.normal;
    const point = changetype<ContactPoint>(POINTS + <usize>count * offsetof<ContactPoint>());
    point.position = 0.5 * (near.pointA + near.pointB + (a.radius - b.radius) * out.normal);
    point.separation = near.distance - radii;
    point.id = CROSSING | (nameA << NAME_BITS) | nameB;
    point.reserved = 0;
    count++;
  }
  out.corners = count;
  reducePoints(POINTS, count, a.type == <u32>ShapeType.Triangle ? TRIANGLE_POINTS : MOST_POINTS, out);
}
