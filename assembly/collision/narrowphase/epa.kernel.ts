// Least motion that parts two overlapping convex cores: van den Bergen, "Proximity Queries and Penetration Depth Computation on 3D Game
// Objects" (2001), the expanding polytope algorithm. Facets are ordered by their signed distance, so that the polytope need not hold the
// origin at first: cores that touch, and simplices without volume, need no special case but that of a flat difference.
import { Closest, Convex, Point, positionAt, triangleNormal } from '../shape/convex.kernel';
import { address, barycentric, DifferencePoint, differencePoint, differenceSupport, isRepeated } from './gjk.kernel';
import { MOST_VERTICES, theSearch } from './gjk.kernel';

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
const RELATIVE_GAP: f64 = 1e-8;
const NOISE: f64 = 1e-11;
/** Of the scale: how far outside a facet's plane a point sees it. */
const VISIBLE: f64 = 1e-14;
/** Of the scale: thinner is flat. */
const FLAT: f64 = 1e-12;
/** Sine of an angle below which the sides of a facet count as parallel. */
const THIN: f64 = 1e-10;
/** Of the scale: where the search's own nearest points are better than the foot on a facet, which may be seen edge on. */
const TOUCHING: f64 = 1e-9;
/** Cosine to the normal of facets that may hold the foot. */
const PARALLEL: f64 = 0.99;
/** What being nearer than the boundary by the scale counts for, beside being outside in barycentric coordinates. */
const GAP_PRICE: f64 = 1000;
/** One less the cosine to the best normal where a long search goes on at first. */
const NARROW: f64 = 0.1;
const EVERYWHERE: f64 = 3;
/** What remains, from point to point, of that. */
const NARROWING: f64 = 0.8;

/** Links of the facets of a tetrahedron, a hexadecimal digit each, from the right: those of facet 0, of facet 1 and so on. */
const TETRAHEDRON: u64 = 0x5a2d619e0c84;

const FACETS: usize = scratch<Facet>(MOST_FACETS);
const EXPANSION: usize = scratch<Expansion>();
const AXES: usize = scratch<Point>(3);
const WAY: usize = scratch<Point>();
const COMMON: usize = scratch<Point>();
const ACROSS: usize = scratch<Point>();
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

/** Normal, pointA and distance of cores that overlap or touch; out.pointA holds their common point. The simplex is that of the search. */
export function findPenetration(a: Convex, b: Convex, out: Closest): void {
  const expansion = theExpansion();
  expansion.facetCount = 0;
  expansion.free = NONE;
  expansion.pass = 0;
  if (seed(a, b)) {
    expansion.scale = sqrt(theSearch().scaleSquare);
    out.distance = -Infinity;
    const pointA = changetype<usize>(out) + offsetof<Closest>('pointA');
    memory.copy(COMMON, pointA, offsetof<Point>());
    expand(a, b, out);
    if (theSearch().count < 4 && -out.distance < TOUCHING * expansion.scale) memory.copy(pointA, COMMON, offsetof<Point>());
    else placeOnFacet(out);
  } else {
    // The difference has no volume: any normal of it will do, best one along the way from A to B.
    let n = positionAt(AXES);
    if (dot(n, theSearch().start) < 0) n = -n;
    out.normal = n;
    const point = differencePoint(0);
    differenceSupport(a, b, -n.x, -n.y, -n.z, point);
    out.distance = dot(n, point.position);
  }
}

/** Takes out of a vector what lies along the first axes. */
function reject(vector: usize, axes: u32): void {
  if (!axes) return;
  reject(vector, axes - 1);
  const axis = positionAt(axisAt(axes - 1));
  const v = positionAt(vector);
  changetype<Point>(vector).position = v - dot(v, axis) * axis;
}

function axisAt(i: u32): usize {
  return AXES + <usize>i * offsetof<Point>();
}

/** One of the six directions of the shared frame, or the long way from A to B, less its part along the first axes. */
function direction(i: u32, axes: u32): void {
  memory.fill(WAY, 0, 24);
  if (i == 6) changetype<Point>(WAY).position = 1e6 * theSearch().start;
  else store<f64>(WAY + (<usize>(i >> 1) << 3), i & 1 ? -1 : 1);
  reject(WAY, axes);
}

/**
 * Builds a tetrahedron of support points, each as far from the simplex of those before as any found; false if the difference is flat:
 * axis 0 is a normal of it then, the one nearest to the way from A to B unless that is within.
 */
function seed(a: Convex, b: Convex): bool {
  const search = theSearch();
  const probe = differencePoint(PROBE);
  const way = changetype<Point>(WAY);
  for (let k: u32 = 0; k < 3; k++) {
    const axis = changetype<Point>(axisAt(k));
    let most: f64 = 0;
    let longest: f64 = 0;
    for (let i: u32 = 0; i < 7; i++) {
      direction(i, k);
      const size = lengthSquared(way.position);
      if (size > longest) {
        longest = size;
        memory.copy(ACROSS, WAY, 24);
      }
      differenceSupport(a, b, way.position.x, way.position.y, way.position.z, probe);
      way.position = probe.position - differencePoint(0).position;
      reject(WAY, k);
      const square = lengthSquared(way.position);
      if (square > most) {
        most = square;
        axis.position = way.position;
        memory.copy(changetype<usize>(differencePoint(k + 1)), changetype<usize>(probe), offsetof<DifferencePoint>());
      }
    }
    if (!(most > FLAT * FLAT * search.scaleSquare)) {
      changetype<Point>(AXES).position = (1 / sqrt(longest)) * positionAt(ACROSS);
      return false;
    }
    axis.position = (1 / sqrt(most)) * axis.position;
  }
  const p = u32(dot(cross(positionAt(AXES), positionAt(axisAt(1))), positionAt(axisAt(2))) > 0);
  const q = 1 - p;
  addFacet(p, q, 2);
  addFacet(q, p, 3);
  addFacet(2, q, 3);
  addFacet(p, 2, 3);
  for (let i: u32 = 0; i < 12; i++) {
    const link = changetype<usize>(facetAt(i / 3)) + offsetof<Facet>('link0') + <usize>((i % 3) << 2);
    store<u32>(link, <u32>(TETRAHEDRON >> (4 * i)) & 15);
  }
  return true;
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
  const normal = changetype<usize>(facet) + offsetof<Facet>('normal');
  const sides = triangleNormal(address(p), address(q), address(r), normal);
  const size = length(facet.normal);
  const flat = !(size * size > THIN * THIN * sides);
  facet.normal = flat ? vec3<f64>(0, 0, 0) : (1 / size) * facet.normal;
  facet.offset = flat ? Infinity : dot(facet.normal, differencePoint(r).position);
  return slot;
}

/**
 * Grows the polytope where it is nearest to the origin until it reaches the boundary of the difference there, or there is no room. `out`
 * gets the least motion known to part the cores.
 */
function expand(a: Convex, b: Convex, out: Closest): void {
  const expansion = theExpansion();
  const noise = NOISE * expansion.scale;
  let angle: f64 = EVERYWHERE;
  for (let count: u32 = 4; count < MOST_VERTICES; ) {
    if (count > BROAD_VERTICES) angle = min(angle * NARROWING, NARROW);
    const nearest = nearestFacet(out, 1 - angle);
    if (nearest == NONE) return;
    const facet = facetAt(nearest);
    const apex = differencePoint(count);
    const n = facet.normal;
    differenceSupport(a, b, n.x, n.y, n.z, apex);
    const depth = dot(n, apex.position);
    const reached = depth - facet.offset <= max(noise, RELATIVE_GAP * abs(depth));
    if (reached || depth < -out.distance) {
      out.distance = -depth;
      out.normal = -n;
      const from = changetype<usize>(apex) + offsetof<DifferencePoint>('pointA');
      memory.copy(changetype<usize>(out) + offsetof<Closest>('pointA'), from, offsetof<Point>());
    }
    if (reached) return;
    if (isRepeated(count, count)) {
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

/** The facet nearest to the origin, of those near the best normal so far; puts dead ones where addFacet finds them. */
function nearestFacet(out: Closest, cosine: f64): u32 {
  const expansion = theExpansion();
  let nearest = NONE;
  let least: f64 = Infinity;
  expansion.free = NONE;
  for (let i: u32 = 0; i < expansion.facetCount; i++) {
    const facet = facetAt(i);
    if (facet.dead) {
      facet.link0 = expansion.free;
      expansion.free = i;
    } else if (facet.offset < least && (cosine < -1 || -dot(facet.normal, out.normal) > cosine)) {
      least = facet.offset;
      nearest = i;
    }
  }
  return nearest;
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
 * The foot of the origin on the polytope's boundary along the normal: in one of the facets where several share a plane, in none exactly if
 * the search ended early.
 */
function placeOnFacet(out: Closest): void {
  const expansion = theExpansion();
  const price = GAP_PRICE / expansion.scale;
  let best: f64 = -Infinity;
  for (let i: u32 = 0; i < expansion.facetCount; i++) {
    const facet = facetAt(i);
    if (facet.dead || facet.offset == Infinity || -dot(facet.normal, out.normal) < PARALLEL) continue;
    const corners = changetype<usize>(facet) + offsetof<Facet>('corner0');
    barycentric(address(load<u32>(corners)), address(load<u32>(corners, 4)), address(load<u32>(corners, 8)), changetype<usize>(out), WAY);
    // Negative where the foot is inside: the normal leads inwards.
    const s = positionAt(WAY);
    const fit = min(max(max(s.x, s.y), s.z) / (s.x + s.y + s.z), 0) - price * abs(out.distance + facet.offset);
    if (!(fit > best)) continue;
    best = fit;
    let foot = vec3<f64>(0, 0, 0);
    let sum: f64 = 0;
    for (let j: usize = 0; j < 3; j++) {
      const share = min(load<f64>(WAY + (j << 3)), 0);
      foot += share * differencePoint(load<u32>(corners + (j << 2))).pointA;
      sum += share;
    }
    out.pointA = (1 / sum) * foot;
  }
}
