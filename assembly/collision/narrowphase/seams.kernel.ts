// Edges inside of a compound. Where its parts lie side by side their faces go on, but an edge between them would stop what comes along: a normal
// that leans over the face that the other body is on. What is above the plane of a face cannot meet what lies below it, but at the plane.
import { rotate } from '../../math/quat.kernel';
import { copyShort } from '../../memory/copy';
import { shapeAt } from '../../memory/records';
import { Bvh } from '../shape/bvh';
import { childOf } from '../shape/compound';
import { contactAt, Convex, Face, FacePoint, Manifold, placeConvex, Point, supportPoint } from '../shape/convex.kernel';
import { MOST_FACE_POINTS, supportingFace } from '../shape/face.kernel';
import { childPlace, Place } from '../shape/place.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { finishedGroup, groupCount, SAME_NORMAL } from './groups.kernel';
import { SEPARATE_PATCHES } from './manifold-record';
import { PLACE_A, PLACE_B } from './shape-pair.kernel';

/** Of the lesser breadth: an edge that stands out by less counts as level. */
const LEVEL: f64 = 1e-3;

/** Whether a shape is convex, or a compound, whose children may be. */
export function mayBeParted(shape: ShapeRecord): bool {
  return shape.type <= <u32>ShapeType.Hull || shape.type == ShapeType.Compound;
}

/** Which of two shapes, 1 and 2, are compounds whose edges may be in the way of the other. */
export function seamedSides(a: ShapeRecord, b: ShapeRecord): u32 {
  if (!mayBeParted(a) || !mayBeParted(b)) return 0;
  return u32(a.type == ShapeType.Compound) | (u32(b.type == ShapeType.Compound) << 1);
}

/** Cosines between the normal of a face and that of what is met on it, at least; and of what is met beside it, at most. */
const ON_FACE: f64 = 0.99;
const OFF_FACE: f64 = 0.97;

/** A shape at a place; of a compound the child with this number plus one, or with 0 all of them. */
class Part {
  shape: usize;
  place: usize;
  child: u32;
}
/** One with a face, one beside it, and what moves. */
export const FACE_PART: usize = scratch<Part>();
export const BESIDE_PART: usize = scratch<Part>();
export const MOVING_PART: usize = scratch<Part>();

export function setPart(part: usize, shape: ShapeRecord, place: usize, child: u32): void {
  const to = changetype<Part>(part);
  to.shape = changetype<usize>(shape);
  to.place = place;
  to.child = child;
}

/** Towards what moves: of what it meets on the face, and beside it. */
class Normals {
  on: vec3<f64>;
  off: vec3<f64>;
}
const NORMALS: usize = scratch<Normals>();

const MEMBER: usize = scratch<Place>();
const SHAPE: usize = scratch<Convex>();
const TOP: usize = scratch<Point>();
const FACE: usize = scratch<Face, FacePoint>(MOST_FACE_POINTS + 1);

/** The shape of a part, and its place in MEMBER; of a compound that of a child. */
function memberOf(part: Part, child: u32): ShapeRecord {
  const shape = changetype<ShapeRecord>(part.shape);
  if (shape.type != ShapeType.Compound) {
    copyShort(MEMBER, part.place, offsetof<Place>());
    return shape;
  }
  childPlace(changetype<Place>(part.place), childOf(shape, child), changetype<Place>(MEMBER));
  return shapeAt(childOf(shape, child).shape);
}

function placeMember(shape: ShapeRecord): void {
  const p = changetype<Place>(MEMBER).position;
  const q = changetype<Place>(MEMBER).orientation;
  placeConvex(changetype<Convex>(SHAPE), shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}

/** How far a part reaches along a direction, from where places are seen; infinite where that is not known. */
function reachOf(part: Part, x: f64, y: f64, z: f64): f64 {
  const shape = changetype<ShapeRecord>(part.shape);
  const only = part.child;
  const end: u32 = only ? only : shape.type == ShapeType.Compound ? changetype<Bvh>(<usize>shape.data).partCount : 1;
  let reach: f64 = -Infinity;
  for (let k: u32 = only ? only - 1 : 0; k < end; k++) {
    const member = memberOf(part, k);
    if (member.type >= <u32>ShapeType.Triangle) return Infinity;
    placeMember(member);
    supportPoint(changetype<Convex>(SHAPE), x, y, z, TOP);
    const top = changetype<Point>(TOP).position;
    reach = max(reach, x * top.x + y * top.y + z * top.z + member.radius);
  }
  return reach;
}

/**
 * Whether a face parts two shapes: that which moves is above its plane, but for what it overlaps it by, and that which is beside it below. `on`, `off`: normals of what moves with
 * the first and with the second, towards it; `there`: how far it is from the first; `nearer`: whether that is less than from the second. The parts are to be set before.
 */
export function isParted(on: vec3<f64>, off: vec3<f64>, breadth: f64, there: f64, nearer: bool): bool {
  const normals = changetype<Normals>(NORMALS);
  normals.on = on;
  normals.off = off;
  return dot(on, off) < SAME_NORMAL && facePartsThem(LEVEL * breadth, LEVEL * breadth - min(there, 0.0), nearer);
}

function facePartsThem(level: f64, depth: f64, nearer: bool): bool {
  const normals = changetype<Normals>(NORMALS);
  const face = changetype<Part>(FACE_PART);
  const plane = changetype<Face>(FACE);
  const member = memberOf(face, face.child - 1);
  if (member.type == ShapeType.HalfSpace) {
    plane.normal = rotate(changetype<Place>(MEMBER).orientation, vec3<f64>(member.sizeX, member.sizeY, member.sizeZ));
    changetype<Point>(TOP).position = changetype<Place>(MEMBER).position;
  } else {
    if (member.type >= <u32>ShapeType.Triangle) return false;
    placeMember(member);
    supportingFace(changetype<Convex>(SHAPE), normals.on.x, normals.on.y, normals.on.z, plane);
    if (plane.count < 3) return false;
    supportPoint(changetype<Convex>(SHAPE), plane.normal.x, plane.normal.y, plane.normal.z, TOP);
  }
  const n = plane.normal;
  const along = dot(n, normals.on);
  if (along < ON_FACE || dot(n, normals.off) > (nearer && along > SAME_NORMAL ? SAME_NORMAL : OFF_FACE)) return false;
  const top = dot(n, changetype<Point>(TOP).position) + member.radius;
  return reachOf(changetype<Part>(BESIDE_PART), n.x, n.y, n.z) <= top + level && -reachOf(changetype<Part>(MOVING_PART), -n.x, -n.y, -n.z) >= top - depth;
}

function nearest(group: Manifold): f64 {
  let least = contactAt(group, 0).separation;
  for (let k: u32 = 1; k < group.count; k++) least = min(least, contactAt(group, k).separation);
  return least;
}

/** The half of the numbers of children that is of a side; 0 of what is of several children. */
export function childOn(side: u32, children: u32, corners: u32): u32 {
  return corners >= SEPARATE_PATCHES ? 0 : childrenOn(side, children);
}

/** The same, or of several children one. */
export function childrenOn(side: u32, children: u32): u32 {
  return side == 1 ? children >> 16 : children & 0xffff;
}

/** Whether a face that another group is on parts what a group is of, on one of the sides that are compounds. The places are those of `placeBodies`. */
export function isSeam(index: u32, sides: u32, breadth: f64, a: ShapeRecord, b: ShapeRecord): bool {
  for (let side: u32 = 1; side <= 2; side++) if (sides & side && isSeamOf(index, side, breadth, a, b)) return true;
  return false;
}

function isSeamOf(index: u32, side: u32, breadth: f64, a: ShapeRecord, b: ShapeRecord): bool {
  const group = finishedGroup(index);
  const isFirst = side == 1;
  const compound = isFirst ? a : b;
  const place = isFirst ? PLACE_A : PLACE_B;
  const sign: f64 = isFirst ? 1 : -1;
  setPart(BESIDE_PART, compound, place, childOn(side, group.children, group.corners));
  setPart(MOVING_PART, isFirst ? b : a, isFirst ? PLACE_B : PLACE_A, childOn(3 - side, group.children, group.corners));
  const own = nearest(group);
  for (let other: u32 = 0; other < groupCount(); other++) {
    const plane = finishedGroup(other);
    if (other == index) continue;
    setPart(FACE_PART, compound, place, childrenOn(side, plane.children));
    const there = nearest(plane);
    const nearer = there < own || (there == own && other < index);
    if (isParted(sign * plane.normal, sign * group.normal, breadth, there, nearer)) return true;
  }
  return false;
}
