// How many pairs and contacts a body has at most. A pair counts as one of the smaller of its two bodies: only so many bodies that are not
// smaller than itself can be around a body, unless they are all in one place, and that is where n bodies would have n² / 2 pairs. Whatever is
// the larger, such as a ground, may have any number. The pairs that were found first stay; others come as these part.
import { typeOf } from '../../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../../body/record';
import { bodyAt, shapeAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { PairFlag, PairRecord } from './pair-record';

/** Pairs of a world among which the bodies share alike, and pairs that each may have even where there are many. */
const MOST_OF_WORLD: u32 = 1 << 20;
const LEAST_OF_BODY: u32 = 256;
/** Pairs of a body that have contacts. */
const MOST_CONTACTS: u32 = 64;

/** How many pairs may count as one body's. */
export function pairLimit(world: WorldRecord): u32 {
  return max(LEAST_OF_BODY, MOST_OF_WORLD / max(world.bodyLive, 1));
}

/** The flag of a pair that says whose it is. */
export function ownerFlag(a: BodyRecord, b: BodyRecord): u32 {
  return shapeAt(b.shape - 1).reach < shapeAt(a.shape - 1).reach ? PairFlag.OwnerB : 0;
}

/** Bodies that cannot be pushed away may take twice the place: who is pushed should not be pushed through them. */
function doubled(a: BodyRecord, b: BodyRecord): u32 {
  return typeOf(a) == BodyType.Dynamic && typeOf(b) == BodyType.Dynamic ? 0 : 1;
}

/** Whether two bodies, of which the first has the lower slot, may become a pair. */
export function hasRoom(a: BodyRecord, b: BodyRecord, limit: u32): bool {
  const owner = ownerFlag(a, b) ? b : a;
  return owner.pairCount < limit << doubled(a, b);
}

/** Whether a pair without contacts may have some. */
export function mayTouch(pair: PairRecord, a: BodyRecord, b: BodyRecord): bool {
  const owner = pair.flags & PairFlag.OwnerB ? b : a;
  return owner.contactCount < MOST_CONTACTS || (doubled(a, b) != 0 && owner.contactCount < 2 * MOST_CONTACTS);
}

/** The body that a pair counts for. */
export function ownerOf(pair: PairRecord): BodyRecord {
  return bodyAt(pair.flags & PairFlag.OwnerB ? pair.bodyB : pair.bodyA);
}
