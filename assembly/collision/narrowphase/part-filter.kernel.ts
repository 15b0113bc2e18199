// Which parts of two shapes matter, where children of compounds have something of their own.
import { BodyRecord } from '../../body/record';
import { groupsMeet } from '../broadphase/filter';
import { PairFlag } from '../broadphase/pair-record';
import { groupOf, isDistinct, isSensorChild, maskOf } from '../shape/child';
import { isOneWayPart, isOpenTo } from './sides.kernel';

/** Whose parts are asked; to be set before shapes meet. */
export class PartFilter {
  /** The bodies whose shapes these are, where children of theirs are asked one by one whether they matter; else 0. Of a query the second. */
  bodyA: usize;
  bodyB: usize;
  /** Groups that a query looks at; and whether it looks at sensors. */
  mask: u32;
  sensors: u32;
  /** Groups of a child that feels, whose mask `mask` is then; 0 of a query. */
  group: u32;
  /** PairFlags of a pair with surfaces that are solid from one side only: in a sweep those parts matter that are not open to it. */
  oneWay: u32;
}

const FILTER: usize = scratch<PartFilter>();

export function partFilter(): PartFilter {
  return changetype<PartFilter>(FILTER);
}

/** All parts matter. */
export function meetAll(): void {
  partFilter().oneWay = 0;
  partFilter().bodyA = 0;
  partFilter().bodyB = 0;
}

/** Only parts of two bodies matter that may touch each other. */
export function meetBodies(a: BodyRecord, b: BodyRecord): void {
  meetAll();
  if (!isDistinct(a) && !isDistinct(b)) return;
  partFilter().bodyA = changetype<usize>(a);
  partFilter().bodyB = changetype<usize>(b);
}

/** The same for a sweep: of two bodies of which one has surfaces that are solid from one side only, those that are not open to it. */
export function sweepBodies(a: BodyRecord, b: BodyRecord, oneWay: u32): void {
  meetBodies(a, b);
  if (!oneWay) return;
  partFilter().oneWay = oneWay;
  partFilter().bodyA = changetype<usize>(a);
  partFilter().bodyB = changetype<usize>(b);
}

/** Only parts of a body matter that a query looks at. */
export function meetQueried(body: BodyRecord, mask: u32, sensors: u32): void {
  meetAll();
  if (isDistinct(body)) partFilter().bodyB = changetype<usize>(body);
  partFilter().mask = mask;
  partFilter().sensors = sensors;
  partFilter().group = 0;
}

/** Whether a query looks at a child of a body, given by its number plus one. */
export function isQueried(body: BodyRecord, child: u32, mask: u32, sensors: u32): bool {
  return (groupOf(body, child) & mask) != 0 && (sensors != 0 || !isSensorChild(body, child));
}

/** Whether two parts matter, given by their numbers; of a sweep also by the way of the first past the second. */
export function matters(key: u32, sweeps: bool, wayX: f64, wayY: f64, wayZ: f64): bool {
  const now = partFilter();
  if (!now.bodyB) return true;
  const a = changetype<BodyRecord>(now.bodyA);
  const b = changetype<BodyRecord>(now.bodyB);
  const childA = key >> 16;
  const childB = key & 0xffff;
  if (!now.bodyA) {
    if (now.group && !groupsMeet(now.group, now.mask, groupOf(b, childB), maskOf(b, childB))) return false;
    return isQueried(b, childB, now.mask, now.sensors);
  }
  if (now.oneWay && sweeps) {
    if (now.oneWay & PairFlag.Passing ? isOneWayPart(a, b, key) : isOpenTo(a, b, key, wayX, wayY, wayZ)) return false;
  }
  if (isSensorChild(a, childA) || isSensorChild(b, childB)) return false;
  return groupsMeet(groupOf(a, childA), maskOf(a, childA), groupOf(b, childB), maskOf(b, childB));
}
