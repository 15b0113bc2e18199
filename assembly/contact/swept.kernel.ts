// Bodies that could pass through others in a step: such a body is followed along its way, and stops where it would get deeper into another than
// a part of its width. Its velocities stay, so that the next step finds the contact and what becomes of it. What had contacts in this step is left to
// those: only a ball in the middle of each part stops there, and with it the speed at which it has got there. So nobody stays where it was again and again.
import { BodyRecord, BodyType, BodyFlag } from '../body/record';
import { typeOf } from '../body/activity';
import { findPairsHere } from '../collision/broadphase/broadphase';
import { isInBox } from '../collision/broadphase/grow';
import { PairFlag } from '../collision/broadphase/pair-record';
import { nextOf, otherOf, pairAt, pairOf } from '../collision/broadphase/pairs';
import { currentSet, holds, nextAwake, wokenSet } from '../island/awake';
import { rotate } from '../math/quat.kernel';
import { bodyAt, shapeAt } from '../memory/records';
import { dispatch } from '../collision/narrowphase/dispatch.kernel';
import { sweepBodies } from '../collision/narrowphase/part-filter.kernel';
import { Operation, placeOfA, placeOfB, shapePair } from '../collision/narrowphase/shape-pair.kernel';
import { CORE, theTurn } from '../collision/narrowphase/sweep.kernel';
import { beginAnswer, theAnswer } from '../collision/narrowphase/answer.kernel';
import { bodyPlace } from '../collision/shape/place.kernel';
import { ShapeRecord } from '../collision/shape/record';
import { WorldRecord } from '../world';
import { moveJoined, putBack, shift, stopApproach, turnBack, wayOf } from './put-back.kernel';
import { isSwept, solvedWithin } from './swept-pair.kernel';

/** Of half the least width: the way of a point that nobody follows; how deep a body may get; and what counts as that, beside it. */
const SHORT: f64 = 0.5;
const DEPTH: f64 = 0.2;
const SLACK: f64 = 0.02;
/** How often bodies are followed that were stopped, or had a stopped one beside them; the last time only what does not move stops them. */
const ROUNDS: u32 = 8;

/** Where a body stops first, seen from where its centre of mass has ended. */
class Stop {
  /** Part of the way after which it stops. */
  t: f64;
  /** Towards the other, at the place where they meet. */
  normal: vec3<f64>;
  point: vec3<f64>;
  /** Of what stops, against the other. */
  way: vec3<f64>;
  /** Of the other. */
  shift: vec3<f64>;
  /** Slot of the other. */
  other: u32;
  /** CORE where a ball in the middle of a part stops. */
  part: u32;
}

const STOP: usize = scratch<Stop>();

function positionOf(body: BodyRecord): vec3<f64> {
  return vec3<f64>(body.positionX, body.positionY, body.positionZ);
}

function startTurnOf(body: BodyRecord): quat<f64> {
  return quat<f64>(body.targetOrientationX, body.targetOrientationY, body.targetOrientationZ, body.targetOrientationW);
}

/** Stops swept bodies where they would get too deep into others in the step of `dt` s that has ended. */
export function stopSwept(world: WorldRecord, dt: f64): void {
  const due = currentSet(world);
  const moved = wokenSet(world);
  memory.copy(due, world.awake, world.awakeCapacity);
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (isSwept(bodyAt(slot)) && !isInBox(slot)) findPairsHere(world, slot);
  }
  for (let round: u32 = 0; round < ROUNDS; round++) {
    let any = false;
    memory.fill(moved, 0, world.awakeCapacity);
    for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
      if (!isSwept(bodyAt(slot)) || !isDue(due, slot)) continue;
      if (!findStop(world, slot, dt, round + 1 == ROUNDS)) continue;
      stop(world, slot, round + 1 == ROUNDS);
      any = true;
    }
    if (!any) return;
    memory.copy(due, moved, world.awakeCapacity);
  }
}

/** Whether a body or one beside it is in a set. */
function isDue(set: usize, slot: u32): bool {
  if (holds(set, slot)) return true;
  for (let link = bodyAt(slot).firstPair; link; link = nextOf(link)) if (holds(set, otherOf(link))) return true;
  return false;
}

/** Makes a body's way that which is followed; whether some point of it goes far enough. */
function follow(body: BodyRecord): bool {
  const shape = shapeAt(body.shape - 1);
  const way = wayOf(body);
  const turn = theTurn();
  turn.axis = way.axis;
  turn.angle = way.angle;
  turn.arm = shape.reach + length(vec3<f64>(body.centerX, body.centerY, body.centerZ));
  turn.depth = DEPTH * shape.breadth;
  turn.slack = SLACK * shape.breadth;
  return length(way.way) + turn.angle * turn.arm >= SHORT * shape.breadth;
}

/** Whether a body stops anywhere: STOP says where. `last`: only what does not move is looked at. */
function findStop(world: WorldRecord, slot: u32, dt: f64, last: bool): bool {
  const body = bodyAt(slot);
  const shape = shapeAt(body.shape - 1);
  const found = changetype<Stop>(STOP);
  if (!follow(body)) return false;
  found.t = 1;
  for (let link = body.firstPair; link; link = nextOf(link)) {
    const pair = pairAt(pairOf(link));
    const other = bodyAt(otherOf(link));
    if (!(pair.flags & PairFlag.Alive) || other.flags & BodyFlag.Sensor || (last && typeOf(other) != BodyType.Static)) continue;
    const known = isSwept(other);
    const solved = solvedWithin(world, pair);
    const done = known && solved < 0 && otherOf(link) < slot && follow(other);
    follow(body);
    const way = wayOf(body).way;
    const drift: f64 = typeOf(other) == BodyType.Static ? 0.0 : dt;
    let moved = drift * vec3<f64>(other.velocityX, other.velocityY, other.velocityZ);
    // One that has been followed before has been so past this one's way, with all its points: what is left is that this one turns.
    if (known) moved = wayOf(other).way;
    if (done) moved = way;
    theTurn().solved = solved;
    const oneWay = pair.flags & (PairFlag.OneWay | PairFlag.Passing);
    if (!sweepPast(body, shape, other, known && !done, way - moved, found.t, oneWay)) continue;
    const answer = theAnswer();
    // What ends there has been put there.
    if ((1 - answer.best) * (length(way - moved) + theTurn().angle * theTurn().arm) < theTurn().slack) continue;
    found.t = answer.best;
    found.normal = answer.normal;
    found.point = answer.pointA;
    found.way = answer.pointB;
    found.shift = moved;
    found.other = otherOf(link);
    found.part = answer.part;
  }
  return found.t < 1;
}

/** Follows a body past another by its way against it; whether it gets too deep into it before `best`. `starts`: the other has not turned yet. */
function sweepPast(body: BodyRecord, shape: ShapeRecord, other: BodyRecord, starts: bool, way: vec3<f64>, best: f64, oneWay: u32): bool {
  const now = shapePair();
  const turn = theTurn();
  const end = positionOf(body);
  // Seen from where the body has ended.
  const place = placeOfA();
  const q = startTurnOf(body);
  place.orientation = q;
  place.position = -rotate(q, vec3<f64>(body.centerX, body.centerY, body.centerZ)) - way;
  turn.middle = -way;
  bodyPlace(other, end.x, end.y, end.z, placeOfB());
  if (starts) {
    const r = startTurnOf(other);
    placeOfB().orientation = r;
    placeOfB().position = positionOf(other) - end - rotate(r, vec3<f64>(other.centerX, other.centerY, other.centerZ));
  }
  now.operation = Operation.Sweep;
  now.margin = min(turn.angle, 2.0) * turn.arm;
  now.translation = way;
  beginAnswer(best);
  sweepBodies(body, other, oneWay);
  dispatch(shape, shapeAt(other.shape - 1));
  return theAnswer().found != 0;
}

/** Stops a body as STOP says. */
function stop(world: WorldRecord, slot: u32, last: bool): void {
  const body = bodyAt(slot);
  const other = bodyAt(changetype<Stop>(STOP).other);
  if (changetype<Stop>(STOP).part == CORE) {
    stopCore(world, slot, last);
    return;
  }
  const t = changetype<Stop>(STOP).t;
  const known = isSwept(other);
  const drift = changetype<Stop>(STOP).shift;
  const normal = changetype<Stop>(STOP).normal;
  const turned = known && lengthSquared(wayOf(body).way - drift) == 0;
  if (turned) {
    turnBack(world, slot, t);
    return;
  }
  putBack(world, slot, t);
  if (known) {
    putBack(world, changetype<Stop>(STOP).other, t);
    return;
  }
  // What comes towards it pushes it along.
  const pushed = (1 - t) * min(dot(drift, normal), 0.0) * normal;
  if (lengthSquared(pushed) > 0) shift(world, slot, pushed.x, pushed.y, pushed.z);
}

/** The middle of a part goes no farther along the normal, nor does it approach any more. */
function stopCore(world: WorldRecord, slot: u32, last: bool): void {
  const found = changetype<Stop>(STOP);
  const n = found.normal;
  const t = found.t;
  const left = (1 - t) * found.way;
  const out = last ? -left : -dot(n, left) * n;
  // The body ends so far beside its way, and the other where it is.
  const body = bodyAt(slot);
  const point = found.point + left;
  const between = positionOf(body) - positionOf(bodyAt(found.other));
  stopApproach(slot, found.other, n, point, found.point + between);
  if (body.jointCount) moveJoined(world, slot, t, out.x, out.y, out.z);
  else shift(world, slot, out.x, out.y, out.z);
}
