// The contacts of a world as lines: all groups, colour by colour.
import { real } from 'precision';
import { contactGraph, Group, groupAt } from '../../constraint/graph';
import { roomOf } from '../../contact/contact-bundle.kernel';
import { WorldRecord } from '../../world';
import {
  aimContact,
  bookContact,
  contactLineBytes,
  followContact,
  startContact,
  sweepContact,
  turnContact,
  warmContact,
} from './contact-lines.kernel';
import { Aim } from './line.kernel';

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

export function startContacts(world: WorldRecord, warm: bool): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      startContact(bundle, lines, warm);
      lines += size;
    }
  }
}

export function turnContacts(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      turnContact(bundle, lines);
      lines += size;
    }
  }
}

/** `h`: duration of the whole substep, s. */
export function aimContacts(world: WorldRecord, aim: Aim, h: real, meets: bool): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      aimContact(bundle, lines, aim, h, meets);
      lines += size;
    }
  }
}

export function warmAllContacts(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      warmContact(bundle, lines);
      lines += size;
    }
  }
}

export function sweepContacts(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      sweepContact(bundle, lines);
      lines += size;
    }
  }
}

export function followContacts(world: WorldRecord, seconds: real): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      followContact(bundle, lines, seconds);
      lines += size;
    }
  }
}

/** Takes the impulses of the substep to the bundles. */
export function bookContacts(world: WorldRecord): void {
  const graph = contactGraph(world);
  for (let g: u32 = 0; g < graph.groupCount; g++) {
    const group = groupAt(graph, g);
    const size = stride(group);
    let lines = <usize>group.rows;
    const end = <usize>group.first + <usize>group.count * group.bytes;
    for (let bundle = <usize>group.first; bundle < end; bundle += group.bytes) {
      bookContact(bundle, lines);
      lines += size;
    }
  }
}
