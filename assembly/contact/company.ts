// Which contacts are found or moved again in each substep where only those of bodies that touch few others are: how many each body touches is counted once per step, for all.
import { Trait } from '../collision/broadphase/found-record';
import { foundAt } from '../collision/narrowphase/found';
import { clearAllColors } from '../constraint/graph';
import { WorldRecord } from '../world';

/** Contacts with others beside which points go along with bodies at most: in heaps that is no matter. */
const FEW: u32 = 2;

/** Of each body with how many others it has contacts that may push it, in the word that has its colours while contacts are sorted. */
function companyAt(world: WorldRecord, slot: u32): usize {
  return <usize>world.bodyColors + ((<usize>slot) << 3);
}

function addCompany(world: WorldRecord, slot: u32): void {
  store<u32>(companyAt(world, slot), load<u32>(companyAt(world, slot)) + 1);
}

/** Decides for all active pairs, by the body that moves; of two that do, by the first. To be called before colours are given away. */
export function decideRenewal(world: WorldRecord): void {
  const depends: u32 = Trait.TurnsAlone | Trait.GoesAlong;
  let all: u32 = 0;
  for (let k: u32 = 0; k < world.activePairCount; k++) all |= foundAt(world, k).traits;
  if (!(all & depends)) return;
  clearAllColors(world);
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const found = foundAt(world, k);
    if (!found.manifold) continue;
    addCompany(world, found.bodyA);
    addCompany(world, found.bodyB);
  }
  for (let k: u32 = 0; k < world.activePairCount; k++) {
    const found = foundAt(world, k);
    if (!(found.traits & depends)) continue;
    const others = load<u32>(companyAt(world, found.traits & Trait.FreeA ? found.bodyA : found.bodyB));
    if (others <= (found.traits & Trait.TurnsAlone ? 1 : FEW)) found.traits |= Trait.Turns;
  }
}
