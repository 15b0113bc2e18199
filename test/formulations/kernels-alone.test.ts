// The kernels of 'pgs' and 'tgs' as kernels: debug and release give the same bits, whatever is in scratch, before and after a snapshot; they ask for
// what has not been loaded, and for memory before anything has moved.
import { readFileSync } from 'node:fs';
import { deflateSync } from 'node:zlib';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { WorldRecord } from '../../bindings/core/layout.ts';
import * as holonomic from '../../bindings/index.ts';
import { BallJoint, Box, HalfSpace, HingeJoint, World, type WorldOptions } from '../../bindings/index.ts';
import { hashesOfMixedScene } from '../determinism/mixed-scene.ts';
import { withGuards, withPoison } from '../determinism/poison.ts';
import { setWorldField, worldField } from '../memory/state.ts';

const PRECISIONS = ['single', 'double'] as const;
const SOLVERS = ['pgs', 'tgs'] as const;
const CASES = PRECISIONS.flatMap((precision) => SOLVERS.map((solver) => ({ precision, solver })));
const OPTIONS: WorldOptions = { substeps: 2, iterations: 3 };

const file = (name: string) => readFileSync(new URL(`../../build/holonomic.${name}.wasm`, import.meta.url));
const chunk = (precision: string) => `../../bindings/generated/velocity-${precision}.ts`;

afterEach(() => {
  for (const precision of PRECISIONS) vi.doUnmock(chunk(precision));
  vi.resetModules();
});

/** The package with debug kernels of 'pgs' and 'tgs', which stop at assertions. */
async function withDebugKernels(): Promise<typeof holonomic> {
  for (const precision of PRECISIONS)
    vi.doMock(chunk(precision), () => ({ default: deflateSync(file(`${precision}.velocity.debug`)).toString('base64') }));
  vi.resetModules();
  return import('../../bindings/index.ts');
}

async function hashOf(api: typeof holonomic, options: WorldOptions): Promise<string | undefined> {
  return (await hashesOfMixedScene(api, { ...OPTIONS, ...options })).at(-1);
}

describe.each(CASES)('$solver, $precision', (options) => {
  test('debug kernels give the same bits, and write beyond no area of scratch', async () => {
    const release = await hashOf(holonomic, options);
    const debug = await withDebugKernels();
    const wasm = file(`${options.precision}.debug`);
    expect(await withGuards(() => hashOf(debug, { ...options, wasm }))).toBe(release);
  });

  test.each(['NaN', 'other'] as const)('the same with other numbers in scratch at each call: %s', async (pattern) => {
    expect(await withPoison(pattern, () => hashOf(holonomic, options))).toBe(await hashOf(holonomic, options));
  });

  test('goes on from a snapshot with the same bits, in another world as well', async () => {
    const make = async () => {
      const world = await World.create({ ...OPTIONS, ...options, warmStart: true });
      return world;
    };
    const world = await make();
    world.addBody({ type: 'static', shape: new HalfSpace([0, 1, 0]) });
    for (let k = 0; k < 3; k++) world.addBody({ shape: new Box([0.5, 0.5, 0.5]), position: [0.02 * k, 0.5 + k, 0] });
    const b = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.3], position: [4, 3, 0] });
    world.addJoint(new HingeJoint({ b, anchor: [3, 3, 0], axis: [0, 0, 1], motor: { velocity: 1, maxTorque: 9 } }));
    for (let k = 0; k < 20; k++) world.step(1 / 60);
    const snapshot = world.snapshot();
    const go = (one: World) => {
      for (let k = 0; k < 20; k++) one.step(1 / 60);
      return one.hash();
    };
    const expected = go(world);
    world.restore(snapshot);
    expect(go(world)).toBe(expected);
    const other = await make();
    other.restore(snapshot);
    expect(go(other)).toBe(expected);
  });

  test('without memory for the lines nothing has moved, and the world goes on once there is', async () => {
    const world = await World.create({ ...options, maxMemory: 0x4000000 });
    for (let k = 0; k < 400; k++) {
      const b = world.addBody({ mass: 1, inertia: [1, 1, 1], position: [k, 0, 0] });
      world.addJoint(new BallJoint({ b, anchor: [k + 1, 1, 0] }));
    }
    world.solver = 'xpbd';
    world.step(1 / 60);
    world.solver = options.solver;
    // Room for the order of joints, but for no rows.
    const limit = worldField(world, WorldRecord.memoryLimit);
    setWorldField(world, WorldRecord.memoryLimit, worldField(world, WorldRecord.arenaTop) + 1024);
    const hash = world.hash();
    expect(() => world.step(1 / 60)).toThrow(expect.objectContaining({ code: 'out-of-memory' }));
    expect(world.hash()).toBe(hash);
    setWorldField(world, WorldRecord.memoryLimit, limit);
    world.step(1 / 60);
    expect(world.hash()).not.toBe(hash);
  });
});

test('what has not been loaded says how it is, and nothing changes', async () => {
  vi.resetModules();
  const fresh: typeof holonomic = await import('../../bindings/index.ts');
  const world = await fresh.World.create({ precision: 'double' });
  const refused = expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(/World\.load/) });
  expect(() => {
    world.solver = 'tgs';
  }).toThrow(refused);
  // That of the other precision is another file.
  await fresh.World.load({ solver: 'tgs', precision: 'single' });
  expect(() => {
    world.solver = 'tgs';
  }).toThrow(expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(/precision: 'double'/) }));
  expect(world.solver).toBe('xpbd');
  world.solver = 'ode';
  await fresh.World.load({ solver: 'pgs', precision: 'double' });
  world.solver = 'tgs';
  world.step(1 / 60);
});

test('with momocity, and with rows of users, the same in TypeScript', async () => {
  const hashes: string[] = [];
  for (const momocity of [false, true]) {
    const world = await World.create({ precision: 'double', solver: 'tgs', iterations: 4, momocity });
    const b = world.addBody({ mass: 1, inertia: [0.1, 0.2, 0.3], position: [1, 0, 0] });
    world.addJoint(new BallJoint({ b, anchor: [0, 0, 0] }));
    for (let k = 0; k < 60; k++) world.step(1 / 60);
    hashes.push(b.position.map((x) => x.toFixed(9)).join());
  }
  expect(hashes[1]).toBe(hashes[0]);
});
