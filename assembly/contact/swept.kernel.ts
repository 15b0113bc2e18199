// Bodies that could pass through others in a step: a ball inside of such a body, followed along its way, stops where it meets another. The
// velocity stays, so that the next step finds the contact and what becomes of it.
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { publish, typeOf } from '../body/pack.kernel';
import { placeBody } from '../broadphase/broadphase';
import { PairFlag } from '../broadphase/pair-record';
import { nextOf, otherOf, pairAt, pairOf } from '../broadphase/pairs';
import { theWorld } from '../memory/arena';
import { bodyAt, shapeAt } from '../memory/records';
import { meet, meeting, Operation, placeOfA, placeOfB } from '../narrowphase/meeting.kernel';
import { beginAnswer, theAnswer } from '../query/answer.kernel';
import { bodyPlace } from '../shape/place.kernel';
import { ShapeRecord, ShapeType } from '../shape/record';

/** The ball's radius, and the way that nobody follows, beside half the least width of the body. */
const INNER: f64 = 0.5;
const SHORT: f64 = 0.5;
const BALL: usize = scratch<ShapeRecord>();

/** Notes where a swept body is when the step begins; its target, which dynamic bodies have no other use for. */
export function noteStart(body: BodyRecord): void {
  body.targetX = body.positionX;
  body.targetY = body.positionY;
  body.targetZ = body.positionZ;
}

/** Takes a swept body back to where it first met another in the step of `dt` s that has ended. */
export function stopSwept(slot: u32, dt: f64): void {
  const body = bodyAt(slot);
  if (!(body.flags & BodyFlag.Swept) || !body.leaf || typeOf(body) != BodyType.Dynamic) return;
  const breadth = shapeAt(body.shape - 1).breadth;
  const start = vec3<f64>(body.targetX, body.targetY, body.targetZ);
  const end = vec3<f64>(body.positionX, body.positionY, body.positionZ);
  const way = end - start;
  if (length(way) < SHORT * breadth) return;
  const ball = changetype<ShapeRecord>(BALL);
  ball.type = ShapeType.Sphere;
  ball.radius = INNER * breadth;
  ball.breadth = ball.radius;
  ball.reach = ball.radius;
  const now = meeting();
  let best: f64 = 1;
  let drift = vec3<f64>(0, 0, 0);
  for (let link = body.firstPair; link; link = nextOf(link)) {
    const pair = pairAt(pairOf(link));
    const other = bodyAt(otherOf(link));
    if (!(pair.flags & PairFlag.Alive) || other.flags & BodyFlag.Sensor) continue;
    const moves = typeOf(other) != BodyType.Static;
    const pace: f64 = moves ? dt : 0;
    const shift = pace * vec3<f64>(other.velocityX, other.velocityY, other.velocityZ);
    placeOfA().position = vec3<f64>(0, 0, 0);
    placeOfA().orientation = quat<f64>(0, 0, 0, 1);
    // Where the other was when the step began, seen from where the body was.
    bodyPlace(other, start.x + shift.x, start.y + shift.y, start.z + shift.z, placeOfB());
    now.operation = Operation.Cast;
    now.margin = 0;
    now.translation = way - shift;
    beginAnswer(best);
    meet(ball, shapeAt(other.shape - 1));
    // Where the ball began inside, it is let out.
    if (!theAnswer().found || theAnswer().best <= 0) continue;
    best = theAnswer().best;
    drift = shift;
  }
  if (best >= 1) return;
  // Back to where the surface itself meets, or nearly.
  best = max(best - (1 - INNER) * breadth / length(way), 0);
  const stop = start + best * way + (1 - best) * drift;
  body.positionX = stop.x;
  body.positionY = stop.y;
  body.positionZ = stop.z;
  const world = theWorld();
  publish(body, <usize>world.transforms + <usize>slot * 28, <usize>world.velocities + <usize>slot * 24);
  placeBody(slot);
}
