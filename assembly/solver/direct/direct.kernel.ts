// Joints of whole islands solved at once, in each substep: from what the joints want (in lanes) to a solve of each island (in double precision) and back.
import { LANES, real } from 'precision';
import { bundleAt, Group, groupAt, jointGraph, memberAt, NO_MEMBER } from '../../constraint/graph';
import { BY_ROWS, isDirect } from '../../joint/kinds';
import { JointLanes } from '../../joint/lanes.kernel';
import { JointVisitor, visitJoints } from '../../joint/visit.kernel';
import { Again } from '../../body/body-bundle.kernel';
import { jointAt } from '../../memory/records';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { WorldRecord } from '../../world';
import { islandAt, makePlan, nodeOf } from './plan';
import { bundleBytes, DirectHead, DirectRow, startDirect } from './row.kernel';
import { NEVER } from '../../constraint/constants';
import { theSubstep } from '../../constraint/substep';
import { meetAllArticulated, prepareAllArticulated, sweepAllArticulated } from '../../contact/articulated';
import { Meet } from '../../contact/impact.kernel';
import { MOST_MOMENTS } from '../../contact/impacts';
import { turnAllAgain } from '../bodies';
import { Exchange, exchange } from './bounds';
import { noteEnergy, stopGain } from './energy.kernel';
import { sweepIsland } from './fallback';
import { holdIsland } from './hold';
import { finish, isFiniteIsland, storeIsland } from './load';
import { NODE, nodesEnd } from './lanes';
import { Bent, DirectBody, DirectIsland, DirectNode, Mark } from './record';
import { forgetPushes, notePushes, prepareAgain, prepareIsland, resumeIsland, settleIsland } from './response';
import { restoreMomentum } from './momentum.kernel';
import { aim, isBent, isOpen, openingOf } from './refine';
import { stopRecovery } from './recovery';
import { factorIsland, limitTurns, loadIsland, renewStiffness, solveIsland } from './solve';
import { TakeDirect } from './take.kernel';
import { setWord } from '../../memory/words';
import { WriteDirect } from './write.kernel';

/** Of a visitor's address: that it visits all bundles, or those alone of which some lane is solved again. */
const ALL: usize = 0;
const SOME: usize = 1;

class Write extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const size = bundleBytes(group);
    for (let k: u32 = 0; k < group.count; k++) {
      const head = <usize>group.rows + <usize>k * size;
      if (changetype<usize>(this) == SOME && !isAgain(head)) continue;
      const bundle = bundleAt(group, k);
      startDirect(head);
      changetype<J>(bundle).rows(changetype<WriteDirect<v128>>(bundle));
    }
  }
}

class Take extends JointVisitor<v128> {
  visit<J extends JointLanes<v128>>(group: Group): void {
    const size = bundleBytes(group);
    for (let k: u32 = 0; k < group.count; k++) {
      const head = <usize>group.rows + <usize>k * size;
      if (changetype<usize>(this) == SOME && !isAgain(head)) continue;
      v128.store(head, f64x2.splat(0), AGAIN);
      const bundle = bundleAt(group, k);
      startDirect(head);
      changetype<J>(bundle).rows(changetype<TakeDirect<v128>>(bundle));
      clearChanges(head, head + size);
    }
  }
}

/** What has been taken is not taken again. */
function clearChanges(head: usize, end: usize): void {
  for (let row = head + offsetof<DirectHead<v128>>(); row < end; row += offsetof<DirectRow<v128>>())
    v128.store(row, f64x2.splat(0), offsetof<DirectRow<v128>>('change'));
}

const AGAIN: usize = offsetof<DirectHead<v128>>('again');

function isAgain(head: usize): bool {
  return v128.any_true(v128.load(head, AGAIN));
}

/** Marks the bundles of an island's joints. */
function markAgain(island: DirectIsland): void {
  const last = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < last; at += NODE) store<real>(<usize>changetype<DirectNode>(at).head, 1, AGAIN);
}

/** Makes the plan for the bundles there are; false when there is no memory left. */
export function planDirect(world: WorldRecord): bool {
  if (!makePlan(world)) return false;
  if (!world.directIslandCount) return true;
  const graph = jointGraph(world);
  let bytes: u64 = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (isDirect(group)) bytes += <u64>group.count * <u64>bundleBytes(group);
  }
  if (!ensureBlock(world, offsetof<WorldRecord>('directRows'), bytesOf(bytes, 1))) return false;
  memory.fill(world.directRows, 0, <usize>bytes);
  let at = <usize>world.directRows;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!isDirect(group)) continue;
    group.rows = <u32>at;
    at += <usize>group.count * bundleBytes(group);
    for (let lane: u32 = 0; lane < group.count * LANES; lane++) bindLane(world, group, lane);
  }
  return true;
}

/** Tells a node where its rows are. */
function bindLane(world: WorldRecord, group: Group, lane: u32): void {
  const slot = memberAt(group, lane);
  if (slot == NO_MEMBER) return;
  const node = nodeOf(world, slot);
  node.head = group.rows + (lane / LANES) * <u32>bundleBytes(group) + (lane % LANES) * <u32>sizeof<real>();
  node.rows = node.head + <u32>offsetof<DirectHead<v128>>();
  if (!(group.kind & BY_ROWS)) return;
  let index: u32 = 0;
  const rows = jointAt(slot).rows;
  for (let rest = rows; rest; rest &= rest - 1) setWord(node.map, index++, <u32>popcnt(group.traits & ((rest & -rest) - 1)));
}

/** So often the stiffness of loads is found anew in a substep. */
const RENEWALS: u32 = 2;

/** `which`: ALL or SOME. */
function write(world: WorldRecord, which: usize): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) if (isDirect(groupAt(graph, g))) visitJoints<v128, Write>(groupAt(graph, g), changetype<Write>(which));
}

/** False where what comes out is of no use. */
function solveWhole(world: WorldRecord, island: DirectIsland): bool {
  let complete = solveIsland(island);
  if (!isFiniteIsland(island)) return false;
  for (let renewal: u32 = 0; renewal < RENEWALS && renewStiffness(island); renewal++) {
    complete = solveIsland(island);
    if (!isFiniteIsland(island)) return false;
  }
  if (!complete) world.directFailures++;
  restoreMomentum(island);
  limitTurns(island);
  return true;
}

/** Iterations beyond the first, where joints are left open. */
const REFINEMENTS: u32 = 5;

function take(world: WorldRecord, which: usize): void {
  const graph = jointGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) if (isDirect(groupAt(graph, g))) visitJoints<v128, Take>(groupAt(graph, g), changetype<Take>(which));
}

/**
 * Solves those islands again that are open; whether there may be more to do. After the last time it is only seen whether that was good. Of a later iteration
 * that is seen too: with the gradient of the start of the substep it leads away where that is nearly singular.
 */
function refine(world: WorldRecord, turn: u32): bool {
  let bent = false;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    if (!islandAt(world, k).bent) continue;
    markAgain(islandAt(world, k));
    bent = true;
  }
  if (!bent) return false;
  const step = theSubstep();
  const begins = step.first;
  step.first = false;
  write(world, SOME);
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.bent) continue;
    const looks = island.bent == Bent.Looks;
    island.bent = 0;
    const isFirst = turn == 0 && (begins || island.articulatedCount > 0);
    if (!isOpen(island, isFirst ? Infinity : island.open, looks || turn == REFINEMENTS)) continue;
    loadIsland(island);
    island.renewed = 1;
    if (!solveWhole(world, island)) {
      island.bent = 0;
      forgetFactor(island);
      continue;
    }
    finish(island);
  }
  step.first = begins;
  take(world, SOME);
  return true;
}

function solveOrSweep(world: WorldRecord, island: DirectIsland): void {
  if (solveWhole(world, island)) {
    island.bent = Bent.Refines;
    return;
  }
  giveUp(world, island);
}

function giveUp(world: WorldRecord, island: DirectIsland): void {
  island.bent = 0;
  world.directFailures++;
  sweepIsland(island);
  forgetFactor(island);
}

/** With what contacts have done. */
function finishSolved(island: DirectIsland): void {
  // What contacts have done with them in between cannot be undone.
  const looks: u32 = theSubstep().first || island.articulatedCount > 0 ? 0 : Bent.Looks;
  if (island.bent && !isBent(island)) island.bent = looks;
  else if (island.bent && theSubstep().first) noteEnergy(island);
  finish(island);
}

/** An iteration: all joints of all islands that are solved directly. */
export function solveDirect(world: WorldRecord): void {
  if (!world.directIslandCount) return;
  write(world, ALL);
  const touches = anyArticulated(world);
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    islandAt(world, k).renewed = 0;
    islandAt(world, k).marks &= theSubstep().first ? 0 : Mark.Bends;
    loadIsland(islandAt(world, k));
    if (!theSubstep().first) islandAt(world, k).open = openingOf(islandAt(world, k));
    solveOrSweep(world, islandAt(world, k));
    if (!touches) finishSolved(islandAt(world, k));
  }
  if (touches) {
    solveArticulated(world);
    for (let k: u32 = 0; k < world.directIslandCount; k++) finishSolved(islandAt(world, k));
  }
  take(world, ALL);
  for (let turn: u32 = 0; turn <= REFINEMENTS && refine(world, turn); turn++) {}
  for (let k: u32 = 0; k < world.directIslandCount; k++) if (islandAt(world, k).marks & Mark.Current) aim(islandAt(world, k), false);
}

/** Whether limits of some island may have brought back what was past them, or joints may have given it energy. */
export function recoversDirect(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.directIslandCount; k++) if (islandAt(world, k).marks & (Mark.Recovers | Mark.Bends)) return true;
  return false;
}

/** Once the bodies have moved: what limits have brought back stays, and joints that hold have given no energy. */
export function stopDirect(world: WorldRecord): void {
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (island.marks & Mark.Recovers && stopRecovery(island)) markAgain(island);
    if (island.marks & Mark.Bends) stopGain(island);
  }
  take(world, SOME);
}

/** Without a factor the bodies of an island answer contacts alone. */
function forgetFactor(island: DirectIsland): void {
  const last = nodesEnd(island);
  for (let at = <usize>island.firstNode; at < last; at += NODE) changetype<DirectNode>(at).active = 0;
}

/** Whether bodies of some island have contacts that feel its joints. */
function anyArticulated(world: WorldRecord): bool {
  for (let k: u32 = 0; k < world.directIslandCount; k++) if (islandAt(world, k).articulatedCount) return true;
  return false;
}

/** What contacts have done, to the bodies of their islands; where it `stores`, to where these come from. */
function settleAll(world: WorldRecord, stores: bool): void {
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
function solveArticulated(world: WorldRecord): void {
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

/** After the bodies have moved. What the joints do about it counts as no load: the next substep finds it again. */
export function relaxDirect(world: WorldRecord): void {
  if (!anyArticulated(world)) return;
  let renewed = false;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.articulatedCount) continue;
    resumeIsland(island);
    if (island.renewed) renewed = true;
  }
  if (renewed) prepareAllArticulated(world);
  sweepAllArticulated(world, theSubstep(), false);
  settleAll(world, true);
}

/** Impacts are tried out for the sides of rows with bounds, at most so often. */
const TRIALS: u32 = 3;

/** Its bodies answer impacts as its rows are now. */
function startImpacts(island: DirectIsland): void {
  factorIsland(island);
  holdIsland(island);
  prepareIsland(island);
}

/**
 * Rows with bounds that impacts would ask for more than these may give leave the block, and those that they would lead past come back: a flap that lies on its stop gives way to
 * what lifts it, and not to what presses it down. Whether some did.
 */
function tryImpacts(world: WorldRecord): bool {
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

/** Impacts of bodies of such islands, before contacts are solved: the bodies part while all their joints hold. What that loads the joints with is not counted. */
export function meetDirect(world: WorldRecord): void {
  const step = theSubstep();
  if (!anyArticulated(world) || !meetAllArticulated(world, step, Meet.Looks)) return;
  turnAllAgain(world, Again.Now);
  // As in a later iteration of the substep before: nothing of the joints changes. But bodies are where the substep starts.
  const limit = step.rotationLimit;
  step.first = false;
  step.rotationLimit = <real>NEVER;
  write(world, ALL);
  step.rotationLimit = limit;
  for (let k: u32 = 0; k < world.directIslandCount; k++) {
    const island = islandAt(world, k);
    if (!island.articulatedCount) continue;
    // Of this substep there is no solve yet from which bodies could have drifted.
    step.first = true;
    loadIsland(island);
    step.first = false;
    startImpacts(island);
  }
  prepareAllArticulated(world);
  for (let trial: u32 = 0; trial < TRIALS && tryImpacts(world); trial++) {}
  for (let turn: u32 = 0; turn < MOST_MOMENTS && meetAllArticulated(world, step, Meet.Solves); turn++) {}
  settleAll(world, true);
  turnAllAgain(world, Again.Struck);
}
