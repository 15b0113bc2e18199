// Islands that are solved directly, and the contacts of their bodies: resting ones within an iteration and after the bodies have moved, and what impacts start from.
import { bookAllArticulated, prepareAllArticulated, sweepAllArticulated, meetAllArticulated } from '../../contact/articulated';
import { Meet } from '../../contact/impact.kernel';
import { theSubstep } from '../../constraint/substep';
import { WorldRecord } from '../../world';
import { Exchange, exchange } from './bounds';
import { giveUp } from './fallback';
import { giveBack, noteGiven } from './give-back';
import { holdIsland } from './hold';
import { NODE, nodesEnd } from './lanes';
import { isFiniteIsland, storeIsland } from './load';
import { restoreMomentum } from './momentum.kernel';
import { islandAt } from './plan';
import { DirectIsland, DirectNode } from './record';
import { forgetPushes, notePushes, prepareAgain, prepareIsland, resumeIsland, settleIsland } from './response';
import { factorIsland, limitTurns, solveIsland } from './solve';

/** Whether bodies of some island have contacts that feel its joints. */
export function anyArticulated(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.directIslandCount; k++) if (islandAt(world, k).articulatedCount) return true;
  return false;
}

/** What contacts have done, to the bodies of their islands; where it `stores`, to where these come from. */
export function settleAll(world: WorldRecord, stores: bool): void {
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (island.articulatedCount && settleIsland(island) && stores) storeIsland(island);
  }
}

/** Sweeps over contacts of islands whose joints are at their bounds, at most. */
const REBOUNDS: u32 = 4;

/**
 * The contacts of an iteration whose bodies belong to such islands: each impulse runs through all joints before the next contact is solved. Where that asks of rows with bounds
 * for more than these may give, or leads limits past where they are, the island is solved again with what contacts have done, and contacts as the island answers then.
 */
export function solveArticulated(world: WorldRecord): void {
  for (let sweep: u32 = 0; sweep < REBOUNDS; sweep++) {
    for (let k: u32 = 0; k < world.directIslandCount; k++) {
      const island = islandAt(world, k);
      if (!island.articulatedCount) continue;
      if (sweep == 0 || island.rebounds) prepareIsland(island);
      else prepareAgain(island);
      island.rebounds = 0;
    }
    prepareAllArticulated(world);
    sweepAllArticulated(world, theSubstep(), true);
    settleAll(world, false);
    const both = sweep < REBOUNDS / 2;
    if (!reboundAll(world, both)) break;
  }
  for (let k: u32 = 0; k < world.directIslandCount; k++) if (islandAt(world, k).articulatedCount) forgetPushes(islandAt(world, k));
}

/** Whether some island had to be solved again. */
function reboundAll(world: WorldRecord, both: bool): bool {
  let moved = false;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.articulatedCount || !island.bent) continue;
    notePushes(island);
    if (!exchange(island, both, Exchange.All)) continue;
    moved = true;
    island.rebounds = 1;
    island.renewed = 1;
    if (!solveIsland(island)) world.directFailures++;
    if (isFiniteIsland(island)) {
      restoreMomentum(island);
      limitTurns(island);
    } else giveUp(world, island);
  }
  return moved;
}

/**
 * After the bodies have moved. What the joints do about it counts as no load: the next substep finds it again. Where contacts ask of rows with bounds for more than these may give,
 * that is given back, and contacts are swept again.
 */
export function relaxDirect(world: WorldRecord): void {
  if (!anyArticulated(world)) return;
  for (let sweep: u32 = 0; sweep < REBOUNDS; sweep++) {
    let renewed = false;
    for (let k: u32 = 0; k < world.directIslandCount; k++) {
      const island = islandAt(world, k);
      if (!island.articulatedCount) continue;
      if (sweep == 0) noteGiven(island);
      resumeIsland(island);
      if (island.renewed) renewed = true;
      island.renewed = 0;
    }
    if (renewed) prepareAllArticulated(world);
    sweepAllArticulated(world, theSubstep(), false);
    settleAll(world, true);
    let gives = false;
    for (let k: u32 = 0; k < world.directIslandCount; k++) {
      const island = islandAt(world, k);
      if (!island.articulatedCount || !giveBack(island)) continue;
      island.renewed = 1;
      gives = true;
    }
    if (!gives) break;
  }
  bookAllArticulated(world);
}

/** Impacts are tried out for the sides of rows with bounds, at most so often. */
export const TRIALS: u32 = 3;

/** Its bodies answer impacts as its rows are now. */
export function startImpacts(island: DirectIsland): void {
  factorIsland(island);
  holdIsland(island);
  prepareIsland(island);
}

/**
 * Rows with bounds that impacts would ask for more than these may give leave the block, and those that they would lead past come back: a flap that lies on its stop gives way to
 * what lifts it, and not to what presses it down. Whether some did.
 */
export function tryImpacts(world: WorldRecord): bool {
  if (!anyBounded(world)) return false;
  meetAllArticulated(world, theSubstep(), Meet.Tries);
  settleAll(world, false);
  let moved = false;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.articulatedCount) continue;
    if (exchange(island, true, Exchange.All)) moved = true;
    startImpacts(island);
  }
  if (moved) prepareAllArticulated(world);
  return moved;
}

/** Whether some such island has rows with bounds. */
function anyBounded(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.articulatedCount) continue;
    const end = nodesEnd(island);
    for (let at = <usize>island.firstNode; at < end; at += NODE) {
      const node = changetype<DirectNode>(at);
      if (node.bounded || node.live < node.own) return true;
    }
  }
  return false;
}
