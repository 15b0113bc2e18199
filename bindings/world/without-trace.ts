import type { World } from './world.ts';

/**
 * Runs `look`, which may call `detectCollisions` and read what is found, and takes the world back to the state of before to the last bit: contacts
 * found between two steps are older and warmer for the next one, so that a run that is looked at would part from one that is not. `look` must not
 * add, remove or step anything. Costs a copy of the world's memory each way.
 */
export function withoutTrace<Found>(world: World, look: () => Found): Found {
  const { live } = world;
  const state = live.save();
  try {
    return look();
  } finally {
    live.load(state);
  }
}
