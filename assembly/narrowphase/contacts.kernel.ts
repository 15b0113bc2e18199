// Contact points of two bodies.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { mayTouch } from '../broadphase/crowd';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { bodyAt, shapeAt } from '../memory/records';
import { contactAt, ContactPoint, Convex, Manifold } from '../shape/convex.kernel';
import { isDistinct } from '../shape/child';
import { bodyPlace, toOuter, turnOuter } from '../shape/place.kernel';
import { ShapeFlag, ShapeRecord, ShapeType } from '../shape/record';
import { WorldRecord } from '../world';
import { convexManifold } from './convex-pair.kernel';
import { addToGroups, beginGroups, finishedGroup, groupCount, setOnlyGroup } from './groups.kernel';
import { halfSpaceManifold } from './half-space.kernel';
import { leverOf } from './lever';
import { addManifold, forgetManifolds, rememberPoints } from './manifolds.kernel';
import { firstConvex, framePlace, isOutermost, meet, meeting, Operation, placeOfA, placeOfB, secondConvex } from './meeting.kernel';
import { letsPass, notePassing } from './one-way.kernel';
import { meetBodies, partFilter } from './part-filter.kernel';
import { MOST_CANDIDATES } from './reduce.kernel';
import { movedBy, notePoses, refreshManifolds } from './refresh.kernel';
import { hasClosedForm, renewRound } from './round-pair.kernel';
import { Lasting, noteFace, noteLasting, noteRefused } from './rolling.kernel';
import { isSeam, seamedSide } from './seams.kernel';
import { senseChildren, solidsOverlap } from './sense.kernel';
import { correctNormal, REFUSED_BYTES, refusedManifold } from './triangles.kernel';

const NO_AXIS: usize = scratch<f64>(3);
/** Part of the distance at which there were no contacts that surfaces may move before they are looked for again. */
const FAR: f64 = 0.5;
/** Part of the breadth that surfaces in contact may move against each other before points are found anew. */
const NEAR: f64 = 5e-3;
/** The same where something rolls. What is slower than that in a step rests. */
const ROLLED: f64 = 1e-6;
/** A manifold with room for what one pair of convex shapes has before it is reduced. */
const FOUND: usize = scratch<Manifold, ContactPoint>(MOST_CANDIDATES);

export function foundManifold(): Manifold {
  return changetype<Manifold>(FOUND);
}

/** Three zeros, to start from where nothing is remembered. */
export function noAxis(): usize {
  memory.fill(NO_AXIS, 0, 24);
  return NO_AXIS;
}

/** How far the surfaces of two bodies can go towards each other in `dt` s. */
function wayOf(a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, dt: f64): f64 {
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  return dt * (length(v) + turningSpeed(a, shapeA) + turningSpeed(b, shapeB));
}

/** How fast turning moves a surface outwards at most. */
function turningSpeed(body: BodyRecord, shape: ShapeRecord): f64 {
  const w = length(vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ));
  return w > 0 ? w * leverOf(shape) : 0;
}

/** Brings the contacts of a pair up to date, `dt` being the step that they are for, as far as there is memory and room for them. */
export function updatePair(world: WorldRecord, pair: PairRecord, index: u32, dt: f64): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  pair.approachSpeed = 0;
  if ((a.flags | b.flags) & BodyFlag.Sensor) {
    forgetManifolds(pair);
    if (solidsOverlap(a, b)) pair.flags |= PairFlag.Touching;
    return;
  }
  if (isDistinct(a) || isDistinct(b)) {
    senseChildren(pair, a, b);
    if (typeOf(a) != BodyType.Dynamic && typeOf(b) != BodyType.Dynamic) return;
  }
  if (!pair.firstManifold && !mayTouch(pair, a, b)) {
    pair.flags &= ~(<u32>PairFlag.Found);
    return;
  }
  const breadth = min(shapeA.breadth, shapeB.breadth);
  // Swept bodies stop where they are: contacts far ahead would stop them beside what they pass.
  const swept = (a.flags | b.flags) & BodyFlag.Swept;
  const whole = wayOf(a, b, shapeA, shapeB, dt);
  const way = swept ? min(whole, breadth) : whole;
  // What is solid from one side only is looked at anew in each step.
  if (pair.flags & PairFlag.OneWay) {
    findContacts(world, pair, index, way, dt);
    return;
  }
  if (pair.firstManifold && hasClosedForm(shapeA, shapeB)) {
    pair.margin = marginOf(world, breadth, way);
    if (renewRound(pair, a, b, shapeA, shapeB, pair.margin)) return;
  } else if (pair.flags & PairFlag.Found) {
    const moved = movedBy(pair, a, b, shapeA, shapeB);
    // A pair that was too far apart for contacts is so still, if it has moved little against that.
    if (!pair.firstManifold && moved + way < FAR * pair.margin) return;
    const near: f64 = pair.flags & PairFlag.Rolls ? ROLLED : NEAR;
    if (pair.firstManifold && pair.moved + moved < near * breadth) {
      pair.moved += moved;
      refreshManifolds(pair, a, b, shapeA, shapeB);
      return;
    }
  }
  findContacts(world, pair, index, way, dt);
}

/** Surfaces nearer than this have points. */
function marginOf(world: WorldRecord, breadth: f64, way: f64): f64 {
  return min(world.contactMargin, 0.1 * breadth) + way;
}

/** Finds the contacts of a pair anew; `way`: how far its surfaces go at most. Those for which there is no memory are looked for again. */
function findContacts(world: WorldRecord, pair: PairRecord, index: u32, way: f64, dt: f64): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  pair.margin = marginOf(world, min(shapeAt(a.shape - 1).breadth, shapeAt(b.shape - 1).breadth), way);
  findPoints(pair);
  noteHowLong(pair);
  const oneWay = (pair.flags & PairFlag.OneWay) != 0;
  if (oneWay) notePassing(pair, dt);
  const remembered = rememberPoints(pair);
  forgetManifolds(pair);
  pair.moved = 0;
  pair.flags |= PairFlag.Found;
  notePoses(pair, a, b);
  const n = groupCount();
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  const seamed: u32 = n > 1 ? seamedSide(shapeA, shapeB) : 0;
  for (let k: u32 = 0; k < n; k++) {
    if (seamed && isSeam(k, seamed, min(shapeA.breadth, shapeB.breadth))) continue;
    if (oneWay && letsPass(pair, finishedGroup(k))) continue;
    if (addManifold(pair, index, finishedGroup(k), pair.betweenX, pair.betweenY, pair.betweenZ, remembered)) continue;
    pair.flags &= ~(<u32>PairFlag.Found);
    return;
  }
}

/** Notes how long the contacts last that were just found. */
function noteHowLong(pair: PairRecord): void {
  const lasting = meeting().lasting;
  const both: u32 = Lasting.FaceOfA | Lasting.FaceOfB;
  let flags = pair.flags & ~(<u32>PairFlag.Rolls | PairFlag.FaceOfA | PairFlag.FaceOfB);
  if (lasting & Lasting.Rolls || (lasting & both) == both) flags |= PairFlag.Rolls;
  else if (lasting & Lasting.FaceOfA) flags |= PairFlag.FaceOfA;
  else if (lasting & Lasting.FaceOfB) flags |= PairFlag.FaceOfB;
  pair.flags = flags;
}

/** Puts the points of a pair that are nearer than its margin into groups, seen from A's centre of mass. */
export function findPoints(pair: PairRecord): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  const now = meeting();
  now.operation = Operation.Contacts;
  now.margin = pair.margin;
  now.merge = 1e-6 * min(shapeA.breadth, shapeB.breadth);
  now.axis = changetype<usize>(pair);
  now.lasting = shapeA.type == ShapeType.Spline || shapeB.type == ShapeType.Spline ? Lasting.Rolls : 0;
  bodyPlace(a, a.positionX, a.positionY, a.positionZ, placeOfA());
  bodyPlace(b, a.positionX, a.positionY, a.positionZ, placeOfB());
  beginGroups();
  meetBodies(a, b);
  partFilter().oneWay = pair.flags & PairFlag.OneWay;
  meet(shapeA, shapeB);
}

/** The contact points of two parts. */
export function touchParts(part: u32): void {
  const now = meeting();
  const frame = changetype<ShapeRecord>(now.frame);
  const found = foundManifold();
  const isMesh = frame.type == ShapeType.Mesh || frame.type == ShapeType.HeightField;
  if (frame.type == ShapeType.HalfSpace) {
    halfSpaceManifold(frame.sizeX, frame.sizeY, frame.sizeZ, 0, secondConvex(), now.margin, found);
  } else {
    const remembers = !now.key && frame.type <= <u32>ShapeType.Triangle;
    convexManifold(firstConvex(), secondConvex(), now.margin, remembers ? now.axis : noAxis(), found);
    if (isMesh && found.count) {
      correctNormal(frame, part, firstConvex(), secondConvex(), now.margin, found);
      // Within a closed mesh nothing is on the side of its surface.
      if (partFilter().oneWay && frame.flags & ShapeFlag.Solid && isBehind(firstConvex(), found)) found.count = 0;
    }
  }
  found.onFace = 0;
  if (found.count) {
    if (now.key) noteFace(firstConvex(), secondConvex(), found);
    noteLasting(firstConvex(), secondConvex(), found);
  }
  handOn(isMesh ? part + 1 : part);
}

/** Whether a normal leads away from the front of a triangle. */
function isBehind(c: Convex, found: Manifold): bool {
  return dot(found.normal, cross(c.cornerB - c.cornerA, c.cornerC - c.cornerA)) < 0;
}

/** Hands on what all triangles refused, where nothing else is left of an overlap. */
export function touchRefused(): void {
  memory.copy(FOUND, changetype<usize>(refusedManifold()), REFUSED_BYTES);
  foundManifold().onFace = 0;
  if (foundManifold().count) noteRefused(secondConvex());
  handOn(0);
}

/** Hands the points in foundManifold() on, in the world's axes and from the first body to the second. */
export function handOn(part: u32): void {
  const now = meeting();
  const found = foundManifold();
  if (!found.count) return;
  found.children = now.key;
  if (isOutermost()) {
    // Two convex shapes have no more than this.
    if (now.key) addToGroups(found, now.key * 0x01000193 + part, now.merge);
    else setOnlyGroup(found, now.merge);
    return;
  }
  const place = framePlace();
  turnOuter(place, FOUND + offsetof<Manifold>('normalx'));
  if (now.flip) found.normal = -found.normal;
  for (let k: u32 = 0; k < found.count; k++) {
    toOuter(place, changetype<usize>(contactAt(found, k)) + offsetof<ContactPoint>('positionx'));
  }
  addToGroups(found, now.key * 0x01000193 + part, now.merge);
}
