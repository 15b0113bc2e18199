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
import { meetAllArticulated, prepareAllArticulated } from '../../contact/articulated';
import { Meet } from '../../contact/impact.kernel';
import { MOST_MOMENTS } from '../../contact/impacts';
import { turnAllAgain } from '../bodies';
import { anyArticulated, settleAll, solveArticulated, startImpacts, TRIALS, tryImpacts } from './contacts';
import { noteEnergy, stopGain } from './energy.kernel';
import { forgetFactor, giveUp } from './fallback';
import { finish, isFiniteIsland } from './load';
import { NODE, nodesEnd } from './lanes';
import { Bent, DirectIsland, DirectNode, Mark } from './record';
import { restoreMomentum } from './momentum.kernel';
import { aim, isBent, isOpen, openingOf } from './refine';
import { stopRecovery } from './recovery';
import { limitTurns, loadIsland, renewStiffness, solveIsland } from './solve';
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
