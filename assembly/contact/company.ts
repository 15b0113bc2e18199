// Which contacts are found or moved again in each substep where only those of bodies that touch few others are: how many each body touches is counted once per step, for all.
import { Trait } from '../collision/broadphase/found-record';
import { foundAt } from '../collision/narrowphase/found';
import { clearAllColors } from '../constraint/graph';
import { addWord, wordAt } from '../memory/words';
import { WorldRecord } from '../world';

/** Contacts with others beside which points go along with bodies at most: in heaps that is no matter. */
const FEW: u32 = 2;

/** Decides for all active pairs, by the body that moves; of two that do, by the first. To be called before colours are given away. */
export function decideRenewal(world: WorldRecord): void {
  const depends: u32 = Trait.TurnsAlone | Trait.GoesAlong;
  let all: u32 = 0;
  for (let k: u32 = 0; k < world.activePairCount; k++) all |= foundAt(world, k).traits;
  if (!(all & depends)) return;
  // With how many others each body has contacts that may push it.
  clearAllColors(world);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const found = foundAt(world, k);
    if (!found.manifold) continue;
    addWord(world.bodyColors, found.bodyA, 1);
    addWord(world.bodyColors, found.bodyB, 1);
  }
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const found = foundAt(world, k);
    if (!(found.traits & depends)) continue;
    const others = wordAt(world.bodyColors, found.traits & Trait.FreeA ? found.bodyA : found.bodyB);
    if (others <= (found.traits & Trait.TurnsAlone ? 1 : FEW)) found.traits |= Trait.Turns;
  }
}
