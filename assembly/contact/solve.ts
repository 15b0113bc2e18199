// Contacts within a substep: all groups, colour by colour.
import { Substep } from '../constraint/substep';
import { mark, Stage } from '../profile';
import { WorldRecord } from '../world';
import { sweepContacts, warmContacts } from './contact.kernel';
import { meetContacts } from './impact.kernel';
import { contactGroupAt } from './order';

/** How often a push runs from contact to contact in a substep at most. */
const MOST_MEETINGS: u32 = 16;

export function meetAllContacts(world: WorldRecord, step: Substep): void {
  let met = true;
  for (let turn: u32 = 0; met && turn < MOST_MEETINGS; turn++) {
    met = false;
    for (let g: u32 = 0; g < world.contactGroupCount; g++) {
      const group = contactGroupAt(world, g);
      if (!group.bouncy) continue;
      const end = <usize>group.first + <usize>group.count * group.bytes;
      for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) if (meetContacts(bundle, step)) met = true;
    }
  }
}

export function warmAllContacts(world: WorldRecord): void {
  for (let g: u32 = 0; g < world.contactGroupCount; g++) {
    const group = contactGroupAt(world, g);
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) warmContacts(bundle);
  }
}

/** A sweep there before the bodies move, or back after it. */
export function sweepAllContacts(world: WorldRecord, step: Substep, biased: bool): void {
  for (let g: u32 = 0; g < world.contactGroupCount; g++) {
    const group = contactGroupAt(world, biased ? g : world.contactGroupCount - 1 - g);
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) sweepContacts(bundle, step, biased);
  }
}
