// Edges inside of a compound. Where its parts lie side by side their faces go on, but an edge between them would stop what comes along: a normal
// that leans over the face that the other body is on. A convex body on a face does not get to what lies below the plane of that face.
import { shapeAt } from '../../memory/records';
import { childOf } from '../shape/compound';
import { contactAt, Convex, Face, FacePoint, Manifold, placeConvex, Point, supportPoint } from '../shape/convex.kernel';
import { MOST_FACE_POINTS, supportingFace } from '../shape/face.kernel';
import { childPlace, Place } from '../shape/place.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { finishedGroup, groupCount, SAME_NORMAL } from './groups.kernel';
import { SEPARATE_PATCHES } from './manifold-record';
import { PLACE_A, PLACE_B } from './shape-pair.kernel';

/** Of the lesser breadth: an edge that stands out by less counts as level. */
export const LEVEL: f64 = 1e-3;

/** Which of two shapes, 1 or 2, is a compound that meets something convex; 0: neither. */
export function seamedSide(a: ShapeRecord, b: ShapeRecord): u32 {
  if (a.type == ShapeType.Compound) return b.type <= <u32>ShapeType.Hull ? 1 : 0;
  return b.type == ShapeType.Compound && a.type <= <u32>ShapeType.Hull ? 2 : 0;
}

/** Cosines between the normal of a face and that of what is met on it, at least; and of what is met beside it, at most. */
const ON_FACE: f64 = 0.99;
const OFF_FACE: f64 = 0.97;

/** Towards what moves: of what it meets on a face, and beside it. */
class Normals {
  on: vec3<f64>;
  off: vec3<f64>;
}
const NORMALS: usize = scratch<Normals>();

/** Sets the normals for `isParted`. */
export function setNormals(on: vec3<f64>, off: vec3<f64>): void {
  changetype<Normals>(NORMALS).on = on;
  changetype<Normals>(NORMALS).off = off;
}

const SHAPE: usize = scratch<Convex>();
const TOP: usize = scratch<Point>();
const FACE: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS + 1);
/** Places of the part with a face and of the one beside it, seen from where that of what moves is seen. */
export const BASE: usize = scratch<Place>();
export const BESIDE: usize = scratch<Place>();

function placeShape(shape: ShapeRecord, place: usize): void {
  const p = changetype<Place>(place).position;
  const q = changetype<Place>(place).orientation;
  placeConvex(changetype<Convex>(SHAPE), shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}

/** How far a convex shape at a place reaches along a direction, from where places are seen. */
function reachOf(shape: ShapeRecord, place: usize, x: f64, y: f64, z: f64): f64 {
  placeShape(shape, place);
  supportPoint(changetype<Convex>(SHAPE), x, y, z, TOP);
  const top = changetype<Point>(TOP).position;
  return x * top.x + y * top.y + z * top.z + shape.radius;
}

/**
 * Whether a face of a part parts two others: that which moves is above its plane, but for `depth`, and that which is beside it below, but for `level`. They cannot meet, but
 * at the plane. The places of the first two and the normals are to be set before.
 */
export function isParted(face: ShapeRecord, beside: ShapeRecord, moving: ShapeRecord, movingPlace: usize, level: f64, depth: f64): bool {
  if (max(face.type, beside.type) >= <u32>ShapeType.Triangle) return false;
  const normals = changetype<Normals>(NORMALS);
  placeShape(face, BASE);
  supportingFace(changetype<Convex>(SHAPE), normals.on.x, normals.on.y, normals.on.z, changetype<Face>(FACE));
  const n = changetype<Face>(FACE).normal;
  if (changetype<Face>(FACE).count < 3 || dot(n, normals.on) < ON_FACE || dot(n, normals.off) > OFF_FACE) return false;
  const top = reachOf(face, BASE, n.x, n.y, n.z);
  return reachOf(beside, BESIDE, n.x, n.y, n.z) <= top + level && -reachOf(moving, movingPlace, -n.x, -n.y, -n.z) >= top - depth;
}

function nearest(group: Manifold): f64 {
  let least = contactAt(group, 0).separation;
  for (let k: u32 = 1; k < group.count; k++) least = min(least, contactAt(group, k).separation);
  return least;
}

/** How far a point of one group lies above the plane of another, on the compound. */
function heightOf(group: Manifold, k: u32, plane: Manifold, sign: f64): f64 {
  const point = contactAt(group, k);
  const base = contactAt(plane, 0);
  const half = 0.5 * sign;
  const way = point.position - half * point.separation * group.normal - base.position + half * base.separation * plane.normal;
  return sign * dot(way, plane.normal);
}

/**
 * Whether a group lies below the plane of a face of the compound that is nearer; or a face of another child parts the one child that it is of from what moves. The places
 * are those of `placeBodies`.
 */
export function isSeam(index: u32, side: u32, breadth: f64, a: ShapeRecord, b: ShapeRecord): bool {
  const group = finishedGroup(index);
  const sign: f64 = side == 1 ? 1 : -1;
  const own = nearest(group);
  for (let other: u32 = 0; other < groupCount(); other++) {
    const plane = finishedGroup(other);
    if (other == index) continue;
    const there = nearest(plane);
    if (partsChildren(group, plane, side, LEVEL * breadth, LEVEL * breadth - min(there, 0.0), a, b)) return true;
    if (!(plane.onFace & side)) continue;
    // Two faces that go on in each other, of children that have something of their own.
    if (group.onFace & side && dot(group.normal, plane.normal) > SAME_NORMAL) continue;
    if (there > own || (there == own && other > index)) continue;
    let k: u32 = 0;
    while (k < group.count && heightOf(group, k, plane, sign) <= LEVEL * breadth) k++;
    if (k == group.count) return true;
  }
  return false;
}

/** Whether a face of the child that one group is of parts that of another from what moves. */
function partsChildren(group: Manifold, plane: Manifold, side: u32, level: f64, depth: f64, a: ShapeRecord, b: ShapeRecord): bool {
  if (group.corners >= SEPARATE_PATCHES) return false;
  const isFirst = side == 1;
  const compound = isFirst ? a : b;
  const place = changetype<Place>(isFirst ? PLACE_A : PLACE_B);
  const beside = childOf(compound, (isFirst ? group.children >> 16 : group.children & 0xffff) - 1);
  const base = childOf(compound, (isFirst ? plane.children >> 16 : plane.children & 0xffff) - 1);
  childPlace(place, beside, changetype<Place>(BESIDE));
  childPlace(place, base, changetype<Place>(BASE));
  const sign: f64 = isFirst ? 1 : -1;
  setNormals(sign * plane.normal, sign * group.normal);
  return isParted(shapeAt(base.shape), shapeAt(beside.shape), isFirst ? b : a, isFirst ? PLACE_B : PLACE_A, level, depth);
}
