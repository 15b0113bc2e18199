// Dispatch: two shapes, part by part, the one place that tells kinds of shapes apart when contacts, distances and casts are computed. Compounds are
// taken apart, and the parts are handed on in the frame of the one that is no convex shape, if there is one.
import { Bounds, boundsOf } from '../shape/bounds.kernel';
import { Bvh } from '../shape/bvh';
import { childOf } from '../shape/compound';
import { Closest, Convex, placeConvex, Point } from '../shape/convex.kernel';
import { shapeAt } from '../../memory/records';
import { childPlace, Place, relativePlace } from '../shape/place.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';
import { visitOverlaps, visitRay } from '../shape/tree.kernel';
import { theAnswer } from './answer.kernel';
import { separationAlong } from './convex-pair.kernel';
import { collideRefused } from './contact-parts.kernel';
import { matters } from './part-filter.kernel';
import { surfaceNear } from './point-convex.kernel';
import { processParts } from './process.kernel';
import {
  BOX, firstConvex, Operation, OUTERMOST, PLACE_A, PLACE_B, secondConvex, shapePair, translationIn, WAY,
} from './shape-pair.kernel';
import { dispatchSpline } from './spline-parts.kernel';
import { fieldSteps, loadTriangle, meshTriangles } from './mesh-triangles.kernel';
import { beginTriangles } from './triangles.kernel';

const NEAREST: usize = scratch<Closest>();
const CHILD_A: usize = scratch<Place>();
const CHILD_B: usize = scratch<Place>();
const RELATIVE: usize = scratch<Place>();
/** Between which parts of the way of a cast the triangles are met that are looked at now. */
const STRIP: usize = scratch<f64>(2);
/** The box at the start of a cast. */
const START_BOX: usize = scratch<Bounds>();

/** Children of two compounds that may meet: addresses of lists, each a count and then their numbers. */
const MOST_CHILDREN: u32 = 2047;
const CHILDREN_A: usize = scratch<u32>(1 + MOST_CHILDREN);
const CHILDREN_B: usize = scratch<u32>(1 + MOST_CHILDREN);
/** Which of the two is being filled. */
const FILLING: usize = scratch<usize>();

/** Does the operation to all parts of two shapes that may matter. */
export function dispatch(a: ShapeRecord, b: ShapeRecord): void {
  if (a.type != ShapeType.Compound) {
    dispatchChildren(a, PLACE_A, b, 0);
    return;
  }
  gatherChildren(a, PLACE_A, b, PLACE_B, CHILDREN_A, -1);
  const n = listed(a, CHILDREN_A);
  for (let k: u32 = 0; k < n; k++) {
    const number = listedAt(CHILDREN_A, k);
    const child = childOf(a, number);
    childPlace(changetype<Place>(PLACE_A), child, changetype<Place>(CHILD_A));
    dispatchChildren(shapeAt(child.shape), CHILD_A, b, (number + 1) << 16);
  }
}

/** A shape that is no compound, and any other. */
function dispatchChildren(a: ShapeRecord, placeA: usize, b: ShapeRecord, key: u32): void {
  if (b.type != ShapeType.Compound) {
    dispatchParts(a, placeA, b, PLACE_B, key);
    return;
  }
  gatherChildren(b, PLACE_B, a, placeA, CHILDREN_B, 1);
  const n = listed(b, CHILDREN_B);
  for (let k: u32 = 0; k < n; k++) {
    const number = listedAt(CHILDREN_B, k);
    const child = childOf(b, number);
    childPlace(changetype<Place>(PLACE_B), child, changetype<Place>(CHILD_B));
    dispatchParts(a, placeA, shapeAt(child.shape), CHILD_B, key + number + 1);
  }
}

/** Lists the children of a compound whose boxes the other shape reaches. */
function gatherChildren(compound: ShapeRecord, place: usize, other: ShapeRecord, otherPlace: usize, list: usize, sign: f64): void {
  store<u32>(list, 0);
  store<usize>(FILLING, list);
  boxAround(other, otherPlace, place, sign);
  const box = BOX;
  visitOverlaps(compound.data, load<f64>(box), load<f64>(box, 8), load<f64>(box, 16), load<f64>(box, 24), load<f64>(box, 32), load<f64>(box, 40), noteChild);
}

function noteChild(number: u32): void {
  const list = load<usize>(FILLING);
  const count = load<u32>(list);
  if (count < MOST_CHILDREN) store<u32>(list + (<usize>(count + 1) << 2), number);
  store<u32>(list, count + 1);
}

/** How many children to look at: all of them, where more may meet than the list can hold. */
function listed(compound: ShapeRecord, list: usize): u32 {
  const count = load<u32>(list);
  return count <= MOST_CHILDREN ? count : changetype<Bvh>(<usize>compound.data).partCount;
}

function listedAt(list: usize, k: u32): u32 {
  return load<u32>(list) <= MOST_CHILDREN ? load<u32>(list + (<usize>(k + 1) << 2)) : k;
}

/** BOX: the box of a shape and the margin around it, seen from the frame at a place. `sign`: 1 for the first shape, -1 for the second. */
function boxAround(shape: ShapeRecord, place: usize, from: usize, sign: f64): void {
  const relative = changetype<Place>(RELATIVE);
  relativePlace(changetype<Place>(place), changetype<Place>(from), relative);
  const p = relative.position;
  const q = relative.orientation;
  boundsOf(shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w, BOX);
  const margin = shapePair().margin;
  for (let k: usize = 0; k < 24; k += 8) {
    store<f64>(BOX + k, load<f64>(BOX + k) - margin);
    store<f64>(BOX + k, load<f64>(BOX + k, 24) + margin, 24);
  }
  if (shapePair().operation < <u32>Operation.Cast) return;
  memory.copy(START_BOX, BOX, 48);
  const way = translationIn(from);
  for (let k: usize = 0; k < 24; k += 8) {
    const d = sign * load<f64>(way + k);
    store<f64>(BOX + k, load<f64>(BOX + k) + min(d, 0.0));
    store<f64>(BOX + k, load<f64>(BOX + k, 24) + max(d, 0.0), 24);
  }
}

function dispatchParts(a: ShapeRecord, placeA: usize, b: ShapeRecord, placeB: usize, key: u32): void {
  const flip = b.type > a.type && b.type > <u32>ShapeType.Triangle;
  const way = shapePair().translation;
  if (!matters(key, shapePair().operation == Operation.Sweep, way.x, way.y, way.z)) return;
  shapePair().key = key;
  shapePair().flip = flip ? 1 : 0;
  if (max(a.type, b.type) <= <u32>ShapeType.Triangle) {
    dispatchConvex(a, placeA, b, placeB);
    return;
  }
  if (flip) dispatchInFrame(b, placeB, a, placeA);
  else dispatchInFrame(a, placeA, b, placeB);
}

/** Two convex shapes, seen from where their places are. */
function dispatchConvex(a: ShapeRecord, placeA: usize, b: ShapeRecord, placeB: usize): void {
  const now = shapePair();
  now.frame = changetype<usize>(a);
  now.framePlace = OUTERMOST;
  placeParts(a, placeA, b, placeB);
  processParts(0);
}

/** Makes two convex shapes the parts that are at hand. */
export function placeParts(a: ShapeRecord, placeA: usize, b: ShapeRecord, placeB: usize): void {
  placePart(firstConvex(), a, placeA);
  placePart(secondConvex(), b, placeB);
}

function placePart(c: Convex, shape: ShapeRecord, place: usize): void {
  const p = changetype<Place>(place).position;
  const q = changetype<Place>(place).orientation;
  placeConvex(c, shape, p.x, p.y, p.z, q.x, q.y, q.z, q.w);
}

/** A shape that is not convex, and one that is, in the frame of the first. */
function dispatchInFrame(frame: ShapeRecord, framePlace: usize, shape: ShapeRecord, place: usize): void {
  const now = shapePair();
  now.frame = changetype<usize>(frame);
  now.framePlace = framePlace;
  boxAround(shape, place, framePlace, now.flip ? 1 : -1);
  placePart(secondConvex(), shape, RELATIVE);
  if (frame.type == ShapeType.HalfSpace) {
    processParts(0);
  } else if (frame.type == ShapeType.Spline) {
    dispatchSpline(frame);
  } else if (now.operation >= <u32>Operation.Cast) {
    castOverTriangles(frame);
  } else {
    const box = BOX;
    beginTriangles(now.margin);
    meshTriangles(frame, load<f64>(box), load<f64>(box, 8), load<f64>(box, 16), load<f64>(box, 24), load<f64>(box, 32), load<f64>(box, 40), dispatchTriangle);
    collideRefused();
  }
}

/** Triangles in about the order in which the moving box meets theirs, as long as the nearest so far may be beaten. */
function castOverTriangles(frame: ShapeRecord): void {
  const way = changetype<Bounds>(WAY).low;
  const box = changetype<Bounds>(START_BOX);
  const low = box.low;
  const high = box.high;
  const size = length(way);
  if (frame.type == ShapeType.Mesh) {
    const middle = 0.5 * (low + high);
    const half = 0.5 * (high - low);
    const along = size > 0 ? (1 / size) * way : vec3<f64>(0, 1, 0);
    store<f64>(WAY, size, 24);
    const limit = size * theAnswer().best;
    visitRay(frame.data, middle.x, middle.y, middle.z, along.x, along.y, along.z, limit, half.x, half.y, half.z, castTriangle);
    return;
  }
  // A strip of the field after the other; what several share is looked at again only where it may still matter.
  const steps = fieldSteps(frame, way.x, way.z);
  const part = (1 / <f64>steps) * way;
  // Overlapping a little, so that rounding loses none between two strips.
  const first = min(-0.001 * part, 1.001 * part);
  const last = max(-0.001 * part, 1.001 * part);
  store<f64>(STRIP, -Infinity);
  for (let k: u32 = 0; k < steps; k++) {
    const t = <f64>k / <f64>steps;
    if (theAnswer().best < t) return;
    const begin = low + t * way + first;
    const end = high + t * way + last;
    store<f64>(STRIP, k + 1 == steps ? Infinity : <f64>(k + 1) / <f64>steps, 8);
    meshTriangles(frame, begin.x, begin.y, begin.z, end.x, end.y, end.z, castStripTriangle);
    store<f64>(STRIP, load<f64>(STRIP, 8));
  }
}

function castTriangle(triangle: u32, limit: f64): f64 {
  dispatchTriangle(triangle);
  return min(limit, load<f64>(WAY, 24) * theAnswer().best);
}

/** Part of the way after which the moving box meets that of the triangle; infinite where it never does. */
function entryOf(c: Convex): f64 {
  const corners = changetype<usize>(c) + offsetof<Convex>('cornerA');
  let enters: f64 = 0;
  let leaves: f64 = 1;
  for (let k: usize = 0; k < 24; k += 8) {
    const p = load<f64>(corners + k);
    const q = load<f64>(corners + k, 24);
    const r = load<f64>(corners + k, 48);
    const speed = load<f64>(WAY + k);
    const before = min(p, min(q, r)) - load<f64>(START_BOX + k, 24);
    const behind = max(p, max(q, r)) - load<f64>(START_BOX + k);
    if (speed == 0) {
      if (before > 0 || behind < 0) return Infinity;
      continue;
    }
    const inverse = 1 / speed;
    enters = max(enters, inverse * (speed > 0 ? before : behind));
    leaves = min(leaves, inverse * (speed > 0 ? behind : before));
  }
  return enters <= leaves + 1e-9 ? enters : Infinity;
}

/** A triangle that the moving box meets in this strip and not in the last one. */
function castStripTriangle(triangle: u32): void {
  loadTriangle(changetype<ShapeRecord>(shapePair().frame), triangle, firstConvex());
  const enters = entryOf(firstConvex());
  if (!(enters > load<f64>(STRIP) && enters <= load<f64>(STRIP, 8)) || enters > theAnswer().best) return;
  processParts(triangle);
}

function dispatchTriangle(triangle: u32): void {
  loadTriangle(changetype<ShapeRecord>(shapePair().frame), triangle, firstConvex());
  if (!isBeyond()) processParts(triangle);
}

/** Whether the second part is seen to be too far from the triangle at once: more than half of those in a sphere's box are, and a third in that of a hull. */
function isBeyond(): bool {
  const operation = shapePair().operation;
  if (operation >= <u32>Operation.Cast) return false;
  const type = secondConvex().type;
  if (type == <u32>ShapeType.Sphere) return isBeyondSphere();
  // A box has separating axes that are found as fast.
  return !(type == <u32>ShapeType.Box && operation == Operation.Contacts) && isBeyondMiddle();
}

/** Whether the box of the triangle is too far from a sphere. */
function isBeyondSphere(): bool {
  const sphere = secondConvex();
  const c = firstConvex();
  const center = sphere.position;
  const low = min(c.cornerA, min(c.cornerB, c.cornerC));
  const high = max(c.cornerA, max(c.cornerB, c.cornerC));
  const gap = max(max(low - center, center - high), vec3<f64>(0, 0, 0));
  const reach = sphere.radius + shapePair().margin;
  return lengthSquared(gap) > reach * reach;
}

/** Whether the second part is too far from the triangle along the shortest way to its middle. */
function isBeyondMiddle(): bool {
  const c = firstConvex();
  const d = secondConvex();
  const middle = middleOf(d);
  const near = changetype<Closest>(NEAREST);
  surfaceNear(c, middle.x, middle.y, middle.z, near);
  const n = near.normal;
  return separationAlong(c, d, n.x, n.y, n.z) > shapePair().margin;
}

function middleOf(c: Convex): vec3<f64> {
  let middle = c.position;
  if (c.type == <u32>ShapeType.Hull) middle = middle + c.rotation * changetype<Point>(<usize>c.data).position;
  return middle;
}
