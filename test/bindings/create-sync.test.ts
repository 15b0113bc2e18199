// Worlds that are made at once, of what has been loaded and compiled before.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Box, HalfSpace, type Precision, type SyncWorldOptions, World } from '../../bindings/index.ts';
import { BACKENDS, expectRefusal } from './backends.ts';

const bytesOf = (precision: Precision) =>
  readFileSync(fileURLToPath(new URL(`../../build/holonomic.${precision}.release.wasm`, import.meta.url)));

function hashOf(world: World): string {
  world.addBody({ type: 'static', shape: new HalfSpace() });
  world.addBody({ shape: new Box([0.5, 0.4, 0.3]), position: [0, 0.6, 0], angularVelocity: [1, 2, 3] });
  for (let step = 0; step < 20; step++) world.step(1 / 60);
  const hash = world.hash();
  world.dispose();
  return hash;
}

describe.each(BACKENDS)('$label', ({ settings }) => {
  const options = settings as SyncWorldOptions;
  const precision: Precision = settings.precision ?? 'double';

  test('after load, of the embedded kernels and of a module', async () => {
    const wanted = hashOf(await World.create(settings));
    const module = (await World.load(settings))!;
    expect(module).toBeInstanceOf(WebAssembly.Module);
    expect(hashOf(World.createSync(options))).toBe(wanted);
    expect(hashOf(World.createSync({ ...options, wasm: module }))).toBe(wanted);
    expect(hashOf(World.createSync({ ...options, wasm: new WebAssembly.Module(bytesOf(precision)) }))).toBe(wanted);
  });

  test('what does not fit is refused as by create', async () => {
    await World.load(settings);
    const other = new WebAssembly.Module(bytesOf(precision === 'single' ? 'double' : 'single'));
    expectRefusal(() => World.createSync({ ...options, wasm: other }), 'bad-module');
    expectRefusal(
      () => World.createSync({ ...options, wasm: new WebAssembly.Module(Uint8Array.of(0, 97, 115, 109, 1, 0, 0, 0)) }),
      'bad-module',
    );
    for (const wasm of [bytesOf(precision), 'kernels.wasm', new URL('file:///kernels.wasm'), {}, null])
      expectRefusal(() => World.createSync({ ...options, wasm: wasm as never }), 'invalid-argument');
    expectRefusal(() => World.createSync({ ...options, substeps: 0 }), 'invalid-argument');
    expectRefusal(() => World.createSync({ ...options, maxMemory: 5 }), 'invalid-argument');
    expectRefusal(() => World.createSync(null as never), 'invalid-argument');
  });
});

describe('where nothing has been loaded', () => {
  afterEach(() => {
    vi.unstubAllGlobals();
    vi.resetModules();
  });

  test('it says what to do, and works once create or load has been awaited', async () => {
    vi.resetModules();
    const { World: Fresh } = await import('../../bindings/index.ts');
    for (const options of [{}, { precision: 'double' }, { backend: 'reference' }] as const)
      expect(() => Fresh.createSync(options)).toThrow(
        expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(/await World.load/) }),
      );
    Fresh.createSync({ wasm: new WebAssembly.Module(bytesOf('single')) }).dispose();
    (await Fresh.create()).dispose();
    Fresh.createSync().dispose();
    expect(() => Fresh.createSync({ precision: 'double' })).toThrow(/double precision/);
    const beyond = [{ solver: 'ode' }, { sweep: 'jacobi' }, { velocityPass: false }, { contactNormals: 'current' }] as const;
    const world = Fresh.createSync();
    for (const options of beyond) {
      const refused = expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(/await World.load/) });
      expect(() => Fresh.createSync(options)).toThrow(refused);
      const before = world.memory.u8.slice();
      expect(() => Object.assign(world, options)).toThrow(refused);
      expect(Buffer.compare(world.memory.u8, before)).toBe(0);
    }
    await Fresh.load({ sweep: 'symmetric' });
    for (const options of beyond) Object.assign(world, options).step(1 / 60);
    for (const options of beyond) Fresh.createSync(options).step(1 / 60);
    await Fresh.load({ backend: 'reference' });
    Fresh.createSync({ backend: 'reference' }).detectCollisions();
  });

  test('nor can be: without WebAssembly the reference goes without collisions, as with create', async () => {
    vi.resetModules();
    const { World: Fresh } = await import('../../bindings/index.ts');
    vi.stubGlobal('WebAssembly', undefined);
    expect(await Fresh.load({ backend: 'reference' })).toBe(undefined);
    const world = Fresh.createSync({ backend: 'reference' });
    world.step(1 / 60);
    expect(() => world.detectCollisions()).toThrow(expect.objectContaining({ code: 'unsupported' }));
    expect(() => Fresh.createSync()).toThrow(expect.objectContaining({ code: 'unsupported', message: expect.stringMatching(/SIMD/) }));
    await expect(Fresh.load()).rejects.toMatchObject({ code: 'unsupported' });
  });
});
