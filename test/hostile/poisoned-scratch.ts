import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { World } from '../../bindings/index.ts';
import { randomNumbers } from '../../scenes/random.ts';
import { PATTERNS, type Pattern, withGuards, withPoison } from '../determinism/poison.ts';
import type { Campaign } from './campaign.ts';
import { askAll, fillWorld, randomOptions } from './random-world.ts';
import { HEADER_BYTES } from './stranger.ts';

const DT = 1 / 60;

const wasmOf = (build: string) => readFileSync(new URL(`../../build/holonomic.${build}.wasm`, import.meta.url));

/** All that a world tells of itself on its way, and all of its state at the end. */
async function record(seed: number, precision: 'single' | 'double', wasm: BufferSource): Promise<unknown[]> {
  const random = randomNumbers(seed);
  const world = await World.create({ ...randomOptions(random), precision, wasm });
  fillWorld(world, random);
  const told: unknown[] = [];
  for (let step = 0; step < 20; step++) {
    world.step(DT);
    told.push(world.hash());
    if (random() < 0.3) told.push(askAll(world, random));
    if (random() < 0.2) {
      world.detectCollisions();
      told.push(world.contacts().map(({ a, b, normal, points }) => [a.index, b.index, normal, points]));
    }
    if (random() < 0.1) world.restore(world.snapshot());
  }
  told.push(Buffer.from(world.snapshot().subarray(HEADER_BYTES)).toString('base64'));
  world.dispose();
  return told;
}

/** Scratch may hold anything when a call begins, and ends where it ends. */
export const poisonedScratch: Campaign = {
  name: 'poisoned-scratch',
  description: 'worlds step, answer and remember the same whatever is in the scratch of the kernels',
  cases: 24,
  async run(seed) {
    const random = randomNumbers(seed);
    const precision = random() < 0.5 ? 'single' : 'double';
    const debug = random() < 0.5;
    const wasm = wasmOf(`${precision}.${debug ? 'debug' : 'release'}`);
    const pattern = (Object.keys(PATTERNS) as Pattern[])[Math.floor(random() * Object.keys(PATTERNS).length)];
    const plain = await record(seed, precision, wasm);
    const poisoned = await withPoison(pattern, () => record(seed, precision, wasm));
    for (const [k, told] of plain.entries()) assert.deepEqual(poisoned[k], told, `with ${pattern}, record ${k} of ${plain.length}`);
    if (debug) assert.deepEqual(await withGuards(() => record(seed, precision, wasm)), plain);
  },
};
