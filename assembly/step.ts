// A step, stage by stage.
import { LANES, real } from 'precision';
import { isDynamic, typeOf } from './body/activity';
import { Spin } from './body/body-bundle.kernel';
import { ANY_CENTERED, BODY_BUNDLE, foreseeBody, NEXT_BUNDLE, packBody, packRest, rest, storeRest, unpackBody } from './body/pack.kernel';
import { BodyFlag, BodyType } from './body/record';
import { SOLVER_BODY } from './body/solver-body.kernel';
import { idleBody } from './constraint/bundle';
import { contactGraph, groupAt, jointGraph, releaseBundles } from './constraint/graph';
import { orderContacts } from './contact/order';
import { finishContacts } from './contact/finish.kernel';
import { packContacts } from './contact/pack.kernel';
import { placeGonePoints } from './contact/renew.kernel';
import { stopSwept } from './contact/swept.kernel';
import { closeEvents, recordBodyEvent } from './event/buffer';
import { recordContactEvents } from './event/events';
import { EventType } from './event/record';
import { isAwake, nextAwake, setAwake } from './island/awake';
import { settleIslands } from './island/islands';
import { spreadUncentered } from './island/uncentered';
import { wakeJoined } from './island/wake';
import { breakJoints, forgetBreaks } from './joint/breaks';
import { finishJoints, packJoints } from './joint/joint.kernel';
import { orderJoints } from './joint/order';
import { trackTwists } from './joint/twists.kernel';
import { updatePairs } from './collision/broadphase/broadphase';
import { sortPairs } from './collision/broadphase/sort-pairs';
import { makeRoom } from './collision/room';
import { dropSeams } from './collision/narrowphase/body-seams.kernel';
import { updateContacts } from './collision/narrowphase/narrowphase';
import { bodyAt } from './memory/records';
import { stepParticles } from './particle/host';
import { ParticleStage } from './particle/record';
import { mark, Stage } from './profile';
import { theSubstep } from './constraint/substep';
import { beginAllBodies, describeSubstep, spinOf } from './solver/bodies';
import { expectIslands } from './solver/direct/expected.kernel';
import { solveSubstep, startFirst, tryOut } from './solver/xpbd/xpbd';
import { readRows, writeRows } from './solver/rows.kernel';
import { allRigid, chooseDuration } from './need';
import { noteSubstep, substepsOf, tellingOf } from './steady';
import { isCentered, Solver, TimeStepping, Topology, WorldRecord } from './world';

/**
 * Advances the world by `dt` seconds; false when there is no memory left for the order of joints, and then nothing has moved. Where memory
 * for pairs, contacts or events is missing, a step does without and says so in `world.lacks`.
 */
export function advance(world: WorldRecord, dt: f64): bool {
  const substeps = begin(world, dt);
  if (!substeps) return false;
  startFirst(world, substeps);
  for (let k: u32 = 1; k <= substeps; k++) solveSubstep(world, k == 1, k == substeps);
  end(world, dt);
  return true;
}

/** Deals the joints into bundles where they have changed, in the room of those of contacts if there is no other; false when there is no memory left. */
export function keepOrder(world: WorldRecord): bool {
  return !world.topologyDirty || orderJoints(world) || (releaseBundles(world, contactGraph(world)) && orderJoints(world));
}

/** All of a step that comes before its substeps; returns how many these are, 0 where there is no memory left, and then nothing has moved. */
export function begin(world: WorldRecord, dt: f64): u32 {
  mark(world, -1);
  forgetBreaks(world);
  world.directFailures = 0;
  world.plannedIslands = 0;
  detect(world, dt);
  if (!keepOrder(world)) return 0;
  orderContacts(world, dt, true, true);
  mark(world, Stage.Bundles);
  chooseDuration(world, dt);
  const substeps = substepsOf(world, dt);
  const h = dt / <f64>substeps;
  noteSubstep(world, dt, h);
  const centers = isCentered(world);
  pack(world, dt, h, centers);
  if (centers && anyBegins(world)) {
    findReactions(world, dt, h);
    pack(world, dt, h, true);
  }
  mark(world, Stage.Pack);
  stepParticles(world, ParticleStage.Begin, dt, h);
  return substeps;
}

/** All that comes behind them. */
export function end(world: WorldRecord, dt: f64): void {
  const h = dt / <f64>substepsOf(world, dt);
  finish(world, dt, h);
  unpackBodies(world, h, substepsOf(world, dt) == 1);
  stepParticles(world, ParticleStage.Finish, dt, h);
  trackTwists(world, dt);
  breakJoints(world);
  world.time += dt;
  world.stepCount += 1;
  world.substepDuration = h;
  settle(world, dt, true);
  mark(world, Stage.Finish);
}

/**
 * From the records of bodies, joints and contacts to what solvers work on, for a step of `dt` seconds in substeps of `h`. Bodies of TGS move in
 * each iteration. `centers`: velocities may be taken back by half a substep.
 */
function pack(world: WorldRecord, dt: f64, h: f64, centers: bool): void {
  world.rowBytes = 0;
  const centered = packBodies(world, dt, world.solver == Solver.Tgs ? h / <f64>world.iterations : h, centers);
  // Joints are alike whether others are centred or not.
  describeSubstep(world, h, centered || (centers && world.activeJointCount > 0));
  theSubstep().rest = <real>dt;
  if (world.timeStepping != TimeStepping.FirstOrder) expectIslands(world);
  const joints = jointGraph(world);
  for (let k: u32 = 0; k < joints.groupCount; k++) packJoints(groupAt(joints, k), dt, h);
  packContacts(world, dt, h);
  beginAllBodies(world);
}

/** Whether there are joints at a body that begins to move: what acts on it is found out by a trial. */
function anyBegins(world: WorldRecord): bool {
  if (!world.activeJointCount) return false;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const body = bodyAt(slot);
    const known: u32 = BodyFlag.Begun | BodyFlag.Uncentered | BodyFlag.Behind;
    if (body.jointCount && !(body.flags & known) && typeOf(body) == BodyType.Dynamic) return true;
  }
  return false;
}

/** Part of a substep, and s: those of a second trial are as long. In shorter ones rounding would count. */
const FINER: f64 = 0.125;
const FINEST: f64 = 5e-4;

/** Finds out what acts on bodies that begin to move: by a trial of substeps of `h`, or of finer ones where tension swings light bodies to and fro in those. */
function findReactions(world: WorldRecord, dt: f64, h: f64): void {
  tryOut(world);
  const finer = max(FINER * h, FINEST);
  if (world.timeStepping == TimeStepping.Auto && 2 * finer <= h && allRigid(world) && !noteReactions(world, h, false)) {
    h = finer;
    pack(world, dt, h, true);
    tryOut(world);
  }
  noteReactions(world, h, true);
  world.directFailures = 0;
}

/**
 * Whether what a trial says of all bodies that begin to move lasts. If it `counts`, that goes to their records, and what begins with an impact is not centred in
 * this step.
 */
function noteReactions(world: WorldRecord, h: f64, counts: bool): bool {
  let lasts = true;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const solver = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
    const bundle = <usize>world.bodyBundles + <usize>(slot / LANES) * BODY_BUNDLE;
    if (foreseeBody(bodyAt(slot), solver, bundle, slot % LANES, spinOf(world, load<u32>(bundle)) == Spin.Midpoint, h, counts)) continue;
    lasts = false;
    if (!counts) return false;
    if (world.timeStepping == TimeStepping.Auto) bodyAt(slot).flags = (bodyAt(slot).flags & ~(<u32>BodyFlag.Begun)) | BodyFlag.Uncentered;
  }
  if (!lasts && world.timeStepping == TimeStepping.Auto) spreadUncentered(world);
  return lasts;
}

/** Loads, back to the records. */
function finish(world: WorldRecord, dt: f64, h: f64): void {
  const joints = jointGraph(world);
  for (let k: u32 = 0; k < joints.groupCount; k++) finishJoints(groupAt(joints, k), dt, h);
  finishContacts(world, dt, h, tellingOf(world, h));
}

/**
 * Whether rows can be written for solvers outside: in double precision, and in debug builds. Release kernels of single precision go without, for
 * their size: what compares solvers does so in double.
 */
const WRITES_ROWS: bool = sizeof<real>() == 8 || !ASC_NO_ASSERT;

/** Writes the rows of all joints and contacts that were found, for a substep of `h` seconds from here on, with (dJ/dt) u if that is wanted. False when there is no memory left. */
export function prepareRows(world: WorldRecord, h: f64, hasBias: bool): bool {
  if (!WRITES_ROWS) return false;
  if (!keepOrder(world)) return false;
  orderContacts(world, h, false, false);
  pack(world, h, h, false);
  theSubstep().rest = 0;
  return writeRows(world, hasBias, 0);
}

/** Writes these rows once more, `ahead` seconds later; false when there is no memory left, or when they are those of other joints by now. */
export function rereadRows(world: WorldRecord, ahead: f64): bool {
  if (!WRITES_ROWS) return false;
  return hasRows(world) && writeRows(world, false, ahead);
}

/** Whether the rows in memory are those of the bundles there are: steps and changes put an end to them. */
function hasRows(world: WorldRecord): bool {
  return world.rowBytes != 0 && world.topologyDirty == 0;
}

/** Takes the impulses of these rows to the records, once. */
export function finishRows(world: WorldRecord, h: f64): void {
  if (!WRITES_ROWS || !hasRows(world)) return;
  readRows(world);
  world.rowBytes = 0;
  finish(world, h, h);
  world.stepDuration = h;
  world.substepDuration = h;
}

/**
 * What follows once a step of `dt` seconds has moved the bodies, whoever solved it: swept bodies stop, events tell what happened, islands fall asleep. `known`: the
 * pairs are those of this step.
 */
export function settle(world: WorldRecord, dt: f64, known: bool): void {
  world.stepDuration = dt;
  let movers: u32 = 0;
  let swept: u32 = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (!isDynamic(bodyAt(slot))) movers++;
    swept |= bodyAt(slot).flags & BodyFlag.Swept;
  }
  if (swept) stopSwept(world, dt);
  if (movers) restAtTargets(world);
  placeGonePoints(world, known);
  recordContactEvents(world, known);
  settleIslands(world, dt, movers != 0);
  closeEvents(world);
}

/** What has reached its target stays there. */
function restAtTargets(world: WorldRecord): void {
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    if (bodyAt(slot).flags & BodyFlag.HasTarget)
      rest(bodyAt(slot), <usize>world.transforms + <usize>slot * 28, <usize>world.velocities + <usize>slot * 24);
  }
}

/** Finds the pairs of bodies that are near each other and where they touch, as many as there is memory for. */
export function detect(world: WorldRecord, dt: f64): void {
  world.lacks = 0;
  if (dt > 0 && world.topologyDirty & Topology.Changed) wakeJoined(world);
  if (dt > 0) makeRoom(world);
  updatePairs(world, dt);
  if (dt > 0) sortPairs(world);
  mark(world, Stage.BroadPhase);
  updateContacts(world, dt);
  dropSeams(world, dt);
  mark(world, Stage.NarrowPhase);
}

/**
 * Packs the bundles that have bodies which are awake, and links them; other bodies in them are at rest. Whether there are bodies with velocities of half
 * a substep before, which `centers` allows.
 */
function packBodies(world: WorldRecord, dt: f64, h: f64, centers: bool): bool {
  storeRest(idleBody(world, 0));
  storeRest(idleBody(world, 1));
  let link = changetype<usize>(world) + offsetof<WorldRecord>('activeBundles');
  let all: u32 = 0;
  for (let next = nextAwake(world, 0); next < world.bodyCount; ) {
    const first = next & ~(LANES - 1);
    const bundle = <usize>world.bodyBundles + <usize>(first / LANES) * BODY_BUNDLE;
    let flags: u32 = 0;
    for (let slot = first; slot < first + LANES; slot++) {
      const solver = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
      if (isAwake(world, slot)) flags |= packBody(bodyAt(slot), solver, bundle, slot - first, dt, h, centers);
      else packRest(solver, bundle, slot - first);
    }
    all |= flags;
    store<u32>(bundle, flags);
    store<u32>(bundle, world.solverBodies + <u32>(<usize>first * SOLVER_BODY), 4);
    store<u32>(link, <u32>bundle);
    link = bundle + NEXT_BUNDLE;
    next = nextAwake(world, first + LANES);
  }
  store<u32>(link, 0);
  return (all & ANY_CENTERED) != 0;
}

function unpackBodies(world: WorldRecord, h: f64, single: bool): void {
  const before: f64 = single ? (world.substepDuration > 0 ? world.substepDuration : h) : 0;
  world.frozenCount = 0;
  for (let slot = nextAwake(world, 0); slot < world.bodyCount; slot = nextAwake(world, slot + 1)) {
    const solver = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
    const transform = <usize>world.transforms + <usize>slot * 28;
    const velocity = <usize>world.velocities + <usize>slot * 24;
    const bundle = <usize>world.bodyBundles + <usize>(slot / LANES) * BODY_BUNDLE;
    const carries = spinOf(world, load<u32>(bundle)) == Spin.Midpoint;
    if (unpackBody(bodyAt(slot), solver, bundle, slot % LANES, carries, h, before, transform, velocity)) continue;
    world.frozenCount++;
    recordBodyEvent(world, EventType.BodyFrozen, slot);
    setAwake(world, slot, false);
  }
}
