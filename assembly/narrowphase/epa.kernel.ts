// Least motion that parts two overlapping convex cores: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game
// Objects" (2001), the expanding polytope algorithm. Facets are ordered by their signed distance, so that the polytope need not hold the
// origin at first: cores that touch, and simplices without volume, need no special case but that of a flat difference.
import { orthonormalBasis } from '../math/vec3.kernel';
import { Closest, Convex, Point } from '../shape/convex.kernel';
import { DifferencePoint, differencePoint, differenceSupport, MOST_VERTICES, theSearch } from './gjk.kernel';

/** A triangle of the polytope, counter-clockwise from outside. */
export class Facet {
  normal: vec3<f64>;
  /** Of its plane from the origin; infinite if it has no area or is not worth another look. */
  offset: f64;
  corner0: u32;
  corner1: u32;
  corner2: u32;
  /** Across the edge from each corner to the next: 4 facet + edge there. */
  link0: u32;
  link1: u32;
  link2: u32;
  /** Expansion that last removed it. */
  pass: u32;
  dead: u32;
}

/** State of the expansion. */
export class Expansion {
  /** Least distance to which the difference is known to reach along a normal, and that normal. */
  normal: vec3<f64>;
  depth: f64;
  scale: f64;
  facetCount: u32;
  /** Dead facets, linked by link0. */
  free: u32;
  pass: u32;
  apex: u32;
  /** First and last facet of the fan around the apex. */
  first: u32;
  last: u32;
}

const NONE: u32 = 0xffffffff;
const MOST_FACETS: u32 = 256;
/** With more, the search narrows: where all directions are alike, as for a point on the axis of a cone, it would not end. */
const BROAD_VERTICES: u32 = 64;
/** Of the depth, and of the scale. */
const RELATIVE_GAP: f64 = 1e-9;
const NOISE: f64 = 2e-14;
/** Of the scale: how far outside a facet's plane a point sees it. */
const VISIBLE: f64 = 1e-14;
/** Of the scale: thinner is flat. */
const FLAT: f64 = 1e-12;
const THIN: f64 = 1e-13;
/** Cosine between normals of facets in nearly one plane. */
const PARALLEL: f64 = 1 - 1e-6;
/** Of the scale: the same plane. */
const PLANE: f64 = 1e-6;
/** Barycentric: how far outside a facet a foot may be. */
const OUTSIDE: f64 = 1e-3;
/** What remains, from point to point, of the squared angle in which a long search goes on. */
const NARROWING: f64 = 0.8;

const FACETS: usize = memory.data(256 * 64, 16);
const EXPANSION: usize = memory.data(128, 16);
const AXES: usize = memory.data(72, 16);
const PROBE: u32 = 4;

function theExpansion(): Expansion {
  return changetype<Expansion>(EXPANSION);
}

function facetAt(i: u32): Facet {
  return changetype<Facet>(FACETS + <usize>i * offsetof<Facet>());
}

function cornerOf(facet: Facet, i: u32): u32 {
  return load<u32>(changetype<usize>(facet) + (<usize>i << 2), offsetof<Facet>('corner0'));
}

function linkOf(facet: Facet, i: u32): u32 {
  return load<u32>(changetype<usize>(facet) + (<usize>i << 2), offsetof<Facet>('link0'));
}

function join(facet: u32, edge: u32, other: u32, otherEdge: u32): void {
  store<u32>(changetype<usize>(facetAt(facet)) + (<usize>edge << 2), 4 * other + otherEdge, offsetof<Facet>('link0'));
  store<u32>(changetype<usize>(facetAt(other)) + (<usize>otherEdge << 2), 4 * facet + edge, offsetof<Facet>('link0'));
}

function axisAt(i: u32): Point {
  return changetype<Point>(AXES + <usize>i * offsetof<Point>());
}

/** Normal, points and distance of cores that overlap or touch; out.pointA holds their common point. The simplex is that of the search. */
export function findPenetration(a: Convex, b: Convex, out: Closest): void {
  const expansion = theExpansion();
  expansion.scale = sqrt(theSearch().scaleSquare);
  expansion.facetCount = 0;
  expansion.free = NONE;
  expansion.pass = 0;
  expansion.depth = Infinity;
  expansion.normal = vec3<f64>(0, 0, 0);
  const start = normalizeOr(theSearch().start, vec3<f64>(0, 1, 0));
  if (seed(a, b)) {
    expand(a, b, out);
    placeOnFacet(out);
  } else {
    // The difference has no volume: any normal of it will do, best one along the way from A to B.
    const n = axisAt(0).position;
    expansion.normal = dot(n, start) > 0 ? -n : n;
    const point = differencePoint(PROBE);
    differenceSupport(a, b, n.x, n.y, n.z, point);
    const up = dot(n, point.position);
    differenceSupport(a, b, -n.x, -n.y, -n.z, point);
    const down = -dot(n, point.position);
    expansion.depth = dot(n, start) > 0 ? down : up;
  }
  out.normal = -expansion.normal;
  out.distance = -expansion.depth;
}

/** Builds a tetrahedron of support points; false if the difference is flat: axis 0 is a normal of it then. */
function seed(a: Convex, b: Convex): bool {
  const start = normalizeOr(theSearch().start, vec3<f64>(0, 1, 0));
  axisAt(0).position = vec3<f64>(1, 0, 0);
  axisAt(1).position = vec3<f64>(0, 1, 0);
  axisAt(2).position = vec3<f64>(0, 0, 1);
  if (!extend(a, b, 1, 3)) {
    axisAt(0).position = start;
    return false;
  }
  const w = differencePoint(0).position;
  const e = normalizeOr(differencePoint(1).position - w, vec3<f64>(1, 0, 0));
  const [f, g] = orthonormalBasis(e);
  axisAt(0).position = f;
  axisAt(1).position = g;
  if (!extend(a, b, 2, 2)) {
    const across = start - dot(start, e) * e;
    axisAt(0).position = lengthSquared(across) > 1e-12 ? normalize(across) : f;
    return false;
  }
  axisAt(0).position = normalizeOr(cross(e, differencePoint(2).position - w), f);
  if (!extend(a, b, 3, 1)) return false;
  const c = differencePoint(3).position;
  const swapped = u32(dot(axisAt(0).position, c - w) > 0);
  const p = swapped;
  const q = 1 - swapped;
  addFacet(p, q, 2);
  addFacet(q, p, 3);
  addFacet(2, q, 3);
  addFacet(p, 2, 3);
  join(0, 0, 1, 0);
  join(0, 1, 2, 0);
  join(0, 2, 3, 0);
  join(1, 1, 3, 2);
  join(1, 2, 2, 1);
  join(2, 2, 3, 1);
  return true;
}

/** Makes the support point that leads farthest away from point 0 along the axes, either way, point k; false if none leads far. */
function extend(a: Convex, b: Convex, k: u32, axes: u32): bool {
  const origin = differencePoint(0).position;
  const probe = differencePoint(PROBE);
  let most: f64 = 0;
  for (let i: u32 = 0; i < 2 * axes; i++) {
    const sign: f64 = i & 1 ? -1 : 1;
    const d = sign * axisAt(i >>> 1).position;
    differenceSupport(a, b, d.x, d.y, d.z, probe);
    const way = probe.position - origin;
    let square: f64 = 0;
    for (let j: u32 = 0; j < axes; j++) {
      const along = dot(way, axisAt(j).position);
      square += along * along;
    }
    if (square > most) {
      most = square;
      memory.copy(changetype<usize>(differencePoint(k)), changetype<usize>(probe), offsetof<DifferencePoint>());
    }
  }
  return most > FLAT * FLAT * theSearch().scaleSquare;
}

/** A new facet; NONE when there is no room. */
function addFacet(p: u32, q: u32, r: u32): u32 {
  const expansion = theExpansion();
  let slot = expansion.free;
  if (slot != NONE) expansion.free = facetAt(slot).link0;
  else {
    slot = expansion.facetCount;
    if (slot == MOST_FACETS) return NONE;
    expansion.facetCount = slot + 1;
  }
  const facet = facetAt(slot);
  facet.corner0 = p;
  facet.corner1 = q;
  facet.corner2 = r;
  facet.pass = 0;
  facet.dead = 0;
  const w = differencePoint(r).position;
  const e = differencePoint(p).position - w;
  const f = differencePoint(q).position - w;
  const n = cross(e, f);
  const size = length(n);
  const longest = sqrt(max(lengthSquared(e), lengthSquared(f)));
  const flat = !(size > THIN * expansion.scale * longest);
  facet.normal = flat ? vec3<f64>(0, 0, 0) : (1 / size) * n;
  facet.offset = flat ? Infinity : dot(facet.normal, w);
  return slot;
}

/** Grows the polytope where it is nearest to the origin until it reaches the boundary of the difference there, or there is no room. */
function expand(a: Convex, b: Convex, out: Closest): void {
  const expansion = theExpansion();
  const noise = NOISE * expansion.scale;
  let angle: f64 = 2.5;
  for (let count: u32 = 4; ; ) {
    if (count > BROAD_VERTICES) angle = min(angle * NARROWING, 0.1);
    const nearest = nearestFacet(1 - angle);
    if (nearest == NONE) return;
    const facet = facetAt(nearest);
    if (count == MOST_VERTICES) return;
    const apex = differencePoint(count);
    const n = facet.normal;
    differenceSupport(a, b, n.x, n.y, n.z, apex);
    const depth = dot(n, apex.position);
    const reached = depth - facet.offset <= max(noise, RELATIVE_GAP * abs(depth));
    if (reached || depth < expansion.depth) {
      expansion.depth = depth;
      expansion.normal = n;
      out.pointA = apex.pointA;
    }
    if (reached) return;
    if (isKnown(count)) {
      // Rounding alone: this facet is as far out as it can be.
      facet.offset = Infinity;
      continue;
    }
    expansion.apex = count++;
    expansion.pass++;
    expansion.first = NONE;
    expansion.last = NONE;
    facet.pass = expansion.pass;
    facet.dead = 1;
    for (let i: u32 = 0; i < 3; i++) if (!flood(linkOf(facet, i))) return;
    if (expansion.first == NONE || facetAt(expansion.last).corner1 != facetAt(expansion.first).corner0) return;
    join(expansion.last, 1, expansion.first, 2);
  }
}

/** The facet nearest to the origin, of those along the best normal so far; puts dead ones where addFacet finds them. */
function nearestFacet(cosine: f64): u32 {
  const expansion = theExpansion();
  let nearest = NONE;
  let least: f64 = Infinity;
  expansion.free = NONE;
  for (let i: u32 = 0; i < expansion.facetCount; i++) {
    const facet = facetAt(i);
    if (facet.dead) {
      facet.link0 = expansion.free;
      expansion.free = i;
    } else if (facet.offset < least && dot(facet.normal, expansion.normal) > cosine) {
      least = facet.offset;
      nearest = i;
    }
  }
  return nearest;
}

function isKnown(newest: u32): bool {
  const p = differencePoint(newest).position;
  for (let i: u32 = 0; i < newest; i++) {
    const q = differencePoint(i).position;
    if (p.x == q.x && p.y == q.y && p.z == q.z) return true;
  }
  return false;
}

/**
 * Removes the facets that the apex sees, entered across an edge, and closes the hole with a fan along its rim, counter-clockwise. Facets
 * without area go with the one they are reached from. False when there is no room or the rim is torn.
 */
function flood(link: u32): bool {
  const expansion = theExpansion();
  const facet = facetAt(link >>> 2);
  if (facet.pass == expansion.pass) return true;
  const edge = link & 3;
  const next: u32 = edge == 2 ? 0 : edge + 1;
  const height = dot(facet.normal, differencePoint(expansion.apex).position) - facet.offset;
  if (facet.offset == Infinity || height > VISIBLE * expansion.scale) {
    facet.pass = expansion.pass;
    facet.dead = 1;
    if (!flood(linkOf(facet, next))) return false;
    return flood(linkOf(facet, next == 2 ? 0 : next + 1));
  }
  const start = cornerOf(facet, next);
  const added = addFacet(start, cornerOf(facet, edge), expansion.apex);
  if (added == NONE) return false;
  join(added, 0, link >>> 2, edge);
  const last = expansion.last;
  if (last == NONE) expansion.first = added;
  else {
    if (facetAt(last).corner1 != start) return false;
    join(last, 1, added, 2);
  }
  expansion.last = added;
  return true;
}

/**
 * The foot of the origin on the polytope's boundary along the normal. It lies in one of several facets where these share a plane; in none
 * if the search ended early, and then the support point found there stays.
 */
function placeOnFacet(out: Closest): void {
  const expansion = theExpansion();
  const n = expansion.normal;
  const tolerance = PLANE * expansion.scale;
  let best: f64 = -OUTSIDE;
  for (let i: u32 = 0; i < expansion.facetCount; i++) {
    const facet = facetAt(i);
    if (facet.dead || !(expansion.depth - facet.offset < tolerance) || dot(facet.normal, n) < PARALLEL) continue;
    const p = differencePoint(facet.corner0);
    const q = differencePoint(facet.corner1);
    const r = differencePoint(facet.corner2);
    const a = p.position;
    const b = q.position;
    const c = r.position;
    const u = dot(n, cross(b, c));
    const v = dot(n, cross(c, a));
    const w = dot(n, cross(a, b));
    const least = min(min(u, v), w) / (u + v + w);
    if (!(least > best)) continue;
    best = least;
    const x = max(u, 0);
    const y = max(v, 0);
    const z = max(w, 0);
    out.pointA = (1 / (x + y + z)) * (x * p.pointA + y * q.pointA + z * r.pointA);
  }
}
