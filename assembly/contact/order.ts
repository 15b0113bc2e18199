// Which contacts are solved, and which of them together. Done anew in each step, in the order of their pairs, because contacts come and go.
import { LANES } from 'precision';
import { typeOf } from '../body/activity';
import { BodyRecord, BodyType } from '../body/record';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import {
  addColors,
  beginGraph,
  bitOf,
  bundleAt,
  Cell,
  cellAt,
  clearColors,
  COLORS,
  contactGraph,
  countMember,
  firstFreeColor,
  Graph,
  Group,
  groupAt,
  makeBundles,
  makeGroups,
  takeLane,
} from '../constraint/graph';
import { nextAwake } from '../island/awake';
import { markUncentered } from '../island/uncentered';
import { bytesOf, theWorld } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { readAhead } from '../memory/ahead';
import { bodyAt } from '../memory/records';
import { MANIFOLD_HEAD, ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { forgetManifolds, isFresh, manifoldAt, manifoldPoint, theNarrowphase } from '../collision/narrowphase/manifolds.kernel';
import { activePair } from '../collision/narrowphase/narrowphase';
import { articulatedOf, isPushedAlone, islandSlot, listArticulated } from '../solver/direct/articulated';
import { ArticulatedBody } from '../solver/direct/record';
import { Lack, WorldRecord } from '../world';
import { contactBundleBytes, KINDS, kindOf, MANIFOLD } from './contact-bundle.kernel';
import { noteTurning, turnsFast } from './renew.kernel';
import { isSolved } from './solved';

const CELLS: usize = scratch<Cell>(COLORS * KINDS);

/** Room for all groups that there can be, so that no step is short of it; false when there is no memory left. */
export function initializeContacts(): bool {
  return ensureBlock(theWorld(), offsetof<WorldRecord>('contactGroups'), <usize>(COLORS * KINDS) * offsetof<Group>());
}

/** Sorts the manifolds that are solved, as many of them as there is memory for. Where it `steps`, their bodies are marked for time stepping. */
export function orderContacts(world: WorldRecord, dt: f64, steps: bool): void {
  let most = theNarrowphase().manifoldLive;
  while (!orderSome(world, dt, most)) {
    world.lacks |= Lack.Contacts;
    most >>= 1;
  }
  if (steps) markUncentered(world, dt);
}

/** So many pairs ahead these are read, and half as many ahead their bodies and contacts. */
const AHEAD: u32 = 12;

/** Reads what the pairs after one will want. */
function readPairsAhead(world: WorldRecord, k: u32): void {
  if (k + AHEAD < world.activePairCount) readAhead(changetype<usize>(pairAt(activePair(world, k + AHEAD))), 0, 1);
  if (k + AHEAD / 2 >= world.activePairCount) return;
  const pair = pairAt(activePair(world, k + AHEAD / 2));
  if (!pair.firstManifold) return;
  readAhead(changetype<usize>(bodyAt(pair.bodyA)), 0, offsetof<BodyRecord>('leaf'));
  readAhead(changetype<usize>(bodyAt(pair.bodyB)), 0, offsetof<BodyRecord>('leaf'));
  readAhead(changetype<usize>(manifoldAt(pair.firstManifold - 1)), 0, MANIFOLD_HEAD);
}

function manifoldsOf(pair: PairRecord): u32 {
  let count: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) count++;
  return count;
}

/** Sorts `most` of the manifolds that are solved, those of the first pairs; the others are taken from their pairs. False when there is no memory left. */
function orderSome(world: WorldRecord, dt: f64, most: u32): bool {
  const graph = contactGraph(world);
  beginGraph(graph);
  world.contactCount = 0;
  world.turningCount = 0;
  const articulates = listArticulated(world, dt);
  const live = theNarrowphase().manifoldLive;
  if (!live) return true;
  if (!ensureBlock(world, offsetof<WorldRecord>('contactList'), bytesOf(most, 4))) return false;
  if (!ensureBlock(world, offsetof<WorldRecord>('turning'), bytesOf(most, 4))) return false;
  let count: u32 = 0;
  for (let body = nextAwake(world, 0); body < world.bodyCount; body = nextAwake(world, body + 1)) clearColors(world, body);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    readPairsAhead(world, k);
    const index = activePair(world, k);
    const pair = pairAt(index);
    if (!pair.firstManifold || !isSolved(pair)) continue;
    if (most < live && count + manifoldsOf(pair) > most) {
      forgetManifolds(pair);
      pair.flags &= ~(<u32>PairFlag.Found);
      continue;
    }
    if (turnsFast(pair, dt)) noteTurning(world, index);
    // What pushes one of them alone comes before joints are solved, and what feels joints of the other behind it: that would leave the former open.
    const feels = articulates && !isPushedAlone(world, pair.bodyA) && !isPushedAlone(world, pair.bodyB);
    const a = feels ? articulatedOf(world, pair.bodyA) : 0;
    const b = feels ? articulatedOf(world, pair.bodyB) : 0;
    for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
      const manifold = manifoldAt(slot - 1);
      const cell = takeColor(world, pair, a, b) * KINDS + kindOf(manifold.count, (a | b) != 0, isIdle(manifold), isFresh(manifold));
      manifold.group = cell;
      countMember(CELLS, cell, 0);
      store<u32>(<usize>world.contactList + ((<usize>count) << 2), slot - 1);
      count++;
    }
  }
  if (!makeGroups(world, graph, CELLS, KINDS)) return false;
  for (let k: u32 = 0; k < graph.groupCount; k++) groupAt(graph, k).bytes = <u32>contactBundleBytes(groupAt(graph, k).kind);
  if (!makeBundles(world, graph)) return false;
  for (let k: u32 = 0; k < count; k++) placeManifold(graph, load<u32>(<usize>world.contactList + ((<usize>k) << 2)));
  world.contactCount = count;
  return true;
}

/** Gives a manifold the next lane of its group. */
function placeManifold(graph: Graph, slot: u32): void {
  const manifold = manifoldAt(slot);
  const cell = cellAt(CELLS, manifold.group);
  const group = groupAt(graph, cell.group);
  const lane = takeLane(group, cell, slot);
  manifold.group = cell.group;
  manifold.lane = <u16>(lane % LANES);
  manifold.bundle = <u32>(bundleAt(group, lane / LANES) + MANIFOLD);
}

/** Whether surfaces are apart that have not pushed each other. */
function isIdle(manifold: ManifoldRecord): bool {
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.separation <= 0 || point.force > 0) return false;
  }
  return true;
}

/** The slot that has the colours of a body's contacts: what pushes one body of an island that is solved directly moves them all. */
function coloredSlot(body: u32, articulated: u32): u32 {
  return articulated ? islandSlot(changetype<ArticulatedBody>(<usize>articulated)) : body;
}

/** The lowest colour that neither body has. */
function takeColor(world: WorldRecord, pair: PairRecord, articulatedA: u32, articulatedB: u32): u32 {
  const movesA = typeOf(bodyAt(pair.bodyA)) == BodyType.Dynamic;
  const movesB = typeOf(bodyAt(pair.bodyB)) == BodyType.Dynamic;
  const a = coloredSlot(pair.bodyA, articulatedA);
  const b = coloredSlot(pair.bodyB, articulatedB);
  const color = firstFreeColor((movesA ? addColors(world, a, 0) : 0) | (movesB ? addColors(world, b, 0) : 0));
  if (movesA) addColors(world, a, bitOf(color));
  if (movesB) addColors(world, b, bitOf(color));
  return color;
}
