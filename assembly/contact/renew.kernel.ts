// Contacts of round bodies that roll around each other, or along a wire, fast: their normals and places are found anew in each substep.
import { real } from 'precision';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { nextOf, pairAt, pairOf } from '../collision/broadphase/pairs';
import { isDynamic } from '../body/activity';
import { BodyRecord } from '../body/record';
import { DISPLACEMENT, SOLVER_BODY, TURN } from '../body/solver-body.kernel';
import { isAwake } from '../island/awake';
import { ShapeRecord, ShapeType } from '../collision/shape/record';
import { bodyAt, shapeAt } from '../memory/records';
import { renewManifolds } from '../collision/narrowphase/renew.kernel';
import { manifoldAt } from '../collision/narrowphase/manifolds.kernel';
import { qmul } from '../math/quat.kernel';
import { WorldRecord } from '../world';
import { forgetLoaded } from './loaded/solve.kernel';
import { renewLane } from './pack.kernel';

/** Of the breadth: how far round surfaces go along each other in a step, and edges round, before their contacts are found anew in its substeps. */
const SLIDES: f64 = 0.15;
/** The same of a body on one that stays, and on nothing else: it goes round it on a circle, not along the planes of the steps, and leaves it where it has to. */
const LONE_SLIDES: f64 = 1e-3;
/** The same of what bounces: the direction in which it flies off is that of the normal. */
const BOUNCING_SLIDES: f64 = 0.01;
const TURNS: f64 = 0.03;
const POSE: usize = offsetof<BodyRecord>('velocityX');
const SAVED: usize = scratch<u8>(2 * <u32>POSE);

/** Finds the contacts of the pairs that turn fast anew, at the poses of the substep. */
export function renewContacts(world: WorldRecord): void {
  forgetLoaded();
  for (let k: u32 = 0; k < world.turningCount; k++) {
    const pair = pairAt(load<u32>(<usize>world.turning + (<usize>k << 2)));
    const a = bodyAt(pair.bodyA);
    const b = bodyAt(pair.bodyB);
    memory.copy(SAVED, changetype<usize>(a), POSE);
    memory.copy(SAVED + POSE, changetype<usize>(b), POSE);
    moveAlong(world, pair.bodyA);
    moveAlong(world, pair.bodyB);
    renewManifolds(pair);
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) renewLane(manifoldAt(slot - 1), a, b);
    memory.copy(changetype<usize>(a), SAVED, POSE);
    memory.copy(changetype<usize>(b), SAVED + POSE, POSE);
  }
}

/** Takes a body's record to where its solver body is; what is not awake has none. */
function moveAlong(world: WorldRecord, slot: u32): void {
  if (!isAwake(world, slot)) return;
  const body = bodyAt(slot);
  const solver = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
  body.positionX += load<real>(solver + DISPLACEMENT);
  body.positionY += load<real>(solver + DISPLACEMENT, sizeof<real>());
  body.positionZ += load<real>(solver + DISPLACEMENT, 2 * sizeof<real>());
  const turn = quat<f64>(load<real>(solver + TURN), load<real>(solver + TURN, sizeof<real>()), load<real>(solver + TURN, 2 * sizeof<real>()), load<real>(solver + TURN, 3 * sizeof<real>()));
  const q = qmul(turn, quat<f64>(body.orientationX, body.orientationY, body.orientationZ, body.orientationW));
  body.orientationX = q.x;
  body.orientationY = q.y;
  body.orientationZ = q.z;
  body.orientationW = q.w;
}

/** Whether normals follow how one shape goes along the other: a sphere or capsule along another and along wires, and what rolls on its edge. */
function curves(a: ShapeRecord, b: ShapeRecord): bool {
  if (a.type == ShapeType.Cylinder || a.type == ShapeType.Cone) return true;
  return a.type <= <u32>ShapeType.Capsule && (b.type <= <u32>ShapeType.Capsule || b.type == ShapeType.Spline);
}

/** m/s at which the edge of a cylinder or cone goes round. */
function rim(body: BodyRecord, shape: ShapeRecord): f64 {
  const w = length(vec3<f64>(body.angularVelocityX, body.angularVelocityY, body.angularVelocityZ));
  return shape.type == ShapeType.Cylinder || shape.type == ShapeType.Cone ? w * shape.sizeX : 0;
}

/** Whether a body that moves has contacts with one other alone. */
function isLone(body: BodyRecord): bool {
  let others: u32 = 0;
  for (let link = body.firstPair; link; link = nextOf(link)) {
    if (pairAt(pairOf(link)).firstManifold) others++;
    if (others > 1) return false;
  }
  return true;
}

/** Whether round surfaces in contact go so far along each other in `dt` s that normals or places change. */
export function turnsFast(pair: PairRecord, dt: f64): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  if (!curves(shapeA, shapeB) && !curves(shapeB, shapeA)) return false;
  const manifold = manifoldAt(pair.firstManifold - 1);
  const n = vec3<f64>(manifold.normalX, manifold.normalY, manifold.normalZ);
  const v = vec3<f64>(b.velocityX - a.velocityX, b.velocityY - a.velocityY, b.velocityZ - a.velocityZ);
  const breadth = min(shapeA.breadth, shapeB.breadth);
  const way = dt * length(v - dot(v, n) * n);
  const slides = max(a.restitution, b.restitution) > 0 ? BOUNCING_SLIDES : SLIDES;
  if (way > slides * breadth || dt * (rim(a, shapeA) + rim(b, shapeB)) > TURNS * breadth) return true;
  if (way <= LONE_SLIDES * breadth || isDynamic(a) == isDynamic(b)) return false;
  return isLone(isDynamic(a) ? a : b);
}

/** Notes that a pair has to be renewed; there is room for as many as there are contacts. */
export function noteTurning(world: WorldRecord, index: u32): void {
  store<u32>(<usize>world.turning + (<usize>world.turningCount << 2), index);
  world.turningCount += 1;
  pairAt(index).flags &= ~(<u32>PairFlag.Found);
}
