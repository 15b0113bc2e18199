import { readSnapshot } from '../snapshot/index.ts';
import type { World } from '../world/world.ts';

/**
 * Moves a world to the state of another world with the same history, such as one that the same scene built in another process. Unlike after
 * `restore`, existing handles stay valid: slots and generations mean the same in both. Throws `bad-snapshot` or `out-of-memory`, and then
 * nothing has changed.
 */
export function resumeWorld(world: World, snapshot: Uint8Array): void {
  const { bodyStore, live, shapes, store } = world;
  world.context.requireIdle();
  const { load, recall } = readSnapshot(world, live, snapshot, undefined, shapes.recall);
  const known = recall();
  load();
  bodyStore.synchronize(true);
  shapes.synchronize(known, true);
  store.synchronize(true);
}
