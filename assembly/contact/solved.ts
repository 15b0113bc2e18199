// Which of the pairs that touch push each other.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyType } from '../body/record';
import { PairFlag, PairRecord } from '../collision/broadphase/pair-record';
import { bodyAt } from '../memory/records';

/** Whether the contacts of a pair push. */
export function isSolved(pair: PairRecord): bool {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if ((a.flags | b.flags) & BodyFlag.Sensor || !(pair.flags & PairFlag.Alive)) return false;
  return typeOf(a) == BodyType.Dynamic || typeOf(b) == BodyType.Dynamic;
}
