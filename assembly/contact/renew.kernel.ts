// Contacts of round bodies that roll around each other, or along a wire, fast: their normals and places are found anew in each substep.
import { real } from 'precision';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import { BodyRecord } from '../body/record';
import { DISPLACEMENT, SOLVER_BODY, TURN } from '../body/solver-body.kernel';
import { isAwake } from '../island/awake';
import { bodyAt } from '../memory/records';
import { renewManifolds } from '../collision/narrowphase/renew.kernel';
import { manifoldAt } from '../collision/narrowphase/manifolds.kernel';
import { qmul } from '../math/quat.kernel';
import { WorldRecord } from '../world';
import { giveCarried, pushLane, SAVED_VELOCITIES, takeCarried } from './carried.kernel';
import { MANIFOLD } from './contact-bundle.kernel';
import { prepareContacts } from './contact.kernel';
import { forgetLoaded } from './loaded/solve.kernel';
import { renewLane } from './pack.kernel';

const POSE: usize = offsetof<BodyRecord>('velocityX');
const SAVED: usize = scratch<u8>(2 * <u32>POSE);
const VELOCITIES: usize = scratch<u8>(2 * <u32>SAVED_VELOCITIES);

/** Finds the contacts of the pairs that turn fast anew, at the poses of the substep. `carries`: bodies have begun it with what contacts did to them in the last one. */
export function renewContacts(world: WorldRecord, carries: bool): void {
  forgetLoaded();
  for (let k: u32 = 0; k < world.turningCount; k++) {
    const pair = pairAt(load<u32>(<usize>world.turning + (<usize>k << 2)));
    const a = bodyAt(pair.bodyA);
    const b = bodyAt(pair.bodyB);
    memory.copy(SAVED, changetype<usize>(a), POSE);
    memory.copy(SAVED + POSE, changetype<usize>(b), POSE);
    moveAlong(world, pair.bodyA);
    moveAlong(world, pair.bodyB);
    if (carries) takeBack(world, pair);
    renewManifolds(pair);
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) renewLane(manifoldAt(slot - 1), a, b);
    if (carries) giveAgain(world, pair);
    memory.copy(changetype<usize>(a), SAVED, POSE);
    memory.copy(changetype<usize>(b), SAVED + POSE, POSE);
  }
}

/** Takes what the contacts of a pair did to its bodies from these, and sets aside what others did. */
function takeBack(world: WorldRecord, pair: PairRecord): void {
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) pushLane(manifoldAt(slot - 1), -1);
  takeCarried(world, pair.bodyA, VELOCITIES);
  takeCarried(world, pair.bodyB, VELOCITIES + SAVED_VELOCITIES);
}

/** Gives the bodies of a pair what others did to them, and what its contacts do with the normals and places of now. */
function giveAgain(world: WorldRecord, pair: PairRecord): void {
  giveCarried(world, pair.bodyA, VELOCITIES);
  giveCarried(world, pair.bodyB, VELOCITIES + SAVED_VELOCITIES);
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    pushLane(manifoldAt(slot - 1), 1);
    prepareContacts(<usize>manifoldAt(slot - 1).bundle - MANIFOLD);
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

/** Notes that a pair has to be renewed; there is room for as many as there are contacts. */
export function noteTurning(world: WorldRecord, index: u32): void {
  store<u32>(<usize>world.turning + (<usize>world.turningCount << 2), index);
  world.turningCount += 1;
  pairAt(index).flags &= ~(<u32>PairFlag.Found);
}
