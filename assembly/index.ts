// The flat interface of the kernels to the bindings. All state is in the memory.
import { allocate, classOf, initializeArena, release, theWorld, worldAddress } from './memory/arena';
import * as pools from './memory/pools';
import { initializeContacts, orderContacts } from './contact/order';
import { listOutliers as listAllOutliers } from './collision/broadphase/outliers';
import { initializeBroadphase, theBroadphase } from './collision/broadphase/record';
import { pairAt, reservePair } from './collision/broadphase/pairs';
import { reserveNodes } from './collision/broadphase/tree';
import { renewManifolds } from './collision/narrowphase/renew.kernel';
import { initializeNarrowphase, reserveManifoldsFor } from './collision/narrowphase/manifolds.kernel';
import { initializeQuery } from './collision/query/query.kernel';
import { listActiveJoints } from './island/joints';
import { orderJoints } from './joint/order';
import { renewContacts as renewAllContacts } from './contact/renew.kernel';
import { chooseDuration } from './need';
import { mark } from './profile';
import {
  advance,
  begin,
  detect as findAll,
  end,
  finishRows as finishAllRows,
  keepOrder,
  prepareRows as prepareAllRows,
  rereadRows as rereadAllRows,
  settle as settleAll,
} from './step';

/**
 * Prepares an empty world whose memory ends before `limit`; returns the address of its record, or 0 when there is no memory. Its options are for
 * the bindings to write, from the table in bindings/world/world-options.ts.
 */
export function initialize(limit: u32): usize {
  if (!initializeArena(limit)) return 0;
  const world = theWorld();
  world.bodyFirstFree = -1;
  world.jointFirstFree = -1;
  world.coordinateFirstFree = -1;
  world.pointFirstFree = -1;
  world.shapeFirstFree = -1;
  if (!initializeBroadphase() || !initializeNarrowphase() || !initializeContacts() || !initializeQuery()) return 0;
  return worldAddress();
}

/** Makes room for body slots; false when there is no memory left, and then nothing has changed. */
export function reserveBodies(count: u32): bool {
  return pools.reserveBodies(count) && reserveManifoldsFor(theWorld().bodyCapacity);
}

export function reserveJoints(count: u32): bool {
  return pools.reserveJoints(count);
}

export function reserveCoordinates(count: u32): bool {
  return pools.reserveCoordinates(count);
}

export function reservePoints(count: u32): bool {
  return pools.reservePoints(count);
}

export function reserveShapes(count: u32): bool {
  return pools.reserveShapes(count);
}

/** Room for a shape's geometry block, zeroed; 0 when there is no memory left. */
export function allocateBlock(bytes: u32): usize {
  return allocate(bytes);
}

export function releaseBlock(block: usize): void {
  release(block);
}

/** Makes room for one more box and one more pair, so that what needs them next cannot fail; false when there is no memory left. */
export function reservePlace(): bool {
  theBroadphase().failed = 0;
  return reserveNodes() && reservePair();
}

// What the bindings ask to tell whether a snapshot is sound, and whose it is.
export { digestBlocks, digestBuffer } from './memory/digest';
export { applyDifference, countChunks, expandChunks, packChunks, packingBuffer, writeDifference } from './memory/packing';
export { bundleBytes, solverBytes } from './memory/pools';

/** The list of free blocks that a block of this size goes to. */
export function blockClass(size: u32): u32 {
  return classOf(size);
}

/** Advances the world by `dt` seconds; false when there is no memory left for the order of joints, and then nothing has moved. */
export function step(dt: f64): bool {
  return advance(theWorld(), dt);
}

/**
 * What a step does before its substeps, for kernels of another module that solve these (velocity.ts); returns how many they are, 0 where there is
 * no memory left, and then nothing has moved.
 */
export function beginStep(dt: f64): u32 {
  return begin(theWorld(), dt);
}

/** Finds the contacts of round pairs that turn fast anew, from the second substep on. */
export function renewContacts(): void {
  renewAllContacts(theWorld(), false);
}

/** What follows these substeps. */
export function endStep(dt: f64): void {
  end(theWorld(), dt);
}

/** What a step does after its solver; for solvers elsewhere. False when there is no memory left for the list of joints. */
export function settle(dt: f64): bool {
  const listed = listActiveJoints(theWorld());
  settleAll(theWorld(), dt, false);
  return listed;
}

/** Finds pairs and contacts as a step of `dt` seconds does, as many as there is memory for. */
export function detect(dt: f64): void {
  mark(theWorld(), -1);
  findAll(theWorld(), dt);
}

/**
 * Sorts the contacts that were found, for a solver outside and a step of `dt` seconds; where it `steps`, bodies are marked for its end to unmark. False when there
 * is no memory left for the order of joints.
 */
export function prepareContacts(dt: f64, steps: bool): bool {
  const world = theWorld();
  // Which contacts go together depends on joints. Whoever solves these has not seen what has changed yet.
  const dirty = world.topologyDirty;
  const ordered = keepOrder(world);
  world.topologyDirty = dirty;
  if (!ordered) return false;
  orderContacts(world, dt, steps, false);
  return true;
}

/** Chooses how long the substeps of a step of `dt` seconds may be, for a solver outside; to be called once its contacts are sorted. */
export function chooseSubsteps(dt: f64): void {
  chooseDuration(theWorld(), dt);
}

/** Finds the contacts of a pair anew where the records of its bodies are, within a step. */
export function renewPair(index: u32): void {
  renewManifolds(pairAt(index));
}

/** Writes what joints and contacts want for the next `h` seconds as rows; false when there is no memory left. See solver/rows.kernel.ts. */
export function writeRows(h: f64, hasBias: bool): bool {
  return prepareAllRows(theWorld(), h, hasBias);
}

/** Writes these rows once more, where the bodies will be in `ahead` seconds at the velocities they had. */
export function rereadRows(ahead: f64): bool {
  return rereadAllRows(theWorld(), ahead);
}

/** Takes the impulses of these rows to the records of joints and contacts. */
export function finishRows(h: f64): void {
  finishAllRows(theWorld(), h);
}

// The broad phase: see broadphase/broadphase.ts.
export {
  ignoredCount,
  ignorePair,
  moveBody,
  placeBody,
  refilterAll,
  refilterBody,
  removeFromBroadphase,
} from './collision/broadphase/broadphase';

// Sleep: see island/.
export { sleepBody } from './island/islands';
export { wakeAll, wakeBody, wakeNeighbours } from './island/wake';

/** To be called after steps, before queries; false when there is no memory left. */
export function listOutliers(): bool {
  return listAllOutliers(theWorld());
}

// What is asked and answered lies in the QueryRecord.
export { queryBetween, queryCast, queryNearest, queryOverlap, queryRay, queryRays } from './collision/query/query.kernel';
