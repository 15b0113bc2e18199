// What becomes of bodies that were followed along their way and would get too deep into others: they go back along it, or out of what they would pass.
import { yields } from '../solver/direct/islands';
import { typeOf } from '../body/activity';
import { publish } from '../body/pack.kernel';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { worldInverseInertia } from '../body/world-inertia.kernel';
import { placeBody } from '../collision/broadphase/broadphase';
import { include, nextAwake, wokenSet } from '../island/awake';
import { activeJoint } from '../island/joints';
import { jointBody } from '../island/wake';
import { JointFlag } from '../joint/record';
import { angleOf } from '../math/angle.kernel';
import { conjugate, qmul, rotate } from '../math/quat.kernel';
import { sinCos } from '../math/trigonometry.kernel';
import { theWorld } from '../memory/arena';
import { bodyAt, jointAt } from '../memory/records';
import { setWord, wordAt } from '../memory/words';
import { WorldRecord } from '../world';

/** The way of a body in a step, seen from where it starts. */
export class Way {
  start: vec3<f64>;
  way: vec3<f64>;
  startTurn: quat<f64>;
  axis: vec3<f64>;
  /** rad, about the unit axis: the shorter way to turn. Of several turns within a step only the last part counts. */
  angle: f64;
}

const WAY: usize = scratch<Way>();

/** The way of a dynamic body in the step that has ended. */
export function wayOf(body: BodyRecord): Way {
  const out = changetype<Way>(WAY);
  out.start = vec3<f64>(body.targetX, body.targetY, body.targetZ);
  out.way = vec3<f64>(body.positionX, body.positionY, body.positionZ) - out.start;
  out.startTurn = quat<f64>(body.targetOrientationX, body.targetOrientationY, body.targetOrientationZ, body.targetOrientationW);
  const end = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const q = qmul(end, conjugate(out.startTurn));
  const sine = length(q.xyz);
  out.angle = angleOf(sine, Math.abs(q.w));
  out.axis = normalizeOr(q.w < 0 ? -q.xyz : q.xyz, vec3<f64>(0, 1, 0));
  return out;
}

/** Others see where a body is now, and the next round looks at it again. */
function show(world: WorldRecord, slot: u32): void {
  publish(bodyAt(slot), <usize>world.transforms + <usize>slot * 28, <usize>world.velocities + <usize>slot * 24);
  placeBody(slot);
  include(wokenSet(world), slot);
}

/** Turns a body no farther than a part of its way. Its angular velocity turns back with it, so that its energy is the same. */
export function turnBack(world: WorldRecord, slot: u32, t: f64): void {
  const body = bodyAt(slot);
  const way = wayOf(body);
  const [s, c] = sinCos<f64>(0.5 * (t - 1) * way.angle);
  const back = quat<f64>(s * way.axis, c);
  const q = qmul(back, quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW));
  const w = rotate(back, vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ));
  body.orientationX = q.x;
  body.orientationY = q.y;
  body.orientationZ = q.z;
  body.orientationW = q.w;
  body.angularVelocityX = w.x;
  body.angularVelocityY = w.y;
  body.angularVelocityZ = w.z;
  show(world, slot);
}

/** Moves a body. */
export function shift(world: WorldRecord, slot: u32, x: f64, y: f64, z: f64): void {
  const body = bodyAt(slot);
  body.positionX += x;
  body.positionY += y;
  body.positionZ += z;
  show(world, slot);
}

/** Puts a body where it was after a part of its way. Its speed loses what gravity has given it on the rest, so that no energy is gained. */
export function putBack(world: WorldRecord, slot: u32, t: f64): void {
  const body = bodyAt(slot);
  const rest = (t - 1) * wayOf(body).way;
  turnBack(world, slot, t);
  if (!body.jointCount) {
    const v = vec3<f64>(body.velocityX, body.velocityY, body.velocityZ);
    const square = dot(v, v);
    const risen = 2 * body.gravityScale * dot(rest, vec3<f64>(world.gravityX, world.gravityY, world.gravityZ));
    if (risen < 0 && square > 0) {
      const kept = sqrt(max(1 + risen / square, 0.0));
      body.velocityX *= kept;
      body.velocityY *= kept;
      body.velocityZ *= kept;
    }
  }
  shift(world, slot, rest.x, rest.y, rest.z);
}

/** Takes all that is joined with a body back to after a part of its way if something holds it; else it moves as a whole, and no joint opens. */
export function moveJoined(world: WorldRecord, slot: u32, t: f64, x: f64, y: f64, z: f64): void {
  const held = markJoined(world, slot);
  for (let other = nextAwake(world, 0); other < world.bodyCount; other = nextAwake(world, other + 1)) {
    if (!wordAt(world.bodyColors, other)) continue;
    if (held) putBack(world, other, t);
    else shift(world, other, x, y, z);
  }
}

/** Marks all that is joined with a body, itself too, in words that only steps use otherwise; whether any of it is joined to what does not yield. */
function markJoined(world: WorldRecord, first: u32): bool {
  const marks = world.bodyColors;
  const wanted: u32 = JointFlag.Alive | JointFlag.Enabled;
  let held = false;
  memory.fill(marks, 0, (<usize>world.bodyCount) << 2);
  setWord(marks, first, 1);
  for (let again = true; again; ) {
    again = false;
    for (let k: u32 = 0; k < world.activeJointCount; k++) {
      const joint = jointAt(activeJoint(world, k));
      if ((joint.flags & wanted) != wanted) continue;
      let any = false;
      for (let side: u32 = 0; side < 4; side++) if (wordAt(marks, jointBody(joint, side))) any = true;
      for (let side: u32 = 0; any && side < 4; side++) {
        const slot = jointBody(joint, side);
        if (!yields(world, slot)) held = true;
        else if (!wordAt(marks, slot)) {
          setWord(marks, slot, 1);
          again = true;
        }
      }
    }
  }
  return held;
}

function lock(body: BodyRecord, flag: u32): f64 {
  return body.flags & flag ? 1 : 0;
}

function inverseMassOf(body: BodyRecord): vec3<f64> {
  const free = vec3<f64>(
    1 - lock(body, BodyFlag.LockTranslationX), 1 - lock(body, BodyFlag.LockTranslationY), 1 - lock(body, BodyFlag.LockTranslationZ),
  );
  return (1 / body.mass) * free;
}

function inverseInertiaOf(body: BodyRecord): sym3<f64> {
  const q = quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  const axes = qmul(q, quat<f64>(body.principalX, body.principalY, body.principalZ, body.principalW));
  const inverse = vec3<f64>(1 / body.inertiaX, 1 / body.inertiaY, 1 / body.inertiaZ);
  const locks = vec3<f64>(lock(body, BodyFlag.LockRotationX), lock(body, BodyFlag.LockRotationY), lock(body, BodyFlag.LockRotationZ));
  return worldInverseInertia<f64>(axes, inverse, locks, locks.x + locks.y + locks.z > 0);
}

/** An impulse along `n` on a body, at an arm whose moment with it is `moment`. */
function push(slot: u32, n: vec3<f64>, moment: vec3<f64>): void {
  const body = bodyAt(slot);
  const world = theWorld();
  const v = inverseMassOf(body) * n;
  const w = inverseInertiaOf(body) * moment;
  body.velocityX += v.x;
  body.velocityY += v.y;
  body.velocityZ += v.z;
  body.angularVelocityX += w.x;
  body.angularVelocityY += w.y;
  body.angularVelocityZ += w.z;
  publish(body, <usize>world.transforms + <usize>slot * 28, <usize>world.velocities + <usize>slot * 24);
}

/** How fast a point of a body moves along `n` for an impulse of 1 along it. */
function yieldOf(body: BodyRecord, n: vec3<f64>, moment: vec3<f64>): f64 {
  return dot(n, inverseMassOf(body) * n) + dot(moment, inverseInertiaOf(body) * moment);
}

function speedOf(body: BodyRecord, n: vec3<f64>, moment: vec3<f64>): f64 {
  const v = vec3<f64>(body.velocityX, body.velocityY, body.velocityZ);
  const w = vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ);
  return dot(n, v) + dot(moment, w);
}

/** Takes away the speed at which two bodies approach each other along `n`, from the first to the second, at arms from their centres of mass. */
export function stopApproach(first: u32, second: u32, n: vec3<f64>, armA: vec3<f64>, armB: vec3<f64>): void {
  const a = bodyAt(first);
  const b = bodyAt(second);
  const momentA = cross(armA, n);
  const momentB = cross(armB, n);
  const given = yields(theWorld(), second);
  let speed = speedOf(a, n, momentA);
  let light = yieldOf(a, n, momentA);
  if (typeOf(b) != BodyType.Static) speed -= speedOf(b, n, momentB);
  if (given) light += yieldOf(b, n, momentB);
  const impulse = light > 0 ? max(speed, 0.0) / light : 0;
  if (impulse > 0) {
    push(first, -impulse * n, -impulse * momentA);
    if (given) push(second, impulse * n, impulse * momentB);
  }
}
