// Which contacts are solved, and which of them together. Done anew in each step, in the order of their pairs, because contacts come and go.
import { LANES } from 'precision';
import { isFree } from '../body/activity';
import { Trait } from '../collision/broadphase/found-record';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { pairAt } from '../collision/broadphase/pairs';
import { describeFound, forgetFound, foundAt, traitsOf } from '../collision/narrowphase/found';
import { forceOf, forgetForces, forgetManifolds, manifoldAt, theNarrowphase } from '../collision/narrowphase/manifolds.kernel';
import { ManifoldRecord } from '../collision/narrowphase/manifold-record';
import { activePair } from '../collision/narrowphase/narrowphase';
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
  NO_MEMBER,
  takeLane,
} from '../constraint/graph';
import { isAwake, nextAwake } from '../island/awake';
import { markUncentered } from '../island/uncentered';
import { bytesOf, theWorld } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { bodyAt, shapeAt } from '../memory/records';
import { articulatedOf, isPushedAlone, islandSlot, listArticulated } from '../solver/direct/articulated';
import { ArticulatedBody } from '../solver/direct/record';
import { substepsOf } from '../steady';
import { Lack, WorldRecord } from '../world';
import { decideRenewal } from './company';
import { contactBundleBytes, KINDS, kindOf, MANIFOLD } from './contact-bundle.kernel';
import { ListedContact, listedAt } from './listed';
import { noteTurning } from './renew.kernel';

const CELLS: usize = scratch<Cell>(COLORS * KINDS);

/** Room for all groups that there can be, so that no step is short of it; false when there is no memory left. */
export function initializeContacts(): bool {
  return ensureBlock(theWorld(), offsetof<WorldRecord>('contactGroups'), <usize>(COLORS * KINDS) * offsetof<Group>());
}

/**
 * Sorts the manifolds that are solved, as many of them as there is memory for. Where it `steps`, their bodies are marked for time stepping. `known`: contacts have just
 * been found for this step.
 */
export function orderContacts(world: WorldRecord, dt: f64, steps: bool, known: bool): void {
  let most = theNarrowphase().manifoldLive;
  while (!orderSome(world, dt, most, steps, known)) {
    world.lacks |= Lack.Contacts;
    most >>= 1;
  }
  if (steps) markUncentered(world, dt);
}

function manifoldsOf(pair: PairRecord): u32 {
  let count: u32 = 0;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) count++;
  return count;
}

/** Whether a body of an active pair moves: it may have been woken since that was described. */
function moves(world: WorldRecord, slot: u32, free: u32): bool {
  return free != 0 && isAwake(world, slot);
}

/** Exponent of the mass of all that joints hold together with a body; 0: its contacts do not feel them. */
function octaveOf(slot: u32, articulated: u32): u32 {
  if (!articulated) return 0;
  return reinterpret<u32>(<f32>(bodyAt(slot).mass / changetype<ArticulatedBody>(<usize>articulated).share)) >>> 23;
}

/** Octaves by which a body may be lighter than what its contacts felt, to go on with what they bore alone. */
const LIGHTER: u32 = 6;
/** Of a body's breadth: where what its contacts bore would take the body alone farther in a substep, it does not. */
const FAR: f64 = 0.1;

/** Whether a body alone is thrown away by what a contact of a whole island bore. */
function isThrown(slot: u32, before: u32, manifold: ManifoldRecord, h: f64): bool {
  const body = bodyAt(slot);
  if (!isFree(body)) return false;
  const force = forceOf(manifold);
  return (reinterpret<u32>(<f32>body.mass) >>> 23) + LIGHTER < before || h * h * force > FAR * body.mass * shapeAt(body.shape - 1).breadth;
}

/**
 * Notes what contacts of a pair feel. Where that is far less than before, as of a leg without its body, they start from nothing: what they bore would throw it away. In a
 * heap, where contacts feel joints by turns, it does not, and they go on.
 */
function noteFelt(pair: PairRecord, a: u32, b: u32, h: f64): void {
  const octave = max(octaveOf(pair.bodyA, a), octaveOf(pair.bodyB, b));
  const before = (pair.flags & PairFlag.FeltMask) >>> PairFlag.FeltShift;
  pair.flags = (pair.flags & ~(<u32>PairFlag.FeltMask)) | (octave << PairFlag.FeltShift);
  if (octave + 1 >= before) return;
  for (let slot = pair.firstManifold; slot != 0; slot = manifoldAt(slot - 1).next) {
    const manifold = manifoldAt(slot - 1);
    if (octave || isThrown(pair.bodyA, before, manifold, h) || isThrown(pair.bodyB, before, manifold, h)) forgetForces(manifold);
  }
}

/** Sorts `most` of the manifolds that are solved, those of the first pairs; the others are taken from their pairs. False when there is no memory left. */
function orderSome(world: WorldRecord, dt: f64, most: u32, steps: bool, known: bool): bool {
  const graph = contactGraph(world);
  beginGraph(graph);
  world.contactCount = 0;
  world.turningCount = 0;
  const articulates = listArticulated(world, dt);
  const h = dt / <f64>substepsOf(world, dt);
  const live = theNarrowphase().manifoldLive;
  if (!live) return true;
  if (!ensureBlock(world, offsetof<WorldRecord>('contactList'), bytesOf(most, offsetof<ListedContact>()))) return false;
  if (!ensureBlock(world, offsetof<WorldRecord>('turning'), bytesOf(most, 4))) return false;
  if (!known)
    for (let k: u32 = 0; k < world.activePairCount; k++) describeFound(world, foundAt(world, k), pairAt(activePair(world, k)), dt);
  decideRenewal(world);
  let count: u32 = 0;
  for (let body = nextAwake(world, 0); body < world.bodyCount; body = nextAwake(world, body + 1)) clearColors(world, body);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const found = foundAt(world, k);
    if (!found.manifold) continue;
    const bodyA = found.bodyA;
    const bodyB = found.bodyB;
    const movesA = moves(world, bodyA, found.traits & Trait.FreeA);
    const movesB = moves(world, bodyB, found.traits & Trait.FreeB);
    if (!movesA && !movesB) continue;
    const index = activePair(world, k);
    if (most < live && count + manifoldsOf(pairAt(index)) > most) {
      forgetManifolds(pairAt(index));
      pairAt(index).flags &= ~(<u32>PairFlag.Found);
      forgetFound(world, k);
      continue;
    }
    if (found.traits & Trait.Turns) noteTurning(world, index);
    // What pushes one of them alone comes before joints are solved, and what feels joints of the other behind it: that would leave the former open.
    const feels = articulates && !isPushedAlone(world, bodyA) && !isPushedAlone(world, bodyB);
    const a = feels ? articulatedOf(world, bodyA) : 0;
    const b = feels ? articulatedOf(world, bodyB) : 0;
    if (steps && ((a | b) != 0 || found.traits & Trait.Felt)) noteFelt(pairAt(index), a, b, h);
    const colorsA = movesA ? coloredSlot(bodyA, a) : NO_MEMBER;
    const colorsB = movesB ? coloredSlot(bodyB, b) : NO_MEMBER;
    for (let slot = found.manifold; slot != 0; ) {
      const several = (found.traits & Trait.Several) != 0;
      const traits = several ? traitsOf(manifoldAt(slot - 1)) : found.traits;
      const cell =
        takeColor(world, colorsA, colorsB) * KINDS +
        kindOf(traits / Trait.Points, (a | b) != 0, (traits & Trait.Idle) != 0, (traits & Trait.Fresh) != 0);
      countMember(CELLS, cell, 0);
      const contact = listedAt(world, count);
      contact.manifold = slot - 1;
      contact.pair = index;
      contact.group = <u16>cell;
      contact.bodyA = bodyA;
      contact.bodyB = bodyB;
      contact.told = found.traits & Trait.Told;
      contact.points = traits / Trait.Points;
      count++;
      slot = several ? manifoldAt(slot - 1).next : 0;
    }
  }
  if (!makeGroups(world, graph, CELLS, KINDS)) return false;
  for (let k: u32 = 0; k < graph.groupCount; k++) groupAt(graph, k).bytes = <u32>contactBundleBytes(groupAt(graph, k).kind);
  if (!makeBundles(world, graph)) return false;
  for (let k: u32 = 0; k < count; k++) place(graph, listedAt(world, k));
  world.contactCount = count;
  return true;
}

/** Gives a contact the next lane of its group. */
function place(graph: Graph, contact: ListedContact): void {
  const cell = cellAt(CELLS, contact.group);
  const group = groupAt(graph, cell.group);
  const lane = takeLane(group, cell, contact.manifold);
  contact.group = <u16>cell.group;
  contact.lane = <u16>(lane % LANES);
  contact.bundle = <u32>(bundleAt(group, lane / LANES) + MANIFOLD);
}

/** The slot that has the colours of a body's contacts: what pushes one body of an island that is solved directly moves them all. */
function coloredSlot(body: u32, articulated: u32): u32 {
  return articulated ? islandSlot(changetype<ArticulatedBody>(<usize>articulated)) : body;
}

/** The lowest colour that neither of two slots has, of which one may be none. */
function takeColor(world: WorldRecord, a: u32, b: u32): u32 {
  const color = firstFreeColor((a != NO_MEMBER ? addColors(world, a, 0) : 0) | (b != NO_MEMBER ? addColors(world, b, 0) : 0));
  if (a != NO_MEMBER) addColors(world, a, bitOf(color));
  if (b != NO_MEMBER) addColors(world, b, bitOf(color));
  return color;
}
