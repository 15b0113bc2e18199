// Notes about active pairs, taken while their contacts are found.
import { isFree } from '../../body/activity';
import { BodyFlag, BodyRecord } from '../../body/record';
import { bodyAt, shapeAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { FoundRecord, Trait } from '../broadphase/found-record';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { isDistinct } from '../shape/child';
import { ShapeType } from '../shape/record';
import { staysClear } from './approach.kernel';
import { ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { goesAlong, Turning, turningOf } from './turning.kernel';

/** Of the pair with the given number among the active ones. */
export function foundAt(world: WorldRecord, index: u32): FoundRecord {
  return changetype<FoundRecord>(<usize>world.found + <usize>index * offsetof<FoundRecord>());
}

/** Describes a pair whose contacts were found for a step of `dt` s. */
export function describeFound(world: WorldRecord, to: FoundRecord, pair: PairRecord, dt: f64): void {
  to.bodyA = pair.bodyA;
  to.bodyB = pair.bodyB;
  to.manifold = 0;
  to.traits = 0;
  if (!pair.firstManifold) return;
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  if ((a.flags | b.flags) & BodyFlag.Sensor || !(pair.flags & PairFlag.Alive)) return;
  const shapeA = shapeAt(a.shape - 1);
  const shapeB = shapeAt(b.shape - 1);
  const manifold = manifoldAt(pair.firstManifold - 1);
  let traits = manifold.next ? <u32>Trait.Several : traitsOf(manifold);
  const convex = max(shapeA.type, shapeB.type) <= <u32>ShapeType.HalfSpace;
  if (traits & Trait.Idle && convex && staysClear(world, a, b, shapeA, shapeB, manifold, dt)) {
    manifold.bundle = 0;
    if (!(pair.flags & PairFlag.WasTouching)) to.traits = Trait.Quiet;
    return;
  }
  to.manifold = pair.firstManifold;
  if (isFree(a)) traits |= Trait.FreeA;
  if (isFree(b)) traits |= Trait.FreeB;
  const turning = turningOf(a, b, shapeA, shapeB, manifold, dt);
  pair.flags &= ~(<u32>PairFlag.GoesAlong);
  if (turning != Turning.No) traits |= turning == Turning.Fast ? Trait.Turns : Trait.TurnsAlone;
  else if (mayGoAlong(pair, manifold) && goesAlong(a, b, shapeA, shapeB, manifold, dt)) {
    traits |= Trait.GoesAlong;
    if (!(pair.flags & PairFlag.Rolls)) pair.flags |= PairFlag.GoesAlong;
  } else if (isQuiet(pair, a, b)) traits |= Trait.Quiet;
  if (pair.flags & PairFlag.WasTouching) traits |= Trait.Told;
  if (pair.flags & PairFlag.FeltMask) traits |= Trait.Felt;
  to.traits = traits;
}

/** Whether points are known to go along with their bodies, or there is but one, which can be found again: of several it may be others. */
function mayGoAlong(pair: PairRecord, manifold: ManifoldRecord): bool {
  return !(pair.flags & PairFlag.Rolls) || (manifold.count == 1 && !manifold.next);
}

/** Whether there is nothing to tell of a pair whose contacts stay as they are. */
function isQuiet(pair: PairRecord, a: BodyRecord, b: BodyRecord): bool {
  const touches: u32 = PairFlag.Touching | PairFlag.WasTouching;
  const speaks: u32 = BodyFlag.Silent | BodyFlag.Talkative;
  return (pair.flags & touches) == touches && !((a.flags | b.flags) & speaks) && !isDistinct(a) && !isDistinct(b);
}

/** Of a pair whose contacts have been taken from it. */
export function forgetFound(world: WorldRecord, index: u32): void {
  foundAt(world, index).manifold = 0;
  foundAt(world, index).traits = 0;
}

/** What a manifold is, by itself. */
export function traitsOf(manifold: ManifoldRecord): u32 {
  let fresh: u32 = 0;
  let acts: u32 = 0;
  // Without branches, which nobody could foresee.
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    fresh |= point.age == 0 ? 1 : 0;
    acts |= (point.separation <= 0 ? 1 : 0) | (point.force > 0 ? 1 : 0);
  }
  return manifold.count * Trait.Points + fresh * Trait.Fresh + (acts ^ 1) * Trait.Idle;
}
