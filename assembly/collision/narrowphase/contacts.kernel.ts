// Contact points of two bodies.
import { typeOf } from '../../body/activity';
import { planesOfBoth } from '../../body/plane';
import { BodyFlag, BodyRecord, BodyType } from '../../body/record';
import { meetLate, nearOf } from '../../contact/swept-pair.kernel';
import { mayTouch } from '../broadphase/crowd';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { bodyAt, shapeAt } from '../../memory/records';
import { isDistinct } from '../shape/child';
import { ShapeRecord, ShapeType } from '../shape/record';
import { WorldRecord } from '../../world';
import { separationAlong } from './convex-pair.kernel';
import { dispatch, placeParts } from './dispatch.kernel';
import { beginGroups, finishedGroup, groupCount } from './groups.kernel';
import { leverOf } from './lever';
import { keepBearingCenter, noteBorne } from './bearing-center.kernel';
import { addManifold, forgetManifolds, moveManifold } from './manifolds.kernel';
import { approachAlong, marginOf, pulledBeyond, speedOf, turningSpeed } from './approach.kernel';
import { recallPoints, rememberPoints } from './remembered.kernel';
import { letsPass, notePassing } from './one-way.kernel';
import { keepLastAxis, readLastAxis } from './pair-axis.kernel';
import { meetBodies, partFilter } from './part-filter.kernel';
import { measureTurns, movedBy, notePoses, refreshManifolds, turnOfA, turnOfB } from './refresh.kernel';
import { Lasting } from './rolling.kernel';
import { ballsStayClear, hasClosedForm, renewRound } from './round-pair.kernel';
import { isSeam, seamedSides } from './seams.kernel';
import { senseChildren, solidsOverlap } from './sense.kernel';
import { firstConvex, Operation, PLACE_A, PLACE_B, placeBodies, secondConvex, shapePair } from './shape-pair.kernel';

/** Part of the distance at which there were no contacts, or of the margin, that surfaces may move before they are looked for again. */
const FAR: f64 = 0.5;
/**
 * Part of the breadth, and of the distance at which points begin, that surfaces in contact may move against each other before points are found anew: no others
 * have come into contact by then, and points between two flat faces are still where they belong.
 */
const NEAR: f64 = 5e-3;
const INSIDE: f64 = 0.5;
/** The same where something rolls. What is slower than that in a step rests. */
const ROLLED: f64 = 1e-6;

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
  const leverA = leverOf(a, shapeA);
  const leverB = leverOf(b, shapeB);
  // How far surfaces go whatever the direction in which the bodies do.
  const aside = dt * (turningSpeed(a, leverA) + turningSpeed(b, leverB)) + pulledBeyond(world, a, b, breadth, dt);
  const balls = shapeA.type == ShapeType.Sphere && shapeB.type == ShapeType.Sphere;
  // How far balls are apart takes no longer to find than how far they have moved.
  if (!pair.firstManifold && balls && ballsStayClear(world, a, b, shapeA, shapeB, marginOf(world, breadth, aside), dt)) return;
  const whole = dt * speedOf(a, b) + aside;
  const way = meetLate(a, b) ? min(whole, breadth) : whole;
  // What is solid from one side only is looked at anew in each step.
  if (pair.flags & PairFlag.OneWay) {
    findContacts(world, pair, index, whole, dt);
    return;
  }
  if (pair.firstManifold && hasClosedForm(shapeA, shapeB)) {
    pair.margin = <f32>marginOf(world, breadth, whole);
    if (way == whole && renewRound(pair, a, b, shapeA, shapeB, pair.margin)) return;
  } else if (pair.flags & PairFlag.Found) {
    measureTurns(pair, a, b);
    const moved = movedBy(pair, a, b, leverA, leverB);
    // A pair that was too far apart for contacts is so still, if it has moved little against that.
    const left = pair.margin - moved - way;
    if (!pair.firstManifold && left > min<f64>(FAR * pair.margin, marginOf(world, breadth, 0))) return;
    const near: f64 = pair.flags & PairFlag.Rolls ? ROLLED * breadth : min(NEAR * breadth, INSIDE * marginOf(world, breadth, 0));
    // Points of other faces that may be reached in this step are those within the margin of when they were found.
    if (pair.firstManifold && pair.moved + moved < near && whole <= pair.margin - pair.moved - moved) {
      pair.moved += <f32>moved;
      refreshManifolds(pair, a, b, shapeA, shapeB);
      return;
    }
  }
  if (!pair.firstManifold && staysApart(world, pair, a, b, shapeA, shapeB, marginOf(world, breadth, aside), dt)) return;
  findContacts(world, pair, index, whole, dt);
}

/**
 * Whether two convex shapes stay farther apart than `margin` in the next `dt` s along the direction that has told so before; then that is noted, as where no points are
 * found.
 */
function staysApart(
  world: WorldRecord, pair: PairRecord, a: BodyRecord, b: BodyRecord, shapeA: ShapeRecord, shapeB: ShapeRecord, margin: f64, dt: f64,
): bool {
  if (max(shapeA.type, shapeB.type) > <u32>ShapeType.Triangle || min(shapeA.type, shapeB.type) == <u32>ShapeType.Sphere || hasClosedForm(shapeA, shapeB)) return false;
  placeBodies(a, b);
  placeParts(shapeA, PLACE_A, shapeB, PLACE_B);
  const gap = gapOfParts(pair);
  if (!(gap > margin + dt * max(approachAlong(world, a, b, pair.axisX, pair.axisY, pair.axisZ), 0.0))) return false;
  pair.margin = <f32>gap;
  pair.moved = 0;
  pair.flags = (pair.flags & ~(<u32>PairFlag.Rolls | PairFlag.FaceOfA | PairFlag.FaceOfB | PairFlag.Touching)) | PairFlag.Found;
  notePoses(pair, a, b);
  return true;
}

/** Of the breadth: points nearer than this are the same though their features are not. */
const SAME_PLACE: f64 = 0.05;

/** Finds the contacts of a pair anew; `way`: how far its surfaces go at most. Those for which there is no memory are looked for again. */
function findContacts(world: WorldRecord, pair: PairRecord, index: u32, way: f64, dt: f64): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  pair.margin = <f32>marginOf(world, min(shapeAt(a.shape - 1).breadth, shapeAt(b.shape - 1).breadth), way);
  const near = nearOf(world, pair);
  findPoints(pair, near);
  noteHowLong(pair);
  const oneWay = (pair.flags & PairFlag.OneWay) != 0;
  if (oneWay) notePassing(pair, dt);
  pair.moved = 0;
  pair.flags |= PairFlag.Found;
  const n = groupCount();
  if (!n) pair.margin = <f32>near;
  if (n == 1 && !oneWay && moveManifold(pair, finishedGroup(0), b.positionX - a.positionX, b.positionY - a.positionY, b.positionZ - a.positionZ)) {
    notePoses(pair, a, b);
    return;
  }
  if (pair.firstManifold) measureTurns(pair, a, b);
  notePoses(pair, a, b);
  const remembered = rememberPoints(pair);
  noteBorne(pair);
  forgetManifolds(pair);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  if (!n && max(shapeA.type, shapeB.type) <= <u32>ShapeType.Triangle) pair.margin = max(pair.margin, <f32>gapOfParts(pair));
  const seamed: u32 = n > 1 ? seamedSides(shapeA, shapeB) : 0;
  for (let k: u32 = 0; k < n; k++) {
    if (seamed && isSeam(k, seamed, min(shapeA.breadth, shapeB.breadth), shapeA, shapeB)) continue;
    if (oneWay && letsPass(pair, finishedGroup(k))) continue;
    if (addManifold(pair, index, finishedGroup(k), pair.betweenX, pair.betweenY, pair.betweenZ)) continue;
    pair.flags &= ~(<u32>PairFlag.Found);
    break;
  }
  if (remembered) recallPoints(pair, remembered, turnOfA(), turnOfB(), SAME_PLACE * min(shapeA.breadth, shapeB.breadth));
  keepBearingCenter(pair);
}

/** m: how far the two parts at hand, of convex shapes, are apart at least: along the direction that the pair remembers. */
function gapOfParts(pair: PairRecord): f64 {
  const axis = vec3<f64>(pair.axisX, pair.axisY, pair.axisZ);
  return separationAlong(firstConvex(), secondConvex(), axis.x, axis.y, axis.z);
}

/** Notes how long the contacts last that were just found. */
function noteHowLong(pair: PairRecord): void {
  const lasting = shapePair().lasting;
  const both: u32 = Lasting.FaceOfA | Lasting.FaceOfB;
  let flags = pair.flags & ~(<u32>PairFlag.Rolls | PairFlag.FaceOfA | PairFlag.FaceOfB);
  if (lasting & Lasting.Rolls || (lasting & both) == both) flags |= PairFlag.Rolls;
  else if (lasting & Lasting.FaceOfA) flags |= PairFlag.FaceOfA;
  else if (lasting & Lasting.FaceOfB) flags |= PairFlag.FaceOfB;
  pair.flags = flags;
}

/** Puts the points of a pair that are nearer than its margin into groups, seen from A's centre of mass: of parts that come nearer than `near`. */
export function findPoints(pair: PairRecord, near: f64): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  const now = shapePair();
  now.operation = Operation.Contacts;
  now.margin = pair.margin;
  now.near = near;
  now.breadth = min(shapeA.breadth, shapeB.breadth);
  now.merge = 1e-6 * now.breadth;
  now.bodyA = pair.bodyA;
  now.held = pair.firstManifold;
  now.axis = readLastAxis(pair);
  now.lasting = shapeA.type == ShapeType.Spline || shapeB.type == ShapeType.Spline ? Lasting.Rolls : 0;
  placeBodies(a, b);
  const planes = planesOfBoth(a, b);
  beginGroups(vec3<f64>(planes & 1 ? 0 : 1, planes & 2 ? 0 : 1, planes & 4 ? 0 : 1));
  meetBodies(a, b);
  partFilter().oneWay = pair.flags & PairFlag.OneWay;
  dispatch(shapeA, shapeB);
  keepLastAxis(pair);
}
