// A step, stage by stage.
import { LANES } from 'precision';
import { Spin } from './body/body-bundle.kernel';
import { BODY_BUNDLE, packBody, storeRest, unpackBody } from './body/pack.kernel';
import { SOLVER_BODY } from './body/solver-body.kernel';
import { orderContacts } from './contact/order';
import { finishContacts, packContacts } from './contact/pack.kernel';
import { stopSwept } from './contact/swept.kernel';
import { closeEvents, recordBodyEvent } from './event/buffer';
import { recordContactEvents } from './event/events';
import { EventType } from './event/record';
import { breakJoints, forgetBreaks } from './joint/breaks';
import { Operation } from './joint/joint';
import { trackTwists } from './joint/twists.kernel';
import { updatePairs } from './broadphase/broadphase';
import { updateContacts } from './narrowphase/narrowphase';
import { bodyAt } from './memory/records';
import { mark, Stage } from './profile';
import { idleBody, rebuildBundles, solverBodyRoom } from './solver/bundles';
import { beginAllBodies, describeSubstep, solveSubstep, spinOf, startFirst, sweep, theSubstep } from './solver/xpbd';
import { WorldRecord } from './world';

/**
 * Advances the world by `dt` seconds; false when there is no memory left: for pairs, contacts or the order of joints, and then nothing has
 * moved, or for events, and then the next step tells those that are missing.
 */
export function advance(world: WorldRecord, dt: f64): bool {
  const h = dt / <f64>world.substeps;
  mark(world, -1);
  forgetBreaks(world);
  if (!detect(world, dt)) return false;
  if (world.topologyDirty && !rebuildBundles(world)) return false;
  if (!orderContacts(world, dt)) return false;
  mark(world, Stage.Bundles);
  packBodies(world, dt, h);
  describeSubstep(world, h);
  sweep(world, Operation.Pack, theSubstep(), dt, h);
  packContacts(world, h);
  beginAllBodies(world);
  mark(world, Stage.Pack);
  startFirst(world);
  for (let k: u32 = 1; k <= world.substeps; k++) solveSubstep(world, k == 1, k == world.substeps);
  sweep(world, Operation.Finish, theSubstep(), dt, h);
  finishContacts(world, h);
  unpackBodies(world);
  trackTwists(world, dt);
  breakJoints(world);
  world.time += dt;
  world.stepCount += 1;
  world.substepDuration = h;
  const done = settle(world, dt);
  mark(world, Stage.Finish);
  return done;
}

/** What follows once a step of `dt` seconds has moved the bodies, whoever solved it: it tells what happened. */
export function settle(world: WorldRecord, dt: f64): bool {
  world.stepDuration = dt;
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) stopSwept(slot, dt);
  const done = recordContactEvents(world);
  closeEvents(world);
  return done;
}

/** Finds the pairs of bodies that are near each other and where they touch; false when there is no memory left. */
export function detect(world: WorldRecord, dt: f64): bool {
  if (!updatePairs(world, dt)) return false;
  mark(world, Stage.BroadPhase);
  const done = updateContacts(world, dt);
  mark(world, Stage.NarrowPhase);
  return done;
}

function packBodies(world: WorldRecord, dt: f64, h: f64): void {
  storeRest(idleBody(world, 0));
  storeRest(idleBody(world, 1));
  const room = min(solverBodyRoom(world.bodyCount), world.bodyCapacity);
  for (let first: u32 = 0; first < room; first += LANES) {
    const bundle = <usize>world.bodyBundles + <usize>(first / LANES) * BODY_BUNDLE;
    let flags: u32 = 0;
    for (let lane: u32 = 0; lane < <u32>LANES; lane++) {
      const solver = <usize>world.solverBodies + <usize>(first + lane) * SOLVER_BODY;
      flags |= packBody(bodyAt(first + lane), solver, bundle, lane, dt, h);
    }
    store<u32>(bundle, flags);
  }
}

function unpackBodies(world: WorldRecord): void {
  world.frozenCount = 0;
  for (let slot: u32 = 0; slot < world.bodyCount; slot++) {
    const solver = <usize>world.solverBodies + <usize>slot * SOLVER_BODY;
    const transform = <usize>world.transforms + <usize>slot * 28;
    const velocity = <usize>world.velocities + <usize>slot * 24;
    const bundle = <usize>world.bodyBundles + <usize>(slot / LANES) * BODY_BUNDLE;
    const carries = spinOf(world, load<u32>(bundle)) == Spin.Midpoint;
    if (unpackBody(bodyAt(slot), solver, bundle, slot % LANES, carries, transform, velocity)) continue;
    world.frozenCount++;
    recordBodyEvent(world, EventType.BodyFrozen, slot);
  }
}
