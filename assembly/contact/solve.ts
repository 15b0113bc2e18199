// Contacts within a substep: all groups, colour by colour.
import { contactGraph, groupAt, OVERFLOW_COLOR } from '../constraint/graph';
import { Substep } from '../constraint/substep';
import { ContactScheme, WorldRecord } from '../world';
import { warmAllArticulated } from './articulated';
import { ContactManifold, isArticulated, MANIFOLD } from './contact-bundle.kernel';
import { sweepContacts, warmContacts } from './contact.kernel';
import { forgetLoaded, solveLoaded } from './loaded/solve.kernel';
import { Phase, solvePositions } from './position.kernel';

export function isPositional(world: WorldRecord): bool {
  return world.contactScheme == <u32>ContactScheme.Position;
}

export function warmAllContacts(world: WorldRecord, step: Substep): void {
  if (isPositional(world)) {
    solveAllPositions(world, step, Phase.Start);
    return;
  }
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    if (isArticulated(group.kind)) continue;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) warmContacts(bundle);
  }
  warmAllArticulated(world);
}

/** Effective masses are not those of the bodies any more, which turn less easily in this substep than in others. */
export function unprepareAll(world: WorldRecord): void {
  forgetLoaded();
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      v128.store(bundle + MANIFOLD + offsetof<ContactManifold<v128>>('prepared'), i32x4.splat(0));
    }
  }
}

/** A sweep there before the bodies move, or back after it. */
export function sweepAllContacts(world: WorldRecord, step: Substep, biased: bool): void {
  if (isPositional(world)) {
    solveAllPositions(world, step, biased ? Phase.Project : Phase.Reflect);
    return;
  }
  solveLoaded(world, step, biased);
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, biased ? g : graph.groupCount - 1 - g);
    if (isArticulated(group.kind)) continue;
    const first = <usize>group.first;
    const end = first + <usize>group.count * group.bytes;
    // Upwards in memory, which the processor reads ahead in, wherever the order is of no matter.
    if (biased || group.color != OVERFLOW_COLOR)
      for (let bundle = first; bundle < end; bundle += group.bytes) sweepContacts(bundle, step, biased);
    else for (let bundle = end; bundle > first; bundle -= group.bytes) sweepContacts(bundle - group.bytes, step, false);
  }
}

/** The papers' scheme in place of the above. */
function solveAllPositions(world: WorldRecord, step: Substep, phase: Phase): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) solvePositions(bundle, step, phase);
  }
}
