// Edges between static bodies that lie side by side, as tiles of a floor do: the same as those inside of a compound, see seams.kernel.ts.
import { bodyType } from '../../body/activity';
import { BodyRecord, BodyType } from '../../body/record';
import { currentSet, holds, include, isAwake, nextIn, wokenSet } from '../../island/awake';
import { bodyAt, shapeAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { nextOf, otherOf, pairAt, pairOf } from '../broadphase/pairs';
import { Convex, placeConvex } from '../shape/convex.kernel';
import { bodyPlace, Place } from '../shape/place.kernel';
import { ShapeType } from '../shape/record';
import { forgetFound, foundAt } from './found';
import { SAME_NORMAL } from './groups.kernel';
import { ManifoldPointRecord, ManifoldRecord } from './manifold-record';
import { forgetManifolds, manifoldAt, manifoldPoint } from './manifolds.kernel';
import { activePair } from './narrowphase';
import { hasFace } from './rolling.kernel';
import { PLACE_A, placeOfA } from './shape-pair.kernel';
import { BASE, BESIDE, isParted, LEVEL, setNormals } from './seams.kernel';

const SHAPE: usize = scratch<Convex>();
const NOBODY: u32 = 0xffffffff;

/** How far along a direction a point lies on the surface of the body on a side (0: A) of the pair. */
function levelOf(manifold: ManifoldRecord, index: u32, slot: u32, side: u32, x: f64, y: f64, z: f64): f64 {
  const body = bodyAt(slot);
  const anchor = changetype<usize>(manifoldPoint(manifold, index)) + (side ? offsetof<ManifoldPointRecord>('anchorBX') : 0);
  return x * (body.positionX + load<f64>(anchor)) + y * (body.positionY + load<f64>(anchor, 8)) + z * (body.positionZ + load<f64>(anchor, 16));
}

function nearest(manifold: ManifoldRecord): f64 {
  let least = manifoldPoint(manifold, 0).separation;
  for (let k: u32 = 1; k < manifold.count; k++) least = min(least, manifoldPoint(manifold, k).separation);
  return least;
}

/** Whether a static body has a face with this normal, as far as shapes with few faces tell. */
function isFaceOf(body: BodyRecord, x: f64, y: f64, z: f64): bool {
  const shape = shapeAt(body.shape - 1);
  if (shape.type >= <u32>ShapeType.Triangle) return shape.type == ShapeType.HalfSpace;
  const c = changetype<Convex>(SHAPE);
  placeConvex(c, shape, 0, 0, 0, body.orientationX, body.orientationY, body.orientationZ, body.orientationW);
  return hasFace(c, x, y, z);
}

/** The one manifold of a pair; null of none, and of several. */
function onlyManifold(pair: PairRecord): ManifoldRecord | null {
  if (!pair.firstManifold) return null;
  const manifold = manifoldAt(pair.firstManifold - 1);
  return manifold.next ? null : manifold;
}

/** Whether a face of one static body parts another from what moves; see `isParted`. */
function partsBodies(base: u32, fixed: u32, moving: u32, level: f64, depth: f64): bool {
  const a = bodyAt(base);
  const b = bodyAt(fixed);
  const c = bodyAt(moving);
  bodyPlace(a, c.positionX, c.positionY, c.positionZ, changetype<Place>(BASE));
  bodyPlace(b, c.positionX, c.positionY, c.positionZ, changetype<Place>(BESIDE));
  bodyPlace(c, c.positionX, c.positionY, c.positionZ, placeOfA());
  return isParted(shapeAt(a.shape - 1), shapeAt(b.shape - 1), shapeAt(c.shape - 1), PLACE_A, level, depth);
}

/**
 * Whether what a convex body meets of a static one, on a side of their pair, lies below the plane of the face of another static one, which is nearer; or a face of another
 * parts the two.
 */
function isBelowFace(moving: u32, fixed: u32, side: u32, manifold: ManifoldRecord, breadth: f64): bool {
  const own = nearest(manifold);
  for (let link = bodyAt(moving).firstPair; link; link = nextOf(link)) {
    const base = otherOf(link);
    if (base == fixed || bodyType(bodyAt(base)) != BodyType.Static) continue;
    const pair = pairAt(pairOf(link));
    const plane = onlyManifold(pair);
    if (!plane) continue;
    const at: u32 = pair.bodyA == base ? 0 : 1;
    const sign: f64 = at ? -1 : 1;
    const x = sign * plane.normalX;
    const y = sign * plane.normalY;
    const z = sign * plane.normalZ;
    const cosine = x * manifold.normalX + y * manifold.normalY + z * manifold.normalZ;
    const like = side ? -cosine : cosine;
    const slack = LEVEL * breadth;
    const towards: f64 = side ? -1 : 1;
    setNormals(vec3<f64>(x, y, z), vec3<f64>(towards * manifold.normalX, towards * manifold.normalY, towards * manifold.normalZ));
    if (partsBodies(base, fixed, moving, slack, slack - min(nearest(plane), 0.0))) return true;
    if (nearest(plane) > own || like > SAME_NORMAL || !isFaceOf(bodyAt(base), x, y, z)) continue;
    const level = levelOf(plane, 0, base, at, x, y, z) + slack;
    let k: u32 = 0;
    while (k < manifold.count && levelOf(manifold, k, fixed, side, x, y, z) <= level) k++;
    if (k == manifold.count) return true;
  }
  return false;
}

/** The body of a pair that moves, if the other is static and they have one manifold; NOBODY else. */
function movingBody(world: WorldRecord, pair: PairRecord): u32 {
  if (!(pair.flags & PairFlag.Alive) || (isAwake(world, pair.bodyA) && isAwake(world, pair.bodyB))) return NOBODY;
  const staysA = bodyType(bodyAt(pair.bodyA)) == BodyType.Static;
  if (staysA == (bodyType(bodyAt(pair.bodyB)) == BodyType.Static) || !onlyManifold(pair)) return NOBODY;
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

/** Drops the contacts of bodies that move with edges between static ones. They are looked for again in the next step. */
export function dropSeams(world: WorldRecord): void {
  const several = wokenSet(world);
  noteStays(world, currentSet(world), several);
  if (nextIn(several, 0, world.bodyCount) == world.bodyCount) return;
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const pair = pairAt(activePair(world, k));
    if (!holds(several, pair.bodyA) && !holds(several, pair.bodyB)) continue;
    const moving = movingBody(world, pair);
    if (moving == NOBODY || !holds(several, moving)) continue;
    const side: u32 = moving == pair.bodyA ? 1 : 0;
    const fixed = side ? pair.bodyB : pair.bodyA;
    const shape = shapeAt(bodyAt(moving).shape - 1);
    if (shape.type >= <u32>ShapeType.Triangle) continue;
    const breadth = min(shape.breadth, shapeAt(bodyAt(fixed).shape - 1).breadth);
    if (!isBelowFace(moving, fixed, side, manifoldAt(pair.firstManifold - 1), breadth)) continue;
    forgetManifolds(pair);
    pair.flags &= ~(<u32>PairFlag.Found);
    forgetFound(world, k);
  }
}
