// Edges between static bodies that lie side by side, as tiles of a floor do: the same as those inside of a compound, see seams.kernel.ts.
import { bodyType } from '../../body/activity';
import { BodyRecord, BodyType } from '../../body/record';
import { currentSet, holds, include, isAwake, nextIn, wokenSet } from '../../island/awake';
import { bodyAt, shapeAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { nextOf, otherOf, pairAt, pairOf } from '../broadphase/pairs';
import { bodyPlace, Place } from '../shape/place.kernel';
import { describeFound, foundAt } from './found';
import { ManifoldRecord } from './manifold-record';
import { forgetManifold, manifoldAt, manifoldPoint } from './manifolds.kernel';
import { activePair } from './narrowphase';
import { BESIDE_PART, childOn, childrenOn, FACE_PART, isParted, mayBeParted, MOVING_PART, setPart } from './seams.kernel';

const NOBODY: u32 = 0xffffffff;
const PLACE: usize = scratch<Place>();
const PLACE_BESIDE: usize = scratch<Place>();
const PLACE_FACE: usize = scratch<Place>();

function nearest(manifold: ManifoldRecord): f64 {
  let least = manifoldPoint(manifold, 0).separation;
  for (let k: u32 = 1; k < manifold.count; k++) least = min(least, manifoldPoint(manifold, k).separation);
  return least;
}

/** Makes a body, or a child of it, one of the parts that `isParted` is about. */
function setBody(part: usize, slot: u32, from: BodyRecord, place: usize, child: u32): void {
  const body = bodyAt(slot);
  bodyPlace(body, from.positionX, from.positionY, from.positionZ, changetype<Place>(place));
  setPart(part, shapeAt(body.shape - 1), place, child);
}

/** Whether a face of a static body parts what moves from another that it meets, on a side (1: bodyA) of their pair, at a manifold. */
function isSeam(moving: u32, fixed: u32, side: u32, manifold: ManifoldRecord, breadth: f64): bool {
  const from = bodyAt(moving);
  setBody(MOVING_PART, moving, from, PLACE, childOn(3 - side, manifold.children, manifold.corners));
  setBody(BESIDE_PART, fixed, from, PLACE_BESIDE, childOn(side, manifold.children, manifold.corners));
  const own = nearest(manifold);
  const towards: f64 = side == 1 ? 1 : -1;
  for (let link = from.firstPair; link; link = nextOf(link)) {
    const base = otherOf(link);
    if (bodyType(bodyAt(base)) != BodyType.Static) continue;
    const pair = pairAt(pairOf(link));
    const onA = pair.bodyA == base;
    const sign: f64 = onA ? 1 : -1;
    for (let slot = pair.firstManifold; slot; slot = manifoldAt(slot - 1).next) {
      const plane = manifoldAt(slot - 1);
      setBody(FACE_PART, base, from, PLACE_FACE, childrenOn(onA ? 1 : 2, plane.children));
      const on = sign * vec3<f64>(plane.normalX, plane.normalY, plane.normalZ);
      const off = towards * vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
      const there = nearest(plane);
      if (isParted(on, off, breadth, there, there <= own)) return true;
    }
  }
  return false;
}

/** The body of a pair that moves, if the other is static and they have contacts; NOBODY else. */
function movingBody(world: WorldRecord, pair: PairRecord): u32 {
  if (!(pair.flags & PairFlag.Alive) || !pair.firstManifold || (isAwake(world, pair.bodyA) && isAwake(world, pair.bodyB))) return NOBODY;
  const staysA = bodyType(bodyAt(pair.bodyA)) == BodyType.Static;
  if (staysA == (bodyType(bodyAt(pair.bodyB)) == BodyType.Static)) return NOBODY;
  return staysA ? pair.bodyB : pair.bodyA;
}

/** Notes the bodies that move and touch a static one in a set, and those that touch several in another. */
function noteStays(world: WorldRecord, once: usize, more: usize): void {
  memory.fill(once, 0, world.awakeCapacity);
  memory.fill(more, 0, world.awakeCapacity);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    // Of two that move nothing else is read.
    if (isAwake(world, foundAt(world, k).bodyA) && isAwake(world, foundAt(world, k).bodyB)) continue;
    const moving = movingBody(world, pairAt(activePair(world, k)));
    if (moving == NOBODY) continue;
    if (holds(once, moving)) include(more, moving);
    else include(once, moving);
  }
}

/** Drops those contacts of a pair that are with edges between static bodies; returns whether there were any. */
function dropFrom(pair: PairRecord, moving: u32): bool {
  const side: u32 = moving == pair.bodyA ? 2 : 1;
  const fixed = side == 2 ? pair.bodyB : pair.bodyA;
  const shape = shapeAt(bodyAt(moving).shape - 1);
  if (!mayBeParted(shape)) return false;
  const breadth = min(shape.breadth, shapeAt(bodyAt(fixed).shape - 1).breadth);
  let link = changetype<usize>(pair) + offsetof<PairRecord>('firstManifold');
  let drops = false;
  let touches: u32 = 0;
  while (load<u32>(link)) {
    const manifold = manifoldAt(load<u32>(link) - 1);
    if (isSeam(moving, fixed, side, manifold, breadth)) {
      forgetManifold(pair, link);
      drops = true;
    } else {
      link = changetype<usize>(manifold) + offsetof<ManifoldRecord>('next');
      if (nearest(manifold) <= 0) touches = PairFlag.Touching;
    }
  }
  if (drops) pair.flags = (pair.flags & ~(<u32>PairFlag.Found | PairFlag.Touching)) | touches;
  return drops;
}

/** Drops the contacts of bodies that move with edges between static ones, in a step of `dt` s. They are looked for again in the next step. */
export function dropSeams(world: WorldRecord, dt: f64): void {
  const several = wokenSet(world);
  noteStays(world, currentSet(world), several);
  if (nextIn(several, 0, world.bodyCount) == world.bodyCount) return;
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const pair = pairAt(activePair(world, k));
    if (!holds(several, pair.bodyA) && !holds(several, pair.bodyB)) continue;
    const moving = movingBody(world, pair);
    if (moving == NOBODY || !holds(several, moving) || !dropFrom(pair, moving)) continue;
    describeFound(world, foundAt(world, k), pair, dt);
  }
}
