// The contacts of a world as lines: all groups, colour by colour.
import { real } from 'precision';
import { contactGraph, Group, groupAt } from '../../constraint/graph';
import { roomOf } from '../../contact/contact-bundle.kernel';
import { WorldRecord } from '../../world';
import { aimContact, bookContact, contactLineBytes, followContact, startContact, sweepContact, warmContact } from './contact-lines.kernel';
import { theAim } from './line.kernel';

function stride(group: Group): usize {
  return contactLineBytes(roomOf(group.kind));
}

/** Bytes that the lines of all contacts take. */
export function contactRoom(world: WorldRecord): u64 {
  const graph = contactGraph(world);
  let bytes: u64 = 0;
  for (let g: u32 = 0; g < graph.groupCount; g++) bytes += <u64>groupAt(graph, g).count * <u64>stride(groupAt(graph, g));
  return bytes;
}

/** Gives the bundles of all contacts their places from an address on. */
export function placeContacts(world: WorldRecord, from: usize): void {
  const graph = contactGraph(world);
  let at = from;
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    group.rows = <u32>at;
    at += <usize>group.count * stride(group);
  }
}

/** What is done with a bundle: see the functions of the same names. */
const enum Act {
  Start,
  StartWarm,
  /** A part of the substep begins; or its velocity iterations. */
  Begin,
  Aim,
  Warm,
  Sweep,
  Follow,
  Book,
}

/** Does it with all bundles, for so many seconds. */
function act(world: WorldRecord, what: Act, seconds: real): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    const end = <usize>group.first + <usize>group.count * group.bytes;
    let lines = <usize>group.rows;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      switch (what) {
        case Act.Sweep:
          sweepContact(bundle, lines);
          break;
        case Act.Start:
        case Act.StartWarm:
          startContact(bundle, lines, what == Act.StartWarm);
          break;
        case Act.Begin:
        case Act.Aim:
          aimContact(bundle, lines, theAim(), seconds, what == Act.Begin);
          break;
        case Act.Warm:
          warmContact(bundle, lines);
          break;
        case Act.Follow:
          followContact(bundle, lines, seconds);
          break;
        case Act.Book:
          bookContact(bundle, lines);
          break;
      }
      lines += size;
    }
  }
}

/** Reads what contacts want where a substep begins; `warm`: from the impulses of the last. */
export function startContacts(world: WorldRecord, warm: bool): void {
  act(world, warm ? Act.StartWarm : Act.Start, 0);
}

/** Works out what they want in a substep of `h`: at the beginning of a part of it, or in its velocity iterations. */
export function aimContacts(world: WorldRecord, h: real, begins: bool): void {
  act(world, begins ? Act.Begin : Act.Aim, h);
}

export function warmAllContacts(world: WorldRecord): void {
  act(world, Act.Warm, 0);
}

export function sweepContacts(world: WorldRecord): void {
  act(world, Act.Sweep, 0);
}

export function followContacts(world: WorldRecord, seconds: real): void {
  act(world, Act.Follow, seconds);
}

/** Takes the impulses of the substep to the bundles. */
export function bookContacts(world: WorldRecord): void {
  act(world, Act.Book, 0);
}
