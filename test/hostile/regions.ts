import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { World, type WorldOptions } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { withSharedMemory } from '../memory/shared-module.ts';
import type { Campaign } from './campaign.ts';
import { askAll, fillWorld, randomOptions } from './random-world.ts';
import { passOff } from './stranger.ts';

const DT = 1 / 60;
const STEPS = 16;
const PAGE = 65536;
/** Pages of a region, of which each of the two worlds has two and moves between them. */
const ROOM = 480;
const PAGES = 4 + 4 * ROOM;

const bytesOf = (build: string) => readFileSync(new URL(`../../build/holonomic.${build}.wasm`, import.meta.url));

/** What a world tells of itself step by step. `move` gives the world with which it goes on. */
function* story(
  seed: number,
  open: (options: WorldOptions) => World,
  move: (world: World, options: WorldOptions) => World,
): Generator<unknown> {
  const random = randomNumbers(seed);
  // The kernels of 'pgs' and 'tgs' are not made for a shared memory.
  const options: WorldOptions = { ...randomOptions(random), solver: 'xpbd' };
  let world = open(options);
  fillWorld(world, random);
  for (let step = 0; step < STEPS; step++) {
    world.step(DT);
    yield world.hash();
    if (random() < 0.3) yield askAll(world, random);
    if (random() < 0.25) world = move(world, options);
  }
  world.dispose();
}

/** Worlds that share a memory do what they do alone, and go on where they are moved to. */
export const regions: Campaign = {
  name: 'regions',
  description: 'two worlds on one shared memory, moved about in it by snapshots, do what each does alone',
  cases: 12,
  run(seed) {
    const random = randomNumbers(seed);
    const precision = random() < 0.5 ? 'single' : 'double';
    const build = `${precision}.${random() < 0.3 ? 'debug' : 'release'}`;
    const bytes = bytesOf(build);
    const alone = new WebAssembly.Module(bytes);
    const module = new WebAssembly.Module(withSharedMemory(bytes, PAGES));
    const memory = new WebAssembly.Memory({ initial: 1 + Math.floor(10 * random()), maximum: PAGES, shared: true });
    const seeds = [2 * seed, 2 * seed + 1];
    const wanted = seeds.map((own) => [
      ...story(
        own,
        (options) => World.createSync({ ...options, precision, wasm: alone }),
        (world) => world,
      ),
    ]);
    const openAt = (region: number, options: WorldOptions) => {
      const first = (4 + region * ROOM) * PAGE;
      const start = first + 64 * Math.floor(2000 * random());
      // Whatever was there before.
      new Uint8Array(memory.buffer).subarray(start, first + ROOM * PAGE).fill(0xa5);
      return World.createIn({ memory, start }, { ...options, precision, wasm: module, maxMemory: first + ROOM * PAGE });
    };
    const stories = seeds.map((own, k) => {
      let region = 2 * k;
      return story(
        own,
        (options) => openAt(region, options),
        (world, options) => {
          region = 2 * k + ((region + 1) % 2);
          const other = openAt(region, options);
          const snapshot = world.snapshot();
          other.restore(random() < 0.5 ? snapshot : passOff(snapshot));
          world.dispose();
          return other;
        },
      );
    });
    const told: unknown[][] = [[], []];
    const going = new Set([0, 1]);
    while (going.size) {
      const k = going.size === 2 ? Math.floor(2 * random()) : [...going][0];
      const next = stories[k].next();
      if (next.done) going.delete(k);
      else told[k].push(next.value);
    }
    assert.deepEqual(told, wanted);
  },
};
