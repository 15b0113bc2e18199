// Restitution of all contacts: impact.kernel.ts, moment by moment.
import { LANES, real } from 'precision';
import { Again } from '../body/body-bundle.kernel';
import { idleBody, solverBodyRoom } from '../constraint/bundle';
import { bundleAt, contactGraph, Group, groupAt } from '../constraint/graph';
import { LaneBodies } from '../constraint/lane-bodies.kernel';
import { Substep } from '../constraint/substep';
import { bytesOf } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { turnAllAgain } from '../solver/bodies';
import { Lack, WorldRecord } from '../world';
import { isArticulated, roomOf } from './contact-bundle.kernel';
import { bookImpacts, fastestImpact, findImpacts, impactBytes, ImpactLanes, Look, pushImpacts, rubImpacts } from './impact.kernel';
import { isPositional } from './solve';

/** How often a push runs on from contact to contact in a substep at most. */
export const MOST_MOMENTS: u32 = 64;

/** Sweeps over all that meets at one moment, at most. */
const MOST_SWEEPS: u32 = 64;

function hasImpacts(group: Group): bool {
  return group.bouncy != 0 && !isArticulated(group.kind);
}

/** Whether some contact of a step may bounce. */
export function anyBounces(world: WorldRecord): bool {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) if (hasImpacts(groupAt(graph, g))) return true;
  return false;
}

/** Makes room for the impacts of a step; without it nothing bounces, and the world says that memory for contacts was lacking. */
export function reserveImpacts(world: WorldRecord): void {
  const graph = contactGraph(world);
  let bytes: usize = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (hasImpacts(group)) bytes += <usize>group.count * impactBytes(roomOf(group.kind));
  }
  if (!bytes || isPositional(world)) return;
  const stamps = (<usize>solverBodyRoom(world.bodyCapacity) + 2) * STAMP_ROOM;
  const fits = ensureBlock(world, offsetof<WorldRecord>('impacts'), bytesOf(<u64>(stamps + bytes), 1));
  if (!fits) world.lacks |= Lack.Contacts;
  let at = fits ? world.impacts + <u32>stamps : 0;
  theImpacts().changes = 0;
  if (fits) memory.fill(world.impacts, 0, <usize>world.bodyCount * STAMP_ROOM);
  if (fits) store<u32>(stampOf(world, idleBody(world, 0)), 0);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!hasImpacts(group)) continue;
    group.rows = at;
    if (at) at += group.count * <u32>impactBytes(roomOf(group.kind));
  }
}

/** Of the fastest impact of a substep: what meets slower than that after others have met is left to the sweeps. */
const LEAST: real = 1e-5;

/** What is done to the impacts of each bundle. */
const enum Act {
  Push,
  Rub,
  Book,
}

// Most contacts that bounce meet nothing at a moment, and most that do have settled soon. So what meets is listed, and what has settled is solved again only when
// the speed of one of its bodies has changed since: changes are counted, and bodies stamped with the count.

/** What is known of the impacts of a step. */
// @ts-ignore: decorator
@unmanaged
class Impacts {
  /** Changes of speeds so far. */
  changes: u32;
  /** Addresses of the ImpactLanes of those of the moment. */
  first: usize;
  last: usize;
}

const IMPACTS: usize = scratch<Impacts>(1);

function theImpacts(): Impacts {
  return changetype<Impacts>(IMPACTS);
}

/** From the distance of solver bodies, a multiple of three times this power of two, to that of their stamps; and bytes of a body for these, at least. */
const STAMP_SHIFT: usize = sizeof<real>() == 4 ? 5 : 6;
const STAMP_ROOM: usize = 16;

/** Where the stamp of a solver body is. */
function stampOf(world: WorldRecord, body: usize): usize {
  return <usize>world.impacts + (((body - <usize>world.solverBodies) >> STAMP_SHIFT) << 2);
}

/** Whether the speed of a body of a bundle has changed since there were so many changes. */
function hasChanged(world: WorldRecord, bundle: usize, since: u32): bool {
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    const at = bundle + lane * sizeof<usize>();
    if (load<u32>(stampOf(world, load<usize>(at, offsetof<LaneBodies>('readA0')))) > since) return true;
    if (load<u32>(stampOf(world, load<usize>(at, offsetof<LaneBodies>('readB0')))) > since) return true;
  }
  return false;
}

/** Stamps the bodies whose speeds a bundle has changed. */
function stamp(world: WorldRecord, bundle: usize, place: usize): void {
  const changes = ++theImpacts().changes;
  for (let lane: usize = 0; lane < <usize>LANES; lane++) {
    if (load<real>(place + lane * sizeof<real>(), offsetof<ImpactLanes<v128>>('changed')) == 0) continue;
    const at = bundle + lane * sizeof<usize>();
    store<u32>(stampOf(world, load<usize>(at, offsetof<LaneBodies>('writeA0'))), changes);
    store<u32>(stampOf(world, load<usize>(at, offsetof<LaneBodies>('writeB0'))), changes);
  }
}

/** Lists what meets faster than `least`; the largest speed of it. */
function findAll(world: WorldRecord, step: Substep, least: real, look: Look): real {
  const graph = contactGraph(world);
  const impacts = theImpacts();
  let fastest: real = 0;
  impacts.first = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!hasImpacts(group) || !group.rows) continue;
    const bytes = impactBytes(roomOf(group.kind));
    for (let k: u32 = 0; k < group.count; k++) {
      const place = <usize>group.rows + <usize>k * bytes;
      const head = changetype<ImpactLanes<v128>>(place);
      const bundle = bundleAt(group, k);
      if (look == Look.Again && !hasChanged(world, bundle, head.looked)) continue;
      head.looked = impacts.changes;
      if (!findImpacts(bundle, place, step, least, look)) continue;
      fastest = max(fastest, fastestImpact(place));
      head.bundle = bundle;
      head.next = 0;
      if (impacts.first) changetype<ImpactLanes<v128>>(impacts.last).next = place;
      else impacts.first = place;
      impacts.last = place;
    }
  }
  return fastest;
}

/** Whether it changed something. `all`: also what has settled. */
function actOnAll(world: WorldRecord, act: Act, all: bool): bool {
  let did = false;
  for (let place = theImpacts().first; place; place = changetype<ImpactLanes<v128>>(place).next) {
    const head = changetype<ImpactLanes<v128>>(place);
    const bundle = head.bundle;
    if (!all && !hasChanged(world, bundle, head.solved)) continue;
    head.solved = theImpacts().changes;
    if (act == Act.Book) bookImpacts(bundle, place);
    else if (act == Act.Push ? pushImpacts(bundle, place) : rubImpacts(bundle, place)) {
      stamp(world, bundle, place);
      did = true;
    }
  }
  return did;
}

/** Sweeps over what meets at one moment until nothing changes. */
function settle(world: WorldRecord, act: Act): void {
  for (let sweep: u32 = 0; sweep < MOST_SWEEPS && actOnAll(world, act, sweep == 0); sweep++) {}
}

/** Moment by moment, until nothing meets any more. */
export function meetAllContacts(world: WorldRecord, step: Substep): void {
  if (isPositional(world)) return;
  if (findAll(world, step, 0, Look.Mean) <= 0) return;
  turnAllAgain(world, Again.Now);
  meetMoments(world, step);
  turnAllAgain(world, Again.Struck);
}

function meetMoments(world: WorldRecord, step: Substep): void {
  let least: real = 0;
  for (let moment: u32 = 0; moment < MOST_MOMENTS; moment++) {
    const fastest = findAll(world, step, least, moment == 0 ? Look.First : Look.Again);
    if (fastest <= 0) return;
    least = max(least, LEAST * fastest);
    settle(world, Act.Push);
    settle(world, Act.Rub);
    actOnAll(world, Act.Book, true);
  }
}
