// Contacts of round bodies that roll around each other, or along a wire, fast: their normals and places are found anew in each substep.
import { real } from 'precision';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import { BodyRecord } from '../body/record';
import { DISPLACEMENT, SOLVER_BODY, TURN } from '../body/solver-body.kernel';
import { isAwake } from '../island/awake';
import { bodyAt } from '../memory/records';
import { readAhead } from '../memory/ahead';
import { copyShort } from '../memory/copy';
import { wordAt } from '../memory/words';
import { activePair } from '../collision/narrowphase/narrowphase';
import { placeGone, renewManifolds } from '../collision/narrowphase/renew.kernel';
import { MANIFOLD_HEAD } from '../collision/narrowphase/manifold-record';
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

/** So many pairs ahead their records are read, and half as many ahead their bodies and contacts. */
const AHEAD: u32 = 8;

function turningPair(world: WorldRecord, k: u32): PairRecord {
  return pairAt(wordAt(world.turning, k));
}

/** Reads what the pairs after one will want. */
function readPairsAhead(world: WorldRecord, k: u32): void {
  if (k + AHEAD < world.turningCount) readAhead(changetype<usize>(turningPair(world, k + AHEAD)), 0, offsetof<PairRecord>('approachSpeed'));
  if (k + AHEAD / 2 >= world.turningCount) return;
  const pair = turningPair(world, k + AHEAD / 2);
  readAhead(changetype<usize>(bodyAt(pair.bodyA)), 0, offsetof<BodyRecord>('mass'));
  readAhead(changetype<usize>(bodyAt(pair.bodyB)), 0, offsetof<BodyRecord>('mass'));
  readAhead(<usize>world.solverBodies + <usize>pair.bodyA * SOLVER_BODY, 0, SOLVER_BODY);
  readAhead(<usize>world.solverBodies + <usize>pair.bodyB * SOLVER_BODY, 0, SOLVER_BODY);
  if (pair.firstManifold) readAhead(changetype<usize>(manifoldAt(pair.firstManifold - 1)), 0, MANIFOLD_HEAD);
}

/** Finds the contacts of the pairs that turn fast anew, at the poses of the substep. `carries`: bodies have begun it with what contacts did to them in the last one. */
export function renewContacts(world: WorldRecord, carries: bool): void {
  forgetLoaded();
  for (let k: u32 = 0; k < world.turningCount; k++) {
    readPairsAhead(world, k);
    const pair = turningPair(world, k);
    const a = bodyAt(pair.bodyA);
    const b = bodyAt(pair.bodyB);
    copyShort(SAVED, changetype<usize>(a), POSE);
    copyShort(SAVED + POSE, changetype<usize>(b), POSE);
    moveAlong(world, pair.bodyA);
    moveAlong(world, pair.bodyB);
    if (carries) takeBack(world, pair);
    renewManifolds(pair);
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) renewLane(manifoldAt(slot - 1), a, b);
    if (carries) giveAgain(world, pair);
    copyShort(changetype<usize>(a), SAVED, POSE);
    copyShort(changetype<usize>(b), SAVED + POSE, POSE);
  }
}

/** Has no point told as one that is no more. `known`: none were found anew but by `renewContacts`. */
export function placeGonePoints(world: WorldRecord, known: bool): void {
  if (known) for (let k: u32 = 0; k < world.turningCount; k++) placeGone(turningPair(world, k));
  else for (let k: u32 = 0; k < world.activePairCount; k++) placeGone(pairAt(activePair(world, k)));
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
