// The points that two bodies have found so far, gathered by normal: many triangles of a flat mesh become one manifold.
import { contactAt, ContactPoint, Manifold, MANIFOLD_POINTS, MOST_POINTS, Point } from '../shape/convex.kernel';
import { copyShort } from '../../memory/copy';
import { SEPARATE_PATCHES } from './manifold-record';
import { partFilter } from './part-filter.kernel';
import { reduceManifold } from './reduce.kernel';

const MOST_GROUPS: u32 = 32;
/** Points that a group holds before it is reduced. */
const GROUP_POINTS: u32 = 64;
const GROUP_BYTES: usize = MANIFOLD_POINTS + <usize>(GROUP_POINTS + MOST_POINTS) * offsetof<ContactPoint>();
const GROUPS: usize = scratch<Manifold, ContactPoint>(GROUP_POINTS + MOST_POINTS, MOST_GROUPS);
/** Normals with a larger cosine, less than one degree apart, count as one. */
export const SAME_NORMAL: f64 = 0.99985;
/** The same for a ball on triangles, which goes from one to the next: less than 0.0001 rad apart. */
export const SAME_PLANE: f64 = 1 - 5e-9;

/** In Manifold.onFace: on a face of either body; and a ball's. */
const FACES: u32 = 3;
const BALL: u32 = 4;

/** Number of groups. */
const COUNT: usize = scratch<u32>();
/** Address of the one manifold that stands for all, or 0. */
const ONLY: usize = scratch<usize>();

/** For each axis 1, or 0 where points that differ along it only are one. */
const APART: usize = scratch<Point>();

/** `apart`: for each axis 1, or 0 along which neither body moves, nor turns about the other two: in a plane there are no points behind each other. */
export function beginGroups(apart: vec3<f64>): void {
  store<u32>(COUNT, 0);
  store<usize>(ONLY, 0);
  changetype<Point>(APART).position = apart;
}

export function groupCount(): u32 {
  return load<u32>(COUNT);
}

/** Takes a manifold where it lies, for there are no others; of its points, at most MOST_POINTS, those nearer than `merge` become one. */
export function setOnlyGroup(manifold: Manifold, merge: f64): void {
  store<u32>(COUNT, 1);
  store<usize>(ONLY, changetype<usize>(manifold));
  const count = manifold.count;
  manifold.count = min<u32>(count, 1);
  for (let k: u32 = 1; k < count; k++) addPoint(manifold, contactAt(manifold, k), merge);
}

/** A group with at most MOST_POINTS points. */
export function finishedGroup(index: u32): Manifold {
  if (load<usize>(ONLY)) return changetype<Manifold>(load<usize>(ONLY));
  const group = groupAt(index);
  if (group.count > MOST_POINTS) reduceManifold(group);
  return group;
}

function groupAt(index: u32): Manifold {
  return changetype<Manifold>(GROUPS + <usize>index * GROUP_BYTES);
}

/** How like two normals are; points of children that have something of their own stay apart. */
function cosine(a: Manifold, b: Manifold): f64 {
  return dot(a.normal, b.normal) - (partFilter().bodyA && a.children != b.children ? 0.5 : 0);
}

/** The group whose normal is nearest, or a new one where none is near and there is room. */
function groupFor(manifold: Manifold, same: f64): Manifold {
  const count = groupCount();
  let nearest: u32 = 0;
  let best: f64 = -2;
  for (let k: u32 = 0; k < count; k++) {
    const c = cosine(groupAt(k), manifold);
    if (c > best) {
      best = c;
      nearest = k;
    }
  }
  if (best > same || count == MOST_GROUPS) return groupAt(nearest);
  const fresh = groupAt(count);
  store<u32>(COUNT, count + 1);
  fresh.normal = manifold.normal;
  fresh.count = 0;
  fresh.onFace = 0;
  fresh.corners = 0;
  fresh.children = manifold.children;
  return fresh;
}

/** Adds the points of a manifold; their ids become those of the part, `key`. `merge` is the distance below which points count as one, `same` the cosine above which normals do. */
export function addToGroups(manifold: Manifold, key: u32, merge: f64, same: f64): void {
  if (!manifold.count) return;
  const group = groupFor(manifold, same);
  // A ball that passes from part to part of a compound is on the face of one and still, or already, at the edge of the other.
  if (manifold.onFace & BALL && group.count && (group.onFace ^ manifold.onFace) & FACES) {
    if (group.onFace & FACES) return;
    group.count = 0;
    group.normal = manifold.normal;
  }
  group.onFace |= manifold.onFace;
  group.corners = group.children != manifold.children ? SEPARATE_PATCHES : max(group.corners, manifold.corners);
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = contactAt(manifold, k);
    if (key) point.id ^= key * 0x9e3779b1;
    addPoint(group, point, merge);
  }
}

function addPoint(group: Manifold, point: ContactPoint, merge: f64): void {
  const apart = changetype<Point>(APART).position;
  for (let k: u32 = 0; k < group.count; k++) {
    const known = contactAt(group, k);
    const between = point.position - known.position;
    if (lengthSquared(apart * between) > merge * merge) continue;
    const middle = known.position + 0.5 * (between - apart * between);
    const id = min(point.id, known.id);
    if (point.separation < known.separation) copyShort(changetype<usize>(known), changetype<usize>(point), offsetof<ContactPoint>());
    // Which of them is deeper is a matter of rounding.
    if (apart.x * apart.y * apart.z == 0) {
      known.position = middle;
      known.id = id;
    }
    return;
  }
  if (group.count == GROUP_POINTS) reduceManifold(group);
  const place = changetype<usize>(contactAt(group, group.count++));
  if (place != changetype<usize>(point)) copyShort(place, changetype<usize>(point), offsetof<ContactPoint>());
}
