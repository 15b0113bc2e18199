// The worlds of a worker, one after the other in the same memory: kernels are started once, and each world is new to the last bit.
import { loadParts, makeEngine } from '../core/engine.ts';
import { World } from '../world/world.ts';
import { readWorldOptions, type WorldOptions } from '../world/world-options.ts';

/** Bytes: a memory that has grown beyond is let go, since it cannot shrink. */
const MOST_KEPT = 64 * 1024 * 1024;
/** Kinds of worlds that are kept at a time. */
const MOST_PLACES = 4;

export class WorldPlaces {
  private readonly places = new Map<string, (settings: WorldOptions) => Promise<World>>();

  /** A new world; `release` says that it has had its time. */
  async create(settings: WorldOptions): Promise<World> {
    if (settings.backend === 'reference') return World.create(settings);
    const key = keyOf(settings);
    let place = this.places.get(key);
    if (!place) {
      place = await createPlace(settings);
      if (this.places.size >= MOST_PLACES) this.places.delete(this.places.keys().next().value!);
    } else this.places.delete(key); // to the end: the one used last is kept longest
    const world = await place(settings);
    this.places.set(key, place);
    return world;
  }

  /** To be called before a world is disposed of: `sound` says whether its place can be used again. */
  release(world: World, settings: WorldOptions, sound: boolean): void {
    if (!sound || world.memoryBytes > MOST_KEPT) this.places.delete(keyOf(settings));
  }
}

function keyOf({ maxMemory, precision }: WorldOptions): string {
  return `${precision ?? 'single'} ${maxMemory ?? 0}`;
}

/**
 * Makes worlds in one memory, one after the other; the world of before is disposed of. They differ in anything but `maxMemory`, `precision` and
 * `backend`.
 */
async function createPlace(given: WorldOptions): Promise<(next: WorldOptions) => Promise<World>> {
  const first = readWorldOptions(given);
  const { backend, maxMemory, precision } = first;
  const engine = makeEngine({ ...readWorldOptions({}), backend, maxMemory, precision }, await loadParts(first));
  const blank = engine.save();
  let current: World | null = null;
  return async (next) => {
    const settings = readWorldOptions({ ...next, backend, maxMemory, precision });
    await loadParts(settings);
    current?.context.release();
    engine.load(blank);
    current = World.createOn(engine, settings);
    return current;
  };
}
