// Which contacts of swept bodies the solver sees to, and which are left to what follows those bodies along their way.
import { typeOf } from '../body/activity';
import { BodyFlag, BodyRecord, BodyType } from '../body/record';
import { PairRecord } from '../collision/broadphase/pair-record';
import { marginOf } from '../collision/narrowphase/approach.kernel';
import { bodyAt, shapeAt } from '../memory/records';
import { WorldRecord } from '../world';

export function isSwept(body: BodyRecord): bool {
  return (body.flags & BodyFlag.Swept) != 0 && body.leaf != 0 && typeOf(body) == BodyType.Dynamic;
}

/** Whether a swept body stops alone: one with joints cannot, without opening them. */
export function isLoose(body: BodyRecord): bool {
  return isSwept(body) && !body.jointCount;
}

/**
 * Whether two bodies have contacts only where they are about half a width apart: one of them stops where they meet, and contacts far ahead would stop it beside what it
 * passes. Bodies with joints have all contacts.
 */
export function meetLate(a: BodyRecord, b: BodyRecord): bool {
  if (!((a.flags | b.flags) & BodyFlag.Swept)) return false;
  return (isLoose(a) && (isLoose(b) || !isSwept(b))) || (isLoose(b) && !isSwept(a));
}

/** m: parts of a pair that are nearer than this when a step begins have contacts in it, with all points as far away as surfaces may get. */
export function nearOf(world: WorldRecord, pair: PairRecord): f64 {
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if (!meetLate(a, b)) return pair.margin;
  const breadth = min(shapeAt(a.shape - 1).breadth, shapeAt(b.shape - 1).breadth);
  return min<f64>(pair.margin, marginOf(world, breadth, breadth));
}

/** m: parts that were nearer than this when the step began are left to the solver: it has stopped their contacts where it could. */
export function solvedWithin(world: WorldRecord, pair: PairRecord): f64 {
  if (!meetLate(bodyAt(pair.bodyA), bodyAt(pair.bodyB))) return Infinity;
  return pair.firstManifold ? nearOf(world, pair) - pair.moved : -Infinity;
}
