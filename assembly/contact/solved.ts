// Which of the pairs that touch push each other.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyType } from '../body/record';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { nextOf, pairAt, pairOf } from '../collision/broadphase/pairs';
import { manifoldAt } from '../collision/narrowphase/manifolds.kernel';
import { bodyAt } from '../memory/records';

/** Whether the contacts of a pair push. */
export function isSolved(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if ((a.flags | b.flags) & BodyFlag.Sensor || !(pair.flags & PairFlag.Alive)) return false;
  return typeOf(a) == BodyType.Dynamic || typeOf(b) == BodyType.Dynamic;
}

/** Slot plus one of the manifold that is behind one in the list of all that push a body: of the first for 0, and 0 behind the last. */
export function nextSolved(slot: u32, before: u32): u32 {
  let link = bodyAt(slot).firstPair;
  if (before) {
    const manifold = manifoldAt(before - 1);
    if (manifold.next) return manifold.next;
    link = nextOf(2 * manifold.pair + (pairAt(manifold.pair).bodyA == slot ? 1 : 2));
  }
  for (; link; link = nextOf(link)) {
    const pair = pairAt(pairOf(link));
    if (pair.firstManifold && isSolved(pair)) return pair.firstManifold;
  }
  return 0;
}
