// What of the contacts of each active pair their solvers ask first, noted while the pair is at hand: its bodies, its manifold and what kind that is. Records of
// pairs, bodies and manifolds lie all over memory; these notes lie in a row.
import { isFree } from '../../body/activity';
import { BodyFlag } from '../../body/record';
import { bytesOf } from '../../memory/arena';
import { ensureBlock } from '../../memory/blocks';
import { bodyAt, shapeAt } from '../../memory/records';
import { WorldRecord } from '../../world';
import { PairFlag, PairRecord } from '../broadphase/pair-record';
import { ManifoldRecord } from './manifold-record';
import { manifoldAt, manifoldPoint } from './manifolds.kernel';
import { Turning, turningOf } from './turning.kernel';

/** Bits of FoundRecord.traits; the number of points is in those from `Points` on. */
export const enum Trait {
  /** A body is dynamic and not frozen; whether it sleeps may change while contacts are found. */
  FreeA = 1,
  FreeB = 2,
  /** There are more manifolds behind the first one, of which the other bits do not tell. */
  Several = 4,
  /** Contacts are to be found anew in each substep; or are if the body that moves has contacts with nothing else. */
  Turns = 8,
  TurnsAlone = 16,
  /** Surfaces are apart that have not pushed each other. */
  Idle = 32,
  /** Some point was not there before. */
  Fresh = 64,
  Points = 256,
}

/** Of an active pair. */
// @ts-ignore: decorator
@unmanaged
export class FoundRecord {
  bodyA: u32;
  bodyB: u32;
  /** Slot plus one of the first manifold that may push; 0 without one. */
  manifold: u32;
  /** Trait */
  traits: u32;
}

/** Makes room for so many pairs; without it pairs are described when they are asked for. */
export function reserveFound(world: WorldRecord, pairs: u32): void {
  ensureBlock(world, offsetof<WorldRecord>('found'), bytesOf(pairs, offsetof<FoundRecord>()));
}

export function hasFound(world: WorldRecord, index: u32): bool {
  return (<u64>index + 1) * <u64>offsetof<FoundRecord>() <= <u64>world.foundCapacity;
}

/** Of the pair with the given number among the active ones. */
export function foundAt(world: WorldRecord, index: u32): FoundRecord {
  return changetype<FoundRecord>(<usize>world.found + <usize>index * offsetof<FoundRecord>());
}

/** Describes a pair whose contacts were found for a step of `dt` s. */
export function describeFound(to: FoundRecord, pair: PairRecord, dt: f64): void {
  to.bodyA = pair.bodyA;
  to.bodyB = pair.bodyB;
  const a = bodyAt(pair.bodyA);
  const b = bodyAt(pair.bodyB);
  to.manifold = (a.flags | b.flags) & BodyFlag.Sensor || !(pair.flags & PairFlag.Alive) ? 0 : pair.firstManifold;
  if (!to.manifold) return;
  const manifold = manifoldAt(pair.firstManifold - 1);
  let traits = manifold.next ? <u32>Trait.Several : traitsOf(manifold);
  if (isFree(a)) traits |= Trait.FreeA;
  if (isFree(b)) traits |= Trait.FreeB;
  const turning = turningOf(a, b, shapeAt(a.shape - 1), shapeAt(b.shape - 1), manifold, dt);
  if (turning != Turning.No) traits |= turning == Turning.Fast ? Trait.Turns : Trait.TurnsAlone;
  to.traits = traits;
}

/** What a manifold is, by itself. */
export function traitsOf(manifold: ManifoldRecord): u32 {
  let fresh: u32 = 0;
  let idle: u32 = Trait.Idle;
  for (let k: u32 = 0; k < manifold.count; k++) {
    const point = manifoldPoint(manifold, k);
    if (point.age == 0) fresh = Trait.Fresh;
    if (point.separation <= 0 || point.force > 0) idle = 0;
  }
  return manifold.count * Trait.Points | fresh | idle;
}
