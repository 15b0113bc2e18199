// Islands: bodies that touch or are joined, and that fall asleep together once all of them have been slow for long enough.
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { typeOf } from '../body/activity';
import { runs } from '../contact/pack.kernel';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { recordBodyEvent } from '../event/buffer';
import { EventType } from '../event/record';
import { pairAt } from '../collision/broadphase/pairs';
import { JointFlag } from '../joint/record';
import { theWorld } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { bodyAt, jointAt } from '../memory/records';
import { manifoldAt, manifoldPoint } from '../collision/narrowphase/manifolds.kernel';
import { activePair } from '../collision/narrowphase/narrowphase';
import { surfaceOf } from '../collision/shape/child';
import { WorldRecord } from '../world';
import { isMoving, nextAwake, setAwake } from './awake';
import { activeJoint } from './joints';
import { jointBody } from './wake';

/** Of the word of an island's first body: some body of the island does not rest. */
const RESTLESS: u32 = 0x80000000;
/** By how much the square of a speed may exceed that of rest where the body stays all the same: what is so far from the origin that it stays by rounding is faster. */
const WEDGED: f64 = 256;
/** rad: what turns farther in a step is on its way. */
const FARTHEST: f64 = 1;

function isZero(x: f64, y: f64, z: f64): bool {
  return x == 0 && y == 0 && z == 0;
}

function isDynamic(slot: u32): bool {
  return typeOf(bodyAt(slot)) == BodyType.Dynamic;
}

/** The smallest slot of an island stands for it. */
function wordOf(world: WorldRecord, slot: u32): usize {
  return <usize>world.islands + ((<usize>slot) << 2);
}

function islandOf(world: WorldRecord, from: u32): u32 {
  let slot = from;
  let parent = load<u32>(wordOf(world, slot));
  while (parent != slot) {
    const grandparent = load<u32>(wordOf(world, parent));
    store<u32>(wordOf(world, slot), grandparent);
    slot = grandparent;
    parent = load<u32>(wordOf(world, slot));
  }
  return slot;
}

function unite(world: WorldRecord, a: u32, b: u32): void {
  const first = islandOf(world, a);
  const second = islandOf(world, b);
  store<u32>(wordOf(world, max(first, second)), min(first, second));
}

/** Whether the bodies of a pair bore on each other in the last step. */
function touches(pair: PairRecord): bool {
  if ((bodyAt(pair.bodyA).flags | bodyAt(pair.bodyB).flags) & BodyFlag.Sensor) return false;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    for (let k: u32 = 0; k < manifold.count; k++) {
      const point = manifoldPoint(manifold, k);
      if (point.impulse > 0 || point.separation <= 0) return true;
    }
  }
  return false;
}

/** The island of each body that is awake and dynamic; whether there is memory for it. */
function findIslands(world: WorldRecord): bool {
  if (!ensureBlock(world, offsetof<WorldRecord>('islands'), (<usize>world.bodyCount) << 2)) return false;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) store<u32>(wordOf(world, slot), slot);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const pair = pairAt(activePair(world, k));
    if (pair.flags & PairFlag.Alive && pair.firstManifold) uniteTouching(world, pair);
  }
  for (let index: u32 = 0; index < world.activeJointCount; index++) uniteJoined(world, activeJoint(world, index));
  return true;
}

/** Whether a surface runs along where two bodies touch; of compounds, that of any child that does. */
function slides(pair: PairRecord, a: BodyRecord, b: BodyRecord): bool {
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const children = manifoldAt(slot - 1).children;
    if (runs(surfaceOf(a, children >> 16, 0)) || runs(surfaceOf(b, children & 0xffff, 1))) return true;
    if (!children) return false;
  }
  return false;
}

function uniteTouching(world: WorldRecord, pair: PairRecord): void {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const movesA = isDynamic(pair.bodyA);
  const movesB = isDynamic(pair.bodyB);
  // What a belt or a moving kinematic body carries stays awake.
  const carries = slides(pair, a, b) || (!movesA && isMoving(pair.bodyA)) || (!movesB && isMoving(pair.bodyB));
  if (!(movesA && movesB) && !carries) return;
  if (!touches(pair)) return;
  if (movesA && movesB) unite(world, pair.bodyA, pair.bodyB);
  if (carries && movesA) a.restTime = 0;
  if (carries && movesB) b.restTime = 0;
}

function uniteJoined(world: WorldRecord, index: u32): void {
  const joint = jointAt(index);
  const wanted: u32 = JointFlag.Alive | JointFlag.Enabled;
  if ((joint.flags & wanted) != wanted) return;
  let first: u32 = 0;
  let driven = false;
  for (let k: u32 = 0; k < 4; k++) {
    const slot = jointBody(joint, k);
    if (!isDynamic(slot)) {
      if (isMoving(slot)) driven = true;
      continue;
    }
    if (first) unite(world, first, slot);
    else first = slot;
  }
  if (driven && first) bodyAt(first).restTime = 0;
}

/**
 * Counts for how long bodies have been slow; islands that have been for long enough fall asleep. To be called when a step of `dt` s has been solved. `movers`: some body
 * that is awake is not dynamic.
 */
export function settleIslands(world: WorldRecord, dt: f64, movers: bool): void {
  if (world.sleeping && countRest(world, dt) && findIslands(world)) sleepIslands(world);
  for (let slot = nextAwake(world, 0); movers && slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (!isDynamic(slot)) settleKinematic(world, slot, dt);
  }
}

/** Whether some body has been slow for long enough. */
function countRest(world: WorldRecord, dt: f64): bool {
  const speed2 = world.sleepSpeed * world.sleepSpeed;
  const turning2 = world.sleepTurning * world.sleepTurning;
  let any = false;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    if (typeOf(body) != BodyType.Dynamic) continue;
    const v2 = body.velocityX * body.velocityX + body.velocityY * body.velocityY + body.velocityZ * body.velocityZ;
    const w2 =
      body.angularVelocityX * body.angularVelocityX +
      body.angularVelocityY * body.angularVelocityY +
      body.angularVelocityZ * body.angularVelocityZ;
    const slow = (speed2 > v2 && turning2 > w2) || (body.leaf != 0 && isWedged(body, v2, w2, speed2, turning2, dt));
    const rests = slow && !(body.flags & BodyFlag.Sleepless);
    body.restTime = rests ? body.restTime + dt : 0;
    if (rests && body.restTime >= world.sleepDelay) any = true;
  }
  return any;
}

/**
 * Whether a body was where it is when the step began, although its velocity says otherwise: between others that bear down on it, each substep's
 * contacts take back what the velocity does.
 */
function isWedged(body: BodyRecord, v2: f64, w2: f64, speed2: f64, turning2: f64, dt: f64): bool {
  // What turns once in a step is also where it was.
  if (v2 > WEDGED * speed2 || w2 * dt * dt > FARTHEST * FARTHEST) return false;
  const x = body.positionX - body.targetX;
  const y = body.positionY - body.targetY;
  const z = body.positionZ - body.targetZ;
  if (x * x + y * y + z * z >= speed2 * dt * dt) return false;
  const a = body.targetOrientationX;
  const b = body.targetOrientationY;
  const c = body.targetOrientationZ;
  const d = body.targetOrientationW;
  // The vector part of the rotation from there to here has half its angle's sine.
  const p = body.orientationX * d - body.orientationW * a - body.orientationY * c + body.orientationZ * b;
  const q = body.orientationY * d - body.orientationW * b - body.orientationZ * a + body.orientationX * c;
  const r = body.orientationZ * d - body.orientationW * c - body.orientationX * b + body.orientationY * a;
  return 4 * (p * p + q * q + r * r) < turning2 * dt * dt;
}

/** Puts the islands to sleep of which no body is restless. */
function sleepIslands(world: WorldRecord): void {
  // A root is the smallest slot of its island: words of smaller slots name it when they are marked.
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (isDynamic(slot)) store<u32>(wordOf(world, slot), islandOf(world, slot));
  }
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    // A body that moves has no time of rest, which a delay of 0 asks for as well.
    if (!isDynamic(slot) || (bodyAt(slot).restTime > 0 && bodyAt(slot).restTime >= world.sleepDelay)) continue;
    const root = wordOf(world, load<u32>(wordOf(world, slot)) & ~RESTLESS);
    store<u32>(root, load<u32>(root) | RESTLESS);
  }
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (!isDynamic(slot)) continue;
    const root = load<u32>(wordOf(world, slot)) & ~RESTLESS;
    if (!(load<u32>(wordOf(world, root)) & RESTLESS)) fallAsleep(world, slot, root);
  }
}

/** Puts a body to sleep and into the ring of its island; the island's first body comes first. */
function fallAsleep(world: WorldRecord, slot: u32, root: u32): void {
  const body = bodyAt(slot);
  const first = bodyAt(root);
  body.islandNext = slot == root ? slot + 1 : first.islandNext;
  first.islandNext = slot + 1;
  body.restTime = world.steadyDuration;
  body.flags = (body.flags | BodyFlag.Asleep) & ~(<u32>BodyFlag.Stepped);
  memory.fill(changetype<usize>(body) + offsetof<BodyRecord>('velocityX'), 0, 48);
  memory.fill(<usize>world.velocities + <usize>slot * 24, 0, 24);
  setAwake(world, slot, false);
  recordBodyEvent(world, EventType.BodySleep, slot);
}

/** A kinematic body that stood still in a step need not be looked at, nor one that was frozen. */
function settleKinematic(world: WorldRecord, slot: u32, dt: f64): void {
  const body = bodyAt(slot);
  const still =
    isZero(body.velocityX, body.velocityY, body.velocityZ) && isZero(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ);
  if (typeOf(body) == BodyType.Kinematic && (!still || body.restTime == 0)) body.restTime = still ? dt : 0;
  else setAwake(world, slot, false);
}

/** Counts the bodies that touch a body or are joined to it as at rest for long enough: they fall asleep after the next step in which all are slow. */
export function sleepBody(slot: u32): void {
  const world = theWorld();
  if (bodyAt(slot).flags & BodyFlag.Asleep || !isDynamic(slot) || !findIslands(world)) return;
  const island = islandOf(world, slot);
  for (let other = nextAwake(world, 0); other < world.bodyCount; other = nextAwake(world, other + 1)) {
    if (isDynamic(other) && islandOf(world, other) == island) bodyAt(other).restTime = world.sleepDelay;
  }
}
