// Bodies that could pass through others in a step: such a body is followed along its way, and stops where it would get deeper into another than
// a part of its width. Its velocities stay, so that the next step finds the contact and what becomes of it.
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { typeOf } from '../body/activity';
import { publish } from '../body/pack.kernel';
import { placeBody } from '../collision/broadphase/broadphase';
import { PairFlag } from '../collision/broadphase/pair-record';
import { nextOf, otherOf, pairAt, pairOf } from '../collision/broadphase/pairs';
import { angleOf } from '../math/angle.kernel';
import { conjugate, qmul, rotate } from '../math/quat.kernel';
import { sinCos } from '../math/trigonometry.kernel';
import { theWorld } from '../memory/arena';
import { bodyAt, shapeAt } from '../memory/records';
import { dispatch } from '../collision/narrowphase/dispatch.kernel';
import { sweepBodies } from '../collision/narrowphase/part-filter.kernel';
import { Operation, placeOfA, placeOfB, shapePair } from '../collision/narrowphase/shape-pair.kernel';
import { theTurn } from '../collision/narrowphase/sweep.kernel';
import { beginAnswer, theAnswer } from '../collision/narrowphase/answer.kernel';
import { bodyPlace } from '../collision/shape/place.kernel';
import { ShapeRecord } from '../collision/shape/record';

/** Of half the least width: the way of a point that nobody follows; how deep a body may get; and what counts as that, beside it. */
const SHORT: f64 = 0.5;
const DEPTH: f64 = 0.2;
const SLACK: f64 = 0.02;

function positionOf(body: BodyRecord): vec3<f64> {
  return vec3<f64>(body.positionX, body.positionY, body.positionZ);
}

function startOf(body: BodyRecord): vec3<f64> {
  return vec3<f64>(body.targetX, body.targetY, body.targetZ);
}

function turnOf(body: BodyRecord): quat<f64> {
  return quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
}

function startTurnOf(body: BodyRecord): quat<f64> {
  return quat<f64>(body.targetOrientationX, body.targetOrientationY, body.targetOrientationZ, body.targetOrientationW);
}

function isSwept(body: BodyRecord): bool {
  return (body.flags & BodyFlag.Swept) != 0 && body.leaf != 0 && typeOf(body) == BodyType.Dynamic;
}

function setTurn(body: BodyRecord, q: quat<f64>): void {
  body.orientationX = q.x;
  body.orientationY = q.y;
  body.orientationZ = q.z;
  body.orientationW = q.w;
}

/** Takes a swept body back to where it first got too deep into another in the step of `dt` s that has ended. */
export function stopSwept(slot: u32, dt: f64): void {
  const body = bodyAt(slot);
  if (!isSwept(body)) return;
  const shape = shapeAt(body.shape - 1);
  const start = startOf(body);
  const end = positionOf(body);
  const endTurn = turnOf(body);
  const way = end - start;
  // The shorter way to turn: of several turns within a step only the last part counts.
  const q = qmul(endTurn, conjugate(startTurnOf(body)));
  const sine = length(q.xyz);
  const angle = 2 * angleOf(sine, Math.abs(q.w));
  const turn = theTurn();
  turn.axis = normalizeOr(q.w < 0 ? -q.xyz : q.xyz, vec3<f64>(0, 1, 0));
  turn.angle = angle;
  turn.arm = shape.reach + length(vec3<f64>(body.centerX, body.centerY, body.centerZ));
  turn.depth = DEPTH * shape.breadth;
  turn.slack = SLACK * shape.breadth;
  if (length(way) + angle * turn.arm < SHORT * shape.breadth) return;
  let best: f64 = 1;
  let drift = vec3<f64>(0, 0, 0);
  for (let link = body.firstPair; link; link = nextOf(link)) {
    const other = bodyAt(otherOf(link));
    if (!(pairAt(pairOf(link)).flags & PairFlag.Alive) || other.flags & BodyFlag.Sensor) continue;
    const shift = shiftOf(other, otherOf(link) < slot, dt, way);
    const oneWay = pairAt(pairOf(link)).flags & (PairFlag.OneWay | PairFlag.Passing);
    if (!sweepPast(body, shape, other, otherOf(link) > slot, way - shift, best, oneWay)) continue;
    best = theAnswer().best;
    drift = shift;
  }
  if (best >= 1) return;
  const stop = start + best * way + (1 - best) * drift;
  const [s, c] = sinCos<f64>(0.5 * best * angle);
  setTurn(body, qmul(quat<f64>(s * turn.axis, c), startTurnOf(body)));
  body.positionX = stop.x;
  body.positionY = stop.y;
  body.positionZ = stop.z;
  const world = theWorld();
  publish(body, <usize>world.transforms + <usize>slot * 28, <usize>world.velocities + <usize>slot * 24);
  placeBody(slot);
}

/**
 * The way of another body in the step. One that has been followed before (`done`) has been so past this one's way: what is left is that
 * this one turns.
 */
function shiftOf(other: BodyRecord, done: bool, dt: f64, way: vec3<f64>): vec3<f64> {
  const swept = isSwept(other);
  const pace: f64 = typeOf(other) == BodyType.Static ? 0.0 : dt;
  const drift = pace * vec3<f64>(other.velocityX, other.velocityY, other.velocityZ);
  const known = done ? way : positionOf(other) - startOf(other);
  return swept ? known : drift;
}

/** Follows a body past another by its way against it; whether it gets too deep into it before `best`. */
function sweepPast(body: BodyRecord, shape: ShapeRecord, other: BodyRecord, ahead: bool, way: vec3<f64>, best: f64, oneWay: u32): bool {
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
  if (ahead && isSwept(other)) {
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
