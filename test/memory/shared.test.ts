// Several instances of the kernels on one shared memory, each with scratch and a world of its own, do what each does alone.
import { readFileSync } from 'node:fs';
import { Worker } from 'node:worker_threads';
import { describe, expect, test } from 'vitest';
import { staticsOf } from '../../bindings/core/instance.ts';
import { scratchOf } from '../determinism/poison.ts';
import { withSharedMemory } from './shared-module.ts';
import { hashesOf, openAlone, openShared, type SharedScene, STEPS, stepHash } from './shared-scene.ts';

const PAGE = 65536;
const PAGES = 512;
/** Where the regions of the two worlds begin and end. The first is not where kernels that are alone have theirs. */
const PLACES = [
  { start: 3 * PAGE, end: 200 * PAGE },
  { start: 200 * PAGE, end: PAGES * PAGE },
];
const NAMES = ['pile', 'ragdolls'] as const;
const BUILDS = (['single', 'double'] as const).flatMap((precision) =>
  ['release', 'debug'].map((variant) => ({ precision, build: `${precision}.${variant}` })),
);

const bytesOf = (build: string) => readFileSync(new URL(`../../build/holonomic.${build}.wasm`, import.meta.url));

function scenesIn(build: string, precision: 'single' | 'double', initial = 1): SharedScene[] {
  const module = new WebAssembly.Module(withSharedMemory(bytesOf(build), PAGES));
  const memory = new WebAssembly.Memory({ initial, maximum: PAGES, shared: true });
  return NAMES.map((name, k) => ({ name, module, precision, memory, ...PLACES[k] }));
}

const alone = new Map<string, Promise<string[][]>>();
/** The hashes of each scene by itself. */
function hashesAlone(build: string, precision: 'single' | 'double'): Promise<string[][]> {
  const run = () => Promise.all(NAMES.map(async (name) => hashesOf(await openAlone({ name, precision, wasm: bytesOf(build) }))));
  if (!alone.has(build)) alone.set(build, run());
  return alone.get(build)!;
}

function inThread(scene: SharedScene, place: number, progress: Int32Array): Promise<{ hashes: string[]; other: number }> {
  return new Promise((resolve, reject) => {
    const worker = new Worker(new URL('./shared-worker.mjs', import.meta.url), { workerData: { scene, place, progress } });
    worker.once('message', resolve);
    worker.once('error', reject);
  });
}

describe.each(BUILDS)('two worlds on one shared memory, $build', ({ build, precision }) => {
  test('step by turns as they do alone', async () => {
    const worlds = scenesIn(build, precision).map(openShared);
    const hashes: string[][] = [[], []];
    for (let step = 0; step < STEPS; step++) for (const [k, world] of worlds.entries()) hashes[k].push(stepHash(world));
    expect(hashes).toEqual(await hashesAlone(build, precision));
  });

  test('step at the same time in two threads as they do alone', async () => {
    const progress = new Int32Array(new SharedArrayBuffer(12));
    const results = await Promise.all(scenesIn(build, precision).map((scene, place) => inThread(scene, place, progress)));
    expect(results.map(({ hashes }) => hashes)).toEqual(await hashesAlone(build, precision));
    // Whoever was first in the middle: the other one was on its way, too.
    expect(Math.max(...results.map(({ other }) => other))).toBeGreaterThan(0);
  });

  test('write nowhere but to their own parts', () => {
    const scenes = scenesIn(build, precision, PAGES);
    const worlds = scenes.map(openShared);
    const bytes = new Uint8Array(scenes[0].memory.buffer);
    const copyOf = (parts: readonly [number, number][]) => parts.map(([start, end]) => bytes.slice(start, end));
    for (const [k, world] of worlds.entries()) {
      const others = [[0, PLACES[0].start], [PLACES[1 - k].start, PLACES[1 - k].end]] as const; // biome-ignore format: a part a line
      const before = copyOf(others as never);
      hashesOf(world, 20);
      expect(copyOf(others as never).every((part, p) => Buffer.compare(part, before[p]) === 0)).toBe(true);
    }
  });

  test('have scratch of their own', () => {
    const [scene] = scenesIn(build, precision);
    const { tables, bytes } = staticsOf(scene.module);
    expect(tables).toBeLessThan(PLACES[0].start);
    expect(Math.max(...scratchOf(scene.module).map(({ end }) => end))).toBeLessThanOrEqual(bytes);
  });
});

test('a world with no room left in its part leaves that of the other alone', () => {
  const [scene, next] = scenesIn('single.release', 'single');
  const world = openShared({ ...scene, end: scene.start + 20 * PAGE });
  const other = openShared({ ...next, start: scene.start + 20 * PAGE });
  const before = other.hash();
  expect(() => {
    for (;;) world.addBody();
  }).toThrow(/memory/);
  expect(other.hash()).toBe(before);
  stepHash(other);
});
