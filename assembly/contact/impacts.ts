// Restitution of all contacts: impact.kernel.ts, moment by moment.
import { real } from 'precision';
import { Again } from '../body/body-bundle.kernel';
import { bundleAt, contactGraph, Group, groupAt } from '../constraint/graph';
import { Substep } from '../constraint/substep';
import { bytesOf } from '../memory/arena';
import { ensureBlock } from '../memory/blocks';
import { turnAllAgain } from '../solver/bodies';
import { Lack, WorldRecord } from '../world';
import { isArticulated, roomOf } from './contact-bundle.kernel';
import { bookImpacts, fastestImpact, findImpacts, hasImpact, impactBytes, Look, pushImpacts, rubImpacts } from './impact.kernel';
import { isPositional } from './solve';

/** How often a push runs on from contact to contact in a substep at most. */
export const MOST_MOMENTS: u32 = 64;

/** Sweeps over all that meets at one moment, at most. */
const MOST_SWEEPS: u32 = 64;

function hasImpacts(group: Group): bool {
  return group.bouncy != 0 && !isArticulated(group.kind);
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
  const fits = ensureBlock(world, offsetof<WorldRecord>('impacts'), bytesOf(<u32>bytes, 1));
  if (!fits) world.lacks |= Lack.Contacts;
  let at = fits ? world.impacts : 0;
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

/** Finds what meets faster than `least`; the largest speed of it. */
function findAll(world: WorldRecord, step: Substep, least: real, look: Look): real {
  const graph = contactGraph(world);
  let fastest: real = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!hasImpacts(group) || !group.rows) continue;
    const bytes = impactBytes(roomOf(group.kind));
    for (let k: u32 = 0; k < group.count; k++) {
      const place = <usize>group.rows + <usize>k * bytes;
      if (findImpacts(bundleAt(group, k), place, step, least, look)) fastest = max(fastest, fastestImpact(place));
    }
  }
  return fastest;
}

/** Whether it changed something. */
function actOnAll(world: WorldRecord, act: Act): bool {
  const graph = contactGraph(world);
  let did = false;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (!hasImpacts(group) || !group.rows) continue;
    const bytes = impactBytes(roomOf(group.kind));
    for (let k: u32 = 0; k < group.count; k++) {
      const bundle = bundleAt(group, k);
      const place = <usize>group.rows + <usize>k * bytes;
      if (!hasImpact(place)) continue;
      if (act == Act.Push && pushImpacts(bundle, place)) did = true;
      if (act == Act.Rub && rubImpacts(bundle, place)) did = true;
      if (act == Act.Book) bookImpacts(bundle, place);
    }
  }
  return did;
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
    for (let sweep: u32 = 0; sweep < MOST_SWEEPS && actOnAll(world, Act.Push); sweep++) {}
    for (let sweep: u32 = 0; sweep < MOST_SWEEPS && actOnAll(world, Act.Rub); sweep++) {}
    actOnAll(world, Act.Book);
  }
}
