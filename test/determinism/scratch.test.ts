// The kernels' scratch: what lies there is worth nothing once a call has ended, and nobody writes beyond an area of it.
import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import * as holonomic from '../../bindings/index.ts';
import { scenes } from '../../scenes/index.ts';
import { runScene } from '../../scenes/run.ts';
import { compileModule } from '../collision/compile-kernels.ts';
import { SMALL } from '../scenes/small.ts';
import { CONTACT_SCENES, type ContactSceneName, hashesOfContactScene } from './contact-scenes.ts';
import { hashesOfMixedScene } from './mixed-scene.ts';
import { readPinned } from './pinned.ts';
import { guardsOf, PATTERNS, type Pattern, scratchOf, withGuards, withPoison } from './poison.ts';

const PINNED = readPinned();
const PRECISIONS = ['single', 'double'] as const;
const BUILDS = PRECISIONS.flatMap((precision) => [
  { build: `${precision}.release`, precision },
  { build: `${precision}.debug`, precision },
]);
const DEBUG = BUILDS.filter(({ build }) => build.endsWith('debug'));
const PATTERN_NAMES = Object.keys(PATTERNS) as Pattern[];
const TELLING = ['NaN', 'other'] as const;
const FRAMES = 8;

const wasmOf = (build: string) => readFileSync(new URL(`../../build/holonomic.${build}.wasm`, import.meta.url));
const MODULES = Object.fromEntries(BUILDS.map(({ build }) => [build, new WebAssembly.Module(wasmOf(build))]));
const moduleOf = (build: string) => MODULES[build];
const runSmall = async (scene: (typeof scenes)[number], settings: holonomic.WorldOptions) => {
  const { hash, measures } = await runScene(scene, { parameters: SMALL[scene.name], settings, frames: FRAMES });
  return { hash, measures };
};

describe.each(BUILDS)('$build', ({ build, precision }) => {
  test('has more than three hundred kilobytes of scratch', () => {
    const areas = scratchOf(moduleOf(build));
    const bytes = areas.reduce((sum, { start, end }) => sum + end - start, 0);
    expect(bytes).toBeGreaterThan(3e5);
    expect(areas.every(({ start, end }) => start % 16 === 0 && start < end)).toBe(true);
  });

  // In a debug build, where scratch is in areas, those patterns that find most.
  const patterns = build.endsWith('debug') ? TELLING : PATTERN_NAMES;
  test.each(patterns)('the scene of all joints has the pinned hash whatever is in scratch: %s', async (pattern) => {
    const wasm = wasmOf(build);
    const hashes = await withPoison(pattern, () => hashesOfMixedScene(holonomic, { precision, wasm }));
    expect(hashes.at(-1)).toBe(PINNED.mixed[precision]);
  });
});

const CONTACTS = (Object.keys(CONTACT_SCENES) as ContactSceneName[]).flatMap((name) => BUILDS.map((each) => ({ name, ...each })));
test.each(CONTACTS)('$name, $build: the pinned hash with other numbers in scratch at each call', async ({ name, build, precision }) => {
  const hashes = await withPoison('other', () => hashesOfContactScene(name, { precision, wasm: wasmOf(build) }));
  expect(hashes.at(-1)).toBe(PINNED[name][precision]);
});

describe.each(scenes)('$name', (scene) => {
  test.each(BUILDS)(
    'writes beyond no area, and does and measures the same whatever is in scratch, $build',
    async ({ build, precision }) => {
      const settings = { precision, wasm: moduleOf(build) };
      const plain = await withGuards(() => runSmall(scene, settings)); // a release has none
      for (const pattern of TELLING) expect(await withPoison(pattern, () => runSmall(scene, settings))).toEqual(plain);
    },
  );
});

describe.each(DEBUG)('$build', ({ build, precision }) => {
  const wasm = wasmOf(build);

  test('guards every area', () => {
    const areas = scratchOf(moduleOf(build));
    expect(areas.length).toBeGreaterThan(100);
    const guards = guardsOf(moduleOf(build));
    for (const [k, { start }] of areas.entries()) if (k) expect(start).toBeGreaterThanOrEqual(guards[k - 1].end);
  });

  test('no joint writes beyond an area', async () => {
    const hashes = await withGuards(() => hashesOfMixedScene(holonomic, { precision, wasm }));
    expect(hashes.at(-1)).toBe(PINNED.mixed[precision]);
  });
});

test('another type of joint has room among the cells of the graph', async () => {
  const record = readFileSync(new URL('../../assembly/joint/record.ts', import.meta.url), 'utf8');
  const count = Number(/ {2}Count = (\d+),/.exec(record)?.[1]);
  const bytesOf = async (files: Record<string, string>) => {
    const module = await compileModule(
      "import { orderJoints } from './joint/order'; export function order(): bool { return orderJoints(changetype<WorldRecord>(0)); } import { WorldRecord } from './world';",
      { files, flags: ['-O0'] },
    );
    return scratchOf(module)
      .filter(({ name }) => name.startsWith('joint/order/'))
      .map(({ start, end }) => end - start);
  };
  const kinds = 64 * 8;
  expect(await bytesOf({})).toEqual([8 * kinds * count]);
  const more = record.replace(`Count = ${count},`, `Count = ${count + 1},`);
  expect(await bytesOf({ 'joint/record.ts': more })).toEqual([8 * kinds * (count + 1)]);
});
